//! Slices: some axes fixed, the others ranging.

use super::array::Array;
use super::indices::Indices;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::layout::{Coord, Layout};
use crate::text::Text;
use core::fmt::Write;
use core::ops::RangeFull;

/// What a slice does with one axis: a `usize` fixes it, `..` lets it range.
///
/// The trait is sealed.
pub trait Axis: Copy + sealed::Sealed {
    /// The free index, with this axis before it if it ranges.
    type Grow<Rest: Coord>: Coord;

    /// The fixed index, if it is fixed.
    fn fixed(&self) -> Option<usize>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for core::ops::RangeFull {}
}

impl Axis for usize {
    type Grow<Rest: Coord> = Rest;

    #[inline(always)]
    fn fixed(&self) -> Option<usize> {
        Some(*self)
    }
}

impl Axis for RangeFull {
    type Grow<Rest: Coord> = Rest::Longer;

    #[inline(always)]
    fn fixed(&self) -> Option<usize> {
        None
    }
}

/// A tuple of `usize` and `..`, one for each axis of an index `I`, as in `(2, .., 3, ..)`; up to 8 axes.
pub trait SliceSpec<I> {
    /// The index over the axes that range, in their order.
    type Free: Coord;

    /// The index to which an axis is fixed, if it is.
    fn fixed(&self, axis: usize) -> Option<usize>;
}

/// From the longest tuple down to the shortest.
macro_rules! slice_specs {
    () => {};
    ($rank:literal $name:ident $($more:tt)*) => {
        slice_specs!(@one $rank [$name] $($more)*);
        slice_specs!($($more)*);
    };
    (@one $rank:literal [$($names:ident)*] $next_rank:literal $next:ident $($more:tt)*) => {
        slice_specs!(@one $rank [$($names)* $next] $($more)*);
    };
    (@one $rank:literal [$($names:ident)*]) => {
        impl<$($names: Axis),*> SliceSpec<[usize; $rank]> for ($($names,)*) {
            type Free = slice_specs!(@free $($names)*);

            #[inline(always)]
            fn fixed(&self, axis: usize) -> Option<usize> {
                #[allow(non_snake_case)]
                let ($($names,)*) = self;
                [$($names.fixed()),*][axis]
            }
        }
    };
    (@free) => { [usize; 0] };
    (@free $name:ident $($more:ident)*) => { $name::Grow<slice_specs!(@free $($more)*)> };
}
slice_specs!(8 A 7 B 6 C 5 D 4 E 3 F 2 G 1 H);

/// Fixes some axes of a layout; what ranges on is a layout of its own, over the same positions.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/array/example.rs")); }
/// # use example::*;
/// use lego_core::array::slice;
/// let column = slice(Row::<4, 8>, (.., 2))?;
/// assert_eq!(column.dims(), [4]);
/// assert!(column.positions().eq([2, 10, 18, 26]));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::TooLarge`] if an axis is fixed outside its extent.
pub fn slice<L: Layout, P: SliceSpec<L::Index>>(layout: L, spec: P) -> Result<SubLayout<L, P::Free>, LayoutError> {
    let dims = layout.dims();
    let (mut base, mut axes, mut free) = (L::Index::zero(), P::Free::zero(), 0);
    for (axis, (place, &extent)) in base.as_mut().iter_mut().zip(dims.as_ref()).enumerate() {
        match spec.fixed(axis) {
            Some(index) if index < extent => *place = index,
            Some(index) => return Err(outside(axis, index, extent)),
            None => {
                axes.as_mut()[free] = axis;
                free += 1;
            }
        }
    }
    Ok(SubLayout { layout, base, axes })
}

/// An index on one axis is not below the extent.
#[cold]
pub(super) fn outside(axis: usize, index: usize, extent: usize) -> LayoutError {
    let mut what = Text::new("the index of axis ");
    // A text that is too long is cut; it does not fail.
    let _ = write!(what, "{axis}");
    LayoutError::TooLarge { what, value: index as u128, most: (extent as u128).saturating_sub(1) }
}

/// A layout with some axes fixed; made by [`slice()`].
///
/// It is a layout itself: its indices are those of the axes that range, its positions those of the whole layout, so that
/// most positions belong to no index. [`Array::slice`] puts it over the whole array's elements.
///
/// Law: `sub.apply(free) == whole.apply(sub.whole_index(free))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubLayout<L: Layout, F> {
    layout: L,
    /// The index of the whole layout where all free axes are 0.
    base: L::Index,
    /// The axis of the whole layout behind each free axis.
    axes: F,
}

