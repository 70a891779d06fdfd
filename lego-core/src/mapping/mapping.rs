//! The map from logical indices to positions: all that reading asks for.

use super::bit_columns::{BitColumns, BitStrips};
use super::coord::Coord;
use super::in_span::InSpan;
use super::indices::volume;
use super::injective::Injective;
use super::proved_runs::ProvedRuns;
use super::runs::Runs;
use crate::error::LayoutError;

/// A map from logical indices to positions in memory, both counted from 0; two indices may share a position.
///
/// What is read through a mapping may lie anywhere: a broadcast sends a whole axis to one position. Who writes needs
/// more, that no two indices share a position: a [`Layout`](crate::Layout), whose inverse says so, for one element at a
/// time, and [`Injective`](crate::Injective), a proof, for several at once, as tiles and the threads of a kernel have
/// them.
///
/// Law, for every index `i` inside [`dims`](Mapping::dims): positions stay in the buffer, `try_apply(i)? < span()`.
///
/// It is a safe trait, so a mapping's word is no proof: one that breaks its laws, or answers otherwise at each call,
/// can make the arrays of this crate panic or mix up elements, but never touch memory outside their buffer.
///
/// ```
/// use lego_core::Mapping;
/// use lego_core::array::View2D;
///
/// /// One row of three, seen as four rows: the stride of the first axis is 0.
/// struct Broadcast;
/// impl Mapping for Broadcast {
///     type Index = [usize; 2];
///     type Position = usize;
///     fn dims(&self) -> [usize; 2] {
///         [4, 3]
///     }
///     fn span(&self) -> usize {
///         3
///     }
///     fn apply(&self, [_, j]: [usize; 2]) -> usize {
///         j
///     }
/// }
///
/// let view = View2D::from_physical(Broadcast, &[10, 20, 30][..])?;
/// assert_eq!((view[[0, 1]], view[[3, 1]]), (20, 20));
/// assert_eq!(view.get([4, 0]), None);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[doc(alias = "layout_mapping")]
#[diagnostic::on_unimplemented(message = "`{Self}` is no map from logical indices to positions")]
pub trait Mapping {
    /// The logical index: `[usize; R]`.
    type Index: Coord;
    /// What [`apply`](Mapping::apply) gives: `usize`, or `Option<usize>` where a layout has an `ExpandBy`.
    type Position: Into<Option<usize>>;

    /// The number of logical dimensions.
    const RANK: usize = <Self::Index as Coord>::RANK;

    /// That no two indices share a position, where that is proved: what hands out elements to be changed at the same
    /// time, to threads or to one, asks for it.
    ///
    /// `layout!` gives it, but for a `GenP` that is `unchecked`, that has functions by path, or closures on sizes without
    /// values whose structure does not show it: what is only claimed or tried is no proof.
    const INJECTIVE: Option<Injective<Self>> = None;

    /// That positions lie in the span, where that is proved: an array does not look at each of them then.
    const IN_SPAN: Option<InSpan<Self>> = None;

    /// That strides and runs are what they are said to be, where that is proved: a part of an array becomes a slice without a
    /// look at each of its positions then. `layout!` gives it where it gives [`INJECTIVE`](Mapping::INJECTIVE).
    const RUNS: Option<ProvedRuns<Self>> = None;

