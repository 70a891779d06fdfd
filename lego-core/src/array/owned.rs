//! Owned arrays: how they are made, and what is made of them.

use super::array::{Array, check_sizes, require_sizes};
use super::build::build;
use super::storage::Storage;
use crate::error::LayoutError;
use crate::mapping::{Fills, Layout, Mapping, Preimage, RowMajorOf};
use alloc::vec;
use alloc::vec::Vec;
use num_traits::{One, Zero};

impl<T, L, const R: usize> Array<Vec<T>, L, R>
where
    L: Mapping<Index = [usize; R]>,
{
    /// Every element that an index reaches is `value`; holes are `T::default()`, which only layouts with holes ask for.
    ///
    /// # Panics
    /// As [`Vec::with_capacity`] does, if the layout's span is more than memory can hold; and where the sizes of a layout are
    /// not those that its constructor would accept.
    #[track_caller]
    pub fn filled(layout: L, value: T) -> Self
    where
        T: Clone,
        L: Layout + Fills<T> + Clone,
    {
        require_sizes(&layout);
        if !<L::Preimage as Preimage<[usize; R]>>::HOLES || layout.count() == layout.span() {
            let elements = vec![value; layout.span()];
            return Self::over(layout, elements);
        }
        let mut elements = Vec::new();
        elements.resize_with(layout.span(), || L::hole().unwrap_or_else(|| value.clone()));
        let mut array = Self::over(layout, elements);
        array.fill(value);
        array
    }

    /// Every element that an index reaches is zero; holes are `T::default()`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<f32, Col<2, 3>> = Arr2D::zeros(Col);
    /// assert_eq!((a.sum(), Arr2D::<f32, _>::ones(Col::<2, 3>).sum()), (0.0, 6.0));
    /// ```
    ///
    /// # Panics
    /// As [`filled`](Array::filled).
    pub fn zeros(layout: L) -> Self
    where
        T: Clone + Zero,
        L: Layout + Fills<T> + Clone,
    {
        Self::filled(layout, T::zero())
    }

    /// Every element that an index reaches is one; holes are `T::default()`.
    ///
    /// # Panics
    /// As [`filled`](Array::filled).
    pub fn ones(layout: L) -> Self
    where
        T: Clone + One,
        L: Layout + Fills<T> + Clone,
    {
        Self::filled(layout, T::one())
    }

    /// The element at each index is `f(index)`; holes are `T::default()`, which only layouts with holes ask for.
    ///
    /// `f` is called in logical (row-major) order whatever the layout, so that one seeded generator gives equal arrays in
    /// all layouts.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_fn(Col::<2, 3>, |[i, j]| 10 * i + j);
    /// assert_eq!(a.as_physical(), [0, 10, 1, 11, 2, 12]);
    /// ```
    ///
    /// # Panics
    /// As [`Vec::with_capacity`] does, if the layout's span is more than memory can hold; where a layout without holes that
    /// breaks its laws leaves a position without an element; and where the sizes of a layout are not those that its
    /// constructor would accept.
    #[track_caller]
    pub fn from_fn(layout: L, mut f: impl FnMut([usize; R]) -> T) -> Self
    where
        L: Layout + Fills<T> + Clone,
    {
        // Where nothing is stored, `f` is not called, and nothing ends it.
        match build(layout, |index, stored| stored.then(|| f(index))) {
            Some(array) => array,
            None => unreachable!("a value was given for every index where something is stored"),
        }
    }

    /// The elements in row-major order of their indices, put where the layout wants them; holes are `T::default()`, and
    /// elements where `ExpandBy` stores nothing are dropped.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_row_major(Col::<2, 3>, &[1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(a.as_physical(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(a.to_row_major(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::WrongLength`] if there are not [`layout.count()`](Mapping::count) elements.
    pub fn from_row_major(layout: L, elements: &[T]) -> Result<Self, LayoutError>
    where
        T: Clone,
        L: Layout + Fills<T> + Clone,
    {
        let rows = Array::from_physical(RowMajorOf::new(layout.clone()), elements)?;
        let mut start = Vec::new();
        match L::hole() {
            Some(_) => start.resize_with(layout.span(), || L::hole().unwrap_or_else(|| unreachable!("it was there"))),
            // There are no holes: all of this is overwritten.
            None => start.extend(
                elements.first().into_iter().flat_map(|first| core::iter::repeat_n(first, layout.span())).cloned(),
            ),
        }
        let mut array = Array::from_physical(layout, start)?;
        array.assign(&rows)?;
        Ok(array)
    }

    /// As [`from_row_major`](Array::from_row_major), with elements that are moved.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let words = ["a", "b", "c", "d", "e", "f"].map(String::from);
    /// let a = Arr2D::from_logical(Col::<2, 3>, words.into())?;
    /// assert_eq!(a[[1, 0]], "d");
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::WrongLength`] if there are not [`layout.count()`](Mapping::count) elements; the error of
    /// [`layout.check()`](Mapping::check) if the sizes of a layout are not those that its constructor would accept.
    pub fn from_logical(layout: L, elements: Vec<T>) -> Result<Self, LayoutError>
    where
        L: Layout + Fills<T> + Clone,
    {
        check_sizes(&layout)?;
        let (expected, found) = (layout.count(), elements.len());
        let mut elements = elements.into_iter();
        let array = if found == expected { build(layout, |_, _| elements.next()) } else { None };
        array.ok_or(LayoutError::WrongLength { expected, found })
    }

    /// The elements that an iterator gives, in row-major order of their indices.
    ///
    /// There is no `FromIterator`: an iterator may give too few or too many elements, and a layout may need sizes.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::try_from_iter(Col::<2, 3>, (1..7).map(f64::from))?;
    /// assert_eq!(a[[1, 0]], 4.0);
    /// assert!(Arr2D::try_from_iter(Col::<2, 3>, 0..).is_err());
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::WrongLength`] if it does not give [`layout.count()`](Mapping::count) elements; where there are more,
    /// one more is taken and the rest is not counted.
    pub fn try_from_iter(layout: L, elements: impl IntoIterator<Item = T>) -> Result<Self, LayoutError>
    where
        L: Layout + Fills<T> + Clone,
    {
        let elements: Vec<T> = elements.into_iter().take(layout.count().saturating_add(1)).collect();
        Self::from_logical(layout, elements)
    }

    /// Nothing but defaults.
    #[track_caller]
    pub(super) fn empty(layout: L) -> Self
    where
        T: Clone + Default,
    {
        require_sizes(&layout);
        let elements = vec![T::default(); layout.span()];
        Self::over(layout, elements)
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// The elements in row-major order of their indices, `T::default()` where `ExpandBy` stores nothing.
    ///
    /// Law: `Array::from_row_major(a.layout().clone(), &a.to_row_major())? == a`.
    pub fn to_row_major(&self) -> Vec<S::Elem>
    where
        S::Elem: Clone + Default,
        L: Clone,
    {
        let mut array = Array::<Vec<S::Elem>, RowMajorOf<L>, R>::empty(RowMajorOf::new(self.layout().clone()));
        array.copy_from(self);
        array.into_storage()
    }

    /// The array of the same layout whose element at each index is `f` of the element here; holes are `U::default()`, which
    /// only layouts with holes ask for.
    ///
    /// `f` is called in physical order, and never with what lies in a hole.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_fn(Col::<2, 3>, |[i, j]| 10 * i + j);
    /// assert_eq!(a.map(|&x| x as f32 / 2.0)[[1, 2]], 6.0);
    /// ```
    pub fn map<U>(&self, mut f: impl FnMut(&S::Elem) -> U) -> Array<Vec<U>, L, R>
    where
        L: Layout + Fills<U> + Clone,
    {
        let layout = self.layout().clone();
        let image = if <L::Preimage as Preimage<[usize; R]>>::HOLES {
            let elements = self.as_physical().iter().enumerate();
            elements
                .map(|(position, element)| if is_hole(&layout, position) { default::<U, L>() } else { f(element) })
                .collect()
        } else {
            self.as_physical().iter().map(f).collect()
        };
        Array::over(layout, image)
    }
}

