//! Matrices of any sides turned by vectors of 16 bytes all the same.
//!
//! Memory is moved fastest by vectors of 16 bytes that begin at multiples of 16, two of which are a sector of 32 bytes. A row whose
//! length no sector divides begins anywhere in one. So rows are taken with the sectors of memory in which they lie: shifted to the
//! right, by as much as they begin behind the beginning of a sector.

use super::edges::store_some;
use super::strided::Strided;
use lego::{Mapping32, layout};
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many vectors of a row of the input a block reads, the two of a sector more than it needs of a row that is not shifted.
const LANES: u32 = 16;
/// How many rows of the input it reads at once.
const ROWS: usize = 16;
/// How many vectors a thread reads before it writes them to shared memory.
const READS: usize = 5;

layout! {
    /// Element `[group, row, column]` of a piece of the input in shared memory, `V` rows a group: `8*H` groups and two more, since
    /// rows of the output are shifted, and 16 vectors a row. A vector stands unused after each group, so that eight threads which
    /// read different groups meet all banks.
    pub type Piece<const V: usize, const H: usize> = Row(8*H + 2, 16*V*V + V)
        .PadBy([8*H + 2, 16*V*V] => [8*H + 2, 16*V*V + V])
        .GroupBy([8*H + 2, V, 16*V]);

    /// Vector `[row, vector]` of the rows that a block reads at once, by the thread that reads it.
    type Reads = Row(16, 16);

    /// Vector `[row, vector]` of the rows that a block writes at once, by the thread that writes it: a warp writes eight vectors of
    /// four rows.
    type Writes<const P: usize, const H: usize> = OrderBy(RegP([P, 4, H, 8], [1, 3, 2, 4])).GroupBy([4*P, 8*H]);
}

/// Rows of the input of which a block has some columns: those that are rows of its piece of the output.
pub(super) const fn columns_of_piece(v: u32) -> u32 {
    (LANES - 2) * v
}

/// How many vectors of `v` elements some row of `length` elements takes with its sectors.
pub(super) const fn vectors_of_row(length: u32, v: u32, is_shifted: bool) -> u32 {
    if is_shifted { (length + 2 * v - 1).div_ceil(v) } else { length.div_ceil(v) }
}

/// Turns matrices of any sides: what a block writes are vectors of memory, what it reads are the vectors in which the elements of
/// these lie, and in shared memory elements change places one by one.
///
/// A block has `8 * H` vectors of each of [`columns_of_piece`] rows of the output. Rows are shifted by up to `2 * V - 1` elements, so
/// these are in up to `8 * H * V + 2 * V - 1` rows of the input. A thread reads up to `BATCHES` times five vectors and writes up to `WRITES`.
///
/// # Safety
/// `input` and `elements` are the same buffer. Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output,
/// no two of whose elements share a position; columns are neighbours in both. A block is there for each piece of each matrix, those
/// along a row of the output first.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    instances(
        permute_shifted_f32 = <f32, 4, 2, 4, 1, 4>,
        permute_shifted_f16 = <half::f16, 8, 2, 4, 2, 7>,
    ),
)]
pub(super) unsafe fn permute_shifted<
    T: Element + Default,
    const V: usize,
    const H: usize,
    const P: usize,
    const BATCHES: usize,
    const WRITES: usize,
