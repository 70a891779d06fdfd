//! The printer: brackets by precedence, and names for what is used twice, in any dialect.

use crate::emit::dialect::{ATOM, Dialect, Operator, Output};
use crate::emit::places::{Operand, Place, Places, WHOLE};
use crate::emit::shared::{Printed, Shared};
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::normal::budget::Stop;
use crate::ranges::knowledge::Knowledge;
use std::collections::{HashMap, HashSet};

/// Writes expressions as they are, whatever the target has.
///
/// A node gets a name if it is used twice and has a value wherever it might be computed. One that may only be computed in the
/// branch that it stands in is written out each time, or has a name in the branch where that would get long.
///
/// # Errors
/// [`Stop::TooLong`] where what is written would take far more operations than there are.
pub fn print<D: Dialect>(
    arena: &Arena,
    roots: &[Id],
    dialect: &D,
    known: &dyn Knowledge,
) -> Result<Printed<D::Output>, Stop> {
    print_with(arena, roots, dialect, known, true)
}

/// Writes each expression as one text, without names: what it uses twice is written twice.
///
/// # Errors
/// [`Stop::TooLong`] where what is written would take far more operations than there are.
pub fn print_alone<D: Dialect>(
    arena: &Arena,
    roots: &[Id],
    dialect: &D,
    known: &dyn Knowledge,
) -> Result<Vec<D::Output>, Stop> {
    print_with(arena, roots, dialect, known, false).map(|printed| printed.values)
}

fn print_with<D: Dialect>(
    arena: &Arena,
    roots: &[Id],
    dialect: &D,
    known: &dyn Knowledge,
    has_names: bool,
) -> Result<Printed<D::Output>, Stop> {
    let Places { mut places, roots: values } = Places::new(arena, roots, dialect, known, has_names)?;
    // Operands are older nodes than what they are operands of.
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&place| (places[place].node, place));
    let truths = truths(arena, &reachable(arena, roots));
    let written = vec![None; places.len()];
    let mut printer = Printer { arena, dialect, known, truths: &truths, written, lets: HashMap::default() };
    let mut names = 0;
    for at in order {
        let place = &mut places[at];
        let (mut output, mut binding) = printer.place(place);
        if let Some(block) = place.named {
            let name = dialect.shared(names);
            names += 1;
            let is_truth = truths.contains(&place.node);
            printer.lets.entry(block).or_default().push(Shared { name: name.clone(), value: output, is_truth });
            (output, binding) = (name, ATOM);
        }
        printer.written[at] = Some(Written { output, binding, is_name: place.named.is_some() });
    }
    let values = values.into_iter().map(|root| printer.operand(root, 0)).collect();
    Ok(Printed { shared: printer.lets.remove(&WHOLE).unwrap_or_default(), values })
}

/// What is written for a number that is not below zero, or for a variable.
pub(crate) fn leaf<D: Dialect>(arena: &Arena, root: Id, dialect: &D) -> Option<D::Output> {
    match arena.get(root) {
        Node::Constant(value) if value >= 0 => Some(dialect.number(value)),
        Node::Variable(number) => Some(dialect.variable(&arena.variable_of(number))),
        _ => None,
    }
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

/// What has been written for a place.
#[derive(Clone)]
struct Written<O> {
    output: O,
    /// How tightly it binds.
    binding: u8,
    /// Whether it is a name, to be used more than once.
    is_name: bool,
}

struct Printer<'a, D: Dialect> {
    arena: &'a Arena,
    dialect: &'a D,
    known: &'a dyn Knowledge,
    truths: &'a HashSet<Id, FastHash>,
    /// For each place what was written for it, until it is used.
    written: Vec<Option<Written<D::Output>>>,
    /// For each block what it computes ahead.
    lets: HashMap<usize, Vec<Shared<D::Output>>, FastHash>,
}

