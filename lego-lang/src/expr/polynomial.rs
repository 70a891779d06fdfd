//! Sums of products: the normal form of what `+`, `-` and `*` build over atoms.

use smallvec::SmallVec;

/// An atom of a [`Normalizer`](super::normal::Normalizer): a variable or something that no sum of products expresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(pub(super) u32);

/// A product of atoms, sorted; the empty one is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Monomial(pub(super) SmallVec<[Atom; 4]>);

impl Monomial {
    pub(super) fn one() -> Self {
        Self::default()
    }

    pub(super) fn atom(atom: Atom) -> Self {
        let mut factors = SmallVec::new();
        factors.push(atom);
        Self(factors)
    }

    pub(super) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut factors = self.0.clone();
        factors.extend(other.0.iter().copied());
        factors.sort_unstable();
        Self(factors)
    }

    /// The quotient, if `other` divides `self`.
    pub(super) fn over(&self, other: &Self) -> Option<Self> {
        let mut rest = self.0.clone();
        for factor in &other.0 {
            let at = rest.iter().position(|f| f == factor)?;
            rest.remove(at);
        }
        Some(Self(rest))
    }

    /// The greatest common divisor.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut left = other.0.clone();
        let mut factors = SmallVec::new();
        for factor in &self.0 {
            if let Some(at) = left.iter().position(|f| f == factor) {
                left.remove(at);
                factors.push(*factor);
            }
        }
        Self(factors)
    }
}

/// A sum of products with integer coefficients: sorted by product, no coefficient 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Polynomial(pub(super) Vec<(Monomial, i128)>);

/// The arithmetic left the range of 128 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

impl Polynomial {
    pub(super) fn constant(value: i128) -> Self {
        if value == 0 { Self::default() } else { Self(vec![(Monomial::one(), value)]) }
    }

    pub(super) fn atom(atom: Atom) -> Self {
        Self(vec![(Monomial::atom(atom), 1)])
    }

    pub(super) fn term(monomial: Monomial, coefficient: i128) -> Self {
        if coefficient == 0 { Self::default() } else { Self(vec![(monomial, coefficient)]) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number, if it is one.
    pub(super) fn number(&self) -> Option<i128> {
        match self.0.as_slice() {
            [] => Some(0),
            [(monomial, value)] if monomial.is_one() => Some(*value),
            _ => None,
        }
    }

    /// The atom, if it is one.
    pub(super) fn single_atom(&self) -> Option<Atom> {
        match self.0.as_slice() {
            [(monomial, 1)] if monomial.0.len() == 1 => Some(monomial.0[0]),
            _ => None,
        }
    }

    pub(super) fn constant_term(&self) -> i128 {
        self.0.first().filter(|(monomial, _)| monomial.is_one()).map_or(0, |(_, value)| *value)
    }

    /// `self + factor · other`.
    pub(super) fn plus_times(&self, other: &Self, factor: i128) -> Result<Self, TooLarge> {
        let mut terms = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            let mut sum = 0_i128;
            let mut monomial = None;
            if order.is_le()
                && let Some((m, c)) = left.next()
            {
                (monomial, sum) = (Some(m), *c);
            }
            if order.is_ge()
                && let Some((m, c)) = right.next()
            {
                monomial = Some(m);
                sum = c.checked_mul(factor).and_then(|c| sum.checked_add(c)).ok_or(TooLarge)?;
            }
            if let Some(monomial) = monomial.filter(|_| sum != 0) {
                terms.push((monomial.clone(), sum));
            }
        }
        Ok(Self(terms))
    }

    pub(super) fn plus(&self, other: &Self) -> Result<Self, TooLarge> {
        self.plus_times(other, 1)
    }

    pub(super) fn minus(&self, other: &Self) -> Result<Self, TooLarge> {
        self.plus_times(other, -1)
    }

    pub(super) fn times_term(&self, monomial: &Monomial, coefficient: i128) -> Result<Self, TooLarge> {
        if coefficient == 0 {
            return Ok(Self::default());
        }
        let mut terms = Vec::with_capacity(self.0.len());
        for (m, c) in &self.0 {
            terms.push((m.times(monomial), c.checked_mul(coefficient).ok_or(TooLarge)?));
        }
        // Multiplying by one product can change the order of sorted products.
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(Self(terms))
    }

    pub(super) fn times(&self, other: &Self) -> Result<Self, TooLarge> {
        let mut product = Self::default();
        for (monomial, coefficient) in &other.0 {
            product = product.plus(&self.times_term(monomial, *coefficient)?)?;
        }
        Ok(product)
    }

    pub(super) fn negated(&self) -> Result<Self, TooLarge> {
        Self::default().minus(self)
    }

    /// The terms with positive and those with negative coefficients, the latter negated: `self == positive - negative`.
    pub(super) fn signs(&self) -> Result<(Self, Self), TooLarge> {
        let (positive, negative): (Vec<_>, Vec<_>) = self.0.iter().cloned().partition(|(_, c)| *c > 0);
        Ok((Self(positive), Self(negative).negated()?))
    }

    /// The quotient of a term by a term, if it is exact.
    pub(super) fn term_over(term: &(Monomial, i128), divisor: &(Monomial, i128)) -> Option<(Monomial, i128)> {
        if divisor.1 == 0 || term.1 % divisor.1 != 0 {
            return None;
        }
        Some((term.0.over(&divisor.0)?, term.1 / divisor.1))
    }

    /// Splits into the multiples of a term, divided by it, and the rest: `self == divisor · first + second`.
    pub(super) fn split(&self, divisor: &(Monomial, i128)) -> (Self, Self) {
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for term in &self.0 {
            match Self::term_over(term, divisor) {
                Some(exact) => quotient.push(exact),
                None => rest.push(term.clone()),
            }
        }
        quotient.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        (Self(quotient), Self(rest))
    }
}
