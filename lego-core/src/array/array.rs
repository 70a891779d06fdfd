//! The array type and its names.

use super::storage::{Storage, StorageMut};
use crate::check::enforce;
use crate::error::LayoutError;
use crate::mapping::Mapping;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Elements in a storage `S`, found through a layout `L` of rank `R`.
///
/// The element of index `i` lies at position `layout.apply(i)` of the storage, which holds exactly
/// [`layout.span()`](Mapping::span) elements. Positions without an index (the holes of a `PadBy`) hold elements that no
/// index reaches.
#[derive(Clone, Copy)]
pub struct Array<S, L, const R: usize> {
    layout: L,
    data: S,
}

/// An owned array of rank 1.
#[cfg(feature = "alloc")]
pub type Arr1D<T, L> = Array<Vec<T>, L, 1>;
/// An owned array of rank 2.
#[cfg(feature = "alloc")]
pub type Arr2D<T, L> = Array<Vec<T>, L, 2>;
/// An owned array of rank 3.
#[cfg(feature = "alloc")]
pub type Arr3D<T, L> = Array<Vec<T>, L, 3>;
/// An owned array of rank `R`.
#[cfg(feature = "alloc")]
pub type ArrND<T, L, const R: usize> = Array<Vec<T>, L, R>;

/// A borrowed array of rank 1.
pub type View1D<'a, T, L> = Array<&'a [T], L, 1>;
/// A borrowed array of rank 2.
pub type View2D<'a, T, L> = Array<&'a [T], L, 2>;
/// A borrowed array of rank 3.
pub type View3D<'a, T, L> = Array<&'a [T], L, 3>;
/// A borrowed array of rank `R`.
pub type ViewND<'a, T, L, const R: usize> = Array<&'a [T], L, R>;

/// A mutably borrowed array of rank 1.
pub type ViewMut1D<'a, T, L> = Array<&'a mut [T], L, 1>;
/// A mutably borrowed array of rank 2.
pub type ViewMut2D<'a, T, L> = Array<&'a mut [T], L, 2>;
/// A mutably borrowed array of rank 3.
pub type ViewMut3D<'a, T, L> = Array<&'a mut [T], L, 3>;
/// A mutably borrowed array of rank `R`.
pub type ViewMutND<'a, T, L, const R: usize> = Array<&'a mut [T], L, R>;

/// An array of rank 1 on the stack; `N` is the layout's span.
pub type Stack1D<T, L, const N: usize> = Array<[T; N], L, 1>;
/// An array of rank 2 on the stack; `N` is the layout's span.
pub type Stack2D<T, L, const N: usize> = Array<[T; N], L, 2>;
/// An array of rank 3 on the stack; `N` is the layout's span.
pub type Stack3D<T, L, const N: usize> = Array<[T; N], L, 3>;
/// An array of rank `R` on the stack; `N` is the layout's span.
pub type StackND<T, L, const N: usize, const R: usize> = Array<[T; N], L, R>;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// Puts a layout over elements that lie in physical order: the first is that of position 0, whatever its index.
    ///
    /// Elements in logical order, row after row, are for [`from_row_major`](Array::from_row_major) and
    /// [`from_logical`](Array::from_logical), which put them where the layout wants them. Over `Col`, this would transpose
    /// them.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_physical(Col::<2, 3>, vec![1, 4, 2, 5, 3, 6])?;
    /// assert_eq!(a, Arr2D::from_row_major(Col::<2, 3>, &[1, 2, 3, 4, 5, 6])?);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::WrongLength`] if the storage does not hold [`layout.span()`](Mapping::span) elements; the error of
    /// [`layout.check()`](Mapping::check) if the sizes of a layout are not those that its constructor would accept.
    pub fn from_physical(layout: L, data: S) -> Result<Self, LayoutError> {
        check_sizes(&layout)?;
        let (expected, found) = (layout.span(), data.as_slice().len());
        if found == expected { Ok(Self { layout, data }) } else { Err(LayoutError::WrongLength { expected, found }) }
    }

    /// Puts a layout over elements that lie in physical order.
    ///
    /// # Errors
    /// [`LayoutError::WrongLength`] if the storage does not hold [`layout.span()`](Mapping::span) elements.
    #[deprecated(note = "say which order the elements have: `from_physical`, or `from_row_major` and `from_logical`")]
    pub fn new(layout: L, data: S) -> Result<Self, LayoutError> {
        Self::from_physical(layout, data)
    }

    /// Puts a layout over a storage of which it is known that it holds [`layout.span()`](Mapping::span) elements, or more.
    ///
    /// Access relies on two things where the layout is proved to stay [in its span](Mapping::IN_SPAN) or is
    /// [`INJECTIVE`](Mapping::INJECTIVE): the length was compared with the span itself, or made of it; and of an injective layout
    /// with sizes of its own [`check_sizes`] was `Ok`, or it was made of the layout of an array, whose sizes were checked.
    /// Elsewhere a wrong length makes wrong answers and panics, nothing worse.
    #[inline]
    pub(super) const fn over(layout: L, data: S) -> Self {
        Self { layout, data }
    }

    /// The layout.
    #[inline]
    #[doc(alias = "mapping")]
    pub fn layout(&self) -> &L {
        &self.layout
    }

    /// The logical extents.
    #[inline]
    pub fn dims(&self) -> [usize; R] {
        self.layout.dims()
    }

    /// The number of logical indices.
    #[inline]
    pub fn count(&self) -> usize {
        self.layout.count()
    }

    /// All elements in physical order, those in holes too.
    #[inline]
    pub fn as_physical(&self) -> &[S::Elem] {
        self.data.as_slice()
    }

    /// All elements in physical order, those in holes too.
    #[inline]
    pub fn as_physical_mut(&mut self) -> &mut [S::Elem]
    where
        S: StorageMut,
    {
        self.data.as_mut_slice()
    }

    /// The layout and the storage.
    #[inline]
    pub fn into_parts(self) -> (L, S) {
        (self.layout, self.data)
    }

    /// Gives the storage back.
    #[inline]
    pub fn into_storage(self) -> S {
        self.data
    }

    /// The same array, borrowed.
    #[inline]
    pub fn view(&self) -> Array<&[S::Elem], L, R>
    where
        L: Clone,
    {
        Array { layout: self.layout.clone(), data: self.data.as_slice() }
    }

    /// The same array, mutably borrowed.
    #[inline]
    pub fn view_mut(&mut self) -> Array<&mut [S::Elem], L, R>
    where
        S: StorageMut,
        L: Clone,
    {
        Array { layout: self.layout.clone(), data: self.data.as_mut_slice() }
    }
}

