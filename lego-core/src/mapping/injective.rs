//! The proof that no two indices of a mapping share a position.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use super::proof::proof;

proof! {
    /// A proof that no two indices of a mapping share a position, made by `layout!`.
    ///
    /// Law, for every value of the mapping whose [`check`](crate::Mapping::check) is `Ok` at some call: indices inside
    /// [`dims`](crate::Mapping::dims) that differ have positions that differ, as far as they have any, all below
    /// [`span`](crate::Mapping::span). As long as the value is not changed through `&mut`, and in each clone of it,
    /// `check`, `dims` and `span` answer the same at every call on any thread, earlier ones too, and an index inside
    /// has the same position.
    ///
    /// The position of an index is what [`apply`](crate::Mapping::apply) gives, taken for an `Option<usize>`. Nothing
    /// is vouched for in strides, runs and what else a mapping may say: who relies on that looks at the positions.
    ///
    /// The proof is about [`Mapping`](crate::Mapping) alone. Other traits of the same type may be another author's:
    /// what is known of [`Mapping32`](crate::Mapping32) is [`Injective32`](crate::Injective32), a proof of its own, and
    /// the constants of [`StaticMapping`](crate::StaticMapping) are compared with what the methods answer.
    ///
    /// A proof of one type is none of another, not even of one that differs in a lifetime:
    ///
    /// ```compile_fail
    /// use lego_core::{Injective, Mapping};
    /// struct Of<T>(T);
    /// // Each may be a mapping of its own, though a value of the one is taken for a value of the other.
    /// type Any = Of<for<'a> fn(&'a ())>;
    /// type Static = Of<fn(&'static ())>;
    /// fn taken_for_another(proof: Injective<Static>) -> Injective<Any> {
    ///     proof
    /// }
    /// ```
    Injective
}
