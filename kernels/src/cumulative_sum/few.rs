//! Along the columns of a matrix of so many that a thread for some of them keeps a GPU busy.

use crate::reduce::Columns;
use lego_cuda::device::{block_idx, global, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

/// Sets each element of a column of the output to the sum of the elements of the input's column up to it, `STEPS` rows at a time.
///
/// A thread has `VECTORS` times `W` neighbouring columns, which are read and written by one access where `W` divides the length of a row.
/// Where four does not, columns one by one are as fast as memory, since those of neighbouring threads are neighbours.
///
/// Launch: a block for each `256 * W * VECTORS` columns.
#[lego_kernel(
    threads = 256,
    grid = x,
    min_blocks = 4,
    instances(
        cumulative_sum_few_rows_1 = <1, 4, 4>,
        cumulative_sum_few_rows_8 = <8, 1, 4>,
        cumulative_sum_few_rows_single_1 = <1, 8, 1>,
        cumulative_sum_few_rows_single_8 = <8, 2, 1>,
    ),
    where output.m == input.m, output.n == input.n,
)]
pub fn cumulative_sum_few_rows<const STEPS: usize, const VECTORS: usize, const W: usize>(
    input: Global<'_, f32, Columns<VECTORS, W>>,
    output: GlobalMut<'_, f32, Columns<VECTORS, W>>,
) {
    let ([m, blocks, ..], block, thread) = (input.dims(), block_idx().x, thread_idx().x);
    let place = |row: u32, vector: usize| [row, block, vector as u32, thread, 0];
    let n = input.layout().columns();
    let ends_whole = n.is_multiple_of((256 * W * VECTORS) as u32);
    let is_whole = n.is_multiple_of(W as u32) && (block + 1 < blocks || (block + 1 == blocks && ends_whole));
    let (mut sums, mut row) = ([[0.0; W]; VECTORS], 0);
    if is_whole {
        while m - row >= STEPS as u32 {
            let mut rows = [[[0.0; W]; STEPS]; VECTORS];
            unroll!(for vector in 0..VECTORS {
                unroll!(for step in 0..STEPS {
                    // SAFETY: the vector ends in the row, and begins at a multiple of `W` elements of memory.
                    rows[vector][step] = unsafe { input.get_vector_unchecked(place(row + step as u32, vector)) };
                });
            });
            unroll!(for vector in 0..VECTORS {
                unroll!(for step in 0..STEPS {
                    let result = added(&mut sums[vector], rows[vector][step]);
                    // SAFETY: as above; no other thread has these columns.
                    unsafe { global::store(output.at_unchecked(place(row + step as u32, vector)).cast(), result) };
                });
            });
            row += STEPS as u32;
        }
    }
    while row < m {
        let mut vectors = [[0.0; W]; VECTORS];
        unroll!(for vector in 0..VECTORS {
            vectors[vector] = input.get_vector_or(place(row, vector), 0.0);
        });
        unroll!(for vector in 0..VECTORS {
            let result = added(&mut sums[vector], vectors[vector]);
            // SAFETY: no other thread has these columns.
            unsafe { output.try_set_vector(place(row, vector), result) };
        });
        row += 1;
    }
}

/// The sums after a row of some columns is added to them.
#[inline(always)]
pub(super) fn added<const W: usize>(sums: &mut [f64; W], row: [f32; W]) -> [f32; W] {
    let mut result = row;
    unroll!(for k in 0..W {
        let k: usize = k;
        sums[k] += f64::from(row[k]);
        result[k] = sums[k] as f32;
    });
    result
}
