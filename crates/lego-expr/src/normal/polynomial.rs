//! Sums of products of atoms: the normal form of an integer.

pub(crate) use crate::normal::monomial::{Atom, Monomial};
use num_integer::Integer;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// The terms of a sum, read as a slice.
///
/// Most sums have one term, which is stored in place; copies of longer sums share their terms.
#[derive(Clone, Debug, Default)]
pub(crate) enum Terms {
    #[default]
    None,
    One((Monomial, i128)),
    More(Rc<[(Monomial, i128)]>),
}

impl Terms {
    pub(crate) fn as_slice(&self) -> &[(Monomial, i128)] {
        match self {
            Self::None => &[],
            Self::One(term) => std::slice::from_ref(term),
            Self::More(terms) => terms,
        }
    }
}

impl Deref for Terms {
    type Target = [(Monomial, i128)];

    fn deref(&self) -> &[(Monomial, i128)] {
        self.as_slice()
    }
}

impl From<Vec<(Monomial, i128)>> for Terms {
    fn from(mut terms: Vec<(Monomial, i128)>) -> Self {
        match terms.len() {
            0 => Self::None,
            1 => terms.pop().map_or(Self::None, Self::One),
            _ => Self::More(terms.into()),
        }
    }
}

impl FromIterator<(Monomial, i128)> for Terms {
    fn from_iter<T: IntoIterator<Item = (Monomial, i128)>>(terms: T) -> Self {
        terms.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'t> IntoIterator for &'t Terms {
    type Item = &'t (Monomial, i128);
    type IntoIter = std::slice::Iter<'t, (Monomial, i128)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Terms {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::More(a), Self::More(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::One(a), Self::One(b)) => a == b,
            (Self::None, Self::None) => true,
            _ => false,
        }
    }
}

impl Eq for Terms {}

impl PartialOrd for Terms {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Terms {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl Hash for Terms {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for (monomial, coefficient) in self {
            monomial.hash(state);
            state.write_i128(*coefficient);
        }
    }
}

/// A sum of products with integer coefficients, none of them 0, sorted by product. Equal sums are equal values of this type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Polynomial(pub(crate) Terms);

/// The arithmetic left the range of 128 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLarge;

impl Polynomial {
    pub(crate) fn constant(value: i128) -> Self {
        Self::term(Monomial::one(), value)
    }

    pub(crate) fn atom(atom: Atom) -> Self {
        Self::term(Monomial::atom(atom), 1)
    }

