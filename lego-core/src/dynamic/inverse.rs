//! The way from the position to the index: a table of all indices, two tables over the parts of a position, or steps.

use super::axes::{ranked, sums_of, xors_of};
use super::diagonals::Diagonals;
use super::formula::{Formula, Node, Op, Value};
use super::shape::Shape;
use super::split::{cuts, split};
use super::steps::Steps;
use super::table::{ENTRIES, NONE};
use super::word::{LANES, quotient, reciprocal};
use crate::look_up::LookUp;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The map from a position to its index.
#[derive(Clone, Debug)]
pub(super) enum Inverse<A> {
    /// The components of the index at each position, one position after the other.
    Table(LookUp<u32>),
    Parts(Parts<A>),
    Other(Arc<Called>),
}

/// A form that is a call for each position.
#[derive(Clone, Debug)]
pub(super) enum Called {
    /// Of rank 2.
    Diagonals(Diagonals),
    Steps(Steps),
}

/// The index as a sum, or as an exclusive or, of what belongs to the quotient and what belongs to the remainder of its
/// position by a number.
#[derive(Clone, Debug)]
pub(super) struct Parts<A> {
    /// The components for each quotient, then those for each remainder.
    table: LookUp<u32>,
    /// Where those for remainders begin.
    remainders: usize,
    /// The number, 1 for a power of two, its reciprocal otherwise, 0 where positions are too large for that; the power.
    by: (usize, u64, u32),
    /// As in the other direction: sums where no bit is, exclusive ors where all are.
    carryless: u32,
    /// What is no index is a hole.
    dims: A,
}

impl<const R: usize> Parts<[usize; R]> {
    #[inline(always)]
    fn index(&self, position: usize) -> [usize; R] {
        let (by, reciprocal, power) = self.by;
        let high = match reciprocal {
            1 => position >> power,
            0 => position / by.max(1),
            reciprocal => quotient(position as u64, reciprocal) as usize,
        };
        let low = position.wrapping_sub(high.wrapping_mul(by));
        let (high, low) = (high.wrapping_mul(R), self.remainders.wrapping_add(low.wrapping_mul(R)));
        core::array::from_fn(|k| {
            let (a, b) = (self.table.at(high.wrapping_add(k)), self.table.at(low.wrapping_add(k)));
            a.wrapping_add(b).wrapping_sub((a & b & self.carryless) << 1) as usize
        })
    }

    #[cfg(test)]
    pub(super) fn is_xor(&self) -> bool {
        self.carryless != 0
    }
}

impl Parts<Vec<usize>> {
    /// The parts of a formula, if there is a number by which it has them.
    fn new(formula: &Formula, extents: &[u64], span: u64) -> Option<Self> {
        let mut cuts: Vec<u64> = cuts(formula).into_iter().filter(|&by| (2..span).contains(&by)).collect();
        let half = span.isqrt();
        // Two tables are smallest where both are as large.
        cuts.sort_by_key(|&by| (by.max(half) / by.min(half).max(1), by));
        // A hole is what has no index: there are no other guards.
        let mut bounds = Vec::new();
        formula.guards.iter().try_for_each(|&guard| conditions(formula, guard, &mut bounds))?;
        let is_extent = |&(value, bound): &(Value, i128)| {
            formula.results.iter().zip(extents).any(|(&result, &extent)| result == value && bound == i128::from(extent))
        };
        if !bounds.iter().all(is_extent) {
            return None;
        }
        cuts.into_iter().take(CANDIDATES).find_map(|by| {
            let of_parts = [span.div_ceil(by), by];
            let entries = of_parts[0].checked_add(of_parts[1])?.checked_mul(extents.len() as u64)?;
            let of_two = split(formula, by);
            let shapes = Shape::all(&of_two, &of_parts, formula.guards.is_empty());
            let all = |is: fn(&Shape) -> bool| of_two.results.iter().all(|result| is(&shapes[result.place()]));
            let is_sum = all(|shape| shape.is_sum);
            if entries > ENTRIES || !is_sum && !all(Shape::is_xor) {
                return None;
            }
            let rank = extents.len();
            let mut table = vec![0; entries as usize];
            for (axis, &result) in of_two.results.iter().enumerate() {
                let alone = of_two.of(vec![result]);
                let steps = Steps::new(&alone, &Shape::all(&alone, &of_parts, true));
                let column = if is_sum { sums_of(&steps, &of_parts) } else { xors_of(&steps, &of_parts) };
                table.chunks_exact_mut(rank).zip(column).for_each(|(row, place)| row[axis] = place as u32);
            }
            let known = match u32::try_from(by) {
                _ if by.is_power_of_two() => 1,
                Ok(narrow) if span <= 1 << 32 => reciprocal(narrow),
                _ => 0,
            };
            Some(Self {
                table: LookUp::new(table),
                remainders: of_parts[0] as usize * rank,
                by: (by as usize, known, by.trailing_zeros()),
                carryless: if is_sum { 0 } else { u32::MAX },
                dims: extents.iter().map(|&extent| extent as usize).collect(),
            })
        })
    }
}

/// How many numbers are tried as the one that positions are taken apart by.
const CANDIDATES: usize = 16;