impl<L: Layout, F: Coord> SubLayout<L, F> {
    /// The extents of the axes that range.
    #[inline]
    pub fn dims(&self) -> F {
        let dims = self.layout.dims();
        let mut free = self.axes;
        for axis in free.as_mut() {
            *axis = dims.as_ref()[*axis];
        }
        free
    }

    /// The index of the whole layout that belongs to a free index.
    #[inline]
    pub fn whole_index(&self, free: F) -> L::Index {
        let mut index = self.base;
        for (&axis, &place) in self.axes.as_ref().iter().zip(free.as_ref()) {
            index.as_mut()[axis] = place;
        }
        index
    }

    /// The position of a free index, `None` outside [`dims`](SubLayout::dims) or where `ExpandBy` stores nothing.
    #[inline]
    pub fn position(&self, free: F) -> Option<usize> {
        self.try_apply(free)
    }
}

impl<L: Layout, const K: usize> SubLayout<L, [usize; K]>
where
    [usize; K]: Coord,
{
    /// The positions, with the free indices in row-major order; indices where `ExpandBy` stores nothing are left out.
    pub fn positions(&self) -> impl Iterator<Item = usize> + Clone + use<L, K> {
        let sub = *self;
        Indices::new(sub.dims()).filter_map(move |free| sub.apply(free).into())
    }
}

impl<L: Layout, F: Coord> Layout for SubLayout<L, F> {
    type Index = F;
    type Position = L::Position;
    type Preimage = Option<F>;

    #[inline]
    fn dims(&self) -> F {
        self.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
    }

    #[inline]
    fn apply(&self, free: F) -> L::Position {
        self.layout.apply(self.whole_index(free))
    }

    #[inline]
    fn inv(&self, position: usize) -> Option<F> {
        let index: L::Index = self.layout.inv(position).into()?;
        let mut free = self.axes;
        for axis in free.as_mut() {
            *axis = index.as_ref()[*axis];
        }
        // The index lies in the slice if it agrees with the base on all other axes.
        (self.whole_index(free) == index).then_some(free)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.stride(self.axes.as_ref()[axis])
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.layout.run(self.axes.as_ref()[axis])
    }
}

