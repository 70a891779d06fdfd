//! Operations on the bits of sums, as sums of quotients and remainders.

use super::quasi::{Affine, FAR, Ranges};
use lego_expr::Op;

/// The bits that a sum may have: from the first on that may be 1, to the first that is 0 for sure.
fn bits(affine: &Affine, ranges: &Ranges) -> Option<(u32, u32)> {
    let (low, high) = ranges.of(affine);
    (low >= 0).then(|| (affine.zeros(), if high >= FAR { u32::MAX } else { 128 - high.leading_zeros() }))
}

/// How many bits both of two sums may have, up to the 96 that are written.
pub(super) fn shared_bits(a: &Affine, b: &Affine, ranges: &Ranges) -> u32 {
    match (bits(a, ranges), bits(b, ranges)) {
        (Some((a_from, a_to)), Some((b_from, b_to))) => a_to.min(b_to).min(96).saturating_sub(a_from.max(b_from)),
        _ => 0,
    }
}

/// `value / 2^from`, without the bits from 2^to on.
fn between(value: &Affine, from: u32, to: u32, ranges: &Ranges) -> Option<Affine> {
    let high = value.floor(1 << from, ranges)?;
    if to - from > 96 { Some(high) } else { high.modulo(1 << (to - from), ranges) }
}

/// A bit operation: bits that only one side has are kept or left out, the others combined one by one.
pub(super) fn bitwise(op: Op, a: &Affine, b: &Affine, ranges: &Ranges) -> Option<Affine> {
    let ((a_from, a_to), (b_from, b_to)) = (bits(a, ranges)?, bits(b, ranges)?);
    let (from, to) = (a_from.max(b_from), a_to.min(b_to));
    if from >= to {
        return match op {
            Op::And => Some(Affine::constant(0)),
            _ => a.clone().plus(b, 1),
        };
    }
    if to > 96 {
        return None;
    }
    // A number keeps what is below its highest bit at once.
    let mask = |number: &Affine| number.number().filter(|mask| (mask + 1) & mask == 0);
    if let (Op::And, (Some(mask), value, _) | (None, _, Some((mask, value)))) =
        (op, (mask(a), b, mask(b).map(|mask| (mask, a))))
    {
        return value.modulo(mask + 1, ranges);
    }
    let mut value = Affine::default();
    if op != Op::And {
        for side in [a, b] {
            value = value.plus(&side.modulo(1 << from, ranges)?, 1)?;
            value = value.plus(&side.floor(1 << to, ranges)?, 1 << to)?;
        }
    }
    let mut bit = from;
    while bit < to {
        let fixed = |side: &Affine| side.number().map(|number| number >> bit & 1);
        // A stretch of bits that are all 0 or all 1 in a number.
        let stretch = |number: i128| (bit..to).take_while(|&k| number >> k & 1 == number >> bit & 1).count() as u32;
        let (length, combined) = match (fixed(a), fixed(b)) {
            (Some(x), _) | (_, Some(x)) => {
                let (number, other) = if let Some(number) = a.number() { (number, b) } else { (b.number()?, a) };
                let length = stretch(number);
                let part = between(other, bit, bit + length, ranges)?;
                let ones = Affine::constant((1 << length) - 1);
                let combined = match (op, x) {
                    (Op::And, 0) => Affine::constant(0),
                    (Op::And, _) | (Op::Or | Op::Xor, 0) => part,
                    (Op::Or, _) => ones,
                    _ => ones.plus(&part, -1)?,
                };
                (length, combined)
            }
            _ => {
                let (x, y) = (between(a, bit, bit + 1, ranges)?, between(b, bit, bit + 1, ranges)?);
                let sum = x.plus(&y, 1)?;
                let combined = match op {
                    Op::Xor => sum.modulo(2, ranges)?,
                    Op::And => sum.floor(2, ranges)?,
                    _ => sum.plus(&Affine::constant(1), 1)?.floor(2, ranges)?,
                };
                (1, combined)
            }
        };
        value = value.plus(&combined, 1 << bit)?;
        bit += length;
    }
    Some(value)
}
