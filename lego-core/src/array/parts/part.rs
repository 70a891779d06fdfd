//! One part of an array, to be changed while others are.

#![allow(unsafe_code)]

use super::partition::{Elements, Partition};
use super::walk::PartsMut;
use crate::array::access::{position, try_position};
use crate::array::array::Array;
use crate::array::lines::{Line, LineMut};
use crate::mapping::{Coord, Indices, Mapping, Window};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut, Range};

/// The elements of one part of an array: a tile, a block, a line, a window, the share of a worker.
///
/// It is to them what `&mut` is to one element: no other part has any of them, and parts may be used at the same time, on one
/// thread or on several. Its indices start at 0.
pub struct PartMut<'a, T, M, const K: usize> {
    elements: Elements<'a, T>,
    /// Its `INJECTIVE` is there, its `check` is `Ok`, its positions are below the number of elements; the elements at them
    /// are this part's alone.
    layout: M,
}

impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> PartMut<'a, T, M, K> {
    /// # Safety
    /// `M::INJECTIVE` is there, the layout's `check` is `Ok`, and its positions are below the number of elements. For `'a`
    /// nobody else reaches the elements at these positions.
    #[inline(always)]
    pub(super) unsafe fn new(elements: Elements<'a, T>, layout: M) -> Self {
        Self { elements, layout }
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
        // SAFETY: the index is inside the dims, so its position is below the number of elements, and the element this part's.
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
        PartIter { elements: self.elements, layout: self.layout.clone(), indices: self.indices(), memory: PhantomData }
    }

    /// The elements, to be changed, with their indices in row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> PartIterMut<'_, T, M, K>
    where
        M: Clone,
    {
        PartIterMut { elements: self.elements, layout: self.layout.clone(), indices: self.indices() }
    }

    /// As [`iter_mut`](PartMut::iter_mut), for as long as the part is borrowed from the array.
    #[inline]
    pub(in crate::array) fn into_iter_mut(self) -> PartIterMut<'a, T, M, K> {
        let indices = self.indices();
        PartIterMut { elements: self.elements, layout: self.layout, indices }
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
    /// # Errors
    /// [`LayoutError::ShapeMismatch`](crate::LayoutError::ShapeMismatch) if the dims differ.
    pub fn assign<S, L>(&mut self, source: &Array<S, L, K>) -> Result<(), crate::LayoutError>
    where
        T: Clone,
        M: Clone,
        S: crate::array::Storage<Elem = T>,
        L: Mapping<Index = [usize; K]>,
    {
        crate::array::shape::same_shape(self.dims(), source.dims())?;
        for (index, element) in self.iter_mut() {
            if let Some(new) = source.get(index) {
                element.clone_from(new);
            }
        }
        Ok(())
    }

    /// The elements as a plain slice in row-major order, if they lie so.
    ///
    /// Every position is looked at, since strides that a layout tells are no proof. Where the positions are affine the
    /// compiler sees that they are, mostly; [`PartsMut::into_slices`] decides for all parts at once.
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

    /// The same part, borrowed.
    #[inline]
    pub fn reborrow(&mut self) -> PartMut<'_, T, M, K>
    where
        M: Clone,
    {
        PartMut { elements: self.elements, layout: self.layout.clone() }
    }

    /// The parts of this part by a cut of its layout.
    ///
    /// # Safety
    /// The cut is made of this part's layout: its parts reach none but this part's elements.
    #[inline]
    #[track_caller]
    pub(super) unsafe fn cut<C, const J: usize>(&mut self, cut: C) -> PartsMut<'_, T, C, J>
    where
        C: Partition<Part: Mapping<Index = [usize; J]>>,
    {
        // SAFETY: this part is borrowed mutably, and what the parts reach is its.
        unsafe { PartsMut::of(self.elements, cut) }
    }
}

/// Where the elements lie, if they lie in row-major order without gaps; found by looking at every position.
#[inline]
pub(in crate::array) fn in_order<M: Mapping<Index = [usize; K]>, const K: usize>(layout: &M) -> Option<Range<usize>> {
    let dims = layout.dims();
    let Some(last) = K.checked_sub(1) else {
        let start: usize = layout.apply([0; K]).into()?;
        return Some(start..start + 1);
    };
    if dims.contains(&0) {
        return Some(0..0);
    }
    let start: usize = layout.apply([0; K]).into()?;
    // Most that are none are found out here.
    if dims[last] > 1
        && (layout.stride(last).is_some_and(|stride| stride != 1) || at(layout, last, 1) != Some(start + 1))
    {
        return None;
    }
    let mut heads = dims;
    heads[last] = 1;
    let (mut next, len) = (start, dims[last]);
    for head in Indices::new(heads) {
        // Without a branch in a row, so that it becomes vector code, or nothing.
        let mut wrong = 0;
        for place in 0..len {
            let mut index = head;
            index[last] = place;
            let position: Option<usize> = layout.apply(index).into();
            wrong |= position.unwrap_or(usize::MAX) ^ next.wrapping_add(place);
        }
        if wrong != 0 {
            return None;
        }
        next = next.checked_add(len)?;
    }
    Some(start..next)
}

/// The position at a place on one axis, all others 0.
#[inline(always)]
fn at<M: Mapping<Index = [usize; K]>, const K: usize>(layout: &M, axis: usize, place: usize) -> Option<usize> {
    let mut index = [0; K];
    index[axis] = place;
    layout.apply(index).into()
}

/// # Panics
/// Outside the dims, and where nothing is stored.
impl<T, M: Mapping<Index = [usize; K]>, const K: usize> Index<[usize; K]> for PartMut<'_, T, M, K> {
    type Output = T;

    #[inline]
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
    #[inline]
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

