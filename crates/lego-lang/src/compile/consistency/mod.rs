//! Whether what is stated of sizes can hold all together: linear facts, and divisibility by numbers.
//!
//! A side of a fact is a polynomial in sizes and in what is no polynomial of them, such as `M % 4`. A fact says something of
//! one polynomial: that it is 0, not 0 or not above it, or what it is modulo a number. What is known of each is its range, its
//! class modulo a number and values that it has not; an equation also gives a size in terms of others. Facts are told until
//! nothing new follows. `false` is a proof that no sizes meet them all; `true` says nothing.

mod known;

use crate::polynomial::{Polynomial, VariableId, single_term};
use known::{Class, Known};
use lego_core::chain::Requirement;
use lego_expr::{Arena, Comparison, Id, Node, Op};
use num_integer::Integer;
use std::collections::HashMap;

/// What has been stated, and what follows.
#[derive(Clone)]
pub(super) struct Consistency<'a> {
    arena: &'a Arena,
    facts: Vec<Fact>,
    /// What the variables of polynomials stand for.
    atoms: Vec<Id>,
    /// Atoms in terms of others, which are not among these.
    values: Vec<(VariableId, Polynomial)>,
    /// By a polynomial without a constant and with coprime coefficients, the leading one above 0.
    forms: HashMap<Polynomial, Known>,
    /// Whether something has been learnt since this was asked last.
    has_learnt: bool,
    /// The work that may still be done.
    left: u32,
}

#[derive(Clone, Copy)]
enum Fact {
    Compare(Comparison, Id, Id),
    /// The second divides the first.
    Divides(Id, Id),
    PowerOfTwo(Id),
    Coprime(Id, Id),
}

/// So often facts are told again, each time for what followed from the others.
const ROUNDS: usize = 6;

/// So many nodes are read, and facts told, for all facts of a layout.
const WORK: u32 = 1 << 14;

