//! What is known of the sizes: their names, what they are made of, and what was assumed.

use super::condition::Condition;
use super::term::{Term, TooLarge, UnknownId, gcd};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// The sizes of an expression, and all that is known of them.
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) names: Vec<String>,
    /// Every unknown is made of unknowns before it, so that a walk in this order has each of them once.
    pub(super) atoms: Vec<Unknown>,
    /// The value of each unknown for the sample; none where a quotient is none, and beyond 64 bits.
    sampled: Vec<Option<i64>>,
    /// What an unknown is a product of, where something is known to divide it. No unknown in such a product has one itself.
    replaced: Vec<Option<Term>>,
    /// What is known not to be larger than what.
    orders: Vec<(Term, Term)>,
    /// What is known to be different.
    different: Vec<(Term, Term)>,
    /// What the expression says.
    pub(super) given: Vec<Condition>,
    /// What steps asked for beside that.
    pub(super) found: Vec<Condition>,
    /// A value for each symbol.
    pub(super) sample: Vec<i64>,
    /// The steps that are left: a step is a factor of a product that is multiplied, divided or compared.
    steps: Cell<u64>,
}

/// What an unknown is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// A symbol, by its number among the names.
    Symbol(usize),
    /// An unknown divided by a product that divides it.
    Quotient { of: UnknownId, by: Term },
    /// A product divided by another one and rounded up.
    Ceil { of: Term, by: Term },
    /// A sum that is at least 1.
    Sum(Vec<Term>),
    /// The smaller of two products.
    Min(Term, Term),
    /// The larger of two products.
    Max(Term, Term),
}

/// Why a step does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Something was assumed: begin anew.
    Anew,
    /// This cannot be decided, or not be said.
    Undecided(String),
    /// No steps are left.
    OutOfBudget,
}

/// Whether a number is a multiple of another one that is not 0.
pub(super) fn is_multiple(of: i64, by: i64) -> bool {
    of.checked_rem(by) == Some(0)
}

/// The value of an unknown where those before it are known.
fn value_of(unknown: &Unknown, known: &[Option<i64>], values: &[i64]) -> Option<i64> {
    match unknown {
        Unknown::Symbol(k) => values.get(*k).copied(),
        Unknown::Quotient { of, by } => {
            let (of, by) = ((*known.get(*of)?)?, product(by, known)?);
            (by > 0 && is_multiple(of, by)).then(|| of / by)
        }
        Unknown::Ceil { of, by } => {
            let (of, by) = (product(of, known)?, product(by, known)?);
            (by > 0).then(|| of / by + i64::from(of % by != 0))
        }
        Unknown::Sum(terms) => terms.iter().try_fold(0i64, |sum, term| sum.checked_add(product(term, known)?)),
        Unknown::Min(a, b) => Some(product(a, known)?.min(product(b, known)?)),
        Unknown::Max(a, b) => Some(product(a, known)?.max(product(b, known)?)),
    }
}

/// The value of a term whose unknowns are known.
fn product(term: &Term, known: &[Option<i64>]) -> Option<i64> {
    term.factors.iter().try_fold(term.coefficient, |product, &(atom, power)| {
        product.checked_mul((*known.get(atom)?)?.checked_pow(power)?)
    })
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Self::Undecided("a number goes beyond 64 bits".into())
    }
}

/// The largest number of conditions that are assumed.
const ASSUMED: usize = 64;

/// The largest power of an unknown.
const POWER: u32 = 4096;

impl Context {
    pub(super) fn new(names: &[String], sample: &[i64], steps: u64) -> Self {
        Self {
            names: names.to_vec(),
            atoms: (0..names.len()).map(Unknown::Symbol).collect(),
            sampled: sample.iter().copied().map(Some).collect(),
            replaced: alloc::vec![None; names.len()],
            orders: Vec::new(),
            different: Vec::new(),
            given: Vec::new(),
            found: Vec::new(),
            sample: sample.to_vec(),
            steps: Cell::new(steps),
        }
    }

