//! Clipped windows: boxes that may reach beyond the far ends of a layout, as the last tile does where tiles do not divide.

use super::coord::{Coord, Coord32};
use super::injective::Injective;
use super::injective32::Injective32;
use super::layout::Layout;
use super::mapping::Mapping;
use super::mapping32::Mapping32;
use super::of_field::of_field;
use super::window::{Window, narrowed, widened};
use crate::check::{fingerprint, fits};
use crate::error::LayoutError;

/// The indices of a layout from an origin on, as many along each axis as a box is large; those beyond the far ends have no
/// position.
///
/// A [`Window`] ends inside its layout. This one may hang over, so that all tiles of a matrix have the same extents, whatever
/// its sides are.
///
/// Law: `clipped.apply(i) == whole.try_apply(clipped.origin() + i)`. Its span is that of the whole, whose buffer it sees.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::Clipped;
/// // The last tile of 2×3 in a matrix of 4×8.
/// let tile = Clipped::new(Row::<4, 8>, [2, 6], [2, 3]);
/// assert_eq!((tile.dims(), tile.apply([1, 1]), tile.apply([1, 2])), ([2, 3], Some(31), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clipped<L, const R: usize> {
    /// Its end may lie outside.
    window: Window<L, R>,
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> Clipped<L, R> {
    /// The box of some extents at an origin, which may lie outside itself.
    #[inline(always)]
    pub fn new(layout: L, origin: [usize; R], extents: [usize; R]) -> Self {
        Self { window: Window { layout, origin, extents } }
    }

    /// The index of the whole layout where the box starts.
    #[inline]
    pub fn origin(&self) -> [usize; R] {
        self.window.origin
    }

    /// The whole layout.
    #[inline]
    pub fn whole(&self) -> &L {
        &self.window.layout
    }
}

#[allow(unsafe_code)]
impl<L: Mapping<Index = [usize; R]>, const R: usize> Mapping for Clipped<L, R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    // SAFETY: where the check is `Ok`, different places that have a position are different indices inside the layout's dims,
    // and have its positions. It does not change, and no more does the box.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    of_field!(window: span, run, runs, is_unique);

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.whole().check()
    }

    #[inline]
    fn dims(&self) -> [usize; R] {
        self.window.extents
    }

    #[inline]
    fn apply(&self, place: [usize; R]) -> Option<usize> {
        let mut index = place;
        for k in 0..R {
            index[k] = self.window.origin[k].checked_add(place[k])?;
        }
        self.whole().try_apply(index)
    }
}

impl<L: Layout<Index = [usize; R]>, const R: usize> Layout for Clipped<L, R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    #[inline]
    fn inv(&self, position: usize) -> Option<[usize; R]> {
        self.window.inv(position)
    }
}

impl<L, const R: usize> Clipped<L, R>
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
{
    /// The box of some extents at an origin in 32 bits.
    ///
    /// Law, where [`check_u32`](Mapping32::check_u32) of the layout is `Ok`: the same as [`new`](Clipped::new).
    #[inline(always)]
    pub fn new_u32(layout: L, origin: [u32; R], extents: [u32; R]) -> Self {
        Self { window: Window { layout, origin: origin.map(widened), extents: extents.map(widened) } }
    }
}

