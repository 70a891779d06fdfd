//! A chain of stages: a layout as the language writes it (LEGO, fig. 7).

use super::demands::demands;
use super::flat::{flatten, product, unflatten};
use super::permutation::Permutation;
use super::requirement::{Demand, Site};
use super::scalar::Scalar;
use super::stage::{Stage, tiled_array};
use super::structure::structure;
use super::tiling::{arrays, join, split, volume_of};
use crate::error::LayoutError;
use alloc::vec;
use alloc::vec::Vec;

/// A result that an `ExpandBy`, a `PadBy` or a packed domain may refuse: it holds where all guards do, asked from the first on.
#[derive(Clone, Debug)]
pub struct Mapped<T, Truth> {
    /// The value.
    pub value: T,
    /// The conditions under which there is one, each only meaningful where the ones before it hold.
    pub guards: Vec<Truth>,
}

/// `O1.O2.….Ov.GroupBy(…)` and its kin: a layout over any index values.
///
/// ```
/// use lego_core::chain::{Chain, OrderBy, RegP, Stage};
/// // Col(4, 8)
/// let order = OrderBy::new(vec![Box::new(RegP::col(vec![4, 8_u64]))]);
/// let chain = Chain::new(vec![Stage::OrderBy(order)]).map_err(|(_, error)| error)?;
/// assert_eq!(chain.apply(&[1, 2]).value, 9);
/// assert_eq!(chain.inv(9).value, [1, 2]);
/// # Ok::<(), lego_core::LayoutError>(())
/// ```
#[derive(Debug)]
pub struct Chain<'a, I> {
    stages: Vec<Stage<'a, I>>,
    /// For each stage the array whose tilings it reorders, if it is a `TileOrderBy` or a `TileBy` stands to its right.
    arrays: Vec<Option<Vec<I>>>,
}

impl<'a, I: Scalar> Chain<'a, I> {
    /// Puts stages together, from left to right.
    ///
    /// What a chain demands of its sizes is [`demands`](Chain::demands); for numbers those must be checked before the
    /// chain is used.
    ///
    /// # Errors
    /// Where and what, for the first stage of a wrong rank or at a wrong place, and for a chain without stages.
    pub fn new(stages: Vec<Stage<'a, I>>) -> Result<Self, (Site, LayoutError)> {
        let chain = Self { arrays: arrays(&stages), stages };
        chain.structure().into_iter().next().map_or(Ok(chain), Err)
    }

    /// Every stage of a wrong rank or at a wrong place, from left to right; or that there are no stages.
    pub fn structure_errors(stages: &[Stage<'a, I>]) -> Vec<(Site, LayoutError)> {
        structure(stages, &arrays(stages))
    }

    fn structure(&self) -> Vec<(Site, LayoutError)> {
        structure(&self.stages, &self.arrays)
    }

    /// The stages, from left to right.
    pub fn stages(&self) -> &[Stage<'a, I>] {
        &self.stages
    }

    /// The stages by themselves, from left to right.
    #[must_use]
    pub fn into_stages(self) -> Vec<Stage<'a, I>> {
        self.stages
    }

    /// The logical extents.
    pub fn dims(&self) -> Vec<I> {
        self.stages.last().map_or_else(Vec::new, Stage::dims)
    }

    /// The number of positions that a buffer must hold; 0 where there is no index, though a `PadBy` makes room.
    pub fn span(&self) -> I {
        let stored = self.stages[0].outgoing();
        if self.is_empty() {
            return stored[0].lift(0);
        }
        let mut span = product(&stored);
        for stage in &self.stages {
            if let Stage::PadBy { logical, .. } = stage {
                for &n in logical {
                    if !span.vanishes_with(n) {
                        span = span * n.smaller(n.lift(1));
                    }
                }
            }
        }
        span
    }

    /// Whether a size is the number 0: then no index has a position, and no position an index.
    pub fn is_empty(&self) -> bool {
        let is_zero = |n: &I| n.number() == Some(0);
        self.stages.iter().any(|stage| stage.dims().iter().any(is_zero) || stage.outgoing().iter().any(is_zero))
    }

