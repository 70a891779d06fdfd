//! What takes points in ascending order and keeps them in the form that is smaller.

use super::bits::Bits;
use super::runs::{Points, Run};

/// Boxes of more points than these never get a bit for each.
const MOST_BITS: u64 = 1 << 36;

/// Fewer runs than these are kept as runs in any case.
const FEW_RUNS: u64 = 1 << 10;

/// Takes runs in ascending order; those that touch become one.
#[derive(Debug)]
pub(crate) struct Builder {
    volume: u64,
    points: Points,
}

impl Builder {
    pub(crate) fn new(volume: u64) -> Self {
        Self { volume, points: Points::Runs(Vec::new()) }
    }

    /// Takes a run that does not begin before the last one's beginning.
    pub(crate) fn push(&mut self, run: Run) {
        if run.start >= run.end {
            return;
        }
        match &mut self.points {
            Points::Bits(bits) => bits.put_run(run),
            Points::Runs(runs) => {
                if let Some(last) = runs.last_mut().filter(|last| last.end >= run.start) {
                    last.end = last.end.max(run.end);
                    return;
                }
                runs.push(run);
                let many = runs.len() as u64;
                if many > FEW_RUNS && many > self.volume / 128 && self.volume <= MOST_BITS {
                    let mut bits = Bits::new(self.volume);
                    for run in runs.drain(..) {
                        bits.put_run(run);
                    }
                    self.points = Points::Bits(bits);
                }
            }
        }
    }

    pub(crate) fn finish(self) -> Points {
        match self.points {
            Points::Bits(bits) => of_bits(bits, self.volume),
            runs => runs,
        }
    }
}

/// Bits, or the runs that they are where these are fewer.
pub(crate) fn of_bits(bits: Bits, volume: u64) -> Points {
    let runs = bits.runs();
    if runs <= FEW_RUNS || runs <= volume / 128 {
        let points = Points::Bits(bits);
        return Points::Runs(points.walk().collect());
    }
    Points::Bits(bits)
}

/// Points of about so many runs in any order.
pub(crate) fn gather(volume: u64, count: u64, runs: impl Iterator<Item = Run>) -> Points {
    if volume <= 1 << 22 || count > volume / 1024 && volume <= MOST_BITS {
        let mut bits = Bits::new(volume);
        runs.for_each(|run| bits.put_run(run));
        return of_bits(bits, volume);
    }
    let mut runs: Vec<Run> = runs.collect();
    runs.sort_unstable_by_key(|run| run.start);
    let mut builder = Builder::new(volume);
    runs.into_iter().for_each(|run| builder.push(run));
    builder.finish()
}
