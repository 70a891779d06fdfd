//! What a condition says of the ranges of components.

use super::quasi::{Affine, Constraint, FAR, QuasiAtom, Ranges};

/// Narrows the ranges of the components of the index by a condition, also of those that it divides.
pub(super) fn narrow(constraint: &Constraint, ranges: &mut Ranges, rank: usize) {
    let affine = constraint.affine();
    for (atom, _) in affine.terms() {
        let Some((coefficient, rest)) = affine.taken_apart(atom) else { continue };
        let (low, high) = ranges.of(&rest);
        // coefficient · x + rest >= 0, so coefficient · x >= -high of the rest.
        let mut bounds = (-FAR, FAR);
        if high < FAR {
            if coefficient > 0 {
                bounds.0 = num_integer::Integer::div_ceil(&-high, &coefficient);
            } else {
                bounds.1 = num_integer::Integer::div_floor(&high, &-coefficient);
            }
        }
        // And for an equation coefficient · x <= -low of the rest.
        if matches!(constraint, Constraint::Zero(_)) && low > -FAR {
            if coefficient > 0 {
                bounds.1 = num_integer::Integer::div_floor(&-low, &coefficient);
            } else {
                bounds.0 = num_integer::Integer::div_ceil(&low, &-coefficient);
            }
        }
        match atom {
            QuasiAtom::Variable(number) if *number < rank => {
                let range = &mut ranges.0[*number];
                *range = (range.0.max(bounds.0), range.1.min(bounds.1));
            }
            QuasiAtom::Floor(inner, divisor) => {
                // floor(x/d) <= b where x <= d·b + d - 1, and >= a where x >= d·a.
                let limit = |bound: i128, factor: i128, more: i128| {
                    let end = bound.checked_mul(*divisor)?.checked_add(more)?.checked_mul(-factor)?;
                    inner.times(factor)?.plus(&Affine::constant(end), 1).map(Constraint::Natural)
                };
                let above = if bounds.1 < FAR { limit(bounds.1, -1, divisor - 1) } else { None };
                let below = if bounds.0 > -FAR { limit(bounds.0, 1, 0) } else { None };
                above.iter().chain(&below).for_each(|constraint| narrow(constraint, ranges, rank));
            }
            _ => {}
        }
    }
}
