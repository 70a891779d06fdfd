//! Races in shared memory.

use super::{Bug, Group, bug, device};
use crate::harness::{ignore, shape, try_launch};
use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::shared;
use lego_cuda::device::{Warp, block_idx, lane, linear_thread_idx, sync_threads, thread_idx, warp_idx};
use lego_cuda::launch::Launch;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Shared, Split, ThreadX, ThreadY};

pub(super) const GROUP: Group =
    Group { title: "Races in shared memory", source: include_str!("shared_races.rs"), bugs: BUGS };

layout! {
    type Tiles = Row(4, 16, 16);
    type Tile = Row(16, 16);
    type Line = Row(256);
}

/// Turns tiles.
#[lego_kernel(threads = [16, 16], instances(turned_tiles))]
fn turned_tiles(
    barrier: u32,
    input: Global<'_, f32, Tiles>,
    output: Split<'_, f32, Tiles, (BlockX, ThreadY, ThreadX)>,
    #[shared] tile: Shared<'_, f32, Tile>,
) {
    let thread = thread_idx();
    tile.set([thread.y, thread.x], input.get([block_idx().x, thread.y, thread.x]));
    if barrier == 1 {
        sync_threads();
    }
    output.set([], tile.get([thread.x, thread.y])); // @turned
}

/// Turns a tile that is used again and again.
#[lego_kernel(threads = [16, 16], instances(turned_often))]
fn turned_often(barrier: u32, #[shared] tile: Shared<'_, u32, Tile>) {
    let thread = thread_idx();
    for round in 0..3 {
        tile.set([thread.y, thread.x], round); // @next round
        sync_threads();
        ignore(tile.get([thread.x, thread.y]));
        if barrier == 1 {
            sync_threads();
        }
    }
}

/// Sums numbers by halves, down to a warp's.
#[lego_kernel(threads = [256], instances(summed))]
fn summed(syncs_to: u32, #[shared] parts: Shared<'_, u32, Line>) {
    let mine = linear_thread_idx();
    parts.set([mine], mine);
    let mut half = 128;
    while half > 0 {
        if half >= syncs_to {
            sync_threads();
        }
        if mine < half {
            parts.set([mine], parts.get([mine]) + parts.get([mine + half])); // @summed
        }
        half /= 2;
    }
}

