//! The values that an expression is evaluated on: an exact number that may not exist, or a column of 64-bit numbers.

use crate::graph::node::{Comparison, Op};

/// A place for the value of a step. Each operation replaces the value by what it makes of the operands.
pub trait Register: Clone {
    /// The register of a number.
    fn constant(value: i128) -> Self;

    /// The register of no value.
    fn none() -> Self;

    /// `a op b`.
    fn operate(&mut self, op: Op, a: &Self, b: &Self);

    /// `a / 2^places`.
    fn high_bits(&mut self, a: &Self, places: u32);

    /// `a % 2^places`.
    fn low_bits(&mut self, a: &Self, places: u32);

    /// 1 where the comparison of a with b holds, else 0.
    fn compare(&mut self, comparison: Comparison, a: &Self, b: &Self);

    /// a where c is not 0, else b.
    fn choose(&mut self, c: &Self, a: &Self, b: &Self);

    /// The integer square root.
    fn isqrt(&mut self, a: &Self);

    /// The entry at the place a.
    fn look_up(&mut self, entries: &[u64], a: &Self);
}

/// A number, if there is one: what every simplification is tested against.
impl Register for Option<i128> {
    fn constant(value: i128) -> Self {
        Some(value)
    }

    fn none() -> Self {
        None
    }

    fn operate(&mut self, op: Op, a: &Self, b: &Self) {
        *self = a.zip(*b).and_then(|(x, y)| operate(op, x, y));
    }

    fn high_bits(&mut self, a: &Self, places: u32) {
        *self = a.filter(|&x| x >= 0).map(|x| x >> places);
    }

    fn low_bits(&mut self, a: &Self, places: u32) {
        *self = a.filter(|&x| x >= 0).map(|x| x & ((1 << places) - 1));
    }

    fn compare(&mut self, comparison: Comparison, a: &Self, b: &Self) {
        *self = a.zip(*b).map(|(x, y)| comparison.holds(x, y).into());
    }

    fn choose(&mut self, c: &Self, a: &Self, b: &Self) {
        *self = c.and_then(|c| if c != 0 { *a } else { *b });
    }

    fn isqrt(&mut self, a: &Self) {
        *self = a.filter(|&x| x >= 0).map(i128::isqrt);
    }

    fn look_up(&mut self, entries: &[u64], a: &Self) {
        *self = a.and_then(|x| entries.get(usize::try_from(x).ok()?)).map(|&entry| entry.into());
    }
}

/// An operation where it is defined: `None` for an operand of a division, remainder, shift or bit operation below zero, a
/// division by zero, and a result beyond 128 bits.
#[must_use]
pub fn operate(op: Op, x: i128, y: i128) -> Option<i128> {
    let defined = match op {
        Op::Div | Op::Rem => x >= 0 && y > 0,
        Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => x >= 0 && y >= 0,
        Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max => true,
    };
    if defined { op.fold(x, y) } else { None }
}

/// A number for each of many indices, evaluated at once.
///
/// Every lane computes every step, also those of branches that are not taken, so operations are total here: what has no
/// value, or none of 64 bits, is some number. Right where a choice does not choose it, and for expressions all of whose
/// values are known to fit.
impl<const LANES: usize> Register for [i64; LANES] {
    fn constant(value: i128) -> Self {
        [value as i64; LANES]
    }

    fn none() -> Self {
        [0; LANES]
    }

    fn operate(&mut self, op: Op, a: &Self, b: &Self) {
        match op {
            Op::Add => zip(self, a, b, i64::wrapping_add),
            Op::Sub => zip(self, a, b, i64::wrapping_sub),
            Op::Mul => zip(self, a, b, i64::wrapping_mul),
            // Unsigned division is the faster one, and only numbers that are not below zero are divided.
            Op::Div => zip(self, a, b, |x, y| (x as u64).checked_div(y as u64).unwrap_or(0) as i64),
            Op::Rem => zip(self, a, b, |x, y| (x as u64).checked_rem(y as u64).unwrap_or(0) as i64),
            Op::And => zip(self, a, b, |x, y| x & y),
            Op::Or => zip(self, a, b, |x, y| x | y),
            Op::Xor => zip(self, a, b, |x, y| x ^ y),
            Op::Shl => zip(self, a, b, |x, y| u32::try_from(y).ok().and_then(|y| x.checked_shl(y)).unwrap_or(0)),
            Op::Shr => zip(self, a, b, |x, y| u32::try_from(y).ok().and_then(|y| x.checked_shr(y)).unwrap_or(0)),
            Op::Min => zip(self, a, b, i64::min),
            Op::Max => zip(self, a, b, i64::max),
        }
    }

    fn high_bits(&mut self, a: &Self, places: u32) {
        each(self, a, |x| x.checked_shr(places).unwrap_or(0));
    }

    fn low_bits(&mut self, a: &Self, places: u32) {
        let mask = 1_i64.checked_shl(places).map_or(-1, |power| power.wrapping_sub(1));
        each(self, a, |x| x & mask);
    }

    fn compare(&mut self, comparison: Comparison, a: &Self, b: &Self) {
        zip(self, a, b, |x, y| comparison.holds(x.into(), y.into()).into());
    }

    fn choose(&mut self, c: &Self, a: &Self, b: &Self) {
        for lane in 0..LANES {
            self[lane] = if c[lane] != 0 { a[lane] } else { b[lane] };
        }
    }

    fn isqrt(&mut self, a: &Self) {
        each(self, a, |x| x.max(0).isqrt());
    }

    fn look_up(&mut self, entries: &[u64], a: &Self) {
        each(self, a, |x| usize::try_from(x).ok().and_then(|x| entries.get(x)).map_or(0, |&entry| entry as i64));
    }
}

fn each<const LANES: usize>(out: &mut [i64; LANES], a: &[i64; LANES], f: impl Fn(i64) -> i64) {
    for (out, &x) in out.iter_mut().zip(a) {
        *out = f(x);
    }
}

fn zip<const LANES: usize>(out: &mut [i64; LANES], a: &[i64; LANES], b: &[i64; LANES], f: impl Fn(i64, i64) -> i64) {
    for ((out, &x), &y) in out.iter_mut().zip(a).zip(b) {
        *out = f(x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_agrees_with_numbers_where_they_exist() {
        let ops =
            [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr, Op::Min, Op::Max];
        let numbers = [-3, 0, 1, 2, 7, 8, 31, 32, 1000];
        for (x, y) in numbers.iter().flat_map(|&x| numbers.map(|y| (x, y))) {
            let same = |number: Option<i128>, column: [i64; 2]| {
                if let Some(value) = number.and_then(|value| i64::try_from(value).ok()) {
                    assert_eq!(column, [value; 2], "{x} {y}");
                }
            };
            let (a, b) = (Some(x), Some(y));
            let (c, d) = (<[i64; 2]>::constant(x), <[i64; 2]>::constant(y));
            let (mut number, mut column) = (None, <[i64; 2]>::none());
            for op in ops {
                number.operate(op, &a, &b);
                column.operate(op, &c, &d);
                same(number, column);
            }
            for comparison in [Comparison::Less, Comparison::LessEqual, Comparison::Equal, Comparison::NotEqual] {
                number.compare(comparison, &a, &b);
                column.compare(comparison, &c, &d);
                same(number, column);
            }
            for places in [0, 3, 62] {
                number.high_bits(&a, places);
                column.high_bits(&c, places);
                same(number, column);
                number.low_bits(&a, places);
                column.low_bits(&c, places);
                same(number, column);
            }
            number.isqrt(&a);
            column.isqrt(&c);
            same(number, column);
        }
    }
}
