//! Tables of offsets, one an axis: a map whose position is put together from what each component of the index gives.

// A proof that is declared, and reads of tables at places that were compared with their lengths.
#![allow(unsafe_code)]

use super::coord::Coord;
use super::in_span::InSpan;
use super::indices::Indices;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use crate::error::{LayoutError, Message};
use crate::text::Text;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A mapping with a table for each axis, of which an access takes one entry each: the position is their sum, or their xor.
///
/// Tiles, Morton curves, Morton curves of tiles, padding and reversed axes are sums; a swizzle between powers of two is a xor.
/// Where `apply` spreads bits or divides for every access, as a stencil over a Morton curve does for every neighbour, a few
/// entries of small tables are much cheaper. Hilbert curves, anti-diagonals and skews are neither, and are an error.
///
/// The tables hold `Σ dims` numbers; a clone shares them. It is a mapping itself, and a layout where the mapping is, so that
/// arrays take it. An array that owns its tables is faster than one that borrows them: a loop that writes to it need not ask
/// again where they are. Of a layout chosen at run time, `Offsets` are the form for a loop that visits points at random: they
/// have one form, where the layout asks at each point which of its forms it has.
///
/// Law: `offsets.apply(i) == mapping.apply(i) < offsets.span()` for all indices inside the dims; [`new`](Offsets::new) has
/// looked at each.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::array::View2D;
/// use lego_core::mapping::Offsets;
/// let offsets = Offsets::new(Tiled::<4, 4, 2>)?;
/// assert_eq!(offsets.of_axis(0), [0, 2, 8, 10]);
/// assert_eq!(offsets.of_axis(1), [0, 1, 4, 5]);
/// assert_eq!(offsets.apply([3, 2]), 10 + 4);
///
/// let elements: Vec<usize> = (0..16).collect();
/// let view = View2D::from_physical(&offsets, &elements[..])?;
/// assert_eq!(view[[3, 2]], 14);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Offsets<M: Mapping> {
    mapping: M,
    /// The tables of all axes, one after the other; of rank 0 the one position; none where an extent is 0.
    entries: Arc<[usize]>,
    /// Where the table of each axis starts: where no extent is 0, `starts[k] + dims[k]` is at most their number.
    starts: M::Index,
    dims: M::Index,
    span: usize,
    joint: Joint,
}

/// How the entries of the axes make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    Sum,
    Xor,
}

impl Joint {
    #[inline(always)]
    fn join(self, a: usize, b: usize) -> usize {
        match self {
            // Axes that run backwards subtract.
            Self::Sum => a.wrapping_add(b),
            Self::Xor => a ^ b,
        }
    }

    /// What has to be joined to `from` to make `to`.
    fn between(self, from: usize, to: usize) -> usize {
        match self {
            Self::Sum => to.wrapping_sub(from),
            Self::Xor => to ^ from,
        }
    }
}

