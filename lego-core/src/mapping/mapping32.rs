//! The map from logical indices to positions in 32 bits, for GPU code.

use super::coord::Coord32;
use super::injective32::Injective32;
use super::mapping::Mapping;
use super::sizes32::Sizes32;
use crate::error::LayoutError;
use core::any::TypeId;

/// A mapping whose index arithmetic can be done in `u32`, which a GPU's registers and address units want.
///
/// Only its [sizes given at run time](Mapping32::sizes_u32) cross to a GPU, where every thread makes it of them anew: hence
/// `Copy`, `Send`, `Sync` and `'static`.
///
/// Laws, where [`check_u32`](Mapping32::check_u32) is `Ok` and for every index inside the extents: each method gives what
/// the one of the same name of [`Mapping`] gives, and so do those of `from_sizes_u32(sizes_u32())`. Elsewhere the results mean nothing; an optimised build checks
/// nothing.
///
/// `layout!` implements it for every layout whose span can fit 32 bits.
///
/// ```
/// use lego_core::{LayoutError, Mapping, Mapping32};
///
/// /// One row of eight, seen as four rows.
/// #[derive(Clone, Copy)]
/// struct Broadcast;
/// impl Mapping for Broadcast {
///     type Index = [usize; 2];
///     type Position = usize;
///     fn dims(&self) -> [usize; 2] {
///         [4, 8]
///     }
///     fn span(&self) -> usize {
///         8
///     }
///     fn apply(&self, [_, j]: [usize; 2]) -> usize {
///         j
///     }
/// }
/// impl Mapping32 for Broadcast {
///     type Index32 = [u32; 2];
///     type Position32 = u32;
///     fn check_u32(&self) -> Result<(), LayoutError> {
///         Ok(())
///     }
///     fn dims_u32(&self) -> [u32; 2] {
///         [4, 8]
///     }
///     fn span_u32(&self) -> u32 {
///         8
///     }
///     fn apply_u32(&self, [_, j]: [u32; 2]) -> u32 {
///         j
///     }
///     type Sizes32 = [u32; 0];
///     fn sizes_u32(&self) -> [u32; 0] {
///         []
///     }
///     fn from_sizes_u32([]: [u32; 0]) -> Self {
///         Self
///     }
/// }
/// assert!(Broadcast.contains_u32(&[3, 7]) && !Broadcast.contains_u32(&[4, 0]));
/// assert!(Broadcast.has_all_u32([0, 0], [3, 7]));
/// assert!(Broadcast::INJECTIVE_32.is_none());
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout with positions in 32 bits")]
pub trait Mapping32: Mapping + Copy + Send + Sync + 'static {
    /// The logical index: `[u32; R]`, of the rank of [`Mapping::Index`].
    type Index32: Coord32;
    /// What [`apply_u32`](Mapping32::apply_u32) gives: `u32`, or an option of it where a layout has an `ExpandBy`.
    type Position32: Into<Option<u32>>;
    /// The sizes that are given at run time: `[u32; 0]` where the type fixes all of them.
    type Sizes32: Sizes32;
    /// A number of the text and the constants that make the map, by which a launch sees that a kernel was compiled for the
    /// same one; 0 where nobody computed it.
    const FINGERPRINT: u64 = 0;

    /// That no two indices share a position in 32 bits, where that is proved: views of device memory that threads split, or
    /// whose positions are not compared with the number of elements, ask for it.
    ///
    /// `layout!` gives it where it gives [`Mapping::INJECTIVE`] and writes this trait. The two are proofs of two traits, either of
    /// which may be written by hand; neither stands for the other.
    const INJECTIVE_32: Option<Injective32<Self>> = None;

    /// Whether sizes and intermediate values fit 32 bits; a type of static sizes has it asserted at compile time.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] or its like, with what does not fit.
    fn check_u32(&self) -> Result<(), LayoutError>;

    /// The logical extents.
    fn dims_u32(&self) -> Self::Index32;

    /// The number of positions that a buffer must hold.
    #[doc(alias = "cosize", alias = "required_span_size", alias = "size_u32")]
    fn span_u32(&self) -> u32;

    /// The position of an index.
    fn apply_u32(&self, index: Self::Index32) -> Self::Position32;

    /// Whether every index of the box from `first` to `last`, its far corner, has a position; `false` also where that is not
    /// known. Both corners lie inside the extents.
    ///
    /// The positions of the type may leave no doubt. Else a box that lies in one [run](Mapping::run) along each axis has all if
    /// its far corner has one: in a run, what an `ExpandBy` does not store comes last.
    #[inline(always)]
    fn has_all_u32(&self, first: Self::Index32, last: Self::Index32) -> bool {
        if TypeId::of::<Self::Position32>() == TypeId::of::<u32>() {
            return true;
        }
        let (dims, mut is_in_runs, mut axis) = (self.dims_u32(), true, 0);
        while axis < <Self::Index32 as Coord32>::RANK {
            let (first, last, dim) = (first.as_ref()[axis], last.as_ref()[axis], dims.as_ref()[axis]);
            is_in_runs &=
                first == last || self.run(axis).is_some_and(|(len, _)| is_in_one_run([first, last], dim, len));
            axis += 1;
        }
        is_in_runs && self.apply_u32(last).into().is_some()
    }

    /// Whether the ends of a stretch along an axis tell of all that is between: where two indices that differ along it alone, by
    /// d, have positions that differ by d, all indices between have one, and the positions lie side by side; `false` also
    /// where that is not known.
    ///
    /// So it is where a row lies in one piece, or is rotated: vectors of it need a look at two indices, not at each.
    #[inline(always)]
    fn ends_tell_u32(axis: usize) -> bool {
        let _ = axis;
        false
    }

    /// The sizes that are given at run time.
    fn sizes_u32(&self) -> Self::Sizes32;

    /// The mapping of these sizes.
    fn from_sizes_u32(sizes: Self::Sizes32) -> Self;

    /// Whether an index lies inside the extents.
    #[inline(always)]
    fn contains_u32(&self, index: &Self::Index32) -> bool {
        let dims = self.dims_u32();
        let mut inside = true;
        for (i, n) in index.as_ref().iter().zip(dims.as_ref()) {
            inside &= i < n;
        }
        inside
    }
}

/// Whether two places of an axis of so many indices lie in one run of `len`.
#[inline(always)]
fn is_in_one_run([first, last]: [u32; 2], dim: u32, len: usize) -> bool {
    // A length that is no less than the axis need not fit 32 bits.
    len >= dim as usize || (len > 0 && first / len as u32 == last / len as u32)
}
