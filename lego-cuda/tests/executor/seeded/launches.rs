//! Launches that are refused before anything runs.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::linear_thread_idx;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Shared, Split, Thread, ThreadX};

pub(super) const GROUP: Group = Group { title: "Launches", source: include_str!("launches.rs"), bugs: BUGS };

layout! {
    type Rows = Row(4, 32);
    type Matrix(m, n) = Row(m, n);
    type Tile = Row(1024);
}

/// Fills rows, a block each.
#[lego_kernel(instances(fill_rows))]
fn fill_rows(output: Split<'_, f32, Rows, (BlockX, ThreadX)>) {
    output.set([], 1.0);
}

/// Fills a matrix whose sizes are given.
#[lego_kernel(instances(fill_matrix))]
fn fill_matrix(output: Split<'_, f32, Matrix, (BlockX, Thread)>) {
    output.try_set([], 1.0);
}

/// Fills a tile.
#[lego_kernel(threads = [32], instances(fill_tile))]
fn fill_tile(#[shared(dynamic)] tile: Shared<'_, f32, Tile>) {
    tile.set([linear_thread_idx()], 1.0);
}

/// Fills a tile whose layout is passed.
#[lego_kernel(threads = [32], instances(fill_passed))]
fn fill_passed(#[shared(layout)] tile: Shared<'_, f32, Matrix>) {
    tile.set([0, linear_thread_idx()], 1.0);
}

const BUGS: &[Bug] = &[
    bug(
        "threads in a dimension that no axis of a `Split` names",
        "Axes",
        "",
        "do not name `ThreadY`",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut output = device.poisoned(Rows::SPAN)?;
            FillRows::launch(&module, Launch::grid(4).block([32, 1 + u32::from(wrong)]), &mut output)
        },
    ),
    bug(
        "a buffer that is shorter than its layout",
        "Length",
        "",
        "output has 127 elements, and 128 are needed",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut output = device.poisoned(Rows::SPAN - usize::from(wrong))?;
            FillRows::launch(&module, Launch::grid(4).block(32), &mut output)
        },
    ),
    bug(
        "a layout with more elements than an index counts",
        "Layout",
        "",
        "the layout of `output`",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut output = device.poisoned(64)?;
            let sizes = Matrix::new(if wrong { usize::MAX } else { 2 }, 32).map_err(Error::layout("output"))?;
            FillMatrix::launch(&module, Launch::grid(2).block(32), output.view_mut(sizes))
        },
    ),
    bug("a block that the kernel does not take", "Block", "", "it takes 32x1x1 and nothing else", |executor, wrong| {
        FillTile::launch(&device(executor)?.1, Launch::grid(1).block(if wrong { 64 } else { 32 }))
    }),
    bug("no extents of a block", "Block", "", "needs the extents of a block", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(Rows::SPAN)?;
        let launch = Launch::grid(4);
        FillRows::launch(&module, if wrong { launch } else { launch.block(32) }, &mut output)
    }),
    bug(
        "a grid with more blocks than a launch may have",
        "Grid",
        "",
        "on a grid of 4294967295x1x1 blocks",
        |executor, wrong| FillTile::launch(&device(executor)?.1, Launch::grid(if wrong { u32::MAX } else { 1 })),
    ),
    bug(
        "more shared memory than a block has",
        "SharedMemory",
        "",
        "bytes of shared memory a block",
        |executor, wrong| {
            FillTile::launch(
                &device(executor)?.1,
                Launch::grid(1).dynamic_shared(if wrong { 1 << 20 } else { 1 << 10 }),
            )
        },
    ),
    bug(
        "a tile whose layout needs more shared memory than a block has",
        "SharedMemory",
        "",
        "needs 232576 bytes of shared memory a block, and the device has 232448",
        |executor, wrong| {
            let rows = if wrong { 1817 } else { 1816 };
            let tile = Matrix::new(rows, 32).map_err(Error::layout("tile"))?;
            FillPassed::launch(&device(executor)?.1, Launch::grid(1), tile)
        },
    ),
    bug(
        "more blocks than can run at once, where all are to",
        "Cooperative",
        "",
        "the device holds",
        |executor, wrong| {
            FillTile::launch(&device(executor)?.1, Launch::grid(if wrong { 1 << 20 } else { 4 }).cooperative())
        },
    ),
    bug("a buffer of another device", "OtherDevice", "", "`output` belongs to another device", |executor, wrong| {
        let (mut device, module) = device(executor)?;
        if wrong {
            device = super::device(&lego_cuda::executor::Executor::new())?.0;
        }
        let mut output = device.poisoned(Rows::SPAN)?;
        FillRows::launch(&module, Launch::grid(4).block(32), &mut output)
    }),
];
