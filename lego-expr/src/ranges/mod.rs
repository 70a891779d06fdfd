//! What is known of the values of expressions: bounds, widths, slopes, and where a value exists.

pub(crate) mod range;
pub(crate) mod reach;
