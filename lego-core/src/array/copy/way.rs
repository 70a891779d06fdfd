//! The way through the boxes of a copy: in which order they come, and which are copied in turns.

use super::axis::moved;
use super::cut::{Cut, CutAxis};
use super::strided::Strided;
use crate::mapping::Mapping;

/// The most elements of a box that lies between the elements of others.
const MOST: usize = 1 << 11;

/// The most boxes that are copied in turns: so many lines, each in a page of its own, are foreseen by no processor, but asked for.
pub(super) const TURNS: usize = 8;

/// The order of the boxes of a copy in which the destination's memory is best written from front to back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<const R: usize> {
    /// Cuts into what the destination keeps together: all of one comes before the next one.
    together: [Cut; R],
    /// Cuts of these into the boxes that are copied at once.
    again: Option<[Cut; R]>,
    /// The largest extents of a box.
    pub(super) whole: [usize; R],
    /// The axes, slowest first.
    order: [usize; R],
    /// The axis along which whole boxes are best copied in turns, line by line.
    in_turns: Option<usize>,
}

impl<const R: usize> Way<R> {
    /// The way for two layouts; `is_worth_it` says whether lines of a length are worth copying in turns.
    #[inline]
    pub(super) fn new(
        from: &impl Mapping<Index = [usize; R]>,
        to: &impl Mapping<Index = [usize; R]>,
        axes: &[CutAxis; R],
        is_worth_it: impl Fn(usize) -> bool,
    ) -> Self {
        let source = |first, axis| known_distance(from, first, axis);
        let destination = |first, axis| known_distance(to, first, axis);
        let (mut way, line) = Self::of(to.dims(), axes, &source, &destination);
        way.in_turns = way.in_turns.filter(|_| line.is_some_and(is_worth_it));
        way
    }

    /// Returns the way of a shape, and the length of a line of whole boxes if they have lines.
    ///
    /// `source` and `destination` give the distance along an axis from the first box, of some extents, to the next one.
    /// They are called through pointers, so that this is compiled once for each rank and not for each pair of layouts.
    fn of(
        dims: [usize; R],
        cuts: &[CutAxis; R],
        source: &dyn Fn([usize; R], usize) -> Option<usize>,
        destination: &dyn Fn([usize; R], usize) -> Option<usize>,
    ) -> (Self, Option<usize>) {
        let axes = cuts.map(|cut| cut.axis);
        let (mut whole, first) = (axes.map(|axis| axis.extent), cuts.map(|cut| cut.first()));
        // How far the next box lies along an axis, or the next element where there is no other box.
        let distances: [usize; R] =
            core::array::from_fn(|k| destination(first, k).unwrap_or_else(|| axes[k].step.unsigned_abs()));
        let mut order: [usize; R] = core::array::from_fn(|k| k);
        order.sort_unstable_by_key(|&k| (core::cmp::Reverse(distances[k]), k));
        // Boxes that lie between the elements of each other, so that their elements are best written soon after each other.
        // Where they have lines, they are copied in turns. Else what is slower than the next box is cut. Where a box ends with
        // a run, it must not end elsewhere, and what lies side by side stays so.
        let nearest = (0..R).filter(|&k| first[k] < dims[k]).min_by_key(|&k| distances[k]);
        let distance = nearest.map_or(usize::MAX, |k| distances[k]);
        let is_slower = |k: usize| axes[k].extent > 1 && axes[k].step.unsigned_abs() > distance;
        // The same of the source: what is read in turns is read from front to back.
        let fastest = order.into_iter().rev().find(|&k| first[k] < dims[k]);
        let is_between = |k: usize| {
            let distance = source(first, k).unwrap_or(usize::MAX);
            axes.iter().any(|axis| axis.extent > 1 && axis.source_step.unsigned_abs() > distance)
        };
        let between = nearest.filter(|_| (0..R).any(is_slower)).or(fastest.filter(|&k| is_between(k)));
        let line = Strided::new(axes).line();
        let between = between.filter(|_| line.is_some());
        for k in order.into_iter().filter(|_| between.is_none()) {
            let volume = whole.iter().fold(1, |volume: usize, &extent| volume.saturating_mul(extent));
            let is_side_by_side = axes[k].step == 1 || axes[k].source_step == 1;
            if first[k] == dims[k] && distances[k] > distance && !is_side_by_side {
                whole[k] = whole[k].div_ceil(volume.div_ceil(MOST));
            }
        }
        let again: [Cut; R] =
            core::array::from_fn(|k| if whole[k] < axes[k].extent { Cut::every(whole[k]) } else { cuts[k].source });
        // Along an axis with one run, boxes need no boxes around them.
        let together: [Cut; R] = core::array::from_fn(|k| {
            let cut = cuts[k].destination;
            if cut.first() < dims[k] { cut } else { again[k] }
        });
        let is_done = (0..R).all(|k| again[k].is_among(together[k], dims[k]));
        (Self { together, again: (!is_done).then_some(again), whole, order, in_turns: between }, line)
    }

