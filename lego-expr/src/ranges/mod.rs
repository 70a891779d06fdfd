//! What is known of the values of expressions: bounds, widths, slopes, and where a value exists.

pub(crate) mod bounds;
pub(crate) mod existence;
pub(crate) mod extremes;
pub(crate) mod knowledge;
pub(crate) mod range;
pub(crate) mod reach;
pub(crate) mod slope;
pub(crate) mod whole;
