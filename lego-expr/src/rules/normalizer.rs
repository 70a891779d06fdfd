//! The normal form: sums of products over atoms, where an atom is what no sum of products expresses.
//!
//! Equal expressions need not have equal normal forms, but expressions with equal normal forms are equal. The rules are in
//! groups: `divide` (quotients and remainders), `digits` (putting digits together), `bits`, `choice` (comparisons, choices,
//! minima). Each rule is a law with a side condition that `bounds` has to prove; where it cannot, the rule does not fire.

use crate::forms::cost::Cost;
use crate::forms::search::Search;
use crate::graph::arena::Arena;
use crate::graph::hash::Fast;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::table::Table;
use crate::normal::form::{Form, Truth};
use crate::normal::polynomial::{Atom, Polynomial, TooLarge};
use crate::ranges::range::Range;
use crate::ranges::reach::Reach;
use crate::rules::divide::Divisions;
use crate::rules::rule;
use crate::rules::trace::{Noted, Step};
use std::collections::HashMap;

/// Why an expression is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A coefficient left the range of 128 bits.
    TooLarge,
    /// The work exceeded its budget.
    TooLong,
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// The normal form of a node.
#[derive(Clone, Debug)]
enum Value {
    Integer(Polynomial),
    Truth(Truth),
}

/// What is known of an atom.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) form: Form,
    pub(crate) range: Range,
    /// An upper bound made of sizes, where numbers give none.
    pub(crate) upper: Option<Polynomial>,
    /// Made of sizes alone: a constant of every evaluation.
    pub(crate) is_size: bool,
}

/// The budget in steps of a normalization; a step is one product of terms or one proof.
const BUDGET: u32 = 60_000;

/// Brings expressions of one arena into normal form.
#[derive(Debug)]
pub(crate) struct Normalizer<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) atoms: Vec<Known>,
    /// The atoms by their forms.
    ids: Table,
    /// The normal form of each node for which it has been found, at the place of its id.
    values: Vec<Option<Value>>,
    /// Sizes that a fact lets stand for a product.
    pub(crate) shares: HashMap<Atom, (Polynomial, Polynomial), Fast>,
    /// Polynomials of sizes that a fact says are at least 0.
    pub(crate) inequalities: Vec<Polynomial>,
    pub(crate) divisions: Divisions,
    /// What has been tried to write goals, by whatever cost.
    pub(crate) searches: Vec<Search>,
    /// How large values get, by their operands alone.
    pub(crate) reach: Reach,
    pub(crate) steps: u32,
    /// By what forms are compared.
    pub(crate) cost: Cost,
    /// The rules applied so far, if they are recorded.
    pub(crate) trace: Option<Vec<Step>>,
}

impl<'a> Normalizer<'a> {
    /// A normalizer that knows the arena's facts.
    ///
    /// # Errors
    /// [`Stop`] where the facts themselves exceed the limits.
    pub(crate) fn new(arena: &'a Arena, cost: Cost) -> Result<Self, Stop> {
        let mut normalizer = Self {
            arena,
            atoms: Vec::new(),
            ids: Table::default(),
            values: Vec::new(),
            shares: HashMap::default(),
            inequalities: Vec::new(),
            divisions: Divisions::default(),
            searches: Vec::new(),
            reach: Reach::default(),
            steps: 0,
            cost,
            trace: None,
        };
        normalizer.learn()?;
        Ok(normalizer)
    }

    /// Forgets the normal forms found so far, but not what the atoms are.
    pub(crate) fn forget(&mut self) {
        self.values.clear();
        self.divisions.clear();
        self.searches.clear();
    }

    /// Counts work; the budget keeps a hostile layout from taking long.
    pub(crate) fn step(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(steps as u32);
        if self.steps > BUDGET { Err(Stop::TooLong) } else { Ok(()) }
    }

    pub(crate) fn form(&self, atom: Atom) -> &Form {
        &self.atoms[atom.0 as usize].form
    }