    pub(crate) fn term(monomial: Monomial, coefficient: i128) -> Self {
        if coefficient == 0 { Self::default() } else { Self(Terms::One((monomial, coefficient))) }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<i128> {
        match self.0.as_slice() {
            [] => Some(0),
            [(monomial, value)] if monomial.is_one() => Some(*value),
            _ => None,
        }
    }

    /// The atom, if it is one.
    pub(crate) fn single_atom(&self) -> Option<Atom> {
        match self.0.as_slice() {
            [(monomial, 1)] => monomial.single(),
            _ => None,
        }
    }

    pub(crate) fn constant_term(&self) -> i128 {
        self.0.first().filter(|(monomial, _)| monomial.is_one()).map_or(0, |(_, value)| *value)
    }

    /// `self + factor · other`.
    pub(crate) fn plus_times(&self, other: &Self, factor: i128) -> Result<Self, TooLarge> {
        if other.is_zero() {
            return Ok(self.clone());
        }
        if self.is_zero() && factor == 1 {
            return Ok(other.clone());
        }
        let (left, right) = (self.0.as_slice(), other.0.as_slice());
        let mut terms = Vec::with_capacity(left.len() + right.len());
        let (mut l, mut r) = (0, 0);
        while l < left.len() || r < right.len() {
            let order = if l == left.len() {
                Ordering::Greater
            } else if r == right.len() {
                Ordering::Less
            } else {
                left[l].0.cmp(&right[r].0)
            };
            if order == Ordering::Less {
                terms.push(left[l].clone());
                l += 1;
                continue;
            }
            let (monomial, coefficient) = &right[r];
            let mut sum = coefficient.checked_mul(factor).ok_or(TooLarge)?;
            r += 1;
            if order == Ordering::Equal {
                sum = sum.checked_add(left[l].1).ok_or(TooLarge)?;
                l += 1;
            }
            if sum != 0 {
                terms.push((monomial.clone(), sum));
            }
        }
        Ok(Self(terms.into()))
    }

    /// The sum of terms in any order.
    pub(crate) fn sum(mut terms: Vec<(Monomial, i128)>) -> Result<Self, TooLarge> {
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut sums: Vec<(Monomial, i128)> = Vec::with_capacity(terms.len());
        for (monomial, coefficient) in terms {
            match sums.last_mut() {
                Some((last, sum)) if *last == monomial => *sum = sum.checked_add(coefficient).ok_or(TooLarge)?,
                _ => sums.push((monomial, coefficient)),
            }
        }
        sums.retain(|(_, coefficient)| *coefficient != 0);
        Ok(Self(sums.into()))
    }

    pub(crate) fn plus(&self, other: &Self) -> Result<Self, TooLarge> {
        self.plus_times(other, 1)
    }

    pub(crate) fn minus(&self, other: &Self) -> Result<Self, TooLarge> {
        self.plus_times(other, -1)
    }

    pub(crate) fn times_term(&self, monomial: &Monomial, coefficient: i128) -> Result<Self, TooLarge> {
        if coefficient == 0 || self.is_zero() {
            return Ok(Self::default());
        }
        if coefficient == 1 && monomial.is_one() {
            return Ok(self.clone());
        }
        let mut terms = Vec::with_capacity(self.0.len());
        for (m, c) in &self.0 {
            terms.push((m.times(monomial), c.checked_mul(coefficient).ok_or(TooLarge)?));
        }
        // Multiplying by one product can change the order of sorted products.
        if terms.len() > 1 && !monomial.is_one() {
            terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        Ok(Self(terms.into()))
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, TooLarge> {
        if let [(monomial, coefficient)] = other.0.as_slice() {
            return self.times_term(monomial, *coefficient);
        }
        let mut product = Self::default();
        for (monomial, coefficient) in &other.0 {
            product = product.plus(&self.times_term(monomial, *coefficient)?)?;
        }
        Ok(product)
    }

    pub(crate) fn negated(&self) -> Result<Self, TooLarge> {
        Self::default().minus(self)
    }

    /// The greatest number that divides every coefficient; 0 for no terms.
    pub(crate) fn content(&self) -> i128 {
        self.0.iter().fold(0, |content, (_, coefficient)| common_divisor(content, *coefficient))
    }

    /// The terms with positive and those with negative coefficients, the latter negated: `self == positive - negative`.
    pub(crate) fn signs(&self) -> Result<(Self, Self), TooLarge> {
        let (positive, negative): (Vec<_>, Vec<_>) = self.0.iter().cloned().partition(|(_, c)| *c > 0);
        Ok((Self(positive.into()), Self(negative.into()).negated()?))
    }

    /// The quotient of a term by a term, if that divides it.
    pub(crate) fn term_over(term: &(Monomial, i128), divisor: &(Monomial, i128)) -> Option<(Monomial, i128)> {
        if divisor.1 == 0 || term.1 % divisor.1 != 0 {
            return None;
        }
        Some((term.0.over(&divisor.0)?, term.1 / divisor.1))
    }

    /// Splits into the multiples of a term, divided by it, and the rest: `self == divisor · first + second`.
    pub(crate) fn split(&self, divisor: &(Monomial, i128)) -> (Self, Self) {
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for term in &self.0 {
            match Self::term_over(term, divisor) {
                Some(exact) => quotient.push(exact),
                None => rest.push(term.clone()),
            }
        }
        if quotient.len() > 1 && !divisor.0.is_one() {
            quotient.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        (Self(quotient.into()), Self(rest.into()))
    }

    /// A part that is a multiple of a divisor, divided by it, and the rest: `self == divisor · first + second`.
    ///
    /// By a divisor of one term these are all its multiples; by one of several, those of its longest term, if then the rest
    /// has fewer terms than there were.
    pub(crate) fn divided(&self, divisor: &Self) -> Result<(Self, Self), TooLarge> {
        if let [term] = divisor.0.as_slice() {
            return Ok(self.split(term));
        }
        if self.0.len() < 2 {
            return Ok((Self::default(), self.clone()));
        }
        if let Some(longest) = divisor.longest_term() {
            let quotient = self.split(longest).0;
            let rest = self.minus(&quotient.times(divisor)?)?;
            if rest.0.len() < self.0.len() {
                return Ok((quotient, rest));
            }
        }
        Ok((Self::default(), self.clone()))
    }

    /// The term with the most atoms.
    pub(crate) fn longest_term(&self) -> Option<&(Monomial, i128)> {
        self.0.iter().max_by_key(|(monomial, _)| monomial.0.len())
    }

    /// The largest term that divides every term; 1 for no terms.
    pub(crate) fn common_term(&self) -> (Monomial, i128) {
        let monomials = self.0.iter().map(|(monomial, _)| monomial.clone());
        let monomial = monomials.reduce(|common, monomial| common.common(&monomial)).unwrap_or_else(Monomial::one);
        (monomial, self.content().max(1))
    }
}

/// The greatest common divisor; 1 where it is no number of 128 bits with a sign.
pub(crate) fn common_divisor(a: i128, b: i128) -> i128 {
    i128::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).unwrap_or(1)
}
