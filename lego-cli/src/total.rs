//! Values that exist whatever the variables are, seen from their operations alone.

use lego_expr::{Arena, Comparison, Id, Node, Op, reachable};
use std::collections::{HashMap, HashSet};

/// Nodes that have a value for all values of the variables.
pub(crate) struct Totals(HashSet<Id>);

impl Totals {
    /// Those of the nodes that some roots are made of.
    pub(crate) fn new(arena: &Arena, roots: &[Id]) -> Self {
        Self::knowing(arena, roots, &HashSet::new())
    }

    /// The same where some nodes are known to have a value that is not below zero.
    pub(crate) fn knowing(arena: &Arena, roots: &[Id], known: &HashSet<Id>) -> Self {
        let order = reachable(arena, roots);
        let mut total = HashSet::new();
        for id in order {
            let all = |ids: &[Id]| ids.iter().all(|id| total.contains(id));
            let own = match arena.get(id) {
                _ if known.contains(&id) => true,
                Node::Constant(value) => value >= 0,
                Node::Variable(_) => true,
                Node::Binary(Op::Sub, ..) | Node::Call { .. } => false,
                Node::Binary(Op::Div | Op::Rem, a, divisor) => {
                    all(&[a]) && arena.number(divisor).is_some_and(|d| d > 0)
                }
                Node::Binary(Op::Shl | Op::Shr, a, by) => all(&[a]) && arena.number(by).is_some_and(|by| by < 64),
                Node::Choose(c, a, b) => all(&[c, a]) && (all(&[b]) || is_exempt(arena, c, b, &total)),
                Node::Binary(_, a, b) | Node::Compare(_, a, b) => all(&[a, b]),
                Node::Isqrt(a) | Node::Within(a, _) => all(&[a]),
            };
            if own {
                total.insert(id);
            }
        }
        Self(total)
    }

    pub(crate) fn contains(&self, id: Id) -> bool {
        self.0.contains(&id)
    }
}

/// Whether `b` has a value where the comparison `c` fails: `a - b` where not `a < b`, `a / b` where not `b < 1`.
fn is_exempt(arena: &Arena, c: Id, b: Id, total: &HashSet<Id>) -> bool {
    let Node::Compare(Comparison::Less, x, y) = arena.get(c) else { return false };
    let Node::Binary(op, left, right) = arena.get(b) else { return false };
    let operands = total.contains(&left) && total.contains(&right);
    operands
        && match op {
            Op::Sub => (x, y) == (left, right),
            Op::Div | Op::Rem => x == right && arena.number(y) == Some(1),
            _ => false,
        }
}

/// Nodes that are computed whenever the root is: those outside of branches.
pub(crate) fn unguarded(arena: &Arena, root: Id) -> HashSet<Id> {
    let mut found = HashSet::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if !found.insert(id) {
            continue;
        }
        match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) => {}
            Node::Binary(_, a, b) | Node::Compare(_, a, b) => stack.extend([a, b]),
            Node::Choose(a, ..) | Node::Isqrt(a) | Node::Within(a, _) => stack.push(a),
            Node::Call { arguments, .. } => stack.extend(arguments),
        }
    }
    found
}

/// A value that exists for all values of the variables and is `id` where that exists: differences below zero and
/// quotients by zero are 0.
pub(crate) fn monus(arena: &Arena, id: Id) -> Id {
    let order = reachable(arena, &[id]);
    let (zero, totals) = (arena.constant(0), Totals::new(arena, &[id]));
    let mut new: HashMap<Id, Id> = HashMap::new();
    for old in order {
        let at = |id: Id| new[&id];
        let made = match arena.get(old) {
            _ if totals.contains(old) => old,
            Node::Constant(_) | Node::Variable(_) | Node::Call { .. } => old,
            Node::Binary(op, a, b) => {
                let (a, b) = (at(a), at(b));
                let value = arena.binary(op, a, b);
                match op {
                    Op::Sub => arena.choose(arena.compare(Comparison::Less, a, b), zero, value),
                    Op::Div | Op::Rem => {
                        arena.choose(arena.compare(Comparison::Less, b, arena.constant(1)), zero, value)
                    }
                    _ => value,
                }
            }
            Node::Compare(comparison, a, b) => arena.compare(comparison, at(a), at(b)),
            Node::Choose(c, a, b) => arena.choose(at(c), at(a), at(b)),
            Node::Isqrt(a) => arena.isqrt(at(a)),
            Node::Within(a, _) => at(a),
        };
        new.insert(old, made);
    }
    new[&id]
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_expr::{Kind, Program};

    #[test]
    fn total_values_exist_everywhere() {
        let arena = Arena::new();
        let five = arena.constant(5);
        let [x, y] = ["x", "y"].map(|name| arena.variable(name, Kind::Index { extent: five }));
        let difference = arena.binary(Op::Sub, x, y);
        let quotient = arena.binary(Op::Div, arena.constant(100), difference);
        let value = arena.binary(Op::Add, quotient, arena.binary(Op::Mul, x, x));
        let made = monus(&arena, value);
        assert!(!Totals::new(&arena, &[value]).contains(value));
        assert!(Totals::new(&arena, &[made]).contains(made));
        let program = Program::new(&arena, &[value, made]);
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let values = program.run(|variable| if variable == 0 { a } else { b });
            assert!(values[1].is_some_and(|made| made >= 0));
            assert!(a <= b || values[0] == values[1], "{a} {b}");
        }
    }
}
