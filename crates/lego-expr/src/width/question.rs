//! The question how wide the arithmetic of some expressions must be.

use crate::graph::node::Id;
use crate::ranges::range::Range;

/// The nodes that are asked about, and what is known of them.
pub(crate) struct Question<'q> {
    /// The nodes, operands first.
    pub(crate) order: &'q [Id],
    /// Sizes that are known to fit the arithmetic: a value that is at most as large fits as well.
    pub(crate) limits: &'q [Id],
    /// Those of the nodes that are below one of the limits by the law of the layout.
    pub(crate) values: &'q [Id],
    /// The ranges of the nodes.
    pub(crate) range: &'q dyn Fn(Id) -> Range,
    /// Whether a node has a value wherever the others are computed.
    pub(crate) exists: &'q dyn Fn(Id) -> bool,
}
