//! The width that the arithmetic of the chosen form needs.

pub(crate) mod composed;
pub(crate) mod covering;
pub(crate) mod extremes;
pub(crate) mod parts;
pub(crate) mod question;
pub(crate) mod sizes;
