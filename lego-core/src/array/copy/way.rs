//! The way through the boxes of a copy: in which order they come, and which are copied in turns.

use super::axis::Axis;
use super::strided::Strided;
use crate::mapping::{Indices, Mapping};

/// The most elements of a box that lies between the elements of others.
const MOST: usize = 1 << 11;

/// The most boxes that are copied in turns: so many lines, each in a page of its own, are foreseen by no processor, but asked for.
pub(super) const TURNS: usize = 8;

/// The order of the boxes of a copy in which the destination's memory is best written from front to back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<const R: usize> {
    /// The extents of the boxes that the destination keeps together: all of one comes before the next one.
    together: [usize; R],
    /// The extents of the boxes that are copied at once.
    pub(super) whole: [usize; R],
    /// The axes, slowest first.
    order: [usize; R],
    /// The axis along which whole boxes are best copied in turns, line by line.
    in_turns: Option<usize>,
}

impl<const R: usize> Way<R> {
    /// The way for two layouts; `is_far` where the elements are too many for a cache.
    pub(super) fn new(
        from: &impl Mapping<Index = [usize; R]>,
        to: &impl Mapping<Index = [usize; R]>,
        axes: &[Axis; R],
        is_far: bool,
    ) -> Self {
        let (dims, mut whole) = (to.dims(), axes.map(|axis| axis.extent));
        // How far the next box lies along an axis, or the next element where there is no other box.
        let distances: [usize; R] =
            core::array::from_fn(|k| known_distance(to, whole, k).unwrap_or_else(|| axes[k].step.unsigned_abs()));
        let mut order = core::array::from_fn(|k| k);
        order.sort_unstable_by_key(|&k| (core::cmp::Reverse(distances[k]), k));
        // Boxes that lie between the elements of each other, so that their elements are best written soon after each other.
        // Where they have lines, they are copied in turns. Else what is slower than the next box is cut. Where a box ends with
        // a run, it must not end elsewhere, and what lies side by side stays so.
        let nearest = (0..R).filter(|&k| whole[k] < dims[k]).min_by_key(|&k| distances[k]);
        let distance = nearest.map_or(usize::MAX, |k| distances[k]);
        let is_slower = |k: usize| axes[k].extent > 1 && axes[k].step.unsigned_abs() > distance;
        // The same of the source: what is read in turns is read from front to back.
        let fastest = order.into_iter().rev().find(|&k| whole[k] < dims[k]);
        let is_between = |k: usize| {
            let distance = known_distance(from, whole, k).unwrap_or(usize::MAX);
            axes.iter().any(|axis| axis.extent > 1 && axis.source_step.unsigned_abs() > distance)
        };
        let between = nearest.filter(|_| (0..R).any(is_slower)).or(fastest.filter(|&k| is_between(k)));
        let between = between.filter(|_| Strided::new(*axes).is_lines());
        for k in order.into_iter().filter(|_| between.is_none()) {
            let volume = whole.iter().fold(1, |volume: usize, &extent| volume.saturating_mul(extent));
            let is_side_by_side = axes[k].step == 1 || axes[k].source_step == 1;
            if whole[k] == dims[k] && distances[k] > distance && !is_side_by_side {
                whole[k] = whole[k].div_ceil(volume.div_ceil(MOST));
            }
        }
        // Along an axis with one run, boxes need no boxes around them.
        let together = core::array::from_fn(|k| {
            to.run(k).filter(|&(len, _)| len < dims[k]).map_or(whole[k], |(len, _)| len.max(1))
        });
        // What stays in the cache needs no order.
        Self { together, whole, order, in_turns: between.filter(|_| is_far) }
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

    /// Cuts a shape into the boxes that are kept together, each of these into those that are copied at once, and calls
    /// `f(corner, extents, is_whole)` for these. Boxes at the far ends are smaller; one is whole that is not.
    #[inline]
    pub(super) fn boxes(&self, dims: [usize; R], mut f: impl FnMut([usize; R], [usize; R], bool)) {
        if self.together == self.whole {
            return self.cut(dims, self.whole).for_each(|(corner, extents, is_whole)| f(corner, extents, is_whole));
        }
        self.cut(dims, self.together).for_each(|(corner, extents, _)| {
            self.cut(extents, self.whole).for_each(|(offset, extents, is_whole)| {
                f(core::array::from_fn(|k| corner[k] + offset[k]), extents, is_whole);
            });
        });
    }

    /// The corners and the extents of the boxes of `ends` extents, and which of them have these.
    ///
    /// That is told here, where the extents are computed. Compared later, they would be loaded together after they were stored one
    /// by one, which a processor does only after all that it stored before: the whole box that was copied last.
    #[inline]
    fn cut(&self, dims: [usize; R], ends: [usize; R]) -> impl Iterator<Item = ([usize; R], [usize; R], bool)> {
        // Built up in order, not put at its places one by one, for the same reason.
        let mut places = [0; R];
        self.order.into_iter().enumerate().for_each(|(place, k)| places[k] = place);
        Indices::new(self.order.map(|k| dims[k].div_ceil(ends[k]))).map(move |place| {
            let corner: [usize; R] = core::array::from_fn(|k| place[places[k]] * ends[k]);
            let is_whole = (0..R).fold(true, |is_whole, k| is_whole & (ends[k] <= dims[k] - corner[k]));
            (corner, core::array::from_fn(|k| ends[k].min(dims[k] - corner[k])), is_whole)
        })
    }
}

/// How far the second box along an axis lies from the first; `None` where there is none, or one of them has no position.
fn known_distance<const R: usize>(
    layout: &impl Mapping<Index = [usize; R]>,
    extents: [usize; R],
    axis: usize,
) -> Option<usize> {
    let mut next = [0; R];
    next[axis] = extents[axis];
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
pub(super) fn far<const R: usize>(corner: [usize; R], extents: [usize; R]) -> [usize; R] {
    core::array::from_fn(|k| corner[k] + extents[k] - 1)
}
