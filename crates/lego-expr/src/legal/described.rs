//! Knowledge of nodes from their operations alone, where nothing else has been proved.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node};
use crate::graph::program::reachable;
use crate::legal::existence::{Nodes, completed_hoistable, everywhere, hoistable};
use crate::ranges::knowledge::Knowledge;
use crate::ranges::nodes::{Ranges, ranges_of};
use crate::ranges::range::Range;

/// What is known of the nodes of some expressions.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    ranges: Ranges,
    /// Nodes that may be computed ahead; `None` for all.
    hoisted: Option<Nodes>,
}

impl Described {
    /// What operations say, and what is known besides.
    pub(crate) fn new(arena: &Arena, roots: &[Id], known: &Ranges) -> Self {
        let order = reachable(arena, roots);
        let ranges = ranges_of(arena, &order, known, |number| variable(arena, number));
        let hoisted = hoistable(arena, roots, &order, &ranges);
        Self { ranges, hoisted }
    }

    /// The same of expressions that have been completed.
    pub(crate) fn completed(arena: &Arena, roots: &[Id], known: &Ranges) -> Self {
        let order = reachable(arena, roots);
        let ranges = ranges_of(arena, &order, known, |number| variable(arena, number));
        let hoisted = completed_hoistable(arena, roots, &order, &ranges, false);
        Self { ranges, hoisted }
    }

    /// What has been found out.
    pub(crate) fn by(ranges: Ranges, hoisted: Nodes) -> Self {
        Self { ranges, hoisted: Some(hoisted) }
    }

    /// Lets more nodes be computed ahead.
    pub(crate) fn hoist(&mut self, more: impl Iterator<Item = Id>) {
        if let Some(hoisted) = &mut self.hoisted {
            hoisted.extend(more);
        }
    }
}

impl Knowledge for Described {
    fn range(&self, id: Id) -> Range {
        self.ranges.get(&id).copied().unwrap_or(Range::ANY)
    }

    fn may_hoist(&self, id: Id) -> bool {
        self.hoisted.as_ref().is_none_or(|hoisted| hoisted.contains(&id))
    }
}

/// The nodes of some roots that have a value for all values of the variables, with the ranges of all.
pub(crate) fn existing(arena: &Arena, roots: &[Id], known: &Ranges) -> (Nodes, Ranges) {
    let order = reachable(arena, roots);
    let ranges = ranges_of(arena, &order, known, |number| variable(arena, number));
    (everywhere(arena, &order, &ranges), ranges)
}

/// The values of a variable, as far as its extent is a number.
fn variable(arena: &Arena, number: u32) -> Range {
    match arena.kind_of(number) {
        Kind::Size => Range::new(1, i128::MAX),
        Kind::Index { extent } => match arena.get(extent) {
            Node::Constant(extent) => Range::new(0, extent - 1),
            _ => Range::NATURAL,
        },
    }
}
