//! Quasi-affine expressions: sums of variables, of quotients and of remainders by numbers, each times a number.

use lego_expr::polynomial::{Limits, Sum, Summand};
use std::rc::Rc;

/// Something that a sum multiplies by a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QuasiAtom {
    /// A variable, by its number.
    Variable(usize),
    /// The quotient by a number above 0, rounded down.
    Floor(Rc<Affine>, i128),
    /// The remainder by a number above 0, from 0 on.
    Mod(Rc<Affine>, i128),
}

/// `constant + Σ coefficient · atom`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Affine {
    pub(crate) constant: i128,
    pub(crate) terms: Sum<QuasiAtom>,
}

impl Summand for QuasiAtom {
    const LIMITS: Limits = Limits { coefficient: FAR.unsigned_abs() - 1, ..Limits::NONE };
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
        for &(ref atom, coefficient) in affine.terms() {
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

    fn of_atom(&self, atom: &QuasiAtom) -> (i128, i128) {
        match atom {
            QuasiAtom::Variable(number) => self.0[*number],
            QuasiAtom::Floor(affine, divisor) => {
                let (low, high) = self.of(affine);
                let end = |end: i128| if end.abs() >= FAR { end } else { end.div_euclid(*divisor) };
                (end(low), end(high))
            }
            QuasiAtom::Mod(affine, divisor) => {
                let (low, high) = self.of(affine);
                let fits = low.abs() < FAR && high.abs() < FAR && low.div_euclid(*divisor) == high.div_euclid(*divisor);
                if fits { (low.rem_euclid(*divisor), high.rem_euclid(*divisor)) } else { (0, divisor - 1) }
            }
        }
    }
}

impl Affine {
    pub(crate) fn constant(constant: i128) -> Self {
        Self { constant, terms: Sum::default() }
    }

    pub(crate) fn atom(atom: QuasiAtom) -> Self {
        Self { constant: 0, terms: Sum::term(atom, 1) }
    }

    pub(crate) fn variable(number: usize) -> Self {
        Self::atom(QuasiAtom::Variable(number))
    }

    /// The number that it is, if it is one.
    pub(crate) fn number(&self) -> Option<i128> {
        self.terms.is_zero().then_some(self.constant)
    }

    /// `self + factor · other`; `None` beyond 100 bits.
    pub(crate) fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let terms = self.terms.plus_times(&other.terms, factor).ok()?;
        (constant.abs() < FAR).then_some(Self { constant, terms })
    }

    /// The atoms in order, each with its coefficient.
    pub(crate) fn terms(&self) -> &[(QuasiAtom, i128)] {
        self.terms.terms()
    }

    pub(crate) fn atoms(&self) -> impl Iterator<Item = &QuasiAtom> {
        self.terms().iter().map(|(atom, _)| atom)
    }

    /// The coefficient of an atom, if it has it, and the rest.
    pub(crate) fn taken_apart(&self, atom: &QuasiAtom) -> Option<(i128, Self)> {
        let coefficient = self.terms.coefficient(atom);
        let rest = || Self { constant: self.constant, terms: self.terms.without(atom) };
        (coefficient != 0).then(|| (coefficient, rest()))
    }

    /// What is added, and what is taken away.
    pub(crate) fn sides(&self) -> [Self; 2] {
        let (added, taken) = self.split_with(|value| (value.max(0), (-value).max(0)));
        [added, taken]
    }

    /// Splits the constant and every coefficient.
    fn split_with(&self, parts: impl Fn(i128) -> (i128, i128)) -> (Self, Self) {
        let (constants, terms) = (parts(self.constant), self.terms.split_with(|_, coefficient| parts(coefficient)));
        (Self { constant: constants.0, terms: terms.0 }, Self { constant: constants.1, terms: terms.1 })
    }

    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// The quotient by a number above 0, rounded down.
    pub(crate) fn floor(&self, divisor: i128, ranges: &Ranges) -> Option<Self> {
        // What divides goes before the quotient.
        let (whole, rest) = self.terms.split_with(|_, k| if k % divisor == 0 { (k / divisor, 0) } else { (0, k) });
        let whole = Self { constant: self.constant.div_euclid(divisor), terms: whole };
        let rest = Self { constant: self.constant.rem_euclid(divisor), terms: rest };
        let (low, high) = ranges.of(&rest);
        if low.abs() < FAR && high.abs() < FAR && low.div_euclid(divisor) == high.div_euclid(divisor) {
            return whole.plus(&Self::constant(low.div_euclid(divisor)), 1);
        }
        let common = num_integer::gcd(divisor, rest.terms.content());
        let (divided, by) = rest.divided(common, divisor);
        let quotient = match divided.single() {
            Some(QuasiAtom::Floor(inner, first)) => QuasiAtom::Floor(inner.clone(), first.checked_mul(by)?),
            _ => QuasiAtom::Floor(Rc::new(divided), by),
        };
        whole.plus(&Self::atom(quotient), 1)
    }

