//! A trial whether expressions pass below zero at any index.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::{Program, reachable};
use crate::graph::register::operate;
use std::collections::HashMap;

/// About so many operations are spent on looking for a number below zero.
const EFFORT: u128 = 1 << 21;

/// Whether some values pass below zero somewhere, as far as trying shows it; for symbolic sizes, whether a number below zero
/// is written out.
///
/// Where one of the `guards` fails there is no value to ask for.
pub(crate) fn passes_below_zero(arena: &Arena, guards: &[Id], values: &[Id]) -> bool {
    let order = reachable(arena, values);
    if order.iter().any(|&id| arena.number(id).is_some_and(|number| number < 0)) {
        return true;
    }
    // Nothing but a difference gets below zero.
    if !order.iter().any(|&id| matches!(arena.get(id), Node::Binary(Op::Sub, ..))) {
        return false;
    }
    let Some(axes) = axes(arena, &[guards, values].concat()) else { return false };
    let guard = Program::new(arena, guards);
    let steps: Vec<(Id, Node)> = order.iter().map(|&id| (id, arena.get(id))).collect();
    let place: HashMap<Id, usize, FastHash> = order.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let roots: Vec<usize> = values.iter().map(|id| place[id]).collect();
    let count = axes.iter().fold(1_u128, |product, &(_, n)| product.saturating_mul(n));
    // An odd step comes by all residues of powers of two.
    let step = (count.saturating_mul(steps.len() as u128) / EFFORT) | 1;
    let mut computed: Vec<Option<i128>> = vec![None; steps.len()];
    let mut index = vec![0; axes.iter().map(|&(number, _)| number as usize + 1).max().unwrap_or(0)];
    let mut flat = 0;
    while flat < count {
        let mut rest = flat;
        for &(number, n) in axes.iter().rev() {
            index[number as usize] = (rest % n) as i128;
            rest /= n;
        }
        flat = flat.saturating_add(step);
        let variable = |number: u32| index[number as usize];
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
                Node::Isqrt(a) => at(a).map(i128::isqrt),
                Node::LookUp(list, place) => at(place).and_then(|place| {
                    arena.entries(*list).get(usize::try_from(place).ok()?).map(|&entry| entry.into())
                }),
                Node::Call { .. } => None,
            }
            .filter(|&value| value >= 0);
        }
        if roots.iter().any(|&root| computed[root].is_none()) {
            return true;
        }
    }
    false
}

/// The variables of some expressions with their extents; `None` where there are symbols, which cannot be tried.
fn axes(arena: &Arena, ids: &[Id]) -> Option<Vec<(u32, u128)>> {
    let variables = reachable(arena, ids).into_iter().filter_map(|id| match arena.get(id) {
        Node::Variable(number) => Some(number),
        _ => None,
    });
    let extent = |number: u32| match arena.kind_of(number) {
        Kind::Index { extent } => u128::try_from(arena.number(extent)?).ok(),
        Kind::Size => None,
    };
    variables.map(|number| Some((number, extent(number)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Comparison, Kind};

    #[test]
    fn branches_that_are_not_taken_do_not_matter() {
        let arena = Arena::new();
        let n = arena.constant(9);
        let x = arena.variable("x", Kind::Index { extent: n });
        let low = arena.compare(Comparison::Less, x, arena.constant(4));
        let difference = arena.binary(Op::Sub, x, arena.constant(4));
        let value = arena.choose(low, x, difference);
        assert!(!passes_below_zero(&arena, &[], &[value]));
        assert!(passes_below_zero(&arena, &[], &[difference]));
        let high = arena.compare(Comparison::LessEqual, arena.constant(4), x);
        assert!(!passes_below_zero(&arena, &[high], &[difference]));
    }
}
