//! Expressions that pass below zero on the way, as those of closures may, written without doing so.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use std::collections::HashMap;

/// A number as the difference of two that are not below zero.
#[derive(Clone, Copy)]
struct Signed {
    plus: Id,
    minus: Id,
}

/// The same values without a number below zero on the way: every value is kept as what is added and what is subtracted
/// until it is known not to be below zero (`natural`) or needed as one number.
///
/// Laws: (a - b) + (c - d) = (a + c) - (b + d); (a - b)·(c - d) = (a·c + b·d) - (a·d + b·c); a - b < c - d exactly if
/// a + d < c + b; min(a - b, c - d) = min(a + d, c + b) - (b + d), max alike; what is divided, shifted, taken apart in bits
/// or given to a root or a function is not below zero.
pub(crate) fn without_negatives(arena: &Arena, values: &[Id], natural: &dyn Fn(Id) -> bool) -> Vec<Id> {
    let order = reachable(arena, values);
    let zero = arena.constant(0);
    let whole = |signed: Signed| arena.binary(Op::Sub, signed.plus, signed.minus);
    let only = |plus: Id| Signed { plus, minus: zero };
    let add = |a, b| arena.binary(Op::Add, a, b);
    let mul = |a, b| arena.binary(Op::Mul, a, b);
    let mut new: HashMap<Id, Signed, FastHash> = HashMap::default();
    for id in order {
        let at = |id: Id| new[&id];
        let signed = match arena.get(id) {
            Node::Constant(number) if number < 0 => Signed { plus: zero, minus: arena.constant(-number) },
            Node::Binary(Op::Add, a, b) => {
                let (a, b) = (at(a), at(b));
                Signed { plus: add(a.plus, b.plus), minus: add(a.minus, b.minus) }
            }
            Node::Binary(Op::Sub, a, b) => {
                let (a, b) = (at(a), at(b));
                Signed { plus: add(a.plus, b.minus), minus: add(a.minus, b.plus) }
            }
            Node::Binary(Op::Mul, a, b) => {
                let (a, b) = (at(a), at(b));
                let plus = add(mul(a.plus, b.plus), mul(a.minus, b.minus));
                Signed { plus, minus: add(mul(a.plus, b.minus), mul(a.minus, b.plus)) }
            }
            Node::Choose(c, a, b) => {
                let (c, a, b) = (at(c).plus, at(a), at(b));
                Signed { plus: arena.choose(c, a.plus, b.plus), minus: arena.choose(c, a.minus, b.minus) }
            }
            Node::Compare(comparison, a, b) => {
                let (a, b) = (at(a), at(b));
                only(arena.compare(comparison, add(a.plus, b.minus), add(b.plus, a.minus)))
            }
            Node::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let (a, b) = (at(a), at(b));
                let plus = arena.binary(op, add(a.plus, b.minus), add(b.plus, a.minus));
                Signed { plus, minus: add(a.minus, b.minus) }
            }
            Node::Within(a, _) => at(a),
            Node::Constant(_) | Node::Variable(_) => only(id),
            Node::Binary(..) | Node::Isqrt(_) | Node::LookUp(..) | Node::Call { .. } => {
                only(arena.rebuilt(id, |&a| whole(at(a))))
            }
        };
        let settled = natural(id) && signed.minus != zero;
        new.insert(id, if settled { only(whole(signed)) } else { signed });
    }
    values.iter().map(|id| whole(new[id])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legal::trial::passes_below_zero;
    use crate::{Comparison, Kind, Program};

    #[test]
    fn differences_are_kept_apart() {
        let arena = Arena::new();
        let n = arena.constant(9);
        let [x, y] = ["x", "y"].map(|name| arena.variable(name, Kind::Index { extent: n }));
        let truth = arena.compare(Comparison::Less, x, y);
        let turned = arena.choose(truth, arena.constant(-4), arena.binary(Op::Sub, y, x));
        let square = arena.binary(Op::Mul, turned, turned);
        let less = arena.compare(Comparison::Less, turned, arena.constant(-2));
        let values = [arena.binary(Op::Rem, square, arena.constant(5)), square, arena.choose(less, square, x)];
        assert!(passes_below_zero(&arena, &[], &values));
        let made = without_negatives(&arena, &values, &|_| false);
        assert!(!passes_below_zero(&arena, &[], &made));
        let program = Program::new(&arena, &[values, made.try_into().unwrap()].concat());
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            let found = program.run(|variable| if variable == 0 { a } else { b });
            assert_eq!(found[..3], found[3..], "{a} {b}");
            assert!(found.iter().all(|value| value.is_some_and(|value| value >= 0)));
        }
    }
}
