//! The knowledge of nodes that writing them asks for: their ranges, and whether they may be computed ahead.

use crate::graph::node::Id;
use crate::ranges::range::Range;

/// What is known of the nodes of some expressions.
pub trait Knowledge {
    /// The range of a node's value.
    fn range(&self, id: Id) -> Range;

    /// Whether a node may be computed before it is known that it is needed: its value exists for all values of the
    /// variables, or is computed in any case.
    fn may_hoist(&self, id: Id) -> bool;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unknown;

impl Knowledge for Unknown {
    fn range(&self, _: Id) -> Range {
        Range::ANY
    }

    fn may_hoist(&self, _: Id) -> bool {
        false
    }
}
