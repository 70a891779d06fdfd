//! Lists of numbers that are looked into, and the arithmetic that some of them are.
//!
//! What a list is, is found once, when it comes into an arena, and holds for every entry, since each is looked at: a sum of digits
//! of the place with strides, a multiple of the place that wraps around, bits of the place that move.

use crate::graph::node::Op;
use std::sync::Arc;

/// A list of numbers.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) entries: Arc<[u64]>,
    /// Whether it stays a list where its arithmetic takes more than one operation.
    pub(crate) is_kept: bool,
    /// What it is for each place in it.
    pub(crate) pattern: Option<Pattern>,
}

/// An entry by its place i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// `start + step·i`
    Affine { start: i128, step: i128 },
    /// `i ^ mask`
    Flipped { mask: i128 },
    /// `(start + step·i) % count`
    Wrapped { start: i128, step: i128, count: i128 },
    /// `start + Σ stride·digit` over digits of these sizes and strides, the lowest first.
    Digits { start: i128, digits: Vec<(i128, i128)> },
    /// `start ^` each of these bits of i, moved up by so many places, or down.
    Moved { start: i128, fields: Vec<(i128, i32)> },
}

/// More fields than these move faster as a list.
const MOST_FIELDS: usize = 4;

impl List {
    pub(crate) fn new(entries: &[u64], is_kept: bool) -> Self {
        let pattern = Pattern::of(entries).filter(|pattern| !is_kept || pattern.is_one_operation());
        Self { entries: entries.into(), is_kept, pattern }
    }

    /// The entry at a place; `None` outside of the list.
    pub(crate) fn at(&self, place: i128) -> Option<i128> {
        Some((*self.entries.get(usize::try_from(place).ok()?)?).into())
    }
}

impl Pattern {
    fn of(entries: &[u64]) -> Option<Self> {
        let numbers: Vec<i128> = entries.iter().map(|&entry| entry.into()).collect();
        let (&start, count) = (numbers.first()?, numbers.len() as i128);
        let step = numbers.get(1).map_or(0, |second| second - start);
        let holds = |pattern: &Self| (0..).zip(&numbers).all(|(i, &entry)| pattern.at(i) == Some(entry));
        let digits = digits(&numbers);
        let moved = moved(&numbers);
        // Fields that move together are fewer operations than as many digits.
        let prefers_fields = match (&digits, &moved) {
            (Some(digits), Some(fields)) => digits.len() > fields.len() + 1,
            _ => digits.is_none(),
        };
        let by_digits = digits.map(|digits| Self::Digits { start, digits });
        let by_fields = moved.map(|fields| Self::Moved { start, fields });
        let forms = if prefers_fields { [by_fields, by_digits] } else { [by_digits, by_fields] };
        let simple = [
            Self::Affine { start, step },
            Self::Flipped { mask: start },
            Self::Wrapped { start, step: step.rem_euclid(count), count },
        ];
        simple.into_iter().chain(forms.into_iter().flatten()).find(holds)
    }

    /// Whether it takes one operation or none.
    pub(crate) fn is_one_operation(&self) -> bool {
        match *self {
            Self::Affine { start, step } => matches!((start, step), (_, 0) | (_, 1) | (_, -1) | (0, _)),
            Self::Flipped { .. } => true,
            _ => false,
        }
    }

    fn at(&self, place: i128) -> Option<i128> {
        let operate = |op, a: &i128, b: &i128| crate::graph::register::operate(op, *a, *b).ok_or(());
        self.write(&place, &|number| number, operate).ok()
    }

    /// The value at a place, by operations of whatever the place is.
    ///
    /// # Errors
    /// The first of an operation.
    pub(crate) fn write<T: Clone, E>(
        &self,
        place: &T,
        constant: &dyn Fn(i128) -> T,
        mut operate: impl FnMut(Op, &T, &T) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Self::Affine { start, step } => {
                let start = constant(*start);
                match step {
                    0 => Ok(start),
                    ..0 => {
                        let multiple = operate(Op::Mul, &constant(-step), place)?;
                        operate(Op::Sub, &start, &multiple)
                    }
                    _ => {
                        let multiple = operate(Op::Mul, &constant(*step), place)?;
                        operate(Op::Add, &multiple, &start)
                    }
                }
            }
            Self::Flipped { mask } => operate(Op::Xor, place, &constant(*mask)),
            Self::Wrapped { start, step, count } => {
                let multiple = operate(Op::Mul, &constant(*step), place)?;
                let sum = operate(Op::Add, &multiple, &constant(*start))?;
                operate(Op::Rem, &sum, &constant(*count))
            }
            Self::Digits { start, digits } => {
                let (mut added, mut taken) = (constant(*start), constant(0));
                let mut below = 1;
                for (k, &(size, stride)) in digits.iter().enumerate() {
                    let mut digit = operate(Op::Div, place, &constant(below))?;
                    if k + 1 < digits.len() {
                        digit = operate(Op::Rem, &digit, &constant(size))?;
                    }
                    below *= size;
                    let multiple = operate(Op::Mul, &constant(stride.abs()), &digit)?;
                    let sum = if stride < 0 { &mut taken } else { &mut added };
                    *sum = operate(Op::Add, sum, &multiple)?;
                }
                operate(Op::Sub, &added, &taken)
            }
            Self::Moved { start, fields } => {
                let mut value = constant(*start);
                for &(mask, places) in fields {
                    let bits = operate(Op::And, place, &constant(mask))?;
                    let op = if places < 0 { Op::Shr } else { Op::Shl };
                    let moved = operate(op, &bits, &constant(places.abs().into()))?;
                    value = operate(Op::Xor, &value, &moved)?;
                }
                Ok(value)
            }
        }
    }
}

