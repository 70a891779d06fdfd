//! What an expression costs.

use super::node::{Arena, Id, Node, Op};
use super::program::reachable;
use std::collections::HashSet;

/// The number of operators, comparisons and branches; a shared subexpression counts once.
///
/// A minimum or maximum counts as what it is printed as: a comparison and a branch.
#[must_use]
pub fn operations(arena: &Arena, roots: &[Id]) -> usize {
    reachable(arena, roots)
        .into_iter()
        .map(|id| match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) | Node::Within(..) => 0,
            Node::Binary(Op::Min | Op::Max, ..) => 2,
            Node::Binary(..) | Node::Compare(..) | Node::Choose(..) | Node::Isqrt(_) | Node::Call { .. } => 1,
        })
        .sum()
}

/// What a processor pays, in units of an addition.
///
/// | operation | weight | why |
/// |---|---|---|
/// | `+ - * & \| ^ << >>`, comparison, choice | 1 | one instruction on a CPU and on a GPU |
/// | `/`, `%` by a power of two | 1 | a shift or a mask |
/// | `/` by another number | 3 | a multiplication, the upper half, a shift |
/// | `%` by another number | 4 | the quotient, a multiplication, a subtraction |
/// | `/`, `%` by a symbol | 16 | a division instruction, or twenty instructions on a GPU |
/// | `%` beside `/` of the same operands | 2 | compilers share the division |
/// | square root | 20 | a loop |
///
/// A shared subexpression counts once.
#[must_use]
fn weight(arena: &Arena, roots: &[Id]) -> usize {
    let nodes: HashSet<Id, super::hash::Fast> = reachable(arena, roots).into_iter().collect();
    nodes
        .iter()
        .map(|&id| match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) | Node::Within(..) => 0,
            Node::Binary(op @ (Op::Div | Op::Rem), a, b) => match arena.number(b) {
                Some(number) if number > 0 && number & (number - 1) == 0 => 1,
                _ if op == Op::Rem && nodes.contains(&arena.node(Node::Binary(Op::Div, a, b))) => 2,
                Some(_) if op == Op::Div => 3,
                Some(_) => 4,
                None => 16,
            },
            Node::Binary(Op::Min | Op::Max, ..) => 2,
            Node::Binary(..) | Node::Compare(..) | Node::Choose(..) => 1,
            Node::Isqrt(_) => 20,
            Node::Call { .. } => 8,
        })
        .sum()
}

/// What forms are compared by: the operations, and at one operation more or less what the processor pays.
#[must_use]
pub fn cost(arena: &Arena, roots: &[Id]) -> usize {
    4 * operations(arena, roots) + weight(arena, roots)
}
