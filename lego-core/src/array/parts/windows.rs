//! Windows: boxes anywhere in an array.

#![allow(unsafe_code)]

use super::blocks::positive;
use super::elements::Elements;
use super::iter::Parts;
use super::part::PartMut;
use super::partition::{Cut, sealed, unchanged};
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Mapping, Window, no_axis};
use crate::text::Text;

/// All windows of some extents, with their origins; made by [`Array::windows`].
pub type Windows<'a, T, L, const R: usize> = Parts<'a, T, WindowCut<L, R>, R>;

/// A box anywhere in an array, to be changed; made by [`Array::windows_mut`].
pub type WindowMut<'a, T, L, const R: usize> = PartMut<'a, T, Window<L, R>, R>;

/// A layout and all windows of some extents in it, which overlap.
#[derive(Clone, Copy, Debug)]
pub struct WindowCut<L, const R: usize> {
    layout: L,
    /// None is 0.
    extents: [usize; R],
}

impl<L, const R: usize> sealed::Sealed for WindowCut<L, R> {}

impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Cut for WindowCut<L, R>
where
    [usize; R]: Coord,
{
    type At = [usize; R];
    type Part = Window<L, R>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    #[inline]
    fn extents(&self) -> [usize; R] {
        let dims = self.layout.dims();
        core::array::from_fn(|k| dims[k].checked_sub(self.extents[k]).map_or(0, |last| last + 1))
    }

    #[inline]
    fn part(&self, at: [usize; R]) -> Window<L, R> {
        unchanged(Window::get(self.layout.clone(), at, self.extents))
    }
}

/// A box: its origin and its extents.
type Box<const R: usize> = ([usize; R], [usize; R]);

