//! What one access of a warp costs.
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

use crate::device::index::WARP;

/// The addresses of the lanes of a warp that make one request, all of the same width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    bytes: u32,
    lanes: u32,
    addresses: [u64; WARP as usize],
}

/// What a request takes, and the least that the same lanes could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) measured: u64,
    pub(super) ideal: u64,
}

impl Request {
    /// A request of no lane yet.
    pub(super) fn new(bytes: u32) -> Self {
        Self { bytes, lanes: 0, addresses: [0; WARP as usize] }
    }

    pub(super) fn add(&mut self, lane: u32, address: u64) {
        self.lanes |= 1 << lane;
        self.addresses[lane as usize] = address;
    }

    pub(super) fn lanes(&self) -> u32 {
        self.lanes
    }

    fn active(&self, lanes: std::ops::Range<u32>) -> impl Iterator<Item = u64> {
        lanes.filter(|lane| self.lanes >> lane & 1 == 1).map(|lane| self.addresses[lane as usize])
    }

    /// Wavefronts in shared memory.
    pub(super) fn wavefronts(&self) -> Cost {
        let part = WARP * 4 / self.bytes.max(4);
        let (mut measured, mut ideal) = (0, 0);
        for first in (0..WARP).step_by(part as usize) {
            let words = self.active(first..first + part).flat_map(|address| {
                let word = address / 4;
                word..word + u64::from(self.bytes.div_ceil(4))
            });
            let mut banks = [0u64; WARP as usize];
            for word in distinct(words) {
                banks[(word % u64::from(WARP)) as usize] += 1;
            }
            let most = banks.into_iter().max().unwrap_or(0);
            measured += most;
            ideal += u64::from(most > 0);
        }
        Cost { measured, ideal }
    }

    /// Sectors of global memory. An aligned access lies in one sector.
    pub(super) fn sectors(&self) -> Cost {
        let measured = distinct(self.active(0..WARP).map(|address| address / 32)).len() as u64;
        let bytes = distinct(self.active(0..WARP)).len() as u64 * u64::from(self.bytes);
        Cost { measured, ideal: bytes.div_ceil(32) }
    }
}

fn distinct(values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(bytes: u32, lanes: std::ops::Range<u32>, address: impl Fn(u64) -> u64) -> Request {
        let mut request = Request::new(bytes);
        lanes.for_each(|lane| request.add(lane, address(lane.into())));
        request
    }

    fn cost(measured: u64, ideal: u64) -> Cost {
        Cost { measured, ideal }
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
}
