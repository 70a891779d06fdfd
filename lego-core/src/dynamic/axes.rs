//! Tables for each axis, and how they are made of a formula whose shape allows it.

use super::formula::{Formula, Node, Op, Value};
use super::shape::Shape;
use super::steps::Steps;
use super::table::{ENTRIES, HOLE};
use super::word::LANES;
use crate::look_up::LookUp;
use alloc::vec;
use alloc::vec::Vec;

/// How many sums of a formula are tried as the one that a diagonal is made of.
const CANDIDATES: usize = 16;

/// A table for each axis, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Axes<T, A> {
    pub(super) table: LookUp<T>,
    /// Where the table of each axis begins.
    pub(super) starts: A,
}

impl<T: Copy + Default> Axes<T, Vec<usize>> {
    pub(super) fn new(table: Vec<T>, extents: &[u64]) -> Self {
        let starts = extents.iter().scan(0, |start: &mut u64, &extent| {
            let here = *start;
            *start = here.saturating_add(extent);
            Some(here as usize)
        });
        Self { table: LookUp::new(table), starts: starts.collect() }
    }

    /// The entries along an axis of some extent.
    pub(super) fn along(&self, axis: usize, extent: usize) -> &[T] {
        &self.table.entries()[self.starts[axis]..][..extent]
    }

    /// The same for a rank that the compiler knows.
    pub(super) fn ranked<const R: usize>(self) -> Axes<T, [usize; R]> {
        Axes { table: self.table, starts: ranked(&self.starts) }
    }
}

/// The numbers of all axes, where there are so many.
///
/// # Panics
/// If there are fewer.
pub(super) fn ranked<const R: usize>(numbers: &[usize]) -> [usize; R] {
    core::array::from_fn(|k| numbers[k])
}

impl<T: Copy, const R: usize> Axes<T, [usize; R]> {
    /// The entries of an index, put together; outside the extents some entries.
    #[inline(always)]
    pub(super) fn combine<S>(&self, index: [usize; R], zero: S, combine: impl Fn(S, T) -> S) -> S {
        let mut all = zero;
        // An iterator over both would make the loops of this one several times as slow.
        #[allow(clippy::needless_range_loop)]
        for k in 0..R {
            all = combine(all, self.table.at(self.starts[k].wrapping_add(index[k])));
        }
        all
    }
}

/// Runs steps along each axis, all other components of the index 0: the results, one axis after the other.
fn axis_tables(steps: &Steps, extents: &[u64]) -> Vec<u64> {
    let mut table = Vec::new();
    for (axis, &extent) in extents.iter().enumerate() {
        let mut index = vec![[0; LANES]; extents.len()];
        for start in (0..extent as usize).step_by(LANES) {
            let left = LANES.min(extent as usize - start);
            index[axis] = core::array::from_fn(|lane| start + lane.min(left - 1));
            steps.run_column(&index, &mut |_, column| table.extend(&column[..left]));
        }
    }
    table
}

/// Takes what the index of nothing but zeros gives out of every table but the first.
fn without_origins(table: &mut [u64], extents: &[u64], without: impl Fn(u64, u64) -> u64) {
    let Some((&first, others)) = extents.split_first() else { return };
    let mut rest = &mut table[first as usize..];
    for &extent in others {
        let (axis, more) = core::mem::take(&mut rest).split_at_mut(extent as usize);
        let origin = axis.first().copied().unwrap_or(0);
        axis.iter_mut().for_each(|entry| *entry = without(*entry, origin));
        rest = more;
    }
}

/// The axis tables of a sum.
pub(super) fn sums_of(steps: &Steps, extents: &[u64]) -> Vec<u64> {
    let mut table = axis_tables(steps, extents);
    without_origins(&mut table, extents, u64::wrapping_sub);
    table
}

/// The axis tables of a sum in 31 bits and without signs, [`HOLE`] where there is no entry, if all sums are below the span.
pub(super) fn small_sums(mut table: Vec<Option<i64>>, extents: &[u64], span: u64) -> Option<Vec<u32>> {
    let mut rest = &mut table[..];
    // The least of each axis goes to the first.
    let (mut least, mut largest) = (0_i64, 0_i64);
    for &extent in extents {
        let (axis, more) = core::mem::take(&mut rest).split_at_mut(extent as usize);
        let of_axis = axis.iter().flatten().copied().min()?;
        for entry in axis.iter_mut().flatten() {
            *entry = entry.checked_sub(of_axis)?;
        }
        least = least.checked_add(of_axis)?;
        largest = largest.checked_add(axis.iter().flatten().copied().max()?)?;
        rest = more;
    }
    let first = usize::try_from(*extents.first()?).ok()?;
    table[..first].iter_mut().flatten().for_each(|entry| *entry = entry.wrapping_add(least));
    let is_inside = least >= 0 && (largest.checked_add(least)? as u64) < span.min(HOLE.into());
    is_inside.then(|| table.into_iter().map(|entry| entry.map_or(HOLE, |entry| entry as u32)).collect())
}

