//! A copy between layouts of which nothing is known: block by block, and by runs where they turn out to be there.

use super::axis::{moved, shifted};
use super::line::IndexLine;
use super::plan::Plan;
use super::way::Way;
use crate::mapping::{Indices, Mapping, Runs};

/// The longest line that [`walk`] hands out, and the most lines in one of its blocks.
const BLOCK: usize = 64;

/// Calls `f` for lines along an axis that together cover the box from `low` to `high`, block by block.
///
/// The box is halved along its longest axis until it is a block, cutting at powers of two: so the blocks coincide with
/// tiles whose sizes are powers of two, and both sides stay in cache whatever their order is (a cache-oblivious walk).
pub(super) fn walk<const R: usize>(low: [usize; R], high: [usize; R], axis: usize, f: &mut impl FnMut(IndexLine<R>)) {
    let mut extents = high;
    for k in 0..R {
        extents[k] -= low[k];
    }
    let lines = (0..R).filter(|&k| k != axis).fold(1, |n: usize, k| n.saturating_mul(extents[k]));
    let excess = |&k: &usize| if k == axis { extents[k] > BLOCK } else { lines > BLOCK };
    match (0..R).filter(excess).max_by_key(|&k| extents[k]) {
        Some(k) => {
            let middle = extents[k].div_ceil(2).next_power_of_two().min(extents[k] - 1);
            let (mut left, mut right) = (high, low);
            (left[k], right[k]) = (low[k] + middle, low[k] + middle);
            walk(low, left, axis, f);
            walk(right, high, axis, f);
        }
        None => {
            let len = extents.get_mut(axis).map_or(1, |extent| core::mem::replace(extent, 1));
            Indices::new(extents).for_each(|offset| {
                f(IndexLine { start: moved(low, offset), axis, len });
            });
        }
    }
}

/// The runs of both sides along the axis of the lines of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    source: Runs,
    destination: Runs,
}

impl Pieces {
    /// What two layouts tell of an axis, if both have runs of two elements at least.
    pub(super) fn new<const R: usize>(
        from: &impl Mapping<Index = [usize; R]>,
        to: &impl Mapping<Index = [usize; R]>,
        axis: usize,
    ) -> Option<Self> {
        let runs = (axis < R).then(|| Some(Self { source: from.runs(axis)?, destination: to.runs(axis)? }))??;
        (runs.source.len > 1 && runs.destination.len > 1).then_some(runs)
    }

    /// Copies the elements of a line, from one border of a run to the next at once.
    #[inline]
    fn copy<T: Clone, const R: usize>(
        &self,
        from: &impl Mapping<Index = [usize; R]>,
        elements: &[T],
        to: &impl Mapping<Index = [usize; R]>,
        out: &mut [T],
        line: IndexLine<R>,
    ) {
        let place = line.start[line.axis];
        // At least 1, whatever the runs say.
        let (mut source, mut destination) = (self.source.rest(place).max(1), self.destination.rest(place).max(1));
        let mut k = 0;
        while k < line.len {
            let len = source.min(destination).min(line.len - k);
            let at = |k| -> Option<[usize; 2]> {
                Some([from.apply(line.index(k)).into()?, to.apply(line.index(k)).into()?])
            };
            // Indices without a position come last in a run.
            match at(k).filter(|_| at(k + len - 1).is_some()) {
                Some([a, b]) => {
                    for t in 0..len {
                        let (a, b) = (shifted(a, self.source.step, t), shifted(b, self.destination.step, t));
                        out[b] = elements[a].clone();
                    }
                }
                None => (k..k + len).filter_map(at).for_each(|[a, b]| out[b] = elements[a].clone()),
            }
            k += len;
            source = if source == len { self.source.len } else { source - len };
            destination = if destination == len { self.destination.len } else { destination - len };
        }
    }
}

/// Copies the elements of a line: at once where both sides keep them side by side, else by pieces, if there are any.
#[inline]
pub(super) fn copy_line<T: Clone, const R: usize>(
    from: &impl Mapping<Index = [usize; R]>,
    elements: &[T],
    to: &impl Mapping<Index = [usize; R]>,
    out: &mut [T],
    line: IndexLine<R>,
    pieces: Option<Pieces>,
) {
    if let Some(pieces) = pieces {
        return pieces.copy(from, elements, to, out, line);
    }
    if let (Some(a), Some(b)) = (line.told_in_order(from), line.told_in_order(to)) {
        out[b..][..line.len].clone_from_slice(&elements[a..][..line.len]);
        return;
    }
    for k in 0..line.len {
        let index = line.index(k);
        if let (Some(a), Some(b)) = (from.apply(index).into(), to.apply(index).into()) {
            out[b] = elements[a].clone();
        }
    }
}

/// Calls `f` for lines that together cover the dims of two layouts, which are equal: along the axis on which the destination
/// keeps neighbours side by side, as far as it says so, and none over the border of a run.
pub(in crate::array) fn lines<const R: usize>(
    from: &impl Mapping<Index = [usize; R]>,
    to: &impl Mapping<Index = [usize; R]>,
    mut f: impl FnMut(IndexLine<R>),
) {
    let last = R.saturating_sub(1);
    match Plan::new(from, to) {
        Plan::Nothing => {}
        Plan::Walk => walk([0; R], to.dims(), last, &mut f),
        Plan::Boxes(axes) => {
            let fastest = axes.iter().position(|cut| cut.axis.step == 1 && cut.axis.extent > 1).unwrap_or(last);
            Way::new(from, to, &axes, |_| false).boxes(to.dims(), |corner, extents, _| {
                walk(corner, moved(corner, extents), fastest, &mut f);
            });
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Coord;
    use crate::samples::flat;
    use alloc::vec;

    #[test]
    fn blocks_cover_every_index_once() {
        fn cover<const R: usize>(dims: [usize; R])
        where
            [usize; R]: Coord,
        {
            for axis in 0..R.max(1) {
                let mut seen = vec![0; dims.iter().product()];
                walk([0; R], dims, axis, &mut |line| {
                    assert!(line.len <= BLOCK);
                    (0..line.len).for_each(|k| seen[flat(line.index(k), dims)] += 1);
                });
                assert!(seen.iter().all(|&count| count == 1), "{dims:?} along {axis}");
            }
        }
        cover([]);
        cover([1]);
        cover([200]);
        cover([65, 129]);
        cover([130, 3]);
        cover([5, 70, 9]);
        cover([2, 3, 4, 5, 6]);
    }
}