>(
    input: Global<'_, T, Strided>,
    elements: Global<'_, T>,
    output: GlobalMut<'_, T, Strided>,
    #[shared] piece: Shared<'_, T, Piece<V, H>>,
) {
    const { assert!(T::BYTES * V == 16 && 32 * P * H == THREADS as usize, "a vector has 16 bytes") };
    const { assert!(BATCHES * READS * ROWS >= 8 * H * V + 2 * V - 1, "each row is read") };
    const { assert!(WRITES * 4 * P >= columns_of_piece(V as u32) as usize, "each row is written") };
    const { assert!(ROWS.is_multiple_of(V) && (4 * P).is_multiple_of(2 * V), "rows of one thread are shifted alike") };
    let (thread, block) = (thread_idx().x, block_idx().x);
    let (v, vectors, width) = (V as u32, 8 * H as u32, columns_of_piece(V as u32));
    // By how much a row that begins at a position is shifted, and by how much any row of the output is at most.
    let shift = |begin: u32| begin % (2 * v);
    let is_shifted = !output.layout().begins_at_multiples_of(2 * v);
    let most_shift = if is_shifted { 2 * v - 1 } else { 0 };

    let [m, n] = input.layout().sides();
    let (across, down) = (vectors_of_row(m, v, is_shifted).div_ceil(vectors), n.div_ceil(width));
    let (first_vector, left) = (block % across * vectors, block / across % down * width);
    let matrix = block / (across * down);
    let (here, there) = (input.layout().in_matrix(matrix), output.layout().in_matrix(matrix));
    // Where in memory the sectors of row k of the piece begin, which is row `first_vector * v + k - most_shift` of the matrix; where
    // there is none, another takes its place, and nobody asks for it.
    let sectors = |k: u32| {
        let row = (first_vector * v + k).saturating_sub(most_shift).min(m - 1);
        let begin = input.layout().apply_u32(here(row, left));
        begin - shift(begin)
    };

    let rows = vectors * v + most_shift;
    let [first, lane] = Reads::inv_u32(thread);
    if sectors(rows - 1).saturating_add(LANES * v) <= elements.len() {
        // Some reads after the other, no more at once than registers hold.
        unroll!(for batch in 0..BATCHES {
            let mut read = [[T::default(); V]; READS];
            unroll!(for step in 0..READS {
                let k = first + (ROWS * (READS * batch + step)) as u32;
                if k < rows {
                    // SAFETY: no vector of the piece ends behind the last one of its last row, which is among the elements.
                    read[step] = unsafe { elements.get_vector_unchecked([sectors(k) + lane * v]) };
                }
            });
            unroll!(for step in 0..READS {
                let step_of_all = READS * batch + step;
                if first + ((ROWS * step_of_all) as u32) < rows {
                    piece.set_vector([first / v + (ROWS / V * step_of_all) as u32, first % v, lane * v], read[step]);
                }
            });
        });
    } else {
        // The end of memory is not the end of a vector.
        let mut k = first;
        while k < rows {
            let read = elements.get_vector_or::<V>([sectors(k).wrapping_add(lane * v)], T::default());
            piece.set_vector([k / v, k % v, lane * v], read);
            k += ROWS as u32;
        }
    }
    sync_threads();

    // A thread writes a vector of every 4 P-th row: shifted by the same, and made of the same rows of the piece.
    let [column, vector] = Writes::<P, H>::inv_u32(thread);
    let first_shift = shift(output.layout().apply_u32(there(left + column, 0)));
    // The row of the vector's first element; before the first row for the vectors in whose sector a row of the output begins.
    let first_row = ((first_vector + vector) * v).wrapping_sub(first_shift);
    let row_in_piece = vector * v + most_shift - first_shift;
    let turned = |column: u32, skipped: u32| {
        let mut turned = [T::default(); V];
        unroll!(for i in 0..V {
            let k = (i as u32 + skipped) % v;
            let row = row_in_piece + k;
            let shift = shift(input.layout().apply_u32(here(first_row.wrapping_add(k), left)));
            turned[i] = piece.get([row / v, row % v, column + shift]);
        });
        turned
    };
    let end = width.min(n - left);
    if first_row < m && v <= m - first_row {
        let write = |word: u32| {
            unroll!(for step in 0..WRITES {
                let column = column + (4 * P * step) as u32;
                if column < end {
                    let vector = turned_back(turned(column, word * v / 4), word);
                    // SAFETY: the elements are some of one row of the output, a vector of memory, and no other thread has them.
                    unsafe { global::store(output.at_unchecked(there(left + column, first_row)).cast(), vector) };
                }
            });
        };
        // The four rows of a warp are made of different rows of the piece. Where the shifts of both make up for each other, they would
        // meet the same banks, unless each begins with another word of its vectors. Words of four bytes meet two at a time at most.
        if V == 8 && input.layout().row_step().wrapping_mul(output.layout().row_step()) % 4 == 1 {
            write(column % 4);
        } else {
            write(0);
        }
    } else {
        // Of the vector some elements belong to other rows, or to none.
        let size = T::BYTES as u32;
        let start = (first_vector + vector) * v;
        let first = size * first_shift.saturating_sub(start).min(v);
        let last = size * (m + first_shift).saturating_sub(start).min(v);
        let mut column = column;
        while column < end {
            let vector = turned_back(turned(column, 0), 0);
            let element = |byte: u32| there(left + column, first_row.wrapping_add(byte / size));
            // SAFETY: the elements are some of one row of the output, and no other thread has them.
            unsafe { store_some(|byte| output.at_unchecked(element(byte)).cast(), vector, first, last) };
            column += (4 * P) as u32;
        }
    }
}

/// The words of a vector of 16 bytes, each so many places further on, round and round.
#[inline(always)]
fn turned_back<T: Element, const V: usize>(vector: [T; V], places: u32) -> [u32; 4] {
    const { assert!(size_of::<[T; V]>() == 16) };
    // SAFETY: the sizes are the same, elements have no padding, and every word is a number.
    let mut words: [u32; 4] = unsafe { core::mem::transmute_copy(&vector) };
    if places & 1 != 0 {
        words = [words[3], words[0], words[1], words[2]];
    }
    if places & 2 != 0 {
        words = [words[2], words[3], words[0], words[1]];
    }
    words
}
