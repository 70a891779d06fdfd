//! Several arrays side by side: each index with the elements that they have there.

#![allow(unsafe_code)]

use super::array::Array;
use super::parts::{Elements, PartMut};
use super::shape::same_shape;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Fixed, Indices, Mapping};
use core::fmt;
use core::iter::FusedIterator;

/// Returns the elements of two to six arrays of the same dims, with their indices in row-major order; what `&mut`
/// stands before can be changed. The layouts need not be the same.
///
/// Indices where one of the arrays stores nothing are left out. With the feature `rayon`, `into_par_iter` makes a
/// parallel iterator of it. A layout that is changed through and is not [proved injective](Mapping::INJECTIVE) is a
/// compile error.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Arr2D, zip};
/// let a = Arr2D::from_fn(Row::<2, 3>, |[i, j]| i + j);
/// let b = Arr2D::from_fn(Col::<2, 3>, |[i, j]| i * j);
/// let mut c = Arr2D::<usize, Tiled<2, 3, 1>>::default();
/// for ([i, _], (c, a, b)) in zip((&mut c, &a, &b))? {
///     *c = 100 * i + 10 * a + b;
/// }
/// assert_eq!(c.to_row_major(), [0, 10, 20, 110, 121, 132]);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::ShapeMismatch`] if the dims differ: the first axis where one differs from the first array.
///
/// # Panics
/// If the sizes of a layout that is changed through are [not right](Mapping::check), which its constructor refuses.
#[doc(alias("Zip", "azip", "multizip"))]
#[inline]
#[track_caller]
pub fn zip<A: ZipOperands<R>, const R: usize>(arrays: A) -> Result<Zip<A::Source, R>, LayoutError> {
    let (dims, source) = arrays.sources()?;
    Ok(Zip { source, indices: Indices::new(dims) })
}

/// The elements of arrays at the same index, with that index, in row-major order; made by [`zip`]. Of one array,
/// [`Iter`](super::Iter) and [`IterMut`](super::IterMut).
///
/// `S` is where the elements come from.
pub struct Zip<S, const R: usize> {
    pub(super) source: S,
    /// Those whose elements have not been given out, all inside the dims of the source.
    pub(super) indices: Indices<R>,
}

/// What is only read may be walked twice.
impl<T, L: Clone, const R: usize> Clone for Zip<Shared<'_, T, L>, R> {
    fn clone(&self) -> Self {
        Self { source: self.source.clone(), indices: self.indices.clone() }
    }
}

impl<S: ZipSource<R>, const R: usize> Iterator for Zip<S, R> {
    type Item = ([usize; R], S::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let index = self.indices.next()?;
            // SAFETY: the index is inside the dims that the source came with, and each comes once.
            if let Some(item) = unsafe { self.source.get(index) } {
                return Some((index, item));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.indices.len()))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
        let Self { source, indices } = self;
        // SAFETY: the index is inside the dims that the source came with, and each comes once.
        indices.fold(start, |all, index| match unsafe { source.get(index) } {
            Some(item) => f(all, (index, item)),
            None => all,
        })
    }
}

impl<S: ZipSource<R>, const R: usize> FusedIterator for Zip<S, R> {}

impl<S, const R: usize> fmt::Debug for Zip<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zip").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Where a [`Zip`] takes elements from: an array to be read, one to be changed, or several.
///
/// The trait is sealed.
///
/// # Safety
/// Items of different indices inside the dims of the arrays share no element that can be changed.
pub unsafe trait ZipSource<const R: usize>: sealed::Sealed {
    /// The elements at one index.
    type Item;

    /// The elements at an index, `None` where nothing is stored.
    ///
    /// # Safety
    /// The index is inside the dims that [`ZipOperand::source`] returned with this value, and neither the value nor a
    /// clone is asked for it twice, unless its items cannot be changed.
    unsafe fn get(&self, index: [usize; R]) -> Option<Self::Item>;
}

