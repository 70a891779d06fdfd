//! Reads of memory that nobody wrote.

use super::{Bug, Group, bug, device};
use crate::harness::{Buffer, ignore, shape, try_launch};
use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::shared;
use lego_cuda::device::{block_idx, copy_async, linear_thread_idx, sync_threads};
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Block, Global, Register, Shared, Split, Thread};

pub(super) const GROUP: Group =
    Group { title: "Reads of what nobody wrote", source: include_str!("unwritten.rs"), bugs: BUGS };

layout! {
    type Rows = Row(4, 32);
    type Strided = Row(4, 2, 32);
    type Line = Row(32);
    type Run(n) = Row(n);
    /// 50 elements in a tile of 64.
    type Partial = Row(50).ExpandBy([50] => [64]);
}

/// Sums what is there and what is given.
#[lego_kernel(instances(added))]
fn added(numbers: Global<'_, f32, Rows>, sums: Split<'_, f32, Rows, (Block, Thread)>) {
    sums.set([], sums.get([]) + numbers.get([block_idx().x, linear_thread_idx()])); // @sum
}

/// Writes as many rows of each block as it is told.
#[lego_kernel(instances(rows_written))]
fn rows_written(rows: u32, output: Split<'_, f32, Strided, (Block, Register, Thread)>) {
    for row in 0..rows {
        output.set([row], 1.0);
    }
}

/// Reads both rows of each block.
#[lego_kernel(instances(rows_read))]
fn rows_read(numbers: Global<'_, f32, Strided>) {
    for row in 0..2 {
        ignore(numbers.get([block_idx().x, row, linear_thread_idx()])); // @second kernel
    }
}

/// Turns a tile round of which a part is filled.
#[lego_kernel(threads = [64], instances(turned))]
fn turned(filled: u32, output: Split<'_, f32, Partial, (Thread,)>, #[shared] tile: Shared<'_, f32, Partial>) {
    let mine = linear_thread_idx();
    if mine < filled {
        tile.try_set([mine], 1.0);
    }
    sync_threads();
    output.try_set([], tile.try_get([49_u32.wrapping_sub(mine)]).unwrap_or(0.0)); // @partial
}

/// Exchanges through a tile, whose first element is not written.
#[lego_kernel(threads = [32], instances(shifted))]
fn shifted(first: u32, #[shared] tile: Shared<'_, f32, Line>) {
    let mine = linear_thread_idx();
    if mine >= first {
        tile.set([mine], 1.0);
    }
    sync_threads();
    ignore(tile.get([mine])); // @unwritten tile
}

/// Turns a tile round whose layout is passed, and of which a part is filled.
#[lego_kernel(instances(turned_run))]
fn turned_run(filled: u32, #[shared(layout)] tile: Shared<'_, f32, Run>) {
    let (mine, [n]) = (linear_thread_idx(), tile.dims());
    if mine < filled {
        tile.set([mine], 1.0);
    }
    sync_threads();
    ignore(tile.get([n - 1 - mine])); // @partial run
}

const BUGS: &[Bug] = &[
    bug("an element of a tile", "Uninitialized", "unwritten tile", "at byte 0 of `tile`", |executor, wrong| {
        let (_, module) = device(executor)?;
        Shifted::launch(&module, Launch::grid(2), u32::from(wrong))
    }),
    bug(
        "the end of a tile that is filled in part",
        "Uninitialized",
        "partial",
        "at byte 196 of `tile`",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut output = device.poisoned(50)?;
            Turned::launch(&module, Launch::grid(1), if wrong { 49 } else { 50 }, &mut output)
        },
    ),
    bug(
        "the end of a tile whose layout is passed",
        "Uninitialized",
        "partial run",
        "at byte 128 of `tile`",
        |executor, wrong| {
            let (_, module) = device(executor)?;
            let run = Run::new(33).map_err(Error::layout("tile"))?;
            TurnedRun::launch(&module, Launch::grid(3).block(33), 33 - u32::from(wrong), run)
        },
    ),
    bug(
        "what another block left in shared memory",
        "Uninitialized",
        "left behind",
        "that nobody wrote",
        |executor, wrong| {
            try_launch(executor, shape(64, 32).dynamic(128), |_| {
                let (tile, mine) = (shared::dynamic::<u32>(0, 32), linear_thread_idx());
                if !wrong || block_idx().x < 4 {
                    tile.set(mine, mine);
                }
                tile.get(mine); // @left behind
            })
        },
    ),
    bug(
        "a counter in shared memory that starts at nothing",
        "Uninitialized",
        "counter",
        "an atomic update",
        |executor, wrong| {
            try_launch(executor, shape(1, 32).dynamic(4), |_| {
                let count = shared::dynamic::<u32>(0, 1).at(0);
                if !wrong && linear_thread_idx() == 0 {
                    count.set(0);
                }
                sync_threads();
                // SAFETY: all threads update the number by atomics.
                unsafe { atomic::add(count, 1, Scope::Block) }; // @counter
            })
        },
    ),
    bug(
        "a counter in global memory that starts at nothing",
        "Uninitialized",
        "global counter",
        "an atomic update",
        |executor, wrong| {
            let buffer = if wrong { Buffer::raw(executor, 1) } else { Buffer::of(executor, &[0u32]) };
            let at = buffer.at();
            try_launch(executor, shape(2, 32), |_| {
                // SAFETY: all threads update the number by atomics.
                unsafe { atomic::add(at.get(0), 1, Scope::Gpu) }; // @global counter
            })
        },
    ),
    bug("half of a vector", "Uninitialized", "half", "a load of 8 bytes", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(256), |_| {
            let mine = linear_thread_idx();
            shared::dynamic::<u32>(0, 64).set(2 * mine, 1);
            if !wrong {
                shared::dynamic::<u32>(0, 64).set(2 * mine + 1, 1);
            }
            shared::dynamic::<u64>(0, 32).get(mine); // @half
        })
    }),
    bug("a poisoned output, as if it held zeros", "Uninitialized", "sum", ", 0] of `Rows`", |executor, wrong| {
        let (device, module) = device(executor)?;
        let numbers = device.buffer_from(&vec![1.0; Rows::SPAN])?;
        let mut sums = if wrong { device.poisoned(Rows::SPAN)? } else { device.zeroed(Rows::SPAN)? };
        Added::launch(&module, Launch::grid(4).block(32), &numbers, &mut sums)
    }),
    bug(
        "what the kernel before did not write",
        "Uninitialized",
        "second kernel",
        ", 1, 0] of `Strided`",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut rows = device.poisoned(Strided::SPAN)?;
            let launch = Launch::grid(4).block(32);
            RowsWritten::launch(&module, launch, if wrong { 1 } else { 2 }, &mut rows)?;
            RowsRead::launch(&module, launch, &rows)
        },
    ),
    bug("a source of an asynchronous copy", "Uninitialized", "copied", "an asynchronous copy", |executor, wrong| {
        let buffer = if wrong { Buffer::raw(executor, 32) } else { Buffer::of(executor, &[1u32; 32]) };
        let at = buffer.at();
        try_launch(executor, shape(1, 32).dynamic(128), |_| {
            let mine = linear_thread_idx();
            // SAFETY: the source has 32 elements.
            unsafe { copy_async::copy(shared::dynamic(0, 32).at(mine), at.get(mine as usize).cast_const()) }; // @copied
            copy_async::commit();
            copy_async::wait::<0>();
        })
    }),
];
