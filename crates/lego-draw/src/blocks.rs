//! The blocks of a storage that is seen flat: which boxes of rows and columns lie in memory in one piece.
//!
//! A box of cells is in one piece where no cell outside of it lies between two of its own. A grid is stored in blocks of h×w
//! where each of its boxes of h×w, counted from the first cell and the last ones cut off by the border, is in one piece. For a
//! row-major matrix that holds of any part of a row and of any number of whole rows, which nobody would call blocks. So lines
//! are followed first: a block is as many lines below each other as are in one piece together, and lines that go on through
//! the whole grid are none.
//!
//! ```text
//!  0  1  2 │  6  7  8      1×3 is in one piece, 1×6 is not:   a line of 3
//!  3  4  5 │  9 10 11      2×3 is, 4×3 is not:                blocks of 2×3
//! ─────────┼─────────      2×6 is, and so is 4×6:             blocks follow each other by rows up to the whole grid
//! 12 13 14 │ 18 19 20
//! 15 16 17 │ 21 22 23
//! ```
//!
//! Where there are no lines, as in tiles along anti-diagonals or on a Hilbert curve, a block is the smallest box in one piece.

use crate::grid::Grid;

/// How the cells of a grid of rank 2 follow each other in memory.
///
/// ```
/// use lego_draw::{Grid, Order};
///
/// // A 4×6 matrix stored in blocks of 2×3, one row of blocks after the other.
/// let position = |i: u64, j: u64| (i / 2 * 2 + j / 3) * 6 + i % 2 * 3 + j % 3;
/// let grid = Grid::flat([4, 6]).unwrap();
/// let order = Order::new(&grid, |index| Some(position(index[0], index[1]))).unwrap();
/// assert_eq!(order.blocks(), [[2, 3]]);
/// assert!(order.is_stored_in([1, 3]) && !order.is_stored_in([2, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    rows: usize,
    columns: usize,
    /// For each cell, row after row, how many others come before it in memory; `NOWHERE` if it has no position.
    ranks: Vec<u32>,
}

/// The rank of a cell without a position.
const NOWHERE: u32 = u32::MAX;

impl Order {
    /// The order of the cells; `None` where two share a position, where an index has another rank than 2, and of 2^32 cells
    /// or more.
    pub fn new(grid: &Grid, position: impl Fn(&[u64]) -> Option<u64>) -> Option<Self> {
        let dims = grid.dims();
        let [rows, columns] = dims[..] else { return None };
        let cells = u32::try_from(rows * columns).ok().filter(|&cells| cells < NOWHERE)?;
        let mut stored: Vec<(u64, u32)> = (0..cells)
            .filter_map(|cell| Some((position(&[u64::from(cell) / columns, u64::from(cell) % columns])?, cell)))
            .collect();
        stored.sort_unstable();
        if stored.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        let mut ranks = vec![NOWHERE; cells as usize];
        for (rank, &(_, cell)) in stored.iter().enumerate() {
            ranks[cell as usize] = rank as u32;
        }
        Some(Self { rows: rows as usize, columns: columns as usize, ranks })
    }

    /// Whether each box of so many rows and columns, from the first cell on, is in one piece.
    pub fn is_stored_in(&self, block: [u64; 2]) -> bool {
        let [height, width] = block.map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        height > 0 && width > 0 && self.holds([height.min(self.rows), width.min(self.columns)])
    }

    fn holds(&self, [height, width]: [usize; 2]) -> bool {
        (0..self.rows).step_by(height).all(|top| {
            (0..self.columns).step_by(width).all(|left| {
                let right = (left + width).min(self.columns);
                let rows = (top..(top + height).min(self.rows)).map(|row| row * self.columns);
                rows.fold(Piece::NONE, |piece, row| piece.with(&self.ranks[row + left..row + right])).is_one()
            })
        })
    }

    /// The heights and widths of the blocks, from the inside out.
    ///
    /// Laws: the grid is stored in each of them, each is cut by the one before, and none is the whole grid.
    pub fn blocks(&self) -> Vec<[u64; 2]> {
        let mut found = Vec::new();
        let mut unit = [1, 1];
        while let Some(block) = self.next(unit).filter(|&block| block != [self.rows, self.columns]) {
            found.push(block.map(|side| side as u64));
            unit = block;
        }
        found
    }

    /// The next block that is made of units.
    fn next(&self, unit: [usize; 2]) -> Option<[usize; 2]> {
        match [1, 0].into_iter().find_map(|axis| Some((self.line(unit, axis)?, axis))) {
            Some((line, axis)) => Some(self.line(line, 1 - axis).unwrap_or(line)),
            None => self.smallest(unit),
        }
    }