    /// The remainder by a number above 0.
    pub(crate) fn modulo(&self, divisor: i128, ranges: &Ranges) -> Option<Self> {
        let rest = self.split(divisor).1;
        // A remainder by a multiple is what it is a remainder of.
        let nested = rest.atoms().find_map(|atom| match atom {
            QuasiAtom::Mod(inner, first) if first % divisor == 0 => Some((rest.taken_apart(atom)?, inner)),
            _ => None,
        });
        if let Some(((coefficient, rest), inner)) = nested {
            return rest.plus(inner, coefficient)?.modulo(divisor, ranges);
        }
        let (low, high) = ranges.of(&rest);
        if low >= 0 && high < divisor {
            return Some(rest);
        }
        let common = num_integer::gcd(divisor, rest.terms.content());
        if rest.constant == 0 && common > 1 {
            let (divided, by) = rest.divided(common, divisor);
            return divided.modulo(by, ranges)?.times(common);
        }
        if rest.number().is_some() {
            return Some(rest);
        }
        Some(Self::atom(QuasiAtom::Mod(Rc::new(rest), divisor)))
    }

    /// Without a common divisor of the coefficients and of a number that it is divided by, rounded down.
    fn divided(&self, common: i128, divisor: i128) -> (Self, i128) {
        (self.split(common).0, divisor / common)
    }

    /// The same value with quotients and remainders of sums alone in which nothing is subtracted, of variables that are at least 0:
    /// `floor((N - i)/4)` is `floor((N + 3i)/4) - i`. `None` beyond 100 bits.
    pub(crate) fn lifted(&self, ranges: &Ranges) -> Option<Self> {
        let mut sum = Self::constant(self.constant);
        for &(ref atom, coefficient) in self.terms() {
            let lifted = match atom {
                QuasiAtom::Variable(_) => Self::atom(atom.clone()),
                QuasiAtom::Floor(inner, divisor) => {
                    let (whole, rest) = inner.lifted(ranges)?.split(*divisor);
                    whole.plus(&rest.floor(*divisor, ranges)?, 1)?
                }
                QuasiAtom::Mod(inner, divisor) => inner.lifted(ranges)?.split(*divisor).1.modulo(*divisor, ranges)?,
            };
            sum = sum.plus(&lifted, coefficient)?;
        }
        Some(sum)
    }

    /// Quotients and remainders of the coefficients: `self = divisor · whole + rest`, in which nothing is subtracted.
    fn split(&self, divisor: i128) -> (Self, Self) {
        self.split_with(|value| (value.div_euclid(divisor), value.rem_euclid(divisor)))
    }

    /// The atom that it is, once and with nothing beside it.
    pub(crate) fn single(&self) -> Option<&QuasiAtom> {
        match self.terms() {
            [(atom, 1)] if self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// How many atoms it is made of, those inside of quotients and remainders too, and one more.
    pub(crate) fn size(&self) -> usize {
        let inner = |atom: &QuasiAtom| match atom {
            QuasiAtom::Variable(_) => 1,
            QuasiAtom::Floor(inner, _) | QuasiAtom::Mod(inner, _) => 1 + inner.size(),
        };
        1 + self.atoms().map(inner).sum::<usize>()
    }

    /// Whether a variable occurs in it.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.atoms().any(|atom| atom.has(number))
    }

    /// The value at a point.
    pub(crate) fn at(&self, point: &[i128]) -> i128 {
        let atom = |atom: &QuasiAtom| match atom {
            QuasiAtom::Variable(number) => point[*number],
            QuasiAtom::Floor(inner, divisor) => inner.at(point).div_euclid(*divisor),
            QuasiAtom::Mod(inner, divisor) => inner.at(point).rem_euclid(*divisor),
        };
        let terms = self.terms().iter().map(|(of, coefficient)| coefficient.saturating_mul(atom(of)));
        terms.fold(self.constant, i128::saturating_add)
    }

    /// How many of its lowest bits are 0 for sure.
    pub(crate) fn zeros(&self) -> u32 {
        let all = num_integer::gcd(self.terms.content(), self.constant);
        if all == 0 { 127 } else { all.trailing_zeros() }
    }
}

impl QuasiAtom {
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
                assert!(lifted.atoms().all(|atom| free.of_atom(atom).0 >= 0), "{lifted:?}");
            }
        }
    }
}
