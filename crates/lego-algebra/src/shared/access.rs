//! An access of a tile by the threads of a block: who touches which element, and the wavefronts under a layout of the tile.

use super::counts::BANK_BITS;
use super::member::Member;
use super::rows::Rows;
use super::tile::Tile;
use lego_machine::banks::busiest;
use lego_machine::limits::{BANK_BYTES, WARP, WIDEST_ACCESS, is_access_width};
use lego_machine::{Request, Vector, lanes_at_once};

const LANES: usize = WARP as usize;

/// The elements that threads 0, 1, 2, … touch, each a vector of so many, as row and column; `None` for what a thread leaves out.
///
/// Vectors whose elements are not neighbours in memory, from a multiple of their length on, cannot be moved at once; under a
/// layout where some are not, the access is impossible.
#[derive(Clone, Copy, Debug)]
pub struct TileAccess<'a> {
    elements: &'a [Option<[u32; 2]>],
    vector: u32,
    ideal: u64,
    requests: u64,
    /// Whether no two threads of a warp touch the same elements.
    is_different: bool,
    /// Whether no two threads of a warp touch the same row.
    is_spread: bool,
    /// Of a position in the tile, the bits that tell the elements of a word or, if that is more, of a vector apart.
    unit: u32,
    /// The threads of a part, of which a warp has one or more that are served one after the other.
    at_once: usize,
    /// Every part is the one so many before it, moved by rows and columns.
    period: usize,
    differences: Differences,
}

/// A longer period is none.
const LONGEST_PERIOD: usize = 64;

/// How far the elements of threads of one warp are apart, as rows and columns: for each distance of threads, of those that take part, all that
/// there are. Most accesses have few, since their warps are alike; of vectors, and of an access with too many, none is known.
#[derive(Clone, Copy, Debug)]
struct Differences {
    /// Those of threads that are neighbours come first.
    by_distance: [[[i32; 2]; SAME]; LANES - 1],
    counts: [u8; LANES - 1],
    is_known: bool,
}

/// So many differences at one distance of threads.
const SAME: usize = 3;

/// What threads of a warp may have to do with each other under a padding and skew: sets of distances of threads that take part, from the neighbours on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    /// Those at which elements may be in one word.
    pub(super) shared: u32,
    /// Those at which elements may be in different places of words that a swizzle can make one, for each bank bit from which on it changes
    /// words; last if it changes none.
    joined: [u32; BANK_BITS + 1],
}

impl Near {
    /// Nothing is known.
    pub(super) const ANY: Self = Self { shared: u32::MAX >> 1, joined: [u32::MAX >> 1; BANK_BITS + 1] };

    /// Words whose numbers differ by so many are at a distance of threads.
    ///
    /// Swizzles from bit n on that part words of 2^k elements make one of two whose numbers have v·2^n as exclusive or, v below 2^k, and k is at most 2
    /// (see [`Parts`](super::parts::Parts)). Those that have 2^n differ by as much; those that have 3·2^n by that or by 2^n.
    fn join(&mut self, words: u32, distance: u32, word: u32) {
        if words == 0 || !matches!(words >> words.trailing_zeros(), 1 | 3) {
            return;
        }
        let bit = words.trailing_zeros() as usize;
        let firsts = if word == 1 || words >> bit == 3 { bit..=bit } else { bit.saturating_sub(1)..=bit };
        for first in firsts.filter(|_| word > 1 || words >> bit == 1) {
            self.joined[first.min(BANK_BITS)] |= 1 << distance;
        }
    }

    /// Those at which words may become one under any swizzle.
    pub(super) fn any_joined(&self) -> u32 {
        self.joined.iter().fold(0, |all, joined| all | joined)
    }

    /// Those at which words may become one under swizzles that change words from a bit on.
    pub(super) fn joined(&self, from: usize) -> u32 {
        self.joined[from.min(BANK_BITS)]
    }
}

impl Differences {
    const UNKNOWN: Self = Self { by_distance: [[[0; 2]; SAME]; LANES - 1], counts: [0; LANES - 1], is_known: false };

