//! The order of the summands: what is the same for a whole block stands first.
//!
//! A sum of numbers and of ranges along several axes is computed from the left. So numbers are added first, then what lies
//! along the first axis, and what is spread over all axes comes last: `BK * k + K * rows[:, None] + columns[None, :]` adds
//! blocks once.

use lego_expr::{Arena, Id, Knowledge, Node, Op, Range};
use std::collections::HashMap;

/// Expressions in that order, and what is known of them.
pub(super) struct Ordered<'k> {
    pub(super) roots: Vec<Id>,
    known: &'k dyn Knowledge,
    /// What a new node was made of.
    old: HashMap<Id, Id>,
}

impl Knowledge for Ordered<'_> {
    fn range(&self, id: Id) -> Range {
        self.known.range(self.old.get(&id).copied().unwrap_or(id))
    }

    fn may_hoist(&self, id: Id) -> bool {
        self.known.may_hoist(self.old.get(&id).copied().unwrap_or(id))
    }
}

/// Orders the summands of expressions; `slices` are the variables along the axes.
pub(super) fn ordered<'k>(arena: &Arena, roots: &[Id], slices: &[Id], known: &'k dyn Knowledge) -> Ordered<'k> {
    let mut order = Order { arena, slices, new: HashMap::new(), axes: HashMap::new() };
    let ordered: Vec<Id> = roots.iter().map(|&root| order.of(root)).collect();
    let old = order.new.into_iter().map(|(old, new)| (new, old)).collect();
    Ordered { roots: ordered, known, old }
}

struct Order<'a> {
    arena: &'a Arena,
    slices: &'a [Id],
    new: HashMap<Id, Id>,
    axes: HashMap<Id, u64>,
}

impl Order<'_> {
    fn of(&mut self, id: Id) -> Id {
        if let Some(&new) = self.new.get(&id) {
            return new;
        }
        let arena = self.arena;
        let new = match arena.get(id) {
            Node::Binary(Op::Add, ..) => {
                let mut terms = Vec::new();
                self.terms(id, &mut terms);
                let mut keyed: Vec<(u32, u64, Id)> = Vec::new();
                for term in terms {
                    let axes = self.axes(term);
                    keyed.push((axes.count_ones(), axes, self.of(term)));
                }
                keyed.sort_by_key(|&(count, axes, _)| (count, axes));
                let sum = |sum: Option<Id>, term: Id| match sum {
                    Some(sum) => Some(arena.node(Node::Binary(Op::Add, sum, term))),
                    None => Some(term),
                };
                keyed.into_iter().map(|(.., term)| term).fold(None, sum).unwrap_or(id)
            }
            Node::Binary(op, a, b) => arena.node(Node::Binary(op, self.of(a), self.of(b))),
            Node::Compare(comparison, a, b) => arena.node(Node::Compare(comparison, self.of(a), self.of(b))),
            Node::Choose(truth, a, b) => arena.node(Node::Choose(self.of(truth), self.of(a), self.of(b))),
            Node::Isqrt(a) => arena.node(Node::Isqrt(self.of(a))),
            Node::LookUp(list, place) => arena.node(Node::LookUp(list, self.of(place))),
            _ => id,
        };
        self.new.insert(id, new);
        new
    }

    /// The summands of a sum, whatever its brackets.
    fn terms(&self, id: Id, terms: &mut Vec<Id>) {
        match self.arena.get(id) {
            Node::Binary(Op::Add, a, b) => {
                self.terms(a, terms);
                self.terms(b, terms);
            }
            _ => terms.push(id),
        }
    }

    /// The axes along which a value changes, a bit each.
    fn axes(&mut self, id: Id) -> u64 {
        if let Some(&axes) = self.axes.get(&id) {
            return axes;
        }
        let axes = match self.arena.get(id) {
            Node::Variable(_) => self.slices.iter().position(|&slice| slice == id).map_or(0, |axis| 1 << (axis % 64)),
            Node::Constant(_) => 0,
            Node::Binary(_, a, b) | Node::Compare(_, a, b) => self.axes(a) | self.axes(b),
            Node::Choose(truth, a, b) => self.axes(truth) | self.axes(a) | self.axes(b),
            Node::Isqrt(a) | Node::LookUp(_, a) | Node::Within(a, _) => self.axes(a),
            Node::Call { arguments, .. } => arguments.iter().fold(0, |axes, &argument| axes | self.axes(argument)),
        };
        self.axes.insert(id, axes);
        axes
    }
}
