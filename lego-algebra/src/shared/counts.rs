//! How many lanes want each bank, as bytes of four words, so that a few operations say what the busiest bank has, and what it has
//! at least under every swizzle of some bank bits.

use core::cell::OnceCell;

/// A byte for each.
const ONES: u64 = u64::MAX / 255;

/// The bits of a bank, at most.
pub(super) const BANK_BITS: usize = 5;

/// The lanes of a warp.
pub(super) const LANES: usize = 32;

/// How many lanes want each bank.
#[inline]
pub(super) fn histogram(banks: &[u8]) -> [u8; LANES] {
    let mut counts = [0; LANES];
    let mut add = |bank: &u8| counts[usize::from(*bank) % LANES] += 1_u8;
    // Most warps are whole: that many lanes need no count.
    match <&[u8; LANES]>::try_from(banks) {
        Ok(banks) => banks.iter().for_each(add),
        Err(_) => banks.iter().for_each(&mut add),
    }
    counts
}

/// So many lanes want each of the 32 banks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts([u64; 4]);

impl Counts {
    /// The counts of some banks, which are numbers below 32.
    #[inline]
    pub(super) fn new(banks: &[u8]) -> Self {
        let counts = histogram(banks);
        let [a, b, c, d] = core::array::from_fn(|n| core::array::from_fn(|k| counts[8 * n + k]));
        Self([a, b, c, d].map(u64::from_le_bytes))
    }

    /// To each bank's count that of the bank that differs in one bit.
    #[inline]
    fn folded(self, bit: usize) -> Self {
        let Self([a, b, c, d]) = self;
        // Within a word: bytes, pairs of bytes and halves change places.
        let turned = |mask: u64, by: u32| [a, b, c, d].map(|word| word + ((word & mask) << by) + (word >> by & mask));
        Self(match bit {
            0 => turned(0x00ff_00ff_00ff_00ff, 8),
            1 => turned(0x0000_ffff_0000_ffff, 16),
            2 => turned(0x0000_0000_ffff_ffff, 32),
            3 => [a + b, a + b, c + d, c + d],
            _ => [a + c, b + d, a + c, b + d],
        })
    }

    /// Whether a bank has more than so many.
    #[inline]
    fn has_more(self, than: u64) -> bool {
        if than >= LANES as u64 {
            return false;
        }
        let Self([a, b, c, d]) = self;
        // No count is above 32, so that no byte carries into the next.
        let over = (127 - than) * ONES;
        ((a + over) | (b + over) | (c + over) | (d + over)) & (ONES << 7) != 0
    }

    /// The wavefronts above one that 2^count banks take at least which share a count: some bank of them has its part.
    #[inline]
    fn extra(&self, count: usize) -> u64 {
        let mut extra = 0;
        while self.has_more((extra + 1) << count) {
            extra += 1;
        }
        extra
    }
}

/// The banks that lanes want, all of different words.
pub(super) struct Banks<'a> {
    banks: &'a [u8],
    counts: OnceCell<Counts>,
}

impl<'a> Banks<'a> {
    pub(super) fn new(banks: &'a [u8]) -> Self {
        Self { banks, counts: OnceCell::new() }
    }

    /// Adds for each window of two sets the wavefronts above one that every swizzle of it takes at least, of banks of so many bits, each to totals of
    /// its own; just what there is where the window is empty. Of a wider access so many of a window's lowest bits are no bank bits. The sum of what
    /// was added.
    ///
    /// Lanes whose other bank bits are the same are in 2^count banks whatever the swizzle does, and one of these has its part of them.
    pub(super) fn add_least(&self, sets: [u32; 2], above: usize, bits: usize, totals: [&mut [u64]; 2]) -> u64 {
        let both = sets[0] | sets[1];
        if both == 0 || self.banks.is_empty() {
            return 0;
        }
        let counts = self.counts.get_or_init(|| Counts::new(self.banks));
        let mut added = 0;
        let [mut one, mut two] = totals;
        let mut add = |number: usize, least: u64| {
            for (set, totals) in sets.iter().zip([&mut one, &mut two]) {
                if set >> number & 1 != 0 {
                    totals[number] += least;
                    added += least;
                }
            }
        };
        // In all banks every lane has a place of its own.
        let least = |counts: &Counts, count: usize| if count >= bits { 0 } else { counts.extra(count) };
        if above > 0 {
            for number in windows(both) {
                let Window { first, count } = Window::of_number(number).above(above);
                add(number, least(&(first..first + count).fold(*counts, Counts::folded), count));
            }
            return added;
        }
        for first in 0..BANK_BITS {
            // Window after window from the same bit, the sums of each from those of the one before.
            let (mut row, mut counts, mut count) = (both >> (first * ROW) & ((1 << ROW) - 1), *counts, 0);
            while row != 0 {
                if row & 1 != 0 {
                    add(first * ROW + count, least(&counts, count));
                }
                row >>= 1;
                if row != 0 {
                    counts = counts.folded(first + count);
                    count += 1;
                }
            }
        }
        added
    }
}

/// The numbers of the windows in a set.
pub(super) fn windows(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let n = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        n
    })
}

/// Numbers of windows from one first bit.
const ROW: usize = BANK_BITS + 1;

/// Bank bits that follow each other: the only ones that a swizzle changes. The empty one begins at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    first: usize,
    count: usize,
}

impl Window {
    /// All numbers are below it.
    pub(super) const COUNT: usize = BANK_BITS * ROW;

    pub(super) const EMPTY: Self = Self { first: 0, count: 0 };

    /// How many bits it has.
    pub(super) fn count(self) -> usize {
        self.count
    }

    /// Whether it has a bit.
    #[cfg(test)]
    pub(super) fn changes(self, bit: u32) -> bool {
        (self.first..self.first + self.count).contains(&(bit as usize))
    }

    /// The bits from one to before another, if there are any.
    pub(super) fn new(first: usize, end: usize) -> Self {
        let count = end.min(BANK_BITS).saturating_sub(first);
        if count == 0 { Self::EMPTY } else { Self { first, count } }
    }

    pub(super) fn number(self) -> usize {
        self.first * ROW + self.count
    }

    pub(super) fn of_number(number: usize) -> Self {
        Self { first: number / ROW, count: number % ROW }
    }

    /// The window where so many of the lowest bits are no bank bits, since accesses are wider.
    pub(super) fn above(self, bits: usize) -> Self {
        Self::new(self.first.saturating_sub(bits), (self.first + self.count).saturating_sub(bits))
    }
}

/// Which of a few numbers were there before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// A number with the round in which it came.
    places: [u64; 256],
    round: u64,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { places: [0; 256], round: 0 }
    }

    /// Forgets all.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.round += 1 << 32;
    }

    /// Whether a number comes for the first time; at most 255 different ones.
    #[inline]
    pub(super) fn is_new(&mut self, number: u32) -> bool {
        let wanted = self.round | u64::from(number);
        let mut at = (number.wrapping_mul(0x9e37_79b1) >> 24) as usize;
        loop {
            let place = &mut self.places[at];
            if *place == wanted {
                return false;
            }
            if *place >> 32 != self.round >> 32 {
                *place = wanted;
                return true;
            }
            at = (at + 1) % self.places.len();
        }
    }
}