    /// The atom of a form; the one there is, if there is one.
    pub(crate) fn intern(&mut self, form: Form) -> Result<Atom, Stop> {
        let hash = Table::hash(&form);
        if let Some(atom) = self.find(hash, &form) {
            return Ok(atom);
        }
        self.step(1)?;
        let known = self.know(form)?;
        // What was found out about it may have brought it up.
        if let Some(atom) = self.find(hash, &known.form) {
            return Ok(atom);
        }
        let place = self.atoms.len();
        self.atoms.push(known);
        self.ids.insert(hash, place);
        Ok(Atom(place as u32))
    }

    /// Whether a form has come up.
    pub(crate) fn has(&self, form: &Form) -> bool {
        self.find(Table::hash(form), form).is_some()
    }

    fn find(&self, hash: u32, form: &Form) -> Option<Atom> {
        self.ids.find(hash, |place| self.atoms[place].form == *form).map(|place| Atom(place as u32))
    }

    pub(crate) fn atom(&mut self, form: Form) -> Result<Polynomial, Stop> {
        Ok(Polynomial::atom(self.intern(form)?))
    }

    /// The normal form of an integer node.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn value(&mut self, id: Id) -> Result<Polynomial, Stop> {
        // Operands first, without recursion: a chain can be thousands of nodes deep.
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if self.known(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            // The first operand first, so that atoms are numbered as they are read.
            for &operand in self.arena.operands(top).iter().rev() {
                if self.known(operand).is_none() {
                    stack.push(operand);
                }
            }
            if stack.len() == before {
                stack.pop();
                self.compute(top)?;
            }
        }
        Ok(self.integer(id))
    }

    /// The normal form of a truth node.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn truth(&mut self, id: Id) -> Result<Truth, Stop> {
        self.value(id)?;
        Ok(self.answer(id))
    }

    fn integer(&self, id: Id) -> Polynomial {
        match self.known(id) {
            Some(Value::Integer(value)) => value.clone(),
            _ => Polynomial::default(),
        }
    }

    /// The normal form of a node, if it has been found.
    fn known(&self, id: Id) -> Option<&Value> {
        self.values.get(id.0 as usize)?.as_ref()
    }

    fn is_truth(&self, id: Id) -> bool {
        matches!(self.known(id), Some(Value::Truth(_)))
    }

    fn keep(&mut self, id: Id, value: Value) {
        let place = id.0 as usize;
        if self.values.len() <= place {
            self.values.resize_with(place + 1, || None);
        }
        self.values[place] = Some(value);
    }

    fn answer(&self, id: Id) -> Truth {
        match self.known(id) {
            Some(Value::Truth(truth)) => truth.clone(),
            _ => Truth::Known(self.integer(id).number() != Some(0)),
        }
    }

    /// Computes a node whose operands are there.
    fn compute(&mut self, id: Id) -> Result<(), Stop> {
        let value = match self.arena.get(id) {
            Node::Constant(number) => Polynomial::constant(number),
            Node::Variable(number) => self.variable(number)?,
            Node::Binary(op, a, b) => {
                if self.is_truth(a) || self.is_truth(b) {
                    let (a, b) = (self.answer(a), self.answer(b));
                    let truth = if op == Op::And { Truth::and(a, b) } else { Truth::or(a, b) };
                    self.keep(id, Value::Truth(truth));
                    return Ok(());
                }
                let (a, b) = (self.integer(a), self.integer(b));
                self.step(a.0.len().max(1) * b.0.len().max(1))?;
                self.operate(op, &a, &b)?
            }
            Node::Compare(comparison, a, b) => {
                let truth = if self.is_truth(a) {
                    // A truth is compared with 0 only, to deny it.
                    self.answer(a).negated()
                } else {
                    let (a, b) = (self.integer(a), self.integer(b));
                    self.comparison(comparison, &a, &b)?
                };
                self.keep(id, Value::Truth(truth));
                return Ok(());
            }
            Node::Choose(c, a, b) => {
                let truth = self.answer(c);
                if self.is_truth(a) || self.is_truth(b) {
                    let (a, b) = (self.answer(a), self.answer(b));
                    let chosen = Truth::or(Truth::and(truth.clone(), a), Truth::and(truth.negated(), b));
                    self.keep(id, Value::Truth(chosen));
                    return Ok(());
                }
                let (a, b) = (self.integer(a), self.integer(b));
                self.choice(truth, a, b)?
            }
            Node::Isqrt(a) => {
                let a = self.integer(a);
                match a.number() {
                    Some(number) if number >= 0 => Polynomial::constant(number.isqrt()),
                    _ => self.atom(Form::Isqrt(a))?,
                }
            }
            Node::Within(a, extent) => {
                let a = self.integer(a);
                let extent = self.value(extent)?;
                if self.is_below(&a, &extent)? { a } else { self.atom(Form::Within(a, extent))? }
            }
            Node::Call { function, part, arguments } => {
                let arguments = arguments.iter().map(|&argument| self.integer(argument)).collect();
                self.atom(Form::Call { function, part, arguments })?
            }
        };
        self.keep(id, Value::Integer(value));
        Ok(())
    }

    fn variable(&mut self, number: u32) -> Result<Polynomial, Stop> {
        let atom = self.intern(Form::Variable(number))?;
        let unfolded = self.unfold(atom)?;
        if let Some((divisor, _)) = self.shares.get(&atom) {
            let divisor = divisor.clone();
            self.note(&rule::EXACT_PART, |normal| {
                let (size, divisor) = (normal.arena.variable_of(number).name, normal.operand(&divisor));
                Noted {
                    equations: vec![(size.clone(), format!("{divisor} * ({size} / {divisor})"))],
                    because: vec![format!("{size} % {divisor} == 0 is asserted")],
                }
            });
        }
        Ok(unfolded)
    }

    /// The normal form of an operation on normal forms.
    pub(crate) fn operate(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        match op {
            Op::Add => {
                let sum = a.plus(b)?;
                self.tidy(sum)
            }
            Op::Sub => {
                let difference = a.minus(b)?;
                self.tidy(difference)
            }
            Op::Mul => self.product(a, b),
            Op::Div => Ok(self.divide(a, b)?.0),
            Op::Rem => Ok(self.divide(a, b)?.1),
            Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => self.bits(op, a, b),
            Op::Min | Op::Max => self.extreme(op, a, b),
        }
    }

    /// A product is multiplied out where one side has a single term or consists of sizes: strides times sums. A product
    /// of two sums of indices, as in t·(t+1), stays one.
    fn product(&mut self, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let multiply =
            a.0.len() <= 1 || b.0.len() <= 1 || (a.0.len() * b.0.len() <= 64 && (self.is_size(a) || self.is_size(b)));
        if multiply {
            let product = a.times(b)?;
            return self.tidy(product);
        }
        let (a, b) = if format_order(a, b) { (a, b) } else { (b, a) };
        self.atom(Form::Product(a.clone(), b.clone()))
    }

    /// Whether a polynomial is made of sizes alone.
    pub(crate) fn is_size(&self, polynomial: &Polynomial) -> bool {
        polynomial.0.iter().all(|(monomial, _)| monomial.0.iter().all(|atom| self.atoms[atom.0 as usize].is_size))
    }

    /// What is known of a form's value.
    fn know(&mut self, form: Form) -> Result<Known, Stop> {
        let (range, upper) = self.bounds_of(&form)?;
        let is_size = match &form {
            Form::Variable(number) => matches!(self.arena.variable_of(*number).kind, Kind::Size),
            Form::Share { .. } => true,
            Form::Quotient(a, b) | Form::Remainder(a, b) | Form::Product(a, b) | Form::Binary(_, a, b) => {
                self.is_size(a) && self.is_size(b)
            }
            Form::Isqrt(a) | Form::Within(a, _) => self.is_size(a),
            Form::Choice(..) | Form::Call { .. } => false,
        };
        Ok(Known { form, range, upper, is_size })
    }
}

/// A fixed order of two factors, so that a·b and b·a are one atom.
fn format_order(a: &Polynomial, b: &Polynomial) -> bool {
    (a.0.len(), &a.0) <= (b.0.len(), &b.0)
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
