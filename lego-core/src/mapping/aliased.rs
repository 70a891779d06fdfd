//! Maps in which several indices share an element: broadcasts and overlapping windows, to be read.

use super::coord::Coord;
use super::mapping::Mapping;
use super::of_field::of_field;
use super::slice::{SubLayout, not_positive, ones};
use crate::error::LayoutError;

/// A layout in which several indices may have the same position; made by [`broadcast`] and [`sliding_windows`].
///
/// It is a mapping and no [`Layout`](crate::Layout): arrays are read through it, and a write does not compile.
///
/// Law: `aliased.apply(free) == whole.apply(aliased.whole_index(free))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aliased<L: Mapping, F> {
    /// With steps of 0, or one axis of the layout behind several.
    map: SubLayout<L, F>,
}

impl<L: Mapping, F: Coord> Aliased<L, F> {
    /// The index of the layout below that belongs to an index.
    #[inline]
    pub fn whole_index(&self, free: F) -> L::Index {
        self.map.whole_index(free)
    }
}

impl<L: Mapping, F: Coord> Mapping for Aliased<L, F> {
    type Index = F;
    type Position = L::Position;

    of_field!(map: check, span, stride);

    #[inline]
    fn dims(&self) -> F {
        self.map.dims()
    }

    #[inline]
    fn apply(&self, free: F) -> L::Position {
        self.map.apply(free)
    }
}

