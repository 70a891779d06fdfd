//! Slices: some axes fixed, the others cut to a range, with a step or backwards; and axes in another order.

use super::coord::Coord;
use super::indices::Indices;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use super::runs::Runs;
use crate::error::LayoutError;
use crate::text::Text;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// What a slice leaves of an axis of some extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// One index: the axis is gone.
    Index(usize),
    /// The indices from `start` to below `end`, each `step`-th of them: from `start` on, or backwards from `end - 1`
    /// where the step is negative.
    Range {
        /// The smallest index of the range.
        start: usize,
        /// The index after the largest one.
        end: usize,
        /// The distance between two selected indices; 0 selects none and is an error.
        step: isize,
    },
}

/// What a slice does with one axis: a `usize` fixes it, `..` lets it range wholly, `a..b` and the other ranges of Rust
/// in part, and [`stepped`] with a step or backwards.
///
/// The trait is sealed.
pub trait AxisSelection: Clone + sealed::Sealed {
    /// The free index, with this axis before it if it ranges.
    type Grow<Rest: Coord>: Coord;

    /// What is left of an axis of an extent.
    fn of(&self, extent: usize) -> Selected;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
}

impl AxisSelection for usize {
    type Grow<Rest: Coord> = Rest;

    #[inline(always)]
    fn of(&self, _: usize) -> Selected {
        Selected::Index(*self)
    }
}

/// One line a kind of range: where it starts and ends on an axis of an extent.
macro_rules! ranges {
    ($($range:ty: |$own:pat_param, $extent:pat_param| $start:expr, $end:expr;)*) => {$(
        impl sealed::Sealed for $range {}

        impl AxisSelection for $range {
            type Grow<Rest: Coord> = Rest::Longer;

            #[inline(always)]
            fn of(&self, extent: usize) -> Selected {
                let ($own, $extent) = (self, extent);
                Selected::Range { start: $start, end: $end, step: 1 }
            }
        }

        impl sealed::Sealed for Stepped<$range> {}

        impl AxisSelection for Stepped<$range> {
            type Grow<Rest: Coord> = Rest::Longer;

            #[inline(always)]
            fn of(&self, extent: usize) -> Selected {
                let ($own, $extent) = (&self.range, extent);
                Selected::Range { start: $start, end: $end, step: self.step }
            }
        }
    )*};
}
ranges! {
    RangeFull: |_, extent| 0, extent;
    Range<usize>: |own, _| own.start, own.end;
    RangeFrom<usize>: |own, extent| own.start, extent;
    RangeTo<usize>: |own, _| 0, own.end;
    RangeInclusive<usize>: |own, _| *own.start(), own.end().saturating_add(1);
    RangeToInclusive<usize>: |own, _| 0, own.end.saturating_add(1);
}

/// A range of an axis with a step; made by [`stepped`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stepped<A> {
    range: A,
    step: isize,
}

/// Selects every `step`-th index of a range: from its start on, or backwards from its end where the step is negative.
///
/// Law: `stepped(a..b, s)` selects `a`, `a + s`, …; `stepped(a..b, -s)` selects `b - 1`, `b - 1 - s`, …; all in `a..b`.
/// A step of 0 makes [`slice()`] fail.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Arr2D, stepped};
/// let a: Arr2D<i32, Row<2, 5>> = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]].into();
/// assert_eq!(a.slice((.., stepped(.., 2)))?.to_row_major(), [0, 2, 4, 5, 7, 9]);
/// assert_eq!(a.slice((stepped(.., -1), stepped(1..4, -2)))?.to_row_major(), [8, 6, 3, 1]);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[doc(alias("step_by", "rev", "invert_axis"))]
pub fn stepped<A>(range: A, step: isize) -> Stepped<A>
where
    Stepped<A>: AxisSelection,
{
    Stepped { range, step }
}

/// A tuple of `usize`s and ranges, one for each axis of an index `I`, as in `(2, .., 3, 4..8, stepped(.., -1))`; up to
/// 8 axes.
pub trait SliceSpec<I> {
    /// The index over the axes that range, in their order.
    type Free: Coord;

    /// What is left of an axis of an extent.
    fn selected(&self, axis: usize, extent: usize) -> Selected;
}

/// From the longest tuple down to the shortest.
macro_rules! slice_specs {
    () => {};
    ($rank:literal $name:ident $($more:tt)*) => {
        slice_specs!(@one $rank [$name] $($more)*);
        slice_specs!($($more)*);
    };
    (@one $rank:literal [$($names:ident)*] $next_rank:literal $next:ident $($more:tt)*) => {
        slice_specs!(@one $rank [$($names)* $next] $($more)*);
    };
    (@one $rank:literal [$($names:ident)*]) => {
        impl<$($names: AxisSelection),*> SliceSpec<[usize; $rank]> for ($($names,)*) {
            type Free = slice_specs!(@free $($names)*);

            #[inline(always)]
            fn selected(&self, axis: usize, extent: usize) -> Selected {
                #[allow(non_snake_case)]
                let ($($names,)*) = self;
                [$($names.of(extent)),*][axis]
            }
        }
    };
    (@free) => { [usize; 0] };
    (@free $name:ident $($more:ident)*) => { $name::Grow<slice_specs!(@free $($more)*)> };
}
slice_specs!(8 A 7 B 6 C 5 D 4 E 3 F 2 G 1 H);

