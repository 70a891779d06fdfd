//! What a difference of neighbouring cells is stored in.

use crate::score::Scoring;
use std::ops::Sub;

/// An unsigned number that holds a difference, and also the number of a letter, so that both have as many lanes.
pub(super) trait Cell:
    Copy + Default + Ord + Sub<Output = Self> + From<u8> + Into<i64> + TryFrom<i64> + Send + Sync + 'static
{
}

impl Cell for u8 {}
impl Cell for u16 {}
impl Cell for u32 {}

/// What a pair of letters gains over two gaps; 0 where it gains nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gains<C> {
    /// Two equal letters.
    pub(super) hit: C,
    /// Two different letters.
    pub(super) miss: C,
}

impl<C: Cell> Gains<C> {
    /// `None` if a gain does not fit the cell.
    pub(super) fn new(Scoring { hit, miss, gap }: Scoring) -> Option<Self> {
        let gain = |score: i32| C::try_from((i64::from(score) - 2 * i64::from(gap)).max(0)).ok();
        Some(Self { hit: gain(hit)?, miss: gain(miss)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_fit_or_there_are_none() {
        let of = |hit, miss, gap| Scoring { hit, miss, gap };
        assert_eq!(Gains::<u8>::new(of(1, -1, -2)), Some(Gains { hit: 5, miss: 3 }));
        assert_eq!(Gains::<u8>::new(of(5, -30, -10)), Some(Gains { hit: 25, miss: 0 }));
        assert_eq!(Gains::<u8>::new(of(55, 0, -100)), Some(Gains { hit: 255, miss: 200 }));
        assert_eq!(Gains::<u8>::new(of(56, 0, -100)), None);
        assert_eq!(Gains::<u32>::new(of(1_000_000, -1_000_000, -1_000_000)).map(|gains| gains.hit), Some(3_000_000));
        assert_eq!(Gains::<u32>::new(of(i32::MAX, 0, i32::MIN)), None);
    }
}
