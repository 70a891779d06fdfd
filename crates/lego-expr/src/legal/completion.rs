//! Values that exist everywhere, so that what branches share can be computed before them.
//!
//! A subexpression of a branch may fall below zero, or divide by zero, where the branch is not taken. Written out in each
//! place that uses it, it does no harm; but where such places nest, writing them out doubles the text with every level.

use crate::forms::cost;
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use crate::rules::rule::rules;
use std::collections::{HashMap, HashSet};

rules! {
    COMPLETED = "difference completed": "x - y = max(x, y) - y" if "y <= x";
}

/// The largest number of operations that branches are written out with, each with all that it shares with others.
const MOST_WRITTEN: u64 = 256;

/// More branches within each other are nobody's text.
const MOST_NESTED: u32 = 48;

/// Whether far more operations are written than there are, or many branches within each other, when only nodes of `named` get
/// a name.
pub(crate) fn is_long(arena: &Arena, roots: &[Id], named: &HashSet<Id, FastHash>) -> bool {
    let (written, nested) = written(arena, roots, named);
    nested > MOST_NESTED || written > MOST_WRITTEN.max(4 * cost::operations(arena, roots) as u64)
}

/// How many operations are written when only nodes of `named` get a name, and how many branches within each other.
fn written(arena: &Arena, roots: &[Id], named: &HashSet<Id, FastHash>) -> (u64, u32) {
    let mut sizes: HashMap<Id, (u64, u32), FastHash> = HashMap::default();
    let (mut total, mut deepest) = (0_u64, 0);
    for id in reachable(arena, roots) {
        let (mut size, mut nested) = (0_u64, 0);
        for operand in arena.operands(id).iter().filter(|operand| !named.contains(operand)) {
            let (inner, depth) = sizes[operand];
            size = size.saturating_add(inner);
            nested = nested.max(depth);
        }
        let node = arena.get(id);
        if !matches!(node, Node::Constant(_) | Node::Variable(_) | Node::Within(..)) {
            size = size.saturating_add(1);
        }
        nested += u32::from(matches!(node, Node::Choose(..)));
        sizes.insert(id, (size, nested));
        if named.contains(&id) || roots.contains(&id) {
            total = total.saturating_add(size);
        }
        deepest = deepest.max(nested);
    }
    (total, deepest)
}

/// How values come to exist everywhere.
pub(crate) struct Completion<'a> {
    /// Whether differences may be below zero where they are asked for, as those of closures may.
    pub(crate) negative: bool,
    /// The maximum of two, as the target writes it.
    pub(crate) larger: &'a dyn Fn(Id, Id) -> Id,
    /// The minimum of two, likewise.
    pub(crate) smaller: &'a dyn Fn(Id, Id) -> Id,
}

/// Whether an operation gives nothing below zero, whatever it is given of numbers that are not.
fn is_natural(arena: &Arena, id: Id) -> bool {
    match arena.get(id) {
        Node::Compare(..) | Node::Isqrt(_) | Node::LookUp(..) => true,
        Node::Binary(op, ..) => matches!(op, Op::Div | Op::Rem | Op::And | Op::Or | Op::Xor),
        _ => false,
    }
}

impl Completion<'_> {
    /// Makes the nodes that are not in `total` have a value everywhere, the same where they had one: `a / b` becomes
    /// `a / max(b, 1)`, and a shift by too many places 0. Without numbers below zero, `a - b` becomes `max(a, b) - b`; with them it has a value and stays as
    /// it is, and what is divided, shifted, taken apart in bits or given to a root is `max(a, 0)`.
    ///
    /// `ranges` says afterwards what holds of the completed ones. What was known of a node that is not in `total` held where
    /// the node was asked for, and is forgotten.
    pub(crate) fn of(
        &self,
        arena: &Arena,
        roots: &[Id],
        total: &HashSet<Id, FastHash>,
        ranges: &mut Ranges,
    ) -> Vec<Id> {
        ranges.retain(|id, _| total.contains(id));
        let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
        for id in reachable(arena, roots) {
            let at = |old: &Id| new[old];
            // What only numbers that are not below zero may be given to.
            let natural = |old: &Id| {
                let known = ranges.get(old).or_else(|| ranges.get(&at(old)));
                let is_natural = !self.negative || known.is_some_and(|range| range.low >= 0);
                if is_natural { at(old) } else { (self.larger)(at(old), arena.constant(0)) }
            };
            let completed = match arena.get(id) {
                // A law need not hold of what is thrown away.
                Node::Within(a, _) => at(&a),
                _ if total.contains(&id) => arena.rebuilt(id, at),
                Node::Binary(op @ (Op::Shl | Op::Shr), a, b) => {
                    shift::within_width(arena, op, natural(&a), natural(&b))
                }
                // The shift in it is computed only where it has a value.
                Node::Choose(c, moved, otherwise) if shift::limited(arena, id).is_some() => {
                    let moved = arena.rebuilt(moved, at);
                    arena.choose(at(&c), moved, otherwise)
                }
                Node::Binary(op @ (Op::Div | Op::Rem), a, b) => {
                    arena.binary(op, natural(&a), (self.larger)(at(&b), arena.constant(1)))
                }
                Node::Binary(op @ (Op::And | Op::Or | Op::Xor), a, b) => arena.binary(op, natural(&a), natural(&b)),
                Node::Binary(Op::Sub, a, b) if !self.negative => {
                    arena.binary(Op::Sub, (self.larger)(at(&a), at(&b)), at(&b))
                }
                Node::Isqrt(a) => arena.isqrt(natural(&a)),
                Node::LookUp(list, place) => {
                    let last = arena.constant(arena.entries(list).len() as i128 - 1);
                    arena.look_up_in(list, (self.smaller)(natural(&place), last))
                }
                _ => arena.rebuilt(id, at),
            };
            match ranges.get(&id).copied() {
                Some(range) => _ = ranges.entry(completed).or_insert(range),
                None if !self.negative || is_natural(arena, id) => {
                    ranges.entry(completed).or_insert(Range::NATURAL);
                }
                None => {}
            }
            new.insert(id, completed);
        }
        roots.iter().map(|root| new[root]).collect()
    }
}
