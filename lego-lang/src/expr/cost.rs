//! What an expression costs.

use super::node::{Arena, Id, Node, Op};
use super::program::reachable;

/// The number of operators, comparisons and branches; a shared subexpression counts once.
///
/// A minimum or maximum counts as what it is printed as: a comparison and a branch.
#[must_use]
pub fn operations(arena: &Arena, roots: &[Id]) -> usize {
    operations_of(arena, &reachable(arena, roots))
}

fn operations_of(arena: &Arena, nodes: &[Id]) -> usize {
    nodes
        .iter()
        .map(|&id| match arena.get(id) {
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
fn weight_of(arena: &Arena, nodes: &[Id]) -> usize {
    let is_there = |node: &Node| arena.find(node).is_some_and(|id| nodes.binary_search(&id).is_ok());
    nodes
        .iter()
        .map(|&id| match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) | Node::Within(..) => 0,
            Node::Binary(op @ (Op::Div | Op::Rem), a, b) => match arena.number(b) {
                Some(number) if number > 0 && number & (number - 1) == 0 => 1,
                _ if op == Op::Rem && is_there(&Node::Binary(Op::Div, a, b)) => 2,
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
    let nodes = reachable(arena, roots);
    4 * operations_of(arena, &nodes) + weight_of(arena, &nodes)
}
