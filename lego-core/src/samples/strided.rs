//! Layouts by their strides.

use crate::mapping::{Coord, Indices, Layout, Mapping};

/// A bijection that knows its strides: the axes in some order of memory, the first slowest, each forwards or backwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<const R: usize> {
    dims: [usize; R],
    base: usize,
    strides: [isize; R],
}

impl<const R: usize> Strided<R> {
    pub(crate) fn new(dims: [usize; R], order: [usize; R], backwards: [bool; R]) -> Self {
        let (mut base, mut strides, mut step) = (0, [0; R], 1);
        for axis in order.into_iter().rev() {
            strides[axis] = if backwards[axis] { -step } else { step };
            base += if backwards[axis] { step as usize * dims[axis].saturating_sub(1) } else { 0 };
            step *= dims[axis] as isize;
        }
        Self { dims, base, strides }
    }
}

impl<const R: usize> Mapping for Strided<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;

    fn dims(&self) -> [usize; R] {
        self.dims
    }

    fn span(&self) -> usize {
        self.count()
    }

    fn apply(&self, index: [usize; R]) -> usize {
        let steps: isize = index.iter().zip(self.strides).map(|(&place, stride)| place as isize * stride).sum();
        self.base.checked_add_signed(steps).unwrap()
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        Some(self.strides[axis])
    }
}

impl<const R: usize> Layout for Strided<R>
where
    [usize; R]: Coord,
{
    type Preimage = [usize; R];

    fn inv(&self, position: usize) -> [usize; R] {
        Indices::new(self.dims).find(|&index| self.apply(index) == position).unwrap()
    }
}
