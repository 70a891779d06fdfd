//! Forms that a target can say.

pub(crate) mod completion;
pub(crate) mod existence;
pub(crate) mod shift;
pub(crate) mod unrolled_root;