/// The elements of an array, to be read.
#[derive(Debug)]
pub struct Shared<'a, T, L> {
    elements: &'a [T],
    layout: L,
}

impl<T, L: Clone> Clone for Shared<'_, T, L> {
    #[inline]
    fn clone(&self) -> Self {
        Self { elements: self.elements, layout: self.layout.clone() }
    }
}

impl<'a, T, L> Shared<'a, T, L> {
    #[inline]
    pub(super) fn of<S, const R: usize>(array: &'a Array<S, L, R>) -> Self
    where
        S: Storage<Elem = T>,
        L: Mapping<Index = [usize; R]> + Clone,
    {
        Self { elements: array.elements().unwrap_or_default(), layout: array.layout().clone() }
    }
}

// SAFETY: no item can be changed.
unsafe impl<'a, T, L: Mapping<Index = [usize; R]>, const R: usize> ZipSource<R> for Shared<'a, T, L> {
    type Item = &'a T;

    #[inline]
    unsafe fn get(&self, index: [usize; R]) -> Option<&'a T> {
        let position: Option<usize> = self.layout.apply(index).into();
        Some(&self.elements[position?])
    }
}

/// The elements of an array or of a part of one, to be changed.
pub struct Unique<'a, T, M> {
    elements: Elements<'a, T>,
    /// As that of a [`PartMut`].
    layout: M,
}

impl<T, M: Clone> Clone for Unique<'_, T, M> {
    #[inline]
    fn clone(&self) -> Self {
        Self { elements: self.elements, layout: self.layout.clone() }
    }
}

impl<T, M: fmt::Debug> fmt::Debug for Unique<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unique").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl<'a, T, M: Mapping<Index = [usize; R]>, const R: usize> From<PartMut<'a, T, M, R>> for Unique<'a, T, M> {
    #[inline]
    fn from(part: PartMut<'a, T, M, R>) -> Self {
        let (elements, layout) = part.into_elements();
        Self { elements, layout }
    }
}

// SAFETY: the layout is that of a `PartMut`: proved injective and checked, so that different indices inside its dims
// have different positions, whose elements are this value's and its clones' alone.
unsafe impl<'a, T, M: Mapping<Index = [usize; R]>, const R: usize> ZipSource<R> for Unique<'a, T, M> {
    type Item = &'a mut T;

    #[inline]
    unsafe fn get(&self, index: [usize; R]) -> Option<&'a mut T> {
        let position: Option<usize> = self.layout.apply(index).into();
        // SAFETY: the index is inside the dims, which stay the same by the law of the proof, so its position is below
        // the number of elements. The caller asks for each index once, so nobody else has the element for `'a`, for
        // which the part was borrowed.
        Some(unsafe { self.elements.get_mut(position?) })
    }
}

/// What stands in a [`zip`]: `&array` to be read, `&mut array` or a [`PartMut`] to be changed. The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array of rank {R} that can be zipped",
    label = "not `&array`, `&mut array` or a part of an array",
    note = "all arrays of a `zip` have the same rank; `broadcast` adds axes"
)]
pub trait ZipOperand<const R: usize>: sealed::Sealed {
    /// Where its elements come from.
    type Source: ZipSource<R>;

    /// Its extents, and where its elements come from.
    ///
    /// # Panics
    /// If the sizes of a layout that is changed through are not right.
    fn source(self) -> ([usize; R], Self::Source);
}

impl<'a, S, L, const R: usize> ZipOperand<R> for &'a Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    type Source = Shared<'a, S::Elem, L>;

    #[inline]
    fn source(self) -> ([usize; R], Self::Source) {
        (self.dims(), Shared::of(self))
    }
}

impl<'a, S, L, const R: usize> ZipOperand<R> for &'a mut Array<S, L, R>
where
    S: StorageMut,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    type Source = Unique<'a, S::Elem, Fixed<L, 0, R>>;

    #[inline]
    #[track_caller]
    fn source(self) -> ([usize; R], Self::Source) {
        self.whole_mut().source()
    }
}

