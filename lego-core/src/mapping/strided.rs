//! Maps by strides: any base, extents and strides, so also broadcasts and arrays with holes; and those of them that are layouts.

// Two proofs, for a layout whose private fields are checked when it is made.
#![allow(unsafe_code)]

use super::coord::Coord;
use super::in_span::InSpan;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::Mapping;
use super::proved_runs::ProvedRuns;
use crate::error::{LayoutError, Message};
use crate::text::Text;

/// Index `i` at position `base + Σ strides[k]·i[k]`: a mapping that need be neither injective nor onto.
///
/// A stride of 0 is a broadcast, one below zero runs backwards; positions that no index has are holes. Arrays are read
/// through it as it is. What is changed through it has to be a layout, which [`into_layout`](Self::into_layout) proves.
///
/// Law: every position is at least 0 and below the span, which is one more than the largest.
///
/// ```
/// use lego_core::Mapping;
/// use lego_core::array::{View2D, ViewMut2D};
/// use lego_core::mapping::Strided;
/// // One row of three, seen as four.
/// let rows = Strided::new([4, 3], [0, 1])?;
/// let view = View2D::from_physical(rows, &[10, 20, 30][..])?;
/// assert_eq!((view[[0, 1]], view[[3, 1]], rows.span()), (20, 20, 3));
/// let error = rows.into_layout().unwrap_err();
/// assert_eq!(error.to_string(), "no two indices may share a position: [0, 0] and [1, 0] both go to position 0");
/// // Rows of three in a buffer with rows of five.
/// let padded = Strided::new([2, 3], [5, 1])?.into_layout()?;
/// let mut elements = [0; 8];
/// ViewMut2D::from_physical(padded, &mut elements[..])?[[1, 2]] = 7;
/// assert_eq!(elements[7], 7);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strided<const R: usize> {
    dims: [usize; R],
    base: usize,
    strides: [isize; R],
    span: usize,
}

impl<const R: usize> Strided<R>
where
    [usize; R]: Coord,
{
    /// From base 0 on.
    ///
    /// # Errors
    /// As of [`from_base`](Self::from_base).
    pub const fn new(dims: [usize; R], strides: [isize; R]) -> Result<Self, LayoutError> {
        Self::from_base(0, dims, strides)
    }

    /// From any base on.
    ///
    /// # Errors
    /// [`LayoutError::TooSmall`] where a position is below 0, [`LayoutError::Overflow`] where one is beyond an index.
    pub const fn from_base(base: usize, dims: [usize; R], strides: [isize; R]) -> Result<Self, LayoutError> {
        // 32 axes of products below 2^127 would leave 128 bits: each is cut off far beyond an index.
        const FAR: i128 = 1 << 100;
        let (mut least, mut largest, mut is_empty, mut axis) = (base as i128, base as i128, false, 0);
        while axis < R {
            let last = dims[axis].saturating_sub(1) as i128;
            let reach = (strides[axis] as i128).saturating_mul(last);
            if reach < 0 {
                least += if reach < -FAR { -FAR } else { reach };
            } else {
                largest += if reach > FAR { FAR } else { reach };
            }
            is_empty |= dims[axis] == 0;
            axis += 1;
        }
        if is_empty {
            return Ok(Self { dims, base, strides, span: 0 });
        }
        if least < 0 {
            return Err(LayoutError::TooSmall { what: Text::new("the least position"), value: least, least: 0 });
        }
        if largest >= isize::MAX as i128 {
            return Err(LayoutError::Overflow {
                what: Text::new("the largest position"),
                bits: isize::BITS as u128 - 1,
            });
        }
        Ok(Self { dims, base, strides, span: largest as usize + 1 })
    }

    /// The same map as a layout, if its strides show that no two indices share a position.
    ///
    /// They do where each is more than all steps along the axes of smaller strides can make up together, as in a mixed radix.
    ///
    /// # Errors
    /// [`LayoutError::SharedPosition`] with two indices that share one. [`LayoutError::Misplaced`] where there are none, but
    /// strides reach between each other, as in `(2, 3):(3, 2)`: [`Tabulated`](super::Tabulated) has the inverse of these by a table.
    pub fn into_layout(self) -> Result<StridedLayout<R>, LayoutError> {
        let mut order: [usize; R] = core::array::from_fn(|axis| axis);
        order.sort_unstable_by_key(|&axis| core::cmp::Reverse((self.strides[axis].unsigned_abs(), self.dims[axis])));
        let steps = |axis: usize| self.dims[axis].saturating_sub(1);
        let mut reach = 0_usize;
        for &axis in order.iter().rev().filter(|&&axis| self.span > 0 && steps(axis) > 0) {
            let stride = self.strides[axis].unsigned_abs();
            if stride <= reach {
                return Err(self.shared(axis, &order));
            }
            // The largest position fits, and this is no more.
            reach = reach.saturating_add(stride.saturating_mul(steps(axis)));
        }
        Ok(StridedLayout { map: self, order })
    }

    /// Two indices that share a position where the stride of an axis is reached by steps along smaller ones, if they are found.
    #[cold]
    fn shared(&self, axis: usize, order: &[usize; R]) -> LayoutError {
        // Multiples of the stride by the smaller strides, the largest first: what a mixed radix would make of them.
        let stride = self.strides[axis].unsigned_abs();
        for times in 1..self.dims[axis].min(1 << 12) {
            let Some(mut rest) = stride.checked_mul(times) else { break };
            let (mut one, mut other) = ([0; R], [0; R]);
            *(if self.strides[axis] < 0 { &mut other } else { &mut one }).get_mut(axis).unwrap_or(&mut 0) = times;
            let smaller = order.iter().skip_while(|&&before| before != axis).skip(1);
            for &small in smaller.filter(|&&small| self.strides[small] != 0) {
                let step = self.strides[small].unsigned_abs();
                let count = (rest / step).min(self.dims[small].saturating_sub(1));
                rest -= count * step;
                if self.strides[small] < 0 { one[small] = count } else { other[small] = count }
            }
            if rest == 0 {
                let (one, other) = if one < other { (one, other) } else { (other, one) };
                let text = |index: &[usize; R]| Text::new(Message::new().list(index).as_str());
                let position = self.apply(one) as u128;
                return LayoutError::SharedPosition { first: text(&one), second: text(&other), position };
            }
        }
        let help = "they reach between each other: use Tabulated";
        LayoutError::Misplaced { what: Text::new("such strides"), help: Text::new(help) }
    }

    /// The position of the index of nothing but zeros.
    #[must_use]
    pub const fn base(&self) -> usize {
        self.base
    }

    /// By how much the position grows along each axis.
    #[must_use]
    pub const fn strides(&self) -> [isize; R] {
        self.strides
    }
}

