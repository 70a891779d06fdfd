//! Sums: summands in order, each with its coefficient.

use super::{Limits, OutOfBudget, Summand, common_divisor};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// The terms of a sum, read as a slice.
///
/// Most sums have one term, which is stored in place; copies of longer sums share their terms.
#[derive(Clone, Debug, Default)]
pub(crate) enum Terms<K> {
    #[default]
    None,
    One((K, i128)),
    More(Rc<[(K, i128)]>),
}

impl<K> Deref for Terms<K> {
    type Target = [(K, i128)];

    fn deref(&self) -> &[(K, i128)] {
        match self {
            Self::None => &[],
            Self::One(term) => std::slice::from_ref(term),
            Self::More(terms) => terms,
        }
    }
}

impl<K> Terms<K> {
    pub(crate) fn as_slice(&self) -> &[(K, i128)] {
        self
    }
}

impl<K> From<Vec<(K, i128)>> for Terms<K> {
    fn from(mut terms: Vec<(K, i128)>) -> Self {
        match terms.len() {
            0 => Self::None,
            1 => terms.pop().map_or(Self::None, Self::One),
            _ => Self::More(terms.into()),
        }
    }
}

impl<'t, K> IntoIterator for &'t Terms<K> {
    type Item = &'t (K, i128);
    type IntoIter = std::slice::Iter<'t, (K, i128)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: PartialEq> PartialEq for Terms<K> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::More(a), Self::More(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::One(a), Self::One(b)) => a == b,
            (Self::None, Self::None) => true,
            _ => false,
        }
    }
}

impl<K: Eq> Eq for Terms<K> {}

impl<K: PartialOrd> PartialOrd for Terms<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}

impl<K: Ord> Ord for Terms<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl<K: Hash> Hash for Terms<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for (summand, coefficient) in self {
            summand.hash(state);
            state.write_i128(*coefficient);
        }
    }
}

/// A sum of summands with integer coefficients, none of them 0, in the order of the summands, each once.
///
/// Equal sums are equal values of this type. A linear sum is a `Sum` of its atoms, and a
/// [`Polynomial`](super::Polynomial) one of monomials.
///
/// ```
/// use lego_expr::polynomial::{Sum, Summand};
///
/// #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
/// struct Name(&'static str);
/// impl Summand for Name {}
///
/// let (i, j) = (Sum::term(Name("i"), 3), Sum::term(Name("j"), 2));
/// let sum = i.plus_times(&j, 2)?;
/// assert_eq!(sum.terms(), [(Name("i"), 3), (Name("j"), 4)]);
/// assert_eq!(sum.minus(&i)?, Sum::term(Name("j"), 4));
/// # Ok::<(), lego_expr::polynomial::OutOfBudget>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum<K>(pub(crate) Terms<K>);

impl<K> Default for Sum<K> {
    fn default() -> Self {
        Self(Terms::None)
    }
}

/// A coefficient, if it is within its limit.
pub(super) fn checked<K: Summand>(value: Option<i128>) -> Result<i128, OutOfBudget> {
    match value {
        Some(value) if value.unsigned_abs() <= K::LIMITS.coefficient => Ok(value),
        _ => Err(OutOfBudget),
    }
}

impl<K: Summand> Sum<K> {
    const LIMITS: Limits = K::LIMITS;

    /// Returns a summand times a number.
    #[must_use]
    pub fn term(summand: K, coefficient: i128) -> Self {
        if coefficient == 0 { Self::default() } else { Self(Terms::One((summand, coefficient))) }
    }

    /// The sum of terms that are in order, each summand once and with a coefficient that is not 0.
    pub(crate) fn sorted(terms: Vec<(K, i128)>) -> Self {
        Self(terms.into())
    }

    /// Returns the sum of terms in any order.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient or the number of terms exceeds its limit.
    pub fn of(mut terms: Vec<(K, i128)>) -> Result<Self, OutOfBudget> {
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut sums: Vec<(K, i128)> = Vec::with_capacity(terms.len());
        for (summand, coefficient) in terms {
            match sums.last_mut() {
                Some((last, sum)) if *last == summand => *sum = checked::<K>(sum.checked_add(coefficient))?,
                _ => sums.push((summand, checked::<K>(Some(coefficient))?)),
            }
        }
        sums.retain(|(_, coefficient)| *coefficient != 0);
        Self::within(sums)
    }

    fn within(terms: Vec<(K, i128)>) -> Result<Self, OutOfBudget> {
        if terms.len() > Self::LIMITS.terms { Err(OutOfBudget) } else { Ok(Self::sorted(terms)) }
    }

    /// Returns the terms, in the order of the summands.
    #[must_use]
    pub fn terms(&self) -> &[(K, i128)] {
        &self.0
    }

    /// Returns whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the coefficient of a summand, 0 if it is not in the sum.
    #[must_use]
    pub fn coefficient(&self, summand: &K) -> i128 {
        self.0.binary_search_by(|(other, _)| other.cmp(summand)).map_or(0, |place| self.0[place].1)
    }

    /// Returns `self + factor · other`.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient or the number of terms exceeds its limit.
    pub fn plus_times(&self, other: &Self, factor: i128) -> Result<Self, OutOfBudget> {
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
            let (summand, coefficient) = &right[r];
            let mut sum = coefficient.checked_mul(factor).ok_or(OutOfBudget)?;
            r += 1;
            if order == Ordering::Equal {
                sum = sum.checked_add(left[l].1).ok_or(OutOfBudget)?;
                l += 1;
            }
            if sum != 0 {
                terms.push((summand.clone(), checked::<K>(Some(sum))?));
            }
        }
        Self::within(terms)
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// As of [`plus_times`](Self::plus_times).
    pub fn plus(&self, other: &Self) -> Result<Self, OutOfBudget> {
        self.plus_times(other, 1)
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// As of [`plus_times`](Self::plus_times).
    pub fn minus(&self, other: &Self) -> Result<Self, OutOfBudget> {
        self.plus_times(other, -1)
    }

    /// Returns the product with a number.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient exceeds its limit.
    pub fn scaled(&self, factor: i128) -> Result<Self, OutOfBudget> {
        Self::default().plus_times(self, factor)
    }

    /// Returns the opposite.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient has no opposite.
    pub fn negated(&self) -> Result<Self, OutOfBudget> {
        self.scaled(-1)
    }

    /// Splits every coefficient in two parts, which are no larger than it is.
    #[must_use]
    pub fn split_with(&self, parts: impl Fn(&K, i128) -> (i128, i128)) -> (Self, Self) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (summand, coefficient) in &self.0 {
            let (one, two) = parts(summand, *coefficient);
            if one != 0 {
                first.push((summand.clone(), one));
            }
            if two != 0 {
                second.push((summand.clone(), two));
            }
        }
        (Self::sorted(first), Self::sorted(second))
    }

    /// Returns quotient and remainder by a positive number, coefficient by coefficient, the remainders not below 0:
    /// `self == divisor · first + second`.
    ///
    /// # Panics
    /// If the divisor is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: i128) -> (Self, Self) {
        self.split_with(|_, coefficient| (coefficient.div_euclid(divisor), coefficient.rem_euclid(divisor)))
    }

    /// Returns the sum without a summand.
    #[must_use]
    pub fn without(&self, summand: &K) -> Self {
        self.split_with(|other, coefficient| (if other == summand { 0 } else { coefficient }, 0)).0
    }

    /// Returns the greatest number that divides every coefficient; 0 for no terms.
    #[must_use]
    pub fn content(&self) -> i128 {
        self.0.iter().fold(0, |content, (_, coefficient)| common_divisor(content, *coefficient))
    }
}
