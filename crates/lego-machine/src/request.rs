//! One access of a warp, and what it takes: wavefronts of shared memory, sectors of global memory.
//!
//! # Wavefronts
//!
//! Shared memory has 32 banks of 4 bytes; the word at byte `a` is in bank `a / 4 % 32`. In one wavefront each bank gives
//! one word to all lanes that want it. The lanes of a request are served together for accesses of up to 4 bytes, the
//! two halves of the warp one after the other for 8 bytes, the four quarters for 16. So a request takes, summed over
//! the parts that have an active lane, the most different words that one bank has to give in the part; ideal is 1 for
//! each such part.
//!
//! # Sectors
//!
//! Global memory moves in sectors of 32 bytes. A request touches so many different ones; ideal are as many as its
//! different bytes fill.
//!
//! # Updates
//!
//! Atomic updates of shared memory happen one after the other where they are of one word. So a request of updates takes, summed
//! over the parts, the most lanes that one bank has to serve; this is a model of the hardware and no counter of it.
//!
//! Wavefronts and sectors are what Nsight Compute counts of the hardware, as `l1tex__data_pipe_lsu_wavefronts_mem_shared` and
//! `l1tex__t_sectors_pipe_lsu_mem_global`.

use crate::banks::{Busiest, busiest};
use crate::limits::{BANK_BYTES, BANKS, SECTOR_BYTES, WARP, WAVEFRONT_BYTES, is_access_width};

const LANES: usize = WARP as usize;

/// The addresses at which the lanes of a warp load or store by one instruction, all of the same width.
///
/// A GPU accepts only addresses that are multiples of the width. Of others the words and sectors are counted that their
/// bytes touch.
///
/// ```
/// use lego_machine::{Cost, Request};
/// // Sixteen lanes read 8 bytes each: 128 bytes, one after the other.
/// let addresses: Vec<u64> = (0..16).map(|lane| 8 * lane).collect();
/// let request = Request::of(8, &addresses);
/// assert_eq!(request.wavefronts(), Cost { taken: 1, ideal: 1 });
/// assert_eq!(request.sectors(), Cost { taken: 4, ideal: 4 });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request {
    bytes: u32,
    lanes: u32,
    addresses: [u64; LANES],
}

/// Wavefronts or sectors of requests, and the least that as many lanes could have, at their best addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number at the addresses of the lanes.
    pub taken: u64,
    /// The number at the best addresses.
    pub ideal: u64,
}

impl Cost {
    /// The cost of no request.
    pub const ZERO: Self = Self { taken: 0, ideal: 0 };

    /// Returns what is above ideal.
    pub const fn extra(self) -> u64 {
        self.taken - self.ideal
    }

    /// Returns the cost of both together.
    pub const fn plus(self, other: Self) -> Self {
        Self { taken: self.taken + other.taken, ideal: self.ideal + other.ideal }
    }
}

/// Number of lanes that shared memory serves at once, for accesses of `bytes` bytes: all of a warp for up to 4 bytes, a
/// half for 8, a quarter for 16.
///
/// ```
/// use lego_machine::lanes_at_once;
/// assert_eq!([1, 2, 4, 8, 16].map(lanes_at_once), [32, 32, 32, 16, 8]);
/// ```
pub const fn lanes_at_once(bytes: u32) -> u32 {
    WAVEFRONT_BYTES / if bytes > BANK_BYTES { bytes } else { BANK_BYTES }
}

impl Request {
    /// A request of no lane yet, for accesses of 1, 2, 4, 8 or 16 bytes.
    ///
    /// # Panics
    /// If no instruction moves so many bytes.
    pub const fn new(bytes: u32) -> Self {
        assert!(is_access_width(bytes as usize), "an access moves 1, 2, 4, 8 or 16 bytes");
        Self { bytes, lanes: 0, addresses: [0; LANES] }
    }

    /// A request of the first lanes, one for each address.
    ///
    /// # Panics
    /// If no instruction moves so many bytes, or there are more addresses than lanes.
    pub const fn of(bytes: u32, addresses: &[u64]) -> Self {
        let mut request = Self::new(bytes);
        let mut lane = 0;
        while lane < addresses.len() {
            request.add(lane as u32, addresses[lane]);
            lane += 1;
        }
        request
    }

