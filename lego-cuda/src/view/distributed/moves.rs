//! A linear map of a thread's number, computed by masks and shifts: bits that move by one distance move together.

use crate::device::unroll::times;
use lego_core::f2::Matrix;

/// Distances by which a bit of a word can be moved: from 31 places down to 31 up.
const DISTANCES: usize = 63;

/// By distance the bits that are moved by it.
pub(super) struct Moves([u32; DISTANCES]);

impl Moves {
    /// No bit goes anywhere.
    pub(super) const NOTHING: Self = Self([0; DISTANCES]);

    /// Of the bits after so many.
    pub(super) const fn new(map: &Matrix, first: u32) -> Self {
        let (mut masks, mut bit) = ([0; DISTANCES], 0);
        while bit + (first as usize) < map.width() {
            let mut rest = map.column(bit + first as usize);
            while rest != 0 {
                masks[rest.trailing_zeros() as usize + 31 - bit] |= 1 << bit;
                rest &= rest - 1;
            }
            bit += 1;
        }
        Self(masks)
    }

    /// What the map makes of a number.
    #[inline(always)]
    pub(super) fn of(&self, number: u32) -> u32 {
        let mut value = 0;
        times::<DISTANCES>(
            #[inline(always)]
            |distance| {
                let own = number & self.0[distance];
                value ^= if distance < 31 { own >> (31 - distance) } else { own << (distance - 31) };
            },
        );
        value
    }
}
