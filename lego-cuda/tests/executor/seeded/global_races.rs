//! Races in global memory by plain accesses.

use super::{Bug, Group, bug, device};
use crate::harness::{Buffer, ignore, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::sync_grid;
use lego_cuda::device::{block_idx, global, linear_thread_idx, sync_threads};
use lego_cuda::launch::Launch;
use lego_cuda::lego_kernel;
use lego_cuda::view::GlobalMut;

pub(super) const GROUP: Group =
    Group { title: "Races in global memory", source: include_str!("global_races.rs"), bugs: BUGS };

/// The number of the thread in the grid, of blocks of 32.
fn mine() -> u32 {
    32 * block_idx().x + linear_thread_idx()
}

/// Smooths a vector, in place or not.
#[lego_kernel(instances(smoothed))]
unsafe fn smoothed(shift: u32, numbers: GlobalMut<'_, f32>) {
    let i = mine();
    // SAFETY: wrong where both halves are one.
    unsafe {
        let right = numbers.get([(i + 1) % 64]);
        numbers.set([i + shift], right); // @in place
    }
}

const BUGS: &[Bug] = &[
    bug(
        "two blocks that store to one element",
        "Race",
        "one element",
        "races with a store of block (",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[0u32; 64]);
            let at = buffer.at();
            try_launch(executor, shape(2, 32), |_| at.store(if wrong { linear_thread_idx() } else { mine() }, 1)) // @one element
        },
    ),
    bug(
        "threads of a block that exchange without a barrier",
        "Race",
        "exchange",
        "races with a store",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[0u32; 64]);
            let at = buffer.at();
            try_launch(executor, shape(2, 32), |_| {
                at.store(mine(), 1);
                if !wrong {
                    sync_threads();
                }
                at.load(mine() ^ 31); // @exchange
            })
        },
    ),
    bug("a stencil in place, across blocks", "Race", "in place", "races with a load", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut numbers = device.buffer_from(&[1.0; 128])?;
        // SAFETY: wrong, which is what is looked for.
        unsafe { Smoothed::launch(&module, Launch::grid(2).block(32), if wrong { 0 } else { 64 }, &mut numbers) }
    }),
    bug(
        "a barrier of the block taken for one of the grid",
        "Race",
        "other block",
        "races with a store",
        |executor, wrong| {
            let (buffer, counter) = (Buffer::of(executor, &[0u32; 64]), Buffer::of(executor, &[0u32]));
            let (at, count) = (buffer.at(), counter.at());
            try_launch(executor, shape(2, 32).cooperative(), |_| {
                at.store(mine(), 1);
                if wrong {
                    sync_threads();
                } else {
                    // SAFETY: the counter is alive, and all threads come here.
                    unsafe { sync_grid(count.get(0)) };
                }
                at.load(63 - mine()); // @other block
            })
        },
    ),
    bug("an update by all blocks that is no atomic", "Race", "no atomic", "races with", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32]);
        let at = buffer.at();
        try_launch(executor, shape(8, 1), |_| {
            if wrong {
                at.store(0, at.load(0) + 1); // @no atomic
            } else {
                // SAFETY: all threads update the number by atomics.
                unsafe { atomic::add(at.get(0), 1, Scope::Gpu) };
            }
        })
    }),
    bug("a plain load of what others update by atomics", "Race", "", "races with", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32]);
        let at = buffer.at();
        try_launch(executor, shape(8, 1), |_| {
            // SAFETY: all threads update the number by atomics.
            unsafe { atomic::add(at.get(0), 1, Scope::Gpu) };
            if wrong {
                at.load(0);
            } else {
                // SAFETY: as above.
                unsafe { atomic::load_relaxed(at.get(0).cast_const(), Scope::Gpu) };
            }
        })
    }),
    bug("a plain reset of what others update by atomics", "Race", "", "races with", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32]);
        let at = buffer.at();
        try_launch(executor, shape(4, 1), |_| {
            // SAFETY: all threads update the number by atomics.
            unsafe { atomic::add(at.get(0), 1, Scope::Gpu) };
            if block_idx().x == 3 {
                if wrong {
                    at.store(0, 0);
                } else {
                    // SAFETY: as above.
                    unsafe { atomic::exchange(at.get(0), 0, Scope::Gpu) };
                }
            }
        })
    }),
    bug("neighbouring bytes by words", "Race", "words", "races with a store", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32; 32]);
        let at = buffer.at();
        try_launch(executor, shape(2, 32), |_| {
            let byte = 2 * linear_thread_idx() + block_idx().x;
            if wrong {
                at.store(byte / 4, 1); // @words
            } else {
                // SAFETY: each thread has a byte of its own.
                unsafe { global::store(at.get(0).cast::<u8>().wrapping_add(byte as usize), 1) };
            }
        })
    }),
    bug(
        "a load of constant memory that the thread writes",
        "Race",
        "constant",
        "constant memory is written by nobody",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[0u32; 32]);
            let at = buffer.at();
            try_launch(executor, shape(1, 32), |_| {
                let place = at.get(linear_thread_idx() as usize);
                // SAFETY: wrong, which is what is looked for.
                let before = unsafe {
                    if wrong { global::load_read_only(place.cast_const()) } else { global::load(place.cast_const()) }
                };
                // SAFETY: each thread has an element of its own.
                unsafe { global::store(place, before + 1) }; // @constant
            })
        },
    ),
    bug(
        "constant memory that was written before a barrier of the grid",
        "Race",
        "written before",
        "constant memory is written by nobody",
        |executor, wrong| {
            let (buffer, counter) = (Buffer::of(executor, &[0u32; 64]), Buffer::of(executor, &[0u32]));
            let (at, count) = (buffer.at(), counter.at());
            try_launch(executor, shape(2, 32).cooperative(), |_| {
                at.store(mine(), 1);
                // SAFETY: the counter is alive, and all threads come here.
                unsafe { sync_grid(count.get(0)) };
                let place = at.get(63 - mine() as usize).cast_const();
                // SAFETY: wrong, which is what is looked for.
                ignore(unsafe { if wrong { global::load_read_only(place) } else { global::load(place) } }); // @written before
            })
        },
    ),
    bug(
        "memory that some read as constant and others not, written after a barrier of the grid",
        "Race",
        "written after all",
        "races with a load of constant memory",
        |executor, wrong| {
            let (buffer, counter) = (Buffer::of(executor, &[0u32]), Buffer::of(executor, &[0u32]));
            let (at, count) = (buffer.at(), counter.at());
            try_launch(executor, shape(2, 32).cooperative(), |_| {
                at.load(0);
                if mine().is_multiple_of(2) {
                    at.load(0);
                }
                let place = at.get(0).cast_const();
                if wrong && mine() == 63 {
                    // SAFETY: wrong, which is what is looked for.
                    ignore(unsafe { global::load_read_only(place) });
                }
                // SAFETY: the counter is alive, and all threads come here.
                unsafe { sync_grid(count.get(0)) };
                if mine() == 0 {
                    at.store(0, 1); // @written after all
                }
            })
        },
    ),
    bug(
        "constant memory that is written after a barrier of the grid",
        "Race",
        "written after",
        "races with a load of constant memory",
        |executor, wrong| {
            let (buffer, counter) = (Buffer::of(executor, &[0u32; 64]), Buffer::of(executor, &[0u32]));
            let (at, count) = (buffer.at(), counter.at());
            try_launch(executor, shape(2, 32).cooperative(), |_| {
                let place = at.get(63 - mine() as usize).cast_const();
                // SAFETY: wrong, which is what is looked for.
                ignore(unsafe { if wrong { global::load_read_only(place) } else { global::load(place) } });
                // SAFETY: the counter is alive, and all threads come here.
                unsafe { sync_grid(count.get(0)) };
                at.store(mine(), 1); // @written after
            })
        },
    ),
];
