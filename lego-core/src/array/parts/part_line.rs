//! Parts of rank 1 as lines, for what is written over [`Line`] and [`LineMut`].

#![allow(unsafe_code)]

use super::elements::Elements;
use super::part::PartMut;
use crate::array::access::position;
use crate::array::lines::{Line, LineMut};
use crate::mapping::{Mapping, Window};
use core::marker::PhantomData;
use core::ops::Range;

/// Every element is looked up: a layout that keeps its lines in one piece has [`PartMut::as_slice`].
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
