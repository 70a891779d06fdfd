//! A chain of stages: a layout as the language writes it (LEGO, fig. 7).

use super::flat::{flatten, product, unflatten, volume};
use super::stage::tiled_array;
use super::{Demand, OrderBy, Requirement, Scalar, Site, Stage};
use crate::{Coord, LayoutError};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A result that an `ExpandBy` or a `PadBy` may refuse: it holds where all guards do, asked from the first on.
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
    /// For each stage the array whose tilings it reorders, if a `TileBy` stands to its right.
    arrays: Vec<Option<Vec<I>>>,
}

impl<'a, I: Scalar> Chain<'a, I> {
    /// Puts stages together, from left to right.
    ///
    /// What a chain demands of its sizes is [`demands`](Chain::demands); for numbers those must be checked before the
    /// chain is used.
    ///
    /// # Errors
    /// Where and what, for every stage of a wrong rank or at a wrong place.
    pub fn new(stages: Vec<Stage<'a, I>>) -> Result<Self, (Site, LayoutError)> {
        let chain = Self { arrays: arrays(&stages), stages };
        chain.structure().into_iter().next().map_or(Ok(chain), Err)
    }

    /// Every stage of a wrong rank or at a wrong place, from left to right.
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

    /// The logical extents.
    pub fn dims(&self) -> Vec<I> {
        self.stages.last().map_or_else(Vec::new, Stage::dims)
    }

    /// The number of positions that a buffer must hold.
    pub fn span(&self) -> I {
        product(&self.stages[0].outgoing())
    }

    /// The number of logical indices.
    pub fn count(&self) -> I {
        product(&self.dims())
    }