    /// Adds a lane.
    ///
    /// # Panics
    /// If a warp has no such lane.
    pub const fn add(&mut self, lane: u32, address: u64) {
        assert!(lane < WARP, "a warp has 32 lanes");
        self.lanes |= 1 << lane;
        self.addresses[lane as usize] = address;
    }

    /// The lanes that take part, a bit for each.
    pub const fn lanes(&self) -> u32 {
        self.lanes
    }

    /// The wavefronts of shared memory.
    pub const fn wavefronts(&self) -> Cost {
        let part = self.part();
        let mut cost = Cost::ZERO;
        let mut first = 0;
        while first < WARP {
            let most = self.busiest(first, first + part).words;
            cost.taken += most;
            cost.ideal += (most > 0) as u64;
            first += part;
        }
        cost
    }

    /// The lanes that are served together.
    pub(crate) const fn part(&self) -> u32 {
        lanes_at_once(self.bytes)
    }

    /// The turns of shared memory that a request of atomic updates takes.
    ///
    /// ```
    /// use lego_machine::{Cost, Request};
    /// // All lanes update one word; or each its own, in its own bank.
    /// assert_eq!(Request::of(4, &[128; 32]).updates(), Cost { taken: 32, ideal: 1 });
    /// let addresses: Vec<u64> = (0..32).map(|lane| 4 * lane).collect();
    /// assert_eq!(Request::of(4, &addresses).updates(), Cost { taken: 1, ideal: 1 });
    /// ```
    pub const fn updates(&self) -> Cost {
        let part = self.part();
        let mut cost = Cost::ZERO;
        let mut first = 0;
        while first < WARP {
            let (mut banks, mut most, mut lane) = ([0; BANKS as usize], 0, first);
            while lane < first + part {
                if self.lanes >> lane & 1 == 1 {
                    let (mut word, last) = self.words(lane);
                    while word <= last {
                        let bank = &mut banks[(word % BANKS as u64) as usize];
                        *bank += 1;
                        if *bank > most {
                            most = *bank;
                        }
                        word += 1;
                    }
                }
                lane += 1;
            }
            cost.taken += most;
            cost.ideal += (most > 0) as u64;
            first += part;
        }
        cost
    }

    /// The busiest bank of some lanes that are served together.
    pub(crate) const fn busiest(&self, first: u32, end: u32) -> Busiest {
        let (mut all_bits, mut lane) = (0, first);
        while lane < end {
            all_bits |= self.addresses[lane as usize];
            lane += 1;
        }
        // Accesses at multiples of their width have all words in common or none, so that the first stands for the
        // others.
        let is_aligned = all_bits & (self.bytes as u64 - 1) == 0;
        // At most two words a lane, by accesses of a word that straddle two; of wider accesses fewer lanes are served together.
        let (mut words, mut len) = ([0; 2 * LANES], 0);
        lane = first;
        while lane < end {
            if self.lanes >> lane & 1 == 1 {
                let (mut word, last) = self.words(lane);
                let last = if is_aligned { word } else { last };
                while word <= last {
                    words[len] = word;
                    len += 1;
                    word += 1;
                }
            }
            lane += 1;
        }
        let (wanted, _) = words.split_at(len);
        busiest(wanted)
    }

    /// The first and the last word that a lane's access touches.
    pub(crate) const fn words(&self, lane: u32) -> (u64, u64) {
        self.units(lane, BANK_BYTES)
    }

    /// The sectors of global memory.
    pub const fn sectors(&self) -> Cost {
        let (mut sectors, mut addresses) = (Set::new(), Set::new());
        let mut lane = 0;
        while lane < WARP {
            if self.lanes >> lane & 1 == 1 {
                let (mut sector, last) = self.units(lane, SECTOR_BYTES);
                while sector <= last {
                    sectors.insert(sector);
                    sector += 1;
                }
                addresses.insert(self.addresses[lane as usize]);
            }
            lane += 1;
        }
        let bytes = addresses.bytes(self.bytes as u64);
        Cost { taken: sectors.len as u64, ideal: bytes.div_ceil(SECTOR_BYTES as u64) }
    }