/// The values that guards put below bounds, if they do nothing else.
fn conditions(formula: &Formula, guard: Value, all: &mut Vec<(Value, i128)>) -> Option<()> {
    match formula.nodes[guard.place()] {
        Node::Binary(Op::And, a, b) => {
            conditions(formula, a, all)?;
            conditions(formula, b, all)
        }
        Node::Binary(op @ (Op::Less | Op::LessEqual), value, bound) => {
            all.push((value, formula.constant_at(bound)?.checked_add((op == Op::LessEqual).into())?));
            Some(())
        }
        _ => None,
    }
}

impl<const R: usize> Inverse<[usize; R]> {
    /// The index at a position of a map without holes.
    #[inline(always)]
    pub(super) fn index(&self, position: usize) -> [usize; R] {
        match self {
            Self::Table(table) => entry(table, position),
            Self::Parts(parts) => parts.index(position),
            Self::Other(other) => other.index(position).1,
        }
    }

    /// The index at a position, if there is one.
    #[inline(always)]
    pub(super) fn option(&self, position: usize) -> Option<[usize; R]> {
        match self {
            Self::Table(table) => {
                Some(entry(table, position)).filter(|index: &[usize; R]| index.first() != Some(&(NONE as usize)))
            }
            Self::Parts(parts) => {
                let index = parts.index(position);
                index.iter().zip(&parts.dims).all(|(i, n)| i < n).then_some(index)
            }
            Self::Other(other) => {
                let (exists, index) = other.index(position);
                exists.then_some(index)
            }
        }
    }
}

impl<A> Inverse<A> {
    /// The form's name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Parts(_) => "tables of parts",
            Self::Other(other) => match **other {
                Called::Diagonals(_) => "diagonals",
                Called::Steps(_) => "steps",
            },
        }
    }

    /// Whether there is a hole, if that is known.
    pub(super) fn is_total(&self) -> Option<bool> {
        match self {
            Self::Table(table) => Some(!table.entries().contains(&NONE)),
            Self::Parts(_) | Self::Other(_) => None,
        }
    }
}

impl Inverse<Vec<usize>> {
    /// The same for a rank that the compiler knows.
    pub(super) fn ranked<const R: usize>(self) -> Inverse<[usize; R]> {
        match self {
            Self::Table(table) => Inverse::Table(table),
            Self::Parts(Parts { table, remainders, by, carryless, dims }) => {
                Inverse::Parts(Parts { table, remainders, by, carryless, dims: ranked(&dims) })
            }
            Self::Other(other) => Inverse::Other(other),
        }
    }

    /// The fastest form of a formula with a result for each axis.
    ///
    /// Anti-diagonals that lie in memory one after the other are what the other direction shows.
    pub(super) fn new(
        formula: &Formula,
        extents: &[u64],
        span: u64,
        diagonals: impl FnOnce() -> Option<Diagonals>,
    ) -> Self {
        match Self::choose(formula, extents, span, ENTRIES) {
            Self::Other(steps) => {
                diagonals().map_or(Self::Other(steps), |found| Self::Other(Arc::new(Called::Diagonals(found))))
            }
            found => found,
        }
    }

    /// The form of a formula where a table of all indices may have so many entries.
    pub(super) fn choose(formula: &Formula, extents: &[u64], span: u64, most: u64) -> Self {
        let steps = Steps::new(formula, &Shape::all(formula, &[span], true));
        let called = |called| Self::Other(Arc::new(called));
        let rank = extents.len();
        let fits = span.checked_mul(rank as u64).is_some_and(|entries| entries <= most);
        if rank == 0 || extents.iter().any(|&extent| extent > u64::from(NONE)) {
            return called(Called::Steps(steps));
        }
        if !fits {
            let parts = Parts::new(formula, extents, span);
            return parts.map_or_else(|| called(Called::Steps(steps)), Self::Parts);
        }
        let span = span as usize;
        let mut table = vec![NONE; span * rank];
        for start in (0..span).step_by(LANES) {
            let left = LANES.min(span - start);
            let rows = &mut table[start * rank..][..left * rank];
            let positions = core::array::from_fn(|lane| start + lane.min(left - 1));
            let present = steps.run_column(&[positions], &mut |axis, column| {
                rows.chunks_exact_mut(rank).zip(column).for_each(|(row, place)| row[axis] = place as u32);
            });
            for (row, _) in rows.chunks_exact_mut(rank).zip(present).filter(|(_, present)| !present) {
                row.fill(NONE);
            }
        }
        Self::Table(LookUp::new(table))
    }
}

#[inline(always)]
fn entry<const R: usize>(table: &LookUp<u32>, position: usize) -> [usize; R] {
    core::array::from_fn(|k| table.at(position.wrapping_mul(R).wrapping_add(k)) as usize)
}

impl Called {
    /// The index at a position, and whether there is one.
    #[inline(always)]
    fn index<const R: usize>(&self, position: usize) -> (bool, [usize; R]) {
        let mut index = [0; R];
        (self.write_index(position, &mut index), index)
    }

    /// Writes the index at a position, and says whether there is one. One copy for all ranks.
    // Cold, so that a loop over another form keeps its values in registers across the call that it never makes.
    #[cold]
    #[inline(never)]
    fn write_index(&self, position: usize, index: &mut [usize]) -> bool {
        match self {
            Self::Diagonals(diagonals) => {
                index.iter_mut().zip(diagonals.index(position)).for_each(|(place, found)| *place = found);
                true
            }
            Self::Steps(steps) => steps.run(&[position], |axis, place| {
                if let Some(component) = index.get_mut(axis) {
                    *component = place;
                }
            }),
        }
    }
}
