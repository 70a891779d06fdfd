//! Elements of outputs that no thread writes.

use super::{Bug, Group, bug, device};
use crate::harness::ignore;
use lego::layout;
use lego_cuda::device::{block_idx, linear_thread_idx, thread_idx};
use lego_cuda::launch::Launch;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, GlobalMut, Register, Split, ThreadX};

pub(super) const GROUP: Group = Group {
    title: "Elements of an output that no thread writes, read by the host",
    source: include_str!("outputs.rs"),
    bugs: BUGS,
};

layout! {
    type Rows(m, n) = Row(m, n);
    type Strided = Row(4, 2, 32);
    type Blocks = Row(3, 2, 32);
    type Padded = Row(4, 9).PadBy([4, 8] => [4, 9]);
}

/// Numbers the elements of a vector.
#[lego_kernel(instances(numbered))]
unsafe fn numbered(first: u32, output: GlobalMut<'_, u32>) {
    let i = 32 * block_idx().x + thread_idx().x + first;
    if i < output.len() {
        // SAFETY: each thread has a number of its own.
        unsafe { output.set([i], i) };
    }
}

/// Numbers the elements of a matrix, a thread each.
#[lego_kernel(instances(numbered_rows))]
unsafe fn numbered_rows(output: GlobalMut<'_, u32, Rows>) {
    let index = [block_idx().x, thread_idx().x];
    if output.contains(index) {
        // SAFETY: each thread has an index of its own.
        unsafe { output.set(index, index[1]) };
    }
}

/// Writes some of the elements of each thread.
#[lego_kernel(instances(some_registers))]
fn some_registers(registers: u32, output: Split<'_, f32, Strided, (BlockX, Register, ThreadX)>) {
    for register in 0..registers {
        output.set([register], 1.0);
    }
}

/// Writes by a condition.
#[lego_kernel(instances(by_condition))]
fn by_condition(below: u32, output: Split<'_, f32, Strided, (BlockX, Register, ThreadX)>) {
    for register in 0..2 {
        if linear_thread_idx() < below {
            output.set([register], 1.0);
        }
    }
}

/// Writes a block's part in a grid of two dimensions.
#[lego_kernel(instances(two_dimensions))]
fn two_dimensions(output: Split<'_, f32, Blocks, (BlockX, BlockY, ThreadX)>) {
    if output.contains([]) {
        output.set([], 1.0);
    }
}

/// Writes rows of a padded matrix.
#[lego_kernel(instances(padded_rows))]
unsafe fn padded_rows(rows: u32, output: GlobalMut<'_, f32, Padded>) {
    for row in 0..rows {
        // SAFETY: each thread has a column of its own.
        unsafe { output.set([row, linear_thread_idx()], 1.0) };
    }
}

const BUGS: &[Bug] = &[
    bug("a grid with a block too few", "Unwritten", "", "4 of 100 elements of `output`", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(100)?;
        let launch = Launch::grid(if wrong { 3 } else { 4 }).block(32);
        // SAFETY: the kernel keeps its threads apart.
        unsafe { Numbered::launch(&module, launch, 0, &mut output)? };
        output.read().map(ignore)
    }),
    bug("a block with a warp too few", "Unwritten", "", "first [0, 32] of `Rows`", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(6 * 40)?;
        let launch = Launch::grid(6).block(if wrong { 32 } else { 64 });
        let rows = Rows::new(6, 40).map_err(lego_cuda::launch::Error::layout("output"))?;
        // SAFETY: the kernel keeps its threads apart.
        unsafe { NumberedRows::launch(&module, launch, output.view_mut(rows))? };
        output.read().map(ignore)
    }),
    bug("an offset that skips the first elements", "Unwritten", "", "first [0] of `Linear`", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(100)?;
        // SAFETY: the kernel keeps its threads apart.
        unsafe { Numbered::launch(&module, Launch::grid(4).block(32), u32::from(wrong), &mut output)? };
        output.read().map(ignore)
    }),
    bug("a loop over registers that ends early", "Unwritten", "", "first [0, 1, 0] of `Strided`", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(Strided::SPAN)?;
        SomeRegisters::launch(&module, Launch::grid(4).block(32), if wrong { 1 } else { 2 }, &mut output)?;
        output.read().map(ignore)
    }),
    bug("a condition that leaves out the last", "Unwritten", "", "8 of 256 elements", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(Strided::SPAN)?;
        ByCondition::launch(&module, Launch::grid(4).block(32), if wrong { 31 } else { 32 }, &mut output)?;
        output.read().map(ignore)
    }),
    bug("a grid whose extents are exchanged", "Uncovered", "", "`output` has an extent of 3", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(Blocks::SPAN)?;
        TwoDimensions::launch(&module, Launch::grid(if wrong { [2, 3] } else { [3, 2] }).block(32), &mut output)?;
        output.read().map(ignore)
    }),
    bug("a row that is left out, of a matrix with padding", "Unwritten", "", "8 of 32 elements", |executor, wrong| {
        let (device, module) = device(executor)?;
        let mut output = device.poisoned(Padded::SPAN)?;
        // SAFETY: the kernel keeps its threads apart.
        unsafe { PaddedRows::launch(&module, Launch::grid(1).block(8), if wrong { 3 } else { 4 }, &mut output)? };
        output.read().map(ignore)
    }),
];
