//! How wide the arithmetic of the form chosen must be.

pub(crate) mod extremes;
pub(crate) mod parts;
