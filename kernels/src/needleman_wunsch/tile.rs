//! One launch for each diagonal of blocks (Rodinia's `needle`, with one kernel for both of its phases).

use super::table::Table;
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// The rows and columns of a block, and its threads.
pub const BLOCK: u32 = 64;

layout! {
    const SIDE: usize = 64;

    /// The scores row by row: the cells of an anti-diagonal are 64 elements apart, in two banks.
    pub type RowTile = Row(SIDE + 1, SIDE + 1);
    /// Row by row with an element of padding: an anti-diagonal steps by 65.
    pub type PaddedTile = Row(SIDE + 1, SIDE + 2).PadBy([SIDE + 1, SIDE + 1] => [SIDE + 1, SIDE + 2]);
    /// One anti-diagonal after the other.
    pub type AntiDiagonalTile = AntiDiag(SIDE + 1);
    /// Each row turned by its number: the cells of an anti-diagonal are in one column.
    pub type SkewedTile = Skew(SIDE + 1, SIDE + 1);

    /// The references, row by row.
    pub type References = Row(SIDE, SIDE);
    /// Row `[part, row]` of a block, by eights.
    type Parts = Row(8, 8);
}

/// The layout of the 65×65 scores of a block with the row above and the column to its left.
///
/// The trait is sealed: the kernel reaches every element of the tile without looking whether it is there.
pub trait ScoreTile: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32> + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! tiles {
    ($($tile:ident)*) => {
        $(
            impl sealed::Sealed for $tile {}
            impl ScoreTile for $tile {}
        )*
    };
}
tiles!(RowTile PaddedTile AntiDiagonalTile SkewedTile);

/// Fills the blocks of a diagonal: block `[diagonal - x, x]` for x from `first` on, one for each block of the launch.
///
/// Launch: as many blocks as the diagonal has in the table; all earlier diagonals are filled.
///
/// # Safety
/// The blocks are in the table, and no other launch writes `score` at this time.
#[lego_kernel(
    threads = [64],
    grid = x,
    instances(
        nw_row = <RowTile>,
        nw_padded = <PaddedTile>,
        nw_anti_diagonal = <AntiDiagonalTile>,
        nw_skewed = <SkewedTile>,
    ),
)]
pub unsafe fn nw_tile<L: ScoreTile>(
    reference: Global<'_, i32, Table>,
    score: GlobalMut<'_, i32, Table>,
    penalty: i32,
    diagonal: u32,
    first: u32,
    #[shared] tile: Shared<'_, i32, L>,
    #[shared] references: Shared<'_, i32, References>,
) {
    let t = thread_idx().x;
    let column = first + block_idx().x;
    let (top, left) = ((diagonal - column) * BLOCK, column * BLOCK);
    let [rows, columns] = reference.dims();
    let is_whole = top + BLOCK < rows && left + BLOCK < columns;
    // SAFETY: of all below: the block is in the table. What lies outside of a partial block is not read, and the scores
    // there are not written. A cell is of one thread, and barriers separate the steps.
    unsafe {
        if is_whole {
            // A short loop, whose reads the assembler takes together: much code costs more than it saves, since each
            // launch reads it anew.
            for row in 0..BLOCK {
                references.set_unchecked([row, t], reference.get_unchecked([top + row + 1, left + t + 1]));
            }
            if t == 0 {
                tile.set_unchecked([0, 0], score.get_unchecked([top, left]));
            }
            tile.set_unchecked([t + 1, 0], score.get_unchecked([top + t + 1, left]));
            tile.set_unchecked([0, t + 1], score.get_unchecked([top, left + t + 1]));
        } else {
            for row in 0..BLOCK {
                references.set([row, t], reference.try_get([top + row + 1, left + t + 1]).unwrap_or(0));
            }
            for [y, x] in [[0, 0], [t + 1, 0], [0, t + 1]] {
                let inside = top + y < rows && left + x < columns;
                if t == 0 || y + x > 0 {
                    tile.set_unchecked([y, x], if inside { score.get_unchecked([top + y, left + x]) } else { 0 });
                }
            }
        }
        sync_threads();

        let fill = |y: u32, x: u32| {
            let both = tile.get_unchecked([y - 1, x - 1]) + references.get_unchecked([y - 1, x - 1]);
            let gap_left = tile.get_unchecked([y, x - 1]) - penalty;
            let gap_above = tile.get_unchecked([y - 1, x]) - penalty;
            tile.set_unchecked([y, x], both.max(gap_left.max(gap_above)));
        };
        // A thread fills a column, on anti-diagonal `m` the cell of row `m - t`. Four at a time, which the compiler unrolls; of those that
        // only grow or only shrink it knows so, which takes the choice out of the places of `AntiDiagonalTile`.
        let fill_four = |step: u32| {
            for m in 4 * step..4 * step + 4 {
                let row = m.wrapping_sub(t);
                if row < BLOCK {
                    fill(row + 1, t + 1);
                }
                sync_threads();
            }
        };
        for step in 0..BLOCK / 4 - 1 {
            fill_four(step);
        }
        for step in BLOCK / 4 - 1..BLOCK / 4 + 1 {
            fill_four(step);
        }
        for step in BLOCK / 4 + 1..BLOCK / 2 {
            fill_four(step);
        }

        if is_whole {
            for part in 0..8 {
                let row = |k| Parts::apply_u32([part, k]);
                let filled = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| tile.get_unchecked([row(k) + 1, t + 1]));
                for k in 0..8 {
                    score.set_unchecked([top + row(k) + 1, left + t + 1], filled[k as usize]);
                }
            }
        } else {
            for row in 0..BLOCK {
                score.try_set([top + row + 1, left + t + 1], tile.get_unchecked([row + 1, t + 1]));
            }
        }
    }
}
