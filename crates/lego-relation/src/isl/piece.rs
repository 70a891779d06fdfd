//! A piece of a map: where conditions hold, the values.

use super::quasi::{Affine, Conjunct, Constraint, FAR, Ranges};
use super::syntax::Place;
use lego_expr::{Arena, Id};
use std::rc::Rc;

/// The extent of a component that a bound of the text states, such as `N` in `0 <= i < N`.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) extent: Id,
    /// Conditions that hold everywhere in a box of this extent.
    pub(super) implied: Vec<Constraint>,
    /// Whether the bound is among the conditions of the pieces; one with a `max` is not, since it would make two pieces
    /// of one.
    pub(super) is_condition: bool,
}

/// A piece of the map: where conditions hold, the values.
pub(super) struct Piece {
    pub(super) when: Conjunct,
    pub(super) values: Vec<Affine>,
    pub(super) ranges: Ranges,
    pub(super) place: Place,
    /// The extents that the bounds of the text state.
    pub(super) declared: Rc<Vec<Option<Declared>>>,
}

impl Piece {
    /// Whether a condition is the bound of a component that a box of such extents says already.
    pub(super) fn is_box(&self, constraint: &Constraint, dims: &[Id]) -> bool {
        self.stated(dims).any(|(_, declared, dim)| declared.extent == dim && declared.implied.contains(constraint))
    }

    /// Components whose bound is no condition of the piece, with the extent that the box has to say instead.
    pub(super) fn unconditional(&self, dims: &[Id]) -> Vec<(usize, Id)> {
        let needed = |(number, declared, dim): (usize, &Declared, Id)| {
            (!declared.is_condition && declared.extent != dim).then_some((number, declared.extent))
        };
        self.stated(dims).filter_map(needed).collect()
    }

    /// The box of numbers that the piece is in, below extents: its least point, and its extents.
    pub(super) fn range(&self, dims: &[u64], arena: &Arena) -> (Vec<i128>, Vec<u64>) {
        let mut ends: Vec<i128> =
            self.ranges.0.iter().zip(dims).map(|((_, high), &dim)| (high + 1).min(i128::from(dim))).collect();
        let ids: Vec<Id> = dims.iter().map(|&dim| arena.constant(dim.into())).collect();
        for (number, extent) in self.unconditional(&ids) {
            ends[number] = ends[number].min(arena.number(extent).unwrap_or(FAR));
        }
        let low: Vec<i128> = self.ranges.0[..dims.len()].iter().map(|(low, _)| (*low).max(0)).collect();
        let extents = low.iter().zip(&ends).map(|(low, end)| (end - low).max(0) as u64).collect();
        (low, extents)
    }

    fn stated<'d>(&'d self, dims: &'d [Id]) -> impl Iterator<Item = (usize, &'d Declared, Id)> {
        let each = self.declared.iter().zip(dims).enumerate();
        each.filter_map(|(number, (declared, &dim))| Some((number, declared.as_ref()?, dim)))
    }
}