impl<M: Mapping<Index = [usize; R], Position = usize>, const R: usize> Offsets<M>
where
    [usize; R]: Coord,
{
    /// Makes the tables from the positions along each axis, and compares what they give with the mapping at every index: O(count)
    /// in time.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::Mapping;
    /// use lego_core::mapping::Offsets;
    /// #[derive(Debug)]
    /// struct Skewed;
    /// impl Mapping for Skewed {
    ///     type Index = [usize; 2];
    ///     type Position = usize;
    ///     fn dims(&self) -> [usize; 2] {
    ///         [3, 3]
    ///     }
    ///     fn span(&self) -> usize {
    ///         9
    ///     }
    ///     fn apply(&self, [i, j]: [usize; 2]) -> usize {
    ///         3 * i + (i + j) % 3
    ///     }
    /// }
    /// let error = Offsets::new(Skewed).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the position must be a sum or a xor of one number an axis: at [1, 2] it is 3, the axes give 6; \
    ///      step through this layout by a Cursor"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::NotSeparable`] with the first index where neither the sum nor the xor of the axes is the position;
    /// [`LayoutError::TooLarge`] with a position that is not below the span of the mapping, which breaks its law.
    pub fn new(mapping: M) -> Result<Self, LayoutError> {
        let offsets = Self::by(mapping, Joint::Sum);
        let Some((index, joined)) = offsets.mismatch() else { return offsets.inside() };
        let offsets = Self::by(offsets.mapping, Joint::Xor);
        if offsets.mismatch().is_none() {
            return offsets.inside();
        }
        Err(LayoutError::NotSeparable {
            index: Text::new(Message::new().list(&index).as_str()),
            position: offsets.mapping.apply(index) as u128,
            joined: joined as u128,
        })
    }

    fn by(mapping: M, joint: Joint) -> Self {
        let (dims, span) = (mapping.dims(), mapping.span());
        let (mut starts, mut entries) = ([0; R], Vec::new());
        // Without elements there is no index to ask for.
        if !dims.contains(&0) {
            let origin = mapping.apply([0; R]);
            for axis in 0..R {
                starts[axis] = entries.len();
                entries.extend((0..dims[axis]).map(|place| {
                    let mut index = [0; R];
                    index[axis] = place;
                    let position = mapping.apply(index);
                    // The first axis has the position of the origin in it.
                    if axis == 0 { position } else { joint.between(origin, position) }
                }));
            }
        }
        // Of rank 0 there is one index, and its position is the only entry.
        if R == 0 {
            entries.push(mapping.apply([0; R]));
        }
        Self { mapping, entries: entries.into(), starts, dims, span, joint }
    }

    /// The same, if all positions are below the span.
    fn inside(self) -> Result<Self, LayoutError> {
        match Indices::new(self.dims).map(|index| (index, self.apply(index))).find(|&(_, p)| p >= self.span) {
            None => Ok(self),
            Some((index, position)) => Err(LayoutError::TooLarge {
                what: Text::new(Message::new().text("the position at ").list(&index).as_str()),
                value: position as u128,
                most: (self.span as u128).saturating_sub(1),
            }),
        }
    }

    /// The first index at which the tables do not give the position, and what they give.
    fn mismatch(&self) -> Option<([usize; R], usize)> {
        let joined = |index| (index, self.apply(index));
        Indices::new(self.dims).map(joined).find(|&(index, joined)| joined != self.mapping.apply(index))
    }
}

impl<M: Mapping> Offsets<M> {
    /// The table of an axis: what each of its indices adds to the position. The first axis has the position of the origin in
    /// it; a table of an axis that runs backwards wraps.
    ///
    /// Law: the sum of `of_axis(k)[i[k]]` over the axes, wrapping, is `apply(i)`, or their xor where
    /// [`is_xor`](Offsets::is_xor).
    ///
    /// A map without indices has no entries.
    ///
    /// # Panics
    /// If there is no such axis.
    #[inline]
    pub fn of_axis(&self, axis: usize) -> &[usize] {
        let (start, extent) = (self.starts.as_ref()[axis], self.dims.as_ref()[axis]);
        // Where another extent is 0, nothing was asked for and nothing is kept.
        self.entries.get(start..).and_then(|entries| entries.get(..extent)).unwrap_or_default()
    }

    /// Whether the entries make the position by xor, not by addition.
    #[inline]
    pub fn is_xor(&self) -> bool {
        self.joint == Joint::Xor
    }

    /// The mapping that the tables came from.
    #[inline]
    pub fn mapping(&self) -> &M {
        &self.mapping
    }
}

impl<M: Mapping<Position = usize>> Mapping for Offsets<M> {
    type Index = M::Index;
    type Position = usize;

    // SAFETY: `new`, the only function that makes a value, looked at `apply` for every index inside `dims` and compared it with
    // `span`; those two and what `apply` reads are fields that nothing changes, and nothing in them has interior mutability:
    // `apply` does not ask the mapping. A clone has the same fields.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });

    of_field!(mapping: stride, run, runs, anti_diagonal_stride, is_unique, is_exhaustive);

    #[inline]
    fn dims(&self) -> M::Index {
        self.dims
    }

    #[inline]
    fn span(&self) -> usize {
        self.span
    }

    /// # Panics
    /// If the index lies outside of the dims.
    // A call in a loop costs more than the map. Iterators over these lists would make the loop several times as slow.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    fn apply(&self, index: M::Index) -> usize {
        let (places, starts, dims) = (index.as_ref(), self.starts.as_ref(), self.dims.as_ref());
        if places.is_empty() {
            return self.entries[0];
        }
        // An array has compared these, so that the loop does so once.
        for k in 0..places.len() {
            if places[k] >= dims[k] {
                outside();
            }
        }
        let mut position = 0;
        for k in 0..places.len() {
            // SAFETY: each place was found below its extent, so no extent is 0; then `starts[k] + dims[k]` is at most the number
            // of entries, which `by` made so and nothing changes.
            let entry = unsafe { *self.entries.as_ptr().add(starts[k]).add(places[k]) };
            position = self.joint.join(position, entry);
        }
        position
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside() -> ! {
    panic!("the index lies outside of the dims");
}

impl<M: Layout + Mapping<Position = usize>> Layout for Offsets<M> {
    type Preimage = M::Preimage;

