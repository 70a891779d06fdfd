//! Asynchronous copies: what is used before it is there, and what is overwritten before it was copied.

use super::{Bug, Group, bug};
use crate::harness::{Buffer, shape, try_launch};
use lego_cuda::device::barrier::sync_grid;
use lego_cuda::device::shared;
use lego_cuda::device::{block_idx, copy_async, global, linear_thread_idx, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::Error;

pub(super) const GROUP: Group = Group { title: "Asynchronous copies", source: include_str!("copies.rs"), bugs: BUGS };

/// A step of a thread between its copy and its use of what was copied.
type Step = fn();

const COMMIT: Step = copy_async::commit;
const WAIT: Step = copy_async::wait::<0>;

/// Each thread copies an element, takes some steps, and reads one at a distance.
fn copied(executor: &Executor, steps: &[Step], distance: u32, read: impl Fn(u32) + Sync) -> Result<(), Error> {
    let source = Buffer::of(executor, &[5u32; 64]);
    let from = source.at();
    try_launch(executor, shape(2, 64).dynamic(256), |_| {
        let mine = linear_thread_idx();
        // SAFETY: the source has 64 elements.
        unsafe { copy_async::copy(shared::dynamic(0, 64).at(mine), from.get(mine as usize).cast_const()) };
        steps.iter().for_each(|step| step());
        read(mine ^ distance);
        // What was begun ends before the thread does.
        copy_async::commit();
        copy_async::wait::<0>();
    })
}

fn tile(at: u32) -> u32 {
    shared::dynamic::<u32>(0, 64).get(at)
}

const BUGS: &[Bug] = &[
    bug("no wait", "Race", "no wait", "the copy was not waited for", |executor, wrong| {
        let steps: &[Step] = if wrong { &[COMMIT] } else { &[COMMIT, WAIT] };
        copied(executor, steps, 0, |at| assert_eq!(shared::dynamic::<u32>(0, 64).get(at), 5)) // @no wait
    }),
    bug(
        "a wait that leaves the last group under way",
        "Race",
        "leaves one",
        "the copy was not waited for",
        |executor, wrong| {
            let steps: &[Step] = if wrong { &[COMMIT, copy_async::wait::<1>] } else { &[COMMIT, WAIT] };
            copied(executor, steps, 0, |at| assert_eq!(shared::dynamic::<u32>(0, 64).get(at), 5)) // @leaves one
        },
    ),
    bug(
        "a wait for a group that was not ended",
        "Race",
        "no commit",
        "the copy was not waited for",
        |executor, wrong| {
            let steps: &[Step] = if wrong { &[WAIT] } else { &[COMMIT, WAIT] };
            copied(executor, steps, 0, |at| assert_eq!(shared::dynamic::<u32>(0, 64).get(at), 5)) // @no commit
        },
    ),
    bug("no barrier after the wait, for what others copied", "Race", "no barrier", "races with", |executor, wrong| {
        let steps: &[Step] = if wrong { &[COMMIT, WAIT] } else { &[COMMIT, WAIT, sync_threads] };
        copied(executor, steps, 1, |at| assert_eq!(shared::dynamic::<u32>(0, 64).get(at), 5)) // @no barrier
    }),
    bug("a barrier before the wait instead of after", "Race", "barrier first", "races with", |executor, wrong| {
        let steps: &[Step] = if wrong { &[COMMIT, sync_threads, WAIT] } else { &[COMMIT, WAIT, sync_threads] };
        copied(executor, steps, 33, |at| assert_eq!(shared::dynamic::<u32>(0, 64).get(at), 5)) // @barrier first
    }),
    bug(
        "the target overwritten while the copy is under way",
        "Race",
        "target",
        "the copy was not waited for",
        |executor, wrong| {
            let steps: &[Step] = if wrong { &[COMMIT] } else { &[COMMIT, WAIT] };
            copied(executor, steps, 0, |at| shared::dynamic::<u32>(0, 64).set(at, 1)) // @target
        },
    ),
    bug(
        "the source overwritten by its own thread while the copy is under way",
        "Race",
        "source",
        "races with an asynchronous copy",
        |executor, wrong| {
            let source = Buffer::of(executor, &[5u32; 64]);
            let from = source.at();
            try_launch(executor, shape(1, 64).dynamic(256), |_| {
                let mine = linear_thread_idx();
                let place = from.get(mine as usize);
                // SAFETY: the source has 64 elements; what is promised of it is what is looked for.
                unsafe {
                    copy_async::copy(shared::dynamic(0, 64).at(mine), place.cast_const());
                    copy_async::commit();
                    if !wrong {
                        copy_async::wait::<0>();
                    }
                    global::store(place, 6); // @source
                    copy_async::wait::<0>();
                }
                assert!(wrong || tile(mine) == 5);
            })
        },
    ),
    bug(
        "the source overwritten by another thread, though after a barrier",
        "Race",
        "source of another",
        "the copy was not waited for",
        |executor, wrong| {
            let source = Buffer::of(executor, &[5u32; 64]);
            let from = source.at();
            try_launch(executor, shape(1, 64).dynamic(256), |_| {
                let mine = linear_thread_idx();
                // SAFETY: the source has 64 elements.
                unsafe { copy_async::copy(shared::dynamic(0, 64).at(mine), from.get(mine as usize).cast_const()) };
                copy_async::commit();
                if !wrong {
                    copy_async::wait::<0>();
                }
                sync_threads();
                from.store(63 - mine, 6); // @source of another
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "the source overwritten by who copied it too, while another's copy is under way",
        "Race",
        "source of two",
        "the copy was not waited for",
        |executor, wrong| {
            let source = Buffer::of(executor, &[5u32; 64]);
            let from = source.at();
            try_launch(executor, shape(1, 64).dynamic(512), |_| {
                let mine = linear_thread_idx();
                let copy = |to: u32, element: u32| {
                    // SAFETY: the source has 64 elements.
                    unsafe {
                        copy_async::copy(shared::dynamic(0, 128).at(to), from.get(element as usize).cast_const());
                    };
                    copy_async::commit();
                };
                copy(mine, mine);
                if !wrong {
                    copy_async::wait::<0>();
                }
                sync_threads();
                // The last reader is the one that writes.
                copy(64 + mine, 63 - mine);
                if mine == 63 {
                    copy_async::wait::<0>();
                    from.store(0, 6); // @source of two
                }
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "the source overwritten when the first of two copies from it has ended",
        "Race",
        "source twice",
        "the copy was not waited for",
        |executor, wrong| {
            let source = Buffer::of(executor, &[5u32; 64]);
            let from = source.at();
            try_launch(executor, shape(1, 64).dynamic(512), |_| {
                let mine = linear_thread_idx();
                for to in [mine, 64 + mine] {
                    // SAFETY: the source has 64 elements.
                    unsafe { copy_async::copy(shared::dynamic(0, 128).at(to), from.get(mine as usize).cast_const()) };
                    copy_async::commit();
                }
                if wrong {
                    copy_async::wait::<1>();
                } else {
                    copy_async::wait::<0>();
                }
                from.store(mine, 6); // @source twice
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "the source overwritten by another block, though after a barrier of the grid",
        "Race",
        "source of the grid",
        "the copy was not waited for",
        |executor, wrong| {
            let (source, counter) = (Buffer::of(executor, &[5u32; 64]), Buffer::of(executor, &[0u32]));
            let (from, counter) = (source.at(), counter.at());
            try_launch(executor, shape(2, 32).cooperative().dynamic(128), |_| {
                let (mine, lane) = (block_idx().x * 32 + linear_thread_idx(), linear_thread_idx());
                // SAFETY: the source has 64 elements.
                unsafe { copy_async::copy(shared::dynamic(0, 32).at(lane), from.get(mine as usize).cast_const()) };
                copy_async::commit();
                if !wrong {
                    copy_async::wait::<0>();
                }
                // SAFETY: all threads are here, and nothing else uses the counter.
                unsafe { sync_grid(counter.get(0)) };
                from.store(63 - mine, 6); // @source of the grid
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "the next stage copied over what others still read",
        "Race",
        "next stage",
        "an asynchronous copy in shared memory races with a load",
        |executor, wrong| {
            let source = Buffer::of(executor, &[5u32; 64]);
            let from = source.at();
            try_launch(executor, shape(1, 64).dynamic(256), |_| {
                let mine = linear_thread_idx();
                for _ in 0..2 {
                    // SAFETY: the source has 64 elements.
                    unsafe { copy_async::copy(shared::dynamic(0, 64).at(mine), from.get(mine as usize).cast_const()) }; // @next stage
                    copy_async::commit();
                    copy_async::wait::<0>();
                    sync_threads();
                    tile(63 - mine);
                    if !wrong {
                        sync_threads();
                    }
                }
            })
        },
    ),
];
