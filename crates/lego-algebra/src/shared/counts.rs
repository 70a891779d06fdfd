//! How many lanes want each bank, of several parts of warps side by side, so that a few operations say of all of them what the busiest
//! bank has, and what it has at least under every swizzle of some bank bits.

use lego_machine::limits::BANKS;

/// The bits of a bank, at most.
pub(super) const BANK_BITS: usize = BANKS.ilog2() as usize;

/// The lanes of a warp, and the banks, at most.
pub(super) const LANES: usize = 1 << BANK_BITS;

/// So many parts are counted side by side.
pub(super) const SIDE: usize = 16;

/// A number for each part.
type Bytes = [u8; SIDE];

/// Of each bank, how many lanes of each part want it, and after all banks those that are left out: by bytes, so that each is the number of counts.
pub(super) struct Counts([Bytes; 256]);

/// Lanes are left out that have this bit beside their bank.
pub(super) const LEFT_OUT: u8 = LANES as u8;

impl Counts {
    pub(super) fn new() -> Self {
        Self([[0; SIDE]; 256])
    }

    /// Of no lanes.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.0[..2 * LANES].fill([0; SIDE]);
    }

    /// Lanes of a part, each by its bank.
    #[inline]
    pub(super) fn add(&mut self, part: usize, banks: &[u8]) {
        let part = part % SIDE;
        let add = |bank: &u8| self.0[usize::from(*bank)][part] += 1;
        // Most parts may have as many: that many lanes need no count.
        match <&[u8; LANES]>::try_from(banks) {
            Ok(banks) => banks.iter().for_each(add),
            Err(_) => banks.iter().for_each(add),
        }
    }

    /// The wavefronts above one of each part that has lanes, all together.
    pub(super) fn extra(&self) -> u64 {
        extra(&self.0[..LANES], 0)
    }

    /// Of each window of a set, the wavefronts above one that every swizzle of it takes at least, of all parts together, where banks have so many
    /// bits. Lanes are of different words.
    ///
    /// Those whose other bank bits are the same are in 2^count banks whatever the swizzle does, and one of these has its part of them.
    pub(super) fn least(&self, set: u32, bits: usize) -> [u64; Window::COUNT] {
        let mut least = [0; Window::COUNT];
        if set & 1 != 0 {
            least[0] = self.extra();
        }
        for first in 0..bits {
            let wanted = set >> (first * ROW) & ROW_ONES;
            let (mut sums, mut banks) = ([[0; SIDE]; LANES / 2], 1 << bits);
            // Window after window from the same bit, the sums of each from those of the one before. In all banks every lane has a place of its own.
            for count in 1..bits.min((u32::BITS - wanted.leading_zeros()) as usize) {
                banks /= 2;
                for n in 0..banks {
                    let one = n >> first << (first + 1) | n & ((1 << first) - 1);
                    let from = if count == 1 { &self.0[..] } else { &sums };
                    sums[n] = both(&from[one], &from[one | 1 << first]);
                }
                if wanted >> count & 1 != 0 {
                    least[first * ROW + count] = extra(&sums[..banks], count);
                }
            }
        }
        least
    }
}

/// Each with each.
#[inline]
fn both(one: &Bytes, other: &Bytes) -> Bytes {
    let mut sum = *one;
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
    sum
}

/// The wavefronts above one that parts take at least by how many of their lanes share 2^count banks, all together.
#[inline]
fn extra(sums: &[Bytes], count: usize) -> u64 {
    let mut most = [0; SIDE];
    for sum in sums {
        most.iter_mut().zip(sum).for_each(|(most, sum)| *most = (*most).max(*sum));
    }
    let above = most.iter().map(|most| u32::from(((most + ((1 << count) - 1)) >> count).saturating_sub(1)));
    u64::from(above.sum::<u32>())
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

const ROW_ONES: u32 = (1 << ROW) - 1;

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

    /// The first bit; of the empty one, as many as there are.
    pub(super) fn first_or_none(self) -> usize {
        if self.count == 0 { BANK_BITS } else { self.first }
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
