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
    let unguarded = unguarded(arena, roots, order)?;
    let mut hoistable = everywhere(arena, order, ranges);
    hoistable.extend(unguarded);
    Some(hoistable)
}

/// [`hoistable`] of expressions that have been completed. What is made of nodes that no branch guards may be computed ahead as
/// well as these; and with `signed` a value below zero is one.
pub(crate) fn completed_hoistable(
    arena: &Arena,
    roots: &[Id],
    order: &[Id],
    ranges: &Ranges,
    signed: bool,
) -> Option<Nodes> {
    let mut hoistable = unguarded(arena, roots, order)?;
    extend_everywhere(arena, order, ranges, signed, &mut hoistable);
    Some(hoistable)
}

/// The nodes that no branch guards; `None` where there are no branches.
fn unguarded(arena: &Arena, roots: &[Id], order: &[Id]) -> Option<Nodes> {
    // Without branches everything is computed in any case.
    if !order.iter().any(|&id| matches!(arena.get(id), Node::Choose(..))) {
        return None;
    }
    let mut found = Nodes::default();
    let mut unguarded = Unguarded { arena, memo: HashMap::default(), held: 0 };
    for &root in roots {
        match unguarded.nodes_of(root) {
            Some(nodes) => found.extend(nodes.iter()),
            None => {
                found.extend(outside_of_branches(arena, roots));
                break;
            }
        }
    }
    Some(found)
}

/// The nodes that are computed whatever the choices choose: some of those that no branch guards, but found at once.
fn outside_of_branches(arena: &Arena, roots: &[Id]) -> Nodes {
    let mut outside: Nodes = roots.iter().copied().collect();
    for id in reachable(arena, roots).into_iter().rev() {
        if !outside.contains(&id) {
            continue;
        }
        match arena.get(id) {
            Node::Choose(c, ..) => _ = outside.insert(c),
            _ => outside.extend(arena.operands(id).iter()),
        }
    }
    outside
}

/// So many nodes are held at most in the sets of all nodes together.
const MOST_HELD: usize = 1 << 20;

/// The nodes whose value exists for all values of the variables.
pub(crate) fn everywhere(arena: &Arena, order: &[Id], ranges: &Ranges) -> Nodes {
    let mut existing = Nodes::default();
    extend_everywhere(arena, order, ranges, false, &mut existing);
    existing
}

/// Adds the nodes whose value exists wherever those do that are there already. With `signed` a value below zero is one.
fn extend_everywhere(arena: &Arena, order: &[Id], ranges: &Ranges, signed: bool, existing: &mut Nodes) {
    let range = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
    let low = |id: Id| range(id).low;
    for &id in order {
        let exists = match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, a, b) => low(b) >= 1 && (!signed || low(a) >= 0),
            Node::Binary(Op::Sub, a, b) => {
                // Either the operands' ranges say so, or a proof that is in the node's own range.
                signed || range(a).minus(range(b)).low >= 0 || low(id) >= 0
            }
            Node::Binary(Op::Shl | Op::Shr, ..) => shift::is_short(arena, id, &range),
            Node::LookUp(list, place) => low(place) >= 0 && range(place).high < arena.entries(list).len() as i128,
            // A function of the user's may do anything outside its range.
            Node::Call { .. } => false,
            Node::Binary(Op::Add | Op::Mul | Op::Min | Op::Max, ..) | Node::Choose(..) | Node::Constant(_)
                if signed =>
            {
                true
            }
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
}

/// Finds the nodes that are computed in any case: outside of branches, or in both branches of a choice.
struct Unguarded<'a> {
    arena: &'a Arena,
    memo: HashMap<Id, Rc<Nodes>, FastHash>,
    /// How many nodes the sets have together.
    held: usize,
}

impl Unguarded<'_> {
    /// The nodes that a node needs in any case; `None` where that takes too much memory to find out.
    fn nodes_of(&mut self, root: Id) -> Option<Rc<Nodes>> {
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
            self.held += set.len();
            if self.held > MOST_HELD {
                return None;
            }
            self.memo.insert(id, Rc::new(set));
        }
        Some(Rc::clone(&self.memo[&root]))
    }
}
