//! Logical indices: arrays of numbers, in `usize` and in `u32`.

use core::fmt::Debug;

/// A logical index or a list of extents: an array `[usize; R]`.
///
/// The trait is sealed: it is implemented for arrays of up to [`MAX_RANK`](Coord::MAX_RANK) numbers.
pub trait Coord:
    Copy + Debug + Default + Eq + core::hash::Hash + AsRef<[usize]> + AsMut<[usize]> + sealed::Sealed + 'static
{
    /// How many numbers there are.
    const RANK: usize;
    /// The largest rank a layout can have.
    const MAX_RANK: usize = 32;
    /// The array with one more number; the longest array is its own.
    type Longer: Coord;
    /// The index of nothing but zeros.
    fn zero() -> Self;
}

mod sealed {
    pub trait Sealed {}
}

/// `[usize; 0]` to `[usize; 32]`. `Default` of arrays stops at 32 as well.
macro_rules! coords {
    ($rank:literal $longer:literal $($rest:literal)*) => {
        coords!(@one $rank, $longer);
        coords!($longer $($rest)*);
    };
    ($last:literal) => { coords!(@one $last, $last); };
    (@one $rank:literal, $longer:literal) => {
        impl sealed::Sealed for [usize; $rank] {}
        impl Coord for [usize; $rank] {
            const RANK: usize = $rank;
            type Longer = [usize; $longer];
            #[inline(always)]
            fn zero() -> Self {
                [0; $rank]
            }
        }
    };
}
coords!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

/// A logical index in 32 bits: an array `[u32; R]`.
///
/// The trait is sealed: it is implemented for arrays of up to [`Coord::MAX_RANK`] numbers.
pub trait Coord32: Copy + Debug + Eq + AsRef<[u32]> + AsMut<[u32]> + sealed::Sealed + 'static {
    /// How many numbers there are.
    const RANK: usize;
    /// The same index in `usize`.
    type Wide: Coord;
    /// The index of nothing but zeros.
    fn zero() -> Self;
    /// The same index in `usize`.
    fn widened(self) -> Self::Wide;
    /// The index of the first of these numbers, each taken by itself: a compiler for GPUs keeps them in registers.
    ///
    /// # Panics
    /// If there are too few.
    #[doc(hidden)]
    fn from_first(numbers: &[u32]) -> Self;
}

macro_rules! coords32 {
    ([$($i:literal)*]) => {};
    ([$($i:literal)*] $rank:literal $($rest:literal)*) => {
        impl sealed::Sealed for [u32; $rank] {}
        impl Coord32 for [u32; $rank] {
            const RANK: usize = $rank;
            type Wide = [usize; $rank];
            #[inline(always)]
            fn zero() -> Self {
                [0; $rank]
            }
            #[inline(always)]
            fn widened(self) -> [usize; $rank] {
                self.map(|i| i as usize)
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn from_first(numbers: &[u32]) -> Self {
                [$(numbers[$i]),*]
            }
        }
        coords32!([$($i)* $rank] $($rest)*);
    };
}
coords32!([] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
