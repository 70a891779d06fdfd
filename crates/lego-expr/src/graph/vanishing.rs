//! Sizes that are 0 wherever another size is.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Node, Op, Premise};

/// Deeper expressions are not looked into.
const MOST_DEPTH: u32 = 64;

/// Larger expressions are looked into so far.
const MOST_NODES: u32 = 1 << 12;

/// Whether a size is known to be 0 wherever another one is, by the operations that both are made of. Sizes are natural
/// numbers.
///
/// A product is 0 where a factor is, a sum where both summands are, an exact quotient and a quotient rounded up where the
/// dividend is. Where the limits end the search the answer is no.
pub(crate) fn vanishes_with(arena: &Arena, size: Id, other: Id) -> bool {
    Search { arena, left: MOST_NODES }.follows(size, other, MOST_DEPTH)
}

/// The search for a reason, with the number of nodes that may still be looked at.
struct Search<'a> {
    arena: &'a Arena,
    left: u32,
}

impl Search<'_> {
    /// Whether `size` is 0 where `other` is, by what that says of the parts of `other`.
    fn follows(&mut self, size: Id, other: Id, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if self.is_zero(size, other, depth) {
            return true;
        }
        match self.arena.get(other) {
            Node::Constant(number) => number > 0,
            Node::Binary(Op::Mul, a, b) => self.follows(size, a, depth) && self.follows(size, b, depth),
            Node::Binary(Op::Div, a, _) => match dividend(self.arena, other) {
                Some(x) => self.follows(size, x, depth),
                None => is_exact(self.arena, other) && self.follows(size, a, depth),
            },
            _ => false,
        }
    }

    /// Whether `size` is 0 where the node `zero` is.
    fn is_zero(&mut self, size: Id, zero: Id, depth: u32) -> bool {
        if size == zero {
            return true;
        }
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.checked_sub(1)) else { return false };
        self.left = left;
        match self.arena.get(size) {
            Node::Constant(number) => number == 0,
            Node::Binary(Op::Mul | Op::Min, a, b) => self.is_zero(a, zero, depth) || self.is_zero(b, zero, depth),
            Node::Binary(Op::Add | Op::Max, a, b) => self.is_zero(a, zero, depth) && self.is_zero(b, zero, depth),
            Node::Binary(Op::Rem, a, _) => self.is_zero(a, zero, depth),
            Node::Binary(Op::Div, a, _) => {
                let x = dividend(self.arena, size).unwrap_or(a);
                self.is_zero(x, zero, depth)
            }
            _ => false,
        }
    }
}

/// The dividend x of a quotient rounded up, written `(x + (d - 1)) / d`.
fn dividend(arena: &Arena, quotient: Id) -> Option<Id> {
    let Node::Binary(Op::Div, sum, d) = arena.get(quotient) else { return None };
    let Node::Binary(Op::Add, x, rest) = arena.get(sum) else { return None };
    let is_below = match (arena.get(rest), arena.number(d)) {
        (Node::Constant(rest), Some(d)) => rest + 1 == d,
        (Node::Binary(Op::Sub, same, one), None) => same == d && arena.number(one) == Some(1),
        _ => false,
    };
    is_below.then_some(x)
}

/// Whether a fact says that the divisor of a quotient divides.
fn is_exact(arena: &Arena, quotient: Id) -> bool {
    matches!(arena.get(quotient), Node::Binary(Op::Div, a, d) if arena.is_stated(&Premise::Divides(a, d)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn products_quotients_and_sums_vanish_with_their_parts() {
        let arena = Arena::new();
        let [n, m] = ["N", "M"].map(|name| arena.variable(name, Kind::Size));
        let of = |op, a, b| arena.binary(op, a, b);
        let number = |value| arena.constant(value);
        let up = |x, d| of(Op::Div, of(Op::Add, x, of(Op::Sub, d, number(1))), d);
        let eighths = up(n, number(8));
        for (size, other, is_so) in [
            (n, n, true),
            (m, n, false),
            (of(Op::Mul, n, m), n, true),
            (n, of(Op::Mul, n, number(4)), true),
            (n, of(Op::Mul, n, m), false),
            (of(Op::Mul, n, m), of(Op::Mul, n, m), true),
            (of(Op::Add, n, m), n, false),
            (of(Op::Add, n, of(Op::Mul, n, m)), n, true),
            (of(Op::Add, n, number(1)), n, false),
            (of(Op::Max, n, number(1)), n, false),
            (of(Op::Min, n, number(1)), n, true),
            (of(Op::Mul, eighths, number(8)), n, true),
            (n, eighths, true),
            (up(n, m), n, true),
            (n, of(Op::Div, n, number(8)), false),
            (number(8), n, false),
            (number(0), n, true),
            (n, number(8), true),
            (m, number(0), false),
        ] {
            let text = |id| crate::emit::expressions::plain(&arena, id);
            assert_eq!(vanishes_with(&arena, size, other), is_so, "{} with {}", text(size), text(other));
        }
        arena.state(Premise::Divides(n, number(8)));
        assert!(vanishes_with(&arena, n, of(Op::Div, n, number(8))));
    }
}
