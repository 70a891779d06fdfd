//! Maps in which a digit of the position is a rotation, `(m·j + Σ a·i + b) mod n`: one axis after the other is turned back, until
//! what is left is strided.

use super::stages::Stages;
use super::strided_chain;
use crate::form::{Strided, divisors};
use lego_core::chain::{advance, unflatten};
use num_integer::Integer;
use std::rc::Rc;

/// A map from an index to a position.
type Value = Rc<dyn Fn(&[u64]) -> Option<u64>>;

/// So many points are compared before a form is taken for one.
const SAMPLES: u64 = 512;

/// An axis that is rotated is no longer.
const MOST_EXTENT: u64 = 1 << 12;

/// So many evaluations may be made.
const MOST_STEPS: u64 = 1 << 22;

/// So many rotations stand in each other, and so many cuts are made.
const MOST_DEPTH: usize = 4;

/// The search for rotations.
pub(super) struct Search {
    steps: u64,
}

/// What is found when an axis is taken for a rotated one.
enum Found {
    /// The rotation, and the map with it taken back.
    Rotation(Stages, Value),
    /// Another axis turns it by a digit: the axis, and how many values of it one step of the digit has.
    Cut(usize, u64),
}

impl Search {
    pub(super) fn new() -> Self {
        Self { steps: MOST_STEPS }
    }

    /// The stages of a map over a box, with at least one rotation.
    pub(super) fn find(&mut self, dims: &[u64], value: &Value) -> Option<Stages> {
        self.rotated(dims, value, MOST_DEPTH).or_else(|| {
            // A digit of an axis is rotated.
            for (axis, &extent) in dims.iter().enumerate() {
                for &unit in divisors(extent.min(MOST_EXTENT * MOST_EXTENT)).iter() {
                    if unit > 1 && unit < extent && extent % unit == 0 {
                        let (cut, inner) = cut(dims, value, axis, unit);
                        if let Some(stages) = self.rotated(&cut, &inner, MOST_DEPTH) {
                            return Some(stages);
                        }
                    }
                }
            }
            None
        })
    }

    fn rotated(&mut self, dims: &[u64], value: &Value, depth: usize) -> Option<Stages> {
        let depth = depth.checked_sub(1)?;
        for axis in (0..dims.len()).rev() {
            match self.rotation(dims, value, axis) {
                Some(Found::Rotation(rotation, base)) => {
                    if let Some(mut stages) = self.base(dims, &base, depth) {
                        stages.extend(rotation);
                        return Some(stages);
                    }
                }
                Some(Found::Cut(other, unit)) => {
                    let (cut, inner) = cut(dims, value, other, unit);
                    if let Some(stages) = self.rotated(&cut, &inner, depth) {
                        return Some(stages);
                    }
                }
                None => {}
            }
        }
        None
    }

    fn base(&mut self, dims: &[u64], value: &Value, depth: usize) -> Option<Stages> {
        let strided = Strided::guess(dims, |index| value(index))?;
        if self.samples(dims, |index| value(index).map(i128::from) == Some(strided.at(index)))? {
            return strided_chain::stages(&strided);
        }
        self.rotated(dims, value, depth)
    }

    /// Whether something holds at the first points, and at points far apart; `None` past the limit of steps.
    fn samples(&mut self, dims: &[u64], holds: impl Fn(&[u64]) -> bool) -> Option<bool> {
        let count = dims.iter().try_fold(1_u64, |all, &extent| all.checked_mul(extent))?;
        let number = count.min(SAMPLES);
        self.steps = self.steps.checked_sub(number * 2)?;
        let mut first = vec![0; dims.len()];
        for k in 0..number {
            let far = unflatten(dims, (u128::from(k) * u128::from(count - 1) / u128::from(number.max(2) - 1)) as u64);
            if !holds(&first) || !holds(&far) {
                return Some(false);
            }
            advance(dims, &mut first);
        }
        Some(true)
    }

