//! Conditions of which all hold, with the ranges that they leave the variables: what contradicts itself is no case.

use super::narrow::narrow;
use super::quasi::{Affine, Conjunct, Constraint, QuasiAtom, Ranges};
use num_integer::Integer;
use std::borrow::Cow;

/// Conditions of which all hold, and the ranges of the variables under them.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) conditions: Conjunct,
    pub(super) ranges: Ranges,
    /// The atoms of all conditions.
    atoms: usize,
}

impl Case {
    /// No condition: all points of a box.
    pub(super) fn everywhere(ranges: &Ranges) -> Self {
        Self { conditions: Vec::new(), ranges: ranges.clone(), atoms: 0 }
    }

    /// How many steps it takes to look at it once.
    pub(super) fn size(&self) -> usize {
        1 + self.atoms + self.ranges.0.len()
    }

    /// The case with further conditions, without those that follow from the others; `None` if the ranges tell that no
    /// point is left.
    ///
    /// Law: a point of the box is in the result exactly if it is in the case and all further conditions hold at it.
    pub(super) fn and(&self, further: &[Constraint]) -> Option<Self> {
        let mut all = self.clone();
        for constraint in further {
            if !all.put(constraint) {
                return None;
            }
        }
        Some(all)
    }

    /// Adds a condition; false if it contradicts the others.
    fn put(&mut self, constraint: &Constraint) -> bool {
        let plain = unfloored(constraint);
        match constraint.settled(&self.ranges).or_else(|| plain.settled(&self.ranges)) {
            Some(true) => return true,
            Some(false) => return false,
            None => {}
        }
        let mut replaced = None;
        for (place, other) in self.conditions.iter().enumerate() {
            match Relative::new(&unfloored(other), &plain) {
                Relative::Same => return true,
                Relative::Contrary => return false,
                Relative::Stricter => replaced = Some(place),
                Relative::Apart => {}
            }
        }
        self.atoms += constraint.affine().size();
        match replaced {
            Some(place) => {
                self.atoms -= self.conditions[place].affine().size();
                self.conditions[place] = constraint.clone();
            }
            None => self.conditions.push(constraint.clone()),
        }
        let variables = self.ranges.0.len();
        narrow(constraint, &mut self.ranges, variables);
        self.ranges.0.iter().all(|(low, high)| low <= high)
    }
}

/// The same condition without the quotient that it is on alone: `floor(x/4) <= 2` is `x <= 11`.
fn unfloored(constraint: &Constraint) -> Cow<'_, Constraint> {
    let plain = |affine: &Affine| {
        let [(QuasiAtom::Floor(inner, divisor), factor)] = affine.terms() else { return None };
        let (bound, inner) = match *factor > 0 {
            // floor(x/d) >= m is x - d·m >= 0.
            true => (-divisor * Integer::div_ceil(&-affine.constant, factor), inner.times(1)?),
            // floor(x/d) <= m is d·m + d - 1 - x >= 0.
            false => (divisor * Integer::div_floor(&affine.constant, &-factor) + divisor - 1, inner.times(-1)?),
        };
        inner.plus(&Affine::constant(bound), 1).map(Constraint::Natural)
    };
    match constraint {
        Constraint::Natural(affine) => match plain(affine) {
            Some(plain) => Cow::Owned(unfloored(&plain).into_owned()),
            None => Cow::Borrowed(constraint),
        },
        Constraint::Zero(_) => Cow::Borrowed(constraint),
    }
}

/// A condition without quotients that holds wherever this one does, by `x - d < d·floor(x/d) <= x`; `None` beyond 100
/// bits.
fn relaxed(constraint: &Constraint) -> Option<Constraint> {
    let Constraint::Natural(affine) = constraint else { return None };
    let mut sum = affine.clone();
    loop {
        let quotient = sum.atoms().find_map(|atom| match atom {
            QuasiAtom::Floor(inner, divisor) => Some((sum.taken_apart(atom)?, inner, *divisor)),
            _ => None,
        });
        let Some(((factor, others), inner, divisor)) = quotient else { return Some(Constraint::Natural(sum)) };
        let rest = if factor < 0 { -factor * (divisor - 1) } else { 0 };
        sum = others.times(divisor)?.plus(inner, factor)?.plus(&Affine::constant(rest), 1)?;
    }
}