/// Asks an injective layout with sizes of its own whether they are right: of such a layout an array never looks at a
/// position again. A type without sizes is asked by the compiler, at each access.
///
/// # Errors
/// Those of [`Mapping::check`].
#[inline]
pub(super) fn check_sizes<L: Mapping>(layout: &L) -> Result<(), LayoutError> {
    if size_of::<L>() != 0 && L::IN_SPAN.is_none() && L::INJECTIVE.is_some() { layout.check() } else { Ok(()) }
}

/// As [`check_sizes`], for functions that return no error.
///
/// # Panics
/// With the error of [`Mapping::check`].
#[inline]
#[track_caller]
pub(super) fn require_sizes<L: Mapping>(layout: &L) {
    enforce(check_sizes(layout));
}

/// All elements in physical order, those in holes too; [`as_slice`](Array::as_slice) is the row-major order.
impl<S: Storage, L, const R: usize> AsRef<[S::Elem]> for Array<S, L, R> {
    #[inline]
    fn as_ref(&self) -> &[S::Elem] {
        self.data.as_slice()
    }
}

/// All elements in physical order, those in holes too; [`as_slice_mut`](Array::as_slice_mut) is the row-major order.
impl<S: StorageMut, L, const R: usize> AsMut<[S::Elem]> for Array<S, L, R> {
    #[inline]
    fn as_mut(&mut self) -> &mut [S::Elem] {
        self.data.as_mut_slice()
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::samples::{Col, Row};
    use alloc::boxed::Box;
    use alloc::vec;

    fn refuses<S: Storage + Clone>(storages: impl IntoIterator<Item = S>) {
        for storage in storages {
            let found = storage.as_slice().len();
            let made = Array::from_physical(Row::<2, 3>, storage);
            match made {
                Ok(array) => assert_eq!((array.as_physical().len(), found), (6, 6)),
                Err(error) => {
                    assert_ne!(found, 6);
                    assert_eq!(error, LayoutError::WrongLength { expected: 6, found });
                }
            }
        }
    }

    #[test]
    fn storages_of_the_wrong_length_are_errors() {
        refuses((0..9).map(|len| vec![0; len]));
        refuses((0..9).map(|len| vec![0; len].into_boxed_slice()));
        refuses((0..9).map(|len| &[0; 9][..len]));
        refuses([[0; 5]]);
        refuses([[0; 6]]);
        assert!(Array::from_physical(Row::<2, 3>, &mut [0; 7][..]).is_err());
    }

    #[test]
    fn the_storage_comes_back_as_it_was() {
        let array: Arr2D<_, Col<2, 2>> = Array::from_physical(Col::<2, 2>, vec![1, 2, 3, 4]).unwrap();
        assert_eq!((*array.layout(), array.dims(), array.count()), (Col, [2, 2], 4));
        assert_eq!(array.clone().into_storage(), [1, 2, 3, 4]);
        let boxed: Array<Box<[u8]>, _, 2> = Array::from_physical(Row::<1, 2>, Box::from([1, 2])).unwrap();
        assert_eq!(&*boxed.into_storage(), [1, 2]);
    }

    #[test]
    fn views_show_and_change_the_array_itself() {
        let mut array: Arr2D<_, Col<2, 2>> = Array::from_physical(Col::<2, 2>, vec![1, 2, 3, 4]).unwrap();
        array.view_mut().as_physical_mut()[1] = 20;
        let (view, same): (View2D<'_, _, _>, View2D<'_, _, _>) = (array.view(), array.view());
        assert_eq!((view.as_physical(), same.into_storage()), (&[1, 20, 3, 4][..], &[1, 20, 3, 4][..]));
    }
}
