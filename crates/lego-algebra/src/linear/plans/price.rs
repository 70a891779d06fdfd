//! What a plan costs, in instructions that each thread of a warp issues.

use core::fmt;
use core::ops::Add;

/// Instructions by kind, and the wavefronts that those on shared memory take.
///
/// What addresses and indices take is not counted: most of it is the same for every element and computed once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Shuffles of 32 bits between the lanes of a warp.
    pub shuffles: u64,
    /// Selections of 32 bits between registers by a predicate.
    pub selects: u64,
    /// Loads and stores of shared memory, ldmatrix and stmatrix among them.
    pub accesses: u64,
    /// Wavefronts of a warp's loads and stores of shared memory.
    pub wavefronts: u64,
    /// Barriers of the block.
    pub barriers: u64,
}

impl Price {
    /// All instructions, whatever they do.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        let kinds = [self.shuffles, self.selects, self.accesses, self.barriers];
        kinds.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }
}

impl Price {
    /// What a warp's instructions take of a multiprocessor's time, in half cycles: the throughput of an H100, with which measured times of
    /// conversions agree. A barrier costs little where other warps have work.
    ///
    /// ```
    /// use lego_algebra::linear::plans::Price;
    /// let by_shuffles = Price { shuffles: 4, selects: 16, ..Price::default() };
    /// let by_memory = Price { accesses: 8, wavefronts: 8, barriers: 1, ..Price::default() };
    /// assert_eq!((by_shuffles.half_cycles(), by_memory.half_cycles()), (24, 24));
    /// ```
    #[must_use]
    pub const fn half_cycles(&self) -> u64 {
        let memory = self.wavefronts.saturating_mul(2).saturating_add(self.barriers.saturating_mul(8));
        self.shuffles.saturating_mul(2).saturating_add(self.selects).saturating_add(memory)
    }
}

impl Add for Price {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            shuffles: self.shuffles.saturating_add(other.shuffles),
            selects: self.selects.saturating_add(other.selects),
            accesses: self.accesses.saturating_add(other.accesses),
            wavefronts: self.wavefronts.saturating_add(other.wavefronts),
            barriers: self.barriers.saturating_add(other.barriers),
        }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.shuffles, "shuffles"),
            (self.selects, "selects"),
            (self.accesses, "accesses"),
            (self.wavefronts, "wavefronts"),
            (self.barriers, "barriers"),
        ];
        let mut first = true;
        for (count, name) in kinds.iter().filter(|(count, _)| *count > 0) {
            write!(f, "{}{count} {name}", if first { "" } else { ", " })?;
            first = false;
        }
        if first { f.write_str("nothing") } else { Ok(()) }
    }
}
