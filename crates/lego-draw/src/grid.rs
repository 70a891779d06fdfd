//! The arrangement of indices as cells in rows and columns, for any rank.
//!
//! The last axis runs to the right and the one before it downwards, which makes a panel of cells; the axis before those runs
//! to the right again, over whole panels, the next one downwards, and so on. Each level of a view begins anew, so that a tile
//! is arranged like an array of its own and tiles like the elements of one:
//!
//! ```text
//! dims        levels    rows         columns
//! [r, c]      2         i0           i1
//! [a, r, c]   3         i1           i0, i2        planes side by side
//! [a,b,r,c]   2, 2      i0, i2       i1, i3        a grid of tiles
//! ```
//!
//! What would be too wide is wrapped: an axis of the outermost level that runs to the right goes on in the next row.

/// Rows and columns of cells, one for each index.
///
/// Law: `place(&index) == Some((row, column))` for every cell that has an index, `index(row, column) == Some(index)`.
///
/// ```
/// use lego_draw::Grid;
///
/// // 2×2 tiles of 3×4 elements.
/// let grid = Grid::tiled([2, 2, 3, 4]).unwrap();
/// assert_eq!((grid.rows(), grid.columns()), (6, 8));
/// assert_eq!(grid.index(4, 1), Some(vec![1, 0, 1, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    axes: Vec<Axis>,
    rows: u64,
    columns: u64,
    /// The heights and widths of what gaps lie between, from the inside out.
    panels: Vec<[u64; 2]>,
}

/// Where an axis of the index leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) extent: u64,
    pub(crate) runs: Runs,
    /// The number of rows, or of columns, from one index to the next.
    pub(crate) pitch: u64,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    Right,
    Down,
    /// To the right, so many indices in a row, each row so high.
    Wrapped {
        each: u64,
        height: u64,
    },
}

impl Grid {
    /// The first component downwards and the second to the right; `None` if one has no values or if there are 2^64 cells
    /// or more.
    pub fn flat(dims: [u64; 2]) -> Option<Self> {
        Self::new(&dims, &[2])
    }

    /// Tiles: the first two components say which tile, the others where in it. `None` if one has no values or if there are
    /// 2^64 cells or more.
    pub fn tiled(dims: [u64; 4]) -> Option<Self> {
        Self::new(&dims, &[2, 2])
    }

    /// Indices of these extents in levels of these ranks, the outermost first. Levels of rank 1 only are taken for one, and
    /// so is everything where the ranks do not add up.
    ///
    /// `None` without extents, if one is 0, and if there are 2^64 cells or more.
    ///
    /// ```
    /// use lego_draw::Grid;
    ///
    /// // Two planes of 3×4, side by side.
    /// let planes = Grid::new(&[2, 3, 4], &[3]).unwrap();
    /// assert_eq!((planes.rows(), planes.columns()), (3, 8));
    /// assert_eq!(planes.index(2, 5), Some(vec![1, 2, 1]));
    /// ```
    pub fn new(dims: &[u64], levels: &[usize]) -> Option<Self> {
        let cells = dims.iter().try_fold(1_u64, |cells, &extent| cells.checked_mul(extent))?;
        if cells == 0 || dims.is_empty() {
            return None;
        }
        let one = [dims.len()];
        let is_one = levels.iter().sum::<usize>() != dims.len() || levels.iter().all(|&rank| rank == 1);
        let levels = if is_one { &one[..] } else { levels };
        let mut axes = vec![Axis { extent: 1, runs: Runs::Right, pitch: 1 }; dims.len()];
        let (mut rows, mut columns, mut panels) = (1, 1, Vec::new());
        let mut axis = dims.len();
        for &rank in levels.iter().rev() {
            for k in 0..rank {
                // A panel ends with every second axis, and with its level.
                if k % 2 == 0 && axis < dims.len() {
                    panels.push([rows, columns]);
                }
                axis -= 1;
                let extent = dims[axis];
                let (runs, side) = if k % 2 == 0 { (Runs::Right, &mut columns) } else { (Runs::Down, &mut rows) };
                axes[axis] = Axis { extent, runs, pitch: *side };
                *side *= extent;
            }
        }
        panels.dedup();
        Some(Self { axes, rows, columns, panels })
    }

