//! What elements are reduced to: a sum, the largest, its place, or both.
//!
//! Elements become a *part*, parts are joined in any order, and the part of all becomes a result. What is handed from thread to
//! thread are parts, so these hold all that must not get lost: sums have more bits than elements, and of the largest its place.

use super::few::{Owned, Results};
use lego_cuda::device::Element;
use lego_cuda::unroll;
use lego_cuda::view::Split;

/// What elements are reduced to.
///
/// Law: `join` is associative and commutative, but for the last bits of a sum, and [`NONE`](Reduction::NONE) changes nothing.
pub trait Reduction: Copy + 'static {
    /// What some of the elements are reduced to.
    type Part: Word;
    /// What all of them are reduced to.
    type Output: Result4;
    /// The part of no elements.
    const NONE: Self::Part;
    /// Whether all elements have the same result where they are alone, so that nobody has to read them.
    const SAME_ALONE: bool = false;

    /// The part of elements whose places in their row or column are `first`, `first + step`, `first + 2 * step`, ….
    fn of<const N: usize>(elements: [f32; N], first: u32, step: u32) -> Self::Part;

    /// The part of the elements of both.
    fn join(a: Self::Part, b: Self::Part) -> Self::Part;

    /// The result of the part of all elements.
    fn output(part: Self::Part) -> Self::Output;
}

/// A part as a word of memory that blocks share.
///
/// Law: `T::from_word(part.to_word())` has the bits of `part`.
pub trait Word: Element {
    /// The word.
    fn to_word(self) -> u64;

    /// The part that became this word.
    fn from_word(word: u64) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        self
    }

    #[inline(always)]
    fn from_word(word: u64) -> u64 {
        word
    }
}

impl Word for f32 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self.to_bits())
    }

    #[inline(always)]
    fn from_word(word: u64) -> f32 {
        f32::from_bits(word as u32)
    }
}

impl Word for f64 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        self.to_bits()
    }

    #[inline(always)]
    fn from_word(word: u64) -> f64 {
        f64::from_bits(word)
    }
}

/// A result of which a thread stores four side by side, by as few instructions as it takes.
pub trait Result4: Element {
    /// Stores those of a vector that there are.
    fn set<const VECTORS: usize>(output: &Split<'_, Self, Results<VECTORS>, Owned>, vector: u32, results: [Self; 4]);
}

impl Result4 for f32 {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn set<const VECTORS: usize>(output: &Split<'_, f32, Results<VECTORS>, Owned>, vector: u32, results: [f32; 4]) {
        output.try_set_vector([vector, 0], results);
    }
}

impl Result4 for u32 {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn set<const VECTORS: usize>(output: &Split<'_, u32, Results<VECTORS>, Owned>, vector: u32, results: [u32; 4]) {
        output.try_set_vector([vector, 0], results);
    }
}

impl Result4 for Largest {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn set<const VECTORS: usize>(
        output: &Split<'_, Largest, Results<VECTORS>, Owned>,
        vector: u32,
        [a, b, c, d]: [Largest; 4],
    ) {
        output.try_set_vector([vector, 0], [a, b]);
        output.try_set_vector([vector, 2], [c, d]);
    }
}

/// What pairs combine to, pairs of pairs, and so on: the fewest roundings in a row.
#[inline(always)]
fn by_pairs<const N: usize>(mut elements: [f32; N], join: impl Fn(f32, f32) -> f32) -> f32 {
    const { assert!(N.is_power_of_two() && N <= 8, "elements are joined in pairs") };
    unroll!(for distance in [4, 2, 1] {
        unroll!(for i in 0..4 {
            let (i, distance): (usize, usize) = (i, distance);
            if i < distance && i + distance < N {
                elements[i] = join(elements[i], elements[i + distance]);
            }
        });
    });
    elements[0]
}

/// The sum.
///
/// Up to eight elements are added in pairs, everything else in `f64`: few of the roundings that a sum in `f32` has. One of many
/// elements is closer to the right one than a sum in pairs all the way.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

impl Reduction for Sum {
    type Part = f64;
    type Output = f32;
    const NONE: f64 = 0.0;

