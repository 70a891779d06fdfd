//! The strided form: digits of the components of the index, each times a stride, as in CuTe's `shape:stride`.

use lego_expr::{Arena, Id, Op};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A digit of a component of the index, times a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// How many values the digit has.
    pub size: u64,
    /// How far apart the values of the map are that belong to neighbouring values of the digit; may be below zero.
    pub stride: i128,
}

/// `offset + Σ stride · digit`, where the modes of an axis cut its component into digits, the fastest first.
///
/// Law: the product of the sizes of an axis is its extent; no two neighbouring modes could be one, and no size is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided {
    /// The value at the index of zeros.
    pub offset: i128,
    /// The modes of each axis.
    pub axes: Vec<Vec<Mode>>,
}

/// A mode with its place: the axis, and the product of the sizes before it on that axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) axis: usize,
    pub(crate) unit: u64,
    pub(crate) mode: Mode,
}

/// Extents are divided by numbers up to this one in search of their divisors.
const MOST_DIVISOR: u64 = 1 << 20;

/// The number of lists of divisors that a thread keeps.
const MOST_KEPT: usize = 64;

thread_local! {
    /// Divisors of numbers that were asked for: a search asks for those of one extent for each of its candidates.
    static KEPT: RefCell<HashMap<u64, Rc<[u64]>>> = RefCell::default();
}

/// Every divisor from the least on; those made of primes that are larger than [`MOST_DIVISOR`] may be missing.
pub(crate) fn divisors(number: u64) -> Rc<[u64]> {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST_KEPT && !kept.contains_key(&number) {
            kept.clear();
        }
        Rc::clone(kept.entry(number).or_insert_with(|| list_divisors(number).into()))
    })
}

fn list_divisors(number: u64) -> Vec<u64> {
    // From 7 on, what neither 2 nor 3 nor 5 divides: by so much each is above the one before.
    let mut wheel = [4, 2, 4, 2, 4, 6, 2, 6].into_iter().cycle();
    let (mut all, mut rest, mut prime) = (vec![1_u64], number, 2);
    while rest > 1 {
        if prime > MOST_DIVISOR || prime.saturating_mul(prime) > rest {
            prime = rest;
        }
        // Most numbers divide nothing: the list is made anew only for those that do.
        if rest % prime == 0 {
            let (mut powers, mut power) = (vec![1], 1);
            while rest % prime == 0 {
                rest /= prime;
                power *= prime;
                powers.push(power);
            }
            all = powers.iter().flat_map(|power| all.iter().map(move |divisor| divisor * power)).collect();
        }
        prime += match prime {
            2 => 1,
            3 | 5 => 2,
            _ => wheel.next().unwrap_or(2),
        };
    }
    all.sort_unstable();
    all
}

impl Strided {
    /// The only strided map that could have these values: along each axis the first divisor of what is left at which the value
    /// is not on the line through the first two is the size of the mode.
    ///
    /// That is complete: in a form whose modes do not merge the value at the size of the first mode is the second stride,
    /// which is off the line, and no divisor before it is.
    pub(crate) fn guess(dims: &[u64], value: impl Fn(&[u64]) -> Option<u64>) -> Option<Self> {
        if dims.contains(&0) {
            return None;
        }
        let mut index = vec![0; dims.len()];
        let offset = i128::from(value(&index)?);
        let mut axes = Vec::with_capacity(dims.len());
        for (axis, &extent) in dims.iter().enumerate() {
            let mut at = |component: u64| {
                index[axis] = component;
                let found = value(&index);
                index[axis] = 0;
                found.map(|found| i128::from(found) - offset)
            };
            let (mut modes, mut unit) = (Vec::new(), 1);
            while unit < extent {
                let rest = extent / unit;
                let stride = at(unit)?;
                let mut size = rest;
                for &divisor in divisors(rest).iter() {
                    if divisor > 1 && divisor < rest && at(unit * divisor)? != stride * i128::from(divisor) {
                        size = divisor;
                        break;
                    }
                }
                modes.push(Mode { size, stride });
                unit *= size;
            }
            axes.push(modes);
        }
        Some(Self { offset, axes })
    }

