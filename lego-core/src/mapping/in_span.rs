//! The proof that the positions of a mapping lie in its span.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use super::proof::proof;

proof! {
    /// A proof that the positions of a mapping lie in its span, which an array need not look at again at each access.
    ///
    /// A type of `layout!` needs none: it has a proof that it is [`Injective`](crate::Injective), which says the same
    /// of a value whose [`check`](crate::Mapping::check) is `Ok`, and an array asks for that when it is made. Tables
    /// need one.
    ///
    /// Law, for every value of the mapping: as long as it is not changed through `&mut`, and in each clone of it,
    /// [`dims`](crate::Mapping::dims) and [`span`](crate::Mapping::span) answer the same at every call on any thread;
    /// and whenever [`apply`](crate::Mapping::apply) is asked for an index inside `dims`, the position that it gives,
    /// if any, is below `span`. Where the type is a [`StaticMapping`](crate::StaticMapping), which only its own crate
    /// can say, `span` is [`SPAN`](crate::StaticMapping::SPAN): arrays on the stack are as long as that.
    ///
    /// A proof of one type is none of another, not even of one that differs in a lifetime.
    InSpan
}
