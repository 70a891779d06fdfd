//! The plan of a copy: what of two layouts is copied at once, by what they tell of their strides and runs.

use crate::check::gcd;
use crate::mapping::{Indices, Mapping};

/// How two arrays of equal dims are best copied; `pieces` are the extents of the boxes in which both sides have strides.
pub(super) enum Plan<const R: usize> {
    /// There are no elements.
    Nothing,
    /// Both keep neighbours on one axis side by side: copy line by line. Lines that follow each other on the axis `across`
    /// are `source_step` and `step` apart and go together, unless the destination's lines are made of several of the
    /// source's: memory is best written from front to back.
    Lines { pieces: [usize; R], axis: usize, across: Option<(usize, isize, isize)> },
    /// The source keeps neighbours on `source_axis` side by side, the destination those on `axis`: transpose the planes
    /// that these two span. The steps are the strides along the other axis of the two.
    Planes { pieces: [usize; R], source_axis: usize, source_step: isize, axis: usize, step: isize },
    /// Nothing is known: go block by block, so that what either side has in a cache line is used while it is there.
    Walk,
}

impl<const R: usize> Plan<R> {
    pub(super) fn new(from: &impl Mapping<Index = [usize; R]>, to: &impl Mapping<Index = [usize; R]>) -> Self {
        let dims = to.dims();
        if dims.contains(&0) {
            return Self::Nothing;
        }
        let runs: [_; R] = core::array::from_fn(|k| {
            let ((a, source_step), (b, step)) = (from.run(k)?, to.run(k)?);
            let len = common(a, b, dims[k]);
            (len > 1).then_some((len, source_step, step))
        });
        let pieces = runs.map(|run| run.map_or(1, |(len, ..)| len));
        let longest = |side_by_side: &dyn Fn(&(usize, isize, isize)) -> bool| {
            (0..R).filter(|&k| runs[k].as_ref().is_some_and(side_by_side)).max_by_key(|&k| pieces[k])
        };
        let (source_axis, axis) = (longest(&|run| run.1 == 1), longest(&|run| run.2 == 1));
        let (Some(source_axis), Some(axis)) = (source_axis, axis) else { return Self::Walk };
        match (runs[source_axis], runs[axis]) {
            (Some((.., step)), Some((_, source_step, _))) if source_axis != axis => {
                Self::Planes { pieces, source_axis, source_step, axis, step }
            }
            _ => {
                let others = (0..R).filter(|&k| k != axis).filter_map(|k| runs[k].map(|(_, a, b)| (k, a, b)));
                let across = others.min_by_key(|(_, _, step)| step.unsigned_abs());
                let whole = pieces[axis] >= order(to)[axis].min(dims[axis]);
                Self::Lines { pieces, axis, across: across.filter(|_| whole) }
            }
        }
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

/// The extents of the boxes that a layout keeps together: going through them one by one writes memory from front to back.
pub(super) fn order<const R: usize>(to: &impl Mapping<Index = [usize; R]>) -> [usize; R] {
    core::array::from_fn(|k| to.run(k).map_or(1, |(len, _)| len.max(1)))
}

/// Cuts a shape into boxes of `outer` extents, each of these into boxes of `inner` extents, and calls `f(corner, extents)`
/// for these, in row-major order. Boxes at the far ends are smaller.
#[inline]
pub(super) fn boxes<const R: usize>(
    dims: [usize; R],
    outer: [usize; R],
    inner: [usize; R],
    mut f: impl FnMut([usize; R], [usize; R]),
) {
    let cut = |dims: [usize; R], ends: [usize; R]| {
        let counts: [usize; R] = core::array::from_fn(|k| dims[k].div_ceil(ends[k]));
        Indices::new(counts).map(move |place| {
            let corner: [usize; R] = core::array::from_fn(|k| place[k] * ends[k]);
            let extents: [usize; R] = core::array::from_fn(|k| ends[k].min(dims[k] - corner[k]));
            (corner, extents)
        })
    };
    cut(dims, outer).for_each(|(corner, extents)| {
        cut(extents, inner).for_each(|(offset, extents)| f(core::array::from_fn(|k| corner[k] + offset[k]), extents));
    });
}
