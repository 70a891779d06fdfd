//! The box of a piece and what its values are below, as expressions of the arena.

use super::error::{ReadError, Result};
use super::piece::Piece;
use super::quasi::{Affine, Atom, Constraint, FAR};
use super::reader::Reader;
use lego_expr::{Id, Op};

impl Reader<'_> {
    /// The extents of the box of a piece: one more than what each component is at most.
    pub(super) fn extents(&self, piece: &Piece) -> Result<Vec<Id>> {
        (0..self.rank)
            .map(|number| {
                let (_, high) = piece.ranges.0[number];
                if high < FAR {
                    return Ok(self.arena.constant(high + 1));
                }
                let bound = piece.when.iter().find_map(|constraint| self.symbolic_bound(constraint, number));
                bound.ok_or_else(|| {
                    ReadError::new(piece.place.clone(), format!("component {number} of the index has no upper bound"))
                })
            })
            .collect()
    }

    /// One more than a component is at most by a condition, of parameters alone.
    fn symbolic_bound(&self, constraint: &Constraint, number: usize) -> Option<Id> {
        let affine = constraint.affine();
        let own = *affine.terms.get(&Atom::Variable(number))?;
        let sign = if own < 0 { 1 } else { -1 };
        if own > 0 && matches!(constraint, Constraint::Natural(_)) {
            return None;
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (atom, &coefficient) in affine.terms.iter() {
            let coefficient = coefficient * sign;
            match atom {
                Atom::Variable(other) if *other == number => {}
                Atom::Variable(other) if *other >= self.rank + self.count => {
                    let parameter = self.parameters[other - self.rank - self.count];
                    let term = self.arena.binary(Op::Mul, self.arena.constant(coefficient.abs()), parameter);
                    if coefficient > 0 { above.push(term) } else { below.push(term) }
                }
                // Other components are at least 0, and so are quotients of them.
                Atom::Variable(_) if coefficient < 0 => {}
                _ => return None,
            }
        }
        let plus = |a, b| self.arena.binary(Op::Add, a, b);
        let constant = affine.constant * sign;
        let mut high = above.into_iter().reduce(plus)?;
        for term in below {
            high = self.arena.binary(Op::Sub, high, term);
        }
        if own.abs() > 1 {
            if constant < 0 {
                return None;
            }
            high =
                self.arena.binary(Op::Div, plus(high, self.arena.constant(constant)), self.arena.constant(own.abs()));
            return Some(plus(high, self.arena.constant(1)));
        }
        let constant = constant + 1;
        Some(match constant >= 0 {
            true => plus(high, self.arena.constant(constant)),
            false => self.arena.binary(Op::Sub, high, self.arena.constant(-constant)),
        })
    }

    /// What a value is below.
    pub(super) fn span(&self, pieces: &[Piece], number: usize) -> Result<Id> {
        let arena = self.arena;
        let mut span: Option<Id> = None;
        for piece in pieces {
            let (_, high) = piece.ranges.of(&piece.values[number]);
            let bound = if high < FAR {
                arena.constant(high.max(0) + 1)
            } else {
                let bound = self.most(&piece.values[number], &self.extents(piece)?);
                let error = || {
                    ReadError::new(
                        piece.place.clone(),
                        format!("no bound was found for component {number} of the value"),
                    )
                };
                arena.binary(Op::Add, bound.ok_or_else(error)?, arena.constant(1))
            };
            span = Some(match span {
                Some(span) if span != bound => arena.binary(Op::Max, span, bound),
                _ => bound,
            });
        }
        Ok(span.unwrap_or_else(|| arena.constant(1)))
    }

    /// What a sum is at most, of components that are 0 or more and below their extents.
    fn most(&self, affine: &Affine, extents: &[Id]) -> Option<Id> {
        let arena = self.arena;
        let mut most = arena.constant(affine.constant.max(0));
        for (atom, &coefficient) in affine.terms.iter() {
            let ranges = self.ranges(&vec![FAR; self.rank]);
            let single = Affine::atom(atom.clone());
            if coefficient < 0 {
                if ranges.of(&single).0 < 0 {
                    return None;
                }
                continue;
            }
            let high = match atom {
                Atom::Variable(number) if *number < self.rank => {
                    arena.binary(Op::Sub, extents[*number], arena.constant(1))
                }
                Atom::Variable(number) => self.parameters[number - self.rank - self.count],
                Atom::Floor(inner, divisor) => {
                    arena.binary(Op::Div, self.most(inner, extents)?, arena.constant(*divisor))
                }
                Atom::Mod(_, divisor) => arena.constant(divisor - 1),
            };
            most = arena.binary(Op::Add, most, arena.binary(Op::Mul, arena.constant(coefficient), high));
        }
        Some(most)
    }
}
