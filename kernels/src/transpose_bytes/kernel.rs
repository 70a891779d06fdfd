//! The kernel: blocks of 128×128 bytes, turned in registers by fours and in shared memory by words of four.

use super::words::{columns_of_rows, words_of_columns};
use lego::layout;
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::device::{block_idx, global, linear_thread_idx, sync_threads};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// The threads of a block.
pub const THREADS: u32 = 256;

/// The rows and columns of a block.
pub const SIDE: u32 = 128;

layout! {
    /// A matrix of bytes.
    pub type Bytes(m, n) = Row(m, n) where m >= 1, n >= 1;

    /// Shared memory with 128 columns of 32 words, P words apart: as one writes it by hand.
    pub type PaddedColumns<const P: usize> = Row(128, P);
    /// With 32 rows of 128 words; after every 16 words, those of a thread, four stand unused, and four more after a row.
    pub type PaddedRows = Row(32, 164);
    /// With 128 rows of 128 bytes and four unused, in words.
    pub type PaddedBytes = Row(128, 33);
    /// The memory of all of them.
    pub type Memory<const WORDS: usize> = Row(WORDS);
}

/// Through shared memory as it is planned, without a bank conflict and by accesses of 16 bytes.
pub const PLANNED: u32 = 0;
/// Through [`PaddedColumns<33>`]: word by word, stored with conflicts of four, loaded without.
pub const COLUMNS_33: u32 = 1;
/// Through [`PaddedColumns<36>`]: stored word by word, loaded by 16 bytes.
pub const COLUMNS_36: u32 = 2;
/// Through [`PaddedRows`]: by 16 bytes, stored without conflicts, loaded with some.
pub const ROWS_164: u32 = 3;
/// Through [`PaddedBytes`], the textbook's: rows stored as they are, columns loaded byte by byte.
pub const BYTES_132: u32 = 4;

/// Transposes an m×n matrix of bytes whose sides are multiples of 16.
///
/// A thread loads 16 bytes of four rows, and stores 16 bytes of four columns. WAY, one of the constants above, says how they get from one to the
/// other; WORDS are the words of shared memory that it takes.
///
/// Launch: `n.div_ceil(128)` blocks in x, `m.div_ceil(128)` in y. Elsewhere than in the matrix nothing is read or written.
#[lego_kernel(
    threads = THREADS,
    instances(
        transpose_bytes_planned = <0, 4096>,
        transpose_bytes_columns_33 = <1, 4224>,
        transpose_bytes_columns_36 = <2, 4608>,
        transpose_bytes_rows_164 = <3, 5248>,
        transpose_bytes_bytes_132 = <4, 4224>,
    ),
)]
pub fn transpose_byte_tiles<const WAY: u32, const WORDS: usize>(
    input: Global<'_, u8, Bytes>,
    output: GlobalMut<'_, u8, Bytes>,
    #[shared] memory: Shared<'_, u32, Memory<WORDS>>,
) {
    let [m, n] = input.dims();
    if output.dims() != [n, m] || m % 16 != 0 || n % 16 != 0 {
        return;
    }
    let (thread, block) = (linear_thread_idx(), block_idx());
    let (top, left) = (block.y.saturating_mul(SIDE), block.x.saturating_mul(SIDE));
    let [row, column] = [top.saturating_add(thread / 8 * 4), left.saturating_add(thread % 8 * 16)];
    let mut rows = [[0_u32; 4]; 4];
    unroll!(for k in 0..4 {
        if row < m && column < n {
            // SAFETY: the sides are multiples of 16: with its first byte a vector is inside, and with its first row all four are.
            rows[k] = unsafe { global::load(input.at_unchecked([row + k as u32, column]).cast::<[u32; 4]>()) };
        }
    });
    let columns =
        if WAY == BYTES_132 { through_bytes(rows, memory.slice()) } else { through_words::<WAY>(rows, memory.slice()) };
    let [row, column] = [left.saturating_add(thread / 8 * 4), top.saturating_add(thread % 8 * 16)];
    unroll!(for k in 0..4 {
        if row < n && column < m {
            // SAFETY: as above, in the output; no other thread has this vector.
            unsafe { global::store(output.at_unchecked([row + k as u32, column]).cast::<[u32; 4]>(), columns[k]) };
        }
    });
}

/// The four columns of 16 bytes that a thread stores, by way of words of four bytes of a column.
#[inline(always)]
fn through_words<const WAY: u32>(rows: [[u32; 4]; 4], memory: SharedSlice<u32>) -> [[u32; 4]; 4] {
    if WAY == PLANNED {
        return columns_of_rows::<16, 4, 128, 128>(rows, memory);
    }
    let words: [u32; 16] = words_of_columns(rows);
    let mut columns = [[0; 4]; 4];
    let vectors = memory.cast::<[u32; 4]>();
    let thread = linear_thread_idx();
    let (high, low) = (thread / 8, thread % 8);
    let column_place = |column: u32, row: u32| if WAY == COLUMNS_33 { 33 * column + row } else { 36 * column + row };
    let row_place = |row: u32, column: u32| (164 * row + column / 16 * 20 + column % 16) / 4;
    unroll!(for k in 0..16 {
        if WAY != ROWS_164 {
            // SAFETY: a word of the tile, which lies in the memory.
            unsafe { memory.set_unchecked(column_place(16 * low + k as u32, high), words[k]) };
        }
    });
    unroll!(for k in 0..4 {
        if WAY == ROWS_164 {
            let vector = [words[4 * k], words[4 * k + 1], words[4 * k + 2], words[4 * k + 3]];
            // SAFETY: as above.
            unsafe { vectors.set_unchecked(row_place(high, 16 * low + 4 * k as u32), vector) };
        }
    });
    sync_threads();
    unroll!(for k in 0..4 {
        let (k, place): (usize, u32) = (k, k as u32);
        // SAFETY: as above.
        unsafe {
            match WAY {
                COLUMNS_33 => unroll!(for i in 0..4 {
                    columns[k][i] = memory.get_unchecked(column_place(4 * high + place, 4 * low + i as u32));
                }),
                COLUMNS_36 => columns[k] = vectors.get_unchecked(column_place(4 * high + place, 4 * low) / 4),
                _ => {
                    let four = vectors.get_unchecked(row_place(4 * low + place, 4 * high));
                    unroll!(for i in 0..4 {
                        columns[i][k] = four[i];
                    });
                }
            }
        }
    });
    columns
}

/// The same by way of bytes in rows.
#[inline(always)]
fn through_bytes(rows: [[u32; 4]; 4], memory: SharedSlice<u32>) -> [[u32; 4]; 4] {
    let thread = linear_thread_idx();
    let (high, low) = (thread / 8, thread % 8);
    unroll!(for k in 0..4 {
        unroll!(for i in 0..4 {
            // SAFETY: a word of the tile, which lies in the memory.
            unsafe { memory.set_unchecked(33 * (4 * high + k as u32) + 4 * low + i as u32, rows[k][i]) };
        });
    });
    sync_threads();
    let bytes = memory.cast::<u8>();
    let mut columns = [[0; 4]; 4];
    unroll!(for k in 0..4 {
        unroll!(for i in 0..4 {
            unroll!(for byte in 0..4 {
                let row = 16 * low + 4 * i as u32 + byte as u32;
                // SAFETY: as above.
                let value = unsafe { bytes.get_unchecked(132 * row + 4 * high + k as u32) };
                columns[k][i] |= u32::from(value) << (8 * byte as u32);
            });
        });
    });
    columns
}
