//! Bounds of values put together from bounds of their operands.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Kind, Node, Op};
use crate::graph::program::reachable;
use crate::graph::register::operate;
use crate::ranges::range::Range;
use crate::width::covering::Prover;
use crate::width::question::Question;
use crate::width::sizes::of_sizes_alone;
use std::collections::{HashMap, HashSet};

/// The largest number of operations of a bound.
const LARGEST: usize = 48;

/// Bounds of values from bounds of their operands.
#[derive(Default)]
pub(crate) struct Composed {
    /// For each node its bound, and the number of operations of that.
    bounds: HashMap<Id, Option<(Id, usize)>, FastHash>,
    /// The nodes made of sizes alone.
    sizes: HashSet<Id, FastHash>,
}

impl Composed {
    /// The bounds of the nodes that are asked about.
    pub(crate) fn new(arena: &Arena, mut prover: Option<&mut Prover<'_, '_>>, question: &Question<'_>) -> Self {
        let Question { order, range, .. } = *question;
        let mut composed = Self { sizes: of_sizes_alone(arena, order), ..Self::default() };
        for &id in order {
            let bound = composed.bound(arena, id, range).filter(|bound| bound.1 <= LARGEST);
            // In their cheapest form equal bounds are equal nodes, so that a choice of two equal bounds is one.
            let tidied = bound.map(|(bound, size)| match &mut prover {
                Some(prover) => (prover.tidied(bound).unwrap_or(bound), size),
                None => (bound, size),
            });
            composed.bounds.insert(id, tidied);
        }
        composed.bound_from_above(arena, question);
        composed
    }

    /// Bounds of operands from bounds of the results, in place of bounds with a square root: y <= x where x - y is a natural
    /// number, and x < d·(q + 1) where x / d is at most q.
    fn bound_from_above(&mut self, arena: &Arena, question: &Question<'_>) {
        let mut above: HashMap<Id, (Id, usize), FastHash> = HashMap::default();
        for &id in question.order.iter().rev() {
            match above.get(&id) {
                Some(&bound) if bound.1 <= LARGEST && self.of(id).is_none_or(|(bound, _)| has_root(arena, bound)) => {
                    self.bounds.insert(id, Some(bound));
                }
                _ => {}
            }
            if !(question.exists)(id) {
                continue;
            }
            match arena.get(id) {
                Node::Binary(Op::Sub, x, y) if (question.range)(id).low >= 0 => {
                    if let Some(bound) = self.of(x).filter(|(bound, _)| !has_root(arena, *bound)) {
                        above.insert(y, bound);
                    }
                }
                Node::Binary(Op::Div, x, d) => {
                    if let (Some(&(bound, size)), Some(number)) = (above.get(&id), arena.number(d)) {
                        let multiple = arena.binary(Op::Mul, d, bound);
                        let most = arena.binary(Op::Add, multiple, arena.constant(number - 1));
                        above.insert(x, (most, size + 2));
                    }
                }
                _ => {}
            }
        }
    }

    /// The bound of a node, and the number of operations of that.
    pub(crate) fn of(&self, id: Id) -> Option<(Id, usize)> {
        self.bounds.get(&id).copied().flatten()
    }

    /// Whether a node is made of sizes alone.
    pub(crate) fn is_of_sizes(&self, id: Id) -> bool {
        self.sizes.contains(&id)
    }

