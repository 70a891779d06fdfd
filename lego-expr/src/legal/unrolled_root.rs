//! Integer square roots written with the operations of the language, for readers that have no `isqrt`.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::reachable;
use crate::ranges::range::Range;
use std::collections::HashMap;

/// Replaces every square root by one comparison a bit: the largest r with r·r <= x, from the highest bit down.
///
/// A root of a value without a known bound gets 32 bits, enough for what an index of 64 bits can hold.
pub fn unroll_roots(arena: &Arena, roots: &[Id], range: &dyn Fn(Id) -> Range) -> Vec<Id> {
    let order = reachable(arena, roots);
    let mut replaced: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in order {
        let at = |old: &Id| replaced.get(old).copied().unwrap_or(*old);
        let new = match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) => id,
            Node::Binary(op, a, b) => arena.binary(op, at(&a), at(&b)),
            Node::Compare(comparison, a, b) => arena.compare(comparison, at(&a), at(&b)),
            Node::Choose(c, a, b) => arena.choose(at(&c), at(&a), at(&b)),
            Node::Within(a, extent) => arena.within(at(&a), extent),
            Node::Isqrt(a) => unrolled(arena, at(&a), range(a)),
            Node::Call { function, part, arguments } => {
                arena.node(Node::Call { function, part, arguments: arguments.iter().map(at).collect() })
            }
        };
        replaced.insert(id, new);
    }
    roots.iter().map(|root| replaced[root]).collect()
}

fn unrolled(arena: &Arena, x: Id, range: Range) -> Id {
    let bits = if range.is_bounded() { (128 - range.high.max(0).leading_zeros()).div_ceil(2).min(32) } else { 32 };
    let mut root = arena.constant(0);
    for bit in (0..bits).rev() {
        let candidate = arena.binary(Op::Add, root, arena.constant(1 << bit));
        let square = arena.binary(Op::Mul, candidate, candidate);
        let fits = arena.compare(Comparison::LessEqual, square, x);
        root = arena.choose(fits, candidate, root);
    }
    root
}
