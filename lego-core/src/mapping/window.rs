//! Windows: the indices in a box.

use super::coord::{Coord, Coord32};
use super::injective::Injective;
use super::injective32::Injective32;
use super::layout::Layout;
use super::mapping::Mapping;
use super::mapping32::Mapping32;
use super::of_field::of_field;
use super::proved_runs::ProvedRuns;
use super::runs::Runs;
use super::sizes32::Sizes32;
use crate::check::fingerprint;
use crate::error::LayoutError;
use crate::text::Text;

/// The indices of a layout from an origin on, as many along each axis as the window is large.
///
/// Law: `window.apply(i) == whole.apply(window.origin() + i)`. Its span is that of the whole, whose buffer it sees.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::Window;
/// let window = Window::new(Row::<4, 8>, [1, 2], [2, 3])?;
/// assert_eq!((window.dims(), window.apply([1, 0])), ([2, 3], 18));
/// assert!(Window::new(Row::<4, 8>, [3, 0], [2, 3]).is_err());
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window<L, const R: usize> {
    pub(super) layout: L,
    pub(super) origin: [usize; R],
    pub(super) extents: [usize; R],
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Window<L, R> {
    /// The window of some extents at an origin.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if it reaches beyond the dims of the layout.
    #[inline]
    pub fn new(layout: L, origin: [usize; R], extents: [usize; R]) -> Result<Self, LayoutError> {
        let dims = layout.dims();
        Self::get(layout, origin, extents).ok_or_else(|| beyond(origin, extents, dims))
    }

    /// [`new`](Window::new) without an error.
    #[inline]
    pub(crate) fn get(layout: L, origin: [usize; R], extents: [usize; R]) -> Option<Self> {
        let dims = layout.dims();
        (0..R).all(|k| fits(origin[k], extents[k], dims[k])).then_some(Self { layout, origin, extents })
    }

    /// Windows of one layout, each given as its origin and its extents, no two of which have an index in common. Of a layout
    /// that is [proved injective](Mapping::INJECTIVE) no two have a position in common either.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::mapping::Window;
    /// assert!(Window::disjoint(Row::<4, 4>, [([0, 0], [2, 4]), ([2, 0], [2, 4])]).is_ok());
    /// let error = Window::disjoint(Row::<4, 4>, [([0, 1], [2, 2]), ([1, 0], [2, 2])]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "window 0 from [0, 1] of [2, 2] and window 1 from [1, 0] of [2, 2] overlap: [1, 1] is in both"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::Overlap`] with the first two that overlap; [`LayoutError::TooLarge`] if one reaches beyond the dims of
    /// the layout.
    pub fn disjoint<const N: usize>(layout: L, boxes: [([usize; R], [usize; R]); N]) -> Result<[Self; N], LayoutError>
    where
        L: Clone,
    {
        let dims = layout.dims();
        let fit = |(origin, extents): &([usize; R], [usize; R])| (0..R).all(|k| fits(origin[k], extents[k], dims[k]));
        if let Some(&(origin, extents)) = boxes.iter().find(|one| !fit(one)) {
            return Err(beyond(origin, extents, dims));
        }
        match overlap(&boxes) {
            Some(error) => Err(error),
            None => Ok(boxes.map(|(origin, extents)| Self { layout: layout.clone(), origin, extents })),
        }
    }

    /// The index of the whole layout where the window starts.
    #[inline]
    pub fn origin(&self) -> [usize; R] {
        self.origin
    }

    /// The whole layout.
    #[inline]
    pub fn whole(&self) -> &L {
        &self.layout
    }

    /// That the window ends within the dims of the layout.
    fn check_ends(&self, dims: [usize; R]) -> Result<(), LayoutError> {
        let (origin, extents) = (self.origin, self.extents);
        if (0..R).all(|k| fits(origin[k], extents[k], dims[k])) { Ok(()) } else { Err(beyond(origin, extents, dims)) }
    }
}

/// The first two windows that overlap, and the first index that they have in common; they all end inside the dims.
fn overlap<const R: usize, const N: usize>(boxes: &[([usize; R], [usize; R]); N]) -> Option<LayoutError> {
    for second in 1..N {
        for first in 0..second {
            let ((a, m), (b, n)) = (boxes[first], boxes[second]);
            // The ends are inside the dims, so that no sum wraps.
            let low: [usize; R] = core::array::from_fn(|k| a[k].max(b[k]));
            if (0..R).all(|k| low[k] < (a[k] + m[k]).min(b[k] + n[k])) {
                let at = Text::from(format_args!("{low:?}"));
                return Some(LayoutError::Overlap { first: named(first, a, m), second: named(second, b, n), at });
            }
        }
    }
    None
}

/// "window 2 from [0, 0] of [4, 4]"
fn named<const R: usize>(number: usize, origin: [usize; R], extents: [usize; R]) -> Text {
    Text::from(format_args!("window {number} from {origin:?} of {extents:?}"))
}

/// Whether a window ends within an axis.
#[inline(always)]
fn fits(origin: usize, extent: usize, most: usize) -> bool {
    origin.checked_add(extent).is_some_and(|end| end <= most)
}

/// A window ends behind the end of some axis.
#[cold]
fn beyond<const R: usize>(origin: [usize; R], extents: [usize; R], dims: [usize; R]) -> LayoutError {
    let axis = (0..R).find(|&k| !fits(origin[k], extents[k], dims[k])).unwrap_or_default();
    let at = |all: [usize; R]| all.get(axis).copied().unwrap_or_default();
    let (origin, extent, most) = (at(origin), at(extents), at(dims));
    let what = Text::from(format_args!("the end of a window of {extent} from {origin} on, on axis {axis},"));
    LayoutError::TooLarge { what, value: origin as u128 + extent as u128, most: most as u128 }
}

#[allow(unsafe_code)]
impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Window<L, R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = L::Position;

    // SAFETY: where the check is `Ok`, different places in the window are different indices of the layout, all inside its dims,
    // which do not change, and no more does the window. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };
    // SAFETY: a step in the window is one of the layout, whose strides these are. A run of the window is the part of one of the
    // layout that lies in the window: `Runs::from` tells how much of the first one lies before the origin.
    const RUNS: Option<ProvedRuns<Self>> = unsafe { ProvedRuns::following(L::RUNS) };

    of_field!(layout: span, anti_diagonal_stride, is_unique);

    /// Where the window lies in one run of an axis, its step.
    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.stride(axis).or_else(|| {
            let runs = self.runs(axis).filter(|runs| runs.phase == 0 && runs.len >= self.extents[axis])?;
            // Under an `ExpandBy` a run may end with indices that have no position.
            (size_of::<L::Position>() == size_of::<usize>()).then_some(runs.step)
        })
    }

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()?;
        self.check_ends(self.layout.dims())
    }

    #[inline]
    fn dims(&self) -> [usize; R] {
        self.extents
    }

    #[inline]
    fn apply(&self, place: [usize; R]) -> L::Position {
        let mut index = self.origin;
        for k in 0..R {
            index[k] = index[k].wrapping_add(place[k]);
        }
        self.layout.apply(index)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.runs(axis).map(Runs::whole)
    }

    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        Some(self.layout.runs(axis)?.from(self.origin[axis], self.extents[axis]))
    }
}

