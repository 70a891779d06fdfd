//! Where the axes of a copy are cut: at every border of a run of either side.

use super::axis::Axis;
use crate::mapping::Runs;

/// Where an axis is cut: into pieces of `len` elements, the first of which lacks `phase`, fewer than `len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) len: usize,
    phase: usize,
}

impl Cut {
    /// Into pieces of a length, the first one whole.
    #[inline]
    pub(super) fn every(len: usize) -> Self {
        Self { len, phase: 0 }
    }

    /// At the borders of the runs along an axis of an extent above 0.
    #[inline]
    fn of(runs: Runs, extent: usize) -> Self {
        // A length of 0 breaks the law of runs.
        let len = runs.len.max(1);
        let phase = if runs.phase < len { runs.phase } else { 0 };
        if extent <= len - phase { Self::every(extent) } else { Self { len, phase } }
    }

    /// The elements of the first piece, if the axis does not end before.
    #[inline]
    pub(super) fn first(self) -> usize {
        self.len - self.phase
    }

    /// The same cuts of the part of the axis from a place on.
    #[inline]
    pub(super) fn from(self, place: usize) -> Self {
        let Self { len, phase } = self;
        Self { len, phase: if phase == 0 && place < len { place } else { phase.wrapping_add(place) % len } }
    }

    /// Whether all these cuts of an axis of an extent are among the others too.
    #[inline]
    pub(super) fn is_among(self, others: Self, extent: usize) -> bool {
        let is_border = |place: usize| others.phase.wrapping_add(place) % others.len == 0;
        self == others || self.first() >= extent || (is_border(self.first()) && self.len % others.len == 0)
    }
}

/// An axis of a copy, with the cuts of both sides: within a piece, from one cut to the next of either side, both have a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutAxis {
    /// Of a piece that is as large as one can be.
    pub(super) axis: Axis,
    pub(super) source: Cut,
    pub(super) destination: Cut,
}

impl CutAxis {
    /// The axis of an extent above 0; each element is a piece of its own where a side has no runs.
    #[inline]
    pub(super) fn new(source: Option<Runs>, destination: Option<Runs>, extent: usize) -> Self {
        let one = Cut::every(1);
        let cut = destination.map_or(one, |runs| Cut::of(runs, extent));
        match (source, destination) {
            (Some(a), Some(b)) => {
                let source = Cut::of(a, extent);
                let axis = Axis { extent: source.len.min(cut.len).min(extent), source_step: a.step, step: b.step };
                Self { axis, source, destination: cut }
            }
            _ => Self { axis: Axis { extent: 1, source_step: 0, step: 0 }, source: one, destination: cut },
        }
    }

    /// The elements of the first piece.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.source.first().min(self.destination.first())
    }

    /// The elements of most pieces, at least about.
    #[inline]
    pub(super) fn usual(&self, extent: usize) -> usize {
        let Self { axis, source, destination } = *self;
        let is_one_cut = source.is_among(destination, extent) || destination.is_among(source, extent);
        // Two cuts in turns halve the pieces.
        if is_one_cut { axis.extent } else { axis.extent.div_ceil(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// Where pieces begin, but for the first, on an axis of an extent.
    fn borders(cut: Cut, extent: usize) -> Vec<usize> {
        (cut.first()..extent).step_by(cut.len).collect()
    }

    /// All cuts of small lengths.
    fn cuts(extent: usize) -> impl Iterator<Item = Cut> {
        let runs = (1..7).flat_map(|len| (0..len).map(move |phase| Runs { len, phase, step: 1 }));
        runs.map(move |runs| {
            let cut = Cut::of(runs, extent);
            let expected = (1..extent).filter(|place| (runs.phase + place) % runs.len == 0);
            assert!(borders(cut, extent).into_iter().eq(expected), "{runs:?}");
            cut
        })
    }

    #[test]
    fn cuts_of_small_axes() {
        for extent in 1..13 {
            for cut in cuts(extent) {
                for place in 0..extent {
                    let expected = borders(cut, extent).into_iter().filter(|&b| b > place).map(|b| b - place);
                    assert!(borders(cut.from(place), extent - place).into_iter().eq(expected), "{cut:?} from {place}");
                }
                for other in cuts(extent) {
                    let (all, others) = (borders(cut, extent), borders(other, extent));
                    let is_among = all.iter().all(|border| others.contains(border));
                    // It may not be seen where there are few.
                    assert!(is_among || !cut.is_among(other, extent), "{cut:?} {other:?}");
                    assert!(cut.is_among(other, extent) || !is_among || all.len() < 2, "{cut:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn what_breaks_the_law_of_runs_cuts_somewhere() {
        let most = usize::MAX;
        for (len, phase) in [(0, 0), (0, 5), (3, 7), (most, most), (most, most - 1), (most - 1, 1)] {
            for extent in [1, 2, 9, most] {
                let cut = Cut::of(Runs { len, phase, step: 1 }, extent);
                assert!(cut.len > 0 && (1..=cut.len).contains(&cut.first()));
                for place in [0, 1, most / 2, most] {
                    assert!((1..=cut.len).contains(&cut.from(place).first()));
                    let _ = cut.is_among(cut.from(place), extent);
                }
            }
        }
    }
}
