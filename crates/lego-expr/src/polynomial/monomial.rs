//! Products of atoms.
//!
//! Most products have at most three factors, and products are copied all the time, in macros that run without
//! optimisation. So up to three factors are stored in place, and copies of longer products share their factors.

use super::Atom;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// The largest number of factors that are stored in place.
const FEW: usize = 3;

/// Factors, read as a slice.
#[derive(Debug)]
pub(crate) enum Factors<A> {
    /// The number of factors, and the factors, followed by anything.
    Few(u8, [A; FEW]),
    /// More than [`FEW`].
    Many(Rc<[A]>),
}

impl<A: Atom> Factors<A> {
    fn new(factors: &[A]) -> Self {
        if factors.len() > FEW {
            return Self::Many(factors.into());
        }
        let mut few = [A::default(); FEW];
        few[..factors.len()].copy_from_slice(factors);
        Self::Few(factors.len() as u8, few)
    }
}

impl<A> Deref for Factors<A> {
    type Target = [A];

    fn deref(&self) -> &[A] {
        match self {
            Self::Few(0, _) => &[],
            Self::Few(1, few) => std::slice::from_ref(&few[0]),
            Self::Few(count, few) => &few[..*count as usize],
            Self::Many(many) => many,
        }
    }
}

impl<A: Copy> Clone for Factors<A> {
    fn clone(&self) -> Self {
        match self {
            Self::Few(count, few) => Self::Few(*count, *few),
            Self::Many(many) => Self::Many(Rc::clone(many)),
        }
    }
}

impl<'f, A> IntoIterator for &'f Factors<A> {
    type Item = &'f A;
    type IntoIter = std::slice::Iter<'f, A>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A product of atoms, read as the slice of its factors, which are in order; the empty one is 1.
///
/// ```
/// use lego_expr::polynomial::{Atom, Monomial};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// struct Name(char);
/// impl Atom for Name {}
///
/// let (x, y) = (Monomial::atom(Name('x')), Monomial::atom(Name('y')));
/// let product = y.times(&x).times(&y);
/// assert_eq!(product[..], [Name('x'), Name('y'), Name('y')]);
/// assert_eq!(product.over(&y), Some(x.times(&y)));
/// ```
#[derive(Clone, Debug)]
pub struct Monomial<A: Copy>(pub(crate) Factors<A>);

impl<A: Atom> Monomial<A> {
    /// Returns the empty product.
    #[must_use]
    pub fn one() -> Self {
        Self(Factors::Few(0, [A::default(); FEW]))
    }

    /// Returns an atom as a product.
    #[must_use]
    pub fn atom(atom: A) -> Self {
        Self(Factors::Few(1, [atom; FEW]))
    }

    /// Returns whether there are no factors.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Factors::Few(0, _))
    }

    /// Returns the factor, if there is one alone.
    #[must_use]
    pub fn single(&self) -> Option<A> {
        match self.0 {
            Factors::Few(1, few) => Some(few[0]),
            _ => None,
        }
    }

    /// Returns the product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
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

    /// Returns the product without the factor at a place.
    ///
    /// # Panics
    /// If there is no factor at that place.
    #[must_use]
    pub fn without(&self, at: usize) -> Self {
        if self.0.len() == 1 {
            return Self::one();
        }
        let mut factors = self.0.to_vec();
        factors.remove(at);
        Self(Factors::new(&factors))
    }

    /// Returns the quotient, if `other` divides `self`.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            (_, Factors::Few(0, _)) => return Some(self.clone()),
            (Factors::Few(1, few), Factors::Few(1, others)) => {
                return if few[0] == others[0] { Some(Self::one()) } else { None };
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

    /// Returns the greatest common divisor.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
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

impl<A: Copy> Deref for Monomial<A> {
    type Target = [A];

    fn deref(&self) -> &[A] {
        &self.0
    }
}

impl<'m, A: Copy> IntoIterator for &'m Monomial<A> {
    type Item = &'m A;
    type IntoIter = std::slice::Iter<'m, A>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<A: Atom> FromIterator<A> for Monomial<A> {
    /// The product of factors in any order.
    fn from_iter<T: IntoIterator<Item = A>>(factors: T) -> Self {
        let mut factors: Vec<A> = factors.into_iter().collect();
        factors.sort_unstable();
        Self(Factors::new(&factors))
    }
}

impl<A: Atom> Default for Monomial<A> {
    fn default() -> Self {
        Self::one()
    }
}

impl<A: Atom> PartialEq for Monomial<A> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<A: Atom> Eq for Monomial<A> {}

impl<A: Atom> PartialOrd for Monomial<A> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Factor by factor; what ends first comes first.
impl<A: Atom> Ord for Monomial<A> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Factors::Few(0, _), Factors::Few(0, _)) => Ordering::Equal,
            (Factors::Few(0, _), _) => Ordering::Less,
            (_, Factors::Few(0, _)) => Ordering::Greater,
            (Factors::Few(1, a), Factors::Few(1, b)) => a[0].cmp(&b[0]),
            (a, b) => a[..].cmp(&b[..]),
        }
    }
}

impl<A: Atom> Hash for Monomial<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
        for factor in &self.0 {
            factor.hash(state);
        }
    }
}
