//! Pictures to try, and what an SVG document has to be.
#![allow(dead_code)] // each test binary uses its part

pub(crate) mod xml;

use lego_draw::{Grid, Picture};

/// A row-major picture.
pub(crate) fn row_major(grid: &Grid) -> Picture<'static> {
    let dims = grid.dims();
    let span = dims.iter().product();
    Picture::new(grid.clone(), span, move |index| {
        Some(index.iter().zip(&dims).fold(0, |position, (i, n)| position * n + i))
    })
}

/// Grids of every kind: one cell, one row, one column, odd sides, tiles, tiles of one cell, one tile, planes, tiles of tiles,
/// what is wrapped.
pub(crate) fn grids() -> Vec<Grid> {
    let flat = [[1, 1], [1, 17], [17, 1], [3, 5], [9, 7], [33, 31]].map(Grid::flat);
    let tiled = [[2, 3, 4, 5], [1, 1, 1, 1], [3, 1, 1, 7], [1, 1, 5, 3], [5, 3, 1, 1]].map(Grid::tiled);
    let nested = [(&[2, 3, 4][..], &[3][..]), (&[2, 1, 3, 2, 2, 3], &[2, 2, 2]), (&[2, 2, 2, 2, 1, 2, 2, 2], &[8])];
    let nested = nested.map(|(dims, levels)| Grid::new(dims, levels));
    let wrapped = [Grid::strip(11, 4), Grid::new(&[7, 3, 8], &[3]).map(Grid::wrapped)];
    flat.into_iter().chain(tiled).chain(nested).chain(wrapped).map(Option::unwrap).collect()
}
