//! Reaching one element: `[[i, j]]`, `get`, and their unchecked forms.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::layout::Layout;
use core::ops::{Index, IndexMut};

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    /// The element at an index, `None` outside the dims or where `ExpandBy` stores nothing.
    #[inline]
    pub fn get(&self, index: [usize; R]) -> Option<&S::Elem> {
        let position = self.layout().try_apply(index)?;
        self.as_physical().get(position)
    }

    /// The element at an index to be changed, `None` outside the dims or where `ExpandBy` stores nothing.
    #[inline]
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut S::Elem>
    where
        S: StorageMut,
    {
        let position = self.layout().try_apply(index)?;
        self.as_physical_mut().get_mut(position)
    }

    /// The element at an index, without looking whether there is one.
    ///
    /// # Safety
    /// `self.layout().try_apply(index)` must be `Some(p)` with `p < self.as_physical().len()`. A layout that keeps its
    /// laws grants that for every index inside [`dims`](Array::dims) unless it has an `ExpandBy`.
    #[allow(unsafe_code)]
    #[inline]
    pub unsafe fn get_unchecked(&self, index: [usize; R]) -> &S::Elem {
        let position: Option<usize> = self.layout().apply(index).into();
        // SAFETY: the caller promises that there is a position and that it lies inside the storage.
        unsafe { self.as_physical().get_unchecked(position.unwrap_unchecked()) }
    }

    /// The element at an index to be changed, without looking whether there is one.
    ///
    /// # Safety
    /// As for [`get_unchecked`](Array::get_unchecked).
    #[allow(unsafe_code)]
    #[inline]
    pub unsafe fn get_unchecked_mut(&mut self, index: [usize; R]) -> &mut S::Elem
    where
        S: StorageMut,
    {
        let position: Option<usize> = self.layout().apply(index).into();
        // SAFETY: the caller promises that there is a position and that it lies inside the storage.
        unsafe { self.as_physical_mut().get_unchecked_mut(position.unwrap_unchecked()) }
    }

    /// The position of an index.
    #[inline]
    #[track_caller]
    fn position(&self, index: [usize; R]) -> usize {
        let dims = self.layout().dims();
        if R > 0 && index[0] >= dims[0] { no_element(0, index.map(|i| i), dims) }
        if R > 1 && index[1] >= dims[1] { no_element(1, index.map(|i| i), dims) }
        if R > 2 && index[2] >= dims[2] { no_element(2, index.map(|i| i), dims) }
        if R > 3 && index[3] >= dims[3] { no_element(3, index.map(|i| i), dims) }
        match self.layout().apply(index).into() {
            Some(position) => position,
            None => no_element(4, index.map(|i| i), dims),
        }
    }
}

/// Panics with the index; on its own, so that the caller keeps the index in registers.
#[cold]
#[inline(never)]
#[track_caller]
fn no_element<const R: usize>(axis: usize, index: [usize; R], dims: [usize; R]) -> ! {
    panic!("there is no element at index {index:?} of an array with dims {dims:?}, axis {axis}")
}

/// # Panics
/// Outside the dims, and where `ExpandBy` stores nothing.
impl<S, L, const R: usize> Index<[usize; R]> for Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    type Output = S::Elem;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &S::Elem {
        // The bounds check stays: a layout is a safe trait, so its word is no proof.
        &self.as_physical()[..self.layout().size()][self.position(index)]
    }
}

/// # Panics
/// Outside the dims, and where `ExpandBy` stores nothing.
impl<S, L, const R: usize> IndexMut<[usize; R]> for Array<S, L, R>
where
    S: StorageMut,
    L: Layout<Index = [usize; R]>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut S::Elem {
        let position = self.position(index);
        let size = self.layout().size();
&mut self.as_physical_mut()[..size][position]
    }
}
