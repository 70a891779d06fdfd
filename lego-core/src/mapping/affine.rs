//! Affine maps: a base, and a stride for each axis.

use super::coord::Coord;
use super::indices::Indices;
use super::mapping::Mapping;
use super::slice::SubLayout;

/// A map that sends index `i` to position `base + Σ strides[k]·i[k]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Affine<const R: usize> {
    /// The position of the index of nothing but zeros.
    pub base: usize,
    /// By how much the position grows for a step along each axis; 0 for an axis of extent 1 whose stride is not known.
    pub strides: [isize; R],
}

impl<const R: usize> Affine<R> {
    /// The layout as a base and strides, `None` if it is none or has no elements.
    ///
    /// Answered at once where the layout knows its strides, else decided by looking at every index.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Affine;
    /// assert_eq!(Affine::of(Col::<4, 8>), Some(Affine { base: 0, strides: [1, 4] }));
    /// assert_eq!(Affine::of(Tiled::<4, 8, 2>), None);
    /// assert_eq!(Affine::of(Tiled::<4, 8, 4>), None);
    /// assert_eq!(Affine::of(Tiled::<8, 4, 4>), Some(Affine { base: 0, strides: [4, 1] }));
    /// ```
    pub fn of<M: Mapping<Index = [usize; R]>>(layout: M) -> Option<Self> {
        let dims = layout.dims();
        if dims.contains(&0) {
            return None;
        }
        let position = |index: [usize; R]| -> Option<usize> { layout.apply(index).into() };
        let base = position([0; R])?;
        let mut strides = [0; R];
        let mut strides_are_known = true;
        for axis in 0..R {
            strides[axis] = match layout.stride(axis) {
                Some(stride) => stride,
                None if dims[axis] == 1 => 0,
                None => {
                    strides_are_known = false;
                    let mut unit = [0; R];
                    unit[axis] = 1;
                    position(unit)?.wrapping_sub(base) as isize
                }
            };
        }
        let affine = Self { base, strides };
        let holds =
            strides_are_known || Indices::new(dims).all(|index| position(index) == Some(affine.position(index)));
        holds.then_some(affine)
    }

    /// The position of an index.
    ///
    /// Outside the dims of the layout that this came from it means nothing.
    #[inline]
    pub fn position(&self, index: [usize; R]) -> usize {
        index.iter().zip(self.strides).fold(self.base, |position, (&place, stride)| {
            position.wrapping_add_signed(stride.wrapping_mul(place as isize))
        })
    }
}

impl<L: Mapping, const K: usize> SubLayout<L, [usize; K]>
where
    [usize; K]: Coord,
{
    /// Base and strides of the slice, `None` if it is not affine or has no elements.
    ///
    /// Answered at once where the layout knows the strides of the free axes, else decided by looking at every index of
    /// the slice.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Affine, slice};
    /// assert_eq!(slice(Row::<4, 8>, (.., 2))?.affine(), Some(Affine { base: 2, strides: [8] }));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    pub fn affine(&self) -> Option<Affine<K>> {
        Affine::of(self)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::samples::{Strided, Table};

    /// Found by looking, without a word from the layout, and equal to what the layout knows.
    #[test]
    fn strides_are_found_where_they_are_not_known() {
        for backwards in [[false; 3], [true, false, true]] {
            let known = Strided::new([2, 3, 4], [2, 0, 1], backwards);
            let table = Table::new([2, 3, 4], 24, |index| Some(known.apply(index)));
            let affine = Affine::of(known).unwrap();
            assert_eq!(Affine::of(table), Some(affine));
            assert!(Indices::new([2, 3, 4]).all(|index| affine.position(index) == known.apply(index)));
        }
        assert_eq!(Affine::of(Table::padded([3, 4], [3, 7])), Some(Affine { base: 0, strides: [7, 1] }));
        assert_eq!(Affine::of(Table::padded([1, 4], [1, 7])), Some(Affine { base: 0, strides: [0, 1] }));
        assert_eq!(Affine::of(Table::shuffled([])), Some(Affine { base: 0, strides: [] }));
    }

    #[test]
    fn one_point_off_the_plane_is_enough() {
        let row = |[i, j]: [usize; 2]| 4 * i + j;
        for off in Indices::new([3, 4]) {
            let swapped = Table::new([3, 4], 13, |index| Some(if index == off { 12 } else { row(index) }));
            assert_eq!(Affine::of(swapped), None, "{off:?}");
            let missing = Table::new([3, 4], 12, |index| (index != off).then(|| row(index)));
            assert_eq!(Affine::of(missing), None, "{off:?}");
        }
        assert_eq!(Affine::of(Table::shuffled([0, 3])), None);
    }
}