const BUGS: &[Bug] = &[
    bug(
        "no barrier between store and load",
        "Race",
        "turned",
        "a load in shared memory races with a store",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let input = device.buffer_from(&vec![1.0; Tiles::SPAN])?;
            let mut output = device.poisoned(Tiles::SPAN)?;
            TurnedTiles::launch(&module, Launch::grid(4), u32::from(!wrong), &input, &mut output)
        },
    ),
    bug(
        "no barrier before the next round's store",
        "Race",
        "next round",
        "a store in shared memory races with a load",
        |executor, wrong| TurnedOften::launch(&device(executor)?.1, Launch::grid(2), u32::from(!wrong)),
    ),
    bug(
        "a sum by halves that trusts in the lanes of a warp",
        "Race",
        "summed",
        "races with a load",
        |executor, wrong| Summed::launch(&device(executor)?.1, Launch::grid(2), if wrong { 32 } else { 1 }),
    ),
    bug(
        "two threads that store to one place",
        "Race",
        "one place",
        "a store in shared memory races with a store",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(256), |_| {
                shared::dynamic::<u32>(0, 64).set(linear_thread_idx() / if wrong { 2 } else { 1 }, 1); // @one place
            })
        },
    ),
    bug("bytes of one thread, and the word of another", "Race", "bytes", "races with a store", |executor, wrong| {
        try_launch(executor, shape(1, 8).dynamic(32), |_| {
            let mine = linear_thread_idx();
            shared::dynamic::<u8>(0, 32).set(4 * mine + 3, 1); // @bytes
            let word = if wrong { (mine + 1) % 8 } else { mine };
            shared::dynamic::<u32>(0, 8).set(word, 2);
        })
    }),
    bug(
        "a counter that is reset without a barrier",
        "Race",
        "not reset",
        "an atomic update in shared memory races",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(4), |_| {
                let count = shared::dynamic::<u32>(0, 1).at(0);
                if linear_thread_idx() == 0 {
                    count.set(0);
                }
                if !wrong {
                    sync_threads();
                }
                // SAFETY: all threads update the number by atomics.
                unsafe { atomic::add(count, 1, Scope::Block) }; // @not reset
            })
        },
    ),
    bug(
        "a counter that is read without a barrier",
        "Race",
        "too early",
        "races with an atomic update",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(4), |_| {
                let count = shared::dynamic::<u32>(0, 1).at(0);
                if linear_thread_idx() == 0 {
                    count.set(0);
                }
                sync_threads();
                // SAFETY: all threads update the number by atomics.
                unsafe { atomic::add(count, 1, Scope::Block) };
                if !wrong {
                    sync_threads();
                }
                count.get(); // @too early
            })
        },
    ),
    bug("an update that is no atomic", "Race", "no atomic", "races with", |executor, wrong| {
        try_launch(executor, shape(1, 64).dynamic(1024), |_| {
            let (bins, mine) = (shared::dynamic::<u32>(0, 256), linear_thread_idx());
            (mine..256).step_by(64).for_each(|bin| bins.set(bin, 0));
            sync_threads();
            let bin = bins.at(mine % 7);
            if wrong {
                bin.set(bin.get() + 1); // @no atomic
            } else {
                // SAFETY: all threads update the bins by atomics.
                unsafe { atomic::add(bin, 1, Scope::Block) };
            }
        })
    }),
    bug(
        "a barrier of the warp where the block is needed",
        "Race",
        "warp only",
        "races with a store",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(256), |_| {
                let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
                tile.set(mine, mine);
                Warp::ALL.sync();
                tile.get(mine ^ if wrong { 32 } else { 16 }); // @warp only
            })
        },
    ),
    bug(
        "lanes that exchange without a barrier of the warp",
        "Race",
        "lanes",
        "races with a store",
        |executor, wrong| {
            try_launch(executor, shape(1, 32).dynamic(128), |_| {
                let (tile, mine) = (shared::dynamic::<u32>(0, 32), lane());
                tile.set(mine, mine);
                if !wrong {
                    Warp::ALL.sync();
                }
                tile.get(mine ^ 1); // @lanes
            })
        },
    ),
    bug(
        "a barrier of some lanes, and a read by another",
        "Race",
        "other lane",
        "races with a store",
        |executor, wrong| {
            try_launch(executor, shape(1, 32).dynamic(128), |_| {
                let (tile, mine) = (shared::dynamic::<u32>(0, 32), lane());
                tile.set(mine, mine);
                if mine < 16 {
                    Warp::lanes(0xffff).sync();
                    tile.get(if wrong { 31 - mine } else { 15 - mine }); // @other lane
                }
            })
        },
    ),
    bug("a shuffle taken for a barrier", "Race", "shuffled", "races with a store", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(128), |_| {
            let (tile, mine) = (shared::dynamic::<u32>(0, 32), lane());
            tile.set(mine, mine);
            Warp::ALL.shuffle_xor(mine, 1);
            if !wrong {
                Warp::ALL.sync();
            }
            tile.get(31 - mine); // @shuffled
        })
    }),
    bug(
        "a store after a broadcast, when two of three readers have met",
        "Race",
        "third reader",
        "a store in shared memory races with a load",
        |executor, wrong| {
            try_launch(executor, shape(1, 128).dynamic(4), |_| {
                let tile = shared::dynamic::<u32>(0, 1);
                if linear_thread_idx() == 0 {
                    tile.set(0, 1);
                }
                sync_threads();
                tile.get(0);
                // The first warp writes when the third and the fourth have read; of the second it knows nothing.
                let warps = if wrong { 96 } else { 128 };
                match warp_idx() {
                    0 => NamedBarrier::new(1, warps).sync(),
                    1 if wrong => {}
                    _ => NamedBarrier::new(1, warps).arrive(),
                }
                if linear_thread_idx() == 0 {
                    tile.set(0, 2); // @third reader
                }
            })
        },
    ),
    bug(
        "a producer that does not wait until all was consumed",
        "Race",
        "not consumed",
        "a load in shared memory races with a store",
        |executor, wrong| {
            try_launch(executor, shape(1, 64).dynamic(128), |_| {
                let tile = shared::dynamic::<u32>(0, 32);
                for round in 0..3 {
                    let (full, empty) = (NamedBarrier::new(1 + round, 64), NamedBarrier::new(5 + round, 64));
                    if warp_idx() == 0 {
                        tile.set(lane(), round);
                        full.arrive();
                        if !wrong {
                            empty.sync();
                        }
                    } else {
                        full.sync();
                        tile.get(31 - lane()); // @not consumed
                        if !wrong {
                            empty.arrive();
                        }
                    }
                }
            })
        },
    ),
    bug("a shift in place", "Race", "in place", "races with", |executor, wrong| {
        try_launch(executor, shape(1, 64).dynamic(256), |_| {
            let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
            tile.set(mine, mine);
            sync_threads();
            let right = tile.get((mine + 1) % 64);
            if !wrong {
                sync_threads();
            }
            tile.set(mine, right); // @in place
        })
    }),
    bug("two stages that use one buffer", "Race", "one buffer", "races with a load", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(256), |_| {
            let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
            tile.set(mine, 0);
            for stage in 1..4 {
                sync_threads();
                let (now, next) = if wrong { (0, 0) } else { (32 * ((stage + 1) % 2), 32 * (stage % 2)) };
                let read = tile.get(now + 31 - mine);
                tile.set(next + mine, read); // @one buffer
            }
        })
    }),
];
