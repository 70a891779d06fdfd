//! What an access costs on the executor: nanoseconds of one worker, by kind, with and without the profile.
//!
//! `cargo bench -p lego-cuda --bench executor`. A crate of its own whose program is this file, with `lego` and `lego-cuda` as
//! dependencies by their paths, says in its development profile what tests of kernels cost there. A word runs the kinds that
//! contain it, once: for `valgrind --tool=callgrind`.

// Addresses of global memory.
#![allow(unsafe_code)]

use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::{BlockWide, block_idx, linear_thread_idx, sync_threads, thread_idx};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::{Device, Error, Launch, Module};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Block, BlockX, BlockY, Global, GlobalMut, Register, Shared, Split, Thread, ThreadX, ThreadY};
use std::time::Instant;

const BLOCKS: u32 = 64;
/// Rounds of a thread.
const ROUNDS: u32 = 16;

layout! {
    /// Element `[block, round, thread]`.
    type Strided = Row(64, 16, 256);
    type Tile = Row(16, 16);
    type Bins = Row(256);

    /// Element `[block, thread]` of a line of n elements.
    type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 256)*256]).GroupBy([ceil_div(n, 256), 256]);
    /// Element `[block row, block column, step, 0, thread row, column]` of a matrix in blocks of 32×32.
    type Blocks(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 32)*32, ceil_div(n, 32)*32])
        .TileBy([ceil_div(m, 32), ceil_div(n, 32)], [4, 1], [8, 32]);
    /// The row of a block in a step.
    type Step = Row(4, 8);
    type Swizzled = SwizzleRows([32, 32], 5);
    /// Element `[row, step, thread]` of rows of n elements.
    type Rows(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 256)*256])
        .GroupBy([m, ceil_div(n, 256), 256]);
    type Sums(m) = Row(m).GroupBy([m, 1]);
}

/// The sum of two vectors of any length.
#[lego_kernel(threads = 256, instances(add))]
fn add(a: Global<'_, f32, Line>, b: Global<'_, f32, Line>, sum: Split<'_, f32, Line, (BlockX, ThreadX)>) {
    let at = sum.index([]);
    if let (Some(a), Some(b)) = (a.try_get(at), b.try_get(at)) {
        sum.try_set([], a + b);
    }
}

/// The transpose of a matrix of any size, by a tile in shared memory.
#[lego_kernel(threads = [32, 8], instances(turn))]
fn turn(
    input: Global<'_, f32, Blocks>,
    output: Split<'_, f32, Blocks, (BlockX, BlockY, Register, Register, ThreadY, ThreadX)>,
    #[shared] tile: Shared<'_, f32, Swizzled>,
) {
    let (block, thread) = (block_idx(), thread_idx());
    for step in 0..4 {
        if let Some(element) = input.try_get([block.y, block.x, step, 0, thread.y, thread.x]) {
            tile.set([Step::apply_u32([step, thread.y]), thread.x], element);
        }
    }
    sync_threads();
    for step in 0..4 {
        if output.contains([step, 0]) {
            output.try_set([step, 0], tile.get([thread.x, Step::apply_u32([step, thread.y])]));
        }
    }
}

