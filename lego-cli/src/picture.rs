//! The picture of a layout that was given as a chain.

use crate::input::Input;
use crate::points::Points;
use lego_draw::{Grid, Picture};
use lego_lang::syntax::{Layout, Stage};

/// The picture of a layout, if it has one: rank 2, and rank 4 from two levels of rank 2.
pub(crate) fn picture<'a>(input: &Input, map: &'a Points) -> Option<Picture<'a>> {
    let grid = match map.dims[..] {
        [rows, columns] => Grid::flat([rows, columns]),
        [rows, columns, height, width] if input.chain.layout().is_some_and(has_two_levels) => {
            Grid::tiled([rows, columns, height, width])
        }
        _ => None,
    }?;
    Some(Picture::new(grid, map.span, |index| map.position(index)).titled(input.title()))
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
