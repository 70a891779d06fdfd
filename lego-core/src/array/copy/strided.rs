//! A copy of boxes in which both sides have strides: by lines, by planes, or element by element.

use super::axis::{Axis, merged, shifted};
use super::cut::CutAxis;
use super::prefetch::{fetch, is_worth_it};
use super::transpose::copy_plane;

/// The longest line that is copied without a call.
const LONGEST_INLINE: usize = 32;

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
    /// For boxes of some extents, between whose elements lie the steps of the axes.
    pub(super) fn of_box(cuts: &[CutAxis; R], extents: [usize; R]) -> Self {
        Self::new(core::array::from_fn(|k| Axis { extent: extents[k], ..cuts[k].axis }))
    }

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

    /// The elements of a line, where a box is several lines that lie side by side on both sides.
    pub(super) fn line(&self) -> Option<usize> {
        match self.kernel {
            Kernel::Line(len @ 2..) if self.rank > 0 => Some(len),
            _ => None,
        }
    }

    /// The elements of a box that is one line, which lies side by side on both sides; of short lines another way copies them.
    pub(super) fn long_line(&self) -> Option<usize> {
        match self.kernel {
            Kernel::Line(len) if len > LONGEST_INLINE && self.rank == 0 => Some(len),
            _ => None,
        }
    }

    /// Copies boxes; each has its first element at `a` in the source and at `b` in the destination, of `[a, b]` in `starts`.
    ///
    /// What has lines is copied in turns: the first line of each box, then the second of each.
    #[inline]
    pub(super) fn copy<T: Clone>(&self, source: &[T], out: &mut [T], starts: &[[usize; 2]]) {
        match self.kernel {
            // Short lines of lengths that tiles and what is around them have: no call of `memcpy`.
            Kernel::Line(2) => self.lines(source, out, starts, 2, copy_line::<T, 2>),
            Kernel::Line(3) => self.lines(source, out, starts, 3, copy_line::<T, 3>),
            Kernel::Line(4) => self.lines(source, out, starts, 4, copy_line::<T, 4>),
            Kernel::Line(8) => self.lines(source, out, starts, 8, copy_line::<T, 8>),
            Kernel::Line(16) => self.lines(source, out, starts, 16, copy_line::<T, 16>),
            Kernel::Line(32) => self.lines(source, out, starts, 32, copy_line::<T, 32>),
            Kernel::Line(len) => self.lines(source, out, starts, len, |source, a, out, b| {
                out[b..][..len].clone_from_slice(&source[a..][..len]);
            }),
            Kernel::Scattered(Axis { extent, source_step, step }) => starts.iter().for_each(|&[a, b]| {
                self.each(a, b, |a, b| {
                    for k in 0..extent {
                        out[shifted(b, step, k)] = source[shifted(a, source_step, k)].clone();
                    }
                });
            }),
            Kernel::Plane { rows, columns } => starts.iter().for_each(|&[a, b]| {
                let (extents, steps) = ([rows.extent, columns.extent], [rows.source_step, columns.step]);
                self.each(a, b, |a, b| {
                    let copied = copy_plane(extents, steps, source, a, out, b);
                    copied.expect("only the strides of a layout that breaks its laws lead out of its elements");
                });
            }),
        }
    }

    /// Calls `line` with the positions where the lines start, of `len` elements each.
    ///
    /// Of boxes in turns, the next line of each is fetched on both sides.
    #[inline(always)]
    fn lines<T>(
        &self,
        source: &[T],
        out: &mut [T],
        starts: &[[usize; 2]],
        len: usize,
        line: impl Fn(&[T], usize, &mut [T], usize),
    ) {
        match *starts {
            [] => return,
            [[a, b]] => return self.each(a, b, |a, b| line(source, a, out, b)),
            _ => {}
        }
        let next = self.outer[..self.rank].last().filter(|_| is_worth_it(out, len));
        self.each(0, 0, |to_a, to_b| {
            for [a, b] in starts {
                let (a, b) = (a.wrapping_add(to_a), b.wrapping_add(to_b));
                if let Some(next) = next {
                    fetch(source.as_ptr().wrapping_add(a).wrapping_offset(next.source_step), len);
                    fetch(out.as_ptr().wrapping_add(b).wrapping_offset(next.step), len);
                }
                line(source, a, out, b);
            }
        });
    }

    /// Calls `f` with the positions where each kernel starts.
    #[inline(always)]
    fn each(&self, mut a: usize, mut b: usize, mut f: impl FnMut(usize, usize)) {
        let Some((last, slower)) = self.outer[..self.rank].split_last() else { return f(a, b) };
        let mut index = [0; R];
        'all: loop {
            let (mut to_a, mut to_b) = (a, b);
            for _ in 0..last.extent {
                f(to_a, to_b);
                (to_a, to_b) = (to_a.wrapping_add_signed(last.source_step), to_b.wrapping_add_signed(last.step));
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

/// `end - count·step`: where `shifted` came from.
#[inline(always)]
fn back(end: usize, step: isize, count: usize) -> usize {
    shifted(end, step.wrapping_neg(), count)
}
