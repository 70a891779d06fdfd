//! Products of atoms.
//!
//! Most products have at most three factors, and products are copied all the time, in macros that run without optimisation. So
//! up to three factors are stored in place, and copies of longer products share their factors.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// A variable or something that no sum of products expresses; [`Atoms`](crate::normal::atoms::Atoms) says what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom(pub(crate) u32);

/// The largest number of factors that are stored in place.
const FEW: usize = 3;

/// Factors, read as a slice.
#[derive(Debug)]
pub(crate) enum Factors {
    /// The number of factors, and the factors, followed by anything.
    Few(u8, [Atom; FEW]),
    /// More than [`FEW`].
    Many(Rc<[Atom]>),
}

impl Factors {
    fn new(factors: &[Atom]) -> Self {
        if factors.len() > FEW {
            return Self::Many(factors.into());
        }
        let mut few = [Atom(0); FEW];
        few[..factors.len()].copy_from_slice(factors);
        Self::Few(factors.len() as u8, few)
    }
}

impl Deref for Factors {
    type Target = [Atom];

    fn deref(&self) -> &[Atom] {
        match self {
            Self::Few(0, _) => &[],
            Self::Few(1, few) => std::slice::from_ref(&few[0]),
            Self::Few(count, few) => &few[..*count as usize],
            Self::Many(many) => many,
        }
    }
}

impl Clone for Factors {
    fn clone(&self) -> Self {
        match self {
            Self::Few(count, few) => Self::Few(*count, *few),
            Self::Many(many) => Self::Many(Rc::clone(many)),
        }
    }
}

impl<'f> IntoIterator for &'f Factors {
    type Item = &'f Atom;
    type IntoIter = std::slice::Iter<'f, Atom>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A product of atoms, sorted; the empty one is 1.
#[derive(Clone, Debug)]
pub(crate) struct Monomial(pub(crate) Factors);

impl Monomial {
    pub(crate) fn one() -> Self {
        Self(Factors::Few(0, [Atom(0); FEW]))
    }

    pub(crate) fn atom(atom: Atom) -> Self {
        Self(Factors::Few(1, [atom, Atom(0), Atom(0)]))
    }

    pub(crate) fn is_one(&self) -> bool {
        matches!(self.0, Factors::Few(0, _))
    }

    /// The factor, if there is one alone.
    pub(crate) fn single(&self) -> Option<Atom> {
        match self.0 {
            Factors::Few(1, few) => Some(few[0]),
            _ => None,
        }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if other.is_one() {
            return self.clone();
        }
        if self.is_one() {
            return other.clone();
        }
        let mut factors = self.0.to_vec();
        factors.extend_from_slice(&other.0);
        factors.sort_unstable();
        Self(Factors::new(&factors))
    }

    /// The product without the factor at a place.
    pub(crate) fn without(&self, at: usize) -> Self {
        if self.0.len() == 1 {
            return Self::one();
        }
        let mut factors = self.0.to_vec();
        factors.remove(at);
        Self(Factors::new(&factors))
    }

    /// The quotient, if `other` divides `self`.
    pub(crate) fn over(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            (_, Factors::Few(0, _)) => return Some(self.clone()),
            (Factors::Few(1, few), Factors::Few(1, others)) => {
                return if few[0].0 == others[0].0 { Some(Self::one()) } else { None };
            }
            (few, others) if few.len() < others.len() => return None,
            _ => {}
        }
        let mut rest = self.0.to_vec();
        for factor in &other.0 {
            let at = rest.iter().position(|f| f == factor)?;
            rest.remove(at);
        }
        Some(Self(Factors::new(&rest)))
    }

    /// The greatest common divisor.
    pub(crate) fn common(&self, other: &Self) -> Self {
        if self.is_one() || other.is_one() {
            return Self::one();
        }
        let mut left = other.0.to_vec();
        let mut factors = Vec::new();
        for factor in &self.0 {
            if let Some(at) = left.iter().position(|f| f == factor) {
                left.remove(at);
                factors.push(*factor);
            }
        }
        Self(Factors::new(&factors))
    }
}

impl Default for Monomial {
    fn default() -> Self {
        Self::one()
    }
}

impl PartialEq for Monomial {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Monomial {}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Factor by factor; what ends first comes first.
impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Factors::Few(0, _), Factors::Few(0, _)) => Ordering::Equal,
            (Factors::Few(0, _), _) => Ordering::Less,
            (_, Factors::Few(0, _)) => Ordering::Greater,
            (Factors::Few(1, a), Factors::Few(1, b)) => a[0].0.cmp(&b[0].0),
            (a, b) => a[..].cmp(&b[..]),
        }
    }
}

impl Hash for Monomial {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
        for factor in &self.0 {
            state.write_u32(factor.0);
        }
    }
}