/// A borrowed slice with `K` axes; made by [`Array::slice`].
pub type SliceView<'a, T, L, const K: usize> = Array<&'a [T], SubLayout<L, [usize; K]>, K>;
/// A mutably borrowed slice with `K` axes; made by [`Array::slice_mut`].
pub type SliceViewMut<'a, T, L, const K: usize> = Array<&'a mut [T], SubLayout<L, [usize; K]>, K>;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    /// A view of the elements with some axes fixed, as in `a.slice((2, ..))`.
    ///
    /// Law: `a.slice((i, ..))?[[j]] == a[[i, j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/array/example.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_array([1, 4, 2, 5, 3, 6]);
    /// let row = a.slice((1, ..))?;
    /// assert_eq!(row[[2]], 6);
    /// assert!(row.iter().map(|(_, x)| x).eq(&[4, 5, 6]));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if an axis is fixed outside its extent.
    #[inline]
    pub fn slice<P, const K: usize>(&self, spec: P) -> Result<SliceView<'_, S::Elem, L, K>, LayoutError>
    where
        P: SliceSpec<[usize; R], Free = [usize; K]>,
        [usize; K]: Coord,
    {
        Ok(Array::over(slice(self.layout(), spec)?, self.as_physical()))
    }

    /// As [`slice`](Array::slice), with elements that can be changed.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if an axis is fixed outside its extent.
    #[inline]
    pub fn slice_mut<P, const K: usize>(&mut self, spec: P) -> Result<SliceViewMut<'_, S::Elem, L, K>, LayoutError>
    where
        S: StorageMut,
        P: SliceSpec<[usize; R], Free = [usize; K]>,
        [usize; K]: Coord,
    {
        Ok(Array::over(slice(self.layout(), spec)?, self.as_physical_mut()))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::samples::{Col, Row, Strided, Table};
    use crate::array::{Affine, Arr2D};
    use std::vec;
    use std::vec::Vec;

    /// One slice of a layout of rank 3, point by point: `free` are the axes that range, `fixed` the rest of an index.
    fn check<P, L, const K: usize>(layout: L, spec: P, free: [usize; K], fixed: [usize; 3])
    where
        L: Layout<Index = [usize; 3]>,
        P: SliceSpec<[usize; 3], Free = [usize; K]> + Copy,
        [usize; K]: Coord,
    {
        let sub = slice(layout, spec).unwrap();
        let mut array = Array::new(layout, (0..layout.span()).collect::<Vec<_>>()).unwrap();
        assert_eq!(sub.dims(), free.map(|axis| layout.dims()[axis]));
        assert_eq!((sub.span(), K), (layout.span(), <SubLayout<L, [usize; K]> as Layout>::RANK));
        let mut positions = vec![];
        for place in Indices::new(sub.dims().map(|extent| extent + 1)) {
            let mut whole = fixed;
            free.iter().zip(place).for_each(|(&axis, at)| whole[axis] = at);
            let expected = layout.try_apply(whole);
            assert_eq!((sub.whole_index(place), sub.position(place)), (whole, expected));
            assert_eq!(array.slice(spec).unwrap().get(place).copied(), expected);
            assert_eq!(array.slice_mut(spec).unwrap().get_mut(place).copied(), expected);
            positions.extend(expected);
        }
        assert!(sub.positions().eq(positions.iter().copied()));
        for position in 0..=layout.span() {
            let place = sub.try_inv(position);
            assert_eq!(place.is_some(), positions.contains(&position));
            assert!(place.is_none_or(|place| sub.position(place) == Some(position)));
        }
        for (k, axis) in free.into_iter().enumerate() {
            assert_eq!((sub.stride(k), sub.run(k)), (layout.stride(axis), layout.run(axis)));
        }
        if let Some(affine) = sub.affine() {
            assert!(Indices::new(sub.dims()).all(|place| sub.position(place) == Some(affine.position(place))));
        }
        array.slice_mut(spec).unwrap().fill(1000);
        assert!((0..layout.span()).all(|p| array.as_physical()[p] == if positions.contains(&p) { 1000 } else { p }));
    }

    #[test]
    fn every_slice_of_rank_3_is_the_formula() {
        fn all(layout: impl Layout<Index = [usize; 3]>) {
            check(layout, (.., .., ..), [0, 1, 2], [0; 3]);
            for [a, b, c] in Indices::new(layout.dims()) {
                check(layout, (a, .., ..), [1, 2], [a, 0, 0]);
                check(layout, (.., b, ..), [0, 2], [0, b, 0]);
                check(layout, (.., .., c), [0, 1], [0, 0, c]);
                check(layout, (a, b, ..), [2], [a, b, 0]);
                check(layout, (a, .., c), [1], [a, 0, c]);
                check(layout, (.., b, c), [0], [0, b, c]);
                check(layout, (a, b, c), [], [a, b, c]);
            }
        }
        all(Strided::new([2, 3, 4], [1, 2, 0], [false, true, false]));
        all(Table::shuffled([3, 2, 3]));
        all(Table::padded([2, 3, 3], [3, 3, 4]));
        all(Table::expanded([2, 3, 3], [2, 2, 2]));
    }

    #[test]
    fn an_index_outside_its_extent_is_an_error() {
        for k in 0..6 {
            assert_eq!(slice(Row::<3, 5>, (k, ..)).is_ok(), k < 3);
            assert_eq!(slice(Row::<3, 5>, (.., k)).is_ok(), k < 5);
        }
        let a = Arr2D::<u8, Col<3, 5>>::default();
        let error = a.slice((.., 5)).unwrap_err();
        assert_eq!(std::format!("{error}"), "the index of axis 1 is 5, but may be at most 4");
    }

    #[test]
    fn the_longest_tuple_has_eight_axes() {
        let layout = Strided::new([2; 8], [0, 1, 2, 3, 4, 5, 6, 7], [false; 8]);
        let sub = slice(layout, (1, .., 0, .., 1, 0, .., 1)).unwrap();
        assert!(sub.positions().eq([0, 2, 16, 18, 64, 66, 80, 82].map(|p| p + 0b1000_1001)));
        assert_eq!(sub.affine(), Some(Affine { base: 0b1000_1001, strides: [64, 16, 2] }));
    }
}
