//! Matrices of bytes of any sides turned by vectors of 16 bytes all the same.
//!
//! As in [`shifted`](super::shifted), what a block reads and writes are vectors of memory, wherever rows begin. But bytes are not moved one
//! by one:
//!
//! 1. The vectors of memory that a row of the input lies in go to shared memory as they are ([`Lines`]): its bytes stand there
//!    shifted by up to 15.
//! 2. A lane takes four columns of four rows, each out of two neighbouring words of its row, and turns them: shared memory then has
//!    words of four bytes of a column ([`Words`]).
//! 3. A vector of the output, which may begin at any row, is made of five words.

use super::edges::{BYTES, store_some};
use super::shifted::vectors_of_row;
use super::strided::Strided;
use crate::transpose_bytes::turned;
use lego::{Mapping32, StaticLayout, layout};
use lego_cuda::device::math::permute_bytes;
use lego_cuda::device::{block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has for each [`COLUMNS`].
const THREADS: u32 = 256;
/// How many vectors of a row of the output a block writes.
pub(super) const VECTORS: u32 = 8;
/// What rows are shifted by less than: a sector.
const SECTOR: u32 = 32;
/// How many columns of the input a block has, or twice as many.
pub(super) const COLUMNS: u32 = 128;
/// How many vectors a thread reads.
const READS: usize = 6;
/// How many times four rows each warp turns.
const TURNS: usize = 5;
/// How many vectors a thread writes.
const WRITES: usize = 4;

layout! {
    /// Vector `[row, vector]` of the memory that a piece of the input lies in: as many as its columns fill, and one more, since a row begins at any byte.
    pub type Lines<const H: usize> = Row(160, 8*H + 1);
    /// Word `[row, word]` of the same.
    pub type LineWords<const H: usize> = Row(160, 32*H + 4);
    /// Word `[group, four rows, column]` of the turned piece: four rows are one row of words, and four of these a group. Four words stand
    /// unused after each group, so that eight threads which read as many groups meet all banks.
    pub type Words<const H: usize> = Row(10, 512*H + 4).PadBy([10, 512*H] => [10, 512*H + 4]).GroupBy([10, 4, 128*H]);
    /// Piece `[four rows, 128 columns]`, by the warp that turns it.
    pub type Turns<const H: usize> = Row(40, H);
    /// Column `[128 columns, lane, column]`.
    pub type Columns<const H: usize> = Row(H, 32, 4);
    /// Warp and lane of a thread.
    pub type Warps<const H: usize> = Row(8*H, 32);
    /// Vector `[row, vector]` of the rows that a block writes at once, by the thread that writes it: a warp writes eight vectors of
    /// four rows.
    pub type Writes<const H: usize> = Row(32*H, 8);
}

/// Turns matrices of bytes of any sides.
///
/// A block has [`VECTORS`] vectors of each of H times [`COLUMNS`] rows of the output. Rows are shifted by up to 31 bytes, so these are in up
/// to 159 rows of the input.
///
/// # Safety
/// `input` and `elements` are the same buffer. Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output,
/// no two of whose elements share a position; columns are neighbours in both. A block is there for each piece of each matrix, those
/// along a row of the output first.
#[lego_kernel(
    threads = [THREADS * H as u32],
    grid = x,
    min_blocks = 6 / H as u32,
    instances(
        permute_shifted_bytes = <1>,
        permute_shifted_bytes_wide = <2>,
    ),
)]
pub(super) unsafe fn permute_shifted_bytes<const H: usize>(
    input: Global<'_, u8, Strided>,
    elements: Global<'_, u8>,
    output: GlobalMut<'_, u8, Strided>,
    #[shared] memory: Shared<'_, u32, LineWords<H>>,
) where
    Lines<H>: StaticLayout,
    LineWords<H>: StaticLayout,
    Words<H>: StaticLayout,
    Turns<H>: StaticLayout,
    Columns<H>: StaticLayout,
    Warps<H>: StaticLayout,
    Writes<H>: StaticLayout,
{
    const { assert!(Words::<H>::SPAN <= LineWords::<H>::SPAN, "words take the place of the lines") };
    let (threads, columns) = (const { THREADS * H as u32 }, const { COLUMNS * H as u32 });
    let (thread, block) = (thread_idx().x, block_idx().x);
    let is_shifted = !output.layout().begins_at_multiples_of(SECTOR);
    // By how much any row of the output is shifted at most.
    let most_shift = if is_shifted { SECTOR - 1 } else { 0 };
    let [m, n] = input.layout().sides();
    let (across, down) = (vectors_of_row(m, BYTES, is_shifted).div_ceil(VECTORS), n.div_ceil(columns));
    let (first_vector, strip) = (block % across * VECTORS, block / across);
    // One matrix is what most arrays have, and divisions are dear.
    let (left, matrix) = if strip < down { (strip * columns, 0) } else { (strip % down * columns, strip / down) };
    let here = input.layout().in_matrix(matrix);
    // The matrices of both arrays have the same numbers.
    let [a, b, c, ..] = here(0, 0);
    let there = |row: u32, column: u32| [a, b, c, row, column];
    // Where the columns begin in a row.
    let (origin, row_step) = (input.layout().apply_u32(here(0, left)), input.layout().row_step());
    let begin = |row: u32| origin.wrapping_add(row.wrapping_mul(row_step));
    // Row k of the piece is row `first_vector * 16 + k - most_shift` of the matrix. Where there is none, another is read in its place, and
    // what is turned of it nobody asks for.
    let row_of = |k: u32| (first_vector * BYTES + k).wrapping_sub(most_shift);
    let read_of = |k: u32| begin((first_vector * BYTES + k).saturating_sub(most_shift).min(m - 1));
    // Four rows each; a vector is made of five words, of the last of which it may have nothing.
    let fours = (VECTORS * BYTES + most_shift + 1).div_ceil(4);

    // Each row's columns lie in so many vectors of memory from this one on.
    let vector_of_line = |place: u32| {
        let [row, vector] = Lines::<H>::inv_u32(place);
        read_of(row) / BYTES + vector
    };
    let (words, vectors) = (memory.slice(), memory.slice().cast::<[u32; 4]>());
    let length = const { 8 * H as u32 + 1 };
    let end = 4 * fours * length;
    // So many vectors of memory are whole.
    let whole = elements.len() / BYTES;
    let mut read = [[0_u32; 4]; READS];
    unroll!(for step in 0..READS {
        let place = thread + threads * step as u32;
        if place < end {
            let vector = vector_of_line(place);
            if vector < whole {
                let first = [BYTES * vector];
                // SAFETY: the vector ends before the elements do.
                read[step] = unsafe { global::load_read_only(elements.at_unchecked(first).cast::<[u32; 4]>()) };
            }
        }
    });
    unroll!(for step in 0..READS {
        let place = thread + threads * step as u32;
        if place < end {
            // SAFETY: `end` is at most 160 rows of so many vectors, and all of them have a place.
            unsafe { vectors.set_unchecked(place, read[step]) };
        }
    });
    if read_of(4 * fours - 1) / BYTES + length > whole {
        // The end of memory is not the end of a vector: what is left is read byte by byte.
        let mut place = thread;
        while place < end {
            if vector_of_line(place) == whole {
                let bytes = elements.get_vector_or::<16>([BYTES * whole], 0);
                let word = |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
                // SAFETY: as above.
                unsafe { vectors.set_unchecked(place, [word(0), word(4), word(8), word(12)]) };
            }
            place += threads;
        }
    }
    sync_threads();

    let [warp, lane] = Warps::<H>::inv_u32(thread);
    let place_of = |step: usize| Turns::<H>::inv_u32(warp + const { 8 * H as u32 } * step as u32);
    let mut turns = [[0_u32; 4]; TURNS];
    unroll!(for step in 0..TURNS {
        let [four, half] = place_of(step);
        if four < fours {
            let mut rows = [0; 4];
            unroll!(for k in 0..4 {
                let row = 4 * four + k as u32;
                let shift = begin(row_of(row)) % BYTES;
                let place = LineWords::<H>::apply_u32([row, shift / 4 + 32 * half + lane]);
                // SAFETY: the row is below 160, and its words are at most `15 / 4 + 32 * H` and the first.
                let (word, next) = unsafe { (words.get_unchecked(place), words.get_unchecked(place + 1)) };
                rows[k] = permute_bytes(word, next, from_byte(shift % 4));
            });
            turns[step] = turned(rows);
        }
    });
    // What is turned takes the place of what was read.
    sync_threads();
    unroll!(for step in 0..TURNS {
        let [four, half] = place_of(step);
        if four < fours {
            let place = Words::<H>::apply_u32([four / 4, four % 4, Columns::<H>::apply_u32([half, lane, 0])]);
            // SAFETY: four is below 40, and the columns are those of the layout.
            unsafe { vectors.set_unchecked(place / 4, turns[step]) };
        }
    });
    sync_threads();

    // A thread writes a vector of every 32nd or 64th row: shifted by the same, and made of the same words of other columns.
    let [column, vector] = Writes::<H>::inv_u32(thread);
    let first_shift = output.layout().apply_u32(there(left + column, 0)) % SECTOR;
    // The row of the vector's first byte; before the first row for the vectors in whose sector a row of the output begins.
    let start = (first_vector + vector) * BYTES;
    let first_row = start.wrapping_sub(first_shift);
    let row_in_piece = vector * BYTES + most_shift - first_shift;
    let mut places = [0; 5];
    unroll!(for i in 0..5 {
        let four = row_in_piece / 4 + i as u32;
        places[i] = Words::<H>::apply_u32([four / 4, four % 4, column]);
    });
    let bytes = from_byte(row_in_piece % 4);
    // The vector of the column that lies so many columns behind.
    let vector_behind = |behind: u32| {
        let mut five = [0; 5];
        unroll!(for i in 0..5 {
            // SAFETY: row_in_piece is at most 112 + most_shift, so four of the place is below `fours`, and the column, that of the last
            // step at most, below `columns`.
            five[i] = unsafe { words.get_unchecked(places[i] + behind) };
        });
        let mut vector = [0; 4];
        unroll!(for i in 0..4 {
            vector[i] = permute_bytes(five[i], five[i + 1], bytes);
        });
        vector
    };
    let step_behind = const { 32 * H as u32 };
    let end = columns.min(n - left);
    if first_row < m && BYTES <= m - first_row {
        let mut vectors = [[0; 4]; WRITES];
        unroll!(for step in 0..WRITES {
            vectors[step] = vector_behind(step_behind * step as u32);
        });
        unroll!(for step in 0..WRITES {
            let column = column + step_behind * step as u32;
            if column < end {
                // SAFETY: the bytes are some of one row of the output, a vector of memory, and no other thread has them.
                unsafe { global::store(output.at_unchecked(there(left + column, first_row)).cast(), vectors[step]) };
            }
        });
    } else {
        // The vector has other rows' bytes at its beginning or at its end. Each row of the output begins and ends so, and
        // while a warp is here, others wait: so the code is short, and the stores are few.
        let first = first_shift.saturating_sub(start).min(BYTES);
        let last = (m + first_shift).saturating_sub(start).min(BYTES);
        let mut behind = 0;
        while column + behind < end {
            let row = left + column + behind;
            // SAFETY: the bytes from `first` to `last` are some of one row of the output, and no other thread has them.
            unsafe {
                store_some(
                    |byte| output.at_unchecked(there(row, first_row.wrapping_add(byte))),
                    vector_behind(behind),
                    first,
                    last,
                )
            };
            behind += step_behind;
        }
    }
}

/// What takes four of the bytes of two words, from this one of the first word on.
#[inline(always)]
fn from_byte(byte: u32) -> u32 {
    0x3210 + 0x1111 * byte
}
