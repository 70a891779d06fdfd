//! What an access costs on the executor: nanoseconds of one worker, by kind, with and without the profile.
//!
//! `cargo bench -p lego-cuda --bench executor`; with `--profile dev` as a user's tests are built who does nothing. A word
//! runs the kinds that contain it, once: for `valgrind --tool=callgrind`.

// Addresses of global memory.
#![allow(unsafe_code)]

use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::{block_idx, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::{Device, Error, Launch, Module};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Block, Global, GlobalMut, Register, Shared, Split, Thread};
use std::time::Instant;

const BLOCKS: u32 = 64;
const THREADS: u32 = 256;
/// Rounds of a thread.
const ROUNDS: u32 = 16;

layout! {
    /// Element `[block, round, thread]`.
    type Strided = Row(64, 16, 256);
    type Tile = Row(16, 16);
    type Bins = Row(256);
}

/// Two accesses a round: constant loads and stores of global memory.
#[lego_kernel(threads = [256], instances(copy))]
fn copy(input: Global<'_, f32, Strided>, output: Split<'_, f32, Strided, (Block, Register, Thread)>) {
    let (block, thread) = (block_idx().x, linear_thread_idx());
    for round in 0..ROUNDS {
        output.set([round], input.get([block, round, thread]));
    }
}

/// Two accesses a round: plain loads and stores of global memory.
#[lego_kernel(threads = [256], instances(update))]
fn update(output: Split<'_, f32, Strided, (Block, Register, Thread)>) {
    for round in 0..ROUNDS {
        output.set([round], 1.0 + output.get([round]));
    }
}

/// Two accesses a round: loads of a tile as a matrix product has them, a row for some threads and a column for others.
#[lego_kernel(threads = [256], instances(product))]
fn product(output: Split<'_, f32, Strided, (Block, Register, Thread)>, #[shared] tile: Shared<'_, f32, Tile>) {
    let thread = linear_thread_idx();
    let (row, column) = (thread / 16, thread % 16);
    tile.set([row, column], 1.0);
    sync_threads();
    let mut sum = 0.0;
    for k in 0..ROUNDS {
        sum += tile.get([row, k]) * tile.get([k, column]);
    }
    output.set([0], sum);
}

/// Two accesses a round: a store to a tile and a load from it, with two barriers.
#[lego_kernel(threads = [256], instances(exchange))]
fn exchange(output: Split<'_, f32, Strided, (Block, Register, Thread)>, #[shared] tile: Shared<'_, f32, Tile>) {
    let thread = linear_thread_idx();
    let (row, column) = (thread / 16, thread % 16);
    let mut sum = 0.0;
    for _ in 0..ROUNDS {
        tile.set([row, column], sum);
        sync_threads();
        sum += tile.get([column, row]);
        sync_threads();
    }
    output.set([0], sum);
}

/// An atomic a round, of shared memory.
#[lego_kernel(threads = [256], instances(count))]
fn count(output: Split<'_, u32, Strided, (Block, Register, Thread)>, #[shared] bins: Shared<'_, u32, Bins>) {
    let thread = linear_thread_idx();
    bins.set([thread], 0);
    sync_threads();
    for round in 0..ROUNDS {
        // SAFETY: between the barriers the bins are updated by atomics alone.
        unsafe { atomic::add(bins.at([(thread * 7 + round * 13) % 256]), 1, Scope::Block) };
    }
    sync_threads();
    output.set([0], bins.get([thread]));
}

/// An atomic a round, of global memory.
#[lego_kernel(threads = [256], instances(count_all))]
unsafe fn count_all(bins: GlobalMut<'_, u32, Bins>) {
    let thread = linear_thread_idx();
    for round in 0..ROUNDS {
        // SAFETY: the bins are updated by atomics alone.
        unsafe { atomic::add(bins.at([(thread * 7 + round * 13) % 256]), 1, Scope::Gpu) };
    }
}

/// A kind of access: its name, the accesses of a thread, and a launch.
struct Kind {
    name: &'static str,
    accesses: u32,
    run: fn(&Module<Executor>) -> Result<f64, Error>,
}

/// The seconds of a launch.
fn timed(launch: impl FnOnce() -> Result<(), Error>) -> Result<f64, Error> {
    let start = Instant::now();
    launch()?;
    Ok(start.elapsed().as_secs_f64())
}

const GRID: fn() -> Launch = || Launch::grid(BLOCKS);

const KINDS: [Kind; 6] = [
    Kind {
        name: "copy",
        accesses: 2 * ROUNDS,
        run: |module| {
            let input = module.device().buffer_from(&vec![1.0; Strided::SPAN])?;
            let mut output = module.device().poisoned(Strided::SPAN)?;
            timed(|| Copy::launch(module, GRID(), &input, &mut output))
        },
    },
    Kind {
        name: "update",
        accesses: 2 * ROUNDS,
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Update::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "product",
        accesses: 2 * ROUNDS + 2,
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Product::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "exchange",
        accesses: 2 * ROUNDS + 1,
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Exchange::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "count",
        accesses: ROUNDS + 3,
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Count::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "count_all",
        accesses: ROUNDS,
        run: |module| {
            let mut bins = module.device().zeroed(256)?;
            // SAFETY: the kernel asks for nothing.
            timed(|| unsafe { CountAll::launch(module, GRID(), &mut bins) })
        },
    },
];

fn main() -> Result<(), Error> {
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let times = if word.is_some() { 1 } else { 9 };
    println!("{:<12} {:>8} {:>8}  ns an access, without and with the profile", "kind", "plain", "profile");
    for Kind { name, accesses, run } in KINDS.iter().filter(|kind| word.as_ref().is_none_or(|word| kind.name == *word))
    {
        let best = |profile: bool| -> Result<f64, Error> {
            let device = Device::new(Executor::with(Options::new().workers(1).profile(profile)));
            let module = device.without_program()?;
            let mut best = f64::INFINITY;
            for _ in 0..times {
                best = best.min(run(&module)?);
            }
            Ok(best * 1e9 / f64::from(BLOCKS * THREADS * accesses))
        };
        println!("{name:<12} {:>8.1} {:>8.1}", best(false)?, if word.is_some() { 0.0 } else { best(true)? });
    }
    Ok(())
}
