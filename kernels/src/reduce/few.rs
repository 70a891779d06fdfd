//! Each column of a matrix of so many columns that a thread for every four of them keeps a GPU busy.

use super::{ArgMax, Max, Place, Reduction, Result4, Sum};
use lego::layout;
use lego_cuda::device::{block_idx, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[row, block, vector, thread, k]`: a thread has `VECTORS` vectors of `W` columns.
    pub type Columns<const VECTORS: usize, const W: usize>(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 256*W*VECTORS)*256*W*VECTORS])
        .GroupBy([m, ceil_div(n, 256*W*VECTORS), VECTORS, 256, W])
        where m >= 1, n >= 1;
    /// Result `[block, vector, thread, k]`.
    pub type Results<const VECTORS: usize>(n) = Row(n)
        .ExpandBy([n] => [ceil_div(n, 1024*VECTORS)*1024*VECTORS])
        .GroupBy([ceil_div(n, 1024*VECTORS), VECTORS, 256, 4])
        where n >= 1;
}

impl<const VECTORS: usize, const W: usize> Columns<VECTORS, W> {
    /// How many columns there are.
    #[inline(always)]
    pub fn columns(&self) -> u32 {
        self.n() as u32
    }
}

/// The axes of [`Results`].
pub(super) type Owned = (BlockX, Register, ThreadX, Register);

/// Reduces column j to element j of the output, `STEPS` rows at a time.
///
/// Rows whose length no vector divides are read element by element.
#[lego_kernel(
    threads = 256,
    min_blocks = 4,
    instances(
        for O in [Sum, Max, ArgMax, Place], (ROWS, V) in [(1, 4), (8, 1)] { reduce_few_rows_{O}_{ROWS} = <O, ROWS, V> },
    ),
)]
pub fn reduce_few_rows<R: Reduction, const STEPS: usize, const VECTORS: usize>(
    input: Global<'_, f32, Columns<VECTORS, 4>>,
    output: Split<'_, R::Output, Results<VECTORS>, Owned>,
) {
    let (mut parts, [m, blocks, ..], block, thread) =
        ([[R::NONE; 4]; VECTORS], input.dims(), block_idx().x, thread_idx().x);
    let n = input.layout().columns();
    // Every row begins with a vector of memory, and the block has none of the columns beyond the last.
    let ends_whole = n.is_multiple_of(1024 * VECTORS as u32);
    let is_whole = n.is_multiple_of(4) && (block + 1 < blocks || (block + 1 == blocks && ends_whole));
    let mut row = 0;
    if R::SAME_ALONE && m == 1 {
        parts = [[R::of([0.0], 0, 1); 4]; VECTORS];
        row = 1;
    }
    if is_whole {
        while m - row >= STEPS as u32 {
            // SAFETY: the vector ends in the row, and begins at a multiple of four elements of memory.
            let read = |row, vector| unsafe { input.get_vector_unchecked([row, block, vector, thread, 0]) };
            take::<R, STEPS, VECTORS>(&mut parts, row, read);
            row += STEPS as u32;
        }
    }
    while row < m {
        let read = |row, vector| input.get_vector_or([row, block, vector, thread, 0], 0.0);
        take::<R, 1, VECTORS>(&mut parts, row, read);
        row += 1;
    }
    unroll!(for vector in 0..VECTORS {
        R::Output::set(&output, vector as u32, parts[vector].map(R::output));
    });
}

/// Takes `STEPS` rows to the parts, all of which are read before the first is looked at.
#[inline(always)]
fn take<R: Reduction, const STEPS: usize, const VECTORS: usize>(
    parts: &mut [[R::Part; 4]; VECTORS],
    row: u32,
    read: impl Fn(u32, u32) -> [f32; 4],
) {
    let mut rows = [[[0.0; 4]; STEPS]; VECTORS];
    unroll!(for vector in 0..VECTORS {
        unroll!(for step in 0..STEPS {
            rows[vector][step] = read(row + step as u32, vector as u32);
        });
    });
    unroll!(for vector in 0..VECTORS {
        unroll!(for k in 0..4 {
            let k: usize = k;
            let of_rows = R::of(rows[vector].map(|columns| columns[k]), row, 1);
            parts[vector][k] = R::join(parts[vector][k], of_rows);
        });
    });
}
