//! The question how wide the arithmetic of some expressions must be.

use crate::graph::node::Id;
use crate::ranges::range::Range;

/// What is asked, and what is known of it.
pub(crate) struct Question<'q> {
    /// Nodes, operands before what they are operands of.
    pub(crate) order: &'q [Id],
    /// Sizes that cover what is at most as large.
    pub(crate) limits: &'q [Id],
    /// Those of the nodes that a law puts below one of the limits.
    pub(crate) values: &'q [Id],
    /// The ranges of the nodes.
    pub(crate) range: &'q dyn Fn(Id) -> Range,
    /// Whether a node has a value wherever the others are computed.
    pub(crate) exists: &'q dyn Fn(Id) -> bool,
}
