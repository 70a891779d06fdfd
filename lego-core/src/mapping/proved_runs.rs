//! The proof that a mapping tells the truth about its runs.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use core::marker::PhantomData;

/// A proof that what a mapping says of its strides and runs is true, made by `layout!`.
///
/// With it, parts of an array become slices without a look at each of their positions.
///
/// Law, for every value of the mapping whose [`check`](crate::Mapping::check) is `Ok` at some call:
/// [`stride`](crate::Mapping::stride), [`run`](crate::Mapping::run) and [`runs`](crate::Mapping::runs) obey their laws. As
/// long as the value is not changed through `&mut`, and in each clone of it, they, `check`, `dims` and the position of an
/// index inside are the same at every call on any thread, earlier ones too.
///
/// A proof of one type is none of another, not even of one that differs in a lifetime.
pub struct ProvedRuns<M: ?Sized>(PhantomData<fn(*const M) -> *const M>);

impl<M: ?Sized> ProvedRuns<M> {
    /// Vouches for a mapping.
    ///
    /// # Safety
    /// The law above holds.
    #[must_use]
    pub const unsafe fn proved() -> Self {
        Self(PhantomData)
    }

    /// Vouches for a mapping as far as another is proved that it is made of.
    ///
    /// # Safety
    /// The law above holds if it holds for the other mapping.
    #[must_use]
    pub const unsafe fn following<L: ?Sized>(other: Option<ProvedRuns<L>>) -> Option<Self> {
        match other {
            Some(_) => Some(Self(PhantomData)),
            None => None,
        }
    }
}

impl<M: ?Sized> Clone for ProvedRuns<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: ?Sized> Copy for ProvedRuns<M> {}

impl<M: ?Sized> core::fmt::Debug for ProvedRuns<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ProvedRuns")
    }
}