impl<L: Layout<Index = [usize; R]>, const R: usize> Layout for Window<L, R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    #[inline]
    fn inv(&self, position: usize) -> Option<[usize; R]> {
        let index: [usize; R] = self.layout.inv(position).into()?;
        let mut place = [0; R];
        for k in 0..R {
            place[k] = index[k].checked_sub(self.origin[k]).filter(|&at| at < self.extents[k])?;
        }
        Some(place)
    }
}

/// What crosses to a GPU of a [`Window`]: the sizes of the whole layout, the origin and the extents.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WindowSizes<S, const R: usize> {
    layout: S,
    origin: [u32; R],
    extents: [u32; R],
}

impl<S: Sizes32, const R: usize> Sizes32 for WindowSizes<S, R> {}

impl<L, const R: usize> Window<L, R>
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
{
    /// The window of some extents at an origin in 32 bits, `None` if it reaches beyond the dims of the layout.
    ///
    /// Law, where [`check_u32`](Mapping32::check_u32) of the layout is `Ok`: the same as [`new`](Window::new).
    #[inline(always)]
    pub fn new_u32(layout: L, origin: [u32; R], extents: [u32; R]) -> Option<Self> {
        let (dims, mut inside, mut k) = (layout.dims_u32(), true, 0);
        while k < R {
            inside &= origin[k] <= dims[k] && extents[k] <= dims[k].wrapping_sub(origin[k]);
            k += 1;
        }
        inside.then(|| Self { layout, origin: origin.map(widened), extents: extents.map(widened) })
    }
}