/// The sum of each row of a matrix of any size.
#[lego_kernel(threads = 256, instances(sum))]
fn sum(input: Global<'_, f32, Rows>, sums: Split<'_, f32, Sums, (BlockX, ThreadX)>, #[shared] all: BlockWide<'_, f32>) {
    let ([_, steps, _], block, thread) = (input.dims(), block_idx().x, thread_idx().x);
    let mut sum = 0.0;
    for step in 0..steps {
        sum += input.try_get([block, step, thread]).unwrap_or(0.0);
    }
    let sum = all.sum(sum);
    sums.try_set([], sum);
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

/// A kind of access: its name, and a launch.
struct Kind {
    name: &'static str,
    run: fn(&Module<Executor>) -> Result<f64, Error>,
}

/// The nanoseconds that this thread has had a core, where the system says so: others may run beside a benchmark.
fn on_core() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// The seconds of a launch.
fn timed(launch: impl FnOnce() -> Result<(), Error>) -> Result<f64, Error> {
    let (start, before) = (Instant::now(), on_core());
    launch()?;
    let elapsed = start.elapsed().as_secs_f64();
    Ok(before.zip(on_core()).map_or(elapsed, |(before, now)| (now - before) as f64 / 1e9))
}

const GRID: fn() -> Launch = || Launch::grid(BLOCKS);

const KINDS: [Kind; 9] = [
    Kind {
        name: "add",
        run: |module| {
            let (device, len) = (module.device(), 300_001);
            let line = Line::new(len).map_err(Error::layout("sum"))?;
            let (a, mut sum) = (device.buffer_from(&vec![1.0; len])?, device.poisoned(len)?);
            timed(|| Add::launch(module, Launch::covering(), a.view(line), a.view(line), sum.view_mut(line)))
        },
    },
    Kind {
        name: "turn",
        run: |module| {
            let (device, m, n) = (module.device(), 501, 499);
            let [from, to] =
                [Blocks::new(m, n), Blocks::new(n, m)].map(|blocks| blocks.map_err(Error::layout("input")));
            let (input, mut output) = (device.buffer_from(&vec![1.0; m * n])?, device.poisoned(m * n)?);
            let grid = Launch::grid([n.div_ceil(32) as u32, m.div_ceil(32) as u32]);
            timed(|| Turn::launch(module, grid, input.view(from?), output.view_mut(to?)))
        },
    },
    Kind {
        name: "sum",
        run: |module| {
            let (device, m, n) = (module.device(), 61, 4099);
            let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
            let of_rows = Sums::new(m).map_err(Error::layout("sums"))?;
            let (input, mut sums) = (device.buffer_from(&vec![1.0; m * n])?, device.poisoned(m)?);
            timed(|| Sum::launch(module, Launch::grid(m), input.view(rows), sums.view_mut(of_rows)))
        },
    },
    Kind {
        name: "copy",
        run: |module| {
            let input = module.device().buffer_from(&vec![1.0; Strided::SPAN])?;
            let mut output = module.device().poisoned(Strided::SPAN)?;
            timed(|| Copy::launch(module, GRID(), &input, &mut output))
        },
    },
    Kind {
        name: "update",
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Update::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "product",
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Product::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "exchange",
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Exchange::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "count",
        run: |module| {
            let mut output = module.device().zeroed(Strided::SPAN)?;
            timed(|| Count::launch(module, GRID(), &mut output))
        },
    },
    Kind {
        name: "count_all",
        run: |module| {
            let mut bins = module.device().zeroed(256)?;
            // SAFETY: the kernel asks for nothing.
            timed(|| unsafe { CountAll::launch(module, GRID(), &mut bins) })
        },
    },
];

/// The accesses of threads that a kind has.
fn accesses(run: fn(&Module<Executor>) -> Result<f64, Error>) -> Result<u64, Error> {
    let executor = Executor::with(Options::new().profile(true));
    run(&Device::new(executor.clone()).without_program()?)?;
    Ok(executor.profile().rows().iter().map(|row| row.accesses).sum())
}

fn main() -> Result<(), Error> {
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let times = if word.is_some() { 1 } else { 9 };
    println!("{:<12} {:>8} {:>8}  ns an access, without and with the profile", "kind", "plain", "profile");
    for Kind { name, run } in KINDS.iter().filter(|kind| word.as_ref().is_none_or(|word| kind.name == *word)) {
        let accesses = if word.is_some() { 1 } else { accesses(*run)? };
        let median = |profile: bool| -> Result<f64, Error> {
            let device = Device::new(Executor::with(Options::new().workers(1).profile(profile)));
            let module = device.without_program()?;
            let mut seconds = (0..times).map(|_| run(&module)).collect::<Result<Vec<f64>, Error>>()?;
            seconds.sort_by(f64::total_cmp);
            Ok(seconds[seconds.len() / 2] * 1e9 / accesses as f64)
        };
        println!("{name:<12} {:>8.1} {:>8.1}", median(false)?, if word.is_some() { 0.0 } else { median(true)? });
    }
    Ok(())
}