    /// The rotation of an axis, if its values at each index of the others are those of a digit in some order.
    fn rotation(&mut self, dims: &[u64], value: &Value, axis: usize) -> Option<Found> {
        let n = dims[axis];
        if !(2..=MOST_EXTENT).contains(&n) {
            return None;
        }
        let mut zero = vec![0; dims.len()];
        self.steps = self.steps.checked_sub(n)?;
        let along: Option<Vec<u64>> = (0..n)
            .map(|j| {
                zero[axis] = j;
                value(&zero)
            })
            .collect();
        let along = along?;
        zero[axis] = 0;
        let low = *along.iter().min()?;
        let unit = along.iter().fold(0_u64, |unit, &at| unit.gcd(&(at - low)));
        // All of n values, that far apart.
        if unit == 0 || along.iter().max()? - low != unit * (n - 1) {
            return None;
        }
        let digit = {
            let value = Rc::clone(value);
            move |index: &[u64]| {
                let mut other = index.to_vec();
                let mut least = u64::MAX;
                for j in 0..n {
                    other[axis] = j;
                    least = least.min(value(&other)?);
                }
                let gap = value(index)? - least;
                (gap % unit == 0 && gap / unit < n).then_some(gap / unit)
            }
        };
        let at = |index: &[u64]| digit(index);
        let shift = (along[0] - low) / unit;
        let factor = ((along[1] - low) / unit + n - shift) % n;
        if factor.gcd(&n) != 1 || (0..n).any(|j| (along[j as usize] - low) / unit != mul(factor, j, shift, n)) {
            return None;
        }
        let mut turns = vec![0; dims.len()];
        for (other, &extent) in dims.iter().enumerate() {
            if other == axis || extent == 1 {
                continue;
            }
            let mut index = vec![0; dims.len()];
            let tried = extent.min(64);
            self.steps = self.steps.checked_sub((tried + 64) * n)?;
            index[other] = 1;
            let turn = (at(&index)? + n - shift) % n;
            let is_even = |step: u64| {
                let mut index = vec![0; dims.len()];
                index[other] = step;
                at(&index) == Some(mul(turn, step % n, shift, n))
            };
            if let Some(step) = (1..tried).find(|&step| !is_even(step)) {
                // The digit ends at the step, if it divides the axis.
                return (extent % step == 0).then_some(Found::Cut(other, step));
            }
            turns[other] = turn;
        }
        // Neither is a rotation: the digit itself, and the digit counted down.
        if turns.iter().all(|&turn| turn == 0) && [(1, 0), (n - 1, n - 1)].contains(&(factor, shift)) {
            return None;
        }
        let rotated = |index: &[u64]| {
            let others = index.iter().zip(&turns).fold(shift, |sum, (&i, &turn)| mul(turn, i % n, sum, n));
            mul(factor, index[axis], others, n)
        };
        self.steps = self.steps.checked_sub(64 * n)?;
        let count = dims.iter().try_fold(1_u64, |all, &extent| all.checked_mul(extent))?;
        for k in 0..32 {
            let far = unflatten(dims, (u128::from(k as u64) * u128::from(count - 1) / 31) as u64);
            if at(&far) != Some(rotated(&far)) {
                return None;
            }
        }
        let back = i128::from(factor).extended_gcd(&i128::from(n)).x.rem_euclid(i128::from(n)) as u64;
        let base: Value = {
            let (value, turns) = (Rc::clone(value), turns.clone());
            Rc::new(move |index: &[u64]| {
                let others = index.iter().zip(&turns).fold(shift, |sum, (&i, &turn)| mul(turn, i % n, sum, n));
                let mut before = index.to_vec();
                before[axis] = mul(back, (index[axis] + n - others) % n, 0, n);
                value(&before)
            })
        };
        Some(Found::Rotation(rotation_stages(dims, axis, factor, shift, &turns), base))
    }
}

/// `(factor · x + more) mod n`.
fn mul(factor: u64, x: u64, more: u64, n: u64) -> u64 {
    ((u128::from(factor) * u128::from(x) + u128::from(more)) % u128::from(n)) as u64
}

/// The map over a box in which an axis is cut into two: one value of the first is `unit` of the axis.
fn cut(dims: &[u64], value: &Value, axis: usize, unit: u64) -> (Vec<u64>, Value) {
    let mut cut = dims.to_vec();
    cut[axis] = dims[axis] / unit;
    cut.insert(axis + 1, unit);
    let value = Rc::clone(value);
    let inner: Value = Rc::new(move |index: &[u64]| {
        let mut whole = index.to_vec();
        let low = whole.remove(axis + 1);
        whole[axis] = whole[axis] * unit + low;
        value(&whole)
    });
    (cut, inner)
}

/// `(factor · j + Σ turn · i + shift) mod n` on one axis, as pieces: a fan, then for each other axis a skew.
fn rotation_stages(dims: &[u64], axis: usize, factor: u64, shift: u64, turns: &[u64]) -> Stages {
    let n = dims[axis];
    let mut stages = Stages::default();
    for (other, &turn) in turns.iter().enumerate().filter(|(_, turn)| **turn != 0) {
        // j + turn·i, with turn = common·by: only the digit of n / common values turns.
        let common = turn.gcd(&n);
        let (by, size) = (turn / common, n / common);
        let mut cut = dims.to_vec();
        let mut at = axis;
        cut[axis] = size;
        if common > 1 {
            cut.insert(axis + 1, common);
        }
        let other = if other > axis && common > 1 { other + 1 } else { other };
        // The axis that turns stands before the one that is turned.
        let mut order: Vec<usize> = (0..cut.len()).filter(|&k| k != other).collect();
        let place = order.iter().position(|&k| k == axis).unwrap_or(0);
        order.insert(place, other);
        let ordered: Vec<u64> = order.iter().map(|&k| cut[k]).collect();
        at = order.iter().position(|&k| k == at).unwrap_or(at);
        let mut inverse = vec![0; order.len()];
        order.iter().enumerate().for_each(|(k, &from)| inverse[from] = k);
        let back = i128::from(by).extended_gcd(&i128::from(size)).x.rem_euclid(i128::from(size)) as u64;
        let fan = |by: u64| vec![(at, 1, format!("Fan({size}, {by}, 0)"))];
        stages.permute(&ordered, &inverse);
        if by % size != 1 {
            stages.pieces(&ordered, &fan(by));
        }
        stages.pieces(&ordered, &[(at - 1, 2, format!("Skew({}, {size})", cut[other]))]);
        if by % size != 1 {
            stages.pieces(&ordered, &fan(back));
        }
        stages.permute(&cut, &order);
    }
    if (factor, shift) == (n - 1, n - 1) {
        let is_down: Vec<bool> = (0..dims.len()).map(|other| other == axis).collect();
        stages.reverse(dims, &is_down);
    } else if (factor, shift) != (1, 0) {
        stages.pieces(dims, &[(axis, 1, format!("Fan({n}, {factor}, {shift})"))]);
    }
    stages
}