    /// It as an expression of the components of an index.
    #[must_use]
    pub fn write(&self, arena: &Arena, index: &[Id]) -> Id {
        let mut above = Vec::new();
        let mut below = Vec::new();
        for placed in self.placed() {
            let Placed { axis, unit, mode } = placed;
            let quotient = arena.binary(Op::Div, index[axis], arena.constant(unit.into()));
            let last = unit * mode.size == self.extent(axis);
            let digit = if last { quotient } else { arena.binary(Op::Rem, quotient, arena.constant(mode.size.into())) };
            let term = arena.binary(Op::Mul, digit, arena.constant(mode.stride.abs()));
            if mode.stride < 0 { below.push(term) } else { above.push(term) }
        }
        let sum = above.into_iter().fold(arena.constant(self.offset), |sum, term| arena.binary(Op::Add, sum, term));
        below.into_iter().fold(sum, |sum, term| arena.binary(Op::Sub, sum, term))
    }

    /// The value at an index.
    pub(crate) fn at(&self, index: &[u64]) -> i128 {
        let term = |Placed { axis, unit, mode }: Placed| i128::from(index[axis] / unit % mode.size) * mode.stride;
        self.offset + self.placed().into_iter().map(term).sum::<i128>()
    }

    /// The extent of an axis.
    #[must_use]
    pub fn extent(&self, axis: usize) -> u64 {
        self.axes[axis].iter().map(|mode| mode.size).product()
    }

    /// Every mode with its place.
    pub(crate) fn placed(&self) -> Vec<Placed> {
        let mut all = Vec::new();
        for (axis, modes) in self.axes.iter().enumerate() {
            let mut unit = 1;
            for &mode in modes {
                all.push(Placed { axis, unit, mode });
                unit *= mode.size;
            }
        }
        all
    }

    /// The modes that move the value, by how far they move it, the least first.
    pub(crate) fn ascending(&self) -> Vec<Placed> {
        let mut moving: Vec<Placed> = self.placed().into_iter().filter(|placed| placed.mode.stride != 0).collect();
        moving.sort_by_key(|placed| (placed.mode.stride.abs(), placed.mode.size));
        moving
    }

    /// The least and the greatest value.
    #[must_use]
    pub fn bounds(&self) -> (i128, i128) {
        let reach = |placed: &Placed| placed.mode.stride * i128::from(placed.mode.size - 1);
        let all: Vec<i128> = self.placed().iter().map(reach).collect();
        let part = |keep: fn(&i128) -> bool| all.iter().copied().filter(keep).sum::<i128>();
        (self.offset + part(|&reach| reach < 0), self.offset + part(|&reach| reach > 0))
    }

    /// The first or the last index in row-major order at which the value is the least or the greatest.
    #[must_use]
    pub fn extreme(&self, greatest: bool, last: bool) -> Vec<u64> {
        let mut index = vec![0; self.axes.len()];
        for Placed { axis, unit, mode } in self.placed() {
            let high = match mode.stride {
                0 => last,
                stride => (stride > 0) == greatest,
            };
            index[axis] += if high { unit * (mode.size - 1) } else { 0 };
        }
        index
    }

    /// The least number from 0 on that is no value.
    ///
    /// By strides d0 <= d1 <= … of the n_i digits: as long as d_i is at most the number r of values known to lie side by side
    /// from 0 on, the digit makes them r + (n_i - 1)·d_i; where it is more, nothing reaches r.
    #[must_use]
    pub fn first_hole(&self) -> i128 {
        if self.bounds().0 > 0 {
            return 0;
        }
        let mut reached = 1;
        for Placed { mode, .. } in self.ascending() {
            if mode.stride.abs() > reached {
                break;
            }
            reached += mode.stride.abs() * i128::from(mode.size - 1);
        }
        reached
    }

