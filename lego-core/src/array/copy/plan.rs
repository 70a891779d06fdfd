//! The plan of a copy: what of two layouts is copied at once, by what they tell of their strides and runs.

use super::cut::CutAxis;
use crate::mapping::{Mapping, Runs};

/// The fewest elements of a box that are worth finding its corners, where both sides have elements side by side along one axis,
/// and where they do not; with fewer, a walk by the pieces of one axis is as fast.
const LEAST: [usize; 2] = [16, 32];

/// How two arrays of equal dims are best copied.
pub(super) enum Plan<const R: usize> {
    /// There are no elements.
    Nothing,
    /// Box by box, in each of which both sides have strides.
    Boxes([CutAxis; R]),
    /// Nothing is known: go block by block, so that what either side has in a cache line is used while it is there.
    Walk,
}

impl<const R: usize> Plan<R> {
    pub(super) fn new(from: &impl Mapping<Index = [usize; R]>, to: &impl Mapping<Index = [usize; R]>) -> Self {
        let dims = to.dims();
        if dims.contains(&0) {
            return Self::Nothing;
        }
        let (mut source, mut destination) = ([None; R], [None; R]);
        for k in 0..R {
            (source[k], destination[k]) = (from.runs(k), to.runs(k));
        }
        Self::of(dims, source, destination)
    }

    /// The same for the runs of both sides along each axis of a shape without an extent of 0.
    fn of(dims: [usize; R], source: [Option<Runs>; R], destination: [Option<Runs>; R]) -> Self {
        let axes: [CutAxis; R] = core::array::from_fn(|k| CutAxis::new(source[k], destination[k], dims[k]));
        let volume = (0..R).fold(1, |volume: usize, k| volume.saturating_mul(axes[k].usual(dims[k])));
        let all = dims.iter().fold(1, |all: usize, &extent| all.saturating_mul(extent));
        let is_side_by_side = |cut: &CutAxis| cut.axis.extent > 1 && [cut.axis.source_step, cut.axis.step] == [1, 1];
        let least = LEAST[usize::from(!axes.iter().any(is_side_by_side))];
        if volume < least.min(all) { Self::Walk } else { Self::Boxes(axes) }
    }
}