    /// Whether [`apply`](Chain::apply) has guards.
    pub fn expands(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage, Stage::ExpandBy { .. }))
    }

    /// Whether [`inv`](Chain::inv) has guards.
    pub fn pads(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage, Stage::PadBy { .. }))
    }

    /// What the chain demands of its sizes, from left to right.
    pub fn demands(&self) -> Vec<Demand<I>> {
        demands(&self.stages, &self.arrays)
    }

    /// The position of a logical index.
    pub fn apply(&self, index: &[I]) -> Mapped<I, I::Truth> {
        let mut cursor = Cursor { dims: self.dims(), index: index.to_vec() };
        let mut guards = Vec::new();
        for (stage, array) in self.stages.iter().zip(&self.arrays).rev() {
            match stage {
                Stage::GroupBy(_) => {}
                Stage::TileBy(levels) => {
                    let index = cursor.seen_as(&stage.dims());
                    cursor = Cursor { dims: tiled_array(levels), index: join(levels, &index) };
                }
                Stage::OrderBy(order) => {
                    let index = match array {
                        None => cursor.seen_as(&order.dims()),
                        Some(array) => split(&tiles(order), &cursor.seen_as(array)),
                    };
                    cursor = Cursor::flat(volume_of(order), order.apply(&index));
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

    /// The logical index at a position. Laws: `inv(apply(i)) == i`, `apply(inv(p)) == p` where both have a value.
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
                Stage::OrderBy(order) => {
                    let index = order.inv(cursor.flattened());
                    cursor = match array {
                        None => Cursor { dims: order.dims(), index },
                        Some(array) => Cursor { dims: array.clone(), index: join(&tiles(order), &index) },
                    };
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
    /// The position of a logical index inside [`dims`](Chain::dims), `None` where an `ExpandBy` stores nothing.
    pub fn position(&self, index: &[u64]) -> Option<u64> {
        let mapped = self.apply(index);
        mapped.guards.iter().all(|&holds| holds).then_some(mapped.value)
    }

    /// The logical index at a position below [`span`](Chain::span), `None` in a hole of a `PadBy`.
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

/// The digits of array coordinates: for each level in turn the tile coordinates.
fn split<I: Scalar>(levels: &[Vec<I>], coordinates: &[I]) -> Vec<I> {
    let digits: Vec<Vec<I>> = coordinates
        .iter()
        .enumerate()
        .map(|(k, &x)| unflatten(&levels.iter().map(|level| level[k]).collect::<Vec<I>>(), x))
        .collect();
    (0..levels.len()).flat_map(|level| digits.iter().map(move |digit| digit[level])).collect()
}

/// The array coordinates of digits: the inverse of [`split`].
fn join<I: Scalar>(levels: &[Vec<I>], digits: &[I]) -> Vec<I> {
    let rank = levels[0].len();
    (0..rank)
        .map(|k| {
            let radices: Vec<I> = levels.iter().map(|level| level[k]).collect();
            let own: Vec<I> = (0..levels.len()).map(|level| digits[level * rank + k]).collect();
            flatten(&radices, &own)
        })
        .collect()
}

/// The pieces' extents as levels of tiles.
fn tiles<I: Scalar>(order: &OrderBy<'_, I>) -> Vec<Vec<I>> {
    order.pieces().iter().map(|piece| piece.dims().to_vec()).collect()
}

fn volume_of<I: Scalar>(order: &OrderBy<'_, I>) -> I {
    product(&order.dims())
}

/// For each stage, the array that a `TileBy` to its right makes it reorder.
fn arrays<I: Scalar>(stages: &[Stage<'_, I>]) -> Vec<Option<Vec<I>>> {
    let mut array: Option<Vec<I>> = None;
    let mut arrays: Vec<Option<Vec<I>>> = stages
        .iter()
        .rev()
        .map(|stage| {
            let seen = array.clone();
            match stage {
                Stage::OrderBy(_) => {}
                Stage::GroupBy(_) => array = None,
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

fn structure<I: Scalar>(stages: &[Stage<'_, I>], arrays: &[Option<Vec<I>>]) -> Vec<(Site, LayoutError)> {
    let mut errors = Vec::new();
    let mut viewed: Option<&'static str> = None;
    for (k, (stage, array)) in stages.iter().zip(arrays).enumerate() {
        let at = Site { stage: k, ..Site::default() };
        let mut wrong = |site: Site, what: String, expected: usize, found: usize| {
            errors.push((
                site,
                LayoutError::WrongRank { what: what.as_str().into(), expected: expected as u128, found: found as u128 },
            ));
        };
        match stage {
            Stage::OrderBy(order) => {
                if let Some(array) = array {
                    for (p, piece) in order.pieces().iter().enumerate() {
                        if piece.dims().len() != array.len() {
                            let site = Site { piece: Some(p), ..at };
                            wrong(site, "a piece under TileBy".into(), array.len(), piece.dims().len());
                        }
                    }
                }
            }
            Stage::GroupBy(_) => {}
            Stage::TileBy(levels) => {
                for (l, level) in levels.iter().enumerate().skip(1) {
                    if level.len() != levels[0].len() {
                        let site = Site { argument: Some(l), ..at };
                        wrong(site, format!("level {} of TileBy", l + 1), levels[0].len(), level.len());
                    }
                }
            }
            Stage::ExpandBy { stored: left, extended: right } | Stage::PadBy { logical: left, stored: right } => {
                if left.len() != right.len() {
                    let site = Site { argument: Some(1), ..at };
                    wrong(site, format!("the right side of {}", stage.name()), left.len(), right.len());
                }
            }
        }
        let dims = stage.dims().len();
        if dims > <[usize; 0] as Coord>::MAX_RANK {
            errors.push((
                at,
                LayoutError::RankTooLarge {
                    what: stage.name().into(),
                    found: dims as u128,
                    most: <[usize; 0] as Coord>::MAX_RANK as u128,
                },
            ));
        }
        let view = matches!(stage, Stage::GroupBy(_) | Stage::TileBy(_));
        if let Some(before) = viewed.filter(|_| view || matches!(stage, Stage::OrderBy(_))) {
            errors.push((
                at,
                LayoutError::Misplaced {
                    what: format!("{} after {before}", stage.name()).as_str().into(),
                    help: "the view comes last, after every OrderBy".into(),
                },
            ));
        } else if view {
            viewed = Some(stage.name());
        }
    }
    errors
}

fn demands<I: Scalar>(stages: &[Stage<'_, I>], arrays: &[Option<Vec<I>>]) -> Vec<Demand<I>> {
    let mut demands = Vec::new();
    for (k, (stage, array)) in stages.iter().zip(arrays).enumerate() {
        let at = Site { stage: k, ..Site::default() };
        match stage {
            Stage::OrderBy(order) => {
                for (p, piece) in order.pieces().iter().enumerate() {
                    demands.extend(piece.requirements().into_iter().map(|(argument, element, requirement)| Demand {
                        site: Site { piece: Some(p), argument: Some(argument), element, ..at },
                        requirement,
                    }));
                }
                if let Some(array) = array.as_ref().filter(|array| fits(order, array)) {
                    let cut = tiled_array(&tiles(order));
                    demands.extend(cut.iter().zip(array).enumerate().filter(|(_, (a, b))| a != b).map(
                        |(axis, (&left_size, &right_size))| Demand {
                            site: Site { element: Some(axis), ..at },
                            requirement: Requirement::Equal {
                                left: format!("axis {axis} of {}", stage.name()),
                                left_size,
                                right: format!("axis {axis} of the tiled array"),
                                right_size,
                            },
                        },
                    ));
                }
            }
            Stage::GroupBy(_) | Stage::TileBy(_) => {}
            Stage::ExpandBy { stored: left, extended: right } | Stage::PadBy { logical: left, stored: right } => {
                demands.extend(left.iter().zip(right).enumerate().map(|(axis, (&value, &most))| Demand {
                    site: Site { argument: Some(0), element: Some(axis), ..at },
                    requirement: Requirement::AtMost { what: format!("axis {axis} of {}", stage.name()), value, most },
                }));
            }
        }
        if let Some(next) = stages.get(k + 1) {
            let (incoming, outgoing) = (volume(&stage.dims()), volume(&next.outgoing()));
            if let (Some(left_size), Some(right_size)) = (incoming, outgoing)
                && left_size != right_size
            {
                demands.push(Demand {
                    site: Site { stage: k + 1, ..Site::default() },
                    requirement: Requirement::Equal {
                        left: next.name().into(),
                        left_size: right_size,
                        right: format!("the {} before it", stage.name()),
                        right_size: left_size,
                    },
                });
            }
        }
    }
    demands
}

fn fits<I: Scalar>(order: &OrderBy<'_, I>, array: &[I]) -> bool {
    order.pieces().iter().all(|piece| piece.dims().len() == array.len())
}