impl<'a, T, M: Mapping<Index = [usize; R]>, const R: usize> ZipOperand<R> for PartMut<'a, T, M, R> {
    type Source = Unique<'a, T, M>;

    #[inline]
    fn source(self) -> ([usize; R], Self::Source) {
        // Those of a proved layout stay the same.
        (self.dims(), self.into())
    }
}

/// A tuple of two to six arrays for [`zip`], each a [`ZipOperand`]. The trait is sealed.
pub trait ZipOperands<const R: usize>: sealed::Sealed {
    /// Where their elements come from.
    type Source: ZipSource<R>;

    /// Their extents, and where their elements come from.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ.
    fn sources(self) -> Result<([usize; R], Self::Source), LayoutError>;
}

mod sealed {
    use super::{Array, PartMut, Shared, Unique};

    pub trait Sealed {}
    impl<S, L, const R: usize> Sealed for &Array<S, L, R> {}
    impl<S, L, const R: usize> Sealed for &mut Array<S, L, R> {}
    impl<T, M, const R: usize> Sealed for PartMut<'_, T, M, R> {}
    impl<T, L> Sealed for Shared<'_, T, L> {}
    impl<T, M> Sealed for Unique<'_, T, M> {}
}

macro_rules! tuples {
    ($($first:ident $($name:ident)*;)*) => {$(
        impl<$first: sealed::Sealed, $($name: sealed::Sealed),*> sealed::Sealed for ($first, $($name,)*) {}

        // SAFETY: each of the elements is that of a source at the index, and different sources are borrowed from
        // different arrays or parts where elements can be changed.
        unsafe impl<$first: ZipSource<R>, $($name: ZipSource<R>,)* const R: usize> ZipSource<R> for ($first, $($name,)*) {
            type Item = ($first::Item, $($name::Item,)*);

            #[inline]
            #[allow(non_snake_case)]
            unsafe fn get(&self, index: [usize; R]) -> Option<Self::Item> {
                let ($first, $($name,)*) = self;
                // SAFETY: `sources` found the dims of each source to be those that it returned, so that the caller's
                // promise is about all of them.
                Some(unsafe { ($first.get(index)?, $($name.get(index)?,)*) })
            }
        }

        impl<$first: ZipOperand<R>, $($name: ZipOperand<R>,)* const R: usize> ZipOperands<R> for ($first, $($name,)*) {
            type Source = ($first::Source, $($name::Source,)*);

            #[inline]
            #[track_caller]
            #[allow(non_snake_case)]
            fn sources(self) -> Result<([usize; R], Self::Source), LayoutError> {
                let ($first, $($name,)*) = self;
                let (dims, $first) = $first.source();
                $(
                    let (other, $name) = $name.source();
                    same_shape(dims, other)?;
                )*
                Ok((dims, ($first, $($name,)*)))
            }
        }
    )*};
}
tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::Arr2D;
    use crate::mapping::Layout;
    use crate::samples::{Broken, Col, Proved, Row, Table, Tiled};
    use std::vec::Vec;

    fn check<L, M, N>(one: L, two: M, three: N)
    where
        L: Layout<Index = [usize; 2]> + Copy,
        M: Layout<Index = [usize; 2]> + Copy,
        N: Layout<Index = [usize; 2]> + Copy,
    {
        let number = |[i, j]: [usize; 2]| 1 + 10 * i + j;
        let mut a = Array::from_physical(Proved::new(one), (0..one.span()).map(|_| 0).collect::<Vec<_>>()).unwrap();
        let mut b = Array::from_physical(two, (0..two.span()).map(|_| 0).collect::<Vec<_>>()).unwrap();
        b.for_each_mut(|index, x| *x = number(index));
        let mut c = Array::from_physical(three, (0..three.span()).map(|_| 0).collect::<Vec<_>>()).unwrap();
        c.for_each_mut(|index, x| *x = 1000 * number(index));
        let stored = |index| {
            one.try_apply(index).is_some() && two.try_apply(index).is_some() && three.try_apply(index).is_some()
        };
        let expected: Vec<_> = a.indices().filter(|&index| stored(index)).collect();
        let mut walk = zip((&mut a, &b, &c)).unwrap();
        assert_eq!(walk.next().map(|(index, _)| index), expected.first().copied());
        let rest: Vec<_> = walk.map(|(index, (a, b, c))| (index, core::mem::replace(a, b + c))).collect();
        assert!(rest.iter().all(|&(_, before)| before == 0));
        assert!(rest.iter().map(|&(index, _)| index).eq(expected.iter().skip(1).copied()));
        zip((&mut a, &b, &b, &c, &c, &b)).unwrap().for_each(|(_, (a, b, ..))| *a += b);
        for (k, index) in a.indices().filter(|&index| stored(index)).enumerate() {
            assert_eq!(a[index], if k == 0 { number(index) } else { 1002 * number(index) }, "{index:?}");
        }
    }

    #[test]
    fn three_layouts_side_by_side() {
        check(Row::<4, 6>, Col::<4, 6>, Tiled::<4, 6, 2>);
        check(Tiled::<4, 6, 2>, Row::<4, 6>, Row::<4, 6>);
        check(Table::padded([4, 6], [5, 6]), Table::shuffled([4, 6]), Col::<4, 6>);
        check(Table::expanded([4, 6], [3, 5]), Table::expanded([4, 6], [4, 2]), Row::<4, 6>);
        check(Table::shuffled([0, 6]), Table::shuffled([0, 6]), Table::shuffled([0, 6]));
    }

    #[test]
    fn parts_stand_beside_arrays() {
        let mut a = Array::from_fn(Proved::new(Row::<4, 6>), |[i, j]| 10 * i + j);
        let ones: Arr2D<usize, Col<2, 3>> = Array::filled(Col, 1);
        for (_, block) in a.blocks_mut([2, 3]).unwrap() {
            zip((block, &ones)).unwrap().for_each(|(_, (x, one))| *x += one);
        }
        assert!(a.iter().all(|([i, j], &x)| x == 10 * i + j + 1));
    }

    #[test]
    fn shapes_that_differ_are_errors() {
        let (a, b) = (Array::filled(Row::<3, 4>, 0), Array::filled(Row::<3, 5>, 0));
        assert_eq!(zip((&a, &a, &b)).unwrap_err(), LayoutError::shape_mismatch(&[3, 4], &[3, 5]));
    }

    /// Its dims say something else at each call, and no index reaches beyond the array that is changed.
    #[test]
    fn a_layout_that_changes_its_dims_changes_nothing_elsewhere() {
        use core::cell::Cell;
        #[derive(Clone)]
        struct Growing(Cell<usize>);
        impl Mapping for Growing {
            type Index = [usize; 2];
            type Position = usize;
            fn dims(&self) -> [usize; 2] {
                self.0.set(self.0.get() + 1);
                [self.0.get(), 6]
            }
            fn span(&self) -> usize {
                24
            }
            fn apply(&self, [i, j]: [usize; 2]) -> usize {
                6 * i + j
            }
        }
        for start in 0..5 {
            let growing = Array::from_physical(Growing(Cell::new(start)), [7; 24]).unwrap();
            let mut a = Array::filled(Proved::new(Row::<4, 6>), 0);
            if let Ok(walk) = zip((&growing, &mut a)) {
                assert_eq!(walk.map(|(_, (g, a))| *a += g).count(), 24);
            }
        }
        for lie in Broken::LIES {
            let broken = Array::from_physical(Broken { lie }, [1; 24]).unwrap();
            let mut a = Array::filled(Proved::new(Row::<4, 6>), 0);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                zip((&mut a, &broken)).map(|walk| walk.for_each(|(_, (a, b))| *a += b))
            }));
        }
    }
}