impl<'a> Consistency<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        let (facts, atoms, values, forms) = Default::default();
        Self { arena, facts, atoms, values, forms, has_learnt: false, left: WORK }
    }

    /// Adds a comparison; `false` if it cannot hold together with what was added before.
    pub(super) fn add_truth(&mut self, truth: Id) -> bool {
        match self.arena.get(truth) {
            Node::Compare(comparison, a, b) => self.add(Fact::Compare(comparison, a, b)),
            Node::Constant(truth) => truth != 0,
            _ => true,
        }
    }

    /// Adds what is demanded of sizes, as [`Consistency::add_truth`].
    pub(super) fn add_requirement(&mut self, requirement: &Requirement<Id>) -> bool {
        self.add(match *requirement {
            Requirement::Positive { value, .. } => Fact::Compare(Comparison::Less, self.arena.constant(0), value),
            Requirement::AtMost { value, most, .. } => Fact::Compare(Comparison::LessEqual, value, most),
            Requirement::Equal { left_size, right_size, .. } => Fact::Compare(Comparison::Equal, left_size, right_size),
            Requirement::Divides { value, divisor, .. } => Fact::Divides(value, divisor),
            Requirement::PowerOfTwo { value, .. } => Fact::PowerOfTwo(value),
            Requirement::Coprime { factor, size, .. } => Fact::Coprime(factor, size),
        })
    }

    fn add(&mut self, fact: Fact) -> bool {
        self.facts.push(fact);
        self.has_learnt = false;
        if !self.tell(fact) {
            return false;
        }
        for _ in 0..ROUNDS {
            if !std::mem::take(&mut self.has_learnt) {
                break;
            }
            for k in 0..self.facts.len() {
                if !self.tell(self.facts[k]) {
                    return false;
                }
            }
        }
        true
    }

    /// Learns what a fact says; `false` if it cannot hold.
    fn tell(&mut self, fact: Fact) -> bool {
        match fact {
            Fact::Compare(comparison, a, b) => {
                let difference = self.polynomial(a).zip(self.polynomial(b)).and_then(|(a, b)| a.minus(&b).ok());
                let Some(difference) = difference else { return true };
                let known = match comparison {
                    Comparison::Less => Known::between(None, Some(-1)),
                    Comparison::LessEqual => Known::between(None, Some(0)),
                    Comparison::Equal => Known::exactly(0),
                    Comparison::NotEqual => Known::but(0),
                };
                self.learn(&difference, &known)
            }
            Fact::Divides(value, divisor) => {
                let (value, divisor) = (self.polynomial(value), self.polynomial(divisor));
                match (value, divisor.and_then(|divisor| self.number(&divisor))) {
                    (Some(value), Some(divisor)) if divisor > 0 => {
                        self.learn(&value, &Known::of(Class::new(divisor, 0)))
                    }
                    _ => true,
                }
            }
            Fact::PowerOfTwo(value) => {
                let value = self.polynomial(value).and_then(|value| self.number(&value));
                value.is_none_or(|value| value > 0 && value & (value - 1) == 0)
            }
            Fact::Coprime(factor, size) => {
                let (Some(factor), Some(size)) = (self.polynomial(factor), self.polynomial(size)) else { return true };
                let [factor, size] = [factor, size].map(|value| self.class(&value));
                let divisor = |class: Class| class.modulus.gcd(&class.residue);
                // What divides every value that they may have.
                divisor(factor).gcd(&divisor(size)) == 1
            }
        }
    }

    /// Learns of a polynomial; `false` if it cannot be so.
    fn learn(&mut self, polynomial: &Polynomial, said: &Known) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let Some(Form { form, factor, constant }) = Form::of(polynomial) else {
            return polynomial.number().is_none_or(|constant| Known::exactly(constant).and(said).is_some());
        };
        let Some(said) = said.undone(factor, constant) else { return false };
        let before = self.forms.get(&form).cloned();
        let known = before.clone().unwrap_or(Known::NOTHING).and(&said);
        let known = known.and_then(|known| known.and(&self.estimate(&form)));
        let Some(known) = known else { return false };
        // What is written elsewhere than it is said, as in `M % 4 == 1`, is learnt of what it is made of.
        if let (Some(value), Some((value_of, size))) = (known.value(), self.remainder(&form)) {
            if !self.learn(&value_of, &Known::of(Class::new(size, value))) {
                return false;
            }
        }
        if before.as_ref() == Some(&known) {
            return true;
        }
        self.has_learnt = true;
        self.forms.insert(form.clone(), known.clone());
        if let Some(value) = known.value() {
            self.solve(&form, value);
        }
        self.share(&form, &known)
    }

    /// What an inequality of several sizes says of each.
    fn share(&mut self, form: &Polynomial, known: &Known) -> bool {
        if form.terms().len() < 2 {
            return true;
        }
        for (atoms, coefficient) in form.terms() {
            let (own, others) = (Polynomial::term(atoms.clone(), *coefficient), form.without(atoms));
            let others = self.estimate(&others);
            let less = |one: Option<i128>, other: Option<i128>| one?.checked_sub(other?);
            let range = Known::between(less(known.low, others.high), less(known.high, others.low));
            if (range.low, range.high) != (None, None) && !self.learn(&own, &range) {
                return false;
            }
        }
        true
    }

    /// An equation gives an atom in terms of the others, where its coefficient is 1 or -1.
    fn solve(&mut self, form: &Polynomial, value: i128) {
        let is_in = |atom| form.terms().iter().filter(|(atoms, _)| atoms.contains(&atom)).count();
        let own = form.terms().iter().find_map(|(atoms, coefficient)| {
            let atom = atoms.single().filter(|&atom| coefficient.abs() == 1 && is_in(atom) == 1)?;
            Some((atom, *coefficient))
        });
        let Some((atom, coefficient)) = own else { return };
        // value = others ± atom
        let others = form.plus_times(&Polynomial::atom(atom), -coefficient);
        let rest = others.and_then(|others| Polynomial::constant(value).minus(&others));
        let solved = rest.and_then(|rest| rest.scaled(coefficient)).ok();
        let in_open_atoms = |solved: Polynomial| {
            self.values.iter().try_fold(solved, |solved, (known, value)| substituted(&solved, *known, value))
        };
        let is_open = |solved: &Polynomial| solved.terms().iter().all(|(atoms, _)| !atoms.contains(&atom));
        if self.values.iter().any(|(known, _)| *known == atom) {
            return;
        }
        let Some(solved) = solved.and_then(in_open_atoms).filter(is_open) else { return };
        for (_, known) in &mut self.values {
            if let Some(next) = substituted(known, atom, &solved) {
                *known = next;
            }
        }
        self.values.push((atom, solved));
    }

    /// The sum and the number of which a form is the remainder.
    fn remainder(&mut self, form: &Polynomial) -> Option<(Polynomial, i128)> {
        let &[atom] = single_term(form)? else { return None };
        let Node::Binary(Op::Rem, value, size) = self.arena.get(self.atoms[usize::from(atom.0)]) else { return None };
        let (value, size) = (self.polynomial(value)?, self.polynomial(size)?);
        Some((value, self.number(&size).filter(|&size| size > 0)?))
    }

    /// The number that a polynomial is known to be.
    fn number(&self, polynomial: &Polynomial) -> Option<i128> {
        polynomial.number().or_else(|| self.estimate(polynomial).value())
    }

    /// What is known of a polynomial from what it is made of, and of itself.
    fn estimate(&self, polynomial: &Polynomial) -> Known {
        let mut range = (Some(0), Some(0));
        for (atoms, coefficient) in polynomial.terms() {
            let (mut low, mut high) = (Some(1), Some(1));
            for &atom in atoms {
                let known = self.atom(atom);
                // Products of what may be below zero are not looked at.
                let is_natural = known.low.is_some_and(|low| low >= 0);
                let times = |one: Option<i128>, other: Option<i128>| one?.checked_mul(other?).filter(|_| is_natural);
                (low, high) = match atoms.len() {
                    1 => (known.low, known.high),
                    _ => (times(low, known.low), times(high, known.high)),
                };
            }
            let scaled = |end: Option<i128>| end?.checked_mul(*coefficient);
            let (low, high) = if *coefficient < 0 { (scaled(high), scaled(low)) } else { (scaled(low), scaled(high)) };
            let plus = |one: Option<i128>, other: Option<i128>| one?.checked_add(other?);
            range = (plus(range.0, low), plus(range.1, high));
        }
        let mut of_parts = Known::between(range.0, range.1);
        of_parts.class = self.class(polynomial);
        let own = Form::of(polynomial).and_then(|Form { form, factor, constant }| {
            let known = self.forms.get(&form)?;
            known.done(factor, constant)
        });
        own.and_then(|own| of_parts.clone().and(&own)).unwrap_or(of_parts)
    }

    /// The class of a polynomial, from those of what it is made of.
    fn class(&self, polynomial: &Polynomial) -> Class {
        polynomial.terms().iter().fold(Class::new(0, 0), |sum, (atoms, coefficient)| {
            let product = atoms.iter().fold(Class::new(0, *coefficient), |product, &atom| {
                let known = self.atom(atom);
                product.times(known.value().map_or(known.class, |value| Class::new(0, value)))
            });
            sum.plus(product)
        })
    }

    /// What is known of an atom.
    fn atom(&self, atom: VariableId) -> Known {
        let id = self.atoms[usize::from(atom.0)];
        let least = match self.arena.get(id) {
            Node::Variable(_) => Known::between(Some(1), None),
            Node::Binary(Op::Rem, _, size) => Known::between(Some(0), self.arena.number(size).map(|size| size - 1)),
            Node::Binary(Op::Div, ..) => Known::between(Some(0), None),
            _ => Known::NOTHING,
        };
        let learnt = self.forms.get(&Polynomial::atom(atom)).and_then(|known| known.clone().and(&least));
        learnt.unwrap_or(least)
    }

    /// A node as a polynomial, by what is known of the sizes; `None` where it is too large.
    fn polynomial(&mut self, id: Id) -> Option<Polynomial> {
        self.left = self.left.checked_sub(1)?;
        match self.arena.get(id) {
            Node::Constant(value) => Some(Polynomial::constant(value)),
            Node::Binary(op @ (Op::Add | Op::Sub | Op::Mul), a, b) => {
                let (a, b) = (self.polynomial(a)?, self.polynomial(b)?);
                match op {
                    Op::Add => a.plus(&b).ok(),
                    Op::Sub => a.minus(&b).ok(),
                    _ => a.times(&b).ok(),
                }
            }
            Node::Binary(op @ (Op::Div | Op::Rem), a, b) => {
                let (value, size) = (self.polynomial(a)?, self.polynomial(b)?);
                if let Some(quotient) = value.exact_quotient(&size) {
                    return Some(if op == Op::Div { quotient } else { Polynomial::default() });
                }
                let class = self.class(&value);
                let number = self.number(&value).filter(|&value| value >= 0);
                match (self.number(&size).filter(|&size| size > 0), number) {
                    (Some(size), Some(value)) if op == Op::Div => Some(Polynomial::constant(value / size)),
                    (Some(size), Some(value)) => Some(Polynomial::constant(value % size)),
                    (Some(size), None) if op == Op::Rem && class.modulus % size == 0 => {
                        Some(Polynomial::constant(class.residue % size))
                    }
                    _ => self.named(id),
                }
            }
            _ => self.named(id),
        }
    }

    /// A node as an atom, or as what it is known to be.
    fn named(&mut self, id: Id) -> Option<Polynomial> {
        let atom = self.atoms.iter().position(|atom| *atom == id).unwrap_or_else(|| {
            self.atoms.push(id);
            self.atoms.len() - 1
        });
        let atom = VariableId(u16::try_from(atom).ok()?);
        let value = self.values.iter().find(|(known, _)| *known == atom);
        Some(value.map_or_else(|| Polynomial::atom(atom), |(_, value)| value.clone()))
    }
}

/// A polynomial as `factor · form + constant`: forms that differ by a factor and a constant are one.
struct Form {
    form: Polynomial,
    factor: i128,
    constant: i128,
}

impl Form {
    /// `None` for a number.
    fn of(polynomial: &Polynomial) -> Option<Self> {
        let moving = polynomial.moving();
        let (_, first) = moving.first()?;
        let factor = first.signum() * moving.iter().fold(0, |factor, (_, coefficient)| coefficient.gcd(&factor));
        let form =
            polynomial.split_with(|atoms, coefficient| (if atoms.is_one() { 0 } else { coefficient / factor }, 0));
        Some(Self { form: form.0, factor, constant: polynomial.constant_term() })
    }
}

/// A polynomial with another one in place of an atom.
fn substituted(polynomial: &Polynomial, atom: VariableId, with: &Polynomial) -> Option<Polynomial> {
    let substituted = polynomial.terms().iter().try_fold(Polynomial::default(), |sum, (atoms, coefficient)| {
        let product = atoms.iter().try_fold(Polynomial::constant(*coefficient), |product, &own| {
            if own == atom { product.times(with) } else { product.times(&Polynomial::atom(own)) }
        });
        sum.plus(&product?)
    });
    substituted.ok()
}
