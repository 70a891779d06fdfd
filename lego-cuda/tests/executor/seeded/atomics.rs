//! Order by atomics and fences: what is released and acquired, by whom, and how far it reaches.

use super::{Bug, Group, bug};
use crate::harness::{At, Buffer, ignore, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::fence;
use lego_cuda::device::shared;
use lego_cuda::device::{block_idx, linear_thread_idx, sync_threads, warp_idx};
use lego_cuda::executor::Executor;
use lego_cuda::launch::Error;

pub(super) const GROUP: Group =
    Group { title: "Order between blocks, by atomics and fences", source: include_str!("atomics.rs"), bugs: BUGS };

/// How the first block hands a number to the second: by a flag.
#[derive(Clone, Copy)]
struct Hand {
    /// The fence before the flag is set, and the one after it was seen.
    release: Option<Scope>,
    acquire: Option<Scope>,
    /// The scopes of the flag's store and load.
    store: Scope,
    load: Scope,
    /// Whether the number is stored by the thread that sets the flag, and loaded by the one that saw it.
    writer: u32,
    reader: u32,
    /// Whether the threads of each block meet between number and flag.
    meet: bool,
}

const RIGHT: Hand = Hand {
    release: Some(Scope::Gpu),
    acquire: Some(Scope::Gpu),
    store: Scope::Gpu,
    load: Scope::Gpu,
    writer: 0,
    reader: 0,
    meet: false,
};

/// Hands a number from one block to the next, which waits for it.
fn hand(executor: &Executor, hand: Hand, load: impl Fn(At<u32>) + Sync) -> Result<(), Error> {
    let (number, flag) = (Buffer::of(executor, &[0u32; 2]), Buffer::of(executor, &[0u32]));
    let (at, flag) = (number.at(), flag.at());
    try_launch(executor, shape(2, 64), |_| {
        let mine = linear_thread_idx();
        if block_idx().x == 0 {
            if mine == hand.writer {
                at.store(0, 7);
            }
            if hand.meet {
                sync_threads();
            }
            if mine == 0 {
                hand.release.into_iter().for_each(fence);
                // SAFETY: the flag is used by atomics alone.
                unsafe { atomic::store_relaxed(flag.get(0), 1, hand.store) };
            }
            return;
        }
        if mine == 0 {
            // SAFETY: as above.
            while unsafe { atomic::load_relaxed(flag.get(0).cast_const(), hand.load) } == 0 {}
            hand.acquire.into_iter().for_each(fence);
        }
        if hand.meet {
            sync_threads();
        }
        if mine == hand.reader {
            load(at);
        }
    })
}

/// Each block leaves a number, and the last to take a ticket sums them: with the fences before the ticket and after it, or
/// without.
fn tickets(
    executor: &Executor,
    fences: [bool; 2],
    scope: Scope,
    load: impl Fn(At<u32>, u32) + Sync,
) -> Result<(), Error> {
    let (parts, ticket) = (Buffer::of(executor, &[0u32; 8]), Buffer::of(executor, &[0u32]));
    let (at, ticket) = (parts.at(), ticket.at());
    try_launch(executor, shape(8, 1), |_| {
        at.store(block_idx().x, 1);
        if fences[0] {
            fence(Scope::Gpu);
        }
        // SAFETY: the ticket is used by atomics alone.
        let taken = unsafe { atomic::add(ticket.get(0), 1, scope) }; // @ticket
        if taken == 7 {
            if fences[1] {
                fence(Scope::Gpu);
            }
            (0..8).for_each(|part| load(at, part));
        }
    })
}

/// Adds to a number under a lock.
fn locked(executor: &Executor, fences: [bool; 2], add: impl Fn(At<u32>) + Sync) -> Result<(), Error> {
    let (number, lock) = (Buffer::of(executor, &[0u32]), Buffer::of(executor, &[0u32]));
    let (at, lock) = (number.at(), lock.at());
    try_launch(executor, shape(8, 1), |_| {
        // SAFETY: the lock is used by atomics alone.
        unsafe {
            while atomic::compare_exchange(lock.get(0), 0, 1, Scope::Gpu) != 0 {}
            if fences[0] {
                fence(Scope::Gpu);
            }
            add(at);
            if fences[1] {
                fence(Scope::Gpu);
            }
            atomic::exchange(lock.get(0), 0, Scope::Gpu);
        }
    })
}

const BUGS: &[Bug] = &[
    bug(
        "a flag that is set without a release",
        "Race",
        "unreleased",
        "no release that was acquired",
        |executor, wrong| {
            let release = if wrong { None } else { RIGHT.release };
            hand(executor, Hand { release, ..RIGHT }, |at| ignore(at.load(0))) // @unreleased
        },
    ),
    bug(
        "a flag that is seen without an acquire",
        "Race",
        "unacquired",
        "no release that was acquired",
        |executor, wrong| {
            let acquire = if wrong { None } else { RIGHT.acquire };
            hand(executor, Hand { acquire, ..RIGHT }, |at| ignore(at.load(0))) // @unacquired
        },
    ),
    bug(
        "a release to the block alone",
        "Race",
        "narrow release",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let release = if wrong { Some(Scope::Block) } else { Some(Scope::System) };
            hand(executor, Hand { release, ..RIGHT }, |at| ignore(at.load(0))) // @narrow release
        },
    ),
    bug(
        "an acquire from the block alone",
        "Race",
        "narrow acquire",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let acquire = if wrong { Some(Scope::Block) } else { Some(Scope::System) };
            hand(executor, Hand { acquire, ..RIGHT }, |at| ignore(at.load(0))) // @narrow acquire
        },
    ),
    bug(
        "a flag that is set for the block alone",
        "Race",
        "narrow store",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let store = if wrong { Scope::Block } else { Scope::Gpu };
            hand(executor, Hand { store, ..RIGHT }, |at| ignore(at.load(0))) // @narrow store
        },
    ),
    bug(
        "a flag that is read for the block alone",
        "Race",
        "narrow load",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let load = if wrong { Scope::Block } else { Scope::Gpu };
            hand(executor, Hand { load, ..RIGHT }, |at| ignore(at.load(0))) // @narrow load
        },
    ),
    bug(
        "a release by a thread that has not met the writer",
        "Race",
        "other writer",
        "thread (63, 0, 0)",
        |executor, wrong| {
            hand(executor, Hand { writer: 63, meet: !wrong, ..RIGHT }, |at| ignore(at.load(0))) // @other writer
        },
    ),
    bug("a reader that has not met the thread that acquired", "Race", "", "races with", |executor, wrong| {
        hand(executor, Hand { reader: 63, meet: !wrong, ..RIGHT }, |at| ignore(at.load(0)))
    }),
    bug(
        "a load of what was not released, beside what was",
        "Race",
        "something else",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let (number, flag) = (Buffer::of(executor, &[0u32; 2]), Buffer::of(executor, &[0u32]));
            let (at, flag) = (number.at(), flag.at());
            try_launch(executor, shape(2, 1), |_| {
                // SAFETY: the flag is used by atomics alone.
                unsafe {
                    if block_idx().x == 0 {
                        at.store(0, 1);
                        atomic::store_release(flag.get(0), 1, Scope::Gpu);
                        at.store(1, 1);
                    } else {
                        while atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) == 0 {}
                        at.load(u32::from(wrong)); // @something else
                    }
                }
            })
        },
    ),
    bug(
        "a fence after the flag instead of before",
        "Race",
        "fence too late",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let (number, flag) = (Buffer::of(executor, &[0u32]), Buffer::of(executor, &[0u32]));
            let (at, flag) = (number.at(), flag.at());
            try_launch(executor, shape(2, 1), |_| {
                // SAFETY: the flag is used by atomics alone.
                unsafe {
                    if block_idx().x == 0 {
                        at.store(0, 1);
                        if !wrong {
                            fence(Scope::Gpu);
                        }
                        atomic::store_relaxed(flag.get(0), 1, Scope::Gpu);
                        fence(Scope::Gpu);
                    } else {
                        while atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) == 0 {}
                        at.load(0); // @fence too late
                    }
                }
            })
        },
    ),
    bug("a flag that is set by a plain store", "Race", "", "races with", |executor, wrong| {
        let flag = Buffer::of(executor, &[0u32]);
        let flag = flag.at();
        try_launch(executor, shape(2, 1), |_| {
            // SAFETY: wrong, which is what is looked for.
            unsafe {
                if block_idx().x == 1 {
                    if wrong {
                        flag.store(0, 1);
                    } else {
                        atomic::store_release(flag.get(0), 1, Scope::Gpu);
                    }
                } else {
                    while atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) == 0 {}
                }
            }
        })
    }),
    bug("a flag that is awaited by plain loads", "Race", "", "races with", |executor, wrong| {
        let flag = Buffer::of(executor, &[0u32]);
        let flag = flag.at();
        try_launch(executor, shape(2, 1), |_| {
            // SAFETY: wrong, which is what is looked for.
            unsafe {
                if block_idx().x == 1 {
                    atomic::store_release(flag.get(0), 1, Scope::Gpu);
                } else if wrong {
                    while flag.load(0) == 0 {}
                } else {
                    while atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) == 0 {}
                }
            }
        })
    }),
    bug(
        "a flag that another thread stores over",
        "Race",
        "stored over",
        "races with a store of block (0, 0, 0)",
        |executor, wrong| {
            let (number, flag) = (Buffer::of(executor, &[0u32]), Buffer::of(executor, &[0u32]));
            let (at, flag) = (number.at(), flag.at());
            try_launch(executor, shape(3, 1), |_| {
                // SAFETY: the flag is used by atomics alone.
                unsafe {
                    let seen = |value: u32| atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) >= value;
                    match block_idx().x {
                        0 => {
                            at.store(0, 1);
                            atomic::store_release(flag.get(0), 1, Scope::Gpu);
                        }
                        1 => {
                            while atomic::load_relaxed(flag.get(0).cast_const(), Scope::Gpu) == 0 {}
                            if wrong {
                                atomic::store_relaxed(flag.get(0), 2, Scope::Gpu);
                            } else {
                                // An update keeps what was released.
                                atomic::add(flag.get(0), 1, Scope::Gpu);
                            }
                        }
                        _ => {
                            // An acquire on the way would see the first store, and be right.
                            while atomic::load_relaxed(flag.get(0).cast_const(), Scope::Gpu) < 2 {}
                            assert!(seen(2));
                            at.load(0); // @stored over
                        }
                    }
                }
            })
        },
    ),
    bug(
        "a ticket without a fence before",
        "Race",
        "ticket unreleased",
        "no release that was acquired",
        |executor, wrong| {
            tickets(executor, [!wrong, true], Scope::Gpu, |at, part| ignore(at.load(part))) // @ticket unreleased
        },
    ),
    bug(
        "a ticket without a fence after",
        "Race",
        "ticket unacquired",
        "no release that was acquired",
        |executor, wrong| {
            tickets(executor, [true, !wrong], Scope::Gpu, |at, part| ignore(at.load(part))) // @ticket unacquired
        },
    ),
    bug(
        "a ticket that is atomic for its block alone",
        "Race",
        "ticket",
        "one is atomic for its block alone",
        |executor, wrong| {
            tickets(executor, [true, true], if wrong { Scope::Block } else { Scope::Gpu }, |at, part| {
                ignore(at.load(part))
            })
        },
    ),
    bug(
        "a lock that is taken without an acquire",
        "Race",
        "lock unacquired",
        "no release that was acquired",
        |executor, wrong| {
            locked(executor, [!wrong, true], |at| at.store(0, at.load(0) + 1)) // @lock unacquired
        },
    ),
    bug(
        "a lock that is given back without a release",
        "Race",
        "lock unreleased",
        "no release that was acquired",
        |executor, wrong| {
            locked(executor, [true, !wrong], |at| at.store(0, at.load(0) + 1)) // @lock unreleased
        },
    ),
    bug(
        "an atomic and a fence, far from a race",
        "Race",
        "far away",
        "races with a store of block (",
        |executor, wrong| {
            let (number, count) = (Buffer::of(executor, &[0u32; 8]), Buffer::of(executor, &[0u32]));
            let (at, count) = (number.at(), count.at());
            try_launch(executor, shape(8, 1), |_| {
                // SAFETY: the counter is used by atomics alone.
                unsafe { atomic::add(count.get(0), 1, Scope::Gpu) };
                fence(Scope::Gpu);
                at.store(if wrong { 0 } else { block_idx().x }, 1); // @far away
            })
        },
    ),
    bug(
        "a flag in shared memory without a release",
        "Race",
        "in the block",
        "races with a store of block (0, 0, 0), thread (32, 0, 0)",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(8), |_| {
                let (number, flag) = (shared::dynamic::<u32>(0, 1), shared::dynamic::<u32>(4, 1).at(0));
                if linear_thread_idx() == 0 {
                    flag.set(0);
                }
                sync_threads();
                match (warp_idx(), linear_thread_idx() % 32) {
                    (1, 0) => {
                        number.set(0, 7);
                        if !wrong {
                            fence(Scope::Block);
                        }
                        // SAFETY: the flag is used by atomics alone.
                        unsafe { atomic::exchange(flag, 1, Scope::Block) };
                    }
                    (0, 0) => {
                        // SAFETY: as above.
                        while unsafe { atomic::compare_exchange(flag, 1, 1, Scope::Block) } == 0 {}
                        fence(Scope::Block);
                        number.get(0); // @in the block
                    }
                    _ => {}
                }
            })
        },
    ),
];
