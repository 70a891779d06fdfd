//! The plan of a copy: what of two layouts is copied at once, by what they tell of their strides and runs.

use super::strided::Axis;
use crate::check::gcd;
use crate::mapping::{Indices, Mapping};

/// The fewest elements of a box that are worth finding its corners; with fewer, looking at every index is as fast.
const LEAST: usize = 16;

/// The most elements of a box that is one of several.
const MOST: usize = 1 << 11;

/// How two arrays of equal dims are best copied.
pub(super) enum Plan<const R: usize> {
    /// There are no elements.
    Nothing,
    /// Box by box, in each of which both sides have strides: the axes of a whole box.
    Boxes([Axis; R]),
    /// Nothing is known: go block by block, so that what either side has in a cache line is used while it is there.
    Walk,
}

impl<const R: usize> Plan<R> {
    pub(super) fn new(from: &impl Mapping<Index = [usize; R]>, to: &impl Mapping<Index = [usize; R]>) -> Self {
        let dims = to.dims();
        if dims.contains(&0) {
            return Self::Nothing;
        }
        let axes = core::array::from_fn(|k| {
            let whole = Axis { extent: 1, source_step: 0, step: 0 };
            let (Some((a, source_step)), Some((b, step))) = (from.run(k), to.run(k)) else { return whole };
            match common(a, b, dims[k]) {
                0 | 1 => whole,
                extent => Axis { extent, source_step, step },
            }
        });
        let volume = axes.iter().fold(1, |volume: usize, axis| volume.saturating_mul(axis.extent));
        let all = dims.iter().fold(1, |all: usize, &extent| all.saturating_mul(extent));
        if volume < LEAST.min(all) { Self::Walk } else { Self::Boxes(axes) }
    }
}

/// The length of the pieces of an axis that lie in one run of `a` and in one of `b`.
fn common(a: usize, b: usize, extent: usize) -> usize {
    // A run as long as the axis cuts nothing: 0 stands for it, as every number divides 0.
    let cut = |len: usize| if len < extent { len as u128 } else { 0 };
    match gcd(cut(a), cut(b)) {
        0 => extent,
        len => len as usize,
    }
}

/// The way through the boxes of a copy: the order in which the destination's memory is best written from front to back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<const R: usize> {
    /// The extents of the boxes that the destination keeps together: all of one comes before the next one.
    together: [usize; R],
    /// The extents of the boxes that are copied at once.
    pub(super) whole: [usize; R],
    /// The axes, slowest first.
    order: [usize; R],
}

impl<const R: usize> Way<R> {
    pub(super) fn new(to: &impl Mapping<Index = [usize; R]>, axes: &[Axis; R]) -> Self {
        let (dims, mut whole) = (to.dims(), axes.map(|axis| axis.extent));
        let position = |index: [usize; R]| -> Option<usize> { to.apply(index).into() };
        let origin = position([0; R]);
        // How far the next box lies along an axis, or the next element where there is no other box.
        let distances: [usize; R] = core::array::from_fn(|k| {
            let mut next = [0; R];
            next[k] = whole[k];
            let known = if whole[k] < dims[k] { position(next).zip(origin) } else { None };
            known.map_or(axes[k].step.unsigned_abs(), |(next, origin)| next.abs_diff(origin))
        });
        let mut order = core::array::from_fn(|k| k);
        order.sort_unstable_by_key(|&k| (core::cmp::Reverse(distances[k]), k));
        // Boxes that lie between the elements of each other: what is slower than the next box is cut, so that their elements
        // are written soon after each other. Where a box ends with a run, it must not end elsewhere, and what lies side by
        // side stays so.
        let nearest = (0..R).filter(|&k| whole[k] < dims[k]).map(|k| distances[k]).min().unwrap_or(usize::MAX);
        for k in order {
            let volume = whole.iter().fold(1, |volume: usize, &extent| volume.saturating_mul(extent));
            let is_side_by_side = axes[k].step == 1 || axes[k].source_step == 1;
            if whole[k] == dims[k] && distances[k] > nearest && !is_side_by_side {
                whole[k] = whole[k].div_ceil(volume.div_ceil(MOST));
            }
        }
        // Along an axis with one run, boxes need no boxes around them.
        let together = core::array::from_fn(|k| {
            to.run(k).filter(|&(len, _)| len < dims[k]).map_or(whole[k], |(len, _)| len.max(1))
        });
        Self { together, whole, order }
    }

    /// Cuts a shape into the boxes that are kept together, each of these into those that are copied at once, and calls
    /// `f(corner, extents)` for these. Boxes at the far ends are smaller.
    #[inline]
    pub(super) fn boxes(&self, dims: [usize; R], mut f: impl FnMut([usize; R], [usize; R])) {
        if self.together == self.whole {
            return self.cut(dims, self.whole).for_each(|(corner, extents)| f(corner, extents));
        }
        self.cut(dims, self.together).for_each(|(corner, extents)| {
            self.cut(extents, self.whole)
                .for_each(|(offset, extents)| f(core::array::from_fn(|k| corner[k] + offset[k]), extents));
        });
    }

    /// The corners and the extents of the boxes of `ends` extents.
    #[inline]
    fn cut(&self, dims: [usize; R], ends: [usize; R]) -> impl Iterator<Item = ([usize; R], [usize; R])> {
        let axes = self.order;
        Indices::new(axes.map(|k| dims[k].div_ceil(ends[k]))).map(move |place| {
            let mut corner = [0; R];
            for (place, k) in place.into_iter().zip(axes) {
                corner[k] = place * ends[k];
            }
            (corner, core::array::from_fn(|k| ends[k].min(dims[k] - corner[k])))
        })
    }
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
    let far = |extents: [usize; R]| core::array::from_fn(|k| corner[k] + extents[k] - 1);
    if has(far(extents)) {
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
    has(far(extents)).then_some(extents)
}
