//! Slices: some axes fixed, the others ranging, wholly or in part.

use super::coord::Coord;
use super::indices::Indices;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use super::runs::Runs;
use crate::error::LayoutError;
use crate::text::Text;
use core::fmt::Write;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// What a slice leaves of an axis of some extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// One index: the axis is gone.
    Index(usize),
    /// The indices from `start` to below `end`.
    Range {
        /// The first index, which is 0 in the slice.
        start: usize,
        /// The index behind the last one.
        end: usize,
    },
}

/// What a slice does with one axis: a `usize` fixes it, `..` lets it range wholly, `a..b` and the other ranges of Rust in
/// part.
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
                Selected::Range { start: $start, end: $end }
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

/// A tuple of `usize`s and ranges, one for each axis of an index `I`, as in `(2, .., 3, 4..8)`; up to 8 axes.
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

/// Fixes some axes of a layout and cuts others to a range; what ranges on is a mapping of its own, over the same positions.
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
/// [`LayoutError::TooLarge`] if an axis is fixed outside its extent, or a range ends outside of it or starts behind its end.
#[doc(alias = "submdspan")]
pub fn slice<L: Mapping, P: SliceSpec<L::Index>>(layout: L, spec: P) -> Result<SubLayout<L, P::Free>, LayoutError> {
    let dims = layout.dims();
    let (mut base, mut axes, mut extents, mut free) = (L::Index::zero(), P::Free::zero(), P::Free::zero(), 0);
    for (axis, (place, &extent)) in base.as_mut().iter_mut().zip(dims.as_ref()).enumerate() {
        match spec.selected(axis, extent) {
            Selected::Index(index) if index < extent => *place = index,
            Selected::Index(index) => return Err(outside(axis, index, extent)),
            Selected::Range { end, .. } if end > extent => return Err(beyond("end", axis, end, extent)),
            Selected::Range { start, end } if start > end => return Err(beyond("start", axis, start, end)),
            Selected::Range { start, end } => {
                *place = start;
                axes.as_mut()[free] = axis;
                extents.as_mut()[free] = end - start;
                free += 1;
            }
        }
    }
    Ok(SubLayout { layout, base, axes, extents })
}

/// An index on one axis is not below the extent.
#[cold]
pub(super) fn outside(axis: usize, index: usize, extent: usize) -> LayoutError {
    let mut what = Text::new("the index of axis ");
    // A text that is too long is cut; it does not fail.
    let _ = write!(what, "{axis}");
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
    let mut what = Text::new("the ");
    // A text that is too long is cut; it does not fail.
    let _ = write!(what, "{end} of axis {axis}");
    LayoutError::TooLarge { what, value: place as u128, most: most as u128 }
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
    Ok(SubLayout { layout, base: L::Index::zero(), axes, extents })
}

/// A layout with some axes fixed, others cut to a range, or all in another order; made by [`slice()`] and [`permuted`].
///
/// It is a mapping itself, and a layout where the whole one is: its indices are those of the axes that range, counted from
/// where they start, its positions those of the whole layout, so that most positions belong to no index. [`Array::slice`](crate::array::Array::slice) puts it over the whole array's elements.
///
/// Law: `sub.apply(free) == whole.apply(sub.whole_index(free))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubLayout<L: Mapping, F> {
    layout: L,
    /// The index of the whole layout where all free axes are 0.
    base: L::Index,
    /// The axis of the whole layout behind each free axis.
    axes: F,
    /// How far each free axis ranges.
    extents: F,
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
        for (&axis, &place) in self.axes.as_ref().iter().zip(free.as_ref()) {
            index.as_mut()[axis] += place;
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
        self.layout.stride(self.axes.as_ref()[axis])
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.runs(axis).map(Runs::whole)
    }

    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        let of_whole = self.axes.as_ref()[axis];
        Some(self.layout.runs(of_whole)?.from(self.base.as_ref()[of_whole], self.extents.as_ref()[axis]))
    }
}

impl<L: Layout, F: Coord> Layout for SubLayout<L, F> {
    type Preimage = Option<F>;

    #[inline]
    fn inv(&self, position: usize) -> Option<F> {
        let index: L::Index = self.layout.inv(position).into()?;
        let mut free = self.axes;
        for (axis, &extent) in free.as_mut().iter_mut().zip(self.extents.as_ref()) {
            let place = index.as_ref()[*axis].checked_sub(self.base.as_ref()[*axis])?;
            if place >= extent {
                return None;
            }
            *axis = place;
        }
        // The index lies in the slice if it agrees with the base on all other axes.
        (self.whole_index(free) == index).then_some(free)
    }
}
