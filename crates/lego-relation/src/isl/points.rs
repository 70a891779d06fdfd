//! Maps whose values no equation gives: the points of index and value, looked at one by one.

use super::error::{ReadError, Result};
use super::lower::MOST_POINTS;
use super::narrow::narrow;
use super::piece::Piece;
use super::quasi::{Affine, Conjunct, Constraint, FAR, Ranges};
use super::reader::Reader;
use super::syntax::Case;
use crate::set::volume;
use lego_core::chain::advance;
use std::rc::Rc;

/// How often the conditions narrow the ranges of a value whose index is known.
const ROUNDS: usize = 3;

impl Reader<'_> {
    /// The points of an index and a value at which conditions hold, one by one: stretches of the last component along which all
    /// values grow evenly are pieces.
    pub(super) fn points(
        &self,
        when: &[Constraint],
        case: &Case,
        unsolved: usize,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        let implicit = |why: &str| {
            let message = format!("no equation gives this component a value, and {why}");
            ReadError::new(case.to[unsolved].place.clone(), message)
        };
        if !self.parameters.is_empty() {
            return Err(implicit("there are parameters, so that its points cannot be looked at"));
        }
        let count = self.rank + self.count;
        let mut ranges = Ranges(vec![(-FAR, FAR); count]);
        for _ in 0..64 {
            when.iter().for_each(|constraint| narrow(constraint, &mut ranges, count));
        }
        if ranges.0.iter().any(|(low, high)| low > high) {
            return Ok(());
        }
        let extents = |ranges: &[(i128, i128)]| {
            let extent = |&(low, high): &(i128, i128)| {
                let extent = if low > -FAR && high < FAR { u64::try_from((high - low + 1).max(0)).ok() } else { None };
                extent.ok_or_else(|| implicit("it has no bounds"))
            };
            ranges.iter().map(extent).collect::<Result<Vec<u64>>>()
        };
        let too_many = || implicit("there are more points than are looked at one by one");
        let box_of_index = extents(&ranges.0[..self.rank])?;
        let mut left = MOST_POINTS;
        let total = volume(&box_of_index).ok().filter(|total| *total <= left).ok_or_else(too_many)?;
        let mut offset = vec![0; self.rank];
        let mut found: Vec<Vec<i128>> = Vec::new();
        for _ in 0..total {
            // Where the index is known little is left of the values.
            let mut here = ranges.clone();
            for (range, &i) in here.0.iter_mut().zip(&offset) {
                *range = (range.0 + i128::from(i), range.0 + i128::from(i));
            }
            advance(&box_of_index, &mut offset);
            for _ in 0..ROUNDS {
                when.iter().for_each(|constraint| narrow(constraint, &mut here, count));
            }
            let box_here = extents(&here.0)?;
            let points = volume(&box_here).map_err(|_| too_many())?;
            left = left.checked_sub(points + 1).ok_or_else(too_many)?;
            let mut from_low = vec![0; count];
            for _ in 0..points {
                let point: Vec<i128> = from_low.iter().zip(&here.0).map(|(&i, (low, _))| low + i128::from(i)).collect();
                let holds = |constraint: &Constraint| match constraint {
                    Constraint::Natural(affine) => affine.at(&point) >= 0,
                    Constraint::Zero(affine) => affine.at(&point) == 0,
                };
                if when.iter().all(holds) {
                    found.push(point);
                }
                advance(&box_here, &mut from_low);
            }
        }
        for stretch in stretches(&found, self.rank) {
            let (first, step, length) = stretch;
            let mut when: Conjunct = Vec::new();
            let mut of_piece = Vec::new();
            for (k, &component) in first[..self.rank].iter().enumerate() {
                let last = component + if k + 1 == self.rank { length - 1 } else { 0 };
                let bound = |at: i128, factor: i128| {
                    Affine::variable(k)
                        .plus(&Affine::constant(at), -1)
                        .and_then(|gap| gap.times(factor))
                        .unwrap_or_default()
                };
                when.extend([Constraint::Natural(bound(component, 1)), Constraint::Natural(bound(last, -1))]);
                of_piece.push((component, last));
            }
            if let Some((low, _)) = of_piece.iter().find(|(low, _)| *low < 0) {
                let message = format!("a component is {low} somewhere: coordinates are numbers from 0 on; shift it");
                return Err(ReadError::new(case.place.clone(), message));
            }
            let mut ranges = self.ranges(&vec![0; self.rank]);
            ranges.0[..self.rank].copy_from_slice(&of_piece);
            let value = |(&value, &step): (&i128, &i128)| match self.rank.checked_sub(1) {
                Some(last) if step != 0 => {
                    Affine::constant(value - step * first[last]).plus(&Affine::variable(last), step).unwrap_or_default()
                }
                _ => Affine::constant(value),
            };
            let values = first[self.rank..].iter().zip(&step).map(value).collect();
            pieces.push(Piece { when, values, ranges, place: case.place.clone(), declared: Rc::default() });
        }
        Ok(())
    }
}

/// Points in lexicographic order as stretches in which the last component of the index grows by one and the values evenly: the
/// first point, by how much the values grow, the length.
fn stretches(points: &[Vec<i128>], rank: usize) -> Vec<(Vec<i128>, Vec<i128>, i128)> {
    let mut all: Vec<(Vec<i128>, Vec<i128>, i128)> = Vec::new();
    for point in points {
        if let (Some((first, step, length)), Some(last)) = (all.last_mut(), rank.checked_sub(1)) {
            let follows = first[..last] == point[..last] && point[last] == first[last] + *length;
            let gaps: Vec<i128> = point[rank..].iter().zip(&first[rank..]).map(|(a, b)| a - b).collect();
            if follows && *length == 1 {
                (*step, *length) = (gaps, 2);
                continue;
            }
            if follows && gaps.iter().zip(step.iter()).all(|(gap, step)| *gap == step * *length) {
                *length += 1;
                continue;
            }
        }
        all.push((point.clone(), vec![0; point.len() - rank], 1));
    }
    all
}