impl<const R: usize> Mapping for Strided<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;

    // SAFETY: the fields are private and are not changed; `from_base` has found the span to be one more than the largest
    // position of an index inside the dims, in integers that hold them all, and none to be below 0.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });

    #[inline]
    fn dims(&self) -> [usize; R] {
        self.dims
    }

    #[inline]
    fn span(&self) -> usize {
        self.span
    }

    #[inline]
    fn apply(&self, index: [usize; R]) -> usize {
        index.iter().zip(self.strides).fold(self.base, |position, (&place, stride)| {
            position.wrapping_add_signed(stride.wrapping_mul(place as isize))
        })
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.strides.get(axis).copied()
    }
}

/// A [`Strided`] map in which no two indices share a position, by proof: elements are changed through it, tiles and threads may
/// have parts of them, and it has an inverse, by a division an axis.
///
/// ```
/// use lego_core::Layout;
/// use lego_core::mapping::Strided;
/// // Every second column of a matrix with columns of ten, from the last to the first.
/// let layout = Strided::from_base(40, [8, 3], [1, -20])?.into_layout()?;
/// assert_eq!((layout.try_inv(23), layout.try_inv(31)), (Some([3, 1]), None));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StridedLayout<const R: usize> {
    map: Strided<R>,
    /// The axes by their strides, the largest first.
    order: [usize; R],
}

impl<const R: usize> Mapping for StridedLayout<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;

    // SAFETY: the fields are private and are not changed. `into_layout` has found each stride of an axis of more than one index
    // to be more than all steps along the axes of smaller strides together, so that the largest axis on which two indices
    // differ decides which position is larger. Positions are below the span, as in `Strided`.
    const INJECTIVE: Option<Injective<Self>> = Some(unsafe { Injective::proved() });
    // SAFETY: dims, span and positions are those of the map.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });
    // SAFETY: the map is a sum of the strides that it tells, and each axis is one run.
    const RUNS: Option<ProvedRuns<Self>> = Some(unsafe { ProvedRuns::proved() });

    super::of_field!(map: span, stride);

    #[inline]
    fn dims(&self) -> [usize; R] {
        self.map.dims
    }

    #[inline]
    fn apply(&self, index: [usize; R]) -> usize {
        self.map.apply(index)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        true
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        self.count() == self.span()
    }
}