    /// The steps that are left.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Takes a number of steps, or says that no more are left.
    pub(super) fn take_steps(&self, steps: usize) -> Result<(), Stop> {
        match self.steps.get().checked_sub(steps as u64) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => {
                self.steps.set(0);
                Err(Stop::OutOfBudget)
            }
        }
    }

    /// The names of the symbols.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The term of a name.
    pub(super) fn symbol(&self, name: &str) -> Option<Term> {
        Some(Term::atom(self.names.iter().position(|other| other == name)?))
    }

    /// The value of a term for values of the symbols; none where a quotient is none, and beyond 64 bits.
    #[must_use]
    pub fn value(&self, term: &Term, values: &[i64]) -> Option<i64> {
        let last = term.factors.iter().map(|factor| factor.0).max();
        let mut known = Vec::new();
        for atom in &self.atoms[..last.map_or(0, |last| last + 1)] {
            let value = value_of(atom, &known, values);
            known.push(value);
        }
        product(term, &known)
    }

    /// The value for the sample.
    pub(super) fn sampled(&self, term: &Term) -> Result<i64, Stop> {
        product(term, &self.sampled).ok_or_else(|| TooLarge.into())
    }

    /// The same with everything known put in.
    pub(super) fn normal(&self, term: &Term) -> Result<Term, Stop> {
        self.take_steps(1 + term.factors.len())?;
        self.substituted(term)
    }

    /// What [`normal`](Self::normal) gives, without counting steps.
    pub(super) fn substituted(&self, term: &Term) -> Result<Term, Stop> {
        if term.factors.iter().all(|&(atom, _)| self.replaced[atom].is_none()) {
            return Ok(term.clone());
        }
        let mut result = Term::number(term.coefficient);
        for &(atom, power) in &term.factors {
            let factor = match &self.replaced[atom] {
                Some(product) => product.power(power)?,
                None => Term { coefficient: 1, factors: alloc::vec![(atom, power)] },
            };
            result = result.times(&factor)?;
        }
        match result.factors.iter().any(|&(_, power)| power > POWER) {
            true => Err(Stop::Undecided(alloc::format!("a power of a size beyond {POWER}"))),
            false => Ok(result),
        }
    }

    /// Takes a product for an unknown, here and in what others are replaced by.
    fn replace_by(&mut self, atom: UnknownId, product: Term) -> Result<(), Stop> {
        self.replaced[atom] = Some(product);
        for other in 0..self.replaced.len() {
            if let Some(term) = &self.replaced[other] {
                self.replaced[other] = Some(self.normal(term)?);
            }
        }
        Ok(())
    }

    /// The unknown, which may be there already. What it is made of is written as it was before anything was known to divide it,
    /// so that it stays the same unknown when more gets known.
    pub(super) fn atom(&mut self, unknown: Unknown) -> Result<UnknownId, Stop> {
        let unknown = match unknown {
            Unknown::Ceil { of, by } => Unknown::Ceil { of: self.gathered(&of), by: self.gathered(&by) },
            Unknown::Sum(terms) => Unknown::Sum(terms.iter().map(|term| self.gathered(term)).collect()),
            Unknown::Min(a, b) => Unknown::Min(self.gathered(&a), self.gathered(&b)),
            Unknown::Max(a, b) => Unknown::Max(self.gathered(&a), self.gathered(&b)),
            other => other,
        };
        self.take_steps(self.atoms.len())?;
        if let Some(atom) = self.atoms.iter().position(|other| *other == unknown) {
            return Ok(atom);
        }
        self.sampled.push(value_of(&unknown, &self.sampled, &self.sample));
        self.atoms.push(unknown);
        self.replaced.push(None);
        Ok(self.atoms.len() - 1)
    }

    pub(super) fn times(&self, one: &Term, two: &Term) -> Result<Term, Stop> {
        self.normal(&one.times(two)?)
    }

    /// Whether `small <= large` follows from the form of the products, and from up to two orders that are known.
    pub(super) fn is_at_most(&self, small: &Term, large: &Term) -> Result<bool, Stop> {
        self.proves(small, large, 2)
    }

    fn proves(&self, small: &Term, large: &Term, more: u32) -> Result<bool, Stop> {
        self.take_steps(1 + small.factors.len() * (1 + large.factors.len()))?;
        let (small, large) = (self.normal(small)?, self.normal(large)?);
        if small.coefficient <= 0 || large.coefficient <= 0 {
            return Ok(small.coefficient <= 0 && large.coefficient >= 0);
        }
        let power = |atom| large.factors.iter().find(|factor| factor.0 == atom).map_or(0, |factor| factor.1);
        if small.coefficient <= large.coefficient && small.factors.iter().all(|&(atom, own)| own <= power(atom)) {
            return Ok(true);
        }
        if more == 0 {
            return Ok(false);
        }
        // From a <= b follows small <= large, if small * b <= large * a.
        for (a, b) in &self.orders {
            if let (Ok(small), Ok(large)) = (small.times(b), large.times(a)) {
                if self.proves(&small, &large, more - 1)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether two positive terms are different for all values that are allowed.
    pub(super) fn is_different(&self, one: &Term, two: &Term) -> Result<bool, Stop> {
        let (one, two) = (self.normal(one)?, self.normal(two)?);
        if let (Some(one), Some(two)) = (one.as_number(), two.as_number()) {
            return Ok(one != two);
        }
        for (small, large) in [(&one, &two), (&two, &one)] {
            // The next number, or twice as much, is at most the other one.
            let next = match small.as_number() {
                Some(number) => Term::number(number.checked_add(1).ok_or(TooLarge)?),
                None => small.times(&Term::number(2))?,
            };
            if self.is_at_most(&next, large)? {
                return Ok(true);
            }
        }
        for (a, b) in &self.different {
            let (a, b) = (self.normal(a)?, self.normal(b)?);
            if (a == one && b == two) || (a == two && b == one) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The quotient, where it is known that the divisor divides.
    pub(super) fn exactly(&self, of: &Term, by: &Term) -> Result<Option<Term>, Stop> {
        Ok(self.normal(of)?.exactly(&self.normal(by)?))
    }

    /// Whether both are the same for all values.
    pub(super) fn is_equal(&self, one: &Term, two: &Term) -> Result<bool, Stop> {
        Ok(self.normal(one)? == self.normal(two)?)
    }

    /// The quotient rounded up of terms that are normal, where it is exact or 1.
    fn known_ceil_div(&self, of: &Term, by: &Term) -> Result<Option<Term>, Stop> {
        if let Some(quotient) = of.exactly(by) {
            return Ok(Some(quotient));
        }
        let is_one = of.coefficient > 0 && by.coefficient > 0 && self.is_at_most(of, by)?;
        Ok(is_one.then(|| Term::number(1)))
    }

    /// The smaller or the larger of terms that are normal, where it is known which one that is.
    fn known_extremum(&self, is_larger: bool, a: &Term, b: &Term) -> Result<Option<Term>, Stop> {
        if self.is_at_most(a, b)? {
            return Ok(Some(if is_larger { b } else { a }.clone()));
        }
        Ok(if self.is_at_most(b, a)? { Some(if is_larger { a } else { b }.clone()) } else { None })
    }

    /// The quotient rounded up, of positive terms.
    pub(super) fn ceil_div(&mut self, of: &Term, by: &Term) -> Result<Term, Stop> {
        let (of, by) = (self.normal(of)?, self.normal(by)?);
        if let Some(quotient) = self.known_ceil_div(&of, &by)? {
            return Ok(quotient);
        }
        if of.coefficient < 0 || by.coefficient < 1 {
            return Err(Stop::Undecided("a quotient of numbers below 0, or by one below 1".into()));
        }
        let common = of.common(&by);
        let (Some(of), Some(by)) = (of.exactly(&common), by.exactly(&common)) else {
            return Err(Stop::Undecided("a quotient of products without a common form".into()));
        };
        if let (Some(of), Some(by)) = (of.as_number(), by.as_number()) {
            return Ok(Term::number(of / by + i64::from(of % by != 0)));
        }
        let atom = self.atom(Unknown::Ceil { of, by })?;
        self.normal(&Term::atom(atom))
    }

    /// The smaller of two terms, or the larger.
    pub(super) fn extremum(&mut self, is_larger: bool, a: &Term, b: &Term) -> Result<Term, Stop> {
        let (a, b) = (self.normal(a)?, self.normal(b)?);
        if let Some(known) = self.known_extremum(is_larger, &a, &b)? {
            return Ok(known);
        }
        if a.coefficient < 1 || b.coefficient < 1 {
            return Err(Stop::Undecided("the smaller or larger of terms that may be 0 or less".into()));
        }
        let atom = self.atom(if is_larger { Unknown::Max(a, b) } else { Unknown::Min(a, b) })?;
        self.normal(&Term::atom(atom))
    }

    /// A sum; only of numbers may it be below 1.
    pub(super) fn sum(&mut self, terms: &[Term]) -> Result<Term, Stop> {
        let (mut number, mut others) = (0i64, Vec::<Term>::new());
        let mut open: Vec<Term> = terms.iter().rev().cloned().collect();
        while let Some(term) = open.pop() {
            let term = self.normal(&term)?;
            self.take_steps(others.len())?;
            if let [(atom, 1)] = term.factors[..] {
                // A sum in a sum is one sum.
                if let Unknown::Sum(inner) = &self.atoms[atom] {
                    let factor = Term::number(term.coefficient);
                    open.extend(inner.iter().rev().map(|part| part.times(&factor)).collect::<Result<Vec<_>, _>>()?);
                    continue;
                }
            }
            match term.as_number() {
                Some(value) => number = number.checked_add(value).ok_or(TooLarge)?,
                None => match others.iter().position(|other| other.factors == term.factors) {
                    Some(at) => {
                        let sum = others[at].coefficient.checked_add(term.coefficient).ok_or(TooLarge)?;
                        others[at].coefficient = sum;
                    }
                    None => others.push(term),
                },
            }
        }
        others.retain(|term| term.coefficient != 0);
        match others.len() {
            0 => Ok(Term::number(number)),
            1 if number == 0 => Ok(others.remove(0)),
            _ => {
                if self.least(&others, number)?.is_none_or(|least| least < 1) {
                    return Err(Stop::Undecided("a sum that may be 0 or less".into()));
                }
                if number != 0 {
                    others.push(Term::number(number));
                }
                let atom = self.atom(Unknown::Sum(others))?;
                self.normal(&Term::atom(atom))
            }
        }
    }

    /// A number that a sum is never below, with every unknown at least 1: each negative term is set against a positive one that
    /// is at least as large. None where a negative term has no such partner.
    fn least(&self, terms: &[Term], number: i64) -> Result<Option<i64>, Stop> {
        let mut left: Vec<(i64, &Term)> =
            terms.iter().filter(|term| term.coefficient > 0).map(|term| (term.coefficient, term)).collect();
        for negative in terms.iter().filter(|term| term.coefficient < 0) {
            let mut need = negative.coefficient.checked_neg().ok_or(TooLarge)?;
            for (coefficient, positive) in left.iter_mut().filter(|(coefficient, _)| *coefficient > 0) {
                let unit = |term: &Term| Term { coefficient: 1, factors: term.factors.clone() };
                if need > 0 && self.is_at_most(&unit(negative), &unit(positive))? {
                    let used = need.min(*coefficient);
                    (need, *coefficient) = (need - used, *coefficient - used);
                }
            }
            if need > 0 {
                return Ok(None);
            }
        }
        Ok(left.iter().try_fold(number, |sum, (coefficient, _)| sum.checked_add(*coefficient)))
    }

    /// Takes a condition as given, and the divisibilities that its quotients state.
    pub(super) fn give(&mut self, condition: Condition) -> Result<(), Stop> {
        self.given.append(&mut self.found);
        match self.know(&condition) {
            Err(Stop::Anew) | Ok(()) => {}
            Err(stop) => return Err(stop),
        }
        // What comes of it stands in `found` only where a step asked.
        self.found.clear();
        self.given.push(condition);
        Ok(())
    }

    /// Takes one thing for another.
    pub(super) fn give_equal(&mut self, one: &Term, two: &Term) -> Result<(), Stop> {
        let (one, two) = (self.normal(one)?, self.normal(two)?);
        let contains = |term: &Term, atom| term.factors.iter().any(|factor| factor.0 == atom);
        for (symbol, other) in [(&one, &two), (&two, &one)] {
            if let (1, [(atom, 1)]) = (symbol.coefficient, &symbol.factors[..]) {
                if !contains(other, *atom) && other.coefficient > 0 {
                    return self.replace_by(*atom, other.clone());
                }
            }
        }
        self.orders.push((one.clone(), two.clone()));
        self.orders.push((two, one));
        Ok(())
    }

    /// Assumes what the sample says, and has everything begin anew.
    pub(super) fn assume<T>(&mut self, condition: Condition) -> Result<T, Stop> {
        if self.found.len() >= ASSUMED {
            return Err(Stop::Undecided("too many conditions".into()));
        }
        self.know(&condition)?;
        Err(Stop::Anew)
    }

    /// Puts a condition to use, and into `found` the part of it that is used.
    fn know(&mut self, condition: &Condition) -> Result<(), Stop> {
        self.take_in(condition)?;
        // What stands for itself so far may be settled by it, as min(2, M) by M % 4 == 0.
        for atom in 0..self.atoms.len() {
            if self.replaced[atom].is_none() {
                if let Some(term) = self.settled(atom)? {
                    self.replace_by(atom, term)?;
                }
            }
        }
        Ok(())
    }

    /// What an extremum or a quotient that is rounded up is by what is known, where it is not a thing of its own.
    fn settled(&self, atom: UnknownId) -> Result<Option<Term>, Stop> {
        Ok(match &self.atoms[atom] {
            Unknown::Min(a, b) | Unknown::Max(a, b) => {
                let is_larger = matches!(self.atoms[atom], Unknown::Max(..));
                self.known_extremum(is_larger, &self.normal(a)?, &self.normal(b)?)?
            }
            Unknown::Ceil { of, by } => self.known_ceil_div(&self.normal(of)?, &self.normal(by)?)?,
            Unknown::Symbol(_) | Unknown::Quotient { .. } | Unknown::Sum(_) => None,
        })
    }

    fn take_in(&mut self, condition: &Condition) -> Result<(), Stop> {
        match condition {
            Condition::Equal { one, two } => {
                self.give_equal(one, two)?;
                self.found.push(condition.clone());
                Ok(())
            }
            Condition::Differs { one, two } => {
                let (one, two) = (self.normal(one)?, self.normal(two)?);
                // Written as one reads it: the size first.
                let (one, two) = if one.as_number().is_some() { (two, one) } else { (one, two) };
                self.different.push((one.clone(), two.clone()));
                self.found.push(Condition::Differs { one, two });
                Ok(())
            }
            Condition::AtMost { small, large } => {
                let (small, large) = (self.normal(small)?, self.normal(large)?);
                self.orders.push((small.clone(), large.clone()));
                self.found.push(Condition::AtMost { small, large });
                Ok(())
            }
            Condition::Divides { by, of } => {
                let mut last = None;
                // Each round makes the rest of the divisor smaller.
                while self.exactly(of, by)?.is_none() {
                    let (of, by) = (self.normal(of)?, self.normal(by)?);
                    if last.replace(by.clone()) == Some(by.clone()) && self.found.len() >= ASSUMED {
                        return Err(Stop::Undecided("too many conditions".into()));
                    }
                    self.divide(&of, &by)?;
                }
                Ok(())
            }
        }
    }

    /// Lets one unknown of a product be divisible by a part of a divisor, as in the sample.
    fn divide(&mut self, of: &Term, by: &Term) -> Result<(), Stop> {
        let common = of.common(by);
        let (Some(of), Some(by)) = (of.exactly(&common), by.exactly(&common)) else {
            return Err(Stop::Undecided("a quotient of products without a common form".into()));
        };
        // The whole divisor, each of its unknowns, or a part of its number, whatever an unknown has as a divisor.
        let mut parts = alloc::vec![by.clone()];
        parts.extend(by.factors.iter().map(|&(atom, _)| Term::atom(atom)));
        for part in parts.iter().filter(|part| !part.factors.is_empty() || part.coefficient > 1) {
            let divisor = self.sampled(part)?;
            for &(atom, _) in &of.factors {
                if is_multiple(self.sampled(&Term::atom(atom))?, divisor) && !self.reaches(part, atom) {
                    return self.replace(atom, part);
                }
            }
        }
        if by.coefficient > 1 {
            for &(atom, _) in &of.factors {
                let part = gcd(by.coefficient, self.sampled(&Term::atom(atom))?);
                if part > 1 {
                    return self.replace(atom, &Term::number(part));
                }
            }
        }
        Err(Stop::Undecided("a divisibility of a product that no factor has".into()))
    }

    /// Whether a term has an unknown in it.
    fn reaches(&self, term: &Term, atom: UnknownId) -> bool {
        // Without steps left the answer is the one that ends the walk.
        self.take_steps(1 + term.factors.len()).is_err()
            || term.factors.iter().any(|&(other, _)| {
                other == atom
                    || match &self.atoms[other] {
                        Unknown::Quotient { by, of } => *of == atom || self.reaches(by, atom),
                        _ => false,
                    }
            })
    }

    fn replace(&mut self, atom: UnknownId, by: &Term) -> Result<(), Stop> {
        let quotient = self.atom(Unknown::Quotient { of: atom, by: by.clone() })?;
        self.replace_by(atom, by.times(&Term::atom(quotient))?)?;
        self.found.push(Condition::Divides { by: by.clone(), of: Term::atom(atom) });
        Ok(())
    }

    /// What steps asked for, without what follows from the rest.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        let mut kept: Vec<Condition> = Vec::new();
        for condition in &self.found {
            let follows = match condition {
                Condition::AtMost { small, large } => {
                    let orders = self.orders.iter();
                    let others = orders.filter(|(a, b)| (a, b) != (small, large)).cloned().collect();
                    let without = Self { orders: others, ..self.clone() };
                    let follows = without.is_at_most(small, large).unwrap_or(false);
                    self.steps.set(without.steps());
                    follows
                }
                Condition::Differs { one, two } => {
                    let others = self.different.iter().filter(|(a, b)| (a, b) != (one, two)).cloned().collect();
                    let without = Self { different: others, ..self.clone() };
                    let follows = without.is_different(one, two).unwrap_or(false);
                    self.steps.set(without.steps());
                    follows
                }
                Condition::Divides { .. } | Condition::Equal { .. } => false,
            };
            if !follows && !kept.contains(condition) {
                kept.push(condition.clone());
            }
        }
        kept
    }
}