    /// The first and the last of the units of so many bytes, numbered from address 0, that a lane's access touches.
    const fn units(&self, lane: u32, unit: u32) -> (u64, u64) {
        let (address, unit) = (self.addresses[lane as usize], unit as u64);
        let first = address / unit;
        (first, first + (address % unit + self.bytes as u64 - 1) / unit)
    }
}

/// Different numbers in rising order, at most two for each lane of a warp: so many sectors are touched by accesses of up to a
/// sector that straddle two.
struct Set {
    values: [u64; 2 * LANES],
    len: usize,
}

impl Set {
    const fn new() -> Self {
        Self { values: [0; 2 * LANES], len: 0 }
    }

    /// Adds a number; whether it is a new one. Addresses mostly rise with the lane, so the search begins at the end.
    const fn insert(&mut self, value: u64) -> bool {
        let mut at = self.len;
        while at > 0 && self.values[at - 1] > value {
            at -= 1;
        }
        if at > 0 && self.values[at - 1] == value {
            return false;
        }
        let mut moved = self.len;
        while moved > at {
            self.values[moved] = self.values[moved - 1];
            moved -= 1;
        }
        self.values[at] = value;
        self.len += 1;
        true
    }

    /// The different bytes of accesses of a width at these addresses.
    const fn bytes(&self, width: u64) -> u64 {
        let (mut bytes, mut at) = (0, 0);
        while at < self.len {
            let is_apart = at + 1 == self.len || self.values[at + 1] - self.values[at] > width;
            bytes += if is_apart { width } else { self.values[at + 1] - self.values[at] };
            at += 1;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use random::Random;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    fn request(bytes: u32, lanes: core::ops::Range<u32>, address: impl Fn(u64) -> u64) -> Request {
        let mut request = Request::new(bytes);
        lanes.for_each(|lane| request.add(lane, address(lane.into())));
        request
    }

    fn cost(taken: u64, ideal: u64) -> Cost {
        Cost { taken, ideal }
    }

    #[test]
    fn a_column_of_a_square_tile_is_one_bank() {
        assert_eq!(request(4, 0..32, |lane| 4 * 32 * lane).wavefronts(), cost(32, 1));
        assert_eq!(request(4, 0..32, |lane| 4 * 33 * lane).wavefronts(), cost(1, 1));
        assert_eq!(request(4, 0..32, |lane| 4 * lane).wavefronts(), cost(1, 1));
        assert_eq!(request(4, 0..32, |_| 40).wavefronts(), cost(1, 1));
        assert_eq!(request(4, 0..5, |lane| 4 * 32 * lane).wavefronts(), cost(5, 1));
        assert_eq!(request(4, 0..32, |lane| 8 * lane).wavefronts(), cost(2, 1));
    }

    #[test]
    fn narrow_accesses_share_words() {
        assert_eq!(request(1, 0..32, |lane| lane).wavefronts(), cost(1, 1));
        assert_eq!(request(2, 0..32, |lane| 2 * 32 * lane).wavefronts(), cost(16, 1));
        assert_eq!(request(2, 0..32, |lane| 2 * 33 * lane).wavefronts(), cost(1, 1));
    }

    #[test]
    fn wide_accesses_go_by_halves_and_quarters() {
        assert_eq!(request(8, 0..32, |lane| 8 * lane).wavefronts(), cost(2, 2));
        assert_eq!(request(16, 0..32, |lane| 16 * lane).wavefronts(), cost(4, 4));
        assert_eq!(request(16, 0..8, |lane| 16 * lane).wavefronts(), cost(1, 1));
        assert_eq!(request(8, 0..32, |lane| 128 * lane).wavefronts(), cost(32, 2));
        assert_eq!(request(16, 0..32, |lane| 128 * lane).wavefronts(), cost(32, 4));
    }

    #[test]
    fn sectors_are_counted_once() {
        assert_eq!(request(4, 0..32, |lane| 4 * lane).sectors(), cost(4, 4));
        assert_eq!(request(4, 0..32, |lane| 4 + 4 * lane).sectors(), cost(5, 4));
        assert_eq!(request(4, 0..32, |lane| 4096 * lane).sectors(), cost(32, 4));
        assert_eq!(request(4, 0..32, |_| 64).sectors(), cost(1, 1));
        assert_eq!(request(16, 0..32, |lane| 16 * lane).sectors(), cost(16, 16));
        assert_eq!(request(2, 0..32, |lane| 2 * lane).sectors(), cost(2, 2));
    }

    #[test]
    fn a_request_without_lanes_takes_nothing() {
        assert_eq!((Request::new(4).wavefronts(), Request::new(4).sectors()), (cost(0, 0), cost(0, 0)));
    }

    #[test]
    fn accesses_at_the_end_of_all_addresses_are_counted() {
        assert_eq!(Request::of(16, &[u64::MAX - 15]).wavefronts(), cost(1, 1));
        assert_eq!(Request::of(1, &[u64::MAX, 0]).sectors(), cost(2, 1));
    }

    /// The definition, byte by byte: every byte of every lane, in sets.
    fn by_bytes(bytes: u32, lanes: &[Option<u64>; 32]) -> (Cost, Cost) {
        let touched = |lanes: &[Option<u64>]| -> BTreeSet<u64> {
            lanes.iter().flatten().flat_map(|address| *address..address + u64::from(bytes)).collect()
        };
        let parts = match bytes {
            8 => 2,
            16 => 4,
            _ => 1,
        };
        let mut wavefronts = Cost::default();
        for part in lanes.chunks(32 / parts) {
            let words: BTreeSet<u64> = touched(part).iter().map(|byte| byte / 4).collect();
            let of_bank = |bank| words.iter().filter(|word| *word % 32 == bank).count() as u64;
            wavefronts.taken += (0..32).map(of_bank).max().unwrap();
            wavefronts.ideal += u64::from(part.iter().any(Option::is_some));
        }
        let all = touched(lanes);
        let sectors: BTreeSet<u64> = all.iter().map(|byte| byte / 32).collect();
        (wavefronts, cost(sectors.len() as u64, (all.len() as u64).div_ceil(32)))
    }

    #[test]
    fn random_patterns_take_what_their_bytes_say() {
        let mut random = Random::fresh();
        for round in 0..4000 {
            let bytes = 1 << random.below(5);
            // Few addresses for broadcasts, many for scattered lanes; a stride for rows and columns.
            let span = [1, 4, 40, 300, 5000, 1 << 40][random.below(6) as usize];
            let (start, stride) = (random.below(1000) * bytes, random.below(70));
            // A quarter of the rounds is not aligned: accesses that straddle words and sectors.
            let slant = if random.below(4) == 0 { random.below(bytes) } else { 0 };
            let is_strided = random.below(2) == 0;
            let is_active = random.below(3);
            let lanes: [Option<u64>; 32] = core::array::from_fn(|lane| {
                let index = if is_strided { stride * lane as u64 } else { random.below(span) };
                let is_there = is_active > 0 || random.below(2) == 0;
                is_there.then_some(start + bytes * index + slant)
            });
            let mut request = Request::new(bytes as u32);
            for (lane, address) in lanes.iter().enumerate() {
                if let Some(address) = address {
                    request.add(lane as u32, *address);
                }
            }
            let counted = (request.wavefronts(), request.sectors());
            assert_eq!(counted, by_bytes(bytes as u32, &lanes), "round {round}: {bytes} bytes at {lanes:?}");
        }
    }

    #[test]
    fn lanes_in_any_order_take_the_same() {
        let addresses: Vec<u64> = (0..32).map(|lane| 4 * (lane * 13 % 32)).collect();
        let (forth, back) = (Request::of(4, &addresses), request(4, 0..32, |lane| addresses[31 - lane as usize]));
        assert_eq!((forth.wavefronts(), forth.sectors()), (back.wavefronts(), back.sectors()));
    }
}
