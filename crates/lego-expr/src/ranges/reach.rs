//! Upper bounds of values from their operands alone, by which forms are recognized whose values exceed a machine's words.
//!
//! The nodes of a form that is only tried have no proved ranges. These bounds take no proof, and are enough to prefer
//! `p % c + c - i` to `p + c - (c + 1) * i` where the second needs a wider word. Which type the code computes in is decided
//! by [`extremes`](crate::width::extremes).

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::reachable;

/// An upper bound of every node of an arena; a number beyond any word stands for "none".
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Each at the place of its node's id.
    most: Vec<u128>,
    /// The largest extent of a variable.
    extent: u128,
}

/// More than any word holds.
const NONE: u128 = u128::MAX;

impl Reach {
    /// Whether a node that some roots are made of has a bound that exceeds `word`.
    pub(crate) fn exceeds(&mut self, arena: &Arena, roots: &[Id], word: u128) -> bool {
        self.extend(arena);
        // Where even the product of two positions fits, no value is looked at.
        if self.extent.saturating_mul(self.extent) <= word {
            return false;
        }
        reachable(arena, roots).iter().any(|id| {
            let most = self.most[id.0 as usize];
            most > word && most != NONE
        })
    }

    /// Adds the bounds of the nodes that are new in the arena.
    fn extend(&mut self, arena: &Arena) {
        arena.read(|nodes| {
            for node in &nodes[self.most.len()..] {
                let most = self.bound(arena, nodes, node);
                self.most.push(most);
            }
        });
    }

    fn bound(&mut self, arena: &Arena, nodes: &[Node], node: &Node) -> u128 {
        let at = |id: &Id| self.most[id.0 as usize];
        let number = |id: &Id| match nodes[id.0 as usize] {
            Node::Constant(value) => u128::try_from(value).ok(),
            _ => None,
        };
        let ones = |value: u128| if value == 0 { 0 } else { NONE >> value.leading_zeros() };
        match node {
            Node::Constant(value) => u128::try_from(*value).unwrap_or(0),
            Node::Variable(variable) => match arena.kind_of(*variable) {
                Kind::Index { extent } => match number(&extent) {
                    Some(extent) => {
                        self.extent = self.extent.max(extent);
                        extent.saturating_sub(1)
                    }
                    None => NONE,
                },
                Kind::Size => NONE,
            },
            Node::Binary(op, a, b) => {
                let (x, y) = (at(a), at(b));
                match op {
                    Op::Add => x.saturating_add(y),
                    Op::Mul => x.saturating_mul(y),
                    Op::Div if x == NONE => NONE,
                    Op::Div => x / number(b).unwrap_or(1).max(1),
                    Op::Rem => x.min(number(b).unwrap_or(y).saturating_sub(1)),
                    Op::And | Op::Min => x.min(y),
                    Op::Or | Op::Xor => ones(x.max(y)),
                    Op::Shl => number(b).filter(|&shift| shift < 64).map_or(NONE, |shift| x.saturating_mul(1 << shift)),
                    Op::Max => x.max(y),
                    // The second operand is not below zero, so that the result is at most the first.
                    Op::Sub | Op::Shr => x,
                }
            }
            Node::Compare(..) => 1,
            Node::Choose(c, a, b) => match &nodes[c.0 as usize] {
                Node::Compare(_, x, y) if (x, y) == (a, b) => at(a).min(at(b)),
                _ => at(a).max(at(b)),
            },
            Node::Isqrt(a) => at(a).isqrt(),
            Node::LookUp(list, _) => arena.entries(*list).iter().max().map_or(0, |&most| most.into()),
            Node::Within(a, extent) => at(a).min(number(extent).map_or(NONE, |extent| extent.saturating_sub(1))),
            Node::Call { .. } => NONE,
        }
    }
}
