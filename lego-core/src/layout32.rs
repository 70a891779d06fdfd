//! Layouts in 32 bits, for GPU code.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use crate::error::LayoutError;
use crate::layout::{Coord, Layout};
use core::marker::PhantomData;

/// A layout whose index arithmetic can be done in `u32`, which a GPU's registers and address units want.
///
/// Laws, where [`check_u32`](Layout32::check_u32) is `Ok` and for every index inside the extents and every position below
/// the span: each method gives what the one of the same name of [`Layout`] gives. Elsewhere the results mean nothing; an optimised build
/// checks nothing, and at most divides by a size of 0, which `check_u32` refuses.
///
/// `layout!` implements it for every layout whose span can fit 32 bits.
///
/// ```
/// use lego_core::{Layout, Layout32, LayoutError};
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
/// impl Layout32 for Row4x8 {
///     type Index32 = [u32; 2];
///     type Position32 = u32;
///     type Preimage32 = [u32; 2];
///     fn check_u32(&self) -> Result<(), LayoutError> {
///         Ok(())
///     }
///     fn dims_u32(&self) -> [u32; 2] {
///         [4, 8]
///     }
///     fn span_u32(&self) -> u32 {
///         32
///     }
///     fn apply_u32(&self, [i, j]: [u32; 2]) -> u32 {
///         i * 8 + j
///     }
///     fn inv_u32(&self, position: u32) -> [u32; 2] {
///         [position / 8, position % 8]
///     }
/// }
/// assert!(Row4x8.contains_u32(&[3, 7]) && !Row4x8.contains_u32(&[4, 0]));
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout with positions in 32 bits")]
pub trait Layout32: Layout + Send + Sync + 'static {
    /// The logical index: `[u32; R]`, of the rank of [`Layout::Index`].
    type Index32: Coord32;
    /// What [`apply_u32`](Layout32::apply_u32) gives: `u32`, or an option of it where the layout has an `ExpandBy`.
    type Position32: Into<Option<u32>>;
    /// What [`inv_u32`](Layout32::inv_u32) gives: the index, or an option of it where the layout has a `PadBy`.
    type Preimage32: Into<Option<Self::Index32>>;

    /// That no two indices share a position, where that is proved: views that split memory among threads ask for it.
    ///
    /// `layout!` gives it, but for a `GenP` that is `unchecked`, that has functions by path, or closures on sizes without
    /// values whose structure does not show it: what is only claimed or tried is no proof.
    const INJECTIVE: Option<Injective<Self>> = None;

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

    /// The index at a position.
    fn inv_u32(&self, position: u32) -> Self::Preimage32;

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

/// A proof that no two indices of a layout share a position, made by `layout!`.
///
/// Law, for every value of the layout whose [`check_u32`](Layout32::check_u32) is `Ok`: indices inside
/// [`dims_u32`](Layout32::dims_u32) that differ have positions that differ, as far as they have any, all below
/// [`span_u32`](Layout32::span_u32); an index has the same position at each call, here and on a GPU; `span_u32` is [`span`](Layout::span), and so is
/// [`SPAN`](crate::StaticLayout::SPAN) where there is one, of whose default `check_u32` is `Ok`; and a value of the type is
/// the same bytes here and on a GPU.
pub struct Injective<L>(PhantomData<fn() -> L>);

impl<L> Injective<L> {
    /// Vouches for a layout.
    ///
    /// # Safety
    /// The law above holds.
    #[must_use]
    pub const unsafe fn proved() -> Self {
        Self(PhantomData)
    }
}

impl<L> Clone for Injective<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Injective<L> {}

impl<L> core::fmt::Debug for Injective<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Injective")
    }
}

/// A logical index in 32 bits: an array `[u32; R]`.
///
/// The trait is sealed: it is implemented for arrays of up to [`Coord::MAX_RANK`] numbers.
pub trait Coord32: Copy + core::fmt::Debug + Eq + AsRef<[u32]> + AsMut<[u32]> + sealed::Sealed + 'static {
    /// How many numbers there are.
    const RANK: usize;
    /// The same index in `usize`.
    type Wide: Coord;
    /// The index of nothing but zeros.
    fn zero() -> Self;
    /// The same index in `usize`.
    fn widened(self) -> Self::Wide;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! coords {
    ($($rank:literal)*) => {
        $(
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
            }
        )*
    };
}
coords!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
