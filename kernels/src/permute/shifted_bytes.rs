//! Matrices of bytes of any sides turned by vectors of 16 bytes all the same.
//!
//! As in [`shifted`](super::shifted), what a block writes are vectors of memory, wherever the rows of the output begin. But bytes are not
//! moved one by one. Rows of the input are read by words, and each word is shifted to the columns of the others by what the next lane has.
//! Then four rows are turned at once, and shared memory has words of four bytes of a column. A vector of the output, which may begin
//! at any row, is made of five words.

use super::shifted::vectors_of_row;
use super::strided::Strided;
use crate::transpose_bytes::turned;
use lego::{Mapping32, layout};
use lego_cuda::device::math::permute_bytes;
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::device::{Warp, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many vectors of a row of the output a block writes.
pub(super) const VECTORS: u32 = 8;
/// How many bytes a vector has.
const BYTES: u32 = 16;
/// What rows are shifted by less than: a sector.
const SECTOR: u32 = 32;
/// How many columns of the input a block has: the last lane has no next one for its word.
pub(super) const COLUMNS: u32 = 124;
/// How many times four rows each warp reads.
const READS: usize = 5;
/// How many vectors a thread writes.
const WRITES: usize = 4;

layout! {
    /// Word `[group, four rows, column]` of a piece of the input: four rows are one row of words, and four of these a group. Four words
    /// stand unused after each group, so that eight threads which read as many groups meet all banks.
    pub type Words = Row(10, 516).PadBy([10, 512] => [10, 516]).GroupBy([10, 4, 128]);
    /// Words `[word of a row, four columns]` of a row of words.
    type Columns = Row(32, 4);
    /// Warp and lane of a thread.
    type Reads = Row(8, 32);
    /// Vector `[row, vector]` of the rows that a block writes at once, by the thread that writes it: a warp writes eight vectors of
    /// four rows.
    type Writes = Row(32, 8);
}

/// Turns matrices of bytes of any sides.
///
/// A block has [`VECTORS`] vectors of each of [`COLUMNS`] rows of the output. Rows are shifted by up to 31 bytes, so these are in up to 159
/// rows of the input.
///
/// # Safety
/// `input` and `elements` are the same buffer. Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output,
/// no two of whose elements share a position; columns are neighbours in both. A block is there for each piece of each matrix, those
/// along a row of the output first.
#[lego_kernel(threads = THREADS, grid = x, min_blocks = 5)]
pub(super) unsafe fn permute_shifted_bytes(
    input: Global<'_, u8, Strided>,
    elements: Global<'_, u8>,
    output: GlobalMut<'_, u8, Strided>,
    #[shared] piece: Shared<'_, u32, Words>,
) {
    let (thread, block) = (thread_idx().x, block_idx().x);
    let is_shifted = !output.layout().begins_at_multiples_of(SECTOR);
    // By how much any row of the output is shifted at most.
    let most_shift = if is_shifted { SECTOR - 1 } else { 0 };
    let [m, n] = input.layout().sides();
    let (across, down) = (vectors_of_row(m, BYTES, is_shifted).div_ceil(VECTORS), n.div_ceil(COLUMNS));
    let (first_vector, left) = (block % across * VECTORS, block / across % down * COLUMNS);
    let matrix = block / (across * down);
    let here = input.layout().in_matrix(matrix);
    // The matrices of both arrays have the same numbers: divisions are dear.
    let [a, b, c, ..] = here(0, 0);
    let there = |row: u32, column: u32| [a, b, c, row, column];
    // Where row k of the piece begins, which is row `first_vector * 16 + k - most_shift` of the matrix; where there is none, another
    // takes its place, and nobody asks for it.
    let begin = |k: u32| {
        let row = (first_vector * BYTES + k).saturating_sub(most_shift).min(m - 1);
        input.layout().apply_u32(here(row, left))
    };
    // Four rows each; a vector is made of five words, of the last of which it may have nothing.
    let fours = (VECTORS * BYTES + most_shift + 1).div_ceil(4);

    let [warp, lane] = Reads::inv_u32(thread);
    let shifts = |four: u32| [0, 1, 2, 3].map(|k| begin(4 * four + k) % 4);
    if (begin(4 * fours - 1) / 4 + 32).saturating_mul(4) <= elements.len() {
        let mut read = [[0_u32; 4]; READS];
        unroll!(for step in 0..READS {
            let four = warp + 8 * step as u32;
            if four < fours {
                unroll!(for k in 0..4 {
                    let word = begin(4 * four + k as u32) / 4 + lane;
                    // SAFETY: the words of a row end with that of the last lane, and no row's are behind those of the last one, which
                    // are among the elements.
                    read[step][k] = unsafe { global::load_read_only(elements.at_unchecked([4 * word]).cast::<u32>()) };
                });
            }
        });
        unroll!(for step in 0..READS {
            let four = warp + 8 * step as u32;
            if four < fours {
                place(read[step], shifts(four), four, lane, piece.slice());
            }
        });
    } else {
        // The end of memory is not the end of a word.
        let mut four = warp;
        while four < fours {
            let read = [0, 1, 2, 3].map(|k| {
                let first = (begin(4 * four + k) / 4 + lane).wrapping_mul(4);
                u32::from_le_bytes(elements.get_vector_or::<4>([first], 0))
            });
            place(read, shifts(four), four, lane, piece.slice());
            four += 8;
        }
    }
    sync_threads();

    // A thread writes a vector of every 32nd row: shifted by the same, and made of the same words of other columns.
    let [column, vector] = Writes::inv_u32(thread);
    let first_shift = output.layout().apply_u32(there(left + column, 0)) % SECTOR;
    // The row of the vector's first byte; before the first row for the vectors in whose sector a row of the output begins.
    let first_row = ((first_vector + vector) * BYTES).wrapping_sub(first_shift);
    let row_in_piece = vector * BYTES + most_shift - first_shift;
    let mut places = [0; 5];
    unroll!(for i in 0..5 {
        let four = row_in_piece / 4 + i as u32;
        places[i] = Words::apply_u32([four / 4, four % 4, column]);
    });
    let bytes = from_byte(row_in_piece % 4);
    let vector_of = |step: usize| {
        let mut words = [0; 5];
        unroll!(for i in 0..5 {
            // SAFETY: row_in_piece is at most 112 + most_shift, so four of the place is below `fours`, and the column, at most 31 + 3 * 32,
            // below 128.
            words[i] = unsafe { piece.slice().get_unchecked(places[i] + 32 * step as u32) };
        });
        let mut vector = [0; 4];
        unroll!(for i in 0..4 {
            vector[i] = permute_bytes(words[i], words[i + 1], bytes);
        });
        vector
    };
    let end = COLUMNS.min(n - left);
    if first_row < m && BYTES <= m - first_row {
        let mut vectors = [[0; 4]; WRITES];
        unroll!(for step in 0..WRITES {
            vectors[step] = vector_of(step);
        });
        unroll!(for step in 0..WRITES {
            let column = column + 32 * step as u32;
            if column < end {
                // SAFETY: the bytes are some of one row of the output, a vector of memory, and no other thread has them.
                unsafe { global::store(output.at_unchecked(there(left + column, first_row)).cast(), vectors[step]) };
            }
        });
    } else {
        unroll!(for step in 0..WRITES {
            let column = column + 32 * step as u32;
            if column < end {
                let vector = vector_of(step);
                unroll!(for k in 0..16 {
                    let byte = vector[k / 4] >> (8 * (k % 4) as u32);
                    // SAFETY: no other thread has this byte.
                    unsafe { output.try_set(there(left + column, first_row.wrapping_add(k as u32)), byte as u8) };
                });
            }
        });
    }
}

/// What takes four of the bytes of two words, from this one of the first word on.
#[inline(always)]
fn from_byte(byte: u32) -> u32 {
    0x3210 + 0x1111 * byte
}

/// Turns four rows of words, and puts them where the block finds them: each of a warp's lanes has the word of its number, of rows that begin
/// so many bytes behind the beginning of the first word.
#[inline(always)]
fn place(read: [u32; 4], shifts: [u32; 4], four: u32, lane: u32, piece: SharedSlice<u32>) {
    let mut rows = [0; 4];
    unroll!(for k in 0..4 {
        let next = Warp::ALL.shuffle_idx(read[k], (lane + 1) % 32);
        rows[k] = permute_bytes(read[k], next, from_byte(shifts[k]));
    });
    let place = Words::apply_u32([four / 4, four % 4, Columns::apply_u32([lane, 0])]);
    // SAFETY: there are 40 rows of words at most, and 128 columns, so the vector lies in the piece.
    unsafe { piece.cast::<[u32; 4]>().set_unchecked(place / 4, turned(rows)) };
}
