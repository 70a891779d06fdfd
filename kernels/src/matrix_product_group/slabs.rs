//! Matrices in a buffer as the copy engine is told of them.

use super::problem::Placed;
use lego::{LayoutError, Mapping, Mapping32};

/// Element `[matrix, row, k]` of matrices that begin anywhere in a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slabs {
    dims: [u32; 3],
    strides: [u32; 3],
    first: u32,
    span: u32,
}

impl Slabs {
    /// Of operands whose k elements lie side by side, or else their rows; of one matrix where all products have the same. All elements have
    /// positions below 2^32.
    pub(super) fn of(placed: &Placed, along_k: bool, end: usize) -> Self {
        let count = if placed.stride == 0 { 1 } else { placed.count };
        let [lines, len] = placed.lines;
        let dims = if along_k { [count, lines, len] } else { [count, len, lines] };
        let strides = if along_k { [placed.stride, placed.pitch, 1] } else { [placed.stride, 1, placed.pitch] };
        // A step along an axis of one index may be any: it is not made.
        let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { dims: dims.map(word), strides: strides.map(word), first: word(placed.first), span: word(end) }
    }
}

impl Mapping for Slabs {
    type Index = [usize; 3];
    type Position = usize;

    fn dims(&self) -> [usize; 3] {
        self.dims.map(|extent| extent as usize)
    }

    fn span(&self) -> usize {
        self.span as usize
    }

    fn apply(&self, index: [usize; 3]) -> usize {
        index
            .iter()
            .zip(self.strides)
            .fold(self.first as usize, |position, (at, stride)| position + at * stride as usize)
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        self.strides.get(axis).map(|stride| *stride as isize)
    }
}

impl Mapping32 for Slabs {
    type Index32 = [u32; 3];
    type Position32 = u32;
    type Sizes32 = [u32; 8];

    fn check_u32(&self) -> Result<(), LayoutError> {
        Ok(())
    }

    fn dims_u32(&self) -> [u32; 3] {
        self.dims
    }

    fn span_u32(&self) -> u32 {
        self.span
    }

    fn apply_u32(&self, index: [u32; 3]) -> u32 {
        index.iter().zip(self.strides).fold(self.first, |position, (at, stride)| position + at * stride)
    }

    fn sizes_u32(&self) -> [u32; 8] {
        let Self { dims: [q, r, k], strides: [a, b, c], first, span } = *self;
        [q, r, k, a, b, c, first, span]
    }

    fn from_sizes_u32([q, r, k, a, b, c, first, span]: [u32; 8]) -> Self {
        Self { dims: [q, r, k], strides: [a, b, c], first, span }
    }
}
