//! The way back from normal forms to nodes, by a plan of the shapes of digits.

use crate::forms::dependence::Reusable;
use crate::forms::factor::{FACTORED, FACTORED_DIFFERENCE, common_factor};
use crate::forms::goal::{Goal, Lowered, Writings};
use crate::forms::shape::Shapes;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::normal::atoms::Atoms;
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;

/// Writes goals by a plan, with the ranges of the nodes unless it is a trial. The second result is what was written for sums
/// and atoms, without what could be reused.
///
/// # Errors
/// [`Stop`] where a limit is exceeded.
pub(crate) fn write(
    arithmetic: &mut Arithmetic<'_>,
    goals: &[Goal],
    plan: &Shapes,
    is_trial: bool,
    reusable: Option<&Reusable<'_>>,
) -> Result<(Lowered, Writings), Stop> {
    let (writings, ranges) = (Writings::default(), Ranges::default());
    let mut writer = Writer { arithmetic, plan, is_trial, reusable, writings, ranges, quotients: Vec::new() };
    let mut roots = Vec::with_capacity(goals.len());
    for goal in goals {
        roots.push(match goal {
            Goal::Integer(polynomial) => writer.polynomial(polynomial)?,
            Goal::Predicate(truth) => writer.truth(truth)?,
        });
    }
    let Writer { writings, ranges, .. } = writer;
    Ok((Lowered { roots, ranges }, writings))
}

/// Writes sums, atoms and truths as nodes.
pub(super) struct Writer<'n, 'a> {
    pub(super) arithmetic: &'n mut Arithmetic<'a>,
    pub(super) plan: &'n Shapes,
    /// A trial notes no ranges.
    is_trial: bool,
    reusable: Option<&'n Reusable<'n>>,
    writings: Writings,
    ranges: Ranges,
    /// Quotients written so far, by dividend and divisor.
    pub(super) quotients: Vec<(Polynomial, Polynomial, Id)>,
}

impl Writer<'_, '_> {
    /// What a sum or an atom was written as, if it was.
    fn find(&self, polynomial: &Polynomial) -> Option<Id> {
        self.writings.get(polynomial).copied().or_else(|| self.reusable?.get(polynomial))
    }

    /// Takes in what a sum or an atom was written as, and its range.
    fn insert(&mut self, polynomial: Polynomial, id: Id, range: impl FnOnce(&Atoms) -> Range) {
        if !self.is_trial {
            let range = range(&self.arithmetic.atoms);
            let own = self.ranges.entry(id).or_insert(range);
            *own = own.and(range);
        }
        self.writings.insert(polynomial, id);
    }

    /// The node of a sum.
    pub(super) fn polynomial(&mut self, polynomial: &Polynomial) -> Result<Id, Stop> {
        if let Some(id) = self.find(polynomial) {
            return Ok(id);
        }
        // Folding looks at every term for every share.
        self.arithmetic.atoms.budget.spend(if self.arithmetic.atoms.shares.is_empty() {
            1
        } else {
            polynomial.0.len().max(1)
        })?;
        let expanded = self.expand(polynomial)?;
        let folded = self.arithmetic.atoms.shares.fold(&expanded)?;
        let id = if folded.0.iter().all(|(_, coefficient)| *coefficient > 0) {
            self.sum(&folded)?
        } else {
            self.difference(&folded)?
        };
        self.insert(polynomial.clone(), id, |atoms| atoms.range(polynomial));
        Ok(id)
    }

    /// A sum with negative terms: what is added less what is taken off.
    fn difference(&mut self, sum: &Polynomial) -> Result<Id, Stop> {
        let arena = self.arithmetic.arena;
        let mut rest = sum.clone();
        let mut products: Option<Id> = None;
        while let Some((difference, number)) = self.arithmetic.factored_difference(&rest)? {
            let whole = difference.times(&Polynomial::constant(number))?;
            self.arithmetic.note(&FACTORED_DIFFERENCE, |arithmetic| {
                let product = format!("{number} * ({})", arithmetic.text(&difference));
                Reason::equation(arithmetic.text(&whole), product)
            });
            rest = rest.minus(&whole)?;
            let (one, other) = difference.signs()?;
            let (one, other) = (self.sum(&one)?, self.sum(&other)?);
            let inner = arena.binary(Op::Sub, one, other);
            self.insert(difference.clone(), inner, |atoms| atoms.range(&difference).and(Range::new(0, i128::MAX)));
            let product = arena.binary(Op::Mul, arena.constant(number), inner);
            products = Some(products.map_or(product, |products| arena.binary(Op::Add, products, product)));
        }
        let (positive, negative) = rest.signs()?;
        let (positive, negative) = (self.sum(&positive)?, self.sum(&negative)?);
        let added = products.map_or(positive, |products| arena.binary(Op::Add, products, positive));
        Ok(arena.binary(Op::Sub, added, negative))
    }