#[allow(unsafe_code)]
impl<L, const R: usize> Mapping32 for Clipped<L, R>
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: Coord,
    [u32; R]: Coord32,
{
    // SAFETY: where `check_u32` is `Ok`, origin and extents fit 32 bits. A place has a position where its sum with the origin stays in
    // 32 bits and lies inside the dims of the layout in 32 bits; such places that differ are indices that differ. Positions
    // and span are the layout's, of which this holds, and so are what has all of a box, which is asked only of a box inside
    // those dims, and what ends tell. The sizes that cross are the layout's, the origin and the extents.
    const INJECTIVE_32: Option<Injective32<Self>> = unsafe { Injective32::following(L::INJECTIVE_32) };

    type Index32 = [u32; R];
    type Position32 = Option<u32>;
    type Sizes32 = <Window<L, R> as Mapping32>::Sizes32;
    const FINGERPRINT: u64 = fingerprint("Clipped", &[L::FINGERPRINT, R as u64]);

    #[inline]
    fn check_u32(&self) -> Result<(), LayoutError> {
        self.whole().check_u32()?;
        let numbers = self.window.origin.iter().chain(&self.window.extents);
        numbers.copied().try_for_each(|n| fits("a number of a clipped window", n as u128, u128::from(u32::MAX)))
    }

    #[inline(always)]
    fn dims_u32(&self) -> [u32; R] {
        self.window.dims_u32()
    }

    #[inline(always)]
    fn span_u32(&self) -> u32 {
        self.window.span_u32()
    }

    #[inline(always)]
    fn apply_u32(&self, place: [u32; R]) -> Option<u32> {
        let (dims, mut index, mut inside, mut k) = (self.whole().dims_u32(), place, true, 0);
        while k < R {
            index[k] = narrowed(self.window.origin[k]).wrapping_add(place[k]);
            // A sum that has left the bits is smaller than what was added.
            inside &= (place[k] <= index[k]) & (index[k] < dims[k]);
            k += 1;
        }
        if inside { self.whole().apply_u32(index).into() } else { None }
    }

    #[inline(always)]
    fn has_all_u32(&self, mut first: [u32; R], mut last: [u32; R]) -> bool {
        let (dims, mut inside, mut k) = (self.whole().dims_u32(), true, 0);
        while k < R {
            let origin = narrowed(self.window.origin[k]);
            inside &= (origin < dims[k]) & (last[k] < dims[k].wrapping_sub(origin));
            first[k] = first[k].wrapping_add(origin);
            last[k] = last[k].wrapping_add(origin);
            k += 1;
        }
        inside && self.whole().has_all_u32(first, last)
    }

    #[inline(always)]
    fn ends_tell_u32(axis: usize) -> bool {
        L::ends_tell_u32(axis)
    }

    #[inline(always)]
    fn sizes_u32(&self) -> Self::Sizes32 {
        self.window.sizes_u32()
    }

    #[inline(always)]
    fn from_sizes_u32(sizes: Self::Sizes32) -> Self {
        Self { window: Window::from_sizes_u32(sizes) }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Indices;
    use crate::samples::{Partial, Ragged, Row, Table, runs_obey_their_law};

    /// Every box whose origin and extents are small, by the law, and what it says of its runs.
    fn check<L: Layout<Index = [usize; 2]> + Clone>(whole: L) {
        let small = |n: usize| [0, 1, n / 2, n.saturating_sub(1), n, n + 3, usize::MAX];
        let [m, n] = whole.dims();
        for [a, b] in Indices::new([7, 7]) {
            for extents in [[0, 2], [1, 1], [3, 2], [m, n], [m + 2, n + 1]] {
                let clipped = Clipped::new(whole.clone(), [small(m)[a], small(n)[b]], extents);
                let origin = clipped.origin();
                for place in Indices::new(extents) {
                    let index = origin[0].checked_add(place[0]).zip(origin[1].checked_add(place[1]));
                    let position = index.and_then(|(i, j)| whole.try_apply([i, j]));
                    assert_eq!(clipped.apply(place), position, "{origin:?} {extents:?} {place:?}");
                    if let Some(position) = position {
                        assert_eq!(clipped.inv(position), Some(place));
                    }
                }
                runs_obey_their_law(&clipped);
            }
        }
    }

    #[test]
    fn every_place_of_small_boxes() {
        check(Row::<5, 8>);
        check(Table::padded([4, 6], [5, 8]));
        check(Ragged { dims: [7, 11], tile: [3, 4], columns: true });
        check(Partial { dims: [7, 9], stored: [5, 6], bound: 9 });
    }
}
