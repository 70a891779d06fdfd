//! What every layout is: a map between a logical index space and positions in memory.

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

/// A map between logical indices and physical positions, both counted from 0.
///
/// Laws, for every index `i` inside [`dims`](Layout::dims) and every position `p < span()`:
///
/// * a position is hit by at most one index: `try_inv(try_apply(i)?) == Some(i)`;
/// * what has an index lies where it says: `try_apply(try_inv(p)?) == Some(p)`;
/// * positions stay in the buffer: `try_apply(i)? < span()`;
/// * in a bijection (`Position = usize`, `Preimage = Index`) every index has a position, every position an index,
///   and `count() == span()`.
///
/// Types made by `layout!` keep these laws; a type of your own that breaks them can make the arrays of this crate
/// panic or mix up elements, but never touch memory outside their buffer.
///
/// ```
/// use lego_core::Layout;
///
/// #[derive(Clone, Copy)]
/// struct Row4x8;
/// impl Layout for Row4x8 {
///     type Index = [usize; 2];
///     type Position = usize;
///     type Preimage = [usize; 2];
///     fn dims(&self) -> [usize; 2] {
///         [4, 8]
///     }
///     fn span(&self) -> usize {
///         32
///     }
///     fn apply(&self, [i, j]: [usize; 2]) -> usize {
///         i * 8 + j
///     }
///     fn inv(&self, position: usize) -> [usize; 2] {
///         [position / 8, position % 8]
///     }
/// }
/// assert_eq!(Row4x8.try_apply([1, 2]), Some(10));
/// assert_eq!(Row4x8.try_inv(32), None);
/// ```
pub trait Layout: Copy {
    /// The logical index: `[usize; R]`.
    type Index: Coord;
    /// What [`apply`](Layout::apply) gives: `usize`, or `Option<usize>` where the layout has an `ExpandBy`.
    type Position: Into<Option<usize>>;
    /// What [`inv`](Layout::inv) gives: the index, or an option of it where the layout has a `PadBy`.
    type Preimage: Into<Option<Self::Index>>;

    /// The number of logical dimensions.
    const RANK: usize = <Self::Index as Coord>::RANK;

    /// The logical extents.
    fn dims(&self) -> Self::Index;

    /// The number of logical indices: the product of [`dims`](Layout::dims).
    #[inline]
    fn count(&self) -> usize {
        self.dims().as_ref().iter().product()
    }

    /// The number of positions that a buffer must hold: mdspan's required span size, CuTe's cosize.
    #[doc(alias = "cosize", alias = "required_span_size", alias = "size")]
    fn span(&self) -> usize;

    /// The position of an index inside [`dims`](Layout::dims); outside, a debug assertion fails or the result means nothing.
    fn apply(&self, index: Self::Index) -> Self::Position;

    /// The index at a position below [`span`](Layout::span); outside, a debug assertion fails or the result means nothing.
    fn inv(&self, position: usize) -> Self::Preimage;

    /// The position of an index, `None` outside [`dims`](Layout::dims) or where `ExpandBy` stores nothing.
    #[inline]
    fn try_apply(&self, index: Self::Index) -> Option<usize> {
        if self.contains(&index) { self.apply(index).into() } else { None }
    }

    /// The index at a position, `None` outside [`span`](Layout::span) or in a hole that `PadBy` left.
    #[inline]
    fn try_inv(&self, position: usize) -> Option<Self::Index> {
        if position < self.span() { self.inv(position).into() } else { None }
    }

    /// Whether an index lies inside [`dims`](Layout::dims).
    #[inline]
    fn contains(&self, index: &Self::Index) -> bool {
        let dims = self.dims();
        index.as_ref().iter().zip(dims.as_ref()).all(|(i, n)| i < n)
    }

    /// By how much the position grows for a step along one axis, where that is the same everywhere.
    ///
    /// Law: if `Some(s)`, then `apply(i + unit(axis)) == apply(i) + s` for all indices. `None` says that it is not so,
    /// or not known. Constant after inlining in a type made by `layout!`.
    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        let _ = axis;
        None
    }

    /// Runs along one axis in which the position grows by the same step everywhere: their length and the step.
    ///
    /// The axis is cut into runs of that length from 0 on; the last may be shorter. In a tiled layout a run is as long as
    /// the tile is wide.
    ///
    /// Law: if `Some((len, step))`, then `apply(i + unit(axis)) == apply(i) + step` for all indices `i` inside the dims
    /// where `i[axis] + 1` is no multiple of `len`. `None` says that there are no such runs, or that they are not known.
    /// Constant after inlining in a type made by `layout!`.
    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        let step = self.stride(axis)?;
        Some((self.dims().as_ref()[axis], step))
    }

    /// By how much the position grows for a step `[+1, -1]` along an anti-diagonal of a layout of rank 2, where that is
    /// the same everywhere; `Some(1)` in `AntiDiag`. Same law and same constancy as [`stride`](Layout::stride).
    #[inline]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        None
    }
}

/// A layout whose sizes are all known at compile time.
///
/// Law: the constants equal what the methods of [`Layout`] return.
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout whose sizes are known at compile time")]
pub trait StaticLayout: Layout + Default {
    /// The logical extents.
    const DIMS: Self::Index;
    /// The number of logical indices.
    const COUNT: usize;
    /// The number of positions that a buffer must hold.
    #[doc(alias = "cosize", alias = "required_span_size", alias = "SIZE")]
    const SPAN: usize;
}
