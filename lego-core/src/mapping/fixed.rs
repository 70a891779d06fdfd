//! Maps of fewer axes than the map that they are part of: one line along an axis, all that follows some leading indices, and
//! of that a tile.

use super::coord::Coord;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use super::proved_runs::ProvedRuns;
use super::runs::Runs;
use super::slice::{no_axis, outside_of};
use crate::error::LayoutError;

/// One line of a layout along one axis: all other indices are fixed.
///
/// Law: `line.apply([t]) == whole.apply(index)`, where `index` is the line's with `t` on its axis.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::Along;
/// let column = Along::new(Row::<4, 8>, [0, 5], 0)?;
/// assert_eq!((column.dims(), column.apply([2])), ([4], 21));
/// assert!(Along::new(Row::<4, 8>, [0, 8], 0).is_err() && Along::new(Row::<4, 8>, [0, 0], 2).is_err());
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Along<L, const R: usize> {
    layout: L,
    /// On the axis it is 0.
    base: [usize; R],
    axis: usize,
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Along<L, R> {
    /// The line along `axis` through an index, whose place on that axis does not matter.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such axis, or the index is outside on another one.
    #[inline]
    pub fn new(layout: L, mut base: [usize; R], axis: usize) -> Result<Self, LayoutError> {
        let mut dims = layout.dims();
        Self::get(layout, base, axis).ok_or_else(|| match (base.get_mut(axis), dims.get_mut(axis)) {
            // The place on the axis is not looked at.
            (Some(place), Some(extent)) => {
                (*place, *extent) = (0, 1);
                outside_of(&base, &dims)
            }
            _ => no_axis(axis, R),
        })
    }

    /// [`new`](Along::new) without an error.
    #[inline]
    pub(crate) fn get(layout: L, mut base: [usize; R], axis: usize) -> Option<Self> {
        *base.get_mut(axis)? = 0;
        let dims = layout.dims();
        (0..R).all(|k| k == axis || base[k] < dims[k]).then_some(Self { layout, base, axis })
    }
}

#[allow(unsafe_code)]
impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Along<L, R> {
    type Index = [usize; 1];
    type Position = L::Position;

    // SAFETY: different places on the line are different indices of the layout, all inside its dims, for `get` has looked
    // at the other axes, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };
    // SAFETY: a step along the line is one of the layout along its axis, and its strides and runs are those of that axis.
    const RUNS: Option<ProvedRuns<Self>> = unsafe { ProvedRuns::following(L::RUNS) };

    of_field!(layout: check, span, is_unique);

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [self.layout.dims()[self.axis]]
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
    fn runs(&self, _: usize) -> Option<Runs> {
        self.layout.runs(self.axis)
    }
}

/// What a layout of rank `W + K` has behind its first `W` indices: a map of rank `K`.
///
/// It is the slice that fixes the first `W` axes; that the axes are known to the compiler makes it faster than a
/// [`SubLayout`](super::SubLayout) where it is passed around.
///
/// Law: `fixed.apply(rest) == whole.apply(first ++ rest)`.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::Fixed;
/// let row = Fixed::<_, 1, 1>::new(Row::<4, 8>, [2])?;
/// assert_eq!((row.dims(), row.apply([3])), ([8], 19));
/// assert!(Fixed::<_, 1, 1>::new(Row::<4, 8>, [4]).is_err());
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<L, const W: usize, const K: usize> {
    layout: L,
    first: [usize; W],
}

impl<L: Mapping, const W: usize, const K: usize> Fixed<L, W, K> {
    /// What lies behind some indices. That the layout has rank `W + K` is checked at compile time.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if one of them is outside.
    #[inline]
    pub fn new(layout: L, first: [usize; W]) -> Result<Self, LayoutError> {
        let dims = layout.dims();
        Self::get(layout, first).ok_or_else(|| outside_of(&first, dims.as_ref()))
    }

    /// [`new`](Fixed::new) without an error.
    #[inline]
    pub(crate) fn get(layout: L, first: [usize; W]) -> Option<Self> {
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

    // SAFETY: different places are different indices of the layout, all inside its dims, for `get` has looked at the first
    // indices, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };
    // SAFETY: a step along axis `k` is one of the layout along axis `W + k`, and its strides and runs are those of that axis.
    const RUNS: Option<ProvedRuns<Self>> = unsafe { ProvedRuns::following(L::RUNS) };

    of_field!(layout: check, span, is_unique);

    #[inline]
    fn dims(&self) -> [usize; K] {
        let dims = self.layout.dims();
        let mut rest = [0; K];
        rest.copy_from_slice(&dims.as_ref()[W..]);
        rest
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
    fn runs(&self, axis: usize) -> Option<Runs> {
        self.layout.runs(W + axis)
    }
}

impl<L: Layout, const W: usize, const K: usize> Layout for Fixed<L, W, K>
where
    [usize; K]: Coord,
{
    type Preimage = Option<[usize; K]>;

    #[inline]
    fn inv(&self, position: usize) -> Option<[usize; K]> {
        let index: L::Index = self.layout.inv(position).into()?;
        let (first, place) = index.as_ref().split_at(W);
        if first == self.first { place.try_into().ok() } else { None }
    }
}

/// One tile of a layout whose index is first the coordinates of a tile and then the place in it, as `TileBy([..], [..])`
/// makes it.
///
/// Law: `tile.apply([i, j]) == whole.apply([ti, tj, i, j])`.
#[doc(alias = "local_tile")]
pub type Tile<L, const K: usize> = Fixed<L, K, K>;

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::{Indices, slice};
    use crate::samples::{Strided, Table};

    /// A map of some axes against the slice that fixes the others, point by point in both directions.
    #[track_caller]
    fn same<A, B, const K: usize>(one: &A, slice: &B)
    where
        A: Mapping<Index = [usize; K]>,
        B: Layout + Mapping<Index = [usize; K]>,
        [usize; K]: Coord,
    {
        assert_eq!((one.dims(), one.span(), one.is_unique()), (slice.dims(), slice.span(), slice.is_unique()));
        for place in Indices::new(slice.dims().map(|extent| extent + 1)) {
            assert_eq!(one.try_apply(place), slice.try_apply(place), "{place:?}");
        }
        for axis in 0..K {
            assert_eq!((one.stride(axis), one.run(axis)), (slice.stride(axis), slice.run(axis)));
        }
    }

    fn invertible<A, B, const K: usize>(one: &A, slice: &B)
    where
        A: Layout + Mapping<Index = [usize; K]>,
        B: Layout + Mapping<Index = [usize; K]>,
        [usize; K]: Coord,
    {
        same(one, slice);
        assert!((0..=slice.span()).all(|position| one.try_inv(position) == slice.try_inv(position)));
    }

    #[test]
    fn leading_indices_and_lines_are_slices() {
        fn check(layout: impl Layout<Index = [usize; 3]> + Copy) {
            invertible(&Fixed::<_, 0, 3>::new(layout, []).unwrap(), &slice(layout, (.., .., ..)).unwrap());
            for index @ [i, j, k] in Indices::new(layout.dims()) {
                invertible(&Fixed::<_, 1, 2>::new(layout, [i]).unwrap(), &slice(layout, (i, .., ..)).unwrap());
                invertible(&Fixed::<_, 2, 1>::new(layout, [i, j]).unwrap(), &slice(layout, (i, j, ..)).unwrap());
                invertible(&Fixed::<_, 3, 0>::new(layout, index).unwrap(), &slice(layout, (i, j, k)).unwrap());
                same(&Along::new(layout, index, 0).unwrap(), &slice(layout, (.., j, k)).unwrap());
                same(&Along::new(layout, index, 1).unwrap(), &slice(layout, (i, .., k)).unwrap());
                same(&Along::new(layout, index, 2).unwrap(), &slice(layout, (i, j, ..)).unwrap());
            }
        }
        check(Strided::new([2, 3, 4], [1, 2, 0], [false, true, false]));
        check(Table::shuffled([3, 2, 3]));
        check(Table::padded([2, 3, 3], [3, 3, 4]));
        check(Table::expanded([2, 3, 3], [2, 2, 2]));
    }

    #[test]
    fn what_is_outside_is_an_error_that_names_the_axis() {
        let layout = Table::shuffled([2, 3, 4]);
        let error = |error: LayoutError| std::format!("{error}");
        let outside = "the index of axis 1 is 3, but may be at most 2";
        assert_eq!(error(Fixed::<_, 2, 1>::new(layout, [1, 3]).unwrap_err()), outside);
        assert_eq!(error(Along::new(layout, [1, 3, 9], 2).unwrap_err()), outside);
        // The place on the axis itself does not matter.
        assert!(Along::new(layout, [1, 2, 9], 2).is_ok());
        let none = "the number of an axis is 3, but may be at most 2";
        assert_eq!(error(Along::new(layout, [0; 3], 3).unwrap_err()), none);
    }
}