    /// The most units along an axis that are in one piece, as one unit; `None` if no two are.
    fn line(&self, unit: [usize; 2], axis: usize) -> Option<[usize; 2]> {
        let whole = [self.rows, self.columns][axis];
        let most = whole.div_ceil(unit[axis]);
        (2..=most).rev().find_map(|units| {
            let mut line = unit;
            line[axis] = (units * unit[axis]).min(whole);
            self.holds(line).then_some(line)
        })
    }

    /// The smallest box of more than one unit both ways that is in one piece; `None` if there is but the whole grid.
    fn smallest(&self, unit: [usize; 2]) -> Option<[usize; 2]> {
        let mut candidates = Vec::new();
        // Of each box from the first cell on to the row above, what is in it, by its width.
        let mut boxes = vec![Piece::NONE; self.columns];
        for (row, cells) in self.ranks.chunks(self.columns).enumerate() {
            let mut left = Piece::NONE;
            for (column, (above, &rank)) in boxes.iter_mut().zip(cells).enumerate() {
                left = left.with(&[rank]);
                *above = above.and(left);
                let block = [row + 1, column + 1];
                let is_larger = (0..2).all(|axis| block[axis] > unit[axis] && block[axis] % unit[axis] == 0);
                if is_larger && above.is_one() {
                    candidates.push(block);
                }
            }
        }
        candidates.sort_unstable_by_key(|[height, width]| height * width);
        candidates.into_iter().find(|&block| self.holds(block))
    }
}

/// Some cells, by what comes first and last of them in memory.
#[derive(Clone, Copy)]
struct Piece {
    first: u32,
    last: u32,
    cells: u32,
}

impl Piece {
    const NONE: Self = Self { first: NOWHERE, last: 0, cells: 0 };

    fn and(self, other: Self) -> Self {
        let (first, last) = (self.first.min(other.first), self.last.max(other.last));
        Self { first, last, cells: self.cells + other.cells }
    }

    fn with(self, ranks: &[u32]) -> Self {
        let stored = ranks.iter().filter(|&&rank| rank != NOWHERE);
        stored.fold(self, |piece, &rank| piece.and(Self { first: rank, last: rank, cells: 1 }))
    }