/// The axis tables of an exclusive or.
pub(super) fn xors_of(steps: &Steps, extents: &[u64]) -> Vec<u64> {
    let mut table = axis_tables(steps, extents);
    without_origins(&mut table, extents, |entry, origin| entry ^ origin);
    table
}

/// Tables of a map that is the sum of a sum and an exclusive or: for each axis its entries in both.
pub(super) fn mixed_tables(formula: &Formula, extents: &[u64], shapes: &[Shape]) -> Option<Vec<[u64; 2]>> {
    let xor = lone_xor(formula, shapes, formula.results[0]).ok()??;
    if extents.iter().fold(0, |sum: u64, &n| sum.saturating_add(n)) > ENTRIES / 4 {
        return None;
    }
    let xors_alone = formula.of(vec![xor]);
    let mut xors = axis_tables(&steps_of(&xors_alone, extents), extents);
    let mut sums = axis_tables(&steps_of(formula, extents), extents);
    sums.iter_mut().zip(&xors).for_each(|(sum, xor)| *sum = sum.wrapping_sub(*xor));
    without_origins(&mut sums, extents, u64::wrapping_sub);
    without_origins(&mut xors, extents, |entry, origin| entry ^ origin);
    Some(sums.into_iter().zip(xors).map(|(sum, xor)| [sum, xor]).collect())
}

/// The steps of a formula.
fn steps_of(formula: &Formula, extents: &[u64]) -> Steps {
    Steps::new(formula, &Shape::all(formula, extents, true))
}

/// The one exclusive or among the summands of a value; `None` if that is a sum itself.
fn lone_xor(formula: &Formula, shapes: &[Shape], value: Value) -> Result<Option<Value>, ()> {
    let shape = &shapes[value.place()];
    match formula.nodes[value.place()] {
        _ if shape.is_sum => Ok(None),
        _ if shape.is_xor() => Ok(Some(value)),
        Node::Binary(Op::Add, a, b) => match (lone_xor(formula, shapes, a)?, lone_xor(formula, shapes, b)?) {
            (one, None) | (None, one) => Ok(one),
            _ => Err(()),
        },
        Node::Binary(Op::Sub, a, b) if shapes[b.place()].is_sum => lone_xor(formula, shapes, a),
        _ => Err(()),
    }
}

/// Tables of a map that is a sum but for functions of one sum of several axes, say of `i + j`: for each axis its entries in
/// the one and in the other sum, and the table over the latter.
pub(super) fn diagonal_tables(
    formula: &Formula,
    extents: &[u64],
    shapes: &[Shape],
) -> Option<(Vec<[u64; 2]>, Vec<u64>)> {
    // What is a sum without a look at ranges is one for any values of the new input too.
    let strict = Shape::all(formula, extents, false);
    let candidates = (0..formula.nodes.len()).filter(|&at| strict[at].is_sum && !strict[at].is_of_one());
    let entries = extents.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
    for at in candidates.take(CANDIDATES) {
        let (value, largest) = (formula.value(at), shapes[at].largest);
        if entries.saturating_add(largest) >= ENTRIES / 4 {
            continue;
        }
        let without = formula.with_input(value);
        let extents_with: Vec<u64> = extents.iter().copied().chain([largest + 1]).collect();
        if !Shape::all(&without, &extents_with, false)[without.results[0].place()].is_sum {
            continue;
        }
        let mut positions = sums_of(&steps_of(&without, &extents_with), &extents_with);
        let table = positions.split_off(entries as usize);
        let sums = sums_of(&steps_of(&formula.of(vec![value]), extents), extents);
        return Some((positions.into_iter().zip(sums).map(|(position, sum)| [position, sum]).collect(), table));
    }
    None
}

/// A condition that a sum is below a bound.
struct Below {
    sum: Value,
    bound: u64,
}

