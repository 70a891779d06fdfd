//! The proof that no two indices of a mapping share a position.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use core::marker::PhantomData;

/// A proof that no two indices of a mapping share a position, made by `layout!`.
///
/// Law, for every value of the mapping whose [`check_u32`](crate::Mapping32::check_u32) is `Ok`: indices inside
/// [`dims_u32`](crate::Mapping32::dims_u32) that differ have positions that differ, as far as they have any, all below
/// [`span_u32`](crate::Mapping32::span_u32); an index has the same position at each call, here and on a GPU; `span_u32` is
/// [`span`](crate::Mapping::span), and so is [`SPAN`](crate::StaticMapping::SPAN) where there is one, of whose default
/// `check_u32` is `Ok`; and a value of the type is the same bytes here and on a GPU.
pub struct Injective<M>(PhantomData<fn() -> M>);

impl<M> Injective<M> {
    /// Vouches for a mapping.
    ///
    /// # Safety
    /// The law above holds.
    #[must_use]
    pub const unsafe fn proved() -> Self {
        Self(PhantomData)
    }
}

impl<M> Clone for Injective<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Injective<M> {}

impl<M> core::fmt::Debug for Injective<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Injective")
    }
}