    /// Whether nothing lies between them.
    fn is_one(self) -> bool {
        self.cells == 0 || self.last - self.first == self.cells - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(dims: [u64; 2], position: impl Fn(u64, u64) -> Option<u64>) -> Order {
        Order::new(&Grid::flat(dims).unwrap(), |index| position(index[0], index[1])).unwrap()
    }

    /// Blocks of h×w: the order of the blocks, and the order in each, both as functions of (row, column, rows, columns).
    fn blocked(
        [rows, columns]: [u64; 2],
        [height, width]: [u64; 2],
        outer: impl Fn(u64, u64, u64, u64) -> u64,
        inner: impl Fn(u64, u64, u64, u64) -> u64,
    ) -> Vec<[u64; 2]> {
        let position = |i: u64, j: u64| {
            let block = outer(i / height, j / width, rows.div_ceil(height), columns.div_ceil(width));
            Some(block * height * width + inner(i % height, j % width, height, width))
        };
        order([rows, columns], position).blocks()
    }

    fn by_rows(i: u64, j: u64, _: u64, columns: u64) -> u64 {
        i * columns + j
    }

    fn by_columns(i: u64, j: u64, rows: u64, _: u64) -> u64 {
        j * rows + i
    }

    /// No line of it is in one piece.
    fn by_anti_diagonals(i: u64, j: u64, rows: u64, columns: u64) -> u64 {
        (0..rows).flat_map(|k| (0..columns).map(move |l| (k, l))).filter(|&(k, l)| (k + l, k) < (i + j, i)).count()
            as u64
    }

    #[test]
    fn orders_without_blocks_have_none() {
        for dims in [[1, 1], [1, 7], [7, 1], [2, 2], [3, 5], [8, 8]] {
            for inner in [by_rows, by_columns, by_anti_diagonals] {
                assert_eq!(blocked(dims, dims, by_rows, inner), [] as [[u64; 2]; 0], "{dims:?}");
            }
        }
        // Rows whose elements are exchanged, by xor and by rotation, and rows with holes behind them.
        let xor = |i: u64, j: u64| Some(i * 8 + ((i % 8) ^ j));
        let skew = |i: u64, j: u64| Some(i * 8 + (i + j) % 8);
        let padded = |i: u64, j: u64| Some(i * 11 + j);
        for position in [xor, skew, padded] {
            assert_eq!(order([16, 8], position).blocks(), [] as [[u64; 2]; 0]);
        }
    }

    #[test]
    fn blocks_are_found_whatever_their_order() {
        for dims in [[4, 6], [6, 10], [7, 11], [9, 9]] {
            for block in [[2, 2], [2, 3], [3, 2], [3, 5]] {
                for (outer, inner) in [(by_rows as fn(_, _, _, _) -> _, by_rows as fn(_, _, _, _) -> _)]
                    .into_iter()
                    .chain([(by_columns as _, by_columns as _), (by_anti_diagonals as _, by_rows as _)])
                    .chain([(by_rows as _, by_anti_diagonals as _), (by_anti_diagonals as _, by_anti_diagonals as _)])
                {
                    // A row of blocks, each by columns, is one large block by columns: that is the next test.
                    assert_eq!(blocked(dims, block, outer, inner), [block], "{dims:?} {block:?}");
                }
            }
        }
    }

    #[test]
    fn blocks_that_go_on_in_each_other_are_one() {
        assert_eq!(blocked([8, 12], [4, 3], by_rows, by_columns), [[4, 12]]);
        assert_eq!(blocked([8, 12], [4, 3], by_columns, by_rows), [[8, 3]]);
        assert_eq!(blocked([8, 12], [8, 3], by_rows, by_columns), [] as [[u64; 2]; 0]);
        // Parts of rows that follow each other in another order than by rows.
        assert_eq!(blocked([4, 12], [1, 3], by_anti_diagonals, by_rows), [[1, 3]]);
    }

    #[test]
    fn blocks_of_blocks() {
        let by_blocks = |i: u64, j: u64, _: u64, _: u64| (i / 2 * 2 + j / 3) * 6 + i % 2 * 3 + j % 3;
        assert_eq!(blocked([8, 12], [2, 2], by_blocks, by_rows), [[2, 2], [4, 6]]);
        let morton = |i: u64, j: u64| Some((0..4).map(|k| (i >> k & 1) << (2 * k + 1) | (j >> k & 1) << (2 * k)).sum());
        assert_eq!(order([16, 16], morton).blocks(), [[2, 2], [4, 4], [8, 8]]);
    }

    #[test]
    fn cells_without_a_position_lie_nowhere() {
        let stored =
            |i: u64, j: u64| (i < 5 && j < 7).then(|| by_rows(i / 2, j / 3, 3, 3) * 6 + by_rows(i % 2, j % 3, 2, 3));
        assert_eq!(order([8, 9], stored).blocks(), [[2, 3]]);
        assert_eq!(order([2, 3], |_, _| None).blocks(), [] as [[u64; 2]; 0]);
    }

    #[test]
    fn what_has_no_order() {
        let flat = Grid::flat([2, 2]).unwrap();
        assert!(Order::new(&flat, |_| Some(3)).is_none());
        assert!(Order::new(&Grid::flat([1 << 31, 2]).unwrap(), |_| None).is_none());
        assert!(Order::new(&Grid::strip(4, 2).unwrap(), |index| Some(index[0])).is_none());
    }

    #[test]
    fn blocks_obey_their_laws_on_random_orders() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let dims = [1 + random(6), 1 + random(6)];
            let cells = dims[0] * dims[1];
            // Most orders have no blocks: exchange only a few of a blocked one.
            let block = [1 + random(3), 1 + random(3)];
            let blocks = |k: u64| dims[k as usize].div_ceil(block[k as usize]);
            let mut positions: Vec<u64> = (0..cells)
                .map(|cell| {
                    let (i, j) = (cell / dims[1], cell % dims[1]);
                    let outer = by_rows(i / block[0], j / block[1], blocks(0), blocks(1));
                    outer * 9 + by_columns(i % block[0], j % block[1], block[0], block[1])
                })
                .collect();
            for _ in 0..random(3) {
                positions.swap(random(cells) as usize, random(cells) as usize);
            }
            let order = order(dims, |i, j| Some(positions[(i * dims[1] + j) as usize]));
            let found = order.blocks();
            for (k, block) in found.iter().enumerate() {
                assert!(order.is_stored_in(*block) && *block != dims);
                // By the definition: what lies between the first and the last of a box is in it.
                let at = |cell: u64| [cell / dims[1] / block[0], cell % dims[1] / block[1]];
                let mut sorted: Vec<u64> = (0..cells).collect();
                sorted.sort_unstable_by_key(|&cell| positions[cell as usize]);
                let mut boxes: Vec<[u64; 2]> = sorted.into_iter().map(at).collect();
                boxes.dedup();
                let pieces = boxes.len();
                boxes.sort_unstable();
                boxes.dedup();
                assert_eq!(boxes.len(), pieces, "{dims:?} {positions:?} {block:?}");
                if let Some(inner) = k.checked_sub(1).map(|k| found[k]) {
                    let cut = |axis: usize| block[axis] % inner[axis] == 0 || block[axis] == dims[axis];
                    assert!(cut(0) && cut(1) && inner != *block);
                }
            }
        }
    }
}
