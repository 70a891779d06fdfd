//! Positions as numbers of few bits where they are small, so that a register holds many of them.

use super::tile::{MOST_PADDING, Tile};
use core::fmt::Debug;
use core::ops::{BitAnd, BitOrAssign, BitXor, Not, Shl, Shr};
use lego_machine::limits::BANK_BYTES;

/// A position, or a difference of two as exclusive or. Sums are those of the machine's numbers, without what is carried out of them.
pub(super) trait Position:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const ZERO: Self;
    /// Of no lane: no other is in a word with it.
    const NOWHERE: Self;

    /// The lowest bits of a number.
    fn of(number: u32) -> Self;

    /// The lowest bits.
    fn low(self) -> u8;

    fn plus(self, other: Self) -> Self;

    /// The sum, or as much less where it is no less than that; both are less.
    fn turned(self, by: Self, pitch: Self) -> Self;

    /// All ones, or nothing.
    fn ones(is_so: bool) -> Self;

    /// Whether it is 2^n, 3·2^n or 0.
    fn is_step(self) -> bool;
}

macro_rules! position {
    ($($number:ident as $signed:ident),*) => {$(
        impl Position for $number {
            const BITS: u32 = $number::BITS;
            const ZERO: Self = 0;
            const NOWHERE: Self = $number::MAX;

            #[inline]
            fn of(number: u32) -> Self {
                number as $number
            }

            #[inline]
            fn low(self) -> u8 {
                self as u8
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn turned(self, by: Self, pitch: Self) -> Self {
                let less = self.wrapping_add(by).wrapping_sub(pitch);
                // Less one pitch, it is below zero or right.
                less.wrapping_add(pitch & ((less as $signed) >> ($signed::BITS - 1)) as $number)
            }

            #[inline]
            fn ones(is_so: bool) -> Self {
                $number::from(is_so).wrapping_neg()
            }

            #[inline]
            fn is_step(self) -> bool {
                let lowest = self & self.wrapping_neg();
                // Without its lowest bit it is 0, or twice that.
                let rest = self ^ lowest;
                (rest == 0) | (rest == lowest << 1)
            }
        }
    )*};
}

position!(u16 as i16, u32 as i32);

/// Whether all positions of a tile, however it is padded, have a bit to spare in 16: no two of them, and none and [nowhere](Position::NOWHERE), are in
/// one word, and the sum of two columns does not seem to be below zero.
pub(super) fn are_short(tile: &Tile) -> bool {
    let most = tile.columns() + MOST_PADDING * BANK_BYTES / tile.bytes();
    u64::from(tile.rows()) * u64::from(most) <= 1 << 15
}
