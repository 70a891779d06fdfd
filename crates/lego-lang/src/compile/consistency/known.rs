//! What is known of a number: the range it lies in, what it is modulo another number, and values that it has not.

use num_integer::Integer;

/// What is known of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The smallest value; `None` where nothing bounds it.
    pub(super) low: Option<i128>,
    /// The largest value.
    pub(super) high: Option<i128>,
    pub(super) class: Class,
    /// Values that it has not, in no order.
    excluded: Vec<i128>,
}

/// The integers that are `residue` modulo `modulus`; one integer alone where that is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) modulus: i128,
    pub(super) residue: i128,
}

/// More values that a number has not are not kept.
const MOST_EXCLUDED: usize = 32;

impl Known {
    /// Nothing is known.
    pub(super) const NOTHING: Self = Self { low: None, high: None, class: Class::ALL, excluded: Vec::new() };

    /// It lies between these.
    pub(super) fn between(low: Option<i128>, high: Option<i128>) -> Self {
        Self { low, high, ..Self::NOTHING }
    }

    pub(super) fn exactly(value: i128) -> Self {
        Self { class: Class { modulus: 0, residue: value }, ..Self::between(Some(value), Some(value)) }
    }

    /// It is of this class.
    pub(super) fn of(class: Class) -> Self {
        Self { class, ..Self::NOTHING }
    }

    /// It has any value but this one.
    pub(super) fn but(value: i128) -> Self {
        Self { excluded: vec![value], ..Self::NOTHING }
    }

    /// The value, if there is one only.
    pub(super) fn value(&self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    /// What both say; `None` where no number has it.
    pub(super) fn and(mut self, other: &Self) -> Option<Self> {
        self.low = self.low.max(other.low);
        self.high = match (self.high, other.high) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.class = self.class.and(other.class)?;
        for &value in &other.excluded {
            if self.excluded.len() < MOST_EXCLUDED && !self.excluded.contains(&value) {
                self.excluded.push(value);
            }
        }
        if self.class.modulus == 0 {
            self = self.and_exactly()?;
        }
        // To the next values of the class that are not excluded.
        while let Some(low) = self.low {
            let next = self.class.at_least(low);
            self.low = if self.excluded.contains(&next) { next.checked_add(1) } else { Some(next) };
            if self.low == Some(low) {
                break;
            }
        }
        while let Some(high) = self.high {
            let next = self.class.at_most(high);
            self.high = if self.excluded.contains(&next) { next.checked_sub(1) } else { Some(next) };
            if self.high == Some(high) {
                break;
            }
        }
        let is_empty = self.low.zip(self.high).is_some_and(|(low, high)| low > high);
        (!is_empty).then_some(self)
    }

    /// What is known of x where this is known of factor·x + constant; `None` where no x has it.
    pub(super) fn undone(&self, factor: i128, constant: i128) -> Option<Self> {
        let ends = [self.low, self.high].map(|end| end?.checked_sub(constant));
        let [low, high] = if factor < 0 { [ends[1], ends[0]] } else { ends };
        let class = match self.class.residue.checked_sub(constant) {
            Some(residue) => Class::new(self.class.modulus, residue).undone(factor)?,
            None => Class::ALL,
        };
        let is_value = |value: &i128| value.checked_sub(constant).filter(|value| value % factor == 0);
        Some(Self {
            low: low.map(|low| Integer::div_ceil(&low, &factor)),
            high: high.map(|high| Integer::div_floor(&high, &factor)),
            class,
            excluded: self.excluded.iter().filter_map(is_value).map(|value| value / factor).collect(),
        })
    }

    /// What is known of factor·x + constant where this is known of x; `None` where it is too large.
    pub(super) fn done(&self, factor: i128, constant: i128) -> Option<Self> {
        let image = |value: i128| value.checked_mul(factor)?.checked_add(constant);
        let ends = [self.low, self.high].map(|end| end.and_then(image));
        let [low, high] = if factor < 0 { [ends[1], ends[0]] } else { ends };
        let class = Class::new(self.class.modulus.checked_mul(factor)?, image(self.class.residue)?);
        let excluded = self.excluded.iter().filter_map(|&value| image(value)).collect();
        Some(Self { low, high, class, excluded })
    }

    /// The class has one value only.
    fn and_exactly(mut self) -> Option<Self> {
        let value = self.class.residue;
        let is_inside = self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high);
        (self.low, self.high) = (Some(value), Some(value));
        (is_inside && !self.excluded.contains(&value)).then_some(self)
    }
}

impl Class {
    pub(super) const ALL: Self = Self { modulus: 1, residue: 0 };

