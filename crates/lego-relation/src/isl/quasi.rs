//! Quasi-affine expressions: sums of variables, of quotients and of remainders by numbers, each times a number.

use super::terms::Terms;

/// Something that a sum multiplies by a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// A variable, by its number.
    Variable(usize),
    /// The quotient by a number above 0, rounded down.
    Floor(Box<Affine>, i128),
    /// The remainder by a number above 0, from 0 on.
    Mod(Box<Affine>, i128),
}

/// `constant + Σ coefficient · atom`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Affine {
    pub(crate) constant: i128,
    pub(crate) terms: Terms<Atom>,
}

/// A condition on a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Constraint {
    /// It is at least 0.
    Natural(Affine),
    /// It is 0.
    Zero(Affine),
}

impl Constraint {
    pub(crate) fn affine(&self) -> &Affine {
        match self {
            Self::Natural(affine) | Self::Zero(affine) => affine,
        }
    }

    /// Whether it holds at all points of a box, or at none.
    pub(crate) fn settled(&self, ranges: &Ranges) -> Option<bool> {
        let (low, high) = ranges.of(self.affine());
        match self {
            Self::Natural(_) if low >= 0 => Some(true),
            Self::Natural(_) if high < 0 => Some(false),
            Self::Zero(_) if low == 0 && high == 0 => Some(true),
            Self::Zero(_) if low > 0 || high < 0 => Some(false),
            _ => None,
        }
    }
}

/// Conditions of which all hold.
pub(crate) type Conjunct = Vec<Constraint>;

/// What is beyond this is taken for boundless.
pub(crate) const FAR: i128 = 1 << 100;

/// The least and the greatest value of each variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(pub(crate) Vec<(i128, i128)>);

fn clamp(value: Option<i128>, positive: bool) -> i128 {
    value.unwrap_or(if positive { FAR } else { -FAR }).clamp(-FAR, FAR)
}

impl Ranges {
    /// The range of a sum.
    pub(crate) fn of(&self, affine: &Affine) -> (i128, i128) {
        let mut range = (affine.constant, affine.constant);
        for (atom, &coefficient) in affine.terms.iter() {
            let (low, high) = self.of_atom(atom);
            let ends = if coefficient > 0 { (low, high) } else { (high, low) };
            let end = |sum: i128, value: i128, positive: bool| match sum.abs() >= FAR || value.abs() >= FAR {
                true => {
                    if positive {
                        FAR
                    } else {
                        -FAR
                    }
                }
                false => clamp(coefficient.checked_mul(value).and_then(|term| sum.checked_add(term)), positive),
            };
            range = (end(range.0, ends.0, false), end(range.1, ends.1, true));
        }
        range
    }

    fn of_atom(&self, atom: &Atom) -> (i128, i128) {
        match atom {
            Atom::Variable(number) => self.0[*number],
            Atom::Floor(affine, divisor) => {
                let (low, high) = self.of(affine);
                let end = |end: i128| if end.abs() >= FAR { end } else { end.div_euclid(*divisor) };
                (end(low), end(high))
            }
            Atom::Mod(affine, divisor) => {
                let (low, high) = self.of(affine);
                let fits = low.abs() < FAR && high.abs() < FAR && low.div_euclid(*divisor) == high.div_euclid(*divisor);
                if fits { (low.rem_euclid(*divisor), high.rem_euclid(*divisor)) } else { (0, divisor - 1) }
            }
        }
    }
}

impl Affine {
    pub(crate) fn constant(constant: i128) -> Self {
        Self { constant, terms: Terms::default() }
    }

    pub(crate) fn atom(atom: Atom) -> Self {
        Self { constant: 0, terms: Terms::one(atom) }
    }

    pub(crate) fn variable(number: usize) -> Self {
        Self::atom(Atom::Variable(number))
    }