    /// So many indices of one component in rows of `columns`, the last of which may be shorter. `None` if there are none, or
    /// no columns.
    ///
    /// ```
    /// use lego_draw::Grid;
    ///
    /// let strip = Grid::strip(10, 4).unwrap();
    /// assert_eq!((strip.rows(), strip.columns()), (3, 4));
    /// assert_eq!([strip.index(2, 1), strip.index(2, 2)], [Some(vec![9]), None]);
    /// ```
    pub fn strip(count: u64, columns: u64) -> Option<Self> {
        let grid = Self::new(&[count], &[1])?;
        if columns == 0 { None } else { grid.in_rows_of(columns) }
    }

    /// The same, its outermost panels in several rows where they would be much wider than high: about as high as wide. Of one
    /// axis, which is a strip, a row has 32 cells or more.
    #[must_use]
    pub fn wrapped(self) -> Self {
        const WIDE: u64 = 32;
        const MOST: u64 = 1 << 12;
        let Some(Axis { extent, runs: Runs::Right, pitch }) = self.outermost().copied() else { return self };
        if self.columns <= WIDE {
            return self;
        }
        let each = if self.axes.len() == 1 {
            extent.isqrt().checked_next_power_of_two().unwrap_or(extent).max(WIDE)
        } else {
            // As many as make a square, or a few more where every row is then full.
            let square = (u128::from(extent) * u128::from(self.rows)).div_ceil(pitch.into());
            let square = u64::try_from((square - 1).isqrt() + 1).unwrap_or(extent).min(extent);
            (square..extent).take(square.min(MOST) as usize).find(|each| extent % *each == 0).unwrap_or(square)
        };
        self.clone().in_rows_of(each).unwrap_or(self)
    }

    /// The outermost axis to the right, where wrapping it leaves an order that can be read: the first of all.
    fn outermost(&self) -> Option<&Axis> {
        self.axes.first().filter(|axis| axis.runs == Runs::Right && axis.pitch * axis.extent == self.columns)
    }

