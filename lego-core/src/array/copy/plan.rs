//! The plan of a copy: what of two layouts is copied at once, by what they tell of their strides and runs.

use super::axis::Axis;
use crate::check::gcd;
use crate::mapping::Mapping;

/// The fewest elements of a box that are worth finding its corners; with fewer, looking at every index is as fast.
const LEAST: usize = 16;

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
