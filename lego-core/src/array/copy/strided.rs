//! A copy of a box in which both sides have strides: by lines, by planes, or element by element.

use super::transpose::copy_plane;

/// One axis of a box: its extent, and by how much the positions of the source and of the destination grow along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) source_step: isize,
    pub(super) step: isize,
}

/// What is copied at once.
#[derive(Clone, Copy, Debug)]
enum Kernel {
    /// So many elements that lie side by side on both sides.
    Line(usize),
    /// The elements of an axis, with a step on either side.
    Scattered(Axis),
    /// A plane: along `rows` the destination keeps neighbours side by side, along `columns` the source does.
    Plane { rows: Axis, columns: Axis },
}

/// How a box of certain extents is copied, wherever it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strided<const R: usize> {
    kernel: Kernel,
    /// The axes that the kernel leaves, the first `rank` of these: what is slowest in the destination comes first.
    outer: [Axis; R],
    rank: usize,
}

impl<const R: usize> Strided<R> {
    pub(super) fn new(axes: [Axis; R]) -> Self {
        let (mut outer, mut rank) = merged(axes);
        let side_by_side = outer[..rank].iter().position(|axis| axis.step == 1);
        let source_side_by_side = outer[..rank].iter().position(|axis| axis.source_step == 1);
        let fastest = rank.checked_sub(1);
        // Takes an axis out; the others keep their order.
        let mut take = |k: usize| {
            let axis = outer[k];
            outer.copy_within(k + 1..rank, k);
            rank -= 1;
            axis
        };
        let kernel = match (side_by_side, source_side_by_side) {
            (Some(k), Some(s)) if k == s => Kernel::Line(take(k).extent),
            (Some(k), Some(s)) => {
                let columns = take(s);
                Kernel::Plane { rows: take(if k > s { k - 1 } else { k }), columns }
            }
            _ => fastest.map_or(Kernel::Line(1), |k| Kernel::Scattered(take(k))),
        };
        Self { kernel, outer, rank }
    }

    /// Copies a box whose first element is at `a` in the source and at `b` in the destination.
    #[inline]
    pub(super) fn copy<T: Clone>(&self, source: &[T], a: usize, out: &mut [T], b: usize) {
        match self.kernel {
            // Short lines of lengths that tiles have: no call of `memcpy`.
            Kernel::Line(8) => self.each(a, b, |a, b| copy_line::<T, 8>(source, a, out, b)),
            Kernel::Line(16) => self.each(a, b, |a, b| copy_line::<T, 16>(source, a, out, b)),
            Kernel::Line(32) => self.each(a, b, |a, b| copy_line::<T, 32>(source, a, out, b)),
            Kernel::Line(len) => self.each(a, b, |a, b| out[b..][..len].clone_from_slice(&source[a..][..len])),
            Kernel::Scattered(Axis { extent, source_step, step }) => self.each(a, b, |a, b| {
                for k in 0..extent {
                    out[shifted(b, step, k)] = source[shifted(a, source_step, k)].clone();
                }
            }),
            Kernel::Plane { rows, columns } => self.each(a, b, |a, b| {
                let (extents, steps) = ([rows.extent, columns.extent], [rows.source_step, columns.step]);
                copy_plane(extents, steps, source, a, out, b);
            }),
        }
    }

    /// Calls `f` with the positions where each kernel starts.
    #[inline(always)]
    fn each(&self, mut a: usize, mut b: usize, mut f: impl FnMut(usize, usize)) {
        let Some((last, slower)) = self.outer[..self.rank].split_last() else { return f(a, b) };
        let mut index = [0; R];
        'all: loop {
            for k in 0..last.extent {
                f(shifted(a, last.source_step, k), shifted(b, last.step, k));
            }
            for (axis, place) in slower.iter().zip(&mut index[..slower.len()]).rev() {
                *place += 1;
                (a, b) = (shifted(a, axis.source_step, 1), shifted(b, axis.step, 1));
                if *place < axis.extent {
                    continue 'all;
                }
                // Back to the first, and a step on the next slower axis.
                *place = 0;
                (a, b) = (back(a, axis.source_step, axis.extent), back(b, axis.step, axis.extent));
            }
            return;
        }
    }
}

/// Copies elements that lie side by side, as many as the compiler knows.
#[inline(always)]
fn copy_line<T: Clone, const LEN: usize>(source: &[T], a: usize, out: &mut [T], b: usize) {
    out[b..][..LEN].clone_from_slice(&source[a..][..LEN]);
}

/// The axes with more than one element, what is slowest in the destination first, those made one that are one on both sides.
fn merged<const R: usize>(mut axes: [Axis; R]) -> ([Axis; R], usize) {
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

/// `end - count·step`: where `shifted` came from.
#[inline(always)]
fn back(end: usize, step: isize, count: usize) -> usize {
    shifted(end, step.wrapping_neg(), count)
}
