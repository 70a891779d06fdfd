//! The printer: brackets by precedence, and names for what is used twice, in any dialect.

use crate::emit::dialect::{ATOM, Dialect, Operator, Output};
use crate::emit::shared::{Printed, Shared};
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::ranges::knowledge::Knowledge;
use std::collections::{HashMap, HashSet};

/// Writes expressions as they are, whatever the target has.
///
/// A node gets a name if it is used twice and has a value wherever it might be computed. One that may only be computed in the
/// branch that it stands in is written out each time.
pub fn print<D: Dialect>(arena: &Arena, roots: &[Id], dialect: &D, known: &dyn Knowledge) -> Printed<D::Output> {
    let order = reachable(arena, roots);
    let mut uses: HashMap<Id, usize, FastHash> = HashMap::default();
    for &id in &order {
        for &operand in arena.operands(id).iter() {
            *uses.entry(operand).or_default() += 1;
        }
    }
    for root in roots {
        *uses.entry(*root).or_default() += 1;
    }
    // What compares with the width of the type is read with the shift beside it.
    let widths: Vec<Id> = order.iter().filter_map(|&id| shift::by_width(arena, id)).map(|[truth, ..]| truth).collect();
    let truths = truths(arena, &order);
    let mut printer = Printer { arena, dialect, known, named: HashMap::default() };
    let mut shared = Vec::new();
    for id in order {
        let leaf = matches!(arena.get(id), Node::Constant(_) | Node::Variable(_) | Node::Within(..));
        if !leaf && !widths.contains(&id) && uses.get(&id).is_some_and(|&count| count > 1) && known.may_hoist(id) {
            let name = dialect.shared(shared.len());
            let value = printer.expression(id, 0);
            shared.push(Shared { name: name.clone(), value, is_truth: truths.contains(&id) });
            printer.named.insert(id, name);
        }
    }
    Printed { shared, values: roots.iter().map(|&root| printer.expression(root, 0)).collect() }
}

/// The nodes that are truths: comparisons, and what is made of such.
fn truths(arena: &Arena, order: &[Id]) -> HashSet<Id, FastHash> {
    let mut truths = HashSet::default();
    for &id in order {
        let is_truth = match arena.get(id) {
            Node::Compare(..) => true,
            Node::Binary(Op::And | Op::Or | Op::Xor, a, b) | Node::Choose(_, a, b) => {
                truths.contains(&a) || truths.contains(&b)
            }
            _ => false,
        };
        if is_truth {
            truths.insert(id);
        }
    }
    truths
}

struct Printer<'a, D: Dialect> {
    arena: &'a Arena,
    dialect: &'a D,
    known: &'a dyn Knowledge,
    named: HashMap<Id, D::Output, FastHash>,
}

impl<D: Dialect> Printer<'_, D> {
    /// How many places a number shifts by, if it is a power of two.
    fn places(&self, id: Id) -> Option<u32> {
        let number = self.arena.number(id).filter(|&number| number > 0 && number.count_ones() == 1)?;
        Some(number.trailing_zeros())
    }

    /// A node where anything looser than `context` needs brackets.
    fn expression(&self, id: Id, context: u8) -> D::Output {
        if let Some(name) = self.named.get(&id) {
            return name.clone();
        }
        let (written, own) = match self.arena.get(id) {
            Node::Within(a, _) => return self.expression(a, context),
            Node::Constant(value) => {
                let own = if value < 0 { self.dialect.precedence(Operator::Negative) } else { ATOM };
                (self.dialect.number(value), own)
            }
            Node::Variable(number) => (self.dialect.variable(&self.arena.variable_of(number)), ATOM),
            Node::Binary(op, a, b) => self.binary(op, a, b),
            Node::Compare(comparison, a, b) => {
                let operator = Operator::Comparison(comparison);
                let (own, inside) = (self.dialect.precedence(operator), self.dialect.operands(operator));
                let operands = inside.max(own + 1);
                let (a, b) = (self.expression(a, operands), self.expression(b, operands));
                (self.dialect.compare(comparison, a, b), own)
            }
            Node::Choose(c, a, b) => {
                let truth = self.within_width(id).unwrap_or_else(|| self.expression(c, 0));
                let (a, b) = (self.expression(a, 0), self.expression(b, 0));
                (self.dialect.choice(truth, a, b), self.dialect.precedence(Operator::Choice))
            }
            Node::Isqrt(a) => (self.dialect.isqrt(self.expression(a, 0), self.known.range(a)), ATOM),
            Node::Call { function, part, arguments } => {
                let arguments = arguments.iter().map(|&a| self.expression(a, 0)).collect();
                (self.dialect.call(&self.arena.function_of(function), part, arguments), ATOM)
            }
        };
        if own < context { D::Output::bracketed(written) } else { written }
    }

    /// The truth of a choice that ends at the width of the type.
    fn within_width(&self, choice: Id) -> Option<D::Output> {
        let [truth, amount, _] = shift::by_width(self.arena, choice)?;
        let Node::Compare(comparison, ..) = self.arena.get(truth) else { return None };
        let operator = Operator::Comparison(comparison);
        let operands = self.dialect.operands(operator).max(self.dialect.precedence(operator) + 1);
        let width = self.dialect.width().unwrap_or_else(|| self.dialect.number(shift::END.into()));
        Some(self.dialect.compare(comparison, self.expression(amount, operands), width))
    }

    /// An operation on two, and how tightly it binds.
    fn binary(&self, op: Op, a: Id, b: Id) -> (D::Output, u8) {
        let operator = Operator::Binary(op);
        let (own, inside) = (self.dialect.precedence(operator), self.dialect.operands(operator));
        match op {
            Op::Min | Op::Max => {
                // The operands of a function stand by themselves.
                let context = if own == ATOM { 0 } else { inside };
                (self.dialect.binary(op, self.expression(a, context), self.expression(b, context)), own)
            }
            Op::Div | Op::Rem if self.dialect.masks() && self.places(b).is_some() => {
                let places = self.places(b).unwrap_or(0);
                let (op, number) = match op {
                    Op::Div => (Op::Shr, places.into()),
                    _ => (Op::And, (1 << places) - 1),
                };
                let operator = Operator::Binary(op);
                let left = self.expression(a, self.dialect.operands(operator));
                (self.dialect.binary(op, left, self.dialect.number(number)), self.dialect.precedence(operator))
            }
            _ => {
                let left = self.expression(a, inside);
                let special = match op {
                    Op::Div | Op::Rem if self.arena.number(b).is_none() => self.dialect.divisor(&self.expression(b, 0)),
                    _ => None,
                };
                let right = special.unwrap_or_else(|| self.expression(b, inside.max(own + 1)));
                (self.dialect.binary(op, left, right), own)
            }
        }
    }
}