    /// Those of warps, each by the elements of its threads.
    fn new<'a>(warps: impl Iterator<Item = &'a [Option<[u32; 2]>]>) -> Self {
        let mut all = Self { is_known: true, ..Self::UNKNOWN };
        for warp in warps {
            for (k, [i, j]) in warp.iter().flatten().enumerate() {
                for (distance, [m, n]) in warp.iter().flatten().skip(k + 1).enumerate() {
                    all.add(distance, [*m as i32 - *i as i32, *n as i32 - *j as i32]);
                }
            }
        }
        if all.is_known { all } else { Self::UNKNOWN }
    }

    fn add(&mut self, distance: usize, difference: [i32; 2]) {
        let count = usize::from(self.counts[distance]);
        if self.by_distance[distance][..count].contains(&difference) {
            return;
        }
        match self.by_distance[distance].get_mut(count) {
            Some(place) => (*place, self.counts[distance]) = (difference, count as u8 + 1),
            None => self.is_known = false,
        }
    }
}

impl<'a> TileAccess<'a> {
    /// An access of a tile; `None` where an element is outside of it, where vectors do not divide the elements, or where no
    /// instruction moves a vector.
    #[must_use]
    pub fn new(tile: &Tile, elements: &'a [Option<[u32; 2]>], vector: u32) -> Option<Self> {
        let inside = |element: &Option<[u32; 2]>| element.is_none_or(|[i, j]| i < tile.rows() && j < tile.columns());
        let at_once = u64::from(vector) * u64::from(tile.bytes());
        let is_width = at_once <= u64::from(WIDEST_ACCESS) && is_access_width(at_once as usize);
        if !is_width || elements.len() % vector as usize != 0 || !elements.iter().all(inside) {
            return None;
        }
        let unit = vector.ilog2().max(tile.word());
        let mut access = Self {
            elements,
            vector,
            ideal: 0,
            requests: 0,
            is_different: true,
            is_spread: true,
            unit,
            at_once: lanes_at_once(at_once as u32) as usize,
            period: 0,
            differences: Differences::UNKNOWN,
        };
        // The lanes that take part say how much is ideal, wherever their elements lie.
        for warp in 0..access.warps() {
            let mut request = Request::new(at_once as u32);
            for (lane, vector) in access.of_warp(warp).enumerate().filter(|(_, vector)| vector[0].is_some()) {
                let _ = vector;
                request.add(lane as u32, 0);
            }
            access.ideal += request.wavefronts().ideal;
            access.requests += u64::from(request.lanes() != 0);
            access.is_different &= access.of_warp(warp).enumerate().all(|(lane, vector)| {
                // Two vectors have the same elements or none in common, or else one of them is none.
                let first = vector.iter().min();
                first == Some(&None) || access.of_warp(warp).take(lane).all(|other| other.iter().min() != first)
            });
            access.is_spread &= access.of_warp(warp).enumerate().all(|(lane, vector)| {
                let row = |vector: &[Option<[u32; 2]>]| vector[0].map(|[i, _]| i);
                row(vector).is_none() || access.of_warp(warp).take(lane).all(|other| row(other) != row(vector))
            });
        }
        let parts = access.parts();
        let is_period = |period: &usize| (*period..parts).all(|n| is_moved(access.part(n), access.part(n - period)));
        access.period = (1..parts.min(LONGEST_PERIOD)).find(is_period).unwrap_or(parts);
        if vector == 1 && tile.word() > 0 {
            access.differences = Differences::new((0..access.warps()).map(|warp| access.elements_of(warp)));
        }
        Some(access)
    }

    /// The elements of a vector.
    #[must_use]
    pub fn vector(&self) -> u32 {
        self.vector
    }

    /// The least wavefronts of all its warps.
    #[must_use]
    pub fn ideal(&self) -> u64 {
        self.ideal
    }

    /// The warps of which a thread takes part: each makes a request.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// The bits of a position that tell the elements of a word or, if that is more, of a vector apart.
    pub(super) fn unit(&self) -> u32 {
        self.unit
    }

    /// Whether no two threads of a warp touch the same elements.
    pub(super) fn is_different(&self) -> bool {
        self.is_different
    }

    /// Whether no two threads of a warp touch the same row.
    pub(super) fn is_spread(&self) -> bool {
        self.is_spread
    }