    /// The class of a residue, however it is written.
    pub(super) fn new(modulus: i128, residue: i128) -> Self {
        let modulus = modulus.saturating_abs();
        Self { modulus, residue: if modulus == 0 { residue } else { residue.rem_euclid(modulus) } }
    }

    /// The integers of which a multiple is in it; `None` where there is none.
    fn undone(self, factor: i128) -> Option<Self> {
        if self.modulus == 0 {
            return (self.residue % factor == 0).then(|| Self::new(0, self.residue / factor));
        }
        let divisor = factor.gcd(&self.modulus);
        if self.residue % divisor != 0 {
            return None;
        }
        let modulus = self.modulus / divisor;
        let inverse = (factor / divisor).rem_euclid(modulus).extended_gcd(&modulus).x.rem_euclid(modulus);
        Some((self.residue / divisor).checked_mul(inverse).map_or(Self::ALL, |residue| Self::new(modulus, residue)))
    }

    /// The integers of both; `None` where there is none.
    fn and(self, other: Self) -> Option<Self> {
        let (one, other) = if self.modulus == 0 { (other, self) } else { (self, other) };
        let divisor = one.modulus.gcd(&other.modulus);
        let difference = other.residue.checked_sub(one.residue);
        if divisor == 0 {
            return (difference == Some(0)).then_some(one);
        }
        if difference.is_some_and(|difference| difference % divisor != 0) {
            return None;
        }
        if other.modulus == 0 {
            return Some(other);
        }
        // By the Chinese remainder theorem. Where the numbers get too large, one of the two is what is known.
        let joined = || {
            let steps = other.modulus / divisor;
            let inverse = (one.modulus / divisor).extended_gcd(&steps).x.rem_euclid(steps);
            let times = (difference? / divisor).checked_mul(inverse)?.rem_euclid(steps);
            let residue = one.modulus.checked_mul(times)?.checked_add(one.residue)?;
            Some(Self::new(one.modulus.checked_mul(steps)?, residue))
        };
        Some(joined().unwrap_or(one))
    }

    /// The class of the sums of an integer of each.
    pub(super) fn plus(self, other: Self) -> Self {
        match self.residue.checked_add(other.residue) {
            Some(residue) => Self::new(self.modulus.gcd(&other.modulus), residue),
            None => Self::ALL,
        }
    }

    /// The class of the products of an integer of each.
    pub(super) fn times(self, other: Self) -> Self {
        let product = || {
            let (one, two) = (self.modulus.checked_mul(other.residue)?, other.modulus.checked_mul(self.residue)?);
            let modulus = self.modulus.checked_mul(other.modulus)?.gcd(&one).gcd(&two);
            Some(Self::new(modulus, self.residue.checked_mul(other.residue)?))
        };
        product().unwrap_or(Self::ALL)
    }

    /// The smallest of them that is at least a number.
    fn at_least(self, low: i128) -> i128 {
        low.checked_add(self.residue.wrapping_sub(low).checked_rem_euclid(self.modulus).unwrap_or(0)).unwrap_or(low)
    }

    /// The largest of them that is at most a number.
    fn at_most(self, high: i128) -> i128 {
        high.checked_sub(high.wrapping_sub(self.residue).checked_rem_euclid(self.modulus).unwrap_or(0)).unwrap_or(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_the_integers_that_they_say() {
        let classes = || (0..7).flat_map(|m| (0..7).map(move |r| Class::new(m, r)));
        let has = |class: Class, x: i128| match class.modulus {
            0 => x == class.residue,
            m => (x - class.residue) % m == 0,
        };
        for (one, other) in classes().flat_map(|one| classes().map(move |other| (one, other))) {
            let both = one.and(other);
            for x in -100..100 {
                let expected = has(one, x) && has(other, x);
                assert_eq!(both.is_some_and(|both| has(both, x)), expected, "{one:?} {other:?} {x}");
            }
            for (x, y) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
                if has(one, x) && has(other, y) {
                    assert!(has(one.plus(other), x + y) && has(one.times(other), x * y), "{one:?} {other:?} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_number_that_no_integer_is_is_known_to_be_none() {
        for (low, high, modulus, residue, but) in
            (0..5).flat_map(|low| (0..5).flat_map(move |high| (0..4).map(move |m| (low, high, m, 1, 3))))
        {
            let class = Class::new(modulus, residue);
            let known =
                Known::between(Some(low), Some(high)).and(&Known::but(but)).and_then(|k| k.and(&Known::of(class)));
            let left: Vec<i128> = (low..=high)
                .filter(|&x| x != but && if modulus == 0 { x == residue } else { (x - residue) % modulus == 0 })
                .collect();
            assert_eq!(
                known.as_ref().map(|k| (k.low, k.high)),
                left.first().map(|_| (left.first().copied(), left.last().copied()))
            );
        }
    }
}
