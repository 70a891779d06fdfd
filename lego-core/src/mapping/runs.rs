//! Runs that begin anywhere: how an axis is cut where a window starts inside of a tile.

use crate::check::gcd;

/// Runs along one axis, the first of which may lack its beginning; told by [`Mapping::runs`](super::Mapping::runs).
///
/// A window of a tiled layout starts inside of a tile: the first run is what is left of that tile, those behind it are whole
/// again, but for the last.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::{Runs, Window};
/// // Columns 3 to 9 of tiles of 4×4: one column of a tile, a whole one, and two columns of the next.
/// let window = Window::new(Tiled::<4, 12, 4>, [0, 3], [4, 7])?;
/// let runs = Runs { len: 4, phase: 3, step: 1 };
/// assert_eq!(window.runs(1), Some(runs));
/// assert_eq!((runs.rest(0), runs.rest(1), runs.rest(6)), (1, 4, 3));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Runs {
    /// The elements of a whole run.
    pub len: usize,
    /// How many elements the first run lacks, fewer than `len`; 0 where it is whole.
    pub phase: usize,
    /// By how much the position grows for a step within a run.
    pub step: isize,
}

impl Runs {
    /// How many elements there are of a run from a place on, if the axis does not end before; 0 where `len` is 0, which breaks
    /// the law of runs.
    #[inline(always)]
    pub fn rest(&self, place: usize) -> usize {
        self.len - self.phase.wrapping_add(place).checked_rem(self.len).unwrap_or(0)
    }

    /// The runs of a part of the axis that starts at `origin` and has `extent` elements: a part of one run is one that lacks
    /// nothing.
    #[inline]
    pub(super) fn from(self, origin: usize, extent: usize) -> Self {
        let Self { len, step, .. } = self;
        let phase = len - self.rest(origin);
        Self { len, phase: if extent <= len - phase { 0 } else { phase }, step }
    }

    /// Runs that begin with the axis, each of which lies in one of these: their length and the step, as
    /// [`run`](super::Mapping::run) tells them.
    #[inline]
    pub(super) fn whole(self) -> (usize, isize) {
        (gcd(self.len as u128, self.phase as u128) as usize, self.step)
    }
}
