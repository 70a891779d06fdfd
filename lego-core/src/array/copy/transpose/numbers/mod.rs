//! A plane of numbers, transposed by squares in registers.
//!
//! The plane is cut into panels. While one is copied, the next one's rows and columns are fetched: they lie in as many pages, so
//! that a processor foresees none of them by itself. In a panel the last squares reach back over the ones before them, and so no
//! element is copied alone but where a panel is narrower than a square.

mod number;
mod square;

use super::super::prefetch::{fetch, is_far};
use core::ops::Range;
use number::is_number;
use square::transpose;

/// The edge of a panel. Of elements of 4 bytes, source and destination of one are as large as the first cache together.
const PANEL: usize = 64;

/// The edge of a panel of a plane that stays in the second cache, where nothing is fetched, and whose rows or columns begin
/// anywhere: the fewer panels there are, the fewer lines of the cache have elements of two of them.
const NEAR: usize = 264;

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// The extent of pieces that are nearly equal, multiples of `N` but for the last one, and as few as those of `most` would be.
fn even<const N: usize>(extent: usize, most: usize) -> usize {
    extent.div_ceil(extent.div_ceil(most).max(1)).next_multiple_of(N)
}

/// Whether elements are numbers, which gain by registers.
///
/// A register holds two of 8 bytes, which is no more than is cloned in as many instructions: there only the fetching counts.
pub(super) fn is_worth_it<T>(out: &[T]) -> bool {
    is_number::<T>() && (size_of::<T>() < 8 || is_far(out))
}

/// Where a panel begins, and its extents.
#[derive(Clone, Copy)]
struct Panel {
    start: [usize; 2],
    extents: [usize; 2],
}

/// Copies `height` × `width` numbers of 1, 2, 4 or 8 bytes, `[i, j]` from `source + i·source_step + j` to `out + i + j·step`.
///
/// # Safety
/// All elements of the source can be read and all of the destination written; they are numbers of `size` bytes, aligned as those.
pub(super) unsafe fn copy(
    size: usize,
    is_far: bool,
    extents: [usize; 2],
    steps: [isize; 2],
    source: *const u8,
    out: *mut u8,
) {
    // SAFETY: the caller's promise; only the size counts, not which number it is.
    unsafe {
        match size {
            1 => Plane::<u8> { is_far, extents, steps, source: source.cast(), out: out.cast() }.copy::<16>(),
            2 => Plane::<u16> { is_far, extents, steps, source: source.cast(), out: out.cast() }.copy::<8>(),
            4 => Plane::<u32> { is_far, extents, steps, source: source.cast(), out: out.cast() }.copy::<4>(),
            _ => Plane::<u64> { is_far, extents, steps, source: source.cast(), out: out.cast() }.copy::<2>(),
        }
    }
}

/// The first element on both sides, and how far it is from row to row of the source, from column to column of the destination.
#[derive(Clone, Copy)]
struct Plane<T> {
    /// Whether what comes next is fetched.
    is_far: bool,
    extents: [usize; 2],
    steps: [isize; 2],
    source: *const T,
    out: *mut T,
}

impl<T: Copy> Plane<T> {
    /// Copies all of it; `N` elements fill a register.
    ///
    /// # Safety
    /// As for [`copy`].
    unsafe fn copy<const N: usize>(self) {
        let [height, width] = self.extents;
        // Where rows and columns begin with a line, panels share none, and larger ones would drive each other out of the cache.
        let is_aligned = self.steps.iter().all(|step| step.unsigned_abs().wrapping_mul(size_of::<T>()) % LINE == 0);
        let most = if self.is_far || is_aligned { PANEL } else { NEAR };
        let [tall, wide] = [height, width].map(|extent| even::<N>(extent, most));
        let panel = |start: [usize; 2]| {
            let [top, left] = start;
            Panel { start, extents: [tall.min(height - top), wide.min(width - left)] }
        };
        for top in (0..height).step_by(tall) {
            for left in (0..width).step_by(wide) {
                let next = if left + wide < width { [top, left + wide] } else { [top + tall, 0] };
                let next = (self.is_far && next[0] < height).then(|| panel(next));
                // SAFETY: the caller's promise, for a part of the plane.
                unsafe { self.copy_panel::<N>(panel([top, left]), next) };
            }
        }
    }

    /// Copies a panel, and fetches the lines of another one.
    ///
    /// # Safety
    /// As for [`copy`], and the panel lies inside of the plane.
    #[inline(always)]
    unsafe fn copy_panel<const N: usize>(self, Panel { start, extents: [height, width] }: Panel, next: Option<Panel>) {
        // So many columns at once that a line of the source is read in two visits: more would drive the destination's lines out of
        // the cache, where they lie a power of two apart.
        let group = N * (size_of::<T>() / 2).max(1);
        if height < N || width < N {
            for i in 0..height {
                for j in 0..width {
                    let index = [start[0] + i, start[1] + j];
                    // SAFETY: the index is in the panel.
                    unsafe { *self.out_at(index) = *self.source_at(index) };
                }
            }
            return;
        }
        for left in (0..width).step_by(group) {
            if let Some(next) = next {
                self.fetch(next, left..left + group);
            }
            for i in (0..height).step_by(N) {
                for j in (left..width.min(left + group)).step_by(N) {
                    // The last squares take some elements again.
                    let index = [start[0] + i.min(height - N), start[1] + j.min(width - N)];
                    let (source, out) = (self.source_at(index), self.out_at(index));
                    // SAFETY: the square is part of the panel.
                    unsafe { transpose::<T, N>(source, self.steps[0], out, self.steps[1]) };
                }
            }
        }
    }

    /// Fetches some rows and the same columns of a panel.
    #[inline(always)]
    fn fetch(self, Panel { start, extents: [height, width] }: Panel, lines: Range<usize>) {
        for i in lines.start..lines.end.min(height) {
            fetch(self.source_at([start[0] + i, start[1]]), width);
        }
        for j in lines.start..lines.end.min(width) {
            fetch(self.out_at([start[0], start[1] + j]), height);
        }
    }

    #[inline(always)]
    fn source_at(self, [i, j]: [usize; 2]) -> *const T {
        self.source.wrapping_offset(self.steps[0].wrapping_mul(i as isize)).wrapping_add(j)
    }

    #[inline(always)]
    fn out_at(self, [i, j]: [usize; 2]) -> *mut T {
        self.out.wrapping_offset(self.steps[1].wrapping_mul(j as isize)).wrapping_add(i)
    }
}
