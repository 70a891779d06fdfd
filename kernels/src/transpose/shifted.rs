//! The transpose of matrices of any sides that still moves 16 bytes at a time.
//!
//! Memory is moved fastest by vectors of 16 bytes that begin at multiples of 16. A row whose length no such vector divides begins
//! anywhere in one. So rows are taken with the vectors of memory in which they lie: shifted to the right, by as much as they begin
//! behind the beginning of a vector.

use lego::{Mapping32, layout};
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;

layout! {
    /// Element `[matrix, row, column]` of `b` row-major m×n matrices, one behind the other.
    pub type Matrices(b, m, n) = Row(b, m, n);

    /// Element `[group, row, column]` of a piece of the input in shared memory, `V` rows a group: 16 groups and one more, and `J`
    /// columns and `V` more, since rows are shifted. A vector stands unused after each group, so that eight threads which read
    /// different groups meet all banks.
    pub type Piece<const V: usize, const J: usize> = Row(17, V*(J + V) + V)
        .PadBy([17, V*(J + V)] => [17, V*(J + V) + V])
        .GroupBy([17, V, J + V]);

    /// Vector `[row, vector]` of a piece, by the number of who reads it.
    type Reads<const V: usize, const J: usize> = Row(17*V, J/V + 1);

    /// Vector `[row, vector]` of 16 rows of a turned piece, by the thread that writes it: a warp writes eight vectors of four rows.
    type Writes = OrderBy(RegP([4, 4, 2, 8], [1, 3, 2, 4])).GroupBy([16, 16]);
}

/// How many vectors of `v` elements lie wholly or in part in some row of `length` elements, where the rows follow each other.
pub(super) const fn vectors_of_row(length: u32, v: u32) -> u32 {
    if length.is_multiple_of(v) { length / v } else { (length - 1).div_ceil(v) + 1 }
}

/// Transposes matrices of any sides: what a block writes are vectors of memory, what it reads are the vectors in which the elements
/// of these lie, and in shared memory elements change places one by one.
///
/// A block has 16 vectors of each of `J` rows of the output. Rows are shifted by up to `V - 1` elements, so these are in up to
/// `17 * V - 1` rows of the input. Each thread reads up to `READS` vectors.
///
/// Launch: `input` and `elements` are the same buffer. A block for each piece of each matrix, in one dimension;
/// [`host::shifted_f32`](super::host::shifted_f32) counts them.
#[lego_kernel(
    threads = THREADS,
    instances(
        transpose_shifted_f32 = <f32, 4, 64, 5>,
        transpose_shifted_f16 = <half::f16, 8, 128, 9>,
        transpose_shifted_u8 = <u8, 16, 128, 10>,
    ),
    where output.b == input.b, output.m == input.n, output.n == input.m,
)]
pub fn transpose_shifted<T: Element + Default, const V: usize, const J: usize, const READS: usize>(
    input: Global<'_, T, Matrices>,
    elements: Global<'_, T>,
    output: GlobalMut<'_, T, Matrices>,
    #[shared] piece: Shared<'_, T, Piece<V, J>>,
) {
    const { assert!(READS * THREADS as usize >= (17 * V - 1) * (J / V + 1), "each vector of a piece is read") };
    const { assert!(16 % V == 0 && J.is_multiple_of(V), "rows that one thread writes are shifted alike") };
    let (thread, block) = (thread_idx().x, block_idx().x);
    let [matrices, m, n] = input.dims();
    let (v, j) = (V as u32, J as u32);
    // The pieces of a matrix, those along a row of the output first.
    let (across, down) = (vectors_of_row(m, v).div_ceil(16), n.div_ceil(j));
    let matrix = block / (across * down);
    if matrix >= matrices {
        return;
    }
    let (first_vector, left) = (block % across * 16, block / across % down * j);
    // By how much a row that begins at a position is shifted, and by how much any row of the output is at most.
    let shift = |begin: u32| begin % v;
    let most_shift = if m.is_multiple_of(v) { 0 } else { v - 1 };
    // Row k of the piece is row `first_vector * v + k - most_shift` of the input; where there is none, another takes its place, and
    // nobody asks for it.
    let row_of = |k: u32| (first_vector * v + k).saturating_sub(most_shift).min(m - 1);
    // Where in memory a vector of a row of the piece begins.
    let place = |row: u32, vector: u32| {
        // The launch has checked the sizes. The layout's own `apply_u32` checks them again, and words of errors come into the kernel.
        let begin = Mapping32::apply_u32(&input.layout(), [matrix, row_of(row), left]);
        (begin - shift(begin)).wrapping_add(vector * v)
    };

    let rows = 16 * v + most_shift;
    let reads = rows * (j / v + 1);
    if place(rows - 1, 0).saturating_add(j + v) <= elements.len() {
        let mut read = [[T::default(); V]; READS];
        unroll!(for step in 0..READS {
            let number = thread + THREADS * step as u32;
            if number < reads {
                let [row, vector] = Reads::<V, J>::inv_u32(number);
                // SAFETY: no vector of the piece ends behind its last one, which is among the elements.
                read[step] = unsafe { elements.get_vector_unchecked([place(row, vector)]) };
            }
        });
        unroll!(for step in 0..READS {
            let number = thread + THREADS * step as u32;
            if number < reads {
                let [row, vector] = Reads::<V, J>::inv_u32(number);
                piece.set_vector([row / v, row % v, vector * v], read[step]);
            }
        });
    } else {
        // The end of memory is not the end of a vector.
        let mut number = thread;
        while number < reads {
            let [row, vector] = Reads::<V, J>::inv_u32(number);
            let read = elements.get_vector_or::<V>([place(row, vector)], T::default());
            piece.set_vector([row / v, row % v, vector * v], read);
            number += THREADS;
        }
    }
    sync_threads();

    // A thread writes a vector of every 16th row: shifted by the same, since `V` divides 16, and made of the same rows of the piece.
    let [mut column, vector] = Writes::inv_u32(thread);
    let first_shift = shift((matrix * n + left + column).wrapping_mul(m));
    // The input's row of the vector's first element; before the first row for the vectors in which rows of the output begin.
    let first_row = ((first_vector + vector) * v).wrapping_sub(first_shift);
    let row_in_piece = vector * v + most_shift - first_shift;
    while column < j && left + column < n {
        let mut turned = [T::default(); V];
        unroll!(for k in 0..V {
            let row = row_in_piece + k as u32;
            let shift = shift((matrix * m).wrapping_add(first_row).wrapping_add(k as u32).wrapping_mul(n));
            turned[k] = piece.get([row / v, row % v, column + shift]);
        });
        if first_row < m && v <= m - first_row {
            // SAFETY: the elements are some of one row of the output, a vector of memory, and no other thread has them.
            unsafe { global::store(output.at_unchecked([matrix, left + column, first_row]).cast(), turned) };
        } else {
            unroll!(for k in 0..V {
                // SAFETY: no other thread has this element.
                unsafe { output.try_set([matrix, left + column, first_row.wrapping_add(k as u32)], turned[k]) };
            });
        }
        column += 16;
    }
}
