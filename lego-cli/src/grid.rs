//! The two-dimensional picture of a layout: rank 2, or tiles of rank 2 in a grid of rank 2.

use crate::input::Input;
use crate::map::Map;
use lego_lang::syntax::{Layout, Stage};

/// How indices lie in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
    /// The rows and columns of a tile; those of the whole grid without tiles.
    pub(crate) tile: [u64; 2],
    /// Whether there are tiles: then an index has four components.
    pub(crate) tiled: bool,
}

impl Grid {
    /// The picture of a layout, if it has one.
    pub(crate) fn new(input: &Input, map: &Map) -> Option<Self> {
        match map.dims[..] {
            [rows, columns] => Some(Self { rows, columns, tile: [rows, columns], tiled: false }),
            [rows, columns, height, width] if input.chain.layout().is_some_and(has_two_levels) => Some(Self {
                rows: rows.checked_mul(height)?,
                columns: columns.checked_mul(width)?,
                tile: [height, width],
                tiled: true,
            }),
            _ => None,
        }
    }

    /// The index in a row and a column.
    pub(crate) fn index(&self, row: u64, column: u64) -> Vec<u64> {
        let [height, width] = self.tile;
        if self.tiled { vec![row / height, column / width, row % height, column % width] } else { vec![row, column] }
    }

    /// The row and the column of an index.
    pub(crate) fn place(&self, index: &[u64]) -> (u64, u64) {
        let [height, width] = self.tile;
        match *index {
            [i, j, k, l] => (i * height + k, j * width + l),
            [i, j, ..] => (i, j),
            _ => (0, 0),
        }
    }
}

/// Whether the chain is viewed in two levels of rank 2.
fn has_two_levels(layout: &Layout) -> bool {
    match layout.stages.last().map(|stage| &stage.node) {
        Some(Stage::TileBy(levels) | Stage::GroupBy(levels)) => {
            matches!(&levels[..], [a, b] if a.len() == 2 && b.len() == 2)
        }
        _ => false,
    }
}
