//! The proof that no two indices of a mapping share a position in 32 bits, for GPU code.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use super::proof::proof;

proof! {
    /// A proof that no two indices of a [`Mapping32`](crate::Mapping32) share a position, made by `layout!`.
    ///
    /// [`Injective`](crate::Injective) says nothing of the methods in 32 bits: `Mapping32` is a safe trait, and another
    /// author may have written it. Views of device memory trust this proof, and this one only.
    ///
    /// Law, for every value whose [`check_u32`](crate::Mapping32::check_u32) is `Ok`, here and on a GPU:
    ///
    /// * Indices inside [`dims_u32`](crate::Mapping32::dims_u32) that differ have positions that differ, as far as they have any,
    ///   all below [`span_u32`](crate::Mapping32::span_u32).
    /// * The value, each clone of it and the mapping that [`from_sizes_u32`](crate::Mapping32::from_sizes_u32) makes of its
    ///   [`sizes_u32`](crate::Mapping32::sizes_u32), here or on a GPU, answer the same at every call on any thread.
    /// * Where [`has_all_u32`](crate::Mapping32::has_all_u32) says so, every index of the box has a position.
    /// * Where [`ends_tell_u32`](crate::Mapping32::ends_tell_u32) says so, the ends of a stretch tell of what is between.
    ///
    /// The position of an index is what [`apply_u32`](crate::Mapping32::apply_u32) gives, taken for an `Option<u32>`.
    /// The proof says nothing of the methods of [`Mapping`](crate::Mapping), nor of the constants of
    /// [`StaticMapping`](crate::StaticMapping): code that needs the span of a type compares it with `span_u32`.
    ///
    /// Safe code has no proof to give, whatever the type is:
    ///
    /// ```compile_fail,E0133
    /// #![forbid(unsafe_code)]
    /// use lego_core::Injective32;
    /// struct Mine;
    /// const PROOF: Option<Injective32<Mine>> = Some(Injective32::proved());
    /// ```
    ///
    /// A proof of one type is no proof of another, not even of one that differs in a lifetime:
    ///
    /// ```compile_fail
    /// use lego_core::Injective32;
    /// struct Of<T>(T);
    /// type Any = Of<for<'a> fn(&'a ())>;
    /// type Static = Of<fn(&'static ())>;
    /// fn taken_for_another(proof: Injective32<Static>) -> Injective32<Any> {
    ///     proof
    /// }
    /// ```
    Injective32
}
