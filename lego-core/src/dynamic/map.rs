//! The map of a layout chosen at run time, with all that is known of it.

use super::axes::ranked;
use super::description::Description;
use super::diagonals::Diagonals;
use super::formula::Formula;
use super::forward::Forward;
use super::inverse::Inverse;
use super::steps;
use super::text::LayoutText;
use crate::error::LayoutError;
use crate::mapping::Coord;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Both directions of a layout. A copy shares its tables.
#[derive(Clone, Debug)]
pub(super) struct Map<A> {
    pub(super) dims: A,
    pub(super) span: usize,
    pub(super) forward: Forward<A>,
    pub(super) inverse: Inverse<A>,
    pub(super) facts: Arc<Facts>,
}

/// What is known of a layout and not asked for at each access.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) text: LayoutText,
    pub(super) strides: Vec<Option<isize>>,
    pub(super) runs: Vec<Option<(usize, isize)>>,
    pub(super) anti_diagonal: Option<isize>,
    /// Whether every index is known to have a position, and every position an index.
    pub(super) is_total: bool,
    pub(super) is_exhaustive: bool,
    pub(super) is_vouched_for: bool,
    pub(super) shares: bool,
}

impl<const R: usize> Map<[usize; R]> {
    /// The map of a description of this rank.
    pub(super) fn new(description: Description) -> Result<Self, LayoutError> {
        let Map { dims, span, forward, inverse, facts } = Map::of_rank(description, R)?;
        let (dims, forward, inverse) = (ranked(&dims), forward.ranked(), inverse.ranked());
        Ok(Self { dims, span, forward, inverse, facts })
    }
}

impl Map<Vec<usize>> {
    /// The map of a description that is to be of some rank: all that a rank needs no code of its own for.
    fn of_rank(description: Description, expected: usize) -> Result<Self, LayoutError> {
        let Description { text, dims, span, apply, inv, strides, runs, anti_diagonal, is_vouched_for, shares } =
            description;
        let rank = |what: &str, expected: usize, found: usize| {
            let (expected, found) = (expected as u128, found as u128);
            let error = LayoutError::WrongRank { what: what.into(), expected, found };
            if expected == found { Ok(()) } else { Err(error) }
        };
        let (found, most) = (expected as u128, <[usize; 0] as Coord>::MAX_RANK as u128);
        if found > most {
            return Err(LayoutError::RankTooLarge { what: "the layout".into(), found, most });
        }
        rank("the layout", expected, dims.len())?;
        rank("the map to positions", expected, apply.inputs)?;
        rank("the result of the map to positions", 1, apply.results())?;
        rank("the map to indices", 1, inv.inputs)?;
        rank("the result of the map to indices", expected, inv.results())?;
        rank("the list of strides", expected, strides.len())?;
        rank("the list of runs", expected, runs.len())?;
        [&apply, &inv].into_iter().try_for_each(writable)?;
        // Without the extents that are 0, so that no part of them exceeds an index.
        let count = dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent.max(1)));
        index_of(count, "the number of indices")?;
        let size = index_of(Some(span), "the span")?;
        let indices = |numbers: &[u64]| numbers.iter().map(|&number| number as usize).collect::<Vec<_>>();
        let exact = indices(&dims);
        // Of an empty layout nothing is computed: its formulas would be looked at where they need not have a value.
        let has_no_index = dims.contains(&0);
        let is_empty = has_no_index || span == 0;
        let (apply, inv, anti_diagonal) = match is_empty {
            true => (nowhere(expected, 1, !has_no_index), nowhere(1, expected, true), None),
            false => (apply, inv, anti_diagonal),
        };
        let extents: Vec<u64> = if is_empty { alloc::vec![1; expected] } else { dims };
        let span = span.max(1);
        let forward = Forward::new(&apply, &extents, span);
        let dims = indices(&extents);
        let diagonals = || {
            let (shape, step) = (<[usize; 2]>::try_from(&dims[..]).ok()?, anti_diagonal?);
            let forward = forward.clone().ranked();
            Diagonals::new(shape, size, step, |at| forward.option(at))
        };
        let inverse = Inverse::new(&inv, &extents, span, diagonals);
        let known_runs: Vec<Option<(usize, isize)>> = (0..expected).map(|k| forward.run(k, dims[k])).collect();
        let whole = |k: usize| known_runs[k].filter(|&(len, _)| len == dims[k]).map(|(_, step)| step);
        let strides = (0..expected).map(|k| strides[k].or_else(|| whole(k))).collect();
        let is_total = apply.guards.is_empty() || forward.is_total() == Some(true);
        // Tables do not say in which order indices with and without a position come.
        let runs = (0..expected).map(|k| runs[k].or(known_runs[k].filter(|_| is_total))).collect();
        let is_exhaustive = size == 0 || inv.guards.is_empty() || inverse.is_total() == Some(true);
        let facts = Facts { text, strides, runs, anti_diagonal, is_total, is_exhaustive, is_vouched_for, shares };
        Ok(Self { dims: exact, span: size, forward, inverse, facts: Arc::new(facts) })
    }
}

/// The formula of a map that nobody asks, or that has no value anywhere.
fn nowhere(inputs: usize, results: usize, never: bool) -> Formula {
    let mut formula = Formula::new(inputs, 0, 0);
    let zero = formula.constant(0);
    if never {
        formula.guard(zero);
    }
    (0..results).for_each(|_| formula.result(zero));
    formula
}

/// A formula can be written as steps.
fn writable(formula: &Formula) -> Result<(), LayoutError> {
    let (value, most) = (formula.nodes.len() as u128, steps::MOST as u128);
    let what = "the number of operations at run time".into();
    let help = "fewer stages and pieces take less".into();
    if value <= most { Ok(()) } else { Err(LayoutError::Limit { what, value, most, help }) }
}

/// A number that fits an index.
fn index_of(number: Option<u64>, what: &str) -> Result<usize, LayoutError> {
    let overflow = LayoutError::Overflow { what: what.into(), bits: usize::BITS.into() };
    number.and_then(|number| usize::try_from(number).ok()).ok_or(overflow)
}

impl Facts {
    /// The runs along an axis; one as long as the axis where there is a stride.
    pub(super) fn run(&self, axis: usize, dims: &[usize]) -> Option<(usize, isize)> {
        let whole = self.strides[axis].filter(|_| self.is_total).map(|step| (dims[axis], step));
        whole.or(self.runs[axis])
    }
}
