//! Expressions that pass below zero on the way, as closures of a `GenP` may, written without doing so.

use lego_expr::{Arena, Id, Node, Op, Program, operate, reachable};
use std::collections::{HashMap, HashSet};

/// About so many operations are spent on looking for a number below zero.
const EFFORT: u128 = 1 << 21;

/// Whether some values pass below zero at an index or a position, as far as trying shows it; for symbolic sizes, whether
/// a number below zero is written out.
///
/// `variables` are the variables with their extents; where one of the `guards` fails there is no value to ask for.
pub(crate) fn passes_below_zero(arena: &Arena, guards: &[Id], values: &[Id], variables: &[(Id, Id)]) -> bool {
    let order = reachable(arena, values);
    if order.iter().any(|&id| arena.number(id).is_some_and(|number| number < 0)) {
        return true;
    }
    let extents: Option<Vec<u128>> =
        variables.iter().map(|&(_, extent)| arena.number(extent).and_then(|n| u128::try_from(n).ok())).collect();
    // Nothing but a difference gets below zero, and symbols cannot be tried.
    let differs = order.iter().any(|&id| matches!(arena.get(id), Node::Binary(Op::Sub, ..)));
    let symbol = |&id: &Id| matches!(arena.get(id), Node::Variable(_)) && !variables.iter().any(|&(own, _)| own == id);
    let Some(extents) = extents.filter(|_| differs && !order.iter().any(symbol)) else { return false };
    let axes: HashMap<u32, usize> = variables
        .iter()
        .enumerate()
        .filter_map(|(axis, &(id, _))| match arena.get(id) {
            Node::Variable(number) => Some((number, axis)),
            _ => None,
        })
        .collect();
    let guard = Program::new(arena, guards);
    let steps: Vec<(Id, Node)> = order.iter().map(|&id| (id, arena.get(id))).collect();
    let place: HashMap<Id, usize> = order.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let roots: Vec<usize> = values.iter().map(|id| place[id]).collect();
    let count = extents.iter().fold(1_u128, |product, &n| product.saturating_mul(n));
    // An odd step comes by all residues of powers of two.
    let step = (count * steps.len() as u128 / EFFORT) | 1;
    let mut computed: Vec<Option<i128>> = vec![None; steps.len()];
    let mut flat = 0;
    while flat < count {
        let mut index = vec![0; extents.len()];
        let mut rest = flat;
        for (i, &n) in index.iter_mut().zip(&extents).rev() {
            *i = (rest % n) as i128;
            rest /= n;
        }
        flat += step;
        let variable = |number: u32| axes.get(&number).map_or(0, |&axis| index[axis]);
        if guard.run(variable).iter().any(|holds| holds.is_none_or(|holds| holds == 0)) {
            continue;
        }
        for (k, (_, node)) in steps.iter().enumerate() {
            let at = |id: &Id| computed[place[id]];
            computed[k] = match node {
                Node::Constant(number) => Some(*number),
                Node::Variable(number) => Some(variable(*number)),
                Node::Choose(c, a, b) => at(c).and_then(|c| at(if c != 0 { a } else { b })),
                Node::Compare(comparison, a, b) => at(a).zip(at(b)).map(|(a, b)| comparison.holds(a, b).into()),
                Node::Binary(op, a, b) => at(a).zip(at(b)).and_then(|(a, b)| operate(*op, a, b)),
                Node::Within(a, _) => at(a),
                Node::Isqrt(_) | Node::Call { .. } => None,
            }
            .filter(|&value| value >= 0);
        }
        if roots.iter().any(|&root| computed[root].is_none()) {
            return true;
        }
    }
    false
}

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
/// a + d < c + b; what is divided, shifted or taken apart in bits is not below zero.
pub(crate) fn without_negatives(arena: &Arena, values: &[Id], natural: &HashSet<Id>) -> Vec<Id> {
    let order = reachable(arena, values);
    let zero = arena.constant(0);
    let whole = |signed: Signed| arena.binary(Op::Sub, signed.plus, signed.minus);
    let only = |plus: Id| Signed { plus, minus: zero };
    let add = |a, b| arena.binary(Op::Add, a, b);
    let mul = |a, b| arena.binary(Op::Mul, a, b);
    let mut new: HashMap<Id, Signed> = HashMap::new();
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
            Node::Binary(op, a, b) => only(arena.binary(op, whole(at(a)), whole(at(b)))),
            _ => only(id),
        };
        let settled = natural.contains(&id) && signed.minus != zero;
        new.insert(id, if settled { only(whole(signed)) } else { signed });
    }
    values.iter().map(|id| whole(new[id])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_expr::{Comparison, Kind};

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
        let variables = [(x, n), (y, n)];
        assert!(passes_below_zero(&arena, &[], &values, &variables));
        let made = without_negatives(&arena, &values, &HashSet::new());
        assert!(!passes_below_zero(&arena, &[], &made, &variables));
        let program = Program::new(&arena, &[values, made.try_into().unwrap()].concat());
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            let found = program.run(|variable| if variable == 0 { a } else { b });
            assert_eq!(found[..3], found[3..], "{a} {b}");
            assert!(found.iter().all(|value| value.is_some_and(|value| value >= 0)));
        }
    }

    #[test]
    fn branches_that_are_not_taken_do_not_matter() {
        let arena = Arena::new();
        let n = arena.constant(9);
        let x = arena.variable("x", Kind::Index { extent: n });
        let low = arena.compare(Comparison::Less, x, arena.constant(4));
        let difference = arena.binary(Op::Sub, x, arena.constant(4));
        let value = arena.choose(low, x, difference);
        assert!(!passes_below_zero(&arena, &[], &[value], &[(x, n)]));
        assert!(passes_below_zero(&arena, &[], &[difference], &[(x, n)]));
        let high = arena.compare(Comparison::LessEqual, arena.constant(4), x);
        assert!(!passes_below_zero(&arena, &[high], &[difference], &[(x, n)]));
    }
}