impl<T, L> Array<Vec<T>, L, 2>
where
    L: Layout<Index = [usize; 2]> + Fills<T> + Clone,
{
    /// One on the diagonal and zero elsewhere, of any two extents: the identity matrix where they are equal.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let identity = Arr2D::<i32, _>::eye(Col::<2, 3>);
    /// assert_eq!(identity, Arr2D::<i32, Col<2, 3>>::from([[1, 0, 0], [0, 1, 0]]));
    /// ```
    ///
    /// # Panics
    /// As [`filled`](Array::filled).
    #[doc(alias = "identity")]
    pub fn eye(layout: L) -> Self
    where
        T: One + Zero,
    {
        Self::from_fn(layout, |[i, j]| if i == j { T::one() } else { T::zero() })
    }
}

/// Whether no index has a position.
#[inline(always)]
pub(super) fn is_hole<L: Layout>(layout: &L, position: usize) -> bool {
    let index: Option<L::Index> = layout.inv(position).into();
    index.is_none()
}

/// What stands in a hole.
#[inline(always)]
pub(super) fn default<T, L: Fills<T>>() -> T {
    match L::hole() {
        Some(value) => value,
        // `Hole` has a default for whatever `Preimage` says that it may be a hole.
        None => unreachable!("a layout without holes has no hole"),
    }
}

