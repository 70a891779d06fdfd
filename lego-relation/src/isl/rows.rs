//! Maps that are not quasi-affine, such as those with square roots: row by row, each row in the fewest pieces on which all
//! values grow evenly.

use super::not_printed::NotPrinted;
use super::quasi::{Affine, Conjunct, Constraint};
use crate::question::Undecided;
use crate::relation::Relation;
use crate::set::volume;
use lego_core::chain::advance;

/// So many pieces are written.
const MOST_PIECES: usize = 1 << 12;

/// So many points are looked at.
const MOST_POINTS: u64 = 1 << 20;

/// Points of a row that follow each other, the values at the first, and by how much they grow.
struct Stretch {
    from: u64,
    to: u64,
    first: Vec<i128>,
    step: Option<Vec<i128>>,
}

/// The pieces of a relation of numbers.
pub(super) fn rows(relation: &Relation<'_>) -> Result<Vec<(Conjunct, Vec<Affine>)>, NotPrinted> {
    let undecided = |why| NotPrinted::Undecided(why);
    let dims = relation.dims().ok_or(NotPrinted::Pieces)?;
    if !relation.is_of_numbers() {
        return Err(undecided(Undecided::Call));
    }
    let count = volume(&dims).map_err(|error| undecided(error.into()))?;
    if count > MOST_POINTS {
        return Err(undecided(Undecided::Points { count, most: MOST_POINTS }));
    }
    let evaluator = relation.map().evaluator(relation.arena);
    let Some(last) = dims.len().checked_sub(1) else {
        let values =
            evaluator.run(&[]).map(|values| values.into_iter().map(|value| Affine::constant(value.into())).collect());
        return Ok(values.into_iter().map(|values| (vec![], values)).collect());
    };
    let mut pieces = Vec::new();
    let mut row = vec![0; dims.len()];
    for _ in 0..count / dims[last].max(1) {
        for Stretch { from, to, first, step } in stretches(dims[last], |i| {
            row[last] = i;
            evaluator.run(&row)
        }) {
            let x = Affine::variable(last);
            let mut when: Conjunct = row[..last]
                .iter()
                .enumerate()
                .map(|(k, &i)| {
                    Constraint::Zero(Affine::variable(k).plus(&Affine::constant(i.into()), -1).unwrap_or_default())
                })
                .collect();
            let (from, to) = (i128::from(from), i128::from(to));
            let last_of_row = i128::from(dims[last] - 1);
            if from == to {
                when.push(Constraint::Zero(x.clone().plus(&Affine::constant(from), -1).unwrap_or_default()));
            } else {
                // The ends of the row are those of the box.
                if from > 0 {
                    when.push(Constraint::Natural(x.clone().plus(&Affine::constant(from), -1).unwrap_or_default()));
                }
                if to < last_of_row {
                    when.push(Constraint::Natural(Affine::constant(to).plus(&x, -1).unwrap_or_default()));
                }
            }
            let steps = step.unwrap_or_else(|| vec![0; first.len()]);
            let value = |(&first, &step): (&i128, &i128)| Affine::constant(first - step * from).plus(&x, step);
            let values = first.iter().zip(&steps).map(value).collect::<Option<Vec<_>>>().ok_or(NotPrinted::Pieces)?;
            pieces.push((when, values));
        }
        if pieces.len() > MOST_PIECES {
            return Err(NotPrinted::Pieces);
        }
        row[last] = dims[last] - 1;
        advance(&dims, &mut row);
    }
    Ok(pieces)
}

fn stretches(length: u64, mut at: impl FnMut(u64) -> Option<Vec<u64>>) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    let mut open = false;
    for i in 0..length {
        let Some(values) = at(i) else {
            open = false;
            continue;
        };
        let values: Vec<i128> = values.into_iter().map(i128::from).collect();
        if let Some(stretch) = all.last_mut().filter(|_| open) {
            let gap = i128::from(i - stretch.from);
            let step: Vec<i128> = match &stretch.step {
                Some(step) => step.clone(),
                None => values.iter().zip(&stretch.first).map(|(value, first)| value - first).collect(),
            };
            if values.iter().zip(&stretch.first).zip(&step).all(|((value, first), step)| *value == first + step * gap) {
                (stretch.to, stretch.step) = (i, Some(step));
                continue;
            }
        }
        open = true;
        all.push(Stretch { from: i, to: i, first: values, step: None });
    }
    all
}