    /// The outermost axis in rows of so many panels; `None` where that is too much.
    fn in_rows_of(mut self, each: u64) -> Option<Self> {
        let Some(&Axis { extent, pitch, .. }) = self.outermost() else { return Some(self) };
        if each >= extent {
            return Some(self);
        }
        let height = self.rows;
        self.axes[0].runs = Runs::Wrapped { each, height };
        self.rows = height.checked_mul(extent.div_ceil(each))?;
        self.columns = pitch * each;
        self.rows.checked_mul(self.columns)?;
        Some(self)
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// The number of indices: as many as cells, but where the last row of what is wrapped is shorter.
    pub fn count(&self) -> u64 {
        self.axes.iter().map(|axis| axis.extent).product()
    }

    /// The extents of an index.
    pub fn dims(&self) -> Vec<u64> {
        self.axes.iter().map(|axis| axis.extent).collect()
    }

    /// The heights and widths, in cells, of the panels that gaps lie between, from the inside out. Empty where the index has
    /// one level of rank 1 or 2.
    ///
    /// ```
    /// use lego_draw::Grid;
    ///
    /// assert_eq!(Grid::new(&[2, 2, 2, 2, 3, 5], &[2, 2, 2]).unwrap().panels(), [[3, 5], [6, 10]]);
    /// ```
    pub fn panels(&self) -> &[[u64; 2]] {
        &self.panels
    }

    /// How many gaps of different heights lie above a row: one for each level of panels that begins with it.
    pub(crate) fn gaps_above(&self, row: u64) -> usize {
        self.gaps(0, row)
    }

    /// How many gaps of different widths lie before a column.
    pub(crate) fn gaps_before(&self, column: u64) -> usize {
        self.gaps(1, column)
    }

    fn gaps(&self, side: usize, at: u64) -> usize {
        let begins = |panel: &[u64; 2]| at > 0 && at % panel[side] == 0;
        // Panels in one row have the same height: that is one gap.
        let is_new = |k: usize| k == 0 || self.panels[k - 1][side] < self.panels[k][side];
        (0..self.panels.len()).filter(|&k| is_new(k) && begins(&self.panels[k])).count()
    }

    /// The axes of the index.
    pub(crate) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The axes whose numbers stand above the columns, or beside the rows, from the inside out: of an axis of one value nothing
    /// needs to be said, unless there is no other.
    pub(crate) fn labelled_axes(&self, is_down: bool) -> Vec<(usize, Axis)> {
        let runs = |axis: &Axis| match axis.runs {
            Runs::Down => is_down,
            Runs::Right => !is_down,
            // Wrapped panels have captions, above each; a strip has the first number of each row beside it.
            Runs::Wrapped { .. } => !is_down || self.wrapped_height().is_none(),
        };
        let own: Vec<(usize, Axis)> =
            self.axes.iter().copied().enumerate().rev().filter(|(_, axis)| runs(axis)).collect();
        let several: Vec<(usize, Axis)> = own.iter().copied().filter(|(_, axis)| axis.extent > 1).collect();
        if several.is_empty() { own.into_iter().take(1).collect() } else { several }
    }

    /// How high each row of panels is, where they are wrapped and more than a cell.
    pub(crate) fn wrapped_height(&self) -> Option<u64> {
        match self.axes.first()?.runs {
            Runs::Wrapped { height, .. } if self.axes.len() > 1 => Some(height),
            _ => None,
        }
    }

    /// The index in a row and a column; `None` where the last row of what is wrapped ends before it.
    pub fn index(&self, row: u64, column: u64) -> Option<Vec<u64>> {
        let component = |axis: &Axis| match axis.runs {
            Runs::Right => Some(column / axis.pitch % axis.extent),
            Runs::Down => Some(row / axis.pitch % axis.extent),
            Runs::Wrapped { each, height } => {
                Some(row / height * each + column / axis.pitch).filter(|&i| i < axis.extent)
            }
        };
        self.axes.iter().map(component).collect()
    }

    /// The row and the column of an index; `None` if it has another number of components or lies outside.
    pub fn place(&self, index: &[u64]) -> Option<(u64, u64)> {
        if index.len() != self.axes.len() || index.iter().zip(&self.axes).any(|(&i, axis)| i >= axis.extent) {
            return None;
        }
        let (mut row, mut column) = (0, 0);
        for (&i, axis) in index.iter().zip(&self.axes) {
            match axis.runs {
                Runs::Right => column += i * axis.pitch,
                Runs::Down => row += i * axis.pitch,
                Runs::Wrapped { each, height } => {
                    row += i / each * height;
                    column += i % each * axis.pitch;
                }
            }
        }
        Some((row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that cells and indices are one to one, and gives the number of cells that have none.
    #[track_caller]
    fn one_to_one(grid: &Grid) -> u64 {
        let mut without = 0;
        let mut seen = std::collections::HashSet::new();
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                match grid.index(row, column) {
                    Some(index) => {
                        assert_eq!(grid.place(&index), Some((row, column)), "{grid:?}");
                        assert!(seen.insert(index));
                    }
                    None => without += 1,
                }
            }
        }
        assert_eq!((seen.len() as u64, seen.len() as u64 + without), (grid.count(), grid.rows() * grid.columns()));
        assert_eq!(grid.count(), grid.dims().iter().product::<u64>());
        assert_eq!([grid.place(&grid.dims()), grid.place(&[])], [None, None]);
        without
    }

    #[test]
    fn every_cell_is_where_its_index_says() {
        let dims: [(&[u64], &[usize]); 12] = [
            (&[1], &[1]),
            (&[7], &[1]),
            (&[3, 5], &[2]),
            (&[3, 5], &[1, 1]),
            (&[2, 3, 5], &[3]),
            (&[2, 3, 5], &[1, 2]),
            (&[2, 3, 4, 1], &[2, 2]),
            (&[2, 3, 2, 3], &[4]),
            (&[1, 1, 1, 1], &[2, 2]),
            (&[2, 3, 2, 2, 1, 3], &[3, 3]),
            (&[2, 1, 2, 3, 2, 2], &[2, 2, 2]),
            (&[2, 2, 2, 2, 2, 2, 2, 2], &[8]),
        ];
        for (dims, levels) in dims {
            let grid = Grid::new(dims, levels).unwrap();
            assert_eq!(one_to_one(&grid), 0);
            assert_eq!(grid.clone().wrapped(), grid);
        }
    }

    #[test]
    fn what_is_wrapped_is_one_to_one_too() {
        for (dims, levels, shape, without) in [
            (&[33][..], &[1][..], [2, 32], 31),
            (&[1024], &[1], [32, 32], 0),
            (&[4097], &[1], [65, 64], 63),
            (&[8, 8, 8], &[3], [16, 32], 0),
            (&[7, 8, 8], &[3], [24, 24], 128),
            (&[5, 3, 40], &[3], [15, 40], 0),
            (&[6, 4, 4, 3, 3], &[1, 2, 2], [24, 36], 0),
            // Only what is outermost is wrapped.
            (&[2, 50], &[2], [2, 50], 0),
            (&[3, 50, 2, 2], &[2, 2], [6, 100], 0),
        ] {
            let grid = Grid::new(dims, levels).unwrap().wrapped();
            assert_eq!([grid.rows(), grid.columns()], shape, "{dims:?}");
            assert_eq!(one_to_one(&grid), without, "{dims:?}");
        }
        for columns in 1..=12 {
            let grid = Grid::strip(10, columns).unwrap();
            assert_eq!((grid.columns(), one_to_one(&grid)), (columns.min(10), grid.rows() * grid.columns() - 10));
        }
    }

    #[test]
    fn each_level_is_arranged_like_an_array() {
        // Tiles of 2×3×5 elements, 7×11×13 of them: planes of tiles, and in each tile planes of elements.
        let grid = Grid::new(&[7, 11, 13, 2, 3, 5], &[3, 3]).unwrap();
        assert_eq!([grid.rows(), grid.columns()], [11 * 3, 7 * 13 * 2 * 5]);
        assert_eq!(grid.panels(), [[3, 5], [3, 10], [33, 130]]);
        assert_eq!(grid.place(&[0, 0, 1, 0, 0, 0]), Some((0, 10)));
        assert_eq!(grid.place(&[0, 1, 0, 1, 0, 0]), Some((3, 5)));
        assert_eq!(grid.place(&[1, 0, 0, 0, 1, 1]), Some((1, 131)));
        // One plane has no gap around it; a grid of one tile has.
        assert_eq!(Grid::new(&[3, 5], &[1, 1]).unwrap().panels(), [] as [[u64; 2]; 0]);
        assert_eq!(Grid::tiled([1, 1, 5, 3]).unwrap().panels(), [[5, 3]]);
    }

    #[test]
    fn what_has_no_grid() {
        assert_eq!(Grid::flat([0, 3]), None);
        assert_eq!(Grid::flat([1 << 32, 1 << 32]), None);
        assert_eq!(Grid::tiled([2, 2, 0, 3]), None);
        assert_eq!(Grid::tiled([1 << 40, 1, 1 << 40, 1]), None);
        assert_eq!([Grid::new(&[], &[]), Grid::strip(0, 4), Grid::strip(4, 0)], [None, None, None]);
        assert!(Grid::flat([1 << 32, 1 << 31]).is_some());
        assert_eq!(Grid::strip(u64::MAX, u64::MAX).map(|grid| grid.rows()), Some(1));
        // The rest of the last row would be beyond what can be counted.
        assert_eq!(Grid::strip(u64::MAX, (1 << 63) + 1), None);
        assert_eq!(Grid::new(&[u64::MAX], &[1]).unwrap().wrapped().rows(), 1);
        assert_eq!(Grid::new(&[1 << 62], &[1]).unwrap().wrapped().columns(), 1 << 31);
    }
}