    /// The number that it is, if it is one.
    pub(crate) fn number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`; `None` beyond 100 bits.
    pub(crate) fn plus(mut self, other: &Self, factor: i128) -> Option<Self> {
        let small = |value: i128| (value.abs() < FAR).then_some(value);
        self.constant = small(self.constant.checked_add(other.constant.checked_mul(factor)?)?)?;
        let change = |coefficient: i128| small(coefficient.checked_mul(factor)?);
        self.terms = self.terms.merged(&other.terms, change, |a, b| small(a.checked_add(b)?))?;
        Some(self)
    }

    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// The quotient by a number above 0, rounded down.
    pub(crate) fn floor(&self, divisor: i128, ranges: &Ranges) -> Option<Self> {
        // What divides goes before the quotient.
        let mut whole = Self::constant(self.constant.div_euclid(divisor));
        let mut rest = Self::constant(self.constant.rem_euclid(divisor));
        for (atom, &coefficient) in self.terms.iter() {
            let into =
                if coefficient % divisor == 0 { (&mut whole, coefficient / divisor) } else { (&mut rest, coefficient) };
            into.0.terms.insert(atom.clone(), into.1);
        }
        let (low, high) = ranges.of(&rest);
        if low.abs() < FAR && high.abs() < FAR && low.div_euclid(divisor) == high.div_euclid(divisor) {
            return whole.plus(&Self::constant(low.div_euclid(divisor)), 1);
        }
        let common = rest.terms.values().fold(divisor, |common, &coefficient| num_integer::gcd(common, coefficient));
        let (divided, by) = rest.divided(common, divisor);
        let quotient = match divided.single() {
            Some(Atom::Floor(inner, first)) => Atom::Floor(inner.clone(), first.checked_mul(by)?),
            _ => Atom::Floor(Box::new(divided), by),
        };
        whole.plus(&Self::atom(quotient), 1)
    }

    /// The remainder by a number above 0.
    pub(crate) fn modulo(&self, divisor: i128, ranges: &Ranges) -> Option<Self> {
        let mut rest = Self::constant(self.constant.rem_euclid(divisor));
        for (atom, &coefficient) in self.terms.iter() {
            match (atom, coefficient.rem_euclid(divisor)) {
                (_, 0) => {}
                (_, reduced) => {
                    rest.terms.insert(atom.clone(), reduced);
                }
            }
        }
        // A remainder by a multiple is what it is a remainder of.
        let nested = rest.terms.iter().find_map(|(atom, &coefficient)| match atom {
            Atom::Mod(inner, first) if first % divisor == 0 => Some((atom.clone(), inner.clone(), coefficient)),
            _ => None,
        });
        if let Some((atom, inner, coefficient)) = nested {
            rest.terms.remove(&atom);
            return rest.plus(&inner, coefficient)?.modulo(divisor, ranges);
        }
        let (low, high) = ranges.of(&rest);
        if low >= 0 && high < divisor {
            return Some(rest);
        }
        let common = rest.terms.values().fold(divisor, |common, &coefficient| num_integer::gcd(common, coefficient));
        if rest.constant == 0 && common > 1 {
            let (divided, by) = rest.divided(common, divisor);
            return divided.modulo(by, ranges)?.times(common);
        }
        if rest.number().is_some() {
            return Some(rest);
        }
        Some(Self::atom(Atom::Mod(Box::new(rest), divisor)))
    }

    /// Without a common divisor of the coefficients and of a number that it is divided by, rounded down.
    fn divided(&self, common: i128, divisor: i128) -> (Self, i128) {
        let terms = self.terms.iter().map(|(atom, coefficient)| (atom.clone(), coefficient / common)).collect();
        (Self { constant: self.constant.div_euclid(common), terms }, divisor / common)
    }

    /// The same value with quotients and remainders of sums alone in which nothing is subtracted, of variables that are at least 0:
    /// `floor((N - i)/4)` is `floor((N + 3i)/4) - i`. `None` beyond 100 bits.
    pub(crate) fn lifted(&self, ranges: &Ranges) -> Option<Self> {
        let mut sum = Self::constant(self.constant);
        for (atom, &coefficient) in self.terms.iter() {
            let lifted = match atom {
                Atom::Variable(_) => Self::atom(atom.clone()),
                Atom::Floor(inner, divisor) => {
                    let (whole, rest) = inner.lifted(ranges)?.split(*divisor);
                    whole.plus(&rest.floor(*divisor, ranges)?, 1)?
                }
                Atom::Mod(inner, divisor) => inner.lifted(ranges)?.split(*divisor).1.modulo(*divisor, ranges)?,
            };
            sum = sum.plus(&lifted, coefficient)?;
        }
        Some(sum)
    }

    /// Quotients and remainders of the coefficients: `self = divisor · whole + rest`, in which nothing is subtracted.
    fn split(&self, divisor: i128) -> (Self, Self) {
        let part = |of: &dyn Fn(i128) -> i128| {
            let terms = self.terms.iter().map(|(atom, &coefficient)| (atom.clone(), of(coefficient)));
            Self { constant: of(self.constant), terms: terms.filter(|(_, coefficient)| *coefficient != 0).collect() }
        };
        (part(&|value| value.div_euclid(divisor)), part(&|value| value.rem_euclid(divisor)))
    }

    /// The atom that it is, once and with nothing beside it.
    pub(crate) fn single(&self) -> Option<&Atom> {
        match self.terms.iter().next() {
            Some((atom, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// How many atoms it is made of, those inside of quotients and remainders too, and one more.
    pub(crate) fn size(&self) -> usize {
        let inner = |atom: &Atom| match atom {
            Atom::Variable(_) => 1,
            Atom::Floor(inner, _) | Atom::Mod(inner, _) => 1 + inner.size(),
        };
        1 + self.terms.keys().map(inner).sum::<usize>()
    }

    /// Whether a variable occurs in it.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.terms.keys().any(|atom| atom.has(number))
    }

    /// The value at a point.
    pub(crate) fn at(&self, point: &[i128]) -> i128 {
        let atom = |atom: &Atom| match atom {
            Atom::Variable(number) => point[*number],
            Atom::Floor(inner, divisor) => inner.at(point).div_euclid(*divisor),
            Atom::Mod(inner, divisor) => inner.at(point).rem_euclid(*divisor),
        };
        let terms = self.terms.iter().map(|(of, &coefficient)| coefficient.saturating_mul(atom(of)));
        terms.fold(self.constant, i128::saturating_add)
    }

    /// How many of its lowest bits are 0 for sure.
    pub(crate) fn zeros(&self) -> u32 {
        let all = self.terms.values().copied().chain([self.constant]).fold(0, num_integer::gcd);
        if all == 0 { 127 } else { all.trailing_zeros() }
    }
}

impl Atom {
    /// Whether a variable occurs in it.
    pub(crate) fn has(&self, number: usize) -> bool {
        match self {
            Self::Variable(other) => *other == number,
            Self::Floor(inner, _) | Self::Mod(inner, _) => inner.has(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    fn value(affine: &Affine, x: &[i128]) -> i128 {
        affine.at(x)
    }

    #[test]
    fn quotients_and_remainders_keep_their_values() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let ranges = Ranges(vec![(0, random.below(20).into()), (-3, 5)]);
            let mut affine = Affine::constant(i128::from(random.below(30)) - 15);
            for _ in 0..3 {
                let number = random.index(2);
                affine = affine.plus(&Affine::variable(number), i128::from(random.below(24)) - 12).unwrap();
                let divisor = 1 + i128::from(random.below(12));
                let new = match random.below(3) {
                    0 => affine.floor(divisor, &ranges),
                    1 => affine.modulo(divisor, &ranges),
                    _ => affine.times(i128::from(random.below(5))),
                }
                .unwrap();
                for _ in 0..4 {
                    let x = [i128::from(random.below(ranges.0[0].1 as u64 + 1)), i128::from(random.below(9)) - 3];
                    let old = value(&affine, &x);
                    let got = value(&new, &x);
                    assert!(
                        got == old.div_euclid(divisor) || got == old.rem_euclid(divisor) || old == 0 || got % old == 0,
                        "{affine:?} {new:?} {divisor}"
                    );
                    let (low, high) = ranges.of(&new);
                    assert!((low..=high).contains(&got));
                }
                affine = new;
            }
            let divisor = 1 + i128::from(random.below(12));
            let (quotient, rest) = (affine.floor(divisor, &ranges).unwrap(), affine.modulo(divisor, &ranges).unwrap());
            for _ in 0..8 {
                let x = [i128::from(random.below(ranges.0[0].1 as u64 + 1)), i128::from(random.below(9)) - 3];
                let old = value(&affine, &x);
                assert_eq!(value(&quotient, &x), old.div_euclid(divisor), "{affine:?} / {divisor}");
                assert_eq!(value(&rest, &x), old.rem_euclid(divisor), "{affine:?} mod {divisor}");
                assert!(affine.zeros() >= 127 || old % (1 << affine.zeros()) == 0);
                let free = Ranges(vec![(0, FAR); 2]);
                let natural = [x[0], x[1] + 3];
                let lifted = affine.lifted(&free).unwrap();
                assert_eq!(value(&lifted, &natural), value(&affine, &natural), "{affine:?}");
                assert!(lifted.terms.keys().all(|atom| free.of_atom(atom).0 >= 0), "{lifted:?}");
            }
        }
    }
}