    /// A sum without negative terms: factored where terms have a factor in common.
    pub(super) fn sum(&mut self, sum: &Polynomial) -> Result<Id, Stop> {
        match sum.0.as_slice() {
            [] => return Ok(self.arithmetic.arena.constant(0)),
            [(monomial, coefficient)] => return self.term(monomial, *coefficient),
            _ => {}
        }
        self.arithmetic.atoms.budget.spend(sum.0.len())?;
        if let Some((monomial, coefficient)) = common_factor(&self.arithmetic.atoms, sum) {
            let (inner, outer) = sum.split(&(monomial.clone(), coefficient));
            self.arithmetic.note(&FACTORED, |arithmetic| {
                let factor = Polynomial::term(monomial.clone(), coefficient);
                let before = sum.minus(&outer).unwrap_or_default();
                Reason::equation(
                    arithmetic.text(&before),
                    format!("{} * {}", arithmetic.operand(&factor), arithmetic.operand(&inner)),
                )
            });
            let (inner, factor) = (self.sum(&inner)?, self.term(&monomial, coefficient)?);
            let product = self.arithmetic.arena.binary(Op::Mul, factor, inner);
            if outer.is_zero() {
                return Ok(product);
            }
            let outer = self.sum(&outer)?;
            // A number is written last.
            let (first, second) =
                if self.arithmetic.arena.number(product).is_some() { (outer, product) } else { (product, outer) };
            return Ok(self.arithmetic.arena.binary(Op::Add, first, second));
        }
        let mut terms: Vec<&(Monomial, i128)> = sum.0.iter().collect();
        // Large strides first and the number last, as one would write it.
        terms.sort_by(|a, b| (a.0.is_one(), -a.1, &a.0).cmp(&(b.0.is_one(), -b.1, &b.0)));
        let mut total: Option<Id> = None;
        for (monomial, coefficient) in terms {
            let term = self.term(monomial, *coefficient)?;
            total = Some(match total {
                None => term,
                Some(total) => self.arithmetic.arena.binary(Op::Add, total, term),
            });
        }
        Ok(total.unwrap_or_else(|| self.arithmetic.arena.constant(0)))
    }

    /// A product: the number first, then sizes, then the rest.
    fn term(&mut self, monomial: &Monomial, coefficient: i128) -> Result<Id, Stop> {
        let mut product: Option<Id> = None;
        let mut factors = monomial.0.to_vec();
        factors.sort_by_key(|&atom| (!self.arithmetic.atoms.bounds(atom).is_size, atom.0));
        for atom in factors {
            let factor = self.atom(atom)?;
            product = Some(match product {
                None => factor,
                Some(product) => self.arithmetic.arena.binary(Op::Mul, product, factor),
            });
        }
        let number = self.arithmetic.arena.constant(coefficient);
        Ok(match product {
            None => number,
            Some(product) if coefficient == 1 => product,
            Some(product) => self.arithmetic.arena.binary(Op::Mul, number, product),
        })
    }

    /// The node of an atom.
    pub(super) fn atom(&mut self, atom: AtomId) -> Result<Id, Stop> {
        let key = Polynomial::atom(atom);
        if let Some(id) = self.find(&key) {
            return Ok(id);
        }
        let arena = self.arithmetic.arena;
        let id = match self.arithmetic.atoms.form(atom).clone() {
            Form::Variable(number) => arena.node(Node::Variable(number)),
            Form::Share { size, divisor } => {
                let (size, divisor) = (self.atom(size)?, self.polynomial(&divisor)?);
                arena.binary(Op::Div, size, divisor)
            }
            Form::Quotient(x, d) => self.quotient(atom, &x, &d)?,
            Form::Remainder(x, d) => self.remainder(atom, &x, &d)?,
            Form::Product(a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.binary(Op::Mul, a, b)
            }
            Form::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                let less = arena.compare(Comparison::Less, a, b);
                if op == Op::Min { arena.choose(less, a, b) } else { arena.choose(less, b, a) }
            }
            Form::Binary(op, a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.binary(op, a, b)
            }
            Form::Choice(truth, a, b) => {
                let truth = self.truth(&truth)?;
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.choose(truth, a, b)
            }
            Form::Isqrt(a) => {
                let a = self.polynomial(&a)?;
                arena.isqrt(a)
            }
            Form::LookUp(list, place) => {
                let place = self.polynomial(&place)?;
                arena.look_up_in(list, place)
            }
            // The node has the value of `a`, and the range of this atom.
            Form::Within(a, _) => self.polynomial(&a)?,
            Form::Call { function, part, arguments } => {
                let mut lowered = Vec::with_capacity(arguments.len());
                for argument in &arguments {
                    lowered.push(self.polynomial(argument)?);
                }
                arena.node(Node::Call { function, part, arguments: lowered })
            }
        };
        self.insert(key, id, |atoms| atoms.bounds(atom).range);
        Ok(id)
    }

    /// The node of a truth.
    fn truth(&mut self, truth: &Predicate) -> Result<Id, Stop> {
        let arena = self.arithmetic.arena;
        Ok(match truth {
            Predicate::Settled(truth) => arena.constant((*truth).into()),
            Predicate::Compare(comparison, a, b) => {
                let (a, b) = (self.polynomial(a)?, self.polynomial(b)?);
                arena.compare(*comparison, a, b)
            }
            Predicate::And(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                arena.binary(Op::And, a, b)
            }
            Predicate::Or(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                arena.binary(Op::Or, a, b)
            }
        })
    }
}