/// Fixes some axes of a layout and cuts others to a range, or to some of its indices by [`stepped`]. The result is a
/// mapping over the same positions.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::slice;
/// let column = slice(Row::<4, 8>, (.., 2))?;
/// assert_eq!(column.dims(), [4]);
/// assert!(column.positions().eq([2, 10, 18, 26]));
/// let part = slice(Row::<4, 8>, (1..3, 5..))?;
/// assert_eq!(part.dims(), [2, 3]);
/// assert!(part.positions().eq([13, 14, 15, 21, 22, 23]));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::TooLarge`] if an axis is fixed outside its extent, or a range ends outside of it or starts behind its
/// end; [`LayoutError::TooSmall`] if a step is 0.
#[doc(alias = "submdspan")]
pub fn slice<L: Mapping, P: SliceSpec<L::Index>>(layout: L, spec: P) -> Result<SubLayout<L, P::Free>, LayoutError> {
    let dims = layout.dims();
    let mut base = L::Index::zero();
    let (mut axes, mut extents, mut steps, mut free) = (P::Free::zero(), P::Free::zero(), P::Free::zero(), 0);
    for (axis, (place, &extent)) in base.as_mut().iter_mut().zip(dims.as_ref()).enumerate() {
        match spec.selected(axis, extent) {
            Selected::Index(index) if index < extent => *place = index,
            Selected::Index(index) => return Err(outside(axis, index, extent)),
            Selected::Range { end, .. } if end > extent => return Err(beyond("end", axis, end, extent)),
            Selected::Range { start, end, .. } if start > end => return Err(beyond("start", axis, start, end)),
            Selected::Range { step: 0, .. } => return Err(no_step(axis)),
            Selected::Range { start, end, step } => {
                let len = end - start;
                *place = if step < 0 && len > 0 { end - 1 } else { start };
                axes.as_mut()[free] = axis;
                extents.as_mut()[free] = len.div_ceil(step.unsigned_abs());
                steps.as_mut()[free] = step as usize;
                free += 1;
            }
        }
    }
    Ok(SubLayout { layout, base, axes, extents, steps })
}

/// An index on one axis is not below the extent.
#[cold]
pub(super) fn outside(axis: usize, index: usize, extent: usize) -> LayoutError {
    let what = Text::from(format_args!("the index of axis {axis}"));
    LayoutError::TooLarge { what, value: index as u128, most: (extent as u128).saturating_sub(1) }
}

/// An index is outside of some extents, of which there may be more.
#[cold]
pub(super) fn outside_of(index: &[usize], extents: &[usize]) -> LayoutError {
    let axis = index.iter().zip(extents).position(|(place, extent)| place >= extent).unwrap_or_default();
    let at = |all: &[usize]| all.get(axis).copied().unwrap_or_default();
    outside(axis, at(index), at(extents))
}

/// An axis is none of the axes.
#[cold]
pub(crate) fn no_axis(axis: usize, rank: usize) -> LayoutError {
    let what = Text::new("the number of an axis");
    LayoutError::TooLarge { what, value: axis as u128, most: (rank as u128).saturating_sub(1) }
}

/// One end of a range on an axis lies behind another place.
#[cold]
fn beyond(end: &str, axis: usize, place: usize, most: usize) -> LayoutError {
    let what = Text::from(format_args!("the {end} of axis {axis}"));
    LayoutError::TooLarge { what, value: place as u128, most: most as u128 }
}

/// The extent of some part is 0 on an axis.
#[cold]
pub(crate) fn not_positive(of: &str, axis: usize) -> LayoutError {
    let what = Text::from(format_args!("the extent of {of} on axis {axis}"));
    LayoutError::SizeNotPositive { what, value: 0 }
}

/// The step along an axis is 0.
#[cold]
fn no_step(axis: usize) -> LayoutError {
    let what = Text::from(format_args!("the step of axis {axis}, forwards or backwards,"));
    LayoutError::TooSmall { what, value: 0, least: 1 }
}

/// Returns a layout with its axes in another order, over the same positions: axis `k` is axis `axes[k]` of the layout.
///
/// Law: `permuted(l, [2, 0, 1])?.apply([a, b, c]) == l.apply([b, c, a])`.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::permuted;
/// let turned = permuted(Row::<4, 8>, [1, 0])?;
/// assert_eq!((turned.dims(), turned.position([5, 2])), ([8, 4], Some(2 * 8 + 5)));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::NotATable`] if `axes` does not have each axis once: which one repeats or does not exist, and which is
/// missing.
#[doc(alias("transpose", "permute"))]
pub fn permuted<L: Mapping>(layout: L, axes: L::Index) -> Result<SubLayout<L, L::Index>, LayoutError> {
    let (dims, mut extents) = (layout.dims(), L::Index::zero());
    let all = axes.as_ref();
    for (k, &axis) in all.iter().enumerate() {
        match dims.as_ref().get(axis) {
            Some(&extent) if !all[..k].contains(&axis) => extents.as_mut()[k] = extent,
            found => {
                let missing = (0..all.len()).find(|other| !all.contains(other)).unwrap_or_default();
                return Err(LayoutError::NotATable {
                    count: all.len() as u128,
                    wrong: axis as i128,
                    repeats: found.is_some(),
                    missing: missing as u128,
                });
            }
        }
    }
    Ok(SubLayout { layout, base: L::Index::zero(), axes, extents, steps: ones() })
}

