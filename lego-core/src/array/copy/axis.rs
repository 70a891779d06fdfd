//! One axis of a box that is copied: its extent, and by how much the positions on both sides grow along it.

/// An axis of a box in which both sides have strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) source_step: isize,
    pub(super) step: isize,
}

/// The axes with more than one element, what is slowest in the destination first, those made one that are one on both sides.
pub(super) fn merged<const R: usize>(mut axes: [Axis; R]) -> ([Axis; R], usize) {
    axes.sort_unstable_by_key(|axis| core::cmp::Reverse(axis.step.unsigned_abs()));
    let mut rank = 0_usize;
    for k in 0..R {
        let axis = axes[k];
        if axis.extent == 1 {
            continue;
        }
        let times = axis.extent as isize;
        let before = rank.checked_sub(1).map(|before| axes[before]);
        match before.zip(before.and_then(|before| before.extent.checked_mul(axis.extent))) {
            Some((before, extent))
                if before.source_step == axis.source_step.wrapping_mul(times)
                    && before.step == axis.step.wrapping_mul(times) =>
            {
                axes[rank - 1] = Axis { extent, ..axis };
            }
            _ => {
                axes[rank] = axis;
                rank += 1;
            }
        }
    }
    (axes, rank)
}

/// `start + count·step`. The strides of a layout that breaks its laws can make it wrap; the bounds check finds out.
#[inline(always)]
pub(super) fn shifted(start: usize, step: isize, count: usize) -> usize {
    start.wrapping_add_signed(step.wrapping_mul(count as isize))
}

/// The index at an offset from another one.
#[inline(always)]
pub(super) fn moved<const R: usize>(mut index: [usize; R], offset: [usize; R]) -> [usize; R] {
    for k in 0..R {
        index[k] += offset[k];
    }
    index
}
