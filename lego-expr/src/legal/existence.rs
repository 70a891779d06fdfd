//! The nodes that have a value everywhere, or are computed in any case, so that they may be computed ahead.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A set of nodes.
pub(crate) type Nodes = HashSet<Id, FastHash>;

/// The nodes that may be computed ahead: those whose value exists for all values of the variables, and those that no
/// branch guards; `None` for all.
pub(crate) fn hoistable(arena: &Arena, roots: &[Id], order: &[Id], ranges: &Ranges) -> Option<Nodes> {
    // Without branches everything is computed in any case.
    if !order.iter().any(|&id| matches!(arena.get(id), Node::Choose(..))) {
        return None;
    }
    let mut hoistable = everywhere(arena, order, ranges);
    let mut unguarded = Unguarded { arena, memo: HashMap::default() };
    for &root in roots {
        hoistable.extend(unguarded.nodes_of(root).iter());
    }
    Some(hoistable)
}

/// The nodes whose value exists for all values of the variables.
pub(crate) fn everywhere(arena: &Arena, order: &[Id], ranges: &Ranges) -> Nodes {
    let range = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
    let low = |id: Id| range(id).low;
    let mut existing: Nodes = HashSet::default();
    for &id in order {
        let exists = match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, _, b) => low(b) >= 1,
            Node::Binary(Op::Sub, a, b) => {
                // Either the operands' ranges say so, or a proof that is in the node's own range.
                range(a).minus(range(b)).low >= 0 || low(id) >= 0
            }
            Node::Binary(Op::Shl | Op::Shr, ..) => shift::is_short(arena, id, &range),
            // A function of the user's may do anything outside its range.
            Node::Call { .. } => false,
            _ => low(id) >= 0,
        };
        // The shift of such a choice is computed only where it moves by few places.
        let operands = arena.operands(id);
        let parts = shift::limited(arena, id);
        let parts = parts.as_ref().map_or(&*operands, |parts| parts.as_slice());
        if exists && parts.iter().all(|part| existing.contains(part)) {
            existing.insert(id);
        }
    }
    existing
}

/// Finds the nodes that are computed in any case: outside of branches, or in both branches of a choice.
struct Unguarded<'a> {
    arena: &'a Arena,
    memo: HashMap<Id, Rc<Nodes>, FastHash>,
}

impl Unguarded<'_> {
    fn nodes_of(&mut self, root: Id) -> Rc<Nodes> {
        let order = reachable(self.arena, &[root]);
        for id in order {
            if self.memo.contains_key(&id) {
                continue;
            }
            let at = |id: Id| Rc::clone(&self.memo[&id]);
            let mut set: Nodes = HashSet::default();
            set.insert(id);
            match self.arena.get(id) {
                Node::Choose(c, a, b) => {
                    set.extend(at(c).iter());
                    set.extend(at(a).intersection(&at(b)));
                }
                _ => {
                    for &operand in self.arena.operands(id).iter() {
                        set.extend(at(operand).iter());
                    }
                }
            }
            self.memo.insert(id, Rc::new(set));
        }
        Rc::clone(&self.memo[&root])
    }
}