    /// Whether whole boxes are best copied in turns with those that follow them.
    #[inline]
    pub(super) fn is_in_turns(&self) -> bool {
        self.in_turns.is_some()
    }

    /// Whether a box is the first of those that are copied in turns.
    #[inline]
    pub(super) fn is_first(&self, corner: [usize; R]) -> bool {
        self.in_turns.is_none_or(|axis| corner[axis] == 0)
    }

    /// Cuts a shape into what is kept together, each of these into the boxes that are copied at once, and calls
    /// `f(corner, extents, is_whole)` for these.
    #[inline]
    pub(super) fn boxes(&self, dims: [usize; R], mut f: impl FnMut([usize; R], [usize; R], bool)) {
        let Some(again) = self.again else { return self.cut(dims, self.together, f) };
        self.cut(dims, self.together, |corner, extents, _| {
            let mut cuts = again;
            for k in 0..R {
                cuts[k] = again[k].from(corner[k]);
            }
            self.cut(extents, cuts, |offset, extents, is_whole| f(moved(corner, offset), extents, is_whole));
        });
    }

    /// Calls `f(corner, extents, is_whole)` for the boxes into which cuts divide a shape without an extent of 0.
    ///
    /// Whether a box is whole is told here, where the extents are computed. Compared later, they would be loaded together after
    /// they were stored one by one, which a processor does only after all that it stored before: the box that was copied last.
    ///
    /// Loops, where `map` would be shorter: this is compiled for every closure, and each `map` is five functions more.
    #[inline]
    fn cut(&self, dims: [usize; R], cuts: [Cut; R], mut f: impl FnMut([usize; R], [usize; R], bool)) {
        // All in the order of the axes, so that no place is looked up where the next box is found.
        let (mut places, mut lens, mut first) = ([0; R], [0; R], [0; R]);
        for place in 0..R {
            let k = self.order[place];
            places[k] = place;
            lens[place] = cuts[k].len;
            first[place] = cuts[k].first().min(dims[k]);
        }
        let (dims, whole) = (permuted(dims, self.order), permuted(self.whole, self.order));
        let (mut corner, mut extents) = ([0; R], first);
        'boxes: loop {
            let mut is_whole = true;
            for k in 0..R {
                is_whole &= extents[k] == whole[k];
            }
            f(permuted(corner, places), permuted(extents, places), is_whole);
            for k in (0..R).rev() {
                corner[k] += extents[k];
                if corner[k] < dims[k] {
                    extents[k] = lens[k].min(dims[k] - corner[k]);
                    continue 'boxes;
                }
                // Back to the first, and on along the next slower axis.
                (corner[k], extents[k]) = (0, first[k]);
            }
            return;
        }
    }
}

/// The values in another order: at each place the value of the axis that is named there.
#[inline(always)]
fn permuted<const R: usize>(values: [usize; R], order: [usize; R]) -> [usize; R] {
    let mut permuted = [0; R];
    for k in 0..R {
        permuted[k] = values[order[k]];
    }
    permuted
}

/// Returns the distance from the first box, of some extents, to the second one along an axis; `None` if there is no
/// second one, or if one of them has no position.
fn known_distance<const R: usize>(
    layout: &impl Mapping<Index = [usize; R]>,
    first: [usize; R],
    axis: usize,
) -> Option<usize> {
    let mut next = [0; R];
    next[axis] = first[axis];
    if next[axis] >= layout.dims()[axis] {
        return None;
    }
    let (origin, next): (Option<usize>, Option<usize>) = (layout.apply([0; R]).into(), layout.apply(next).into());
    Some(next?.abs_diff(origin?))
}

/// The extents of the part of a box, from its corner on, in which both layouts have positions; `None` where that is no box.
///
/// In a run, indices without a position come last. So all of a box has positions if its far corner has one, and none of it
/// has if its corner has none.
#[inline]
pub(super) fn present<const R: usize>(
    has: impl Fn([usize; R]) -> bool,
    corner: [usize; R],
    mut extents: [usize; R],
) -> Option<[usize; R]> {
    if has(far(corner, extents)) {
        return Some(extents);
    }
    if !has(corner) {
        return Some([0; R]);
    }
    for k in 0..R {
        // Of the first `low` elements along the axis, all have positions; those from `high` on have none.
        let (mut low, mut high) = (1, extents[k] + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let mut index = corner;
            index[k] += middle - 1;
            if has(index) { low = middle } else { high = middle }
        }
        extents[k] = low;
    }
    has(far(corner, extents)).then_some(extents)
}

/// The corner of a box opposite to its first one.
#[inline(always)]
pub(in crate::array) fn far<const R: usize>(corner: [usize; R], extents: [usize; R]) -> [usize; R] {
    let mut far = corner;
    for k in 0..R {
        far[k] = corner[k] + extents[k] - 1;
    }
    far
}