/// Whether the conditions of a case tell that a sum is not below 0.
pub(super) fn is_natural(case: &Case, value: &Affine) -> bool {
    let never = || {
        let below = value.times(-1)?.plus(&Affine::constant(-1), 1).map(Constraint::Natural)?;
        let is_contrary = |condition| case.and(&[condition]).is_none();
        Some(relaxed(&below).is_some_and(is_contrary) || is_contrary(below))
    };
    case.ranges.of(value).0 >= 0 || never().unwrap_or(false)
}

/// What a condition adds to another one on the same sum.
enum Relative {
    /// Nothing.
    Same,
    /// Both never hold.
    Contrary,
    /// The other one follows from it.
    Stricter,
    /// They are conditions on different sums, or neither follows from the other.
    Apart,
}

impl Relative {
    fn new(known: &Constraint, new: &Constraint) -> Self {
        let (a, b) = (known.affine(), new.affine());
        if a.terms().len() != b.terms().len() {
            return Self::Apart;
        }
        // T is the sum of the terms: known says T >= -a or T = -a, new says the same of T or of -T.
        if a.terms == b.terms {
            return match (known, new) {
                (Constraint::Natural(_), Constraint::Natural(_)) if a.constant <= b.constant => Self::Same,
                (Constraint::Natural(_), Constraint::Natural(_)) => Self::Stricter,
                (Constraint::Zero(_), _) if a.constant == b.constant => Self::Same,
                (Constraint::Zero(_), Constraint::Natural(_)) if b.constant > a.constant => Self::Same,
                (Constraint::Natural(_), Constraint::Zero(_)) if a.constant >= b.constant => Self::Stricter,
                _ => Self::Contrary,
            };
        }
        if !opposite(a, b) {
            return Self::Apart;
        }
        let sum = a.constant + b.constant;
        match (known, new) {
            (Constraint::Zero(_), Constraint::Zero(_)) if sum == 0 => Self::Same,
            (Constraint::Zero(_), Constraint::Natural(_)) if sum >= 0 => Self::Same,
            (Constraint::Natural(_), Constraint::Zero(_)) if sum >= 0 => Self::Stricter,
            (Constraint::Natural(_), Constraint::Natural(_)) if sum >= 0 => Self::Apart,
            _ => Self::Contrary,
        }
    }
}

/// Whether the terms of one sum are those of another one taken away.
fn opposite(a: &Affine, b: &Affine) -> bool {
    a.terms().iter().zip(b.terms()).all(|((atom, x), (other, y))| *x == -*y && atom == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    #[test]
    fn a_case_has_the_points_at_which_all_conditions_hold() {
        let mut random = Random::new(11);
        for _ in 0..4_000 {
            let ranges = Ranges(vec![(0, 9), (-4, 5)]);
            let mut given: Conjunct = Vec::new();
            for _ in 0..1 + random.index(6) {
                let mut affine = Affine::constant(i128::from(random.below(16)) - 8);
                for number in 0..2 {
                    let factor = i128::from(random.below(5)) - 2;
                    affine = affine.plus(&Affine::variable(number), factor).unwrap();
                }
                if random.one_in(3) {
                    let floor = affine.floor(1 + i128::from(random.below(4)), &ranges).unwrap();
                    affine = floor.plus(&Affine::constant(i128::from(random.below(4))), -1).unwrap();
                }
                given.push(if random.below(4) == 0 { Constraint::Zero(affine) } else { Constraint::Natural(affine) });
            }
            let holds = |conditions: &[Constraint], point: &[i128]| {
                conditions.iter().all(|constraint| match constraint {
                    Constraint::Natural(affine) => affine.at(point) >= 0,
                    Constraint::Zero(affine) => affine.at(point) == 0,
                })
            };
            let (first, rest) = given.split_at(random.index(given.len()));
            let case = Case::everywhere(&ranges).and(first).and_then(|case| case.and(rest));
            for point in (0..=9).flat_map(|x| (-4..=5).map(move |y| [x, y])) {
                let inside = case.as_ref().is_some_and(|case| holds(&case.conditions, &point));
                assert_eq!(inside, holds(&given, &point), "{given:?} at {point:?}: {case:?}");
                let follows = given.iter().filter_map(relaxed).all(|one| holds(&[one], &point));
                assert!(follows || !holds(&given, &point), "{given:?} at {point:?}");
                if let Some(case) = case.as_ref().filter(|_| inside) {
                    assert!(case.ranges.0.iter().zip(point).all(|((low, high), x)| (*low..=*high).contains(&x)));
                }
            }
        }
    }
}
