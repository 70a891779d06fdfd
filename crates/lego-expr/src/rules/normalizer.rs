//! The normalizer: brings nodes of an arena into normal form, sums of products over atoms.
//!
//! Equal expressions need not have equal normal forms, but expressions with equal normal forms are equal. Every operation is
//! simplified by rules, each a law with a condition that has to be proved; where it cannot be, the rule is not applied.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Node, Op};
use crate::normal::atoms::Bounds;
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::Polynomial;
use crate::ranges::nodes::entry_range;
use crate::ranges::range::Range;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Trace;

/// The normal form of a node.
#[derive(Clone, Debug)]
enum Value {
    Integer(Polynomial),
    Predicate(Predicate),
    /// There is none within the limits.
    Stopped(Stop),
}

/// Brings expressions of one arena into normal form.
#[derive(Debug)]
pub(crate) struct Normalizer<'a> {
    pub(crate) arithmetic: Arithmetic<'a>,
    /// The normal form of each node for which it has been found, at the place of its id.
    values: Vec<Option<Value>>,
    /// The nodes for which it has been found.
    found: Vec<Id>,
}

impl<'a> Normalizer<'a> {
    /// A normalizer that knows the arena's facts. Where a layout may be empty, sizes may be 0; else there is an index, and
    /// every size is at least 1.
    ///
    /// # Errors
    /// [`Stop`] where the facts themselves exceed the limits.
    pub(crate) fn new(arena: &'a Arena, may_be_empty: bool) -> Result<Self, Stop> {
        let mut normalizer = Self { arithmetic: Arithmetic::new(arena), values: Vec::new(), found: Vec::new() };
        normalizer.arithmetic.atoms.may_be_empty = may_be_empty;
        normalizer.learn()?;
        Ok(normalizer)
    }

    /// Forgets the normal forms found so far, but not what the atoms are.
    pub(crate) fn forget(&mut self) {
        // After each of thousands of facts: what is not there costs nothing.
        for id in self.found.drain(..) {
            self.values[id.0 as usize] = None;
        }
        self.arithmetic.divisions.clear();
    }

    /// Starts recording the rules applied, from nothing: what was normalized before is normalized anew, with its steps.
    pub(crate) fn record(&mut self) {
        self.arithmetic.trace = Some(Trace::default());
        self.forget();
    }

