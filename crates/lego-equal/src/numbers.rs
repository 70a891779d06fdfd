//! The comparison of two maps of numbers: index by index where the indices are few, else by their form.

use crate::answer::{Difference, Differs, Effort, Equality};
use crate::gap::Gap;
use crate::pair::Pair;
use crate::points::{PlainEvaluation, Points};
use crate::samples::samples;
use lego_core::chain::{flatten, unflatten};

/// Up to this number of indices every one is looked at in any case.
const FEW: u64 = 1 << 18;

/// So many indices from the first on are looked at before anything else, and so many samples.
const FIRST: u64 = 1 << 14;
const QUICK_SAMPLES: usize = 1 << 9;

/// So many steps of programs are run at samples where nothing else is left.
const SAMPLED_STEPS: usize = 1 << 26;

/// Where a difference has been found, every index before it is looked at if there are no more.
const BEFORE: u64 = 1 << 24;

/// If it cannot be decided which difference is the first, every index before is looked at, if there are no more.
const MOST_BEFORE: u64 = 1 << 34;

/// An index of so many operations counts once, and one of more as often as it takes so many.
const USUAL_STEPS: u64 = 256;

/// An effort for indices that take so many operations each.
fn within<'a>(effort: &Effort<'a>, steps: usize) -> Effort<'a> {
    let times = (steps as u64 / USUAL_STEPS).max(1);
    Effort { points: if effort.points == u64::MAX { u64::MAX } else { effort.points / times }, ..*effort }
}

/// Compares maps of equal dims and spans.
pub(crate) fn compare(pair: &Pair<'_>, effort: &Effort<'_>) -> Equality {
    let dims = pair.extents();
    if dims.contains(&0) {
        // There is no index at which they could differ.
        return Equality::Equal;
    }
    let exact = PlainEvaluation::new(pair);
    let effort = &within(effort, exact.steps());
    let different = |index: Vec<u64>| {
        let [left, right] = exact.positions(&index);
        let what = Differs::Position { index, left, right };
        Equality::Different(Difference { parameters: Vec::new(), what })
    };
    let Some(count) = dims.iter().try_fold(1_u64, |product, &n| product.checked_mul(n)) else {
        return samples(&dims).find(|index| exact.differ(index)).map_or(Equality::Undecided, different);
    };
    let points = Points::new(pair, &exact, &dims);
    let few = count <= FEW.min(effort.points);
    if let Some(flat) = points.first_difference(0, if few { count } else { count.min(FIRST) }, effort) {
        return different(unflatten(&dims, flat));
    }
    if few {
        return Equality::Equal;
    }
    let mut witness = samples(&dims).take(QUICK_SAMPLES).find(|index| exact.differ(index));
    let mut gap = Gap::new(pair, &dims, effort.steps);
    if witness.is_none() {
        match gap.as_mut().map(|gap| gap.witness()) {
            Ok(Ok(None)) => return Equality::Equal,
            // Plain evaluation has the last word.
            Ok(Ok(claimed)) => witness = claimed.filter(|index| exact.differ(index)),
            _ => {}
        }
    }
    if witness.is_none() && count > effort.points {
        witness = samples(&dims).take(SAMPLED_STEPS / exact.steps().max(1)).find(|index| exact.differ(index));
    }
    let Some(witness) = witness else {
        if count > effort.points {
            return Equality::Undecided;
        }
        let first = points.first_difference(FIRST, count, effort);
        return first.map_or(Equality::Equal, |flat| different(unflatten(&dims, flat)));
    };
    let before = flatten(&dims, &witness);
    if before <= BEFORE {
        let first = points.first_difference(FIRST, before, effort);
        return different(unflatten(&dims, first.unwrap_or(before)));
    }
    let (first, is_first) = gap.map_or((witness.clone(), false), |mut gap| {
        gap.steps = effort.steps;
        gap.first(witness.clone())
    });
    // Plain evaluation has the last word.
    let (first, is_first) = if exact.differ(&first) { (first, is_first) } else { (witness, false) };
    let before = flatten(&dims, &first);
    if is_first || before > effort.points.min(MOST_BEFORE) {
        return different(first);
    }
    different(points.first_difference(FIRST, before, effort).map_or(first, |flat| unflatten(&dims, flat)))
}
