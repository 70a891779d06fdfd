//! Pictures of layouts, and the files that they are written into.

pub(crate) mod bits;
pub(crate) mod chain;
pub(crate) mod cute;
pub(crate) mod drawing;
pub(crate) mod holders;
pub(crate) mod moved;
pub(crate) mod valued;
