//! The box of a piece and what its values are below, as expressions of the arena.

use super::elimination::{PROOF_STEPS, System};
use super::error::{ReadError, Result};
use super::piece::{Declared, Piece};
use super::quasi::{Affine, Constraint, FAR, QuasiAtom, Ranges};
use super::reader::Reader;
use super::syntax::{Expression, ExpressionNode, Formula, Sign};
use lego_expr::{Engine, Id, Op};

impl Reader<'_> {
    /// The extents that the bounds of a condition state: for each component the first `x < …` or `x <= …` that holds wherever
    /// the condition does, by numbers and parameters alone. And the condition without those that are no conditions of pieces.
    pub(super) fn declared(&self, when: &Formula) -> (Vec<Option<Declared>>, Formula) {
        let mut found = vec![None; self.rank];
        let left = self.declare(when, &mut found);
        // What other components are at most may follow from any bound.
        if found.iter().any(Option::is_none) {
            found.iter_mut().flatten().for_each(|declared| declared.is_condition = true);
            return (found, when.clone());
        }
        (found, left)
    }

    fn declare(&self, formula: &Formula, found: &mut [Option<Declared>]) -> Formula {
        match formula {
            Formula::And(all) => return Formula::And(all.iter().map(|one| self.declare(one, found)).collect()),
            Formula::Compare(sign, a, b) => {
                let compared = match sign {
                    Sign::Less | Sign::LessEqual => Some((a, b, *sign == Sign::Less)),
                    Sign::Greater | Sign::GreaterEqual => Some((b, a, *sign == Sign::Greater)),
                    _ => None,
                };
                if let Some((component, bound, is_strict)) = compared
                    && let Some(number) = self.component(component).filter(|&number| found[number].is_none())
                {
                    let declared = self.size(bound).map(|size| self.declares(number, bound, size, is_strict));
                    let is_condition = declared.as_ref().is_none_or(|declared| declared.is_condition);
                    found[number] = declared;
                    if !is_condition {
                        return Formula::Truth(true);
                    }
                }
            }
            _ => {}
        }
        formula.clone()
    }

    /// The component of the index that an expression is the name of.
    fn component(&self, expression: &Expression) -> Option<usize> {
        let ExpressionNode::Name(name) = &*expression.node else { return None };
        let (_, named) = self.names.iter().rev().find(|(other, _)| other == name)?;
        match named.single() {
            Some(QuasiAtom::Variable(number)) if *number < self.rank => Some(*number),
            _ => None,
        }
    }

    fn declares(&self, number: usize, bound: &Expression, size: Id, is_strict: bool) -> Declared {
        let arena = self.arena;
        let extent = if is_strict { size } else { arena.binary(Op::Add, size, arena.constant(1)) };
        let mut implied = Vec::new();
        let is_condition = self.least_of(bound, &mut |value: &Affine| {
            let gap = value.clone().plus(&Affine::variable(number), -1);
            implied.extend(gap.and_then(|gap| gap.plus(&Affine::constant(-i128::from(is_strict)), 1)));
        });
        let implied = implied.into_iter().map(Constraint::Natural).collect();
        Declared { extent: self.at_least_zero(extent), implied, is_condition }
    }

    /// Calls for the sums of which an expression is the least; whether it is that.
    fn least_of(&self, expression: &Expression, each: &mut dyn FnMut(&Affine)) -> bool {
        if let ExpressionNode::Extreme { is_greatest: false, one, other } = &*expression.node {
            return self.least_of(one, each) & self.least_of(other, each);
        }
        match self.cells(expression).as_deref() {
            Ok([(when, value)]) if when.is_empty() => {
                each(value);
                true
            }
            _ => false,
        }
    }

    /// An expression of numbers and parameters alone, with `min` and `max` as they stand.
    fn size(&self, expression: &Expression) -> Option<Id> {
        let arena = self.arena;
        match self.cells(expression).ok()?.as_slice() {
            [(when, value)] if when.is_empty() => return self.parameters_alone(value),
            _ => {}
        }
        match &*expression.node {
            ExpressionNode::Sum(a, b) => Some(arena.binary(Op::Add, self.size(a)?, self.size(b)?)),
            ExpressionNode::Difference(a, b) => Some(arena.binary(Op::Sub, self.size(a)?, self.size(b)?)),
            ExpressionNode::Product(a, b) => Some(arena.binary(Op::Mul, self.size(a)?, self.size(b)?)),
            ExpressionNode::Floor(a, divisor) => {
                let inner = self.size(a).filter(|&inner| self.is_natural(inner))?;
                Some(arena.binary(Op::Div, inner, arena.constant(*divisor)))
            }
            ExpressionNode::Extreme { is_greatest, one, other } => {
                let op = if *is_greatest { Op::Max } else { Op::Min };
                Some(arena.binary(op, self.size(one)?, self.size(other)?))
            }
            _ => None,
        }
    }

    /// A sum as an expression, if it is of parameters alone.
    fn parameters_alone(&self, affine: &Affine) -> Option<Id> {
        let ranges = self.ranges(&vec![FAR; self.rank]);
        let is_parameters = affine.atoms().all(|atom| self.is_of_parameters(atom));
        if is_parameters { self.sum(affine, &[], &ranges, &(0..0)).ok() } else { None }
    }

    fn is_of_parameters(&self, atom: &QuasiAtom) -> bool {
        (0..self.rank + self.count).all(|number| !atom.has(number))
    }

    fn is_natural(&self, value: Id) -> bool {
        let zero = self.arena.constant(0);
        self.arena.number(value).map_or_else(|| Engine::new(self.arena).is_at_most(zero, value), |number| number >= 0)
    }

    /// A number of values: 0 where an expression is below 0.
    pub(super) fn at_least_zero(&self, value: Id) -> Id {
        if self.is_natural(value) { value } else { self.arena.binary(Op::Max, value, self.arena.constant(0)) }
    }

    /// The extents of the box of a piece: those that the text states, where these are asked for; else one more than what each
    /// component is at most.
    pub(super) fn extents(&self, piece: &Piece, stated: bool) -> Result<Vec<Id>> {
        (0..self.rank)
            .map(|number| {
                let (_, high) = piece.ranges.0[number];
                let declared = piece.declared.get(number).and_then(Option::as_ref).filter(|_| stated || high >= FAR);
                if let Some(declared) = declared {
                    return Ok(declared.extent);
                }
                if high < FAR {
                    return Ok(self.arena.constant(high + 1));
                }
                self.bound_by_parameters(piece, number).ok_or_else(|| {
                    let message = if self.proofs.is_spent() {
                        format!(
                            "not decided (limit): no upper bound of component {number} of the index was found in \
                             {PROOF_STEPS} steps; state it as `< …`, or give the sizes values"
                        )
                    } else {
                        format!("component {number} of the index has no upper bound")
                    };
                    ReadError::new(piece.place.clone(), message)
                })
            })
            .collect()
    }

    /// One more than a component is at most by all conditions together, of parameters alone.
    fn bound_by_parameters(&self, piece: &Piece, number: usize) -> Option<Id> {
        let system = System::new(&piece.when, &piece.ranges, &self.proofs)?;
        let (factor, rest) =
            system.bound_from_above(&QuasiAtom::Variable(number), |atom| self.is_of_parameters(atom))?;
        // factor · x <= rest, so x + 1 <= (rest + factor) / factor.
        let rest = rest.plus(&Affine::constant(factor), 1)?;
        if factor == 1 {
            return Some(self.at_least_zero(self.parameters_alone(&rest)?));
        }
        let free = Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()]);
        Some(self.at_least_zero(self.parameters_alone(&rest.floor(factor, &free)?)?))
    }

    /// What a value is below; 0 of an empty map.
    pub(super) fn span(&self, pieces: &[Piece], number: usize) -> Result<Id> {
        let arena = self.arena;
        let mut span: Option<Id> = None;
        for piece in pieces {
            let (_, high) = piece.ranges.of(&piece.values[number]);
            let bound = if high < FAR {
                arena.constant(high.max(0) + 1)
            } else {
                let bound = self.most(&piece.values[number], piece, &self.extents(piece, false)?);
                let error = || {
                    ReadError::new(
                        piece.place.clone(),
                        format!("no bound was found for component {number} of the value"),
                    )
                };
                self.at_least_zero(arena.binary(Op::Add, bound.ok_or_else(error)?, arena.constant(1)))
            };
            span = Some(match span {
                Some(span) if span != bound => arena.binary(Op::Max, span, bound),
                _ => bound,
            });
        }
        Ok(span.unwrap_or_else(|| arena.constant(0)))
    }

    /// What a sum is at most, of components that are 0 or more and below their extents.
    fn most(&self, affine: &Affine, piece: &Piece, extents: &[Id]) -> Option<Id> {
        let arena = self.arena;
        let (mut above, mut below) = (vec![arena.constant(affine.constant.max(0))], Vec::new());
        if affine.constant < 0 {
            below.push(arena.constant(-affine.constant));
        }
        for &(ref atom, coefficient) in affine.terms() {
            let single = Affine::atom(atom.clone());
            let times = |value: Id| arena.binary(Op::Mul, arena.constant(coefficient.abs()), value);
            if self.is_of_parameters(atom) {
                let value = times(self.parameters_alone(&single)?);
                if coefficient > 0 {
                    above.push(value)
                } else {
                    below.push(value)
                }
                continue;
            }
            let (low, high) = piece.ranges.of(&single);
            if coefficient < 0 {
                match atom {
                    _ if low > -FAR => below.push(times(arena.constant(low))),
                    // -floor(e/d) is floor((d - 1 - e)/d).
                    QuasiAtom::Floor(inner, divisor) => {
                        let back = Affine::constant(divisor - 1).plus(inner, -1)?;
                        above.push(times(self.most_of_quotient(&back, *divisor, piece, extents)?));
                    }
                    _ => return None,
                }
                continue;
            }
            let value = match atom {
                _ if high < FAR => arena.constant(high),
                QuasiAtom::Variable(number) => arena.binary(Op::Sub, *extents.get(*number)?, arena.constant(1)),
                QuasiAtom::Floor(inner, divisor) => self.most_of_quotient(inner, *divisor, piece, extents)?,
                QuasiAtom::Mod(_, divisor) => arena.constant(divisor - 1),
            };
            above.push(times(value));
        }
        let plus = |a, b| arena.binary(Op::Add, a, b);
        let above = above.into_iter().reduce(plus)?;
        Some(below.into_iter().fold(above, |sum, term| arena.binary(Op::Sub, sum, term)))
    }

    fn most_of_quotient(&self, inner: &Affine, divisor: i128, piece: &Piece, extents: &[Id]) -> Option<Id> {
        // What is below 0 is not divided: then the quotient is at most 0.
        let most = self.at_least_zero(self.most(inner, piece, extents)?);
        Some(self.arena.binary(Op::Div, most, self.arena.constant(divisor)))
    }
}