/// A number that fits 32 bits.
#[inline(always)]
pub(super) fn narrowed(number: usize) -> u32 {
    number as u32
}

#[inline(always)]
pub(super) fn widened(number: u32) -> usize {
    number as usize
}

#[allow(unsafe_code)]
impl<L, const R: usize> Mapping32 for Window<L, R>
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: Coord,
    [u32; R]: Coord32,
{
    // SAFETY: where `check_u32` is `Ok`, the window ends inside the dims of the layout in 32 bits, so that origin and extents fit 32
    // bits, and no sum of them wraps. Different places are different indices inside those dims. Positions, span, what has all
    // of a box and what ends tell are the layout's, of which this holds. The sizes that cross are the layout's, the origin and
    // the extents, of which the same window is made again.
    const INJECTIVE_32: Option<Injective32<Self>> = unsafe { Injective32::following(L::INJECTIVE_32) };

    type Index32 = [u32; R];
    type Position32 = L::Position32;
    type Sizes32 = WindowSizes<L::Sizes32, R>;
    const FINGERPRINT: u64 = fingerprint("Window", &[L::FINGERPRINT, R as u64]);

    #[inline]
    fn check_u32(&self) -> Result<(), LayoutError> {
        self.layout.check_u32()?;
        self.check_ends(self.layout.dims_u32().map(widened))
    }

    #[inline(always)]
    fn dims_u32(&self) -> [u32; R] {
        self.extents.map(narrowed)
    }

    #[inline(always)]
    fn span_u32(&self) -> u32 {
        self.layout.span_u32()
    }

    #[inline(always)]
    fn apply_u32(&self, place: [u32; R]) -> L::Position32 {
        let (mut index, mut k) = (place, 0);
        while k < R {
            index[k] = narrowed(self.origin[k]).wrapping_add(place[k]);
            k += 1;
        }
        self.layout.apply_u32(index)
    }

    #[inline(always)]
    fn has_all_u32(&self, mut first: [u32; R], mut last: [u32; R]) -> bool {
        let mut k = 0;
        while k < R {
            let origin = narrowed(self.origin[k]);
            (first[k], last[k]) = (origin.wrapping_add(first[k]), origin.wrapping_add(last[k]));
            k += 1;
        }
        self.layout.has_all_u32(first, last)
    }

    #[inline(always)]
    fn ends_tell_u32(axis: usize) -> bool {
        L::ends_tell_u32(axis)
    }

    #[inline(always)]
    fn sizes_u32(&self) -> Self::Sizes32 {
        let Self { layout, origin, extents } = self;
        WindowSizes { layout: layout.sizes_u32(), origin: origin.map(narrowed), extents: extents.map(narrowed) }
    }

    #[inline(always)]
    fn from_sizes_u32(WindowSizes { layout, origin, extents }: Self::Sizes32) -> Self {
        Self { layout: L::from_sizes_u32(layout), origin: origin.map(widened), extents: extents.map(widened) }
    }
}