/// The sizes and strides of digits of the place that the numbers could be a sum of.
fn digits(numbers: &[i128]) -> Option<Vec<(i128, i128)>> {
    let mut digits = Vec::new();
    let mut rest: Vec<i128> = numbers.to_vec();
    while rest.len() > 1 {
        let step = rest[1] - rest[0];
        let size = (0..).zip(&rest).take_while(|&(i, &number)| number == rest[0] + i * step).count();
        if rest.len() % size != 0 {
            return None;
        }
        digits.push((size as i128, step));
        rest = rest.into_iter().step_by(size).collect();
    }
    Some(digits)
}

/// For each distance the bits of the place that the numbers could have moved by so far.
fn moved(numbers: &[i128]) -> Option<Vec<(i128, i32)>> {
    if !numbers.len().is_power_of_two() {
        return None;
    }
    let mut fields: Vec<(i128, i32)> = Vec::new();
    for bit in 0..numbers.len().trailing_zeros() {
        let mut column = numbers[1 << bit] ^ numbers[0];
        while column != 0 {
            let to = column.trailing_zeros();
            column &= column - 1;
            let places = to as i32 - bit as i32;
            match fields.iter_mut().find(|field| field.1 == places) {
                Some((mask, _)) => *mask |= 1 << bit,
                None => fields.push((1 << bit, places)),
            }
        }
        if fields.len() > MOST_FIELDS {
            return None;
        }
    }
    fields.sort_by_key(|&(_, places)| (places.abs(), places));
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(count: u64, entry: impl Fn(u64) -> u64) -> Option<Pattern> {
        let entries: Vec<u64> = (0..count).map(entry).collect();
        let pattern = List::new(&entries, false).pattern;
        if let Some(pattern) = &pattern {
            for (place, &entry) in (0..).zip(&entries) {
                assert_eq!(pattern.at(place), Some(entry.into()), "{pattern:?} at {place}");
            }
        }
        pattern
    }

    #[test]
    fn simple_lists_are_what_they_are() {
        assert_eq!(pattern(7, |i| i), Some(Pattern::Affine { start: 0, step: 1 }));
        assert_eq!(pattern(7, |i| 6 - i), Some(Pattern::Affine { start: 6, step: -1 }));
        assert_eq!(pattern(1, |_| 0), Some(Pattern::Affine { start: 0, step: 0 }));
        assert_eq!(pattern(16, |i| i ^ 5), Some(Pattern::Flipped { mask: 5 }));
        assert_eq!(pattern(17, |i| (5 * i + 3) % 17), Some(Pattern::Wrapped { start: 3, step: 5, count: 17 }));
        assert_eq!(
            pattern(12, |i| i % 4 * 3 + i / 4),
            Some(Pattern::Digits { start: 0, digits: vec![(4, 3), (3, 1)] })
        );
        assert_eq!(
            pattern(12, |i| 2 - i % 3 + i / 3 * 3),
            Some(Pattern::Digits { start: 2, digits: vec![(3, -1), (4, 3)] })
        );
        let swizzle = |i: u64| i ^ (i & 0x38) >> 3;
        assert_eq!(pattern(64, swizzle), Some(Pattern::Moved { start: 0, fields: vec![(63, 0), (56, -3)] }));
        assert_eq!(pattern(64, |i| swizzle(i) ^ 9), Some(Pattern::Moved { start: 9, fields: vec![(63, 0), (56, -3)] }));
    }

    #[test]
    fn others_stay_lists() {
        assert_eq!(pattern(6, |i| [3, 1, 4, 0, 5, 2][i as usize]), None);
        // Multiples modulo a prime, from 1: no multiple of the place.
        assert_eq!(pattern(12, |i| (i + 1) * (i + 1) * (i + 1) % 13), None);
        assert_eq!(List::new(&[0, 2, 1, 3], true).pattern, None);
    }
}
