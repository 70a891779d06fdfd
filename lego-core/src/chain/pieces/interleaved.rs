//! Numbers whose bits stand at every second place, and back: all bits that take a step take it at once.

use crate::chain::Scalar;

/// For each step the places that bits move and the bits that are right then: bit b of 32 moves to place 2·b.
const STEPS: [(u64, u64); 5] = [
    (16, 0x0000_ffff_0000_ffff),
    (8, 0x00ff_00ff_00ff_00ff),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (2, 0x3333_3333_3333_3333),
    (1, 0x5555_5555_5555_5555),
];

/// A mask cut to the places that the bits of a number get, where that makes it fit 32 bits.
fn cut(mask: u64, bits: u64) -> u64 {
    if bits <= 16 { mask & ((1 << (2 * bits)) - 1) } else { mask }
}

/// The steps that a number of so many bits takes, at most 32.
fn steps(bits: u64) -> impl DoubleEndedIterator<Item = (u64, u64)> {
    STEPS.into_iter().filter(move |&(places, _)| places < bits).map(move |(places, mask)| (places, cut(mask, bits)))
}

/// A number of so many bits, at most 32, with a 0 above each of its bits.
pub(super) fn spread<I: Scalar>(number: I, bits: u64) -> I {
    let step = |number: I, (places, mask)| (number ^ (number << number.lift(places))) & number.lift(mask);
    steps(bits).fold(number, step)
}

/// The number of so many bits, at most 32, that stands at the even places of a number of twice as many.
pub(super) fn gathered<I: Scalar>(number: I, bits: u64) -> I {
    let even = number & number.lift(cut(STEPS[4].1, bits));
    // Back, each step to where the one before it left the bits.
    let step = |number: I, (places, _)| {
        let mask = STEPS.into_iter().find(|&(other, _)| other == 2 * places).map_or(u32::MAX.into(), |(_, mask)| mask);
        (number ^ (number >> number.lift(places))) & number.lift(cut(mask, bits))
    };
    steps(bits).rev().fold(even, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_at_every_second_place() {
        for bits in 1..=32 {
            let all = (1_u64 << bits) - 1;
            for number in [0, 1, all, 0x9e37_79b9_7f4a_7c15 & all, 0x5555_5555 & all, all / 3 * 2] {
                let expected = (0..bits).fold(0, |sum, bit| sum | (number >> bit & 1) << (2 * bit));
                assert_eq!(spread(number, bits), expected, "{number} of {bits} bits");
                assert_eq!(gathered(expected, bits), number, "{number} of {bits} bits");
                if bits < 32 {
                    assert_eq!(gathered(expected | expected << 1, bits), number, "{number} of {bits} bits");
                }
            }
        }
    }
}
