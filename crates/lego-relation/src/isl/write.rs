//! Sums and conditions as expressions of the arena, in which nothing below 0 is divided.

use super::error::{ReadError, Result};
use super::quasi::{Affine, Constraint, FAR, QuasiAtom, Ranges};
use super::reader::Reader;
use super::syntax::Place;
use lego_expr::{Arena, Comparison, Engine, Id, Op};

/// The truth that one of some holds.
pub(super) fn any(arena: &Arena, truths: &[Id]) -> Id {
    let mut one = arena.constant(0);
    for &truth in truths {
        one = match (arena.number(one), arena.number(truth)) {
            (Some(0), _) => truth,
            (_, Some(0)) | (Some(_), _) => one,
            (_, Some(_)) => truth,
            _ => arena.binary(Op::Or, one, truth),
        };
    }
    one
}

impl Reader<'_> {
    /// The truth that all conditions hold.
    pub(super) fn conjunct(
        &self,
        conditions: &[Constraint],
        index: &[Id],
        ranges: &Ranges,
        place: &Place,
    ) -> Result<Id> {
        let arena = self.arena;
        let mut all = arena.constant(1);
        for constraint in conditions {
            let truth = match constraint.settled(ranges) {
                Some(truth) => arena.constant(truth.into()),
                None => self.constraint(constraint, index, ranges, place)?,
            };
            all = match (arena.number(all), arena.number(truth)) {
                (Some(1), _) => truth,
                (_, Some(1)) | (Some(_), _) => all,
                (_, Some(_)) => truth,
                _ => arena.binary(Op::And, all, truth),
            };
        }
        Ok(all)
    }

    /// A condition: what is subtracted on one side, the rest on the other.
    fn constraint(&self, constraint: &Constraint, index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let [above, below] = constraint.affine().sides();
        let (above, below) = (self.sum(&above, index, ranges, place)?, self.sum(&below, index, ranges, place)?);
        let comparison = match constraint {
            Constraint::Natural(_) => Comparison::LessEqual,
            Constraint::Zero(_) => Comparison::Equal,
        };
        Ok(self.arena.compare(comparison, below, above))
    }

    /// A sum as an expression; what is divided is shifted where it may be below 0.
    pub(super) fn sum(&self, affine: &Affine, index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let arena = self.arena;
        let (mut above, mut below) = (Vec::new(), Vec::new());
        if affine.constant < 0 {
            below.push(arena.constant(-affine.constant));
        } else if affine.constant > 0 {
            above.push(arena.constant(affine.constant));
        }
        for &(ref atom, coefficient) in affine.terms() {
            let node = match atom {
                QuasiAtom::Variable(number) if *number < self.rank => index[*number],
                QuasiAtom::Variable(number) => self.parameters[number - self.rank - self.count],
                QuasiAtom::Floor(inner, divisor) | QuasiAtom::Mod(inner, divisor) => {
                    let (low, _) = ranges.of(inner);
                    if low <= -FAR {
                        let term = self.boundless(atom, index, ranges, place)?;
                        let term = arena.binary(Op::Mul, arena.constant(coefficient.abs()), term);
                        if coefficient > 0 {
                            above.push(term)
                        } else {
                            below.push(term)
                        }
                        continue;
                    }
                    let times =
                        if low < 0 { (-low).div_euclid(*divisor) + i128::from((-low) % divisor != 0) } else { 0 };
                    let shifted = inner.plus(&Affine::constant(times * divisor), 1);
                    let shifted = shifted
                        .ok_or_else(|| ReadError::new(place.clone(), "a number beyond 100 bits comes about here"))?;
                    let inside = self.sum(&shifted, index, ranges, place)?;
                    let divisor = arena.constant(*divisor);
                    match atom {
                        QuasiAtom::Mod(..) => arena.binary(Op::Rem, inside, divisor),
                        _ => arena.binary(Op::Sub, arena.binary(Op::Div, inside, divisor), arena.constant(times)),
                    }
                }
            };
            let term = arena.binary(Op::Mul, arena.constant(coefficient.abs()), node);
            if coefficient > 0 { above.push(term) } else { below.push(term) }
        }
        let plus = |a, b| arena.binary(Op::Add, a, b);
        let above = above.into_iter().reduce(plus).unwrap_or_else(|| arena.constant(0));
        Ok(below.into_iter().fold(above, |sum, term| arena.binary(Op::Sub, sum, term)))
    }

    /// A quotient or a remainder of a sum that no number bounds from below.
    fn boundless(&self, atom: &QuasiAtom, index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let arena = self.arena;
        if let QuasiAtom::Floor(inner, divisor) | QuasiAtom::Mod(inner, divisor) = atom {
            let inside = self.sum(inner, index, ranges, place)?;
            if Engine::new(arena).is_at_most(arena.constant(0), inside) {
                let op = if matches!(atom, QuasiAtom::Floor(..)) { Op::Div } else { Op::Rem };
                return Ok(arena.binary(op, inside, arena.constant(*divisor)));
            }
        }
        let lifted = Affine::atom(atom.clone()).lifted(ranges);
        let lifted = lifted.filter(|lifted| lifted.atoms().all(|atom| ranges.of(&Affine::atom(atom.clone())).0 >= 0));
        match lifted {
            Some(lifted) => self.sum(&lifted, index, ranges, place),
            None => Err(ReadError::new(place.clone(), "what is divided here has no lower bound")),
        }
    }
}
