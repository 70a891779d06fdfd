//! Halos: a box and what lies around it.

use super::coord::Coord;
use super::mapping::Mapping;
use super::of_field::of_field;
use super::window::Window;

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
