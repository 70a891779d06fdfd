//! Reaching one element: `[[i, j]]`, `get`, and their unchecked forms.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::layout::Layout;
use core::ops::{Index, IndexMut};

/// Leaves with `$refuse` on the first axis where an index lies outside.
///
/// One branch an axis, each with a target of its own: LLVM then proves each from the range of a loop variable. A loop
/// over the axes, or one condition joined by `&&`, becomes a single test that it cannot prove, and five times as many
/// instructions in a stencil.
macro_rules! refuse_outside {
    ($index:ident, $dims:ident, |$axis:ident| $refuse:expr) => {
        refuse_outside!(@unrolled $index, $dims, $axis, $refuse, 0 1 2 3 4 5 6 7);
        for $axis in 8..R {
            if $index[$axis] >= $dims[$axis] {
                $refuse
            }
        }
    };
    (@unrolled $index:ident, $dims:ident, $axis:ident, $refuse:expr, $($k:literal)*) => {$(
        if R > $k && $index[$k] >= $dims[$k] {
            let $axis = $k;
            $refuse
        }
    )*};
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    /// The element at an index, `None` outside the dims or where `ExpandBy` stores nothing.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/array/example.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_array(['a', 'b', 'c', 'd', 'e', 'f']);
    /// assert_eq!(a.get([0, 2]), Some(&'e'));
    /// assert_eq!(a.get([0, 3]), None);
    /// ```
    #[inline]
    pub fn get(&self, index: [usize; R]) -> Option<&S::Elem> {
        let position = self.try_position(index)?;
        self.elements()?.get(position)
    }

    /// The element at an index to be changed, `None` outside the dims or where `ExpandBy` stores nothing.
    #[inline]
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut S::Elem>
    where
        S: StorageMut,
    {
        let position = self.try_position(index)?;
        self.elements_mut()?.get_mut(position)
    }

    /// The element at an index, without looking whether there is one.
    ///
    /// # Safety
    /// `self.layout().try_apply(index)` must be `Some(p)` with `p < self.as_physical().len()`. A layout that keeps its
    /// laws grants that for every index inside [`dims`](Array::dims), unless it has an `ExpandBy`.
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

    /// The storage cut to the layout's size, `None` if a layout changed its size after the array was made.
    ///
    /// Where the layout's type alone decides the size, this turns the length into a number that the compiler knows, so
    /// that it can prove positions in range and drop their bounds checks. Where the size is computed at run time there
    /// is nothing to gain, and the storage is taken whole.
    #[inline(always)]
    pub(super) fn elements(&self) -> Option<&[S::Elem]> {
        if size_of::<L>() == 0 {
            self.as_physical().get(..self.layout().size())
        } else {
            Some(self.as_physical())
        }
    }

    /// As [`elements`](Array::elements).
    #[inline(always)]
    pub(super) fn elements_mut(&mut self) -> Option<&mut [S::Elem]>
    where
        S: StorageMut,
    {
        if size_of::<L>() == 0 {
            let size = self.layout().size();
            self.as_physical_mut().get_mut(..size)
        } else {
            Some(self.as_physical_mut())
        }
    }

    #[inline]
    fn try_position(&self, index: [usize; R]) -> Option<usize> {
        let dims = self.dims();
        refuse_outside!(index, dims, |_axis| return None);
        self.layout().apply(index).into()
    }

    #[inline]
    #[track_caller]
    fn position(&self, index: [usize; R]) -> usize {
        let dims = self.dims();
        refuse_outside!(index, dims, |axis| outside(axis, index.map(|i| i), dims.map(|n| n)));
        match self.layout().apply(index).into() {
            Some(position) => position,
            None => nothing_stored(index.map(|i| i), dims.map(|n| n)),
        }
    }
}

// Callers hand copies to the two functions below (`map`, which the optimiser moves into the cold branch): an array that
// a call takes by address would otherwise be written to the stack on the hot path as well.

#[cold]
#[inline(never)]
#[track_caller]
fn outside<const R: usize>(axis: usize, index: [usize; R], dims: [usize; R]) -> ! {
    panic!("index {index:?} is out of range on axis {axis} of an array with dims {dims:?}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn nothing_stored<const R: usize>(index: [usize; R], dims: [usize; R]) -> ! {
    panic!("nothing is stored at index {index:?} of an array with dims {dims:?}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn resized() -> ! {
    panic!("the layout changed its size after the array was made")
}

/// # Panics
/// Outside the dims, where `ExpandBy` stores nothing, and where a layout that breaks its laws leaves the storage.
impl<S, L, const R: usize> Index<[usize; R]> for Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    type Output = S::Elem;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &S::Elem {
        let position = self.position(index);
        match self.elements() {
            // The bounds check stays: a layout is a safe trait, so its word is no proof.
            Some(elements) => &elements[position],
            None => resized(),
        }
    }
}

/// # Panics
/// Outside the dims, where `ExpandBy` stores nothing, and where a layout that breaks its laws leaves the storage.
impl<S, L, const R: usize> IndexMut<[usize; R]> for Array<S, L, R>
where
    S: StorageMut,
    L: Layout<Index = [usize; R]>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut S::Elem {
        let position = self.position(index);
        match self.elements_mut() {
            Some(elements) => &mut elements[position],
            None => resized(),
        }
    }
}
