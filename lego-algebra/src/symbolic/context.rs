//! What is known of the sizes: their names, what they are made of, and what was assumed.

use super::condition::Condition;
use super::term::{Atom, Term, TooLarge, gcd};
use alloc::string::String;
use alloc::vec::Vec;

/// The sizes of an expression, and all that is known of them.
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) names: Vec<String>,
    pub(super) atoms: Vec<Unknown>,
    /// What an unknown is a product of, where something is known to divide it.
    replaced: Vec<Option<Term>>,
    /// What is known not to be larger than what.
    orders: Vec<(Term, Term)>,
    /// What the expression says.
    pub(super) given: Vec<Condition>,
    /// What steps asked for beside that.
    pub(super) found: Vec<Condition>,
    /// A value for each symbol.
    pub(super) sample: Vec<i64>,
}

/// What an unknown is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// A symbol, by its number among the names.
    Symbol(usize),
    /// An unknown divided by a product that divides it.
    Quotient { of: Atom, by: Term },
    /// A product divided by another one and rounded up.
    Ceil { of: Term, by: Term },
    /// A sum that is at least 1.
    Sum(Vec<Term>),
}

/// Why a step does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Something was assumed: begin anew.
    Anew,
    /// This cannot be decided, or not be said.
    Undecided(String),
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Self::Undecided("a number goes beyond 64 bits".into())
    }
}

/// So many things are assumed at most.
const ASSUMED: usize = 64;

impl Context {
    pub(super) fn new(names: &[String], sample: &[i64]) -> Self {
        Self {
            names: names.to_vec(),
            atoms: (0..names.len()).map(Unknown::Symbol).collect(),
            replaced: alloc::vec![None; names.len()],
            orders: Vec::new(),
            given: Vec::new(),
            found: Vec::new(),
            sample: sample.to_vec(),
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
        term.factors.iter().try_fold(term.coefficient, |product, &(atom, power)| {
            product.checked_mul(self.value_of(atom, values)?.checked_pow(power)?)
        })
    }

    fn value_of(&self, atom: Atom, values: &[i64]) -> Option<i64> {
        match &self.atoms[atom] {
            Unknown::Symbol(k) => values.get(*k).copied(),
            Unknown::Quotient { of, by } => {
                let (of, by) = (self.value_of(*of, values)?, self.value(by, values)?);
                (by > 0 && of % by == 0).then(|| of / by)
            }
            Unknown::Ceil { of, by } => {
                let (of, by) = (self.value(of, values)?, self.value(by, values)?);
                (by > 0).then(|| of / by + i64::from(of % by != 0))
            }
            Unknown::Sum(terms) => terms.iter().try_fold(0i64, |sum, term| sum.checked_add(self.value(term, values)?)),
        }
    }

    /// The value for the sample.
    pub(super) fn sampled(&self, term: &Term) -> Result<i64, Stop> {
        self.value(term, &self.sample).ok_or_else(|| TooLarge.into())
    }

    /// The same with everything known put in.
    pub(super) fn normal(&self, term: &Term) -> Result<Term, Stop> {
        let mut result = Term::number(term.coefficient);
        for &(atom, power) in &term.factors {
            let factor = match &self.replaced[atom] {
                Some(product) => self.normal(product)?,
                None => Term::atom(atom),
            };
            for _ in 0..power {
                result = result.times(&factor)?;
            }
        }
        Ok(result)
    }

    /// The unknown, which may be there already.
    fn atom(&mut self, unknown: Unknown) -> Atom {
        match self.atoms.iter().position(|other| *other == unknown) {
            Some(atom) => atom,
            None => {
                self.atoms.push(unknown);
                self.replaced.push(None);
                self.atoms.len() - 1
            }
        }
    }

    pub(super) fn times(&self, one: &Term, two: &Term) -> Result<Term, Stop> {
        self.normal(&one.times(two)?)
    }

    /// Whether `small <= large` follows from the form of the products, and from up to two orders that are known.
    pub(super) fn is_at_most(&self, small: &Term, large: &Term) -> Result<bool, Stop> {
        self.proves(small, large, 2)
    }

    fn proves(&self, small: &Term, large: &Term, more: u32) -> Result<bool, Stop> {
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

    /// The quotient, where it is known that the divisor divides.
    pub(super) fn exactly(&self, of: &Term, by: &Term) -> Result<Option<Term>, Stop> {
        Ok(self.normal(of)?.exactly(&self.normal(by)?))
    }

    /// Whether both are the same for all values.
    pub(super) fn is_equal(&self, one: &Term, two: &Term) -> Result<bool, Stop> {
        Ok(self.normal(one)? == self.normal(two)?)
    }

    /// The quotient rounded up, of positive terms.
    pub(super) fn ceil_div(&mut self, of: &Term, by: &Term) -> Result<Term, Stop> {
        let (of, by) = (self.normal(of)?, self.normal(by)?);
        if let Some(quotient) = of.exactly(&by) {
            return Ok(quotient);
        }
        if self.is_at_most(&of, &by)? {
            return Ok(Term::number(1));
        }
        let common = of.common(&by);
        let (Some(of), Some(by)) = (of.exactly(&common), by.exactly(&common)) else {
            return Err(Stop::Undecided("a quotient of products without a common form".into()));
        };
        if let (Some(of), Some(by)) = (of.as_number(), by.as_number()) {
            return Ok(Term::number(of / by + i64::from(of % by != 0)));
        }
        Ok(Term::atom(self.atom(Unknown::Ceil { of, by })))
    }

    /// A sum; only of numbers may it be below 1.
    pub(super) fn sum(&mut self, terms: &[Term]) -> Result<Term, Stop> {
        let (mut number, mut others) = (0i64, Vec::<Term>::new());
        for term in terms {
            let term = self.normal(term)?;
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
                // At least what it is with every positive unknown at 1.
                let least = others.iter().try_fold(number, |sum, term| {
                    (term.coefficient > 0).then(|| sum.checked_add(term.coefficient)).flatten()
                });
                if least.is_none_or(|least| least < 1) {
                    return Err(Stop::Undecided("a sum that may be 0 or less".into()));
                }
                if number != 0 {
                    others.push(Term::number(number));
                }
                Ok(Term::atom(self.atom(Unknown::Sum(others))))
            }
        }
    }

    /// Takes a condition as given.
    pub(super) fn give(&mut self, condition: Condition) -> Result<(), Stop> {
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
                    self.replaced[*atom] = Some(other.clone());
                    return Ok(());
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
        match condition {
            Condition::Equal { one, two } => self.give_equal(one, two),
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
                if self.sampled(&Term::atom(atom))? % divisor == 0 && !self.reaches(part, atom) {
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
    fn reaches(&self, term: &Term, atom: Atom) -> bool {
        term.factors.iter().any(|&(other, _)| {
            other == atom
                || match &self.atoms[other] {
                    Unknown::Quotient { by, of } => *of == atom || self.reaches(by, atom),
                    _ => false,
                }
        })
    }

    fn replace(&mut self, atom: Atom, by: &Term) -> Result<(), Stop> {
        let quotient = self.atom(Unknown::Quotient { of: atom, by: by.clone() });
        self.replaced[atom] = Some(by.times(&Term::atom(quotient))?);
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
                    without.is_at_most(small, large).unwrap_or(false)
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
