//! The positions of a warp as planes of bits: one word for each bit of a position, with a bit for each lane.
//!
//! So a swizzle is a few operations for all lanes at once, and so is counting how many of them want each bank. It is what makes a
//! search over hundreds of thousands of members a matter of milliseconds. Lanes of one word count once: a swizzle whose target is
//! above the bits of an element in a word, and whose source is too, leaves elements of one word in one word.

use super::member::Swizzle;

/// The bits of a position in a tile with its padding, with room to spare.
const BITS: usize = 32;

/// The bits of a bank.
const BANK_BITS: usize = 5;

/// The different words of a warp, or rather the first lane of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    bits: [u32; BITS],
    lanes: u32,
    /// The bits of an element in a word.
    word: usize,
}

impl Planes {
    /// The planes of some positions, at most 32, of elements of which 2^word fill a word; `None` if a position has more bits. Of
    /// whole words no two may be the same.
    pub(super) fn new(positions: &[u64], word: u32) -> Option<Self> {
        let (mut rows, mut seen) = ([0_u32; BITS], 0);
        for (n, position) in positions.iter().enumerate() {
            let is_new = word == 0 || positions[..n].iter().all(|other| other >> word != position >> word);
            if is_new {
                *rows.get_mut(seen)? = u32::try_from(*position).ok()?;
                seen += 1;
            }
        }
        transpose(&mut rows);
        let lanes = if seen == BITS { u32::MAX } else { (1 << seen) - 1 };
        Some(Self { bits: rows, lanes, word: word as usize })
    }

    /// The wavefronts above ideal under a swizzle of rows of 2^row positions; `None` for a swizzle that parts words.
    pub(super) fn extra(&self, swizzle: Swizzle, row: u32) -> Option<u64> {
        let (from, to, count) = match swizzle {
            Swizzle::None => (0, 0, 0),
            // The columns of a word are xored alike only where all of them are of one row, which they are.
            Swizzle::Rows { bits } => (row as usize, 0, bits as usize),
            Swizzle::Bits { b, m, s } => {
                let (m, distance) = (m as usize, s.unsigned_abs() as usize);
                let (from, to) = if s >= 0 { (m + distance, m) } else { (m, m + distance) };
                (from, to, b as usize)
            }
        };
        if count > 0 && from < self.word || from + count > BITS || to + count > BITS || row as usize >= BITS {
            return None;
        }
        let mut banks = [0_u32; BANK_BITS];
        for (k, bank) in banks.iter_mut().enumerate() {
            let bit = k + self.word;
            *bank = self.bits[bit];
            if bit >= to && bit < to + count {
                *bank ^= self.bits[bit - to + from];
            }
        }
        Some(most(banks, self.lanes).saturating_sub(1))
    }
}

impl Planes {
    /// The wavefronts above ideal that every swizzle of some bank bits takes at least.
    ///
    /// Lanes whose other bank bits are the same are in 2^count banks whatever the swizzle does, so that one of these has its part of
    /// them.
    pub(super) fn least(&self, target: Target) -> u64 {
        let (mut leaves, mut len) = ([0_u32; 1 << (BANK_BITS - 1)], 1);
        leaves[0] = self.lanes;
        for bit in (0..BANK_BITS).filter(|bit| !target.bits().contains(bit)) {
            let plane = self.bits[bit + self.word];
            for leaf in 0..len {
                leaves[leaf + len] = leaves[leaf] & plane;
                leaves[leaf] &= !plane;
            }
            len *= 2;
        }
        let most = leaves[..len].iter().map(|leaf| leaf.count_ones()).max().unwrap_or(0);
        u64::from(most.div_ceil(1 << target.count).saturating_sub(1))
    }
}

/// Bank bits that follow each other: the only ones that a swizzle changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    first: usize,
    count: usize,
}

impl Target {
    /// So many targets there are of at most 3 bits; more leave little to be said.
    pub(super) const COUNT: usize = 3 * BANK_BITS;

