//! Expressions as straight-line code, and the one way in which they are evaluated: on a number, or on a column of numbers.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::register::Register;
use std::sync::Arc;

/// What some roots need, in an order in which operands come first.
///
/// ```
/// use lego_expr::{Arena, Kind, Op, Program};
/// let arena = Arena::new();
/// let i = arena.variable("i", Kind::Index { extent: arena.constant(8) });
/// let program = Program::new(&arena, &[arena.binary(Op::Div, arena.constant(12), i)]);
/// assert_eq!(program.run(|_| 5), [Some(2)]);
/// assert_eq!(program.run(|_| 0), [None]);
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// Step k writes register k.
    steps: Vec<Step>,
    /// The registers of the roots.
    roots: Vec<usize>,
    /// The lists that steps look into.
    lists: Vec<Arc<[u64]>>,
}

/// How a register gets its value; operands are registers before it.
#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(i128),
    Variable(u32),
    Binary(Op, usize, usize),
    /// A quotient by a power of two.
    HighBits(usize, u32),
    /// A remainder by a power of two.
    LowBits(usize, u32),
    Compare(Comparison, usize, usize),
    Choose(usize, usize, usize),
    Isqrt(usize),
    /// The entry of a list of the program.
    LookUp(usize, usize),
    Copy(usize),
    /// A function of the user's, which has no value here.
    Call,
}

impl Program {
    /// Collects what the roots need.
    #[must_use]
    pub fn new(arena: &Arena, roots: &[Id]) -> Self {
        Self::of(arena, &reachable(arena, roots), roots, None)
    }

    /// Collects what the roots need beside another node, whose value is given: that of every variable.
    pub(crate) fn between(arena: &Arena, input: Id, roots: &[Id]) -> Self {
        Self::of(arena, &reachable_until(arena, roots, Some(input)), roots, Some(input))
    }

    /// Collects nodes of which operands come first. `input` has the value of a variable.
    fn of(arena: &Arena, order: &[Id], roots: &[Id], input: Option<Id>) -> Self {
        let last = order.last().map_or(0, |id| id.0 as usize + 1);
        let mut registers = vec![usize::MAX; last];
        let mut steps = Vec::with_capacity(order.len());
        let mut lists = Vec::new();
        for (register, &id) in order.iter().enumerate() {
            registers[id.0 as usize] = register;
            let at = |id: Id| registers[id.0 as usize];
            if input == Some(id) {
                steps.push(Step::Variable(0));
                continue;
            }
            steps.push(match arena.get(id) {
                Node::Constant(number) => Step::Constant(number),
                Node::Variable(number) => Step::Variable(number),
                Node::Binary(op @ (Op::Div | Op::Rem), a, b) => match arena.number(b) {
                    Some(d) if d > 0 && d & (d - 1) == 0 && op == Op::Div => Step::HighBits(at(a), d.trailing_zeros()),
                    Some(d) if d > 0 && d & (d - 1) == 0 => Step::LowBits(at(a), d.trailing_zeros()),
                    _ => Step::Binary(op, at(a), at(b)),
                },
                Node::Binary(op, a, b) => Step::Binary(op, at(a), at(b)),
                Node::Compare(comparison, a, b) => Step::Compare(comparison, at(a), at(b)),
                Node::Choose(c, a, b) => Step::Choose(at(c), at(a), at(b)),
                Node::Isqrt(a) => Step::Isqrt(at(a)),
                Node::LookUp(list, place) => {
                    lists.push(arena.entries(list));
                    Step::LookUp(lists.len() - 1, at(place))
                }
                Node::Within(a, _) => Step::Copy(at(a)),
                Node::Call { .. } => Step::Call,
            });
        }
        Self { steps, lists, roots: roots.iter().map(|id| registers[id.0 as usize]).collect() }
    }

    /// How many steps it takes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to evaluate.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The registers of the roots, in the order of these.
    #[must_use]
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The values of the roots for given values of the variables.
    ///
    /// `None` where there is none: an operand of a division, remainder, shift or bit operation below zero, a division by
    /// zero, more than 128 bits, a function of the user's. Only the chosen branch of a choice needs a value.
    pub fn run(&self, variable: impl Fn(u32) -> i128) -> Vec<Option<i128>> {
        let mut registers = self.registers();
        self.run_on(&mut registers, |number, register| *register = Some(variable(number)));
        self.roots.iter().map(|&root| registers[root]).collect()
    }

