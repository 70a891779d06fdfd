//! Runs of points, and what walks them in order whatever keeps the points.

use super::bits::Bits;
use std::ops::Range;

/// Points that follow each other in lexicographic order, by their places in the box; never empty.
pub(crate) type Run = Range<u64>;

/// The points of a set.
#[derive(Clone, Debug)]
pub(crate) enum Points {
    /// In ascending order, each behind the end of the one before it.
    Runs(Vec<Run>),
    /// One bit a point of the box.
    Bits(Bits),
}

impl Points {
    pub(crate) fn walk(&self) -> Walk<'_> {
        Walk { points: self, next: 0 }
    }
}

/// The runs of a set in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    points: &'a Points,
    /// The number of the next run, or the place from which the bits are looked at.
    next: u64,
}

impl Iterator for Walk<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        match self.points {
            Points::Runs(runs) => {
                let run = runs.get(self.next as usize)?.clone();
                self.next += 1;
                Some(run)
            }
            Points::Bits(bits) => {
                let run = bits.run_from(self.next)?;
                self.next = run.end;
                Some(run)
            }
        }
    }
}