/// Nothing but defaults.
impl<T, L, const R: usize> Default for Array<Vec<T>, L, R>
where
    T: Clone + Default,
    L: Mapping<Index = [usize; R]> + Default,
{
    fn default() -> Self {
        Self::empty(L::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{Arr2D, Indices};
    use crate::mapping::Coord;
    use crate::samples::{Col, Row, flat, listed, of_every_kind};

    fn check<L: Layout<Index = [usize; R]> + Fills<usize> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let dims = layout.dims();
        let value = |index| 7 + flat(index, dims);
        let expected: Vec<_> = Indices::new(dims).map(|index| layout.try_apply(index).map(|_| value(index))).collect();
        let holes = |array: &Array<Vec<usize>, L, R>| {
            (0..layout.span()).filter(|&p| layout.try_inv(p).is_none()).all(|p| array.as_physical()[p] == 0)
        };

        let made = Array::from_fn(layout, value);
        assert!(listed(&made) == expected && holes(&made));

        let elements: Vec<usize> = Indices::new(dims).map(value).collect();
        let read = Array::from_row_major(layout, &elements).unwrap();
        assert!(listed(&read) == expected && holes(&read));
        assert!(read.to_row_major().into_iter().eq(expected.iter().map(|element| element.unwrap_or(0))));
        for wrong in [elements.len() + 1, elements.len().wrapping_sub(1)] {
            if wrong < usize::MAX {
                let error = Array::from_row_major(layout, &alloc::vec![0; wrong]).unwrap_err();
                assert_eq!(error, LayoutError::WrongLength { expected: elements.len(), found: wrong });
            }
        }

        let filled = Array::filled(layout, 5);
        assert!(listed(&filled).into_iter().eq(expected.iter().map(|element| element.map(|_| 5))) && holes(&filled));

        // What lies in a hole is 0 here, and would make the function fail.
        let image = made.map(|&element| 840 / element);
        assert!(
            listed(&image).into_iter().eq(expected.iter().map(|element| element.map(|e| 840 / e))) && holes(&image)
        );
    }

    #[test]
    fn every_index_gets_its_value_and_every_hole_the_default() {
        of_every_kind!(check);
    }

    #[test]
    fn a_generator_is_called_in_the_same_order_in_every_layout() {
        let mut calls = 0..;
        let mut rows = 0..;
        let columns: Arr2D<usize, _> = Array::from_fn(Col::<3, 5>, |_| calls.next().unwrap());
        assert_eq!(columns, Array::from_fn(Row::<3, 5>, |_| rows.next().unwrap()));
    }

    #[test]
    fn the_default_array_holds_defaults() {
        assert_eq!(Arr2D::<u8, Col<2, 3>>::default().into_storage(), [0; 6]);
    }
}
