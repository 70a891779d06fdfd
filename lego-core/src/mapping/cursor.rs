//! A cursor: an index with its position, which steps along the axes.

use super::mapping::Mapping;
use super::runs::Runs;
use super::slice::outside_of;
use crate::error::LayoutError;

/// An index and its position, from which the positions of neighbours are found.
///
/// A step within a [run](Mapping::runs) adds the run's step to the position: inside a tile, along a row. Only a step over the
/// border of a tile asks the mapping again. That is worth it where `apply` is dear and runs are long; where positions are
/// sums over the axes, [`Offsets`](super::Offsets) make every step cheap, and a point that is anywhere as well.
///
/// Law: `cursor.position() == mapping.apply(cursor.index())`, and the index is inside the dims.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::mapping::Cursor;
/// let mut cursor = Cursor::new(Tiled::<4, 8, 2>, [1, 1])?;
/// assert_eq!(cursor.position(), 3);
/// assert_eq!(cursor.neighbour(0, -1), Some(1)); // in the same tile
/// assert_eq!(cursor.neighbour(1, 1), Some(6)); // in the next one
/// assert_eq!(cursor.neighbour(0, 3), None); // outside
/// assert!(cursor.step(1, 1));
/// assert_eq!((cursor.index(), cursor.position()), ([1, 2], 6));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor<M: Mapping> {
    mapping: M,
    dims: M::Index,
    index: M::Index,
    position: usize,
}

impl<M: Mapping<Position = usize>> Cursor<M> {
    /// A cursor at an index.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if the index is not inside the dims.
    pub fn new(mapping: M, index: M::Index) -> Result<Self, LayoutError> {
        let dims = mapping.dims();
        if index.as_ref().iter().zip(dims.as_ref()).any(|(place, extent)| place >= extent) {
            return Err(outside_of(index.as_ref(), dims.as_ref()));
        }
        let position = mapping.apply(index);
        Ok(Self { mapping, dims, index, position })
    }

    /// The index where the cursor is.
    #[inline(always)]
    pub fn index(&self) -> M::Index {
        self.index
    }

    /// The position of that index.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The mapping.
    #[inline(always)]
    pub fn mapping(&self) -> &M {
        &self.mapping
    }

    /// The position `by` further along an axis, `None` outside the dims. The cursor stays.
    ///
    /// Law: it is `mapping.try_apply(index + by·unit(axis))`.
    ///
    /// # Panics
    /// If there is no such axis.
    #[inline(always)]
    pub fn neighbour(&self, axis: usize, by: isize) -> Option<usize> {
        let (extent, from) = (self.dims.as_ref()[axis], self.index.as_ref()[axis]);
        let to = from.checked_add_signed(by).filter(|&to| to < extent)?;
        match self.mapping.runs(axis) {
            Some(runs) if is_in_one(runs, from.min(to), from.max(to), extent) => {
                Some(self.position.wrapping_add_signed(runs.step.wrapping_mul(by)))
            }
            _ => {
                let mut index = self.index;
                index.as_mut()[axis] = to;
                Some(self.mapping.apply(index))
            }
        }
    }

    /// Goes `by` along an axis, and says whether it could: at the border of the dims it stays.
    ///
    /// # Panics
    /// If there is no such axis.
    #[inline(always)]
    pub fn step(&mut self, axis: usize, by: isize) -> bool {
        let Some(position) = self.neighbour(axis, by) else { return false };
        let place = &mut self.index.as_mut()[axis];
        *place = place.wrapping_add_signed(by);
        self.position = position;
        true
    }
}

/// Whether two places of an axis lie in one of its runs.
#[inline(always)]
fn is_in_one(runs: Runs, low: usize, high: usize, extent: usize) -> bool {
    (runs.phase == 0 && runs.len >= extent) || high - low < runs.rest(low)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::{Coord, Indices};
    use crate::samples::{Blocked, Broken, Col, Ragged, Row, Strided, Tiled};

    fn check<M: Mapping<Index = [usize; R], Position = usize>, const R: usize>(mapping: M)
    where
        [usize; R]: Coord,
    {
        let dims = mapping.dims();
        for index in Indices::new(dims) {
            let cursor = Cursor::new(&mapping, index).unwrap();
            for axis in 0..R {
                let extent = dims[axis] as isize;
                for by in (-extent - 1..=extent + 1).chain([isize::MIN, isize::MAX]) {
                    let mut next = index;
                    let inside = next[axis].checked_add_signed(by).filter(|&place| place < dims[axis]);
                    let expected = inside.map(|place| {
                        next[axis] = place;
                        mapping.apply(next)
                    });
                    assert_eq!(cursor.neighbour(axis, by), expected, "{index:?} {axis} {by}");
                    let mut stepping = Cursor::new(&mapping, index).unwrap();
                    assert_eq!(stepping.step(axis, by), expected.is_some());
                    assert_eq!((stepping.index(), stepping.position()), (next, mapping.apply(next)));
                }
            }
        }
        assert!(matches!(Cursor::new(&mapping, dims), Err(LayoutError::TooLarge { .. })));
    }

    #[test]
    fn every_neighbour_of_every_index() {
        check(Row::<3, 5>);
        check(Col::<3, 5>);
        check(Tiled::<6, 9, 3>);
        check(Ragged { dims: [7, 11], tile: [3, 4], columns: true });
        check(Blocked { dims: [2, 5, 3, 2], block: 4 });
        check(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]));
    }

    #[test]
    fn layouts_that_lie_give_positions_and_no_panic() {
        for lie in Broken::LIES {
            let mut cursor = Cursor::new(Broken { lie }, [1, 1]).unwrap();
            for (axis, by) in [(0, 1), (1, -1), (1, 4), (0, -3)] {
                let _ = (cursor.neighbour(axis, by), cursor.step(axis, by));
            }
        }
    }
}
