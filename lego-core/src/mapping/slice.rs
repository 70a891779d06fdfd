//! Slices: some axes fixed, the others ranging.

use super::coord::Coord;
use super::indices::Indices;
use super::layout::Layout;
use super::mapping::Mapping;
use crate::error::LayoutError;
use crate::text::Text;
use core::fmt::Write;
use core::ops::RangeFull;

/// What a slice does with one axis: a `usize` fixes it, `..` lets it range.
///
/// The trait is sealed.
pub trait AxisSelection: Copy + sealed::Sealed {
    /// The free index, with this axis before it if it ranges.
    type Grow<Rest: Coord>: Coord;

    /// The fixed index, if it is fixed.
    fn fixed(&self) -> Option<usize>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for core::ops::RangeFull {}
}

impl AxisSelection for usize {
    type Grow<Rest: Coord> = Rest;

    #[inline(always)]
    fn fixed(&self) -> Option<usize> {
        Some(*self)
    }
}

impl AxisSelection for RangeFull {
    type Grow<Rest: Coord> = Rest::Longer;

    #[inline(always)]
    fn fixed(&self) -> Option<usize> {
        None
    }
}

/// A tuple of `usize` and `..`, one for each axis of an index `I`, as in `(2, .., 3, ..)`; up to 8 axes.
pub trait SliceSpec<I> {
    /// The index over the axes that range, in their order.
    type Free: Coord;

    /// The index to which an axis is fixed, if it is.
    fn fixed(&self, axis: usize) -> Option<usize>;
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
            fn fixed(&self, axis: usize) -> Option<usize> {
                #[allow(non_snake_case)]
                let ($($names,)*) = self;
                [$($names.fixed()),*][axis]
            }
        }
    };
    (@free) => { [usize; 0] };
    (@free $name:ident $($more:ident)*) => { $name::Grow<slice_specs!(@free $($more)*)> };
}
slice_specs!(8 A 7 B 6 C 5 D 4 E 3 F 2 G 1 H);

/// Fixes some axes of a layout; what ranges on is a mapping of its own, over the same positions.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::slice;
/// let column = slice(Row::<4, 8>, (.., 2))?;
/// assert_eq!(column.dims(), [4]);
/// assert!(column.positions().eq([2, 10, 18, 26]));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::TooLarge`] if an axis is fixed outside its extent.
#[doc(alias = "submdspan")]
pub fn slice<L: Mapping, P: SliceSpec<L::Index>>(layout: L, spec: P) -> Result<SubLayout<L, P::Free>, LayoutError> {
    let dims = layout.dims();
    let (mut base, mut axes, mut free) = (L::Index::zero(), P::Free::zero(), 0);
    for (axis, (place, &extent)) in base.as_mut().iter_mut().zip(dims.as_ref()).enumerate() {
        match spec.fixed(axis) {
            Some(index) if index < extent => *place = index,
            Some(index) => return Err(outside(axis, index, extent)),
            None => {
                axes.as_mut()[free] = axis;
                free += 1;
            }
        }
    }
    Ok(SubLayout { layout, base, axes })
}

/// An index on one axis is not below the extent.
#[cold]
pub(super) fn outside(axis: usize, index: usize, extent: usize) -> LayoutError {
    let mut what = Text::new("the index of axis ");
    // A text that is too long is cut; it does not fail.
    let _ = write!(what, "{axis}");
    LayoutError::TooLarge { what, value: index as u128, most: (extent as u128).saturating_sub(1) }
}

/// A layout with some axes fixed; made by [`slice()`].
///
/// It is a mapping itself, and a layout where the whole one is: its indices are those of the axes that range, its positions those of the whole layout, so that
/// most positions belong to no index. [`Array::slice`](crate::array::Array::slice) puts it over the whole array's elements.
///
/// Law: `sub.apply(free) == whole.apply(sub.whole_index(free))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubLayout<L: Mapping, F> {
    layout: L,
    /// The index of the whole layout where all free axes are 0.
    base: L::Index,
    /// The axis of the whole layout behind each free axis.
    axes: F,
}

impl<L: Mapping, F: Coord> SubLayout<L, F> {
    /// The extents of the axes that range.
    #[inline]
    pub fn dims(&self) -> F {
        let dims = self.layout.dims();
        let mut free = self.axes;
        for axis in free.as_mut() {
            *axis = dims.as_ref()[*axis];
        }
        free
    }

    /// The index of the whole layout that belongs to a free index.
    #[inline]
    pub fn whole_index(&self, free: F) -> L::Index {
        let mut index = self.base;
        for (&axis, &place) in self.axes.as_ref().iter().zip(free.as_ref()) {
            index.as_mut()[axis] = place;
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

    #[inline]
    fn dims(&self) -> F {
        self.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
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
        self.layout.run(self.axes.as_ref()[axis])
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.layout.is_unique()
    }
}

impl<L: Layout, F: Coord> Layout for SubLayout<L, F> {
    type Preimage = Option<F>;

    #[inline]
    fn inv(&self, position: usize) -> Option<F> {
        let index: L::Index = self.layout.inv(position).into()?;
        let mut free = self.axes;
        for axis in free.as_mut() {
            *axis = index.as_ref()[*axis];
        }
        // The index lies in the slice if it agrees with the base on all other axes.
        (self.whole_index(free) == index).then_some(free)
    }
}