    #[inline]
    fn inv(&self, position: usize) -> M::Preimage {
        self.mapping.inv(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Blocked, Broken, Col, Ragged, Row, Strided, Tiled};

    fn check<M: Mapping<Index = [usize; R], Position = usize>, const R: usize>(mapping: M) -> bool
    where
        [usize; R]: Coord,
    {
        let offsets = Offsets::new(&mapping).unwrap();
        assert_eq!(
            (offsets.dims(), offsets.count(), offsets.span()),
            (mapping.dims(), mapping.count(), mapping.span())
        );
        for index in Indices::new(mapping.dims()) {
            assert_eq!(offsets.apply(index), mapping.apply(index));
            let entries = (0..R).map(|axis| offsets.of_axis(axis)[index[axis]]);
            let joined = entries.fold(0, |a, b| if offsets.is_xor() { a ^ b } else { b.wrapping_add(a) });
            assert!(R == 0 || joined == mapping.apply(index));
        }
        offsets.is_xor()
    }

    /// A formula of two axes.
    #[derive(Debug)]
    struct Formula(fn(usize, usize) -> usize);

    impl Mapping for Formula {
        type Index = [usize; 2];
        type Position = usize;
        fn dims(&self) -> [usize; 2] {
            [8, 8]
        }
        fn span(&self) -> usize {
            128
        }
        fn apply(&self, [i, j]: [usize; 2]) -> usize {
            (self.0)(i, j)
        }
    }

    #[test]
    fn sums_and_xors() {
        check(Row::<5, 7>);
        check(Col::<1, 7>);
        check(Tiled::<6, 9, 3>);
        check(Ragged { dims: [7, 11], tile: [3, 4], columns: true });
        check(Blocked { dims: [2, 5, 3, 2], block: 4 });
        for backwards in [[true; 3], [false, true, false]] {
            assert!(!check(Strided::new([2, 3, 4], [2, 0, 1], backwards)));
        }
        check(Strided::new([0, 5], [0, 1], [false; 2]));
        let none = Offsets::new(Strided::new([5, 0], [0, 1], [false; 2])).unwrap();
        assert!(none.of_axis(0).is_empty() && none.of_axis(1).is_empty());
        check(Strided::new([], [], []));
        let swizzle = Formula(|i, j| 8 * i + (j ^ i));
        assert!(check(swizzle));
        assert!(!check(Formula(|i, j| (i & 1) * 2 + (i & 6) * 8 + (j & 3) * 4 + (j & 4) * 8 - (j & 3) * 3 - (i & 1))));
    }

    #[test]
    fn what_is_neither_is_an_error() {
        let skew = Formula(|i, j| 8 * i + (i + j) % 8);
        let error = Offsets::new(skew).unwrap_err();
        assert_eq!(error, LayoutError::NotSeparable { index: "[1, 7]".into(), position: 8, joined: 16 });
        let one_off = Formula(|i, j| if [i, j] == [5, 6] { 0 } else { 8 * i + j });
        assert!(matches!(Offsets::new(one_off), Err(LayoutError::NotSeparable { position: 0, joined: 46, .. })));
    }

    #[test]
    fn layouts_that_lie_give_positions_below_the_span_or_errors() {
        for lie in Broken::LIES {
            match Offsets::new(Broken { lie }) {
                Ok(offsets) => assert!(Indices::new([4, 6]).all(|index| offsets.apply(index) < offsets.span())),
                Err(error) => assert!(matches!(error, LayoutError::TooLarge { .. }) && lie < 2, "{lie}: {error}"),
            }
        }
        let error = Offsets::new(Broken { lie: 1 }).unwrap_err();
        let expected = LayoutError::TooLarge { what: "the position at [0, 0]".into(), value: 24, most: 23 };
        assert_eq!(error, expected);
    }

    #[test]
    fn an_index_outside_is_refused_and_nothing_is_read() {
        for (dims, index) in [([2, 3], [2, 0]), ([2, 3], [0, 3]), ([0, 5], [0, 1]), ([5, 0], [4, 0]), ([0, 0], [0, 0])]
        {
            let offsets = Offsets::new(Strided::new(dims, [0, 1], [false; 2])).unwrap();
            assert!(std::panic::catch_unwind(|| offsets.apply(index)).is_err(), "{dims:?} {index:?}");
        }
    }
}
