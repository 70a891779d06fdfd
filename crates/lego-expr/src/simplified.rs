//! What the engine answers: expressions in the form chosen for them, and what is known of their parts.

use crate::graph::node::Id;
use crate::legal::existence::Nodes;
use crate::ranges::knowledge::Knowledge;
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use crate::rules::derivation::Derivation;
use std::rc::Rc;

/// Expressions in their cheapest form found.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The expressions, in the order in which they were given.
    pub roots: Vec<Id>,
    /// What is known of the value of every node they are made of.
    pub(crate) ranges: Rc<Ranges>,
    /// Nodes that have a value for all values of the variables, or that are computed in any case; `None` where all are such.
    pub(crate) hoistable: Option<Rc<Nodes>>,
    /// The rules that made them so, if that was asked for.
    pub derivation: Option<Derivation>,
}

impl Simplified {
    /// The range of a node's value.
    #[must_use]
    pub fn range(&self, id: Id) -> Range {
        self.ranges.get(&id).copied().unwrap_or(Range::ANY)
    }

    /// Whether a node may be computed before it is known that it is needed.
    #[must_use]
    pub fn may_hoist(&self, id: Id) -> bool {
        self.hoistable.as_ref().is_none_or(|hoistable| hoistable.contains(&id))
    }
}

impl Knowledge for Simplified {
    fn range(&self, id: Id) -> Range {
        Self::range(self, id)
    }

    fn may_hoist(&self, id: Id) -> bool {
        Self::may_hoist(self, id)
    }
}