    /// The bound of a node from those of its operands; `None` where a value may be below zero.
    fn bound(&self, arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> Option<(Id, usize)> {
        let values = range(id);
        if values.is_bounded() {
            return (values.high >= 0).then(|| (arena.constant(values.high), 0));
        }
        let natural = |id: Id| if range(id).low >= 0 { self.of(id) } else { None };
        // A number that does not fit 128 bits cannot be written as a bound.
        let joined = |op: Op, a: (Id, usize), b: (Id, usize)| {
            let too_large = arena.number(a.0).zip(arena.number(b.0)).is_some_and(|(x, y)| operate(op, x, y).is_none());
            (!too_large).then(|| (arena.binary(op, a.0, b.0), a.1 + b.1 + 1))
        };
        match arena.get(id) {
            Node::Constant(_) => Some((id, 0)),
            Node::Variable(number) => match arena.kind_of(number) {
                Kind::Size => Some((id, 0)),
                Kind::Index { extent } => Some((extent, 1)),
            },
            Node::Binary(op, a, b) => {
                let number = arena.number(b);
                match (op, number) {
                    (Op::Add | Op::Or | Op::Xor, _) => joined(Op::Add, natural(a)?, natural(b)?),
                    (Op::Mul, _) => {
                        let (by_a, by_b) = (natural(a)?, natural(b)?);
                        // c * (x / (c * k)) <= x
                        match [(a, b), (b, a)].into_iter().find_map(|(factor, part)| divided(arena, part, factor)) {
                            Some(x) => natural(x),
                            None => joined(Op::Mul, by_a, by_b),
                        }
                    }
                    (Op::Div, Some(_)) => joined(Op::Div, natural(a)?, (b, 0)),
                    (Op::Shl, Some(shift @ 0..64)) => joined(Op::Mul, natural(a)?, (arena.constant(1 << shift), 0)),
                    (Op::Shl, _) => None,
                    (Op::Rem, _) => natural(b).or_else(|| natural(a)),
                    (Op::Max, _) => joined(Op::Max, natural(a)?, natural(b)?),
                    // None of these exceeds its first operand, since the second is not below zero.
                    (Op::Sub | Op::Div | Op::And | Op::Shr | Op::Min, _) => {
                        natural(b)?;
                        natural(a)
                    }
                }
            }
            Node::Compare(..) => Some((arena.constant(1), 0)),
            Node::Choose(c, a, b) => {
                let (then, otherwise) = match arena.get(c) {
                    Node::Compare(Comparison::Less, x, k) if self.sizes.contains(&k) => {
                        let below = if a == x { Some((k, 1)) } else { natural(a) };
                        (below, self.left_from(arena, b, x, k, range).or_else(|| natural(b)))
                    }
                    _ => (natural(a), natural(b)),
                };
                let (then, otherwise) = (then?, otherwise?);
                if then.0 == otherwise.0 { Some(then) } else { joined(Op::Max, then, otherwise) }
            }
            Node::Isqrt(a) => natural(a).map(|(bound, size)| (arena.isqrt(bound), size + 1)),
            Node::LookUp(list, _) => {
                let most = arena.entries(list).iter().max().copied().unwrap_or(0);
                Some((arena.constant(most.into()), 0))
            }
            Node::Within(_, extent) => Some((extent, 1)),
            Node::Call { function, .. } => Some((arena.function_of(function).bound, 1)),
        }
    }

    /// A bound of c - (x + …) where x is at least k.
    fn left_from(&self, arena: &Arena, value: Id, x: Id, k: Id, range: &dyn Fn(Id) -> Range) -> Option<(Id, usize)> {
        let Node::Binary(Op::Sub, sum, part) = arena.get(value) else { return None };
        let is_natural = |id: Id| range(id).low >= 0;
        let has_x = match arena.get(part) {
            Node::Binary(Op::Add, a, b) => (a == x && is_natural(b)) || (b == x && is_natural(a)),
            _ => part == x,
        };
        let (bound, size) = self.of(sum).filter(|_| has_x)?;
        Some((arena.binary(Op::Sub, bound, k), size + 2))
    }
}

/// A bound with every square root replaced by its operand, which is no smaller: where bounds are read there are no roots.
pub(crate) fn without_roots(arena: &Arena, bound: Id) -> Id {
    let mut replaced: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in reachable(arena, &[bound]) {
        let at = |old: &Id| replaced.get(old).copied().unwrap_or(*old);
        let new = match arena.get(id) {
            Node::Isqrt(a) => at(&a),
            _ => arena.rebuilt(id, at),
        };
        replaced.insert(id, new);
    }
    replaced.get(&bound).copied().unwrap_or(bound)
}

/// Whether a node is made with a square root.
fn has_root(arena: &Arena, id: Id) -> bool {
    reachable(arena, &[id]).into_iter().any(|part| matches!(arena.get(part), Node::Isqrt(_)))
}

/// The dividend of a quotient whose divisor is a factor or a product with it.
fn divided(arena: &Arena, quotient: Id, factor: Id) -> Option<Id> {
    let Node::Binary(Op::Div, x, d) = arena.get(quotient) else { return None };
    match arena.get(d) {
        _ if d == factor => Some(x),
        Node::Binary(Op::Mul, a, b) if a == factor || b == factor => Some(x),
        _ => None,
    }
}
