//! Arrays cut into tiles: the coordinates in an array, and the digits that levels of tiles make of them.

use super::flat::{flatten, product, unflatten};
use super::order_by::OrderBy;
use super::scalar::Scalar;
use super::stage::{Stage, tiled_array};
use alloc::vec::Vec;

/// The digits of array coordinates: for each level in turn the tile coordinates.
pub(super) fn split<I: Scalar>(levels: &[Vec<I>], coordinates: &[I]) -> Vec<I> {
    let digits: Vec<Vec<I>> = coordinates
        .iter()
        .enumerate()
        .map(|(k, &x)| unflatten(&levels.iter().map(|level| level[k]).collect::<Vec<I>>(), x))
        .collect();
    (0..levels.len()).flat_map(|level| digits.iter().map(move |digit| digit[level])).collect()
}

/// The array coordinates of digits: the inverse of [`split`].
pub(super) fn join<I: Scalar>(levels: &[Vec<I>], digits: &[I]) -> Vec<I> {
    let rank = levels[0].len();
    (0..rank)
        .map(|k| {
            let radices: Vec<I> = levels.iter().map(|level| level[k]).collect();
            let axis: Vec<I> = (0..levels.len()).map(|level| digits[level * rank + k]).collect();
            flatten(&radices, &axis)
        })
        .collect()
}

pub(super) fn volume_of<I: Scalar>(order: &OrderBy<'_, I>) -> I {
    product(&order.dims())
}

/// For each stage the array that a `TileBy` to its right makes it reorder, or that a `TileOrderBy` reorders by itself.
pub(super) fn arrays<I: Scalar>(stages: &[Stage<'_, I>]) -> Vec<Option<Vec<I>>> {
    let mut array: Option<Vec<I>> = None;
    let mut arrays: Vec<Option<Vec<I>>> = stages
        .iter()
        .rev()
        .map(|stage| {
            let seen = match (&array, stage) {
                (None, Stage::TileOrderBy(_)) => Some(stage.dims()),
                _ => array.clone(),
            };
            match stage {
                Stage::OrderBy(_) | Stage::TileOrderBy(_) => {}
                Stage::GroupBy(_) | Stage::Packed(_) => array = None,
                Stage::TileBy(levels) if same_rank(levels) => array = Some(tiled_array(levels)),
                Stage::TileBy(_) => array = None,
                Stage::ExpandBy { stored, .. } | Stage::PadBy { stored, .. } => {
                    if array.is_some() {
                        array = Some(stored.clone());
                    }
                }
            }
            seen
        })
        .collect();
    arrays.reverse();
    arrays
}

fn same_rank<I>(levels: &[Vec<I>]) -> bool {
    levels.iter().all(|level| level.len() == levels[0].len())
}

/// Whether every piece has the rank of an array.
pub(super) fn fits<I: Scalar>(order: &OrderBy<'_, I>, array: &[I]) -> bool {
    order.pieces().iter().all(|piece| piece.dims().len() == array.len())
}
