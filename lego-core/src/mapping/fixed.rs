//! Maps of fewer axes than the map that they are part of: one line along an axis, and all that follows some leading indices.

use super::coord::Coord;
use super::injective::Injective;
use super::mapping::Mapping;
use crate::error::LayoutError;

/// One line of a layout along one axis: all other indices are fixed.
///
/// Law: `line.apply([t]) == whole.apply(index)`, where `index` is the line's with `t` on its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Along<L, const R: usize> {
    layout: L,
    /// On the axis it is 0.
    base: [usize; R],
    axis: usize,
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Along<L, R> {
    /// The line along `axis` through an index, whose place on that axis does not matter. `None` if there is no such line.
    #[inline]
    pub fn new(layout: L, mut base: [usize; R], axis: usize) -> Option<Self> {
        *base.get_mut(axis)? = 0;
        let dims = layout.dims();
        (0..R).all(|k| k == axis || base[k] < dims[k]).then_some(Self { layout, base, axis })
    }
}

#[allow(unsafe_code)]
impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Along<L, R> {
    type Index = [usize; 1];
    type Position = L::Position;

    // SAFETY: different places on the line are different indices of the layout, all inside its dims, for `new` has looked
    // at the other axes, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()
    }

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [self.layout.dims()[self.axis]]
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
    }

    #[inline]
    fn apply(&self, [place]: [usize; 1]) -> L::Position {
        let mut index = self.base;
        index[self.axis] = place;
        self.layout.apply(index)
    }

    #[inline]
    fn stride(&self, _: usize) -> Option<isize> {
        self.layout.stride(self.axis)
    }

    #[inline]
    fn run(&self, _: usize) -> Option<(usize, isize)> {
        self.layout.run(self.axis)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.layout.is_unique()
    }
}

/// What a layout of rank `W + K` has behind its first `W` indices: a map of rank `K`.
///
/// Law: `fixed.apply(rest) == whole.apply(first ++ rest)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<L, const W: usize, const K: usize> {
    layout: L,
    first: [usize; W],
}

impl<L: Mapping, const W: usize, const K: usize> Fixed<L, W, K> {
    /// What lies behind some indices, `None` if they are outside. That the layout has rank `W + K` is checked at compile
    /// time.
    #[inline]
    pub fn new(layout: L, first: [usize; W]) -> Option<Self> {
        const { assert!(<L::Index as Coord>::RANK == W + K, "the axes that are fixed and those that range are all axes") };
        let dims = layout.dims();
        (0..W).all(|k| first[k] < dims.as_ref()[k]).then_some(Self { layout, first })
    }
}

#[allow(unsafe_code)]
impl<L: Mapping, const W: usize, const K: usize> Mapping for Fixed<L, W, K>
where
    [usize; K]: Coord,
{
    type Index = [usize; K];
    type Position = L::Position;

    // SAFETY: different places are different indices of the layout, all inside its dims, for `new` has looked at the first
    // ones, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()
    }

    #[inline]
    fn dims(&self) -> [usize; K] {
        let dims = self.layout.dims();
        core::array::from_fn(|axis| dims.as_ref()[W + axis])
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
    }

    #[inline]
    fn apply(&self, place: [usize; K]) -> L::Position {
        let mut index = L::Index::zero();
        let (first, rest) = index.as_mut().split_at_mut(W);
        first.copy_from_slice(&self.first);
        rest.copy_from_slice(&place);
        self.layout.apply(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.stride(W + axis)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.layout.run(W + axis)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.layout.is_unique()
    }
}