/// What is before an index of an axis, and the rest.
///
/// # Errors
/// [`LayoutError::TooLarge`] if there is no such axis, or the index is above its extent.
fn halves<const R: usize>(dims: [usize; R], axis: usize, middle: usize) -> Result<[Box<R>; 2], LayoutError> {
    let (mut before, mut origin, mut after) = (dims, [0; R], dims);
    let (Some(len), Some(start), Some(rest)) = (before.get_mut(axis), origin.get_mut(axis), after.get_mut(axis)) else {
        return Err(no_axis(axis, R));
    };
    let Some(left) = rest.checked_sub(middle) else {
        let what = Text::from(format_args!("the index to split axis {axis} at"));
        return Err(LayoutError::TooLarge { what, value: middle as u128, most: *rest as u128 });
    };
    (*len, *start, *rest) = (middle, middle, left);
    Ok([([0; R], before), (origin, after)])
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    /// A view of the box of some extents at an origin.
    ///
    /// Law: `a.window(origin, extents)?[i] == a[origin + i]`.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if it reaches beyond the array.
    #[inline]
    pub fn window(
        &self,
        origin: [usize; R],
        extents: [usize; R],
    ) -> Result<Array<&[S::Elem], Window<L, R>, R>, LayoutError> {
        Ok(Array::over(Window::new(self.layout().clone(), origin, extents)?, self.as_physical()))
    }

    /// Views of all boxes of some extents, with their origins, in row-major order of those. They overlap; there are
    /// none where an extent is above the array's.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<3, 3>> = Arr2D::from_fn(Col, |[i, j]| (3 * i + j) as i32);
    /// let sums: Vec<i32> = a.windows([2, 2])?.map(|(_, window)| window.iter().map(|(_, x)| x).sum()).collect();
    /// assert_eq!(sums, [8, 12, 20, 24]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    #[inline]
    pub fn windows(&self, extents: [usize; R]) -> Result<Windows<'_, S::Elem, L, R>, LayoutError> {
        positive(extents, "a window")?;
        Ok(Parts::new(self.as_physical(), WindowCut { layout: self.layout().clone(), extents }))
    }

    /// Returns views of the elements before an index of an axis and of those from it on.
    ///
    /// Law: `let (a, b) = c.split_at(0, m)?`: `a[[i, j]] == c[[i, j]]` and `b[[i, j]] == c[[m + i, j]]`.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such axis, or its extent is below `middle`.
    #[inline]
    #[allow(clippy::type_complexity)] // two views
    pub fn split_at(
        &self,
        axis: usize,
        middle: usize,
    ) -> Result<(Array<&[S::Elem], Window<L, R>, R>, Array<&[S::Elem], Window<L, R>, R>), LayoutError> {
        let [(first, before), (second, after)] = halves(self.dims(), axis, middle)?;
        Ok((self.window(first, before)?, self.window(second, after)?))
    }

    /// As [`split_at`](Array::split_at), with elements that can be changed, both parts at the same time. A layout that
    /// is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let mut a = Stack2D::<u8, Row<4, 4>, 16>::default();
    /// let (mut upper, mut lower) = a.split_at_mut(0, 1)?;
    /// upper.fill(1);
    /// lower[[0, 3]] = upper[[0, 3]] + 1;
    /// assert_eq!((a[[0, 3]], a[[1, 3]], a[[1, 2]]), (1, 2, 0));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such axis, or its extent is below `middle`; what
    /// [`check`](Mapping::check) says of the sizes of the layout.
    #[allow(clippy::type_complexity)] // two parts
    pub fn split_at_mut(
        &mut self,
        axis: usize,
        middle: usize,
    ) -> Result<(WindowMut<'_, S::Elem, L, R>, WindowMut<'_, S::Elem, L, R>), LayoutError>
    where
        S: StorageMut,
    {
        let [first, second] = self.windows_mut(halves(self.dims(), axis, middle)?)?;
        Ok((first, second))
    }

    /// Boxes anywhere, each given as its origin and its extents, to be changed at the same time. A layout that is not
    /// [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let mut a = Stack2D::<u8, Row<4, 4>, 16>::default();
    /// let [mut upper, mut lower] = a.windows_mut([([0, 1], [2, 2]), ([2, 0], [2, 2])])?;
    /// upper[[0, 0]] = 1;
    /// lower[[0, 0]] = 2;
    /// assert_eq!((a[[0, 1]], a[[2, 0]]), (1, 2));
    ///
    /// let error = a.windows_mut([([0, 1], [2, 2]), ([1, 0], [2, 2])]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "window 0 from [0, 1] of [2, 2] and window 1 from [1, 0] of [2, 2] overlap: [1, 1] is in both"
    /// );
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::Overlap`] with the first two that overlap; [`LayoutError::TooLarge`] if one reaches beyond the
    /// array; what [`check`](Mapping::check) says of the sizes of the layout.
    ///
    /// # Panics
    /// If the layout has changed since the array was made, which a proved one does not.
    pub fn windows_mut<const N: usize>(
        &mut self,
        boxes: [([usize; R], [usize; R]); N],
    ) -> Result<[WindowMut<'_, S::Elem, L, R>; N], LayoutError>
    where
        S: StorageMut,
    {
        const {
            assert!(
                L::INJECTIVE.is_some(),
                "windows that are changed at the same time need a layout that is proved injective: one of layout! without \
                 `unchecked`, without functions by path, and without closures on sizes that have no values"
            )
        };
        let layout = self.layout().clone();
        layout.check()?;
        let span = layout.span();
        let windows = Window::disjoint(layout, boxes)?;
        let elements = Elements::new(self.as_physical_mut());
        assert!(span <= elements.len(), "the layout changed its span after the array was made");
        Ok(windows.map(|window| {
            // SAFETY: the layout is proved injective, its sizes are checked, and its span is within the elements. No
            // index is in two of the windows, so no two have a position in common. The array is borrowed for as long.
            unsafe { PartMut::new(elements, window) }
        }))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Layout;
    use crate::samples::{Proved, numbered, of_every_kind};
    use std::string::ToString;
    use std::vec::Vec;

    /// Every place on every axis, to be read and to be changed.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let dims = layout.dims();
        let mut array = Array::from_physical(Proved::new(layout), (0..layout.span()).collect::<Vec<_>>()).unwrap();
        for axis in 0..R {
            for middle in 0..=dims[axis] {
                let moved = |mut index: [usize; R]| {
                    index[axis] += middle;
                    index
                };
                let (first, second) = array.split_at(axis, middle).unwrap();
                assert_eq!((first.dims()[axis], second.dims()[axis]), (middle, dims[axis] - middle));
                assert!(first.indices().all(|index| first.get(index) == array.get(index)));
                assert!(second.indices().all(|index| second.get(index) == array.get(moved(index))));
                let (mut first, mut second) = array.split_at_mut(axis, middle).unwrap();
                first.iter_mut().zip(second.iter_mut()).for_each(|((_, a), (_, b))| (*a, *b) = (*a + 100, *b + 100));
                first.iter_mut().zip(second.iter_mut()).for_each(|((_, a), (_, b))| (*a, *b) = (*a - 100, *b - 100));
            }
            let error = array.split_at(axis, dims[axis] + 1).unwrap_err().to_string();
            assert!(error.starts_with("the index to split axis"), "{error}");
        }
        assert!(array.as_physical().iter().copied().eq(0..layout.span()));
        assert!(array.split_at_mut(R, 0).is_err() && numbered(layout).split_at(usize::MAX, 0).is_err());
    }

    #[test]
    fn arrays_are_split_at_every_index_of_every_axis() {
        of_every_kind!(check);
    }
}