    /// Whether the sizes are such that the laws hold: in a type of `layout!`, what its constructor checks.
    ///
    /// A value made by the constructor has been checked already. But the fields of a type of `layout!` are open to the
    /// module that it is in, and a value may come from there.
    ///
    /// # Errors
    /// The first condition that the sizes do not meet.
    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        Ok(())
    }

    /// The logical extents.
    #[doc(alias = "extents", alias = "shape")]
    fn dims(&self) -> Self::Index;

    /// The number of logical indices: the product of [`dims`](Mapping::dims), or `usize::MAX` where that is more.
    #[inline]
    fn count(&self) -> usize {
        volume(self.dims().as_ref())
    }

    /// The number of positions that a buffer must hold: mdspan's required span size, CuTe's cosize.
    #[doc(alias = "cosize", alias = "required_span_size", alias = "size")]
    fn span(&self) -> usize;

    /// The position of an index inside [`dims`](Mapping::dims); outside, a debug assertion fails or the result means
    /// nothing.
    #[doc(alias = "crd2idx")]
    fn apply(&self, index: Self::Index) -> Self::Position;

    /// The position of an index, `None` outside [`dims`](Mapping::dims) or where `ExpandBy` stores nothing.
    #[inline]
    fn try_apply(&self, index: Self::Index) -> Option<usize> {
        if self.contains(&index) { self.apply(index).into() } else { None }
    }

    /// Whether an index lies inside [`dims`](Mapping::dims).
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
    /// The axis is cut into runs of that length from 0 on; the last may be shorter. In a tiled layout a run is as long
    /// as the tile is wide, also where the tiles do not divide the axis (`PadBy`) or are not all stored (`ExpandBy`).
    ///
    /// Law: if `Some((len, step))`, then for all indices `i` inside the dims where `i[axis] + 1` is inside too and no
    /// multiple of `len`, `apply(i + unit(axis)) == apply(i) + step` where both have a position; and where `apply(i)`
    /// has none, `apply(i + unit(axis))` has none: in a run, what `ExpandBy` does not store comes last. `None` says
    /// that there are no such runs, or that they are not known. Constant after inlining in a type made by `layout!`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::Mapping;
    /// // Stored tile by tile, 2×2 each: two elements of a row follow each other, two of a column are 2 apart.
    /// assert_eq!((Tiled::<4, 8, 2>.run(1), Tiled::<4, 8, 2>.run(0)), (Some((2, 1)), Some((2, 2))));
    /// assert_eq!(Row::<4, 8>.run(1), Some((8, 1))); // from the stride
    /// ```
    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        whole_run(self, axis)
    }

    /// [Runs](Mapping::run) that need not begin with the axis: [`Runs::phase`] elements of the first one are missing.
    /// What cuts an axis into its runs asks for these, so that it cuts a [`Window`](super::Window) too, which may start
    /// inside of a tile.
    ///
    /// Law: if `Some(runs)`, then that of [`run`](Mapping::run), "no multiple of `len`" said of `runs.phase + i[axis] +
    /// 1`. Where `run` is `Some`, so is this. A layout that says nothing of its own has the runs of `run`, with phase
    /// 0.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::Mapping;
    /// use lego_core::mapping::{Runs, Window};
    /// assert_eq!(Tiled::<4, 8, 2>.runs(1), Some(Runs { len: 2, phase: 0, step: 1 }));
    /// let window = Window::new(Tiled::<4, 8, 2>, [0, 1], [4, 7])?;
    /// assert_eq!(window.runs(1), Some(Runs { len: 2, phase: 1, step: 1 }));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        let (len, step) = self.run(axis)?;
        Some(Runs { len, phase: 0, step })
    }

    /// By how much the position grows for a step `[+1, -1]` along an anti-diagonal of a layout of rank 2, where that is
    /// the same everywhere; `Some(1)` in `AntiDiag`. Same law and same constancy as [`stride`](Mapping::stride).
    #[inline]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        None
    }

    /// Whether no two indices share a position.
    ///
    /// Law: if `true`, then `try_apply(i)? != try_apply(j)?` for all `i != j`. `false` says that it is not so, or not
    /// known.
    #[inline]
    fn is_unique(&self) -> bool {
        false
    }

    /// Whether every position is hit.
    ///
    /// Law: if `true`, then every `p < span()` is `try_apply(i)?` of some index. `false` says that it is not so, or not
    /// known.
    #[inline]
    fn is_exhaustive(&self) -> bool {
        false
    }

    /// Whether the map is a base and a stride an axis: whether all [strides](Mapping::stride) are known.
    #[inline]
    fn is_strided(&self) -> bool {
        (0..Self::RANK).all(|axis| self.stride(axis).is_some())
    }
}

/// The run along an axis that its stride shows, which is as long as the axis: what [`Mapping::run`] gives where a
/// layout says nothing of its own.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::mapping::whole_run;
/// assert_eq!(whole_run(&Row::<4, 8>, 0), Some((4, 8)));
/// ```
#[inline]
pub fn whole_run<M: Mapping + ?Sized>(mapping: &M, axis: usize) -> Option<(usize, isize)> {
    let step = mapping.stride(axis)?;
    Some((mapping.dims().as_ref()[axis], step))
}

/// A mapping whose sizes are all known at compile time.
///
/// Law: the constants equal what the methods of [`Mapping`] return.
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout whose sizes are known at compile time")]
pub trait StaticMapping: Mapping + Default {
    /// The logical extents.
    const DIMS: Self::Index;
    /// The number of logical indices.
    const COUNT: usize;
    /// The number of positions that a buffer must hold.
    #[doc(alias = "cosize", alias = "required_span_size", alias = "SIZE")]
    const SPAN: usize;
    /// What each bit of an index does to its position, where that is known: see [`BitColumns`].
    const BITS: Option<BitColumns> = None;
    /// The same of what is repeated along the first axis, where that is known: see [`BitStrips`]. Whatever has
    /// [`BITS`](Self::BITS) is one strip.
    const STRIPS: Option<BitStrips> = match Self::BITS {
        Some(columns) => Some(BitStrips::one(columns)),
        None => None,
    };
}

/// A borrowed mapping is the same map.
#[allow(unsafe_code)]
impl<M: Mapping> Mapping for &M {
    type Index = M::Index;
    type Position = M::Position;

    // SAFETY: a reference answers what the mapping answers, and so does a copy of it.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(M::INJECTIVE) };
    // SAFETY: all methods are those of the mapping, which nothing changes while it is borrowed.
    const RUNS: Option<ProvedRuns<Self>> = unsafe { ProvedRuns::following(M::RUNS) };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        (**self).check()
    }

    #[inline]
    fn dims(&self) -> M::Index {
        (**self).dims()
    }

    #[inline]
    fn count(&self) -> usize {
        (**self).count()
    }

    #[inline]
    fn span(&self) -> usize {
        (**self).span()
    }

    #[inline]
    fn apply(&self, index: M::Index) -> M::Position {
        (**self).apply(index)
    }

    #[inline]
    fn try_apply(&self, index: M::Index) -> Option<usize> {
        (**self).try_apply(index)
    }

    #[inline]
    fn contains(&self, index: &M::Index) -> bool {
        (**self).contains(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        (**self).stride(axis)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        (**self).run(axis)
    }

    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        (**self).runs(axis)
    }

    #[inline]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        (**self).anti_diagonal_stride()
    }

    #[inline]
    fn is_unique(&self) -> bool {
        (**self).is_unique()
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        (**self).is_exhaustive()
    }

    #[inline]
    fn is_strided(&self) -> bool {
        (**self).is_strided()
    }
}
