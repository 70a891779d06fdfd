//! A bit for each point of a box.

use std::ops::Range;

/// A bit for each of so many points.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// So many points may have a bit each: 1 GiB.
    pub(crate) const MOST: u64 = 1 << 33;

    /// How many threads may have bits for so many points each: 2 GiB in all.
    pub(crate) fn threads(points: u64) -> u64 {
        (2 * Self::MOST / points.max(1)).max(1)
    }

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

    /// Puts points in, those from an end on left out; whether one of them was in already.
    pub(crate) fn put_all(&mut self, points: &[u64], end: u64) -> bool {
        let mut twice = 0;
        for &point in points {
            if point < end {
                let word = &mut self.words[(point / 64) as usize];
                twice |= *word >> (point % 64);
                *word |= 1 << (point % 64);
            }
        }
        twice & 1 != 0
    }

    /// Puts in what another one of as many points has; whether both have a point.
    pub(crate) fn unite(&mut self, other: &Self) -> bool {
        let mut both = 0;
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            both |= *word & other;
            *word |= other;
        }
        both != 0
    }

    /// Puts all points of a run in.
    pub(crate) fn put_run(&mut self, run: Range<u64>) {
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
    pub(crate) fn run_from(&self, from: u64) -> Option<Range<u64>> {
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
