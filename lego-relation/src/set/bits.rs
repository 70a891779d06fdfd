//! A bit for each point of a box.

use super::runs::Run;
use std::sync::atomic::{AtomicU64, Ordering};

/// A bit for each of so many points.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

/// A bit for each of so many points, which several threads put in.
#[derive(Debug)]
pub(crate) struct SharedBits {
    words: Vec<AtomicU64>,
}

impl SharedBits {
    pub(crate) fn new(points: u64) -> Self {
        Self { words: std::iter::repeat_with(AtomicU64::default).take(points.div_ceil(64) as usize).collect() }
    }

    /// Puts a point in; whether it was in already.
    pub(crate) fn put(&self, point: u64) -> bool {
        let bit = 1 << (point % 64);
        // No other memory hangs on a bit.
        self.words[(point / 64) as usize].fetch_or(bit, Ordering::Relaxed) & bit != 0
    }

    /// The bits, when all are in.
    pub(crate) fn into_bits(self) -> Bits {
        Bits { words: self.words.into_iter().map(AtomicU64::into_inner).collect() }
    }
}

impl Bits {
    pub(crate) fn new(points: u64) -> Self {
        Self { words: vec![0; points.div_ceil(64) as usize] }
    }

    /// Puts a point in; whether it was in already.
    pub(crate) fn put(&mut self, point: u64) -> bool {
        let word = &mut self.words[(point / 64) as usize];
        let bit = 1 << (point % 64);
        let was = *word & bit != 0;
        *word |= bit;
        was
    }

    /// Puts all points of a run in.
    pub(crate) fn put_run(&mut self, run: Run) {
        let (mut at, end) = (run.start, run.end);
        while at < end {
            let (word, low) = ((at / 64) as usize, at % 64);
            let count = (64 - low).min(end - at);
            let mask = if count == 64 { u64::MAX } else { ((1 << count) - 1) << low };
            self.words[word] |= mask;
            at += count;
        }
    }

    pub(crate) fn has(&self, point: u64) -> bool {
        self.words.get((point / 64) as usize).is_some_and(|word| word >> (point % 64) & 1 != 0)
    }

    pub(crate) fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The next point from `from` on that is in (or not in, if `inside` is false); the end of the words if there is none.
    fn next(&self, from: u64, inside: bool) -> u64 {
        let end = self.words.len() as u64 * 64;
        let mut word = (from / 64) as usize;
        let mut mask = u64::MAX << (from % 64);
        while let Some(&bits) = self.words.get(word) {
            let wanted = if inside { bits } else { !bits } & mask;
            if wanted != 0 {
                return word as u64 * 64 + u64::from(wanted.trailing_zeros());
            }
            mask = u64::MAX;
            word += 1;
        }
        end
    }

    /// The first run from a point on.
    pub(crate) fn run_from(&self, from: u64) -> Option<Run> {
        let end = self.words.len() as u64 * 64;
        if from >= end {
            return None;
        }
        let start = self.next(from, true);
        (start < end).then(|| start..self.next(start, false))
    }

    /// The last point.
    pub(crate) fn last(&self) -> Option<u64> {
        let word = self.words.iter().rposition(|&word| word != 0)?;
        Some(word as u64 * 64 + 63 - u64::from(self.words[word].leading_zeros()))
    }

    /// How many runs there are.
    pub(crate) fn runs(&self) -> u64 {
        let mut before = 0;
        let mut count = 0;
        for &word in &self.words {
            count += u64::from((word & !(word << 1 | before)).count_ones());
            before = word >> 63;
        }
        count
    }
}
