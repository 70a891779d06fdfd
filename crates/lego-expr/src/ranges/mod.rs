//! Ranges of values: intervals of numbers, and those that the graph alone gives its nodes.

pub(crate) mod knowledge;
pub(crate) mod nodes;
pub(crate) mod range;
pub(crate) mod reach;
