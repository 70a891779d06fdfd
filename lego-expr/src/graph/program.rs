//! Plain evaluation of expressions, against which every simplification is tested; and the nodes that expressions are made of.

use crate::graph::arena::{Arena, fold};
use crate::graph::node::{Id, Node, Op};

/// The nodes that some roots need, in an order in which operands come first.
#[derive(Clone, Debug)]
pub struct Program {
    steps: Vec<(Id, Node)>,
    /// For each node of the arena, its place in `steps`.
    places: Vec<u32>,
    roots: Vec<Id>,
}

impl Program {
    /// Collects what the roots need.
    #[must_use]
    pub fn new(arena: &Arena, roots: &[Id]) -> Self {
        let needed: Vec<Id> = reachable(arena, roots);
        let last = needed.last().map_or(0, |id| id.0 as usize + 1);
        let mut places = vec![u32::MAX; last];
        for (place, id) in needed.iter().enumerate() {
            places[id.0 as usize] = place as u32;
        }
        Self { steps: needed.into_iter().map(|id| (id, arena.get(id))).collect(), places, roots: roots.to_vec() }
    }

    /// The values of the roots for given values of the variables.
    ///
    /// `None` where there is none: an operand of a division, remainder, shift or bit operation below zero, a division by
    /// zero, more than 128 bits, a function of the user's. Only the chosen branch of a choice needs a value.
    pub fn run(&self, variable: impl Fn(u32) -> i128) -> Vec<Option<i128>> {
        let mut values: Vec<Option<i128>> = Vec::with_capacity(self.steps.len());
        for (_, node) in &self.steps {
            let at = |id: Id| values[self.places[id.0 as usize] as usize];
            let value = match node {
                Node::Constant(number) => Some(*number),
                Node::Variable(number) => Some(variable(*number)),
                Node::Binary(op, a, b) => at(*a).zip(at(*b)).and_then(|(x, y)| operate(*op, x, y)),
                Node::Compare(comparison, a, b) => at(*a).zip(at(*b)).map(|(x, y)| comparison.holds(x, y).into()),
                Node::Choose(c, a, b) => at(*c).and_then(|c| at(if c != 0 { *a } else { *b })),
                Node::Isqrt(a) => at(*a).filter(|&x| x >= 0).map(i128::isqrt),
                Node::Within(a, _) => at(*a),
                Node::Call { .. } => None,
            };
            values.push(value);
        }
        self.roots.iter().map(|id| values[self.places[id.0 as usize] as usize]).collect()
    }
}

/// An operation where it is defined: `None` for an operand of a division, remainder, shift or bit operation below zero, a
/// division by zero, and a result beyond 128 bits.
#[must_use]
pub fn operate(op: Op, x: i128, y: i128) -> Option<i128> {
    let defined = match op {
        Op::Div | Op::Rem => x >= 0 && y > 0,
        Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => x >= 0 && y >= 0,
        Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max => true,
    };
    if defined { fold(op, x, y) } else { None }
}

/// Every node that some roots are made of, the roots included, operands before what they are operands of.
pub fn reachable(arena: &Arena, roots: &[Id]) -> Vec<Id> {
    // An operand is always an older node than what it is an operand of: from the newest to the oldest, each is seen after
    // all that it is an operand of.
    let most = roots.iter().max().map_or(0, |id| id.0 as usize + 1);
    let mut seen = vec![false; most];
    for root in roots {
        seen[root.0 as usize] = true;
    }
    let mut order = Vec::new();
    arena.read(|nodes| {
        let mut at = most;
        while at > 0 {
            at -= 1;
            if !seen[at] {
                continue;
            }
            order.push(Id(at as u32));
            match &nodes[at] {
                Node::Constant(_) | Node::Variable(_) => {}
                Node::Binary(_, a, b) | Node::Compare(_, a, b) => {
                    seen[a.0 as usize] = true;
                    seen[b.0 as usize] = true;
                }
                Node::Choose(c, a, b) => {
                    seen[c.0 as usize] = true;
                    seen[a.0 as usize] = true;
                    seen[b.0 as usize] = true;
                }
                Node::Isqrt(a) | Node::Within(a, _) => seen[a.0 as usize] = true,
                Node::Call { arguments, .. } => {
                    for argument in arguments {
                        seen[argument.0 as usize] = true;
                    }
                }
            }
        }
    });
    order.reverse();
    order
}
