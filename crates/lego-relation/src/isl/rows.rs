//! Maps that are not quasi-affine, such as those with square roots: row by row, each row in the fewest pieces on which
//! all values grow evenly.

use super::not_printed::NotPrinted;
use super::quasi::{Affine, Conjunct, Constraint};
use crate::question::Undecided;
use crate::relation::Relation;
use crate::set::volume;
use lego_core::chain::{advance, unflatten};
use lego_equal::Effort;

/// The number of pieces that a text may have.
pub(super) const MOST_PIECES: usize = 1 << 12;

/// So many points are looked at, if the effort does not say all.
const MOST_POINTS: u64 = 1 << 20;

/// Points of a row that follow each other, the values at the first, and by how much they grow.
struct Stretch {
    row: u64,
    from: u64,
    to: u64,
    first: Vec<i128>,
    step: Option<Vec<i128>>,
}

/// The pieces of a relation of numbers.
pub(super) fn rows(relation: &Relation<'_>, effort: &Effort<'_>) -> Result<Vec<(Conjunct, Vec<Affine>)>, NotPrinted> {
    let is_limited = effort.points != u64::MAX;
    let effort = Effort { points: if is_limited { MOST_POINTS } else { u64::MAX }, ..*effort };
    let most = if is_limited { MOST_PIECES } else { usize::MAX };
    let dims = relation.dims().filter(|_| relation.is_of_numbers()).ok_or(NotPrinted::Undecided(Undecided::Call))?;
    let (before, length) = match dims.split_last() {
        Some((last, before)) => (before, (*last).max(1)),
        None => (&dims[..], 1),
    };
    let mut pieces = Vec::new();
    let mut open: Option<Stretch> = None;
    let mut is_too_much = false;
    each_point(relation, &dims, &effort, |flat, values| {
        let (row, i) = (flat / length, flat % length);
        let follows = |stretch: &Stretch| stretch.row == row && stretch.to + 1 == i;
        if let (Some(stretch), Some(values)) = (open.as_mut().filter(|stretch| follows(stretch)), &values)
            && stretch.take(i, values)
        {
            return true;
        }
        pieces.extend(open.take().and_then(|stretch| stretch.piece(before, &dims)));
        open = values.map(|values| Stretch {
            row,
            from: i,
            to: i,
            first: values.into_iter().map(i128::from).collect(),
            step: None,
        });
        is_too_much = pieces.len() > most;
        !is_too_much
    })
    .map_err(NotPrinted::Undecided)?;
    if is_too_much {
        return Err(NotPrinted::Pieces { most });
    }
    pieces.extend(open.and_then(|stretch| stretch.piece(before, &dims)));
    Ok(pieces)
}

/// Calls for every index in row-major order, with its place and its values, until the answer is that there is no need
/// for more.
fn each_point(
    relation: &Relation<'_>,
    dims: &[u64],
    effort: &Effort<'_>,
    mut visit: impl FnMut(u64, Option<Vec<u64>>) -> bool,
) -> Result<(), Undecided> {
    let spans = relation.spans().unwrap_or_default();
    let count = volume(dims)?;
    if volume(&spans).is_ok() {
        let (mut walk, _) = relation.looked_at(effort)?;
        let values = |place: u64| if spans.is_empty() { Vec::new() } else { unflatten(&spans, place) };
        return walk.each(effort, |flat, place| visit(flat, place.map(values)));
    }
    // The values together have no place of 64 bits.
    if count > effort.points {
        return Err(Undecided::Points { count, most: effort.points });
    }
    let evaluator = relation.map().evaluator(relation.arena);
    let mut index = vec![0; dims.len()];
    for flat in 0..count {
        if !visit(flat, evaluator.run(&index)) {
            break;
        }
        advance(dims, &mut index);
    }
    Ok(())
}

impl Stretch {
    /// Takes the values of the next point, if they go on evenly.
    fn take(&mut self, i: u64, values: &[u64]) -> bool {
        let gap = i128::from(i - self.from);
        let grown = |(&value, first): (&u64, &i128)| i128::from(value) - first;
        let grown: Vec<i128> = values.iter().zip(&self.first).map(grown).collect();
        match &self.step {
            None => self.step = Some(grown),
            Some(step) if grown.iter().zip(step).any(|(grown, step)| *grown != step * gap) => return false,
            Some(_) => {}
        }
        self.to = i;
        true
    }

    /// The conditions on the index and the values; `None` beyond 100 bits.
    fn piece(&self, before: &[u64], dims: &[u64]) -> Option<(Conjunct, Vec<Affine>)> {
        let Some(last) = dims.len().checked_sub(1) else {
            return Some((vec![], self.first.iter().map(|&value| Affine::constant(value)).collect()));
        };
        let row = if before.is_empty() { Vec::new() } else { unflatten(before, self.row) };
        let (from, to) = (i128::from(self.from), i128::from(self.to));
        let fixed = |k: usize, at: i128| Affine::variable(k).plus(&Affine::constant(at), -1);
        let mut when = Vec::new();
        for (k, &i) in row.iter().enumerate() {
            when.push(Constraint::Zero(fixed(k, i.into())?));
        }
        if from == to {
            when.push(Constraint::Zero(fixed(last, from)?));
        } else {
            // The ends of the row are those of the box.
            if from > 0 {
                when.push(Constraint::Natural(fixed(last, from)?));
            }
            if to < i128::from(dims[last] - 1) {
                when.push(Constraint::Natural(fixed(last, to)?.times(-1)?));
            }
        }
        let x = Affine::variable(last);
        let value = |(k, &first): (usize, &i128)| {
            let step = self.step.as_ref().map_or(0, |step| step[k]);
            Affine::constant(first - step * from).plus(&x, step)
        };
        let values = self.first.iter().enumerate().map(value).collect::<Option<Vec<_>>>()?;
        Some((when, values))
    }
}
