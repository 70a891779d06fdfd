//! Text of normal forms, for derivations: as one would write them, with the largest stride first.

use crate::emit::expressions::listed;
use crate::graph::arena::Arena;
use crate::graph::node::Op;
use crate::normal::atoms::Atoms;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use std::borrow::Cow;
use std::cell::Cell;

/// How tightly a text binds, which decides where parentheses stand.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const FACTOR: u8 = 3;

/// Writes normal forms over some atoms, by the names that an arena has for variables and functions.
pub(crate) struct Text<'t> {
    arena: &'t Arena,
    atoms: &'t Atoms,
    /// How many more terms and factors are written; the others are left out.
    room: Cell<usize>,
}

/// The most terms and factors of a text.
const MOST: usize = 64;

/// What stands for those that are left out.
const LEFT_OUT: &str = "…";

impl<'t> Text<'t> {
    /// A writer of texts, each as long as may be.
    pub(crate) fn new(arena: &'t Arena, atoms: &'t Atoms) -> Self {
        Self { arena, atoms, room: Cell::new(MOST) }
    }

    /// Takes room for one more term or factor.
    fn has_room(&self) -> bool {
        let room = self.room.get();
        self.room.set(room.saturating_sub(1));
        room > 0
    }

    /// A sum.
    pub(crate) fn sum(&self, polynomial: &Polynomial) -> String {
        self.sum_in(polynomial, 0)
    }

    /// A sum as an operand of a quotient.
    pub(crate) fn operand(&self, polynomial: &Polynomial) -> String {
        self.sum_in(polynomial, FACTOR)
    }

    /// A sum where anything looser than `context` needs parentheses.
    fn sum_in(&self, polynomial: &Polynomial, context: u8) -> String {
        let folded = self.atoms.shares.fold(polynomial).unwrap_or(Cow::Borrowed(polynomial));
        let mut terms: Vec<&(Monomial, i128)> = folded.0.iter().collect();
        // Large strides first, what is subtracted and the number last.
        terms.sort_by(|a, b| (a.1 < 0, a.0.is_one(), -a.1, &a.0).cmp(&(b.1 < 0, b.0.is_one(), -b.1, &b.0)));
        let mut text = String::new();
        for (monomial, coefficient) in &terms {
            let sign = match (text.is_empty(), *coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            if self.room.get() == 0 {
                text.push_str(LEFT_OUT);
                break;
            }
            text.push_str(&self.term(monomial, coefficient.unsigned_abs()));
        }
        let binding = match terms.as_slice() {
            [] => return "0".to_owned(),
            [(monomial, 1)] if monomial.0.len() == 1 => {
                return if self.is_quotient(monomial.0[0]) && context >= FACTOR { format!("({text})") } else { text };
            }
            [(monomial, coefficient)] if monomial.is_one() && *coefficient > 0 => FACTOR,
            [(_, coefficient)] if *coefficient > 0 => PRODUCT,
            _ => SUM,
        };
        if binding < context { format!("({text})") } else { text }
    }

    fn is_quotient(&self, atom: AtomId) -> bool {
        !matches!(self.atoms.form(atom), Form::Variable(_) | Form::Isqrt(_) | Form::LookUp(..) | Form::Call { .. })
    }

    fn term(&self, monomial: &Monomial, number: u128) -> String {
        let mut factors: Vec<String> = Vec::new();
        if number != 1 || monomial.is_one() {
            factors.push(number.to_string());
        }
        let alone = factors.is_empty() && monomial.0.len() == 1;
        for &atom in &monomial.0 {
            let text = self.factor(atom);
            factors.push(if !alone && self.is_quotient(atom) { format!("({text})") } else { text });
        }
        factors.join(" * ")
    }

    /// What an atom is.
    pub(crate) fn factor(&self, atom: AtomId) -> String {
        if !self.has_room() {
            return LEFT_OUT.to_owned();
        }
        match self.atoms.form(atom) {
            Form::Variable(number) => self.arena.variable_of(*number).name,
            Form::Share { size, divisor } => format!("{} / {}", self.factor(*size), self.operand(divisor)),
            Form::Quotient(a, b) => format!("{} / {}", self.operand(a), self.operand(b)),
            Form::Remainder(a, b) => format!("{} % {}", self.operand(a), self.operand(b)),
            Form::Product(a, b) => format!("{} * {}", self.operand(a), self.operand(b)),
            Form::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let name = if *op == Op::Min { "min" } else { "max" };
                format!("{name}({}, {})", self.sum(a), self.sum(b))
            }
            Form::Binary(op, a, b) => {
                format!("{} {} {}", self.operand(a), op.sign(), self.operand(b))
            }
            Form::Choice(truth, a, b) => {
                format!("if {} {{ {} }} else {{ {} }}", self.condition(truth), self.sum(a), self.sum(b))
            }
            Form::Isqrt(a) => format!("isqrt({})", self.sum(a)),
            Form::LookUp(list, a) => format!("{}[{}]", listed(&self.arena.entries(*list)), self.sum(a)),
            Form::Within(a, _) => self.operand(a),
            Form::Call { function, part, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.sum(argument)).collect();
                format!("{}({})[{part}]", self.arena.function_of(*function).path, arguments.join(", "))
            }
        }
    }

    /// A condition.
    pub(crate) fn condition(&self, truth: &Predicate) -> String {
        if !self.has_room() {
            return LEFT_OUT.to_owned();
        }
        match truth {
            Predicate::Settled(truth) => truth.to_string(),
            Predicate::Compare(comparison, a, b) => {
                format!("{} {} {}", self.sum(a), comparison.sign(), self.sum(b))
            }
            Predicate::And(a, b) => format!("({}) & ({})", self.condition(a), self.condition(b)),
            Predicate::Or(a, b) => format!("({}) | ({})", self.condition(a), self.condition(b)),
        }
    }
}
