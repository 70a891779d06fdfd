//! The nodes known to be no larger than a given value, because they are summands or factors of it.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Node, Op};
use crate::ranges::range::Range;

/// The nodes that are no larger than one of some values.
///
/// Law: of natural numbers, a and b are at most a + b and at most a | b; a is at most a·b where b is at least 1, and at most
/// a << b. So if a value is below a bound, so is every part of it that is reached by these alone. A branch of a choice is not
/// such a part: it may be computed where the choice has the other branch's value.
pub(crate) struct Parts(Vec<bool>);

impl Parts {
    /// The parts of some values among nodes, which are in an order with operands first.
    pub(crate) fn new(arena: &Arena, order: &[Id], values: &[Id], range: &dyn Fn(Id) -> Range) -> Self {
        let mut is_part = vec![false; order.last().map_or(0, |id| id.0 as usize + 1)];
        for value in values {
            is_part[value.0 as usize] = true;
        }
        let least = |id: Id| range(id).low;
        for &id in order.iter().rev() {
            if !is_part[id.0 as usize] {
                continue;
            }
            match arena.get(id) {
                Node::Binary(Op::Add | Op::Or, a, b) => {
                    is_part[a.0 as usize] |= least(b) >= 0;
                    is_part[b.0 as usize] |= least(a) >= 0;
                }
                Node::Binary(Op::Mul, a, b) => {
                    is_part[a.0 as usize] |= least(a) >= 0 && least(b) >= 1;
                    is_part[b.0 as usize] |= least(b) >= 0 && least(a) >= 1;
                }
                Node::Binary(Op::Shl, a, _) => is_part[a.0 as usize] |= least(a) >= 0,
                Node::Within(a, _) => is_part[a.0 as usize] = true,
                _ => {}
            }
        }
        Self(is_part)
    }

    /// Whether a node is no larger than one of the values.
    pub(crate) fn contains(&self, id: Id) -> bool {
        self.0[id.0 as usize]
    }
}
