//! Access to one element by its index: `[[i, j]]`, `get`, and their unchecked forms.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping};
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
    L: Mapping<Index = [usize; R]>,
{
    /// The element at an index, `None` outside the dims or where `ExpandBy` stores nothing.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array(['a', 'b', 'c', 'd', 'e', 'f']);
    /// assert_eq!(a.get([0, 2]), Some(&'e'));
    /// assert_eq!(a.get([0, 3]), None);
    /// ```
    #[allow(unsafe_code)]
    #[inline(always)] // also where the layout is one of several forms, chosen at run time
    pub fn get(&self, index: [usize; R]) -> Option<&S::Elem> {
        let position = self.try_position(index)?;
        let elements = self.elements()?;
        if self.is_below_span() {
            // SAFETY: the index lies inside the dims; by `is_below_span` its position is below the span, which is no
            // more than the number of these elements.
            return Some(unsafe { elements.get_unchecked(position) });
        }
        elements.get(position)
    }

    /// The element at an index to be changed, `None` outside the dims or where `ExpandBy` stores nothing.
    #[allow(unsafe_code)]
    #[inline(always)]
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut S::Elem>
    where
        S: StorageMut,
        L: Layout,
    {
        let position = self.try_position(index)?;
        let is_below_span = self.is_below_span();
        let elements = self.elements_mut()?;
        if is_below_span {
            // SAFETY: the index lies inside the dims; by `is_below_span` its position is below the span, which is no
            // more than the number of these elements.
            return Some(unsafe { elements.get_unchecked_mut(position) });
        }
        elements.get_mut(position)
    }

    /// The element at an index, without looking whether there is one.
    ///
    /// # Safety
    /// [`apply`](Mapping::apply) of the layout must give a position below `self.as_physical().len()` when it is called
    /// here. A layout that keeps its laws does for every index inside [`dims`](Array::dims), unless it has an
    /// `ExpandBy`; what [`try_apply`](Mapping::try_apply) says of another layout is no proof.
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
        L: Layout,
    {
        let position: Option<usize> = self.layout().apply(index).into();
        // SAFETY: the caller promises that there is a position and that it lies inside the storage.
        unsafe { self.as_physical_mut().get_unchecked_mut(position.unwrap_unchecked()) }
    }

    /// The storage cut to the layout's span, `None` if a layout changed its span after the array was made.
    ///
    /// Where the layout's type alone decides the span, this turns the length into a number that the compiler knows, so
    /// that it can prove positions in range and drop their bounds checks. Where the span is computed at run time there
    /// is nothing to gain, and the storage is taken whole.
    #[inline(always)]
    pub(super) fn elements(&self) -> Option<&[S::Elem]> {
        if size_of::<L>() == 0 { self.as_physical().get(..self.layout().span()) } else { Some(self.as_physical()) }
    }

    /// As [`elements`](Array::elements).
    #[inline(always)]
    pub(super) fn elements_mut(&mut self) -> Option<&mut [S::Elem]>
    where
        S: StorageMut,
    {
        if size_of::<L>() == 0 {
            let span = self.layout().span();
            self.as_physical_mut().get_mut(..span)
        } else {
            Some(self.as_physical_mut())
        }
    }

    /// Whether positions of indices inside the dims are proved to be below the span, which is no more than the number
    /// of [`elements`](Array::elements): decided by the compiler.
    ///
    /// With [`IN_SPAN`](Mapping::IN_SPAN), whoever made the array compared the span with the storage, and neither has
    /// changed since. The same holds of a layout with sizes that is [`INJECTIVE`](Mapping::INJECTIVE): its `check` was
    /// `Ok` when the array was made (see [`over`](Array::over)). A type without sizes of its own has one value, whose proof
    /// holds where its `check` is `Ok`; `elements` cuts the storage to its span.
    #[inline(always)]
    fn is_below_span(&self) -> bool {
        let has_sizes = size_of::<L>() != 0;
        L::IN_SPAN.is_some() || L::INJECTIVE.is_some() && (has_sizes || self.layout().check().is_ok())
    }

    #[inline(always)]
    fn try_position(&self, index: [usize; R]) -> Option<usize> {
        try_position(self.layout(), index)
    }

    #[inline(always)]
    #[track_caller]
    fn position(&self, index: [usize; R]) -> usize {
        position(self.layout(), index)
    }
}

/// The position of an index inside the dims, `None` outside or where nothing is stored.
#[inline(always)]
pub(super) fn try_position<L: Mapping<Index = [usize; R]>, const R: usize>(
    layout: &L,
    index: [usize; R],
) -> Option<usize> {
    let dims = layout.dims();
    refuse_outside!(index, dims, |_axis| return None);
    layout.apply(index).into()
}

