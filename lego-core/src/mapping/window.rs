//! Windows: the indices in a box.

use super::coord::Coord;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use crate::error::LayoutError;
use crate::text::Text;
use core::fmt::Write;

/// The indices of a layout from an origin on, as many along each axis as the window is large.
///
/// Law: `window.apply(i) == whole.apply(window.origin() + i)`.
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
    layout: L,
    origin: [usize; R],
    extents: [usize; R],
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

    /// The index of the whole layout where the window starts.
    #[inline]
    pub fn origin(&self) -> [usize; R] {
        self.origin
    }
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
    let mut what = Text::new("the end of a window ");
    // A text that is too long is cut; it does not fail.
    let _ = write!(what, "of {extent} from {origin} on, on axis {axis},");
    LayoutError::TooLarge { what, value: origin as u128 + extent as u128, most: most as u128 }
}

#[allow(unsafe_code)]
impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Window<L, R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = L::Position;

    // SAFETY: different places in the window are different indices of the layout, all inside its dims, for `get` has looked
    // at the ends, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    of_field!(layout: check, span, stride, anti_diagonal_stride, is_unique);

    #[inline]
    fn dims(&self) -> [usize; R] {
        self.extents
    }

    #[inline]
    fn apply(&self, place: [usize; R]) -> L::Position {
        self.layout.apply(core::array::from_fn(|k| self.origin[k].wrapping_add(place[k])))
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        let (len, step) = self.layout.run(axis)?;
        let (from, extent) = (self.origin[axis], self.extents[axis]);
        let runs_start_here = len > 0 && from.is_multiple_of(len);
        // A window inside one run is a run, wherever it starts.
        let in_one_run = len > 0 && from % len + extent <= len;
        if runs_start_here || in_one_run { Some((len, step)) } else { None }
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

/// A window with a halo: the indices in a box and around it, where there are any.
///
/// Place `width` is the origin of the box. Where a place lies outside of the layout, nothing is stored, as outside of what
/// `ExpandBy` keeps: [`get`](crate::array::Array::get) is `None` there.
///
/// Law: `halo.apply(width + i) == whole.try_apply(halo.origin() + i)`, for negative `i` too.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::{Halo, Window};
/// let halo = Halo::new(Window::new(Row::<4, 8>, [0, 2], [2, 3])?, [1, 1]);
/// assert_eq!(halo.dims(), [4, 5]);
/// assert_eq!((halo.apply([0, 0]), halo.apply([1, 0]), halo.apply([3, 4])), (None, Some(1), Some(21)));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halo<L, const R: usize> {
    window: Window<L, R>,
    width: [usize; R],
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Halo<L, R> {
    /// A window, and `width` indices more on both sides of each axis.
    #[inline]
    pub fn new(window: Window<L, R>, width: [usize; R]) -> Self {
        Self { window, width }
    }

    /// The index of the whole layout where the box starts, without its halo.
    #[inline]
    pub fn origin(&self) -> [usize; R] {
        self.window.origin
    }

    /// The extents of the box, without its halo.
    #[inline]
    pub fn inner(&self) -> [usize; R] {
        self.window.extents
    }

    /// How far the halo reaches on each side.
    #[inline]
    pub fn width(&self) -> [usize; R] {
        self.width
    }
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Halo<L, R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    of_field!(window: check, span, is_unique);

    #[inline]
    fn dims(&self) -> [usize; R] {
        core::array::from_fn(|k| self.window.extents[k].saturating_add(self.width[k].saturating_mul(2)))
    }

    #[inline]
    fn apply(&self, place: [usize; R]) -> Option<usize> {
        let mut index = [0; R];
        for k in 0..R {
            let (origin, width) = (self.window.origin[k], self.width[k]);
            index[k] = match place[k].checked_sub(width) {
                Some(behind) => origin.checked_add(behind)?,
                None => origin.checked_sub(width - place[k])?,
            };
        }
        self.window.layout.try_apply(index)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::samples::Row;

    #[test]
    fn a_halo_may_be_as_wide_as_there_are_numbers() {
        let most = usize::MAX;
        for origin in [[0, 0], [1, 2], [3, 5]] {
            let window = Window::new(Row::<5, 8>, origin, [2, 3]).unwrap();
            let halo = Halo::new(window, [most, most - 9]);
            assert_eq!((halo.dims(), halo.count()), ([most; 2], most));
            for [back, place] in crate::mapping::Indices::new([6, 16]) {
                let in_halo = [most - 1 - back, most - 16 + place];
                // Less the width, behind the origin.
                let index = origin[0].checked_sub(back + 1).zip((origin[1] + place).checked_sub(7));
                let expected = index.and_then(|(i, j)| Row::<5, 8>.try_apply([i, j]));
                assert_eq!(halo.try_apply(in_halo), expected, "{origin:?} {in_halo:?}");
            }
        }
    }
}