    /// The normal form of an integer node.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn value(&mut self, id: Id) -> Result<Polynomial, Stop> {
        // Operands first, without recursion: a chain can be thousands of nodes deep.
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            match self.found(top) {
                Some(Value::Stopped(stop)) => {
                    let stop = *stop;
                    self.stop(&stack, stop);
                    return Err(stop);
                }
                Some(_) => {
                    stack.pop();
                    continue;
                }
                None => {}
            }
            // Where nothing can be computed any more, nothing is looked at.
            self.arithmetic.atoms.budget.spend(0)?;
            let before = stack.len();
            // The first operand first, so that atoms are numbered as they are read.
            for &operand in self.arithmetic.arena.operands(top).iter().rev() {
                if self.found(operand).is_none() {
                    stack.push(operand);
                }
            }
            if stack.len() == before {
                if let Err(stop) = self.compute(top) {
                    self.stop(&stack, stop);
                    return Err(stop);
                }
                stack.pop();
            }
        }
        Ok(self.integer(id))
    }

    /// Notes that the last node of a stack has no normal form, and so none of those before it that are made of it.
    fn stop(&mut self, stack: &[Id], stop: Stop) {
        let Some(&(mut part)) = stack.last() else { return };
        self.insert(part, Value::Stopped(stop));
        for &id in stack.iter().rev() {
            if self.arithmetic.arena.operands(id).contains(&part) {
                self.insert(id, Value::Stopped(stop));
                part = id;
            }
        }
    }

    /// The normal form of a truth node.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn truth(&mut self, id: Id) -> Result<Predicate, Stop> {
        self.value(id)?;
        Ok(self.answer(id))
    }

    /// Whether a node is a truth whose normal form is that it holds.
    pub(crate) fn is_true(&mut self, id: Id) -> Result<bool, Stop> {
        self.value(id)?;
        Ok(self.is_truth(id) && self.answer(id) == Predicate::Settled(true))
    }

    /// The integer that a node has been found to be.
    fn integer(&self, id: Id) -> Polynomial {
        match self.found(id) {
            Some(Value::Integer(value)) => value.clone(),
            _ => Polynomial::default(),
        }
    }

    /// The normal form of a node, if it has been found.
    fn found(&self, id: Id) -> Option<&Value> {
        self.values.get(id.0 as usize)?.as_ref()
    }

    /// Whether the normal form of a node is a truth.
    fn is_truth(&self, id: Id) -> bool {
        matches!(self.found(id), Some(Value::Predicate(_)))
    }

    fn insert(&mut self, id: Id, value: Value) {
        let place = id.0 as usize;
        if self.values.len() <= place {
            self.values.resize_with(place + 1, || None);
        }
        self.values[place] = Some(value);
        self.found.push(id);
    }

    /// The truth that a node has been found to be; an integer is true where it is not 0.
    fn answer(&self, id: Id) -> Predicate {
        match self.found(id) {
            Some(Value::Predicate(truth)) => truth.clone(),
            _ => Predicate::Settled(self.integer(id).number() != Some(0)),
        }
    }

    /// Finds the normal form of a node from those of its operands.
    fn compute(&mut self, id: Id) -> Result<(), Stop> {
        let value = match self.arithmetic.arena.get(id) {
            Node::Constant(number) => Polynomial::constant(number),
            Node::Variable(number) => self.variable(number)?,
            Node::Binary(op, a, b) => {
                if self.is_truth(a) || self.is_truth(b) {
                    let (a, b) = (self.answer(a), self.answer(b));
                    let truth = if op == Op::And { Predicate::and(a, b) } else { Predicate::or(a, b) };
                    self.arithmetic.atoms.budget.spend(truth.len())?;
                    self.insert(id, Value::Predicate(truth));
                    return Ok(());
                }
                let (a, b) = (self.integer(a), self.integer(b));
                self.arithmetic.atoms.budget.spend(a.0.len().max(1) * b.0.len().max(1))?;
                self.arithmetic.operate(op, &a, &b)?
            }
            Node::Compare(comparison, a, b) => {
                let truth = if self.is_truth(a) {
                    // The only comparison of a truth is with 0, which negates it.
                    self.answer(a).negated()
                } else {
                    let (a, b) = (self.integer(a), self.integer(b));
                    self.arithmetic.comparison(comparison, &a, &b)?
                };
                self.insert(id, Value::Predicate(truth));
                return Ok(());
            }
            Node::Choose(c, a, b) => {
                let truth = self.answer(c);
                if self.is_truth(a) || self.is_truth(b) {
                    let (a, b) = (self.answer(a), self.answer(b));
                    let chosen = Predicate::or(Predicate::and(truth.clone(), a), Predicate::and(truth.negated(), b));
                    self.arithmetic.atoms.budget.spend(chosen.len())?;
                    self.insert(id, Value::Predicate(chosen));
                    return Ok(());
                }
                let (a, b) = (self.integer(a), self.integer(b));
                self.arithmetic.choice(truth, a, b)?
            }
            Node::Isqrt(a) => {
                let a = self.integer(a);
                match a.number() {
                    Some(number) if number >= 0 => Polynomial::constant(number.isqrt()),
                    _ => self.arithmetic.atom(Form::Isqrt(a))?,
                }
            }
            Node::LookUp(list, place) => {
                let place = self.integer(place);
                self.look_up(list, place)?
            }
            Node::Within(a, extent) => {
                let a = self.integer(a);
                let extent = self.value(extent)?;
                if self.arithmetic.atoms.is_below(&a, &extent)? {
                    a
                } else {
                    self.arithmetic.atom(Form::Within(a, extent))?
                }
            }
            Node::Call { function, part, arguments } => {
                let arguments = arguments.iter().map(|&argument| self.integer(argument)).collect();
                self.call(function, part, arguments)?
            }
        };
        self.insert(id, Value::Integer(value));
        Ok(())
    }

    /// The entry of a list at a place.
    ///
    /// Of a list of places in another list, the entry of the list of those entries.
    fn look_up(&mut self, list: u32, place: Polynomial) -> Result<Polynomial, Stop> {
        let arena = self.arithmetic.arena;
        let entries = arena.entries(list);
        let place_number = place.number().and_then(|place| usize::try_from(place).ok());
        if let Some(&entry) = place_number.and_then(|place| entries.get(place)) {
            return Ok(Polynomial::constant(entry.into()));
        }
        self.arithmetic.atoms.budget.spend(entries.len())?;
        if let Some(Form::LookUp(inner, innermost)) = place.single_atom().map(|atom| self.arithmetic.atoms.form(atom)) {
            let (inner, innermost) = (*inner, innermost.clone());
            let places = arena.entries(inner);
            let joined: Option<Vec<u64>> =
                places.iter().map(|&place| entries.get(usize::try_from(place).ok()?).copied()).collect();
            if let Some(joined) = joined {
                let is_kept = arena.is_kept(list) && arena.is_kept(inner);
                return self.look_up(arena.list(&joined, is_kept), innermost);
            }
        }
        if let Some(pattern) = arena.pattern(list) {
            let constant = |number| Polynomial::constant(number);
            return pattern.write(&place, &constant, |op, a, b| self.arithmetic.operate(op, a, b));
        }
        let range = entry_range(&entries, self.arithmetic.atoms.range(&place));
        let form = Form::LookUp(list, place);
        let hash = match self.arithmetic.atoms.lookup(&form) {
            Ok(atom) => return Ok(Polynomial::atom(atom)),
            Err(hash) => hash,
        };
        let bounds = Bounds { range, upper: None, is_size: false };
        Ok(Polynomial::atom(self.arithmetic.atoms.insert(hash, form, bounds)?))
    }

    /// A component of the result of a function of the user's, which is below the function's bound.
    fn call(&mut self, function: u32, part: u32, arguments: Vec<Polynomial>) -> Result<Polynomial, Stop> {
        let form = Form::Call { function, part, arguments };
        let hash = match self.arithmetic.atoms.lookup(&form) {
            Ok(atom) => return Ok(Polynomial::atom(atom)),
            Err(hash) => hash,
        };
        self.arithmetic.atoms.budget.spend(1)?;
        let bound = self.arithmetic.arena.function_of(function).bound;
        let last = self.value(bound)?.minus(&Polynomial::constant(1))?;
        let atoms = &mut self.arithmetic.atoms;
        let (range, upper) = (Range::new(0, atoms.range(&last).high), atoms.is_size(&last).then_some(last));
        Ok(Polynomial::atom(atoms.insert(hash, form, Bounds { range, upper, is_size: false })?))
    }
}