    /// The stored extents of `ExpandBy`s that may be 0 while the logical extents are not: then no index has a position.
    pub fn stored_alone(&self) -> Vec<I> {
        let dims = self.dims();
        let mut alone: Vec<I> = Vec::new();
        for stage in &self.stages {
            if let Stage::ExpandBy { stored, .. } = stage {
                let is_alone = |n: &&I| !dims.iter().any(|dim| dim.vanishes_with(**n)) && !alone.contains(n);
                let found: Vec<I> = stored.iter().filter(is_alone).copied().collect();
                alone.extend(found);
            }
        }
        alone
    }

    /// The number of logical indices.
    pub fn count(&self) -> I {
        product(&self.dims())
    }

    /// Whether [`apply`](Chain::apply) has guards.
    pub fn expands(&self) -> bool {
        self.stages.iter().any(Stage::is_partial)
    }

    /// Whether [`inv`](Chain::inv) has guards.
    pub fn pads(&self) -> bool {
        self.stages.iter().any(Stage::has_holes)
    }

    /// The first stage that sends two indices to one position, which makes the chain a map for reading only.
    pub fn sharing(&self) -> Option<&Stage<'a, I>> {
        self.stages.iter().find(|stage| matches!(stage, Stage::Packed(packing) if !packing.is_injective()))
    }

    /// What the chain demands of its sizes, from left to right.
    pub fn demands(&self) -> Vec<Demand<I>> {
        demands(&self.stages, &self.arrays)
    }

    /// The position of a logical index.
    pub fn apply(&self, index: &[I]) -> Mapped<I, I::Truth> {
        self.apply_by(index, |piece, own| piece.apply(own))
    }

    /// [`apply`](Chain::apply), with the position of an index in each piece given by a function: what asks how the position
    /// depends on an axis need not compute a piece that the axis does not reach.
    ///
    /// Law: `apply_by(index, |piece, own| piece.apply(own))` is `apply(index)`.
    pub fn apply_by(&self, index: &[I], mut place: impl FnMut(&dyn Permutation<I>, &[I]) -> I) -> Mapped<I, I::Truth> {
        let mut cursor = Cursor { dims: self.dims(), index: index.to_vec() };
        let mut guards = Vec::new();
        for (stage, array) in self.stages.iter().zip(&self.arrays).rev() {
            match stage {
                Stage::GroupBy(_) => {}
                Stage::TileBy(levels) => {
                    let index = cursor.seen_as(&stage.dims());
                    cursor = Cursor { dims: tiled_array(levels), index: join(levels, &index) };
                }
                Stage::OrderBy(order) | Stage::TileOrderBy(order) => {
                    let index = match array {
                        None => cursor.seen_as(&order.dims()),
                        Some(array) => split(&order.levels(), &cursor.seen_as(array)),
                    };
                    cursor = Cursor::flat(volume_of(order), order.apply_by(&index, &mut place));
                }
                Stage::Packed(packing) => {
                    let index = cursor.seen_as(packing.dims());
                    let inside = packing.contains(&index);
                    guards.extend(inside);
                    // Outside of the part the formula need not have a value.
                    if inside.and_then(I::settled) == Some(false) {
                        break;
                    }
                    let (span, position) = (product(&packing.stored()), packing.apply(&index));
                    // Outside of the part it need not lie in the span, so that a part says nothing of it.
                    let position = if packing.is_partial() { position } else { position.within(span) };
                    cursor = Cursor::flat(span, position);
                }
                Stage::ExpandBy { stored, extended } => {
                    let index = cursor.seen_as(extended);
                    let outside = guard(&index, stored, extended, &mut guards);
                    cursor = Cursor { dims: stored.clone(), index };
                    if outside {
                        break;
                    }
                }
                Stage::PadBy { logical, stored } => {
                    cursor = Cursor { dims: stored.clone(), index: cursor.seen_as(logical) };
                }
            }
        }
        Mapped { value: flatten(&cursor.dims, &cursor.index), guards }
    }

    /// The logical index at a position. Laws: `inv(apply(i)) == i`, `apply(inv(p)) == p` where both have a value; the first
    /// unless indices [share](Chain::sharing) positions.
    pub fn inv(&self, position: I) -> Mapped<Vec<I>, I::Truth> {
        let mut cursor = Cursor::flat(self.span(), position);
        let mut guards = Vec::new();
        for (stage, array) in self.stages.iter().zip(&self.arrays) {
            match stage {
                Stage::GroupBy(_) => {}
                Stage::TileBy(levels) => {
                    let index = cursor.seen_as(&tiled_array(levels));
                    cursor = Cursor { dims: stage.dims(), index: split(levels, &index) };
                }
                Stage::OrderBy(order) | Stage::TileOrderBy(order) => {
                    let index = order.inv(cursor.flattened());
                    cursor = match array {
                        None => Cursor { dims: order.dims(), index },
                        Some(array) => Cursor { dims: array.clone(), index: join(&order.levels(), &index) },
                    };
                }
                Stage::Packed(packing) => {
                    let position = cursor.flattened();
                    let filled = packing.is_filled(position);
                    guards.extend(filled);
                    if filled.and_then(I::settled) == Some(false) {
                        break;
                    }
                    let (dims, index) = (packing.dims().to_vec(), packing.inv(position));
                    let within = |(i, &n): (I, &I)| if packing.has_holes() { i } else { i.within(n) };
                    cursor = Cursor { index: index.into_iter().zip(&dims).map(within).collect(), dims };
                }
                Stage::ExpandBy { stored, extended } => {
                    cursor = Cursor { dims: extended.clone(), index: cursor.seen_as(stored) };
                }
                Stage::PadBy { logical, stored } => {
                    let index = cursor.seen_as(stored);
                    let hole = guard(&index, logical, stored, &mut guards);
                    cursor = Cursor { dims: logical.clone(), index };
                    if hole {
                        break;
                    }
                }
            }
        }
        Mapped { value: cursor.seen_as(&self.dims()), guards }
    }
}

