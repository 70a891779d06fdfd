//! The kernel of a transposition: planes whose rows lie side by side on one side, and whose columns do on the other.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// A copy of elements `[i, j]` from position `a + i·source_step + j` to `b + i + j·step`.
pub(super) struct Transposition<T> {
    source_step: isize,
    step: isize,
    #[cfg(feature = "alloc")]
    block: Vec<T>,
    #[cfg(not(feature = "alloc"))]
    block: core::marker::PhantomData<T>,
}

/// The edge of a block that goes through the buffer. Measured on 4096×4096 elements of 1 to 8 bytes: smaller ones leave
/// cache lines half used, larger ones leave the first level of the cache.
#[cfg(feature = "alloc")]
const BUFFERED: usize = 64;

/// The edge of a block that is copied directly.
const DIRECT: usize = 32;

impl<T: Clone> Transposition<T> {
    pub(super) fn new(source_step: isize, step: isize) -> Self {
        Self { source_step, step, block: Default::default() }
    }

    /// Copies `height` × `width` elements that start at `a` in the source and at `b` in the destination.
    pub(super) fn copy(&mut self, [height, width]: [usize; 2], source: &[T], a: usize, out: &mut [T], b: usize) {
        let edge = self.edge();
        for i in (0..height).step_by(edge) {
            for j in (0..width).step_by(edge) {
                let from = shifted(a, self.source_step, i).wrapping_add(j);
                let to = shifted(b, self.step, j).wrapping_add(i);
                #[cfg(feature = "alloc")]
                if edge == BUFFERED && i + edge <= height && j + edge <= width {
                    self.copy_buffered(source, from, out, to);
                    continue;
                }
                self.copy_direct(source, from, out, to, [edge.min(height - i), edge.min(width - j)]);
            }
        }
    }

    /// Elements that own something would be cloned twice on the way through the buffer, and large ones fill cache lines
    /// anyway.
    fn edge(&self) -> usize {
        #[cfg(feature = "alloc")]
        if !core::mem::needs_drop::<T>() && size_of::<T>() <= 8 {
            return BUFFERED;
        }
        DIRECT
    }

    /// Reads whole rows into the buffer and writes whole columns out of it, so that every cache line of either side is
    /// touched once. With extents that are powers of two the lines of a column share one set of the cache and would
    /// otherwise push each other out.
    #[cfg(feature = "alloc")]
    fn copy_buffered(&mut self, source: &[T], from: usize, out: &mut [T], to: usize) {
        self.block.clear();
        for i in 0..BUFFERED {
            self.block.extend_from_slice(&source[shifted(from, self.source_step, i)..][..BUFFERED]);
        }
        let (rows, _) = self.block.as_chunks::<BUFFERED>();
        let Some(rows) = rows.first_chunk::<BUFFERED>() else { return };
        for j in 0..BUFFERED {
            if let Some(column) = out[shifted(to, self.step, j)..].first_chunk_mut::<BUFFERED>() {
                for (element, row) in column.iter_mut().zip(rows) {
                    *element = row[j].clone();
                }
            }
        }
    }

    fn copy_direct(&self, source: &[T], from: usize, out: &mut [T], to: usize, [height, width]: [usize; 2]) {
        for j in 0..width {
            let column = &mut out[shifted(to, self.step, j)..][..height];
            for (i, element) in column.iter_mut().enumerate() {
                *element = source[shifted(from, self.source_step, i) + j].clone();
            }
        }
    }
}

/// `start + count·step`. The strides of a layout that breaks its laws can make it wrap; the bounds check finds out.
#[inline(always)]
fn shifted(start: usize, step: isize, count: usize) -> usize {
    start.wrapping_add_signed(step.wrapping_mul(count as isize))
}
