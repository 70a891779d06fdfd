//! Clusters: what blocks do in each other's shared memory, when they may, and how they wait for each other.

use super::{Bug, Group, bug, device};
use crate::harness::{ignore, shape, try_launch};
use lego::layout;
use lego_cuda::device::cluster;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::{SharedPtr, Warp, linear_thread_idx, shared, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

pub(super) const GROUP: Group = Group { title: "Clusters", source: include_str!("clusters.rs"), bugs: BUGS };

/// Runs a body on two clusters of two blocks of 32 threads, with a number and barriers for each.
fn pairs(executor: &Executor, body: impl Fn(u32, u32) + Sync) -> Result<(), Error> {
    try_launch(executor, shape(4, 32).cluster(2).dynamic(256), |_| body(linear_thread_idx(), cluster::rank()))
}

/// The place of a thread's number.
fn number(thread: u32) -> SharedPtr<u32> {
    shared::dynamic::<u32>(128, 32).at(thread)
}

/// The barriers in the first 128 bytes, which no number overlaps.
fn barrier(number: u32) -> Mbarrier {
    Mbarrier::at(shared::dynamic::<u64>(0, 16).at(number))
}

/// One thread makes a barrier for so many arrivals, and makes it known or not.
fn made(arrivals: u32, is_known: bool) {
    if linear_thread_idx() == 0 {
        barrier(0).init(arrivals);
        if is_known {
            mbarrier::fence_init();
        }
    }
}

/// Waits for all of the cluster, so that what was done is seen or not.
fn met(orders: bool) {
    if orders {
        cluster::sync();
    } else {
        cluster::meet();
    }
}

layout! {
    type Words = Row(2);
    type Line = Row(64);
    type Lines(n) = Row(n);
}

const LINE: u32 = TensorMap::<u16, Line>::BYTES;

/// What is wrong with [`hand_round`].
const NOT_FREED: u32 = 1;
const NOT_WAITED: u32 = 2;
const ONE_LINE: u32 = 3;
const NOT_KNOWN: u32 = 4;

/// Each block brings a line to both, twice, the second time over the first.
#[lego_kernel(threads = 32, grid = x, cluster = 2)]
unsafe fn hand_round(
    from: TensorMap<'_, u16, Line>,
    wrong: u32,
    to: GlobalMut<'_, u16>,
    #[shared(dynamic)] first: Shared<'_, u16, Line>,
    #[shared(dynamic)] second: Shared<'_, u16, Line>,
    #[shared] barriers: Shared<'_, u64, Words>,
) {
    let thread = linear_thread_idx();
    let [full, empty] = [0, 1].map(|at| Mbarrier::at(barriers.slice().at(at)));
    if thread == 0 {
        full.init(1);
        empty.init(cluster::blocks());
        if wrong != NOT_KNOWN {
            mbarrier::fence_init();
        }
    }
    cluster::sync();
    let mine = if cluster::rank() == 0 { first } else { second };
    let mut round = 0;
    while round < 2 {
        if thread == 0 {
            if wrong != NOT_FREED {
                empty.wait((round + 1) % 2);
            }
            full.arrive_expecting(if wrong == ONE_LINE { LINE } else { 2 * LINE });
            // SAFETY: both blocks have said that the lines are free.
            unsafe { from.load_to_all(mine.slice().at(0), [128 * round + 64 * cluster::rank()], full) }; // @multicast
        }
        if wrong == NOT_WAITED && round == 1 && cluster::rank() == 1 {
            return;
        }
        full.wait(round);
        if thread < 16 {
            let both = [first, second].map(|line| line.slice().get(4 * thread)); // @lines
            // SAFETY: the place is this thread's.
            unsafe { to.set_unchecked([16 * (2 * round + cluster::rank()) + thread], both[0].wrapping_add(both[1])) };
        }
        Warp::ALL.sync();
        if thread < cluster::blocks() {
            // SAFETY: all have met behind the making of their barriers, and wait for the last phase.
            unsafe { empty.arrive_at(thread) };
        }
        round += 1;
    }
    empty.wait(1);
}

fn handed_round(executor: &Executor, wrong: u32) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let values: Vec<u16> = (0..256).collect();
    let from = device.buffer_from(&values)?;
    let mut to = device.poisoned::<u16>(64)?;
    let map = from.tensor_map(Lines::new(256).unwrap())?;
    // SAFETY: the output has an element for each thread that stores.
    unsafe { HandRound::launch(&module, Launch::grid(2), map, wrong, &mut to) }?;
    let right = |at: u32| (2 * (128 * (at / 32) + 4 * (at % 16)) + 64) as u16;
    assert_eq!(to.read()?, (0..64).map(right).collect::<Vec<_>>());
    Ok(())
}