/// The bounds that guards put on sums, if they are nothing else.
fn bounds(formula: &Formula, shapes: &[Shape], guard: Value, all: &mut Vec<Below>) -> Option<()> {
    match formula.nodes[guard.place()] {
        Node::Binary(Op::And, a, b) => {
            bounds(formula, shapes, a, all)?;
            bounds(formula, shapes, b, all)
        }
        Node::Binary(op @ (Op::Less | Op::LessEqual), sum, bound) if shapes[sum.place()].is_sum => {
            let bound = formula.constant_at(bound)?.checked_add((op == Op::LessEqual).into())?;
            all.push(Below { sum, bound: u64::try_from(bound).ok()? });
            Some(())
        }
        _ => None,
    }
}

/// The axis tables of a sum whose guards are bounds on functions of one input each: no entry where a guard fails.
pub(super) fn clipped_sums(
    formula: &Formula,
    shapes: &[Shape],
    extents: &[u64],
    steps: &Steps,
) -> Option<Vec<Option<i64>>> {
    let mut all = Vec::new();
    for &guard in &formula.guards {
        bounds(formula, shapes, guard, &mut all)?;
    }
    let mut table: Vec<Option<i64>> = sums_of(steps, extents).into_iter().map(|entry| Some(entry as i64)).collect();
    for Below { sum, bound } in all {
        let sums = axis_tables(&steps_of(&formula.of(vec![sum]), extents), extents);
        // It stays what it is along all axes but its own, and there it must not fail.
        if !shapes[sum.place()].is_of_one() || formula.is_signed() || !formula.is_narrow() || *sums.first()? >= bound {
            return None;
        }
        table.iter_mut().zip(sums).filter(|&(_, sum)| sum >= bound).for_each(|(entry, _)| *entry = None);
    }
    Some(table)
}

/// Positions, and in a second number a lane for each guard: sums so that the lane's highest bit says whether they reach
/// their bound.
pub(super) fn guarded_tables(
    formula: &Formula,
    shapes: &[Shape],
    extents: &[u64],
    steps: &Steps,
) -> Option<(Vec<[u64; 2]>, u64)> {
    let mut all = Vec::new();
    for &guard in &formula.guards {
        bounds(formula, shapes, guard, &mut all)?;
    }
    let width = 64 / u32::try_from(all.len()).ok().filter(|&n| (1..=4).contains(&n))?;
    let half = 1_u64 << (width - 1);
    let mut table: Vec<[u64; 2]> = sums_of(steps, extents).into_iter().map(|position| [position, 0]).collect();
    let mut mask = 0;
    for (lane, Below { sum, bound }) in all.into_iter().enumerate() {
        let mut sums = sums_of(&steps_of(&formula.of(vec![sum]), extents), extents);
        // Differences along an axis may lie below zero: the least of each goes to the first axis.
        let (mut constant, mut largest) = (0_i128, 0_i128);
        let mut rest = &mut sums[..];
        for &extent in extents {
            let (axis, more) = core::mem::take(&mut rest).split_at_mut(extent as usize);
            let least = axis.iter().map(|&entry| entry as i64).min()?;
            let most = axis.iter().map(|&entry| entry as i64).max()?;
            axis.iter_mut().for_each(|entry| *entry = entry.wrapping_sub(least as u64));
            constant += i128::from(least);
            largest += i128::from(most) - i128::from(least);
            rest = more;
        }
        let bias = i128::from(half) - i128::from(bound) + constant;
        if bias < 0 || bias + largest >= 2 * i128::from(half) {
            return None;
        }
        let shift = lane as u32 * width;
        mask |= half << shift;
        let first = extents[0] as usize;
        for (k, (entry, sum)) in table.iter_mut().zip(&sums).enumerate() {
            let biased = if k < first { sum + bias as u64 } else { *sum };
            entry[1] |= biased << shift;
        }
    }
    Some((table, mask))
}

/// The longest runs of a table in which neighbours differ by the same step: their length and the step.
pub(super) fn run_of<T: Copy>(table: &[T], step: impl Fn(T, T) -> Option<isize>) -> Option<(usize, isize)> {
    let steps = |k: usize| step(table[k - 1], table[k]);
    if table.len() < 2 {
        return Some((table.len(), 0));
    }
    let first = steps(1)?;
    let len = (1..table.len()).find(|&k| steps(k) != Some(first)).unwrap_or(table.len());
    let holds = len > 1 && (1..table.len()).all(|k| k % len == 0 || steps(k) == Some(first));
    holds.then_some((len, first))
}