/// The elements of a part with their indices in row-major order; made by [`PartMut::iter`].
pub struct PartIter<'a, T, M, const K: usize> {
    elements: Elements<'a, T>,
    layout: M,
    indices: Indices<K>,
    memory: PhantomData<&'a [T]>,
}

/// The elements of a part or an array, to be changed, with their indices in row-major order.
pub struct PartIterMut<'a, T, M, const K: usize> {
    elements: Elements<'a, T>,
    /// As that of a [`PartMut`].
    layout: M,
    /// Those whose elements have not been given out.
    indices: Indices<K>,
}

/// The same walk over shared and over mutable elements.
macro_rules! walks {
    ($walk:ident, $item:ty, $get:ident) => {
        impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> Iterator for $walk<'a, T, M, K> {
            type Item = ([usize; K], $item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                loop {
                    let index = self.indices.next()?;
                    if let Some(position) = self.layout.apply(index).into() {
                        // SAFETY: the index is inside the dims, so its position is below the number of elements, and the
                        // element is the part's; each index comes once, and different ones have different elements.
                        return Some((index, unsafe { self.elements.$get(position) }));
                    }
                }
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (0, Some(self.indices.len()))
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
                let Self { elements, layout, indices, .. } = self;
                indices.fold(start, |sum, index| match layout.apply(index).into() {
                    // SAFETY: as for `next`.
                    Some(position) => f(sum, (index, unsafe { elements.$get(position) })),
                    None => sum,
                })
            }
        }

        impl<T, M: Mapping<Index = [usize; K]>, const K: usize> FusedIterator for $walk<'_, T, M, K> {}

        impl<T, M: fmt::Debug, const K: usize> fmt::Debug for $walk<'_, T, M, K> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($walk))
                    .field("layout", &self.layout)
                    .field("indices", &self.indices)
                    .finish_non_exhaustive()
            }
        }
    };
}
walks!(PartIter, &'a T, get);
walks!(PartIterMut, &'a mut T, get_mut);

/// A part of rank 1 is a line, so that what is written over [`LineMut`] takes it.
impl<T: Copy, M: Mapping<Index = [usize; 1]> + Clone> Line for PartMut<'_, T, M, 1> {
    type Item = T;
    const CONTIGUOUS: bool = false;

    #[inline(always)]
    fn len(&self) -> usize {
        self.dims()[0]
    }

    #[inline(always)]
    fn at(&self, k: usize) -> T {
        self[[k]]
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> impl Line<Item = T> {
        PartLine { elements: self.elements, layout: within(&self.layout, range), memory: PhantomData }
    }
}

impl<T: Copy, M: Mapping<Index = [usize; 1]> + Clone> LineMut for PartMut<'_, T, M, 1> {
    #[inline(always)]
    fn set(&mut self, k: usize, value: T) {
        self[[k]] = value;
    }

    #[inline(always)]
    fn part_mut(&mut self, range: Range<usize>) -> impl LineMut<Item = T> {
        let layout = within(&self.layout, range);
        // SAFETY: this part is borrowed mutably, and the elements of a window of it are its.
        unsafe { PartMut::<T, Window<M, 1>, 1>::new(self.elements, layout) }
    }
}

/// A range of a line.
///
/// # Panics
/// If the range is not within the line.
#[inline(always)]
#[track_caller]
fn within<M: Mapping<Index = [usize; 1]> + Clone>(layout: &M, Range { start, end }: Range<usize>) -> Window<M, 1> {
    let [len] = layout.dims();
    assert!(start <= end && end <= len, "there are no elements {start}..{end} in a line of {len}");
    match Window::new(layout.clone(), [start], [end - start]) {
        Ok(window) => window,
        Err(error) => panic!("{error}"),
    }
}

/// Some elements of a line, to be read.
struct PartLine<'a, T, M> {
    elements: Elements<'a, T>,
    layout: M,
    memory: PhantomData<&'a [T]>,
}

impl<T: Copy, M: Mapping<Index = [usize; 1]> + Clone> Line for PartLine<'_, T, M> {
    type Item = T;
    const CONTIGUOUS: bool = false;

    #[inline(always)]
    fn len(&self) -> usize {
        self.layout.dims()[0]
    }

    #[inline(always)]
    fn at(&self, k: usize) -> T {
        let position = position(&self.layout, [k]);
        // SAFETY: as for `PartMut::get`: it is made of a part that is borrowed for as long.
        unsafe { *self.elements.get(position) }
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> impl Line<Item = T> {
        PartLine { elements: self.elements, layout: within(&self.layout, range), memory: PhantomData }
    }
}

impl<T, M: Mapping<Index = [usize; K]> + Clone, const K: usize> PartMut<'_, T, M, K>
where
    [usize; K]: Coord,
{
    /// Its blocks of some extents, those at the ends smaller, all usable at the same time.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`](crate::LayoutError::SizeNotPositive) if an extent is 0.
    pub fn blocks_mut(&mut self, extents: [usize; K]) -> Result<super::BlocksMut<'_, T, M, K>, crate::LayoutError> {
        let cut = super::BlockCut::new(self.layout.clone(), extents)?;
        // SAFETY: the cut is made of this part's layout.
        Ok(unsafe { self.cut(cut) })
    }

    /// Its rows, lines along the last axis, all usable at the same time. A rank of 0 is a compile error.
    pub fn rows_mut(&mut self) -> super::RowPartsMut<'_, T, M, K> {
        let cut = super::AlongCut::rows(self.layout.clone());
        // SAFETY: the cut is made of this part's layout.
        unsafe { self.cut(cut) }
    }
}
