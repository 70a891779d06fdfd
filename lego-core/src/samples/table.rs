//! Layouts by their tables.

use super::flat;
use crate::mapping::{Coord, Indices, Layout, Mapping};
use std::boxed::Box;
use std::vec::Vec;

/// A layout given by its table: holes, missing positions, any order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Table<const R: usize> {
    dims: [usize; R],
    span: usize,
    positions: &'static [Option<usize>],
}

impl<const R: usize> Table<R>
where
    [usize; R]: Coord,
{
    /// The table of a formula.
    pub(crate) fn new(dims: [usize; R], span: usize, formula: impl Fn([usize; R]) -> Option<usize>) -> Self {
        let positions: Vec<_> = Indices::new(dims).map(formula).collect();
        Self { dims, span, positions: Box::leak(positions.into_boxed_slice()) }
    }

    /// The array stored in row-major order with rows and planes padded to `padded` extents.
    pub(crate) fn padded(dims: [usize; R], padded: [usize; R]) -> Self {
        Self::new(dims, padded.iter().product(), |index| Some(flat(index, padded)))
    }

    /// A row-major array of `stored` extents, viewed as one of `dims` that reaches beyond it.
    pub(crate) fn expanded(dims: [usize; R], stored: [usize; R]) -> Self {
        Self::new(dims, stored.iter().product(), |index| {
            index.iter().zip(stored).all(|(&place, extent)| place < extent).then(|| flat(index, stored))
        })
    }

    /// The elements in an order without any order.
    pub(crate) fn shuffled(dims: [usize; R]) -> Self {
        let count: usize = dims.iter().product();
        let mut order: Vec<usize> = (0..count).collect();
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for last in (1..count).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            order.swap(last, (state % (last as u64 + 1)) as usize);
        }
        Self::new(dims, count, |index| Some(order[flat(index, dims)]))
    }
}

impl<const R: usize> Mapping for Table<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    fn dims(&self) -> [usize; R] {
        self.dims
    }

    fn span(&self) -> usize {
        self.span
    }

    fn apply(&self, index: [usize; R]) -> Option<usize> {
        self.positions[flat(index, self.dims)]
    }
}

impl<const R: usize> Layout for Table<R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    fn inv(&self, position: usize) -> Option<[usize; R]> {
        Indices::new(self.dims).find(|&index| self.apply(index) == Some(position))
    }
}