/// The position of an index inside the dims.
///
/// # Panics
/// Outside the dims, and where nothing is stored.
#[inline(always)]
#[track_caller]
pub(super) fn position<L: Mapping<Index = [usize; R]>, const R: usize>(layout: &L, index: [usize; R]) -> usize {
    let dims = layout.dims();
    refuse_outside!(index, dims, |axis| refuse(Some(axis), index, dims));
    match layout.apply(index).into() {
        Some(position) => position,
        None => refuse(None, index, dims),
    }
}

/// Panics for an index outside an axis, or for one at which nothing is stored.
///
/// Up to rank 8 the cold function takes plain numbers. An array would be passed by address: the optimiser then writes
/// every index to the stack on the hot path as well, and vectorises nothing. There is one function a rank, since each
/// argument counts when the optimiser decides whether a closure that reads an element is inlined.
#[inline(always)]
#[track_caller]
fn refuse<const R: usize>(axis: Option<usize>, index: [usize; R], dims: [usize; R]) -> ! {
    let axis = axis.unwrap_or(R);
    // `map` of an array would be a call, with the arrays by address.
    let i = |k: usize| if k < R { index[k] } else { 0 };
    let n = |k: usize| if k < R { dims[k] } else { 0 };
    match R {
        1 => refuse_1(axis, i(0), n(0)),
        2 => refuse_2(axis, i(0), i(1), n(0), n(1)),
        3 => refuse_3(axis, i(0), i(1), i(2), n(0), n(1), n(2)),
        4 => refuse_4(axis, i(0), i(1), i(2), i(3), n(0), n(1), n(2), n(3)),
        5 => refuse_5(axis, i(0), i(1), i(2), i(3), i(4), n(0), n(1), n(2), n(3), n(4)),
        6 => refuse_6(axis, i(0), i(1), i(2), i(3), i(4), i(5), n(0), n(1), n(2), n(3), n(4), n(5)),
        7 => refuse_7(axis, i(0), i(1), i(2), i(3), i(4), i(5), i(6), n(0), n(1), n(2), n(3), n(4), n(5), n(6)),
        #[rustfmt::skip]
        8 => refuse_8(
            axis, i(0), i(1), i(2), i(3), i(4), i(5), i(6), i(7), n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7),
        ),
        _ => refuse_array((axis < R).then_some(axis), index, dims),
    }
}

/// [`refuse`] of one rank; the axis is the rank where nothing is stored.
macro_rules! refuse_ranks {
    ($($name:ident: $rank:literal, $($i:ident)*, $($n:ident)*;)*) => {$(
        #[cold]
        #[inline(never)]
        #[track_caller]
        #[allow(clippy::too_many_arguments)] // in an array or a struct they would be passed by address
        fn $name(axis: usize, $($i: usize,)* $($n: usize),*) -> ! {
            panic_outside((axis < $rank).then_some(axis), &[$($i),*], &[$($n),*])
        }
    )*};
}
refuse_ranks! {
    refuse_1: 1, i0, n0;
    refuse_2: 2, i0 i1, n0 n1;
    refuse_3: 3, i0 i1 i2, n0 n1 n2;
    refuse_4: 4, i0 i1 i2 i3, n0 n1 n2 n3;
    refuse_5: 5, i0 i1 i2 i3 i4, n0 n1 n2 n3 n4;
    refuse_6: 6, i0 i1 i2 i3 i4 i5, n0 n1 n2 n3 n4 n5;
    refuse_7: 7, i0 i1 i2 i3 i4 i5 i6, n0 n1 n2 n3 n4 n5 n6;
    refuse_8: 8, i0 i1 i2 i3 i4 i5 i6 i7, n0 n1 n2 n3 n4 n5 n6 n7;
}

/// [`refuse`] of more than 8 axes.
#[cold]
#[inline(never)]
#[track_caller]
fn refuse_array<const R: usize>(axis: Option<usize>, index: [usize; R], dims: [usize; R]) -> ! {
    panic_outside(axis, &index, &dims)
}