    /// Two indices of one value, if there are any; `None` where the steps do not suffice.
    ///
    /// Two indices of one value differ in digits by δ with Σ δ·stride = 0; from the largest stride on each δ is within what
    /// the smaller ones can make up for.
    pub(crate) fn collision(&self, steps: u64) -> Option<Option<[Vec<u64>; 2]>> {
        let mut broadcast = self.placed().into_iter().filter(|placed| placed.mode.stride == 0);
        if let Some(Placed { axis, unit, .. }) = broadcast.next() {
            let mut second = vec![0; self.axes.len()];
            second[axis] = unit;
            return Some(Some([vec![0; self.axes.len()], second]));
        }
        let modes = self.ascending();
        let mut reach = vec![0];
        let mut common = vec![0];
        for Placed { mode, .. } in &modes {
            let stride = mode.stride.abs();
            reach.push(reach[reach.len() - 1] + stride * i128::from(mode.size - 1));
            common.push(num_integer::gcd(common[common.len() - 1], stride));
        }
        let mut search = Search { modes: &modes, reach, common, deltas: vec![0; modes.len()], steps };
        let found = search.find(modes.len(), 0, false)?;
        if !found {
            return Some(None);
        }
        let mut pair = [vec![0; self.axes.len()], vec![0; self.axes.len()]];
        for (Placed { axis, unit, mode }, delta) in modes.iter().zip(&search.deltas) {
            let delta = delta * mode.stride.signum();
            pair[usize::from(delta > 0)][*axis] += unit * delta.unsigned_abs() as u64;
        }
        Some(Some(pair))
    }

    /// The runs of values that follow each other, in any order, each perhaps more than once: how many there are at most, and
    /// what makes them; offset by the least value.
    pub(crate) fn runs(&self) -> (u64, impl Iterator<Item = std::ops::Range<u64>>) {
        let modes = self.ascending();
        let mut length = 1;
        let mut inner = 0;
        for Placed { mode, .. } in &modes {
            if mode.stride.abs() > length {
                break;
            }
            length += mode.stride.abs() * i128::from(mode.size - 1);
            inner += 1;
        }
        let outer: Vec<(u64, i128)> =
            modes[inner..].iter().map(|placed| (placed.mode.size, placed.mode.stride.abs())).collect();
        let count = outer.iter().fold(1_u64, |count, (size, _)| count.saturating_mul(*size));
        let base = self.bounds().0;
        let runs = (0..count).map(move |number| {
            let mut rest = number;
            let mut start = base;
            for &(size, stride) in &outer {
                start += i128::from(rest % size) * stride;
                rest /= size;
            }
            start as u64..(start + length) as u64
        });
        (count, runs)
    }
}

/// The search for digits that differ and make no difference.
struct Search<'a> {
    modes: &'a [Placed],
    /// How far the first modes reach together.
    reach: Vec<i128>,
    /// The greatest common divisor of their strides.
    common: Vec<i128>,
    deltas: Vec<i128>,
    steps: u64,
}

impl Search<'_> {
    /// Whether the first `count` modes can make up for a sum, not all by nothing unless something differs already.
    fn find(&mut self, count: usize, sum: i128, differs: bool) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(last) = count.checked_sub(1) else { return Some(sum == 0 && differs) };
        if self.common[count] != 0 && sum % self.common[count] != 0 {
            return Some(false);
        }
        if sum == 0 && differs {
            self.deltas[..count].fill(0);
            return Some(true);
        }
        let (mode, rest) = (self.modes[last].mode, self.reach[last]);
        let (stride, most) = (mode.stride.abs(), i128::from(mode.size - 1));
        // |sum + δ·stride| <= rest
        let low = num_integer::Integer::div_ceil(&(-rest - sum), &stride).max(-most);
        let high = num_integer::Integer::div_floor(&(rest - sum), &stride).min(most);
        // Where nothing differs yet, δ and -δ are one case.
        let low = if differs || sum != 0 { low } else { low.max(0) };
        let mut delta = low;
        while delta <= high {
            self.deltas[last] = delta;
            if self.find(last, sum + delta * stride, differs || delta != 0)? {
                return Some(true);
            }
            delta += 1;
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_in_order() {
        for number in 1..400_u64 {
            assert_eq!(*divisors(number), (1..=number).filter(|d| number % d == 0).collect::<Vec<_>>());
        }
        assert_eq!(divisors(1 << 60).len(), 61);
        assert_eq!(*divisors(4_294_967_291), [1, 4_294_967_291]);
        let large = 4_294_967_291;
        let expected = [1, 17, 241, 4097, large, 17 * large, 241 * large, 4097 * large];
        assert_eq!(*divisors(4097 * large), expected);
    }
}
