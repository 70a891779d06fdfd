//! The grid in which the indices of a layout are drawn: rank 2, or tiles of rank 2 in a grid of rank 2.

/// Rows and columns of cells, one for each index.
///
/// Law: `place(index(row, column)) == (row, column)` for every cell.
///
/// ```
/// use lego_draw::Grid;
///
/// // 2×2 tiles of 3×4 elements.
/// let grid = Grid::tiled([2, 2, 3, 4]).unwrap();
/// assert_eq!((grid.rows(), grid.columns()), (6, 8));
/// assert_eq!(grid.index(4, 1), [1, 0, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: u64,
    columns: u64,
    /// The rows and columns of a tile; those of the whole grid without tiles.
    tile: [u64; 2],
    /// Whether there are tiles: then an index has four components.
    tiled: bool,
}

impl Grid {
    /// The first component downwards and the second to the right; `None` if one has no values or if there are 2^64 cells
    /// or more.
    pub fn flat([rows, columns]: [u64; 2]) -> Option<Self> {
        Self { rows, columns, tile: [rows, columns], tiled: false }.checked()
    }

    /// Tiles: the first two components say which tile, the others where in it. `None` if one has no values or if there are
    /// 2^64 cells or more.
    pub fn tiled([rows, columns, height, width]: [u64; 4]) -> Option<Self> {
        let (rows, columns) = (rows.checked_mul(height)?, columns.checked_mul(width)?);
        Self { rows, columns, tile: [height, width], tiled: true }.checked()
    }

    fn checked(self) -> Option<Self> {
        self.rows.checked_mul(self.columns).filter(|&cells| cells > 0)?;
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

    /// The rows and columns of a tile; those of the whole grid if there are no tiles.
    pub fn tile(&self) -> [u64; 2] {
        self.tile
    }

    /// Whether there are tiles.
    pub fn is_tiled(&self) -> bool {
        self.tiled
    }

    /// The extents of an index: two, or four with tiles.
    pub fn dims(&self) -> Vec<u64> {
        let [height, width] = self.tile;
        if self.tiled {
            vec![self.rows / height, self.columns / width, height, width]
        } else {
            vec![self.rows, self.columns]
        }
    }

    /// The index in a row and a column.
    pub fn index(&self, row: u64, column: u64) -> Vec<u64> {
        let [height, width] = self.tile;
        if self.tiled { vec![row / height, column / width, row % height, column % width] } else { vec![row, column] }
    }

    /// The row and the column of an index; `None` if it has another number of components or lies outside.
    pub fn place(&self, index: &[u64]) -> Option<(u64, u64)> {
        let dims = self.dims();
        let is_inside = index.len() == dims.len() && index.iter().zip(&dims).all(|(i, n)| i < n);
        let [height, width] = self.tile;
        match *index {
            _ if !is_inside => None,
            [i, j, k, l] => Some((i * height + k, j * width + l)),
            [i, j] => Some((i, j)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_where_its_index_says() {
        for grid in [Grid::flat([1, 1]), Grid::flat([3, 5]), Grid::tiled([2, 3, 4, 1]), Grid::tiled([1, 1, 1, 1])] {
            let grid = grid.unwrap();
            assert_eq!(grid.dims().iter().product::<u64>(), grid.rows() * grid.columns());
            for row in 0..grid.rows() {
                for column in 0..grid.columns() {
                    assert_eq!(grid.place(&grid.index(row, column)), Some((row, column)));
                }
            }
            assert_eq!(grid.place(&grid.dims()), None);
            assert_eq!(grid.place(&[0]), None);
        }
    }

    #[test]
    fn what_has_no_grid() {
        assert_eq!(Grid::flat([0, 3]), None);
        assert_eq!(Grid::flat([1 << 32, 1 << 32]), None);
        assert_eq!(Grid::tiled([2, 2, 0, 3]), None);
        assert_eq!(Grid::tiled([1 << 40, 1, 1 << 40, 1]), None);
        assert!(Grid::flat([1 << 32, 1 << 31]).is_some());
    }
}