#[track_caller]
fn panic_outside(axis: Option<usize>, index: &[usize], dims: &[usize]) -> ! {
    match axis {
        Some(axis) => panic!("index {index:?} is out of range on axis {axis} of an array with dims {dims:?}"),
        None => panic!("nothing is stored at index {index:?} of an array with dims {dims:?}"),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn resized() -> ! {
    panic!("the layout changed its span after the array was made")
}

/// # Panics
/// Outside the dims, where `ExpandBy` stores nothing, and where a layout that breaks its laws leaves the storage.
impl<S, L, const R: usize> Index<[usize; R]> for Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    type Output = S::Elem;

    #[allow(unsafe_code)]
    #[inline(always)] // of rank 4 and above a call otherwise: what refuses has many arguments
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &S::Elem {
        let position = self.position(index);
        match self.elements() {
            // SAFETY: the index lies inside the dims; by `is_below_span` its position is below the span, which is no
            // more than the number of these elements.
            Some(elements) if self.is_below_span() => unsafe { elements.get_unchecked(position) },
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
    #[allow(unsafe_code)]
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut S::Elem {
        let position = self.position(index);
        let is_below_span = self.is_below_span();
        match self.elements_mut() {
            // SAFETY: the index lies inside the dims; by `is_below_span` its position is below the span, which is no
            // more than the number of these elements.
            Some(elements) if is_below_span => unsafe { elements.get_unchecked_mut(position) },
            Some(elements) => &mut elements[position],
            None => resized(),
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Indices, StackND};
    use crate::mapping::Coord;
    use crate::samples::{Broken, Strided, of_every_kind};
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn panics(f: impl FnOnce()) -> String {
        let payload = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
        payload.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    /// Every index up to two beyond the dims, against the layout's own formula.
    #[allow(unsafe_code)]
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let elements: Vec<usize> = (0..layout.span()).map(|p| 1000 + p).collect();
        let mut array = Array::from_physical(layout, elements).unwrap();
        for index in Indices::new(layout.dims().map(|n| n + 2)) {
            let expected = layout.try_apply(index).map(|p| 1000 + p);
            assert_eq!(array.get(index).copied(), expected, "{index:?}");
            assert_eq!(array.get_mut(index).copied(), expected, "{index:?}");
            match expected {
                Some(element) => {
                    assert_eq!(array[index], element);
                    // SAFETY: the layout gave a position, and these layouts keep their laws.
                    assert_eq!(unsafe { *array.get_unchecked(index) }, element);
                    array[index] += 1;
                    // SAFETY: as above.
                    unsafe { *array.get_unchecked_mut(index) -= 1 };
                }
                None if layout.contains(&index) => {
                    assert!(panics(|| _ = array[index]).contains(&format!("stored at index {index:?}")));
                }
                None => {
                    let words = format!("index {index:?} is out of range on axis");
                    assert!(panics(|| _ = array[index]).contains(&words));
                    let message = panics(|| array[index] = 0);
                    assert!(message.contains(&words) && message.contains(&format!("dims {:?}", layout.dims())));
                }
            }
        }
        assert!(array.as_physical().iter().copied().eq(1000..1000 + layout.span()));
    }

    #[test]
    fn every_index_reaches_its_position_and_no_other() {
        of_every_kind!(check);
    }

    #[test]
    fn each_of_ten_axes_is_checked() {
        let layout = Strided::new([2; 10], [3, 1, 4, 0, 5, 9, 2, 6, 8, 7], [false; 10]);
        let array = StackND::<_, _, 1024, 10>::from_physical(layout, core::array::from_fn(|p| p)).unwrap();
        for index in array.indices() {
            assert_eq!(array[index], layout.apply(index));
        }
        for axis in 0..10 {
            let mut index = [1; 10];
            index[axis] = 2;
            assert_eq!(array.get(index), None);
            assert!(panics(|| _ = array[index]).contains(&format!("on axis {axis} ")));
        }
    }

    #[test]
    fn broken_layouts_find_nothing_or_panic() {
        for lie in 0..2 {
            let mut array = Array::from_physical(Broken { lie }, [0; 24]).unwrap();
            for index in array.indices() {
                assert!(array.get(index).is_none() && array.get_mut(index).is_none());
                panics(|| _ = array[index]);
                panics(|| array[index] = 1);
            }
            assert_eq!(array.into_storage(), [0; 24]);
        }
    }

    /// The size of a type without fields is read at every access, so such a type can make it shrink.
    #[test]
    fn a_layout_that_changes_its_size_finds_nothing_or_panics() {
        use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
        static SIZE: AtomicUsize = AtomicUsize::new(4);
        #[derive(Clone, Copy)]
        struct Shifty;
        impl Mapping for Shifty {
            type Index = [usize; 1];
            type Position = usize;
            fn dims(&self) -> [usize; 1] {
                [SIZE.load(Relaxed)]
            }
            fn span(&self) -> usize {
                SIZE.load(Relaxed)
            }
            fn apply(&self, [i]: [usize; 1]) -> usize {
                i
            }
        }

        impl Layout for Shifty {
            type Preimage = [usize; 1];
            fn inv(&self, position: usize) -> [usize; 1] {
                [position]
            }
        }
        let mut array = Array::from_physical(Shifty, [1, 2, 3, 4]).unwrap();
        SIZE.store(9, Relaxed);
        assert!(array.get([0]).is_none() && array.get_mut([8]).is_none());
        panics(|| _ = array[[0]]);
        panics(|| array[[8]] = 0);
        panics(|| _ = array.iter().next());
        SIZE.store(2, Relaxed);
        assert_eq!((array.get([1]), array.get([2])), (Some(&2), None));
    }
}