#[allow(clippy::if_same_then_else)] // two calls are not one
const BUGS: &[Bug] = &[
    bug(
        "a load of another block's memory, behind a meeting that does not order",
        "Race",
        "meeting",
        "races with a store of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                number(thread).set(10 * rank + thread);
                met(!wrong);
                let other = number(31 - thread).of_block(1 - rank).get(); // @meeting
                assert!(wrong || other == 10 * (1 - rank) + 31 - thread);
                met(!wrong);
            })
        },
    ),
    bug(
        "a store to another block's memory, which it reads behind a barrier of its own",
        "Race",
        "own barrier",
        "races with a store of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                cluster::meet();
                // SAFETY: all have met, and meet again.
                unsafe { number(thread).of_block(1 - rank).set(rank) };
                if wrong {
                    sync_threads();
                } else {
                    cluster::sync();
                }
                let here = number(thread).get(); // @own barrier
                assert!(wrong || here == 1 - rank);
                cluster::sync();
            })
        },
    ),
    bug(
        "stores of two blocks to one place",
        "Race",
        "one place",
        "a store in shared memory races with a store of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                cluster::sync();
                let to = if wrong { 0 } else { rank };
                // SAFETY: all have met, and meet again.
                unsafe { number(thread).of_block(to).set(rank) }; // @one place
                cluster::sync();
            })
        },
    ),
    bug(
        "the block's own memory overwritten while another reads it",
        "Race",
        "overwritten",
        "races with a load of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                number(thread).set(1);
                cluster::sync();
                ignore(number(thread).of_block(1 - rank).get());
                if !wrong {
                    cluster::sync();
                }
                number(thread).set(2); // @overwritten
                cluster::sync();
            })
        },
    ),
    bug(
        "a load of what the other block did not write",
        "Uninitialized",
        "unwritten",
        "that nobody wrote: at byte 128",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                if !wrong || rank == 0 {
                    number(thread).set(thread);
                }
                cluster::sync();
                ignore(number(thread).of_block(1 - rank).get()); // @unwritten
                cluster::sync();
            })
        },
    ),
    bug(
        "an end while another block reads",
        "Misuse",
        "end",
        "a load of the shared memory of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                number(thread).set(thread);
                cluster::sync();
                ignore(number(thread).of_block(1 - rank).get()); // @end
                if !wrong {
                    cluster::sync();
                }
            })
        },
    ),
    bug(
        "an end behind a meeting that does not order",
        "Misuse",
        "unordered end",
        "a store to the shared memory of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                cluster::meet();
                // SAFETY: what is promised is what is looked for.
                unsafe { number(thread).of_block(1 - rank).set(1) }; // @unordered end
                met(!wrong);
            })
        },
    ),
    bug(
        "an end of a block that does not wait until another says that it has read",
        "Misuse",
        "early end",
        "which may have ended: nothing orders that before its end",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                number(thread).set(thread);
                made(32, true);
                cluster::sync();
                if rank == 0 {
                    ignore(number(thread).of_block(1).get()); // @early end
                    // SAFETY: all have met, and the block of rank 1 waits for the phase.
                    unsafe { barrier(0).arrive_at(1) };
                } else if !wrong {
                    barrier(0).wait(0);
                }
            })
        },
    ),
    bug(
        "an arrival at the barrier of a block that does not wait for it",
        "Misuse",
        "late arrival",
        "an arrival at an `Mbarrier` of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                made(1, true);
                cluster::meet();
                if rank == 0 && thread == 0 {
                    // SAFETY: what is promised is what is looked for.
                    unsafe { barrier(0).arrive_at(1) }; // @late arrival
                }
                if !wrong && rank == 1 {
                    barrier(0).wait(0);
                }
            })
        },
    ),
    bug(
        "another block's memory before that block may have begun",
        "Misuse",
        "no meeting",
        "which may not have begun",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                if !wrong {
                    cluster::meet();
                }
                // SAFETY: what is promised is what is looked for.
                unsafe { number(thread).of_block(1 - rank).set(1) }; // @no meeting
                cluster::sync();
            })
        },
    ),
    bug(
        "the memory of a block that is not of the cluster",
        "Misuse",
        "no rank",
        "of the block of rank 2, in a cluster of 2",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                number(thread).set(thread);
                cluster::sync();
                ignore(number(thread).of_block(if wrong { rank + 1 } else { rank }).get()); // @no rank
                cluster::sync();
            })
        },
    ),
    bug(
        "an arrival at the barrier of a block that is not of the cluster",
        "Misuse",
        "no such block",
        "an arrival at an `Mbarrier` of the block of rank 2, in a cluster of 2",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                made(2, true);
                cluster::meet();
                let blocks = if wrong { 3 } else { 2 };
                for to in 0..blocks {
                    if thread == to {
                        // SAFETY: what is promised is what is looked for.
                        unsafe { barrier(0).arrive_at((rank + to) % blocks) }; // @no such block
                    }
                }
                barrier(0).wait(0);
            })
        },
    ),
    bug(
        "a barrier of another block that was not made known",
        "Race",
        "unknown barrier",
        "races with a store of block",
        |executor, wrong| {
            pairs(executor, |thread, _| {
                made(2, !wrong);
                cluster::meet();
                if thread < 2 {
                    // SAFETY: all have met, and wait for the phase.
                    unsafe { barrier(0).arrive_at(thread) }; // @unknown barrier
                }
                barrier(0).wait(0);
            })
        },
    ),
    bug(
        "a store to another block's memory that an arrival is to show",
        "Race",
        "shown by an arrival",
        "races with a store of block",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                made(32, true);
                cluster::sync();
                // SAFETY: all have met, and meet again.
                unsafe {
                    number(thread).of_block(1 - rank).set(rank);
                    barrier(0).arrive_at(1 - rank);
                }
                barrier(0).wait(0);
                if !wrong {
                    cluster::sync();
                }
                ignore(number(thread).get()); // @shown by an arrival
                cluster::sync();
            })
        },
    ),
    bug(
        "two blocks of which each waits for the other's arrival first",
        "Deadlock",
        "each other",
        "waits for the end of phase 0 of an `Mbarrier`, which lacks 1 of 1 arrivals",
        |executor, wrong| {
            pairs(executor, |thread, rank| {
                made(1, true);
                cluster::meet();
                let arrive = || {
                    if thread == 0 {
                        // SAFETY: all have met, and wait for the phase.
                        unsafe { barrier(0).arrive_at(1 - rank) };
                    }
                };
                if !wrong {
                    arrive();
                }
                barrier(0).wait(0); // @each other
                if wrong {
                    arrive();
                }
            })
        },
    ),
    bug(
        "a meeting that a block of the cluster does not reach",
        "Barrier",
        "lonely meeting",
        "of block (1, 0, 0) on ended",
        |executor, wrong| {
            try_launch(executor, shape(2, 32).cluster(2), |_| {
                if !wrong || cluster::rank() == 0 {
                    cluster::sync(); // @lonely meeting
                }
            })
        },
    ),
    bug(
        "a meeting that orders, and one that does not",
        "Misuse",
        "",
        "threads of one cluster meet at `cluster::",
        |executor, wrong| pairs(executor, |_, rank| met(wrong && rank == 0)),
    ),
    bug("a meeting at two calls", "Misuse", "", "meet at two calls of `cluster::sync`", |executor, wrong| {
        pairs(executor, |thread, _| {
            if wrong && thread == 7 {
                cluster::sync();
            } else {
                cluster::sync();
            }
        })
    }),
    bug(
        "a box brought to all over what another block still reads",
        "Race",
        "multicast",
        "an asynchronous copy in shared memory",
        |executor, wrong| handed_round(executor, if wrong { NOT_FREED } else { 0 }),
    ),
    bug(
        "a block that ends while a box is brought to it by another",
        "Misuse",
        "",
        "bytes are on their way to its shared memory",
        |executor, wrong| handed_round(executor, if wrong { NOT_WAITED } else { 0 }),
    ),
    bug(
        "bytes expected of the block's own box alone",
        "Uninitialized",
        "lines",
        "that nobody wrote: at byte 0 of `",
        |executor, wrong| handed_round(executor, if wrong { ONE_LINE } else { 0 }),
    ),
    bug(
        "a barrier that the copy engine does not know of",
        "Misuse",
        "multicast",
        "who made it calls `mbarrier::fence_init`",
        |executor, wrong| handed_round(executor, if wrong { NOT_KNOWN } else { 0 }),
    ),
    bug(
        "a grid that is no multiple of the cluster",
        "Cluster",
        "",
        "on a grid of 3 blocks in x: 2 are a cluster",
        |executor, wrong| try_launch(executor, shape(if wrong { 3 } else { 4 }, 32).cluster(2), |_| cluster::meet()),
    ),
];
