//! Each column of a matrix of so many columns that a thread for every four of them keeps a GPU busy.

use super::{ArgMax, Max, Reduction, Result4, Sum};
use lego::layout;
use lego_cuda::device::{block_idx, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[row, block, thread, k]`: a thread has four columns.
    pub type Columns(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 1024)*1024])
        .GroupBy([m, ceil_div(n, 1024), 256, 4]);
    /// Result `[block, thread, k]`.
    pub type Results(n) = Row(n).ExpandBy([n] => [ceil_div(n, 1024)*1024]).GroupBy([ceil_div(n, 1024), 256, 4]);
}

/// The axes of [`Results`].
pub(super) type Owned = (BlockX, ThreadX, Register);

/// How many rows a thread reads before it looks at the first.
const STEPS: usize = 8;

/// Reduces column j to element j of the output.
///
/// Rows whose length no vector divides are read element by element.
#[lego_kernel(
    threads = 256,
    instances(reduce_few_rows_sum = <Sum>, reduce_few_rows_max = <Max>, reduce_few_rows_arg_max = <ArgMax>),
)]
pub fn reduce_few_rows<R: Reduction>(input: Global<'_, f32, Columns>, output: Split<'_, R::Output, Results, Owned>) {
    let ([m, ..], block, thread) = (input.dims(), block_idx().x, thread_idx().x);
    let read = |row| input.get_vector_or::<4>([row, block, thread, 0], 0.0);
    let (mut parts, mut row) = ([R::NONE; 4], 0);
    while m - row >= STEPS as u32 {
        let mut rows = [[0.0; 4]; STEPS];
        unroll!(for step in 0..STEPS {
            rows[step] = read(row + step as u32);
        });
        unroll!(for k in 0..4 {
            let k: usize = k;
            parts[k] = R::join(parts[k], R::of(rows.map(|columns| columns[k]), row, 1));
        });
        row += STEPS as u32;
    }
    while row < m {
        let columns = read(row);
        unroll!(for k in 0..4 {
            let k: usize = k;
            parts[k] = R::join(parts[k], R::of([columns[k]], row, 1));
        });
        row += 1;
    }
    R::Output::set(&output, parts.map(R::output));
}