    /// The target of a swizzle of rows of 2^row positions, of elements of which 2^word fill a word, if it has at most 3 bits and
    /// leaves words whole.
    pub(super) fn of(swizzle: Swizzle, row: u32, word: u32) -> Option<Self> {
        let (from, to, count) = match swizzle {
            Swizzle::None => return None,
            Swizzle::Rows { bits } => (row, word, bits.checked_sub(word)?),
            Swizzle::Bits { b, m, s } if s >= 0 => (m + s.unsigned_abs(), m, b),
            Swizzle::Bits { b, m, s } => (m, m + s.unsigned_abs(), b),
        };
        let first = to.checked_sub(word)? as usize;
        let count = (count as usize).min(BANK_BITS.saturating_sub(first));
        (from >= word && (1..=3).contains(&count)).then_some(Self { first, count })
    }

    /// Its number, below [`COUNT`](Target::COUNT).
    pub(super) fn number(self) -> usize {
        (self.count - 1) * BANK_BITS + self.first
    }

    fn bits(self) -> core::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// The most lanes of which the bits in some planes are the same.
fn most([a, b, c, d, e]: [u32; BANK_BITS], lanes: u32) -> u64 {
    let two = |x: u32, y: u32, of: u32| [of & !x & !y, of & x & !y, of & !x & y, of & x & y];
    let (low, high) = (two(a, b, lanes), two(c, d, lanes));
    let mut most = [0_u32; 4];
    for high in high {
        for of in [high & !e, high & e] {
            for (most, low) in most.iter_mut().zip(low) {
                *most = (*most).max((low & of).count_ones());
            }
        }
    }
    u64::from(most.into_iter().max().unwrap_or(0))
}

/// Transposes a matrix of 32 × 32 bits: bit j of row i becomes bit i of row j (Warren, *Hacker's Delight*, section 7-3).
fn transpose(rows: &mut [u32; BITS]) {
    let (mut width, mut mask) = (16, 0x0000_ffff_u32);
    while width > 0 {
        let mut row = 0;
        while row < BITS {
            let moved = (rows[row] >> width ^ rows[row + width]) & mask;
            rows[row + width] ^= moved;
            rows[row] ^= moved << width;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_machine::Request;
    use random::Random;

    #[test]
    fn planes_count_what_requests_count() {
        let mut random = Random::fresh();
        let (mut conflicts, mut none, mut bounded) = (0, 0, 0);
        for _ in 0..3000 {
            let word = random.below(3) as u32;
            let (stride, row) = (1 + random.below(70), 3 + random.below(4) as u32);
            let count = 1 + random.index(32);
            let is_strided = random.one_in(2);
            let mut positions = [0_u64; 32];
            for (n, position) in positions.iter_mut().enumerate() {
                // Of whole words no two are the same, as is asked for; parts of words may share one.
                let apart = if word == 0 { 2048 * n as u64 } else { 0 };
                *position = if is_strided { n as u64 * stride } else { apart + random.below(2000) };
            }
            let positions = &positions[..count];
            let b = 1 + random.below(3) as u32;
            let s = (b + random.below(4) as u32) as i32;
            let swizzle = match random.below(4) {
                0 => Swizzle::None,
                1 => Swizzle::Rows { bits: 1 + random.below(row.into()) as u32 },
                sign => Swizzle::Bits { b, m: random.below(5) as u32, s: if sign == 2 { s } else { -s } },
            };
            let planes = Planes::new(positions, word).unwrap();
            let Some(extra) = planes.extra(swizzle, row) else {
                assert!(
                    matches!(swizzle, Swizzle::Bits { m, s, .. } if s < 0 && m < word || s > 0 && m + s as u32 <= word)
                );
                none += 1;
                continue;
            };
            let bytes = 4 >> word;
            let mut request = Request::new(bytes);
            for (lane, position) in positions.iter().enumerate() {
                request.add(lane as u32, swizzle.apply(*position, 1 << row) * u64::from(bytes));
            }
            let cost = request.wavefronts();
            assert_eq!(extra, cost.taken - cost.ideal, "{positions:?} {swizzle:?} {word} {row}");
            if let Some(target) = Target::of(swizzle, row, word) {
                assert!(target.number() < Target::COUNT);
                assert!(planes.least(target) <= extra, "{positions:?} {swizzle:?} {word} {row}");
                bounded += u32::from(planes.least(target) > 0);
            }
            conflicts += u32::from(extra > 0);
        }
        assert!(conflicts > 500 && none > 50 && bounded > 100, "{conflicts} {none} {bounded}");
    }
}
