//! The proof that a mapping tells the truth about its runs.

// Declares what is vouched for by `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use super::proof::proof;

proof! {
    /// A proof that what a mapping says of its strides and runs is true, made by `layout!`.
    ///
    /// With it, parts of an array become slices without a look at each of their positions.
    ///
    /// Law, for every value of the mapping whose [`check`](crate::Mapping::check) is `Ok` at some call:
    /// [`stride`](crate::Mapping::stride), [`run`](crate::Mapping::run) and [`runs`](crate::Mapping::runs) obey their
    /// laws. As long as the value is not changed through `&mut`, and in each clone of it, they, `check`, `dims` and the
    /// position of an index inside are the same at every call on any thread, earlier ones too.
    ///
    /// A proof of one type is none of another, not even of one that differs in a lifetime.
    ProvedRuns
}
