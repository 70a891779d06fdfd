//! Barriers that not all threads reach, or not at the same call, and waiting that does not end.

use super::{Bug, Group, bug};
use crate::harness::{Buffer, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::{NamedBarrier, sync_grid};
use lego_cuda::device::{BlockWide, block_idx, grid_dim, linear_thread_idx, shared, sync_threads, warp_idx};
use lego_cuda::kernel::SharedTile;

pub(super) const GROUP: Group =
    Group { title: "Barriers, and waiting for ever", source: include_str!("barriers.rs"), bugs: BUGS };

#[allow(clippy::if_same_then_else)] // two calls are not one
const BUGS: &[Bug] = &[
    bug(
        "a barrier in a branch that some threads do not take",
        "Barrier",
        "branch",
        "14 threads from (50, 0, 0) on ended",
        |executor, wrong| {
            try_launch(executor, shape(2, 64), |_| {
                if !wrong || linear_thread_idx() < 50 {
                    sync_threads(); // @branch
                }
            })
        },
    ),
    bug("a sum over the block in a branch", "Barrier", "sum", "which others do not reach", |executor, wrong| {
        try_launch(executor, shape(2, 64).dynamic(1024), |_| {
            // SAFETY: the launch adds as much memory, and nothing else uses it.
            let all = unsafe { BlockWide::<u32>::from_offset(shared::dynamic::<u32>(0, 256).at(0).offset()) };
            if !wrong || linear_thread_idx() < 32 {
                all.sum(1); // @sum
            }
        })
    }),
    bug("a return before a barrier", "Barrier", "return", "which others do not reach", |executor, wrong| {
        try_launch(executor, shape(3, 64), |_| {
            let end = if wrong { 150 } else { 192 };
            if 64 * block_idx().x + linear_thread_idx() >= end {
                return;
            }
            sync_threads(); // @return
        })
    }),
    bug(
        "a loop with a barrier that ends at other times",
        "Barrier",
        "loop",
        "which others do not reach",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                let times = if wrong { linear_thread_idx() / 32 + 1 } else { 2 };
                for _ in 0..times {
                    sync_threads(); // @loop
                }
            })
        },
    ),
    bug("two barriers in two branches", "Misuse", "", "meet at two calls of `sync_threads`", |executor, wrong| {
        try_launch(executor, shape(1, 64), |_| {
            if wrong && warp_idx() == 0 {
                sync_threads();
            } else {
                sync_threads();
            }
        })
    }),
    bug(
        "a named barrier for more threads than come",
        "Barrier",
        "too many",
        "waits at barrier 1 for 64 threads",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                if warp_idx() == 0 {
                    NamedBarrier::new(1, if wrong { 64 } else { 32 }).sync(); // @too many
                }
            })
        },
    ),
    bug(
        "a named barrier with two counts",
        "Misuse",
        "two counts",
        "barrier 2 for 32 threads, and for 64",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                NamedBarrier::new(2, if wrong { 64 - 32 * warp_idx() } else { 64 }).sync(); // @two counts
            })
        },
    ),
    bug(
        "a named barrier for more threads than a block has",
        "Misuse",
        "no block",
        "in a block of 64",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                NamedBarrier::new(3, if wrong { 96 } else { 64 }).sync(); // @no block
            })
        },
    ),
    bug(
        "an arrival too many at a named barrier",
        "Misuse",
        "again",
        "a thread is at barrier 4 again",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                let barrier = NamedBarrier::new(4, 64);
                if warp_idx() == 0 {
                    barrier.arrive();
                    if wrong {
                        barrier.arrive(); // @again
                    }
                } else {
                    barrier.sync();
                }
            })
        },
    ),
    bug(
        "a named barrier for two of four warps",
        "Misuse",
        "any two",
        "which warps meet is left to chance",
        |executor, wrong| {
            try_launch(executor, shape(1, 128).dynamic(1024), |_| {
                let (numbers, thread) = (shared::dynamic::<u32>(0, 128), linear_thread_idx());
                numbers.set(thread, thread);
                // Here warps 0 and 1 meet, and 2 and 3; on a GPU any two.
                let pair = if wrong { 1 } else { 1 + warp_idx() / 2 };
                NamedBarrier::new(pair, 64).sync(); // @any two
                numbers.get(thread ^ 32);
            })
        },
    ),
    bug(
        "a named barrier of two warps, and then of two others",
        "Misuse",
        "two others",
        "warp 2 comes to barrier 1 for 64 threads, and nothing orders that after the last meeting there, of warps 0, 1 at",
        |executor, wrong| {
            try_launch(executor, shape(1, 128), |_| {
                if warp_idx() < 2 {
                    NamedBarrier::new(1, 64).sync();
                }
                if !wrong {
                    sync_threads();
                }
                if warp_idx() >= 2 {
                    NamedBarrier::new(1, 64).sync(); // @two others
                }
            })
        },
    ),
    bug(
        "a named barrier of one count for two warps, and of another for two others",
        "Misuse",
        "two counts in turn",
        "comes to barrier 6 for 96 threads",
        |executor, wrong| {
            try_launch(executor, shape(1, 160), |_| {
                let id = if wrong { 6 } else { 6 + u32::from(warp_idx() >= 2) };
                if warp_idx() < 2 {
                    NamedBarrier::new(id, 64).sync();
                } else {
                    NamedBarrier::new(id, 96).sync(); // @two counts in turn
                }
            })
        },
    ),
    bug(
        "a named barrier at which a producer arrives round after round, and is not told that there is room",
        "Misuse",
        "no way back",
        "warp 0 comes to barrier 1 for 64 threads, and nothing orders that after the last meeting there, of warps 0, 1 at",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                let (full, empty) = (NamedBarrier::new(1, 64), NamedBarrier::new(2, 64));
                for _ in 0..3 {
                    if warp_idx() == 0 {
                        full.arrive(); // @no way back
                        if wrong {
                            // Lets the other go on here, which orders nothing.
                            lego_cuda::device::sleep(100);
                        } else {
                            empty.sync();
                        }
                    } else {
                        full.sync();
                        if !wrong {
                            empty.arrive();
                        }
                    }
                }
            })
        },
    ),
    bug(
        "one named barrier for what is full and for what is empty",
        "Misuse",
        "both ways",
        "warp 0 comes to barrier 3 for 64 threads",
        |executor, wrong| {
            try_launch(executor, shape(1, 64), |_| {
                let (full, empty) = (NamedBarrier::new(3, 64), NamedBarrier::new(if wrong { 3 } else { 4 }, 64));
                if warp_idx() == 1 {
                    full.sync();
                    empty.arrive();
                } else {
                    full.arrive();
                    if wrong {
                        lego_cuda::device::sleep(100);
                    }
                    empty.sync(); // @both ways
                }
            })
        },
    ),
    bug(
        "a named barrier of a loop whose partners change from round to round",
        "Misuse",
        "partners",
        "which warps meet is left to chance",
        |executor, wrong| {
            try_launch(executor, shape(1, 128), |_| {
                for round in 0..2 {
                    // In round 0 warps 0 and 1, 2 and 3; in round 1 warps 0 and 2, 1 and 3.
                    let pair = if round == 0 { warp_idx() / 2 } else { warp_idx() % 2 };
                    NamedBarrier::new(1 + pair, 64).sync(); // @partners
                    if !wrong {
                        sync_threads();
                    }
                }
            })
        },
    ),
    bug("two named barriers in two orders", "Deadlock", "orders", "all threads wait", |executor, wrong| {
        try_launch(executor, shape(1, 64), |_| {
            let barriers = [NamedBarrier::new(1, 64), NamedBarrier::new(2, 64)];
            let first = if wrong { warp_idx() as usize } else { 0 };
            barriers[first].sync(); // @orders
            barriers[1 - first].sync();
        })
    }),
    bug(
        "a barrier of the grid that a block does not reach",
        "Barrier",
        "",
        "waits at `sync_grid`",
        |executor, wrong| {
            let counter = Buffer::of(executor, &[0u32]);
            let count = counter.at();
            try_launch(executor, shape(4, 32).cooperative(), |_| {
                if !wrong || block_idx().x < grid_dim().x - 1 {
                    // SAFETY: the counter is alive.
                    unsafe { sync_grid(count.get(0)) };
                }
            })
        },
    ),
    bug(
        "a barrier of the grid in a launch that is not cooperative",
        "Misuse",
        "not cooperative",
        "not cooperative",
        |executor, wrong| {
            let counter = Buffer::of(executor, &[0u32]);
            let count = counter.at();
            let of = if wrong { shape(4, 32) } else { shape(4, 32).cooperative() };
            // SAFETY: the counter is alive.
            try_launch(executor, of, |_| unsafe { sync_grid(count.get(0)) }) // @not cooperative
        },
    ),
    bug(
        "a counter of the grid that is not 0",
        "Misuse",
        "count",
        "it is to be 0 before the launch",
        |executor, wrong| {
            let counter = Buffer::of(executor, &[u32::from(wrong)]);
            let count = counter.at();
            // SAFETY: the counter is alive.
            try_launch(executor, shape(4, 32).cooperative(), |_| unsafe { sync_grid(count.get(0)) }) // @count
        },
    ),
    bug("a flag that nobody sets", "NoProgress", "flag", "all wait for each other", |executor, wrong| {
        let flags = Buffer::of(executor, &[0u32; 2]);
        let flag = flags.at();
        try_launch(executor, shape(3, 4), |_| {
            // SAFETY: the flags are used by atomics alone.
            unsafe {
                atomic::store_release(flag.get(0), 1, Scope::Gpu);
                while atomic::load_acquire(flag.get(usize::from(wrong)).cast_const(), Scope::Gpu) == 0 {} // @flag
            }
        })
    }),
    bug("a lock that is never given back", "NoProgress", "lock", "all wait for each other", |executor, wrong| {
        let locks = Buffer::of(executor, &[0u32]);
        let lock = locks.at();
        try_launch(executor, shape(3, 4), |_| {
            // SAFETY: the lock is used by atomics alone.
            unsafe {
                while atomic::compare_exchange(lock.get(0), 0, 1, Scope::Gpu) != 0 {} // @lock
                if !wrong {
                    atomic::exchange(lock.get(0), 0, Scope::Gpu);
                }
            }
        })
    }),
    bug(
        "more blocks that wait for the last one than can be in flight",
        "NoProgress",
        "too many blocks",
        "all wait for each other",
        |executor, wrong| {
            let flags = Buffer::of(executor, &[0u32]);
            let flag = flags.at();
            let blocks = if wrong { 200 } else { 8 };
            try_launch(executor, shape(blocks, 64), |_| {
                // SAFETY: the flag is used by atomics alone.
                unsafe {
                    if block_idx().x == grid_dim().x - 1 {
                        atomic::store_release(flag.get(0), 1, Scope::Gpu);
                    }
                    while atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) == 0 {} // @too many blocks
                }
            })
        },
    ),
];