impl<const R: usize> Layout for StridedLayout<R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    fn inv(&self, position: usize) -> Option<[usize; R]> {
        let Strided { dims, base, strides, span } = self.map;
        if position >= span {
            return None;
        }
        // Seen from the least position all strides lead upwards.
        let backwards =
            |axis: usize| if strides[axis] < 0 { strides[axis].unsigned_abs() * (dims[axis] - 1) } else { 0 };
        let least = (0..R).fold(base, |least, axis| least.wrapping_sub(backwards(axis)));
        let mut rest = position.checked_sub(least)?;
        let mut index = [0; R];
        for &axis in self.order.iter().filter(|&&axis| dims[axis] > 1) {
            let stride = strides[axis].unsigned_abs();
            let steps = rest / stride;
            if steps >= dims[axis] {
                return None;
            }
            rest -= steps * stride;
            index[axis] = if strides[axis] < 0 { dims[axis] - 1 - steps } else { steps };
        }
        (rest == 0).then_some(index)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::{Indices, Tabulated};
    use std::string::ToString;
    use std::vec::Vec;

    fn every<const R: usize>(most: [usize; R]) -> impl Iterator<Item = [usize; R]>
    where
        [usize; R]: Coord,
    {
        Indices::new(most)
    }

    /// Every map of three small axes, against plain sums and the table of its inverse.
    #[test]
    fn maps_and_their_inverses_are_what_the_sums_say() {
        let (mut layouts, mut shared, mut between) = (0, 0, 0);
        for dims in every([4, 4, 4]) {
            for strides in every([6, 6, 6]) {
                let strides = strides.map(|stride| stride as isize - 2);
                let base = 12;
                let Ok(map) = Strided::from_base(base, dims, strides) else {
                    let least: isize = dims.iter().zip(strides).map(|(&n, s)| (s * (n as isize - 1)).min(0)).sum();
                    assert!(base as isize + least < 0);
                    continue;
                };
                let sum = |index: [usize; 3]| {
                    let steps: isize = index.iter().zip(strides).map(|(&i, stride)| i as isize * stride).sum();
                    (base as isize + steps) as usize
                };
                let positions: Vec<usize> = Indices::new(dims).map(sum).collect();
                assert_eq!(map.span(), positions.iter().max().map_or(0, |most| most + 1));
                assert!(Indices::new(dims).map(|index| map.apply(index)).eq(positions.iter().copied()));
                match (map.into_layout(), Tabulated::new(map)) {
                    (Ok(layout), Ok(table)) => {
                        layouts += 1;
                        for position in 0..map.span() + 2 {
                            assert_eq!(layout.try_inv(position), table.try_inv(position), "{map:?} at {position}");
                        }
                        assert_eq!(layout.is_exhaustive(), table.is_exhaustive());
                    }
                    (Err(LayoutError::SharedPosition { .. }), Err(LayoutError::SharedPosition { .. })) => shared += 1,
                    // Strides that reach between each other; whether they meet only a table tells in every case.
                    (Err(LayoutError::Misplaced { .. }), _) => between += 1,
                    (found, wanted) => panic!("{map:?}: {found:?} {wanted:?}"),
                }
            }
        }
        assert!(layouts > 1000 && shared > 1000 && between > 100, "{layouts} {shared} {between}");
    }

    #[test]
    fn the_indices_that_share_a_position_do() {
        let error =
            |dims: [usize; 3], strides| Strided::new(dims, strides).unwrap().into_layout().unwrap_err().to_string();
        let words = |one, other, position| {
            format!("no two indices may share a position: {one} and {other} both go to position {position}")
        };
        use std::format;
        assert_eq!(error([2, 3, 4], [4, 0, 1]), words("[0, 0, 0]", "[0, 1, 0]", 0));
        assert_eq!(error([2, 3, 5], [20, 4, 1]), words("[0, 0, 4]", "[0, 1, 0]", 4));
        assert_eq!(error([4, 3, 1], [2, 3, 1]), words("[0, 2, 0]", "[3, 0, 0]", 6));
        let between = "such strides may not stand here: they reach between each other: use Tabulated";
        assert_eq!(error([2, 3, 1], [3, 2, 1]), between);
    }

    #[test]
    fn the_ends_of_numbers() {
        assert!(Strided::new([2], [isize::MAX]).is_err() && Strided::new([2], [isize::MIN]).is_err());
        assert!(Strided::new([usize::MAX; 32], [isize::MAX; 32]).is_err());
        assert!(Strided::from_base(usize::MAX, [1], [0]).is_err());
        let last = Strided::new([2], [isize::MAX - 1]).unwrap();
        assert_eq!(
            (last.span(), last.into_layout().unwrap().try_inv(isize::MAX as usize - 1)),
            (isize::MAX as usize, Some([1]))
        );
        assert_eq!(Strided::new([0, usize::MAX], [isize::MAX; 2]).unwrap().into_layout().unwrap().span(), 0);
        assert_eq!(Strided::new([], []).unwrap().into_layout().unwrap().try_inv(0), Some([]));
    }
}