    #[inline(always)]
    fn of<const N: usize>(elements: [f32; N], _: u32, _: u32) -> f64 {
        f64::from(by_pairs(elements, |a, b| a + b))
    }

    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn output(part: f64) -> f32 {
        part as f32
    }
}

/// The largest element; what is not a number is larger than every number.
#[derive(Clone, Copy, Debug)]
pub struct Max;

impl Reduction for Max {
    type Part = f32;
    type Output = f32;
    const NONE: f32 = f32::NEG_INFINITY;

    #[inline(always)]
    fn of<const N: usize>(elements: [f32; N], _: u32, _: u32) -> f32 {
        by_pairs(elements, Self::join)
    }

    #[inline(always)]
    fn join(a: f32, b: f32) -> f32 {
        if b > a || b.is_nan() { b } else { a }
    }

    #[inline(always)]
    fn output(part: f32) -> f32 {
        part
    }
}

/// The largest element of a row or column, and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Largest {
    /// The element; a zero is +0, and what is not a number is `f32::NAN`.
    pub value: f32,
    /// Its place in its row or column: of equal elements the smallest.
    pub index: u32,
}

// SAFETY: two numbers of 4 bytes have no padding between them, and every pattern of bits is a value of both.
unsafe impl Element for Largest {
    const UNIT: usize = 4;
}

/// The [`Largest`] element and its place. Zeros of both signs are equal; what is not a number is larger than every number, and the
/// first of these counts.
///
/// A part is one number that grows with both: above a number that orders elements, below the place, the smaller the larger.
#[derive(Clone, Copy, Debug)]
pub struct ArgMax;

impl ArgMax {
    /// A number above 0 that orders elements.
    #[inline(always)]
    fn rank(element: f32) -> u32 {
        // Makes +0 of -0.
        let bits = (element + 0.0).to_bits();
        let sign = (bits as i32 >> 31) as u32;
        if element.is_nan() { u32::MAX } else { bits ^ (sign | 1 << 31) }
    }

    /// The element of a rank.
    #[inline(always)]
    fn element(rank: u32) -> f32 {
        let sign = (!rank as i32 >> 31) as u32;
        f32::from_bits(rank ^ (sign | 1 << 31))
    }
}

impl Reduction for ArgMax {
    type Part = u64;
    type Output = Largest;
    const NONE: u64 = 0;

    #[inline(always)]
    fn of<const N: usize>(elements: [f32; N], first: u32, step: u32) -> u64 {
        let (mut most, mut place) = (Self::rank(elements[0]), first);
        unroll!(for i in 0..N {
            let rank = Self::rank(elements[i]);
            if rank > most {
                (most, place) = (rank, first.wrapping_add(step.wrapping_mul(i as u32)));
            }
        });
        u64::from(most) << 32 | u64::from(!place)
    }

    #[inline(always)]
    fn join(a: u64, b: u64) -> u64 {
        a.max(b)
    }

    #[inline(always)]
    fn output(part: u64) -> Largest {
        Largest { value: Self::element((part >> 32) as u32), index: !(part as u32) }
    }
}

/// The place of the [`Largest`] element alone: the index that [`ArgMax`] gives.
///
/// Where a row or column is a single element, that is 0, and the matrix is not read.
#[derive(Clone, Copy, Debug)]
pub struct Place;

impl Reduction for Place {
    type Part = u64;
    type Output = u32;
    const NONE: u64 = ArgMax::NONE;
    const SAME_ALONE: bool = true;

    #[inline(always)]
    fn of<const N: usize>(elements: [f32; N], first: u32, step: u32) -> u64 {
        ArgMax::of(elements, first, step)
    }

    #[inline(always)]
    fn join(a: u64, b: u64) -> u64 {
        ArgMax::join(a, b)
    }

    #[inline(always)]
    fn output(part: u64) -> u32 {
        ArgMax::output(part).index
    }
}