/// Returns a layout that repeats another along new axes in front, and along axes of extent 1.
///
/// The axes are aligned at the end, as NumPy and ndarray do: axis `k` of the layout is axis `k + K - R` of the result.
///
/// Law: `broadcast(l, dims)?.apply(i) == l.apply(j)`, where `j[k]` is `i[k + K - R]`, or 0 where the layout has extent
/// 1.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::broadcast;
/// let many = broadcast(Row::<1, 3>, [5, 2, 3])?;
/// assert_eq!((many.dims(), many.apply([4, 1, 2])), ([5, 2, 3], 2));
/// let error = broadcast(Row::<2, 3>, [4, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "the shape [2, 3] does not match [4, 3]: axis 0 differs");
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::ShapeMismatch`] if an extent of the layout is neither 1 nor that of the result.
#[doc(alias = "broadcast_to")]
pub fn broadcast<L: Mapping, F: Coord>(layout: L, dims: F) -> Result<Aliased<L, F>, LayoutError> {
    const { assert!(<L::Index as Coord>::RANK <= F::RANK, "a broadcast has no fewer axes than the array") };
    let own = layout.dims();
    let mismatch = || LayoutError::shape_mismatch(dims.as_ref(), own.as_ref());
    let added = F::RANK - <L::Index as Coord>::RANK;
    let (mut axes, mut steps) = (F::zero(), F::zero());
    for (k, &extent) in own.as_ref().iter().enumerate() {
        let (axis, wanted) = (k + added, dims.as_ref()[k + added]);
        if extent != wanted && extent != 1 {
            return Err(mismatch());
        }
        axes.as_mut()[axis] = k;
        steps.as_mut()[axis] = usize::from(extent == wanted);
    }
    Ok(Aliased { map: SubLayout { layout, base: L::Index::zero(), axes, extents: dims, steps } })
}

/// Returns a layout of all boxes of some extents in another layout, which overlap: first the axes of their origins,
/// then those inside a box.
///
/// Law: `sliding_windows(l, e)?.apply(o ++ i) == l.apply(o + i)`, and the origins `o` are those whose box is inside;
/// there are none where an extent is larger than the layout's.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::sliding_windows;
/// let windows = sliding_windows(Row::<4, 5>, [3, 2])?;
/// assert_eq!((windows.dims(), windows.apply([1, 3, 2, 1])), ([2, 4, 3, 2], 5 * (1 + 2) + 3 + 1));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::SizeNotPositive`] if an extent is 0.
#[doc(alias("im2col", "windows", "unfold"))]
pub fn sliding_windows<L: Mapping>(
    layout: L,
    extents: L::Index,
) -> Result<Aliased<L, <L::Index as Coord>::Doubled>, LayoutError> {
    let rank = <L::Index as Coord>::RANK;
    const {
        assert!(
            <<L::Index as Coord>::Doubled as Coord>::RANK == 2 * <L::Index as Coord>::RANK,
            "at most 16 axes have windows"
        )
    };
    let (own, mut axes, mut dims) =
        (layout.dims(), <L::Index as Coord>::Doubled::zero(), <L::Index as Coord>::Doubled::zero());
    for (axis, (&extent, &whole)) in extents.as_ref().iter().zip(own.as_ref()).enumerate() {
        if extent == 0 {
            return Err(not_positive("a window", axis));
        }
        let origins = whole.checked_sub(extent).map_or(0, |last| last + 1);
        for (place, n) in [(axis, origins), (axis + rank, extent)] {
            axes.as_mut()[place] = axis;
            dims.as_mut()[place] = n;
        }
    }
    Ok(Aliased { map: SubLayout { layout, base: L::Index::zero(), axes, extents: dims, steps: ones() } })
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::{Indices, Layout, slice, stepped};
    use crate::samples::{Col, Row, Table, of_every_kind};
    use std::string::ToString;

    /// Both against their laws at every index, strides too.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize, const K: usize>(layout: L)
    where
        [usize; R]: Coord<Doubled = [usize; K]>,
        [usize; K]: Coord,
    {
        strides_hold(&broadcast(layout, layout.dims()).unwrap());
        let dims = layout.dims();
        let mut many = [0; K];
        for k in 0..K {
            many[k] = if k < R { [2, 1, 3][k % 3] } else { dims[k - R] };
        }
        let repeated = broadcast(layout, many).unwrap();
        strides_hold(&repeated);
        for index in Indices::new(many) {
            assert_eq!(repeated.try_apply(index), layout.try_apply(core::array::from_fn(|k| index[R + k])));
        }
        for extents in [dims.map(|n| n.clamp(1, 2)), [1; R], dims.map(|n| n.max(1)), dims.map(|n| n + 1)] {
            let windows = sliding_windows(layout, extents).unwrap();
            strides_hold(&windows);
            let origins = |k: usize| (dims[k] + 1).saturating_sub(extents[k]);
            assert_eq!(windows.dims(), core::array::from_fn(|k| if k < R { origins(k) } else { extents[k - R] }));
            for index in Indices::new(windows.dims()) {
                let whole = core::array::from_fn(|k| index[k] + index[k + R]);
                assert_eq!((windows.whole_index(index), windows.try_apply(index)), (whole, layout.try_apply(whole)));
            }
        }
    }

    fn strides_hold<M: Mapping<Index = [usize; K]>, const K: usize>(map: &M) {
        for axis in 0..K {
            let Some(stride) = map.stride(axis) else { continue };
            for index in Indices::new(map.dims()) {
                let mut next = index;
                next[axis] += 1;
                if let (Some(here), Some(there)) = (map.try_apply(index), map.try_apply(next)) {
                    assert_eq!(there, here.wrapping_add_signed(stride), "{index:?}");
                }
            }
        }
    }

    #[test]
    fn every_index_of_broadcasts_and_windows() {
        of_every_kind!(check);
        assert_eq!(broadcast(Row::<1, 3>, [4, 3]).unwrap().stride(0), Some(0));
    }

    #[test]
    fn shapes_that_do_not_fit_are_errors() {
        let error = broadcast(Row::<2, 3>, [2, 2, 1]).unwrap_err();
        assert_eq!(error, LayoutError::shape_mismatch(&[2, 2, 1], &[2, 3]));
        assert!(sliding_windows(Col::<2, 3>, [0, 1]).unwrap_err().to_string().contains("axis 0"));
    }

    /// Convolutions with a stride and a dilation are slices of windows.
    #[test]
    fn windows_are_sliced_with_steps() {
        let layout = Table::shuffled([9, 8]);
        let windows = sliding_windows(layout, [5, 3]).unwrap();
        let strided = slice(windows, (stepped(.., 2), stepped(1.., 3), stepped(.., 2), stepped(.., -1))).unwrap();
        assert_eq!(strided.dims(), [3, 2, 3, 3]);
        for [i, j, a, b] in Indices::new(strided.dims()) {
            assert_eq!(strided.try_apply([i, j, a, b]), layout.try_apply([2 * i + 2 * a, 1 + 3 * j + (2 - b)]));
        }
    }
}
