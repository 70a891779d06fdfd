//! Random formulas, with the values of plain evaluation.

use super::super::formula::{Formula, Op, Value};
use std::vec;
use std::vec::Vec;

/// A generator of numbers (Knuth's multiplier), so that a failure comes again.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }
}

pub(super) const OPS: [Op; 16] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::Shr,
    Op::Min,
    Op::Max,
    Op::Less,
    Op::LessEqual,
    Op::Equal,
    Op::NotEqual,
];

/// An operation as it is defined; `None` where it is not.
fn operate(op: Op, a: i128, b: i128) -> Option<i128> {
    let natural = a >= 0 && b >= 0;
    let places = || u32::try_from(b).ok().filter(|&b| b < 100);
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div => (natural && b > 0).then(|| a / b),
        Op::Rem => (natural && b > 0).then(|| a % b),
        Op::And => natural.then_some(a & b),
        Op::Or => natural.then_some(a | b),
        Op::Xor => natural.then_some(a ^ b),
        Op::Shl => places().filter(|_| natural).and_then(|b| a.checked_mul(1_i128.checked_shl(b)?)),
        Op::Shr => places().filter(|_| natural).map(|b| a >> b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
        Op::Less => Some((a < b).into()),
        Op::LessEqual => Some((a <= b).into()),
        Op::Equal => Some((a == b).into()),
        Op::NotEqual => Some((a != b).into()),
    }
}

/// A formula of defined values within limits, and all its values at every index in row-major order.
pub(super) fn random(seed: u64, extents: &[u64], most: i128, signed: bool) -> (Formula, Vec<Vec<i128>>) {
    random_of(&OPS, 1, seed, extents, most, signed)
}

/// Of some operations, every so many of ten values a number.
pub(super) fn random_of(
    ops: &[Op],
    numbers: u64,
    seed: u64,
    extents: &[u64],
    most: i128,
    signed: bool,
) -> (Formula, Vec<Vec<i128>>) {
    let random = &mut Random(seed);
    let points: Vec<Vec<u64>> = points(extents);
    let rank = extents.len();
    let mut made = Formula::new(rank, 0, 0);
    let mut columns: Vec<Vec<i128>> = (0..rank).map(|k| points.iter().map(|p| p[k].into()).collect()).collect();
    while columns.len() < rank + 14 {
        let len = columns.len() as u64;
        let pick = |random: &mut Random| made.value(random.below(len) as usize);
        let (a, b, c) = (pick(random), pick(random), pick(random));
        let at = |value: Value, k: usize| columns[value.place()][k];
        let op = ops[random.below(ops.len() as u64) as usize];
        let entries: Vec<u64> = (0..1 + random.below(9)).map(|_| random.below(1 << 20)).collect();
        let kind = random.below(13).saturating_sub(numbers - 1);
        let number =
            [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 60, 64, 100, 1 << 20, 1 << 33, (1 << 40) + 1][random.below(16) as usize];
        let column: Option<Vec<i128>> = (0..points.len())
            .map(|k| match kind {
                0 => Some(number),
                1 => Some(if at(a, k) != 0 { at(b, k) } else { at(c, k) }),
                2 => u128::try_from(at(a, k)).ok().map(|a| a.isqrt() as i128),
                3 => usize::try_from(at(a, k)).ok().and_then(|place| entries.get(place)).map(|&entry| entry.into()),
                _ => operate(op, at(a, k), at(b, k)),
            })
            .map(|value| value.filter(|value| (if signed { -most } else { 0 }..=most).contains(value)))
            .collect();
        let Some(column) = column else { continue };
        match kind {
            0 => made.constant(number),
            1 => made.choose(a, b, c),
            2 => made.isqrt(a),
            3 => made.look_up(entries.into(), a),
            _ => made.binary(op, a, b),
        };
        columns.push(column);
    }
    let all = || columns.iter().flatten().copied();
    (made.least, made.largest) = (all().min().unwrap().min(0), all().max().unwrap() as u128);
    (made, columns)
}

pub(super) fn points(extents: &[u64]) -> Vec<Vec<u64>> {
    extents.iter().fold(vec![vec![]], |points, &extent| {
        points.iter().flat_map(|point| (0..extent).map(move |x| [&point[..], &[x]].concat())).collect()
    })
}