    /// What threads of a warp have to do with each other under a padding and skew.
    pub(super) fn near(&self, tile: &Tile, rows: &Rows) -> Near {
        if !self.differences.is_known {
            return Near::ANY;
        }
        let (pitch, word) = (rows.pitch, tile.word());
        let mut near = Near { shared: 0, joined: [0; BANK_BITS + 1] };
        let Differences { by_distance, counts, .. } = &self.differences;
        for ((differences, count), distance) in by_distance.iter().zip(counts).zip(0..) {
            for difference in &differences[..usize::from(*count)] {
                // A row is turned by more than another one, once around or not.
                let [start, column] = rows.moved(*difference);
                let before = start.wrapping_add(column) as i32;
                for apart in [before, before.wrapping_sub(pitch as i32)].map(i32::unsigned_abs) {
                    let words = apart >> word;
                    near.shared |= u32::from(words == 0) << distance;
                    // At different places, elements that are so far apart are in words of which the numbers differ by one of two.
                    if apart != words << word {
                        near.join(words, distance, word);
                        near.join(words + 1, distance, word);
                    }
                }
            }
        }
        near
    }

    /// The warps.
    pub(super) fn warps(&self) -> usize {
        self.elements.len().div_ceil(LANES * self.vector as usize)
    }

    /// The elements of a warp's threads; without any past the last one.
    pub(super) fn elements_of(&self, warp: usize) -> &'a [Option<[u32; 2]>] {
        let most = LANES * self.vector as usize;
        let first = (warp * most).min(self.elements.len());
        &self.elements[first..(first + most).min(self.elements.len())]
    }

    /// The same, vector by vector.
    fn of_warp(&self, warp: usize) -> impl Iterator<Item = &'a [Option<[u32; 2]>]> + use<'a> {
        self.elements_of(warp).chunks_exact(self.vector as usize)
    }

    /// The most threads of a part.
    pub(super) fn at_once(&self) -> usize {
        self.at_once
    }

    /// The parts of all warps.
    pub(super) fn parts(&self) -> usize {
        self.elements.len().div_ceil(self.at_once * self.vector as usize)
    }

    /// The elements of the threads of a part; without any past the last one.
    pub(super) fn part(&self, n: usize) -> &'a [Option<[u32; 2]>] {
        let most = self.at_once * self.vector as usize;
        let first = (n * most).min(self.elements.len());
        &self.elements[first..(first + most).min(self.elements.len())]
    }

    /// The parts from the n-th on in an order in which those follow each other that are one moved by rows and columns, each with a number for all of these.
    pub(super) fn in_order(&self, n: usize) -> impl Iterator<Item = [usize; 2]> + use<> {
        let (parts, period) = (self.parts(), self.period.max(1));
        let (whole, rest) = (parts / period, parts % period);
        // Of the first few there is one more.
        let longer = rest * (whole + 1);
        let [phase, n] = match n.checked_sub(longer) {
            None => [n / (whole + 1), n % (whole + 1)],
            Some(n) => [rest + n / whole.max(1), n % whole.max(1)],
        };
        let after = move |[part, phase]: &[usize; 2]| {
            let next = if part + period < parts { [part + period, *phase] } else { [phase + 1, phase + 1] };
            (next[1] < period).then_some(next)
        };
        core::iter::successors(Some([phase + n * period, phase]).filter(|[part, _]| *part < parts), after)
    }

    /// The threads of a part with every row and column where padding and skew of a member put it.
    pub(super) fn lanes(&self, tile: &Tile, member: &Member, part: usize) -> Lanes {
        let mut lanes = Lanes {
            positions: [0; LANES * WIDEST_ACCESS as usize],
            count: 0,
            vector: self.vector,
            log_bytes: tile.bytes().ilog2(),
            is_possible: true,
        };
        for vector in self.part(part).chunks_exact(self.vector as usize) {
            let present = vector.iter().flatten().count();
            lanes.is_possible &= present == 0 || present == vector.len();
            if present == vector.len() {
                let places = lanes.positions[lanes.count * vector.len()..].iter_mut();
                let positions = vector.iter().flatten().map(|element| member.unswizzled(tile, *element));
                places.zip(positions).for_each(|(place, position)| *place = position);
                lanes.count += 1;
            }
        }
        lanes
    }
}