impl Chain<'_, u64> {
    /// The position of a logical index inside [`dims`](Chain::dims), `None` where an `ExpandBy` or a packed domain stores nothing.
    pub fn position(&self, index: &[u64]) -> Option<u64> {
        let mapped = self.apply(index);
        mapped.guards.iter().all(|&holds| holds).then_some(mapped.value)
    }

    /// The logical index at a position below [`span`](Chain::span), `None` in a hole.
    pub fn index(&self, position: u64) -> Option<Vec<u64>> {
        let mapped = self.inv(position);
        mapped.guards.iter().all(|&holds| holds).then_some(mapped.value)
    }
}

/// An index on its way through the chain, with the extents it is in; flattened only where the next stage sees it
/// otherwise.
struct Cursor<I> {
    dims: Vec<I>,
    index: Vec<I>,
}

impl<I: Scalar> Cursor<I> {
    fn flat(size: I, position: I) -> Self {
        Self { dims: vec![size], index: vec![position] }
    }

    fn flattened(&self) -> I {
        flatten(&self.dims, &self.index)
    }

    fn seen_as(&self, dims: &[I]) -> Vec<I> {
        if self.dims == dims { self.index.clone() } else { unflatten(dims, self.flattened()) }
    }
}

/// Adds the conditions `index[k] < smaller[k]` where they are not plain from the extents; says whether one is known to
/// fail.
fn guard<I: Scalar>(index: &[I], smaller: &[I], larger: &[I], guards: &mut Vec<I::Truth>) -> bool {
    let mut all: Option<I::Truth> = None;
    for ((&i, &n), &m) in index.iter().zip(smaller).zip(larger) {
        if n != m {
            let inside = i.less(n);
            all = Some(all.map_or(inside, |before| I::both(before, inside)));
        }
    }
    guards.extend(all);
    all.and_then(I::settled) == Some(false)
}
