//! Problems: what is multiplied, and where it is.

use lego::LayoutError;
use lego_cuda::launch::Error;

/// Matrices in a buffer: where the first begins, and how far it is from a line to the next and from a matrix to the next, in elements.
///
/// A line is a row, or of an operand by columns a column. What nobody says is dense: lines follow each other, and so do matrices.
///
/// ```
/// use lego_kernels::matrix_product_group::Matrices;
/// // In the second buffer of a list, behind 100 elements, each line at the next multiple of 64 elements, one matrix for all.
/// let matrices = Matrices::of(1).behind(100).pitch(64).stride(0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrices {
    pub(super) buffer: usize,
    pub(super) first: usize,
    pub(super) pitch: Option<usize>,
    pub(super) stride: Option<usize>,
}

impl Matrices {
    /// From the beginning of the buffer with a number, from 0, among those of a group.
    #[must_use]
    pub const fn of(buffer: usize) -> Self {
        Self { buffer, first: 0, pitch: None, stride: None }
    }

    /// Behind so many elements.
    #[must_use]
    pub const fn behind(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// With so many elements from a line to the next.
    #[must_use]
    pub const fn pitch(self, pitch: usize) -> Self {
        Self { pitch: Some(pitch), ..self }
    }

    /// With so many elements from a matrix to the next; 0 is one matrix for all products, of an operand.
    #[must_use]
    pub const fn stride(self, stride: usize) -> Self {
        Self { stride: Some(stride), ..self }
    }
}

/// Products of equal sizes: m×n of m×k and k×n matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(super) sizes: [usize; 3],
    pub(super) count: usize,
    pub(super) places: [Matrices; 3],
}

impl Problem {
    /// One product of `[m, n, k]`, and where `a`, `b` and `c` are.
    #[must_use]
    pub const fn new(sizes: [usize; 3], places: [Matrices; 3]) -> Self {
        Self { sizes, count: 1, places }
    }

    /// One product of dense matrices that are the buffers with a number in each of the three lists.
    ///
    /// ```
    /// use lego_kernels::matrix_product_group::{Matrices, Problem};
    /// assert_eq!(Problem::dense([8, 16, 32], 3), Problem::new([8, 16, 32], [Matrices::of(3); 3]));
    /// ```
    #[must_use]
    pub const fn dense(sizes: [usize; 3], number: usize) -> Self {
        Self::new(sizes, [Matrices::of(number); 3])
    }

    /// So many of them.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// Whether there is nothing to compute.
    pub(super) fn is_empty(&self) -> bool {
        let [m, n, _] = self.sizes;
        m == 0 || n == 0 || self.count == 0
    }
}

/// Matrices whose sizes have been looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) buffer: usize,
    pub(super) first: usize,
    /// How many lines there are, and elements in each.
    pub(super) lines: [usize; 2],
    pub(super) pitch: usize,
    pub(super) count: usize,
    pub(super) stride: usize,
}

impl Placed {
    /// The elements behind the first of the buffer that there are, at least; 0 where a matrix has none.
    ///
    /// # Errors
    /// [`Error::Layout`] where lines are longer than the way from one to the next, or where there are 2^32 elements or more.
    pub(super) fn new(
        matrices: Matrices,
        lines: [usize; 2],
        count: usize,
        name: &'static str,
    ) -> Result<(Self, usize), Error> {
        let [rows, len] = lines;
        let pitch = matrices.pitch.unwrap_or(len);
        let wrong = Error::layout(name);
        if pitch < len {
            let (value, least) = (pitch as i128, len as i128);
            return Err(wrong(LayoutError::TooSmall {
                what: "the elements from a line to the next".into(),
                value,
                least,
            }));
        }
        let stride = matrices.stride.unwrap_or(rows.saturating_mul(pitch));
        let placed = Self { buffer: matrices.buffer, first: matrices.first, lines, pitch, count, stride };
        if rows == 0 || len == 0 {
            return Ok((placed, 0));
        }
        let last = (count - 1).saturating_mul(stride).saturating_add((rows - 1).saturating_mul(pitch));
        let end = last.saturating_add(len).saturating_add(matrices.first);
        if u32::try_from(end).is_err() {
            let (value, most) = (end as u128, u128::from(u32::MAX));
            return Err(wrong(LayoutError::TooLarge { what: "the number of elements".into(), value, most }));
        }
        Ok((placed, end))
    }
}

/// The lines of an operand of r rows along which is summed, and k elements along that.
pub(super) const fn lines(along_k: bool, rows: usize, k: usize) -> [usize; 2] {
    if along_k { [rows, k] } else { [k, rows] }
}