    /// Registers for [`Program::run_on`], the constants written.
    #[must_use]
    pub fn registers<R: Register>(&self) -> Vec<R> {
        let written = |step: &Step| match step {
            Step::Constant(number) => R::constant(*number),
            _ => R::none(),
        };
        self.steps.iter().map(written).collect()
    }

    /// Writes every register that is no constant; `variable` writes that of a variable, given its number.
    pub fn run_on<R: Register>(&self, registers: &mut [R], mut variable: impl FnMut(u32, &mut R)) {
        for (at, step) in self.steps.iter().enumerate() {
            let (before, rest) = registers.split_at_mut(at);
            let out = &mut rest[0];
            match *step {
                Step::Constant(_) | Step::Call => {}
                Step::Variable(number) => variable(number, out),
                Step::Binary(op, a, b) => out.operate(op, &before[a], &before[b]),
                Step::HighBits(a, places) => out.high_bits(&before[a], places),
                Step::LowBits(a, places) => out.low_bits(&before[a], places),
                Step::Compare(comparison, a, b) => out.compare(comparison, &before[a], &before[b]),
                Step::Choose(c, a, b) => out.choose(&before[c], &before[a], &before[b]),
                Step::Isqrt(a) => out.isqrt(&before[a]),
                Step::LookUp(list, a) => out.look_up(&self.lists[list], &before[a]),
                Step::Copy(a) => out.clone_from(&before[a]),
            }
        }
    }
}

/// Every node that some roots are made of, the roots included, operands before what they are operands of.
pub fn reachable(arena: &Arena, roots: &[Id]) -> Vec<Id> {
    reachable_until(arena, roots, None)
}

/// As [`reachable`], without what only one node is made of: `leaf`.
fn reachable_until(arena: &Arena, roots: &[Id], leaf: Option<Id>) -> Vec<Id> {
    // An operand is always an older node than what it is an operand of: from the newest to the oldest, each is seen after
    // all that it is an operand of.
    let most = roots.iter().max().map_or(0, |id| id.0 as usize + 1);
    // Numbers and variables may be far older than the rest: they are put aside, so that nobody walks to them.
    let mut found = Found { leaf, seen: vec![false; most], open: 0, leaves: Vec::new() };
    let mut order = Vec::new();
    arena.read(|nodes| {
        for &root in roots {
            found.see(nodes, root);
        }
        let mut at = most;
        while found.open > 0 {
            at -= 1;
            if !found.seen[at] || leaf == Some(Id(at as u32)) {
                continue;
            }
            match &nodes[at] {
                Node::Constant(_) | Node::Variable(_) => continue,
                Node::Binary(_, a, b) | Node::Compare(_, a, b) => {
                    found.see(nodes, *a);
                    found.see(nodes, *b);
                }
                Node::Choose(c, a, b) => {
                    found.see(nodes, *c);
                    found.see(nodes, *a);
                    found.see(nodes, *b);
                }
                Node::Isqrt(a) | Node::LookUp(_, a) | Node::Within(a, _) => found.see(nodes, *a),
                Node::Call { arguments, .. } => {
                    for argument in arguments {
                        found.see(nodes, *argument);
                    }
                }
            }
            found.open -= 1;
            order.push(Id(at as u32));
        }
    });
    order.reverse();
    merged(order, found.leaves)
}

/// The nodes that have been found.
struct Found {
    /// A node whose operands are not looked at.
    leaf: Option<Id>,
    seen: Vec<bool>,
    /// How many of them that have operands have not been walked to.
    open: usize,
    leaves: Vec<Id>,
}

impl Found {
    fn see(&mut self, nodes: &[Node], id: Id) {
        let place = id.0 as usize;
        if self.seen[place] {
            return;
        }
        self.seen[place] = true;
        match nodes[place] {
            Node::Constant(_) | Node::Variable(_) => self.leaves.push(id),
            _ if self.leaf == Some(id) => self.leaves.push(id),
            _ => self.open += 1,
        }
    }
}

/// Nodes in order, with others among them that are in none.
fn merged(order: Vec<Id>, mut others: Vec<Id>) -> Vec<Id> {
    others.sort_unstable();
    let mut merged = Vec::with_capacity(order.len() + others.len());
    let mut next = 0;
    for id in order {
        while next < others.len() && others[next] < id {
            merged.push(others[next]);
            next += 1;
        }
        merged.push(id);
    }
    merged.extend_from_slice(&others[next..]);
    merged
}
