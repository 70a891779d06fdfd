//! One part of an array, to be changed while others are.

#![allow(unsafe_code)]

use super::elements::Elements;
use super::part_iter::{PartIter, PartIterMut};
use crate::array::access::{position, try_position};
use crate::array::array::Array;
use crate::array::contiguous::in_order;
use crate::array::copy::{IndexLine, lines};
use crate::array::shape::same_shape;
use crate::array::storage::Storage;
use crate::array::zip::Zip;
use crate::error::LayoutError;
use crate::mapping::{Indices, Mapping};
use core::fmt;
use core::ops::{Index, IndexMut};

/// The elements of one part of an array: a tile, a block, a line, a window, the share of a worker.
///
/// It is to them what `&mut` is to one element: no other part has any of them, and parts may be used at the same time,
/// on one thread or on several. Its indices start at 0.
pub struct PartMut<'a, T, M, const K: usize> {
    pub(super) elements: Elements<'a, T>,
    /// Its `INJECTIVE` is there, its `check` is `Ok`, its positions are below the number of elements; the elements at
    /// them are this part's alone.
    pub(super) layout: M,
}

impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> PartMut<'a, T, M, K> {
    /// # Safety
    /// `M::INJECTIVE` is there, the layout's `check` is `Ok`, and its positions are below the number of elements. For `'a`
    /// nobody else reaches the elements at these positions.
    #[inline(always)]
    pub(super) unsafe fn new(elements: Elements<'a, T>, layout: M) -> Self {
        Self { elements, layout }
    }

    /// The memory and the map, for who keeps to what is said of the fields.
    #[inline(always)]
    pub(in crate::array) fn into_elements(self) -> (Elements<'a, T>, M) {
        (self.elements, self.layout)
    }

    /// The map of the part: from the indices in it to positions of the whole array.
    #[inline]
    pub fn layout(&self) -> &M {
        &self.layout
    }

    /// The extents.
    #[inline]
    pub fn dims(&self) -> [usize; K] {
        self.layout.dims()
    }

    /// All indices in row-major order.
    #[inline]
    pub fn indices(&self) -> Indices<K> {
        Indices::new(self.dims())
    }

    /// The element at an index, `None` outside the dims or where nothing is stored.
    #[inline]
    pub fn get(&self, index: [usize; K]) -> Option<&T> {
        let position = try_position(&self.layout, index)?;
        // SAFETY: the index is inside the dims, so its position is below the number of elements, and the element this
        // part's.
        Some(unsafe { self.elements.get(position) })
    }

    /// The element at an index to be changed, `None` outside the dims or where nothing is stored.
    #[inline]
    pub fn get_mut(&mut self, index: [usize; K]) -> Option<&mut T> {
        let position = try_position(&self.layout, index)?;
        // SAFETY: as for `get`, and this part is borrowed mutably.
        Some(unsafe { self.elements.get_mut(position) })
    }

    /// The elements with their indices in row-major order.
    #[inline]
    pub fn iter(&self) -> PartIter<'_, T, M, K>
    where
        M: Clone,
    {
        // SAFETY: this part is borrowed for as long, and a clone of its layout answers the same.
        unsafe { PartIter::new(self.elements, self.layout.clone()) }
    }

    /// The elements, to be changed, with their indices in row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> PartIterMut<'_, T, M, K>
    where
        M: Clone,
    {
        self.reborrow().into_iter_mut()
    }

    /// As [`iter_mut`](PartMut::iter_mut), for as long as the part is borrowed from the array.
    #[inline]
    fn into_iter_mut(self) -> PartIterMut<'a, T, M, K> {
        let indices = self.indices();
        Zip { source: self.into(), indices }
    }

    /// Sets every element.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
        M: Clone,
    {
        self.iter_mut().for_each(|(_, element)| *element = value.clone());
    }

    /// Takes over the elements of an array of the same dims; where either stores nothing, nothing happens.
    ///
    /// What lies side by side on both sides is copied at once.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ.
    pub fn assign<S, L>(&mut self, source: &Array<S, L, K>) -> Result<(), LayoutError>
    where
        T: Clone,
        M: Clone,
        S: Storage<Elem = T>,
        L: Mapping<Index = [usize; K]>,
    {
        let line = |line: IndexLine<K>| source.as_physical().get(line.in_order(source.layout())?..)?.get(..line.len);
        self.take_over(source.layout(), line, |index| source.get(index))
    }

    /// Takes over the elements of another part of the same dims, of the same array or of another; where either stores
    /// nothing, nothing happens. So halos are exchanged between two windows.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let mut a: Arr2D<usize, Row<2, 6>> = Arr2D::from_fn(Row, |[i, j]| 10 * i + j);
    /// let [mut left, right] = a.windows_mut([([0, 0], [2, 2]), ([0, 4], [2, 2])])?;
    /// left.assign_part(&right)?;
    /// assert_eq!(a.to_row_major(), [4, 5, 2, 3, 4, 5, 14, 15, 12, 13, 14, 15]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ.
    pub fn assign_part<N>(&mut self, source: &PartMut<'_, T, N, K>) -> Result<(), LayoutError>
    where
        T: Clone,
        M: Clone,
        N: Mapping<Index = [usize; K]>,
    {
        let line = |line: IndexLine<K>| {
            let start = line.in_order(&source.layout)?;
            // SAFETY: `in_order` found each of the indices inside the dims and at these positions; so they are below the number
            // of elements, and the elements the source's, which is borrowed.
            Some(unsafe { source.elements.slice(start, line.len) })
        };
        self.take_over(&source.layout, line, |index| source.get(index))
    }

    /// Takes over elements: `slice` gives those of a line where they lie side by side, `get` one.
    fn take_over<'s, L>(
        &mut self,
        source: &L,
        slice: impl Fn(IndexLine<K>) -> Option<&'s [T]>,
        get: impl Fn([usize; K]) -> Option<&'s T>,
    ) -> Result<(), LayoutError>
    where
        T: Clone + 's,
        M: Clone,
        L: Mapping<Index = [usize; K]>,
    {
        same_shape(self.dims(), source.dims())?;
        // It answers the same, by the law of the proof.
        let layout = self.layout.clone();
        lines(source, &layout, |line| {
            let Some(start) = line.in_order(&layout) else {
                for index in (0..line.len).map(|k| line.index(k)) {
                    if let Some((element, new)) = self.get_mut(index).zip(get(index)) {
                        element.clone_from(new);
                    }
                }
                return;
            };
            // SAFETY: the indices are inside the dims and have these positions, as `in_order` found; so they are below the
            // number of elements, and the elements this part's, which is borrowed mutably.
            let own = unsafe { self.elements.slice_mut(start, line.len) };
            match slice(line) {
                Some(new) => own.clone_from_slice(new),
                None => own.iter_mut().enumerate().for_each(|(k, element)| {
                    if let Some(new) = get(line.index(k)) {
                        element.clone_from(new);
                    }
                }),
            }
        });
        Ok(())
    }

    /// The elements as a plain slice in row-major order, if they lie so.
    ///
    /// Every position is looked at, but for a layout whose [`RUNS`](Mapping::RUNS) are proved, as those of `layout!` are.
    /// [`PartsMut::into_slices`](super::PartsMut::into_slices) decides for all parts at once.
    #[inline]
    pub fn as_slice(&self) -> Option<&[T]> {
        let range = in_order(&self.layout)?;
        // SAFETY: the positions in the range are this part's, by `in_order`, and so below the number of elements.
        Some(unsafe { self.elements.slice(range.start, range.len()) })
    }

    /// As [`as_slice`](PartMut::as_slice), with elements that can be changed.
    #[inline]
    pub fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        let range = in_order(&self.layout)?;
        // SAFETY: as for `as_slice`, and this part is borrowed mutably.
        Some(unsafe { self.elements.slice_mut(range.start, range.len()) })
    }

    /// As [`as_slice_mut`](PartMut::as_slice_mut), for as long as the part is borrowed from the array.
    ///
    /// # Errors
    /// The part itself, if its elements are no plain slice.
    #[inline]
    pub fn into_slice(self) -> Result<&'a mut [T], Self> {
        match in_order(&self.layout) {
            // SAFETY: as for `as_slice`, and this part ends here.
            Some(range) => Ok(unsafe { self.elements.slice_mut(range.start, range.len()) }),
            None => Err(self),
        }
    }

    /// So many elements from an index on, along the last axis, as a plain slice, if they are there and lie side by
    /// side.
    ///
    /// Decided as for [`as_slice`](PartMut::as_slice).
    #[inline]
    pub fn stretch_mut(&mut self, start: [usize; K], len: usize) -> Option<&mut [T]> {
        let axis = K.checked_sub(1)?;
        if len == 0 || start[axis].checked_add(len - 1).is_none() {
            return None;
        }
        let first = IndexLine { start, axis, len }.in_order(&self.layout)?;
        // SAFETY: `in_order` found each of the indices inside the dims and at these positions; so they are below the
        // number of elements, and the elements this part's, which is borrowed mutably.
        Some(unsafe { self.elements.slice_mut(first, len) })
    }

    /// The same part, borrowed.
    #[inline]
    pub fn reborrow(&mut self) -> PartMut<'_, T, M, K>
    where
        M: Clone,
    {
        PartMut { elements: self.elements, layout: self.layout.clone() }
    }
}

/// # Panics
/// Outside the dims, and where nothing is stored.
impl<T, M: Mapping<Index = [usize; K]>, const K: usize> Index<[usize; K]> for PartMut<'_, T, M, K> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: [usize; K]) -> &T {
        let position = position(&self.layout, index);
        // SAFETY: as for `get`.
        unsafe { self.elements.get(position) }
    }
}

/// # Panics
/// Outside the dims, and where nothing is stored.
impl<T, M: Mapping<Index = [usize; K]>, const K: usize> IndexMut<[usize; K]> for PartMut<'_, T, M, K> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; K]) -> &mut T {
        let position = position(&self.layout, index);
        // SAFETY: as for `get_mut`.
        unsafe { self.elements.get_mut(position) }
    }
}

impl<T: fmt::Debug, M: Mapping<Index = [usize; K]>, const K: usize> fmt::Debug for PartMut<'_, T, M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = self.indices().filter_map(|index| Some((index, self.get(index)?)));
        f.debug_map().entries(elements).finish()
    }
}

impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> IntoIterator for PartMut<'a, T, M, K> {
    type Item = ([usize; K], &'a mut T);
    type IntoIter = PartIterMut<'a, T, M, K>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_iter_mut()
    }
}