/// The step along each axis where no index is passed over.
#[inline(always)]
pub(super) fn ones<F: Coord>() -> F {
    let mut steps = F::zero();
    steps.as_mut().fill(1);
    steps
}

/// A layout with some axes fixed, others cut to a range, with steps, or all in another order; made by [`slice()`] and
/// [`permuted`].
///
/// It is a mapping itself, and a layout where the whole one is: its indices are those of the axes that range, counted
/// from where they start, its positions those of the whole layout, so that most positions belong to no index.
/// [`Array::slice`](crate::array::Array::slice) puts it over the whole array's elements.
///
/// Law: `sub.apply(free) == whole.apply(sub.whole_index(free))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubLayout<L: Mapping, F> {
    pub(super) layout: L,
    /// The index of the whole layout where all free axes are 0.
    pub(super) base: L::Index,
    /// The axis of the whole layout behind each free axis.
    pub(super) axes: F,
    /// How far each free axis ranges.
    pub(super) extents: F,
    /// By how much the index of the whole layout grows for a step along each free axis; a negative step is the `usize`
    /// that has the same bits.
    pub(super) steps: F,
}

impl<L: Mapping, F: Coord> SubLayout<L, F> {
    /// The extents of the axes that range.
    #[inline]
    pub fn dims(&self) -> F {
        self.extents
    }

    /// The index of the whole layout that belongs to a free index.
    #[inline]
    pub fn whole_index(&self, free: F) -> L::Index {
        let mut index = self.base;
        for ((&axis, &place), &step) in self.axes.as_ref().iter().zip(free.as_ref()).zip(self.steps.as_ref()) {
            // An axis of a broadcast may be behind all axes of a layout without any: its step is 0.
            if let Some(whole) = index.as_mut().get_mut(axis) {
                *whole = whole.wrapping_add(place.wrapping_mul(step));
            }
        }
        index
    }

    /// The position of a free index, `None` outside [`dims`](SubLayout::dims) or where `ExpandBy` stores nothing.
    #[inline]
    pub fn position(&self, free: F) -> Option<usize> {
        self.try_apply(free)
    }
}

impl<L: Mapping + Clone, const K: usize> SubLayout<L, [usize; K]>
where
    [usize; K]: Coord,
{
    /// The positions, with the free indices in row-major order; indices where `ExpandBy` stores nothing are left out.
    pub fn positions(&self) -> impl Iterator<Item = usize> + Clone + use<L, K> {
        let sub = self.clone();
        Indices::new(sub.dims()).filter_map(move |free| sub.apply(free).into())
    }
}

impl<L: Mapping, F: Coord> Mapping for SubLayout<L, F> {
    type Index = F;
    type Position = L::Position;

    of_field!(layout: check, span, is_unique);

    #[inline]
    fn dims(&self) -> F {
        self.dims()
    }

    #[inline]
    fn apply(&self, free: F) -> L::Position {
        self.layout.apply(self.whole_index(free))
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        let step = self.steps.as_ref()[axis] as isize;
        if step == 0 { Some(0) } else { self.layout.stride(self.axes.as_ref()[axis])?.checked_mul(step) }
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.runs(axis).map(Runs::whole)
    }

    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        let (of_whole, extent) = (self.axes.as_ref()[axis], self.extents.as_ref()[axis]);
        if self.steps.as_ref()[axis] == 1 {
            return Some(self.layout.runs(of_whole)?.from(self.base.as_ref()[of_whole], extent));
        }
        // Steps that pass over indices leave runs only where the whole axis is one.
        Some(Runs { len: extent.max(1), phase: 0, step: self.stride(axis)? })
    }
}

impl<L: Layout, F: Coord> Layout for SubLayout<L, F> {
    type Preimage = Option<F>;

    #[inline]
    fn inv(&self, position: usize) -> Option<F> {
        let index: L::Index = self.layout.inv(position).into()?;
        let mut free = self.axes;
        for (k, axis) in free.as_mut().iter_mut().enumerate() {
            let (at, base) = (index.as_ref()[*axis], self.base.as_ref()[*axis]);
            let step = self.steps.as_ref()[k] as isize;
            let distance = if step < 0 { base.checked_sub(at)? } else { at.checked_sub(base)? };
            // What is no multiple of the step is found below, as an index that does not come back.
            let place = if step == 1 { distance } else { distance.checked_div(step.unsigned_abs())? };
            if place >= self.extents.as_ref()[k] {
                return None;
            }
            *axis = place;
        }
        // The index lies in the slice if it agrees with the base on all other axes.
        (self.whole_index(free) == index).then_some(free)
    }
}
