//! CuTe's swizzles, and which one a map of bits is.

use super::linear::Linear;
use std::fmt;

/// CuTe's `Swizzle<b, m, s>`: `c xor ((c & Y) >> s)`, to the left for s below zero, where Y has b bits from m + max(s, 0) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    /// How many bits are mixed.
    pub bits: u32,
    /// How many of the lowest bits stay as they are.
    pub base: u32,
    /// By how many places the bits that are mixed in lie higher; lower for numbers below zero.
    pub shift: i32,
}

impl Swizzle {
    /// The value at a number.
    #[must_use]
    pub fn apply(self, number: u64) -> u64 {
        let mask = ((1_u64 << self.bits) - 1) << (self.base + self.shift.max(0) as u32);
        let taken = number & mask;
        number ^ if self.shift >= 0 { taken >> self.shift } else { taken << -self.shift }
    }

    /// How many bits it looks at: it is a bijection on the numbers below that power of two, and on no smaller one the same.
    #[must_use]
    pub fn width(self) -> u32 {
        self.bits + self.base + self.shift.unsigned_abs()
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

/// The swizzle that a map of one component is; `None` if it is none. That of no bits is `Sw<0,0,0>`.
///
/// ```
/// use lego_relation::{Linear, Swizzle, swizzle_of};
/// let images = (0..7).map(|bit| Swizzle { bits: 2, base: 1, shift: 3 }.apply(1 << bit)).collect();
/// assert_eq!(swizzle_of(&Linear { columns: vec![images] }), Some(Swizzle { bits: 2, base: 1, shift: 3 }));
/// ```
#[must_use]
pub fn swizzle_of(linear: &Linear) -> Option<Swizzle> {
    let [images] = &linear.columns[..] else { return None };
    let moved = |(bit, &image): (usize, &u64)| (image != 1 << bit).then_some((bit as u32, image ^ 1 << bit));
    let moved: Vec<(u32, u64)> = images.iter().enumerate().filter_map(moved).collect();
    let Some(&(low, first)) = moved.first() else { return Some(Swizzle { bits: 0, base: 0, shift: 0 }) };
    let shift = low as i32 - first.trailing_zeros() as i32;
    let base = if shift > 0 { low.checked_sub(shift as u32)? } else { low };
    let swizzle = Swizzle { bits: moved.len() as u32, base, shift };
    let is_it = images.iter().enumerate().all(|(bit, &image)| swizzle.apply(1 << bit) == image);
    (is_it && swizzle.bits <= shift.unsigned_abs() && swizzle.width() as usize <= images.len()).then_some(swizzle)
}