impl<D: Dialect> Printer<'_, D> {
    /// How many places a number shifts by, if it is a power of two.
    fn places(&self, id: Id) -> Option<u32> {
        let number = self.arena.number(id).filter(|&number| number > 0 && number.count_ones() == 1)?;
        Some(number.trailing_zeros())
    }

    /// An operand where anything looser than `context` needs brackets.
    fn operand(&mut self, operand: Operand, context: u8) -> D::Output {
        let (output, binding) = match operand {
            Operand::Place(place) => {
                let written = &mut self.written[place];
                let taken = if written.as_ref().is_some_and(|written| written.is_name) {
                    written.clone()
                } else {
                    written.take()
                };
                match taken {
                    Some(Written { output, binding, .. }) => (output, binding),
                    None => unreachable!("a place without a name is used once, after it has been written"),
                }
            }
            Operand::Leaf(id) => match self.arena.get(id) {
                Node::Constant(value) => {
                    let own = if value < 0 { self.dialect.precedence(Operator::Negative) } else { ATOM };
                    (self.dialect.number(value), own)
                }
                Node::Variable(number) => (self.dialect.variable(&self.arena.variable_of(number)), ATOM),
                _ => unreachable!("every other node has a place"),
            },
        };
        if binding < context { D::Output::bracketed(output) } else { output }
    }

    /// What stands at a place, and how tightly it binds.
    fn place(&mut self, place: &Place) -> (D::Output, u8) {
        let operand = |k: usize| place.operands[k];
        match self.arena.get(place.node) {
            Node::Binary(op, ..) if self.truths.contains(&place.node) => {
                let operator = Operator::Truths(op);
                let (own, inside) = (self.dialect.precedence(operator), self.dialect.operands(operator));
                let left = self.operand(operand(0), inside);
                let right = self.operand(operand(1), inside.max(own + 1));
                (self.dialect.truths(op, left, right), own)
            }
            Node::Binary(op, _, b) => self.binary(op, operand(0), operand(1), b),
            Node::Compare(comparison, ..) => {
                let operator = Operator::Comparison(comparison);
                let (own, inside) = (self.dialect.precedence(operator), self.dialect.operands(operator));
                let operands = inside.max(own + 1);
                let (a, b) = (self.operand(operand(0), operands), self.operand(operand(1), operands));
                (self.dialect.compare(comparison, a, b), own)
            }
            Node::Choose(..) => {
                let truth = match shift::by_width(self.arena, place.node) {
                    Some([truth, ..]) => self.within_width(truth, operand(0)),
                    None => self.operand(operand(0), 0),
                };
                let a = self.branch(operand(1), place, 0);
                let b = self.branch(operand(2), place, 1);
                (self.dialect.choice(truth, a, b), self.dialect.precedence(Operator::Choice))
            }
            Node::Isqrt(a) => {
                let argument = self.operand(operand(0), 0);
                (self.dialect.isqrt(argument, self.known.range(a)), ATOM)
            }
            Node::LookUp(list, _) => {
                let place = self.operand(operand(0), 0);
                (self.dialect.look_up(list, &self.arena.entries(list), place), ATOM)
            }
            Node::Call { function, part, .. } => {
                let arguments = place.operands.iter().map(|&argument| self.operand(argument, 0)).collect();
                (self.dialect.call(&self.arena.function_of(function), part, arguments), ATOM)
            }
            Node::Constant(_) | Node::Variable(_) | Node::Within(..) => unreachable!("a leaf has no place"),
        }
    }

    /// A branch of a choice, after what it computes ahead.
    fn branch(&mut self, value: Operand, place: &Place, side: usize) -> D::Output {
        let value = self.operand(value, 0);
        let lets = if place.branches[side] == WHOLE { None } else { self.lets.remove(&place.branches[side]) };
        match (lets, self.dialect.block()) {
            (Some(lets), Some(block)) => {
                block(lets.iter().map(|shared| self.dialect.statement(shared)).collect(), value)
            }
            _ => value,
        }
    }

    /// The truth of a choice that ends at the width of the type.
    fn within_width(&mut self, truth: Id, amount: Operand) -> D::Output {
        let Node::Compare(comparison, ..) = self.arena.get(truth) else { return self.operand(amount, 0) };
        let operator = Operator::Comparison(comparison);
        let operands = self.dialect.operands(operator).max(self.dialect.precedence(operator) + 1);
        let width = self.dialect.width().unwrap_or_else(|| self.dialect.number(shift::END.into()));
        let amount = self.operand(amount, operands);
        self.dialect.compare(comparison, amount, width)
    }

    /// An operation on two, and how tightly it binds. `divisor` is the node of the second.
    fn binary(&mut self, op: Op, a: Operand, b: Operand, divisor: Id) -> (D::Output, u8) {
        let operator = Operator::Binary(op);
        let (own, inside) = (self.dialect.precedence(operator), self.dialect.operands(operator));
        match op {
            Op::Min | Op::Max => {
                // The operands of a function stand by themselves.
                let context = if own == ATOM { 0 } else { inside };
                let (a, b) = (self.operand(a, context), self.operand(b, context));
                (self.dialect.binary(op, a, b), own)
            }
            Op::Div | Op::Rem if self.dialect.masks() && self.places(divisor).is_some() => {
                let places = self.places(divisor).unwrap_or(0);
                let (op, number) = match op {
                    Op::Div => (Op::Shr, places.into()),
                    _ => (Op::And, (1 << places) - 1),
                };
                let operator = Operator::Binary(op);
                let left = self.operand(a, self.dialect.operands(operator));
                (self.dialect.binary(op, left, self.dialect.number(number)), self.dialect.precedence(operator))
            }
            _ => {
                let left = self.operand(a, inside);
                // What binds most tightly is written as a call, in which neither operand comes before the other.
                let context = if own == ATOM { inside } else { inside.max(own + 1) };
                if matches!(op, Op::Div | Op::Rem) && self.arena.number(divisor).is_none() {
                    let (plain, bracketed) = self.twice(b, context);
                    let right = self.dialect.divisor(&plain).unwrap_or(bracketed);
                    return (self.dialect.binary(op, left, right), own);
                }
                let right = self.operand(b, context);
                (self.dialect.binary(op, left, right), own)
            }
        }
    }

    /// An operand as it is, and with the brackets that it needs in a context.
    fn twice(&mut self, operand: Operand, context: u8) -> (D::Output, D::Output) {
        let binding = match operand {
            Operand::Place(place) => self.written[place].as_ref().map_or(ATOM, |written| written.binding),
            Operand::Leaf(_) => ATOM,
        };
        let plain = self.operand(operand, 0);
        let bracketed = if binding < context { D::Output::bracketed(plain.clone()) } else { plain.clone() };
        (plain, bracketed)
    }
}
