//! How wide the arithmetic of the form chosen must be.

pub(crate) mod composed;
pub(crate) mod covering;
pub(crate) mod extremes;
pub(crate) mod parts;
pub(crate) mod question;
pub(crate) mod sizes;