/// Whether the threads of one part touch what those of another do, each as many rows and columns further; it may have fewer of them.
fn is_moved(part: &[Option<[u32; 2]>], other: &[Option<[u32; 2]>]) -> bool {
    let mut moved = None;
    part.len() <= other.len()
        && part.iter().zip(other).all(|pair| match pair {
            (Some([i, j]), Some([k, l])) => {
                let by = [i.wrapping_sub(*k), j.wrapping_sub(*l)];
                *moved.get_or_insert(by) == by
            }
            (one, other) => one.is_none() && other.is_none(),
        })
}

/// The positions that the threads of a part touch before they are swizzled.
pub(super) struct Lanes {
    positions: [u64; LANES * WIDEST_ACCESS as usize],
    /// How many threads take part.
    count: usize,
    vector: u32,
    log_bytes: u32,
    is_possible: bool,
}

impl Lanes {
    /// The wavefronts above ideal under a swizzle; `None` where a thread's elements are no vector.
    pub(super) fn extra(&self, swizzle: &impl Fn(u64) -> u64) -> Option<u64> {
        if !self.is_possible {
            return None;
        }
        if self.count == 0 {
            return Some(0);
        }
        let mut words = [0; LANES];
        for (word, positions) in words.iter_mut().zip(self.positions.chunks(self.vector as usize)).take(self.count) {
            let mut vector = Vector::new(self.vector);
            if !positions.iter().all(|position| vector.add(swizzle(*position))) {
                return None;
            }
            // The first word of an access that is wider stands for all, since it begins at a multiple of the width.
            *word = (vector.start()? << self.log_bytes) / u64::from(BANK_BYTES);
        }
        Some(busiest(&words[..self.count]).words - 1)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::brute_force::any_access;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn what_threads_may_have_to_do_with_each_other_is_said_of_all() {
        let mut random = Random::fresh();
        let (mut joined, mut alone, mut sharing, mut unknown) = (0, 0, 0, 0);
        let mut rows = Rows::new();
        for _ in 0..2000 {
            let bytes = 1 << random.below(2);
            // Often rows begin with a word, wherever they are turned to.
            let unit = if random.one_in(2) { 4 } else { 1 };
            let tile = Tile::new(1 + random.below(40), unit * (1 + random.below(80 / unit)), bytes).unwrap();
            let (elements, vector) = any_access(&mut random, &tile);
            let Some(access) = TileAccess::new(&tile, &elements, vector) else { continue };
            let padding = tile.paddings().nth(random.index(33)).unwrap();
            let skew = random.below(u64::from(tile.columns() + padding)) as u32 / unit as u32 * unit as u32;
            let place = Member { padding, skew, ..Member::default() };
            rows.set(&tile, &place);
            let near = access.near(&tile, &rows);
            if near == Near::ANY {
                unknown += 1;
                continue;
            }
            assert_eq!(vector, 1);
            let ones = (1 << tile.word()) - 1;
            for warp in 0..access.warps() {
                let positions: Vec<u64> =
                    access.elements_of(warp).iter().flatten().map(|element| place.position(&tile, *element)).collect();
                for (k, one) in positions.iter().enumerate() {
                    for (distance, other) in positions[k + 1..].iter().enumerate() {
                        let (word, is_moved) = ((one ^ other) >> tile.word(), (one ^ other) & ones != 0);
                        let is_at = |distances: u32| distances >> distance & 1 != 0;
                        if word == 0 {
                            assert!(is_at(near.shared), "{tile:?} {place:?} {one} {other}");
                            sharing += 1;
                        }
                        for n in (0..40).filter(|_| word > 0 && is_moved) {
                            // Up to as many bits of a place in the word are xored to those from n on.
                            if (1..1_u64 << tile.word()).any(|v| word == v << n) {
                                assert!(is_at(near.joined(n)), "{tile:?} {place:?} {one} {other} {n}");
                                joined += 1;
                            }
                        }
                    }
                }
            }
            alone += u32::from((0..40).all(|n| near.joined(n) == 0) && access.warps() > 1);
        }
        assert!(joined > 100 && alone > 0 && sharing > 100 && unknown > 5, "{joined} {alone} {sharing} {unknown}");
    }
}
