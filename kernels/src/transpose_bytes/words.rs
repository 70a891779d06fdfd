//! Words of four bytes of a column: made in registers, and exchanged through shared memory as it is planned.

use lego::layout;
use lego_cuda::device::math::permute_bytes;
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::unroll;
use lego_cuda::view::Distributed;

layout! {
    /// Word `[rows, column]` of a tile of H×W bytes: four bytes of a column. A thread that loads has some bytes of each of four rows, as many
    /// words as bytes of a row.
    pub type Loaded<const H: usize, const W: usize> = Row(H/4, W);
    /// The same words where a thread has V bytes of each of four columns.
    pub type Turned<const V: usize, const H: usize, const W: usize> =
        OrderBy(RegP([H/V, V/4, W/4, 4], [3, 1, 4, 2])).GroupBy([H/4, W]);
}

/// Four by four bytes turned: byte i of word k becomes byte k of word i.
#[inline(always)]
pub(crate) fn turned(rows: [u32; 4]) -> [u32; 4] {
    // The even bytes of two rows, and the odd ones, side by side.
    let [a, c] = [0x6240, 0x7351].map(|bytes| permute_bytes(rows[0], rows[1], bytes));
    let [b, d] = [0x6240, 0x7351].map(|bytes| permute_bytes(rows[2], rows[3], bytes));
    [permute_bytes(a, b, 0x5410), permute_bytes(c, d, 0x5410), permute_bytes(a, b, 0x7632), permute_bytes(c, d, 0x7632)]
}

/// The V words of columns that four rows of V bytes, N words, are.
#[inline(always)]
pub(super) fn words_of_columns<const V: usize, const N: usize>(rows: [[u32; N]; 4]) -> [u32; V] {
    const { assert!(V == 4 * N, "a word has four bytes") };
    let mut words = [0; V];
    unroll!(for part in 0..N {
        let turned = turned([rows[0][part], rows[1][part], rows[2][part], rows[3][part]]);
        unroll!(for k in 0..4 {
            words[4 * part + k] = turned[k];
        });
    });
    words
}

/// The four columns of V bytes, N words, of a tile of H×W bytes that a thread has afterwards, for the four rows that it has before: those of
/// [`Turned`] for those of [`Loaded`].
///
/// No access has a bank conflict. All threads of the block call it together; a block of more threads than a tile takes has several tiles, and the
/// memory as many words as all of them.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) fn columns_of_rows<const V: usize, const N: usize, const H: usize, const W: usize>(
    rows: [[u32; N]; 4],
    memory: SharedSlice<u32>,
) -> [[u32; N]; 4] {
    let loaded = Distributed::<u32, Loaded<H, W>, V>::from_registers(words_of_columns(rows));
    let turned = loaded.stage::<Turned<V, H, W>>(memory);
    let words = turned.registers();
    let mut columns = [[0; N]; 4];
    unroll!(for k in 0..4 {
        unroll!(for i in 0..N {
            columns[k][i] = words[N * k + i];
        });
    });
    columns
}
