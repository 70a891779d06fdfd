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
    /// The array with twice the number of numbers; an array for which that is too long is its own.
    type Doubled: Coord;
    /// The index of nothing but zeros.
    fn zero() -> Self;
}

mod sealed {
    pub trait Sealed {}
}

/// `[usize; 0]` to `[usize; 32]`. `Default` of arrays stops at 32 as well. Each rank with twice the rank.
macro_rules! coords {
    ($rank:literal $doubled:literal, $longer:literal $($rest:tt)*) => {
        coords!(@one $rank, $longer, $doubled);
        coords!($longer $($rest)*);
    };
    ($last:literal $doubled:literal) => { coords!(@one $last, $last, $doubled); };
    (@one $rank:literal, $longer:literal, $doubled:literal) => {
        impl sealed::Sealed for [usize; $rank] {}
        impl Coord for [usize; $rank] {
            const RANK: usize = $rank;
            type Longer = [usize; $longer];
            type Doubled = [usize; $doubled];
            #[inline(always)]
            fn zero() -> Self {
                [0; $rank]
            }
        }
    };
}
coords! {
    0 0, 1 2, 2 4, 3 6, 4 8, 5 10, 6 12, 7 14, 8 16, 9 18, 10 20, 11 22, 12 24, 13 26, 14 28, 15 30, 16 32,
    17 17, 18 18, 19 19, 20 20, 21 21, 22 22, 23 23, 24 24, 25 25, 26 26, 27 27, 28 28, 29 29, 30 30, 31 31, 32 32
}

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
