//! An access of a tile by the threads of a block: who touches which element, and the wavefronts under a layout of the tile.

use super::member::Member;
use super::tile::Tile;
use lego_machine::Request;
use lego_machine::banks::busiest;
use lego_machine::limits::{BANK_BYTES, WARP, WIDEST_ACCESS, is_access_width};

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
    differences: Differences,
}

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

/// What threads of a warp may have to do with each other under a padding and skew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    /// Whether some of their elements may be in one word.
    pub(super) may_share: bool,
    /// A bit for each distance of threads that take part, from the neighbours on, at which elements may be in different places of words whose numbers
    /// have 2^n or 3·2^n as exclusive or: those that a swizzle can make one.
    pub(super) joined: u32,
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
        let differences = Differences::UNKNOWN;
        let mut access =
            Self { elements, vector, ideal: 0, requests: 0, is_different: true, is_spread: true, unit, differences };
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

    /// What threads of a warp have to do with each other under a padding and skew, by their distance; `None` where it is not known.
    pub(super) fn near(&self, tile: &Tile, member: &Member) -> Option<Near> {
        if !self.differences.is_known {
            return None;
        }
        let (pitch, skew) = (i64::from(member.pitch(tile)), i64::from(member.skew));
        let ones = (1_u64 << tile.word()) - 1;
        // Numbers with such an exclusive or differ by as much, or by 2^n where two neighbouring bits change; the words of elements that are so far
        // apart by one of two numbers.
        let is_such = |words: u64| words > 0 && matches!(words >> words.trailing_zeros(), 1 | 3);
        let mut near = Near { may_share: false, joined: 0 };
        let Differences { by_distance, counts, .. } = &self.differences;
        for ((differences, count), distance) in by_distance.iter().zip(counts).zip(0..) {
            for [rows, columns] in &differences[..usize::from(*count)] {
                let rows = i64::from(*rows);
                // A row is turned by more than another one, once around or not.
                let before = rows * pitch + (skew * rows + i64::from(*columns)).rem_euclid(pitch);
                for apart in [before, before - pitch].map(i64::unsigned_abs) {
                    let words = apart >> tile.word();
                    near.may_share |= words == 0;
                    near.joined |= u32::from(apart & ones != 0 && (is_such(words) || is_such(words + 1))) << distance;
                }
            }
        }
        Some(near)
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

    /// The request of a warp with every row and column where padding and skew of a member put it; `None` where no thread takes part.
    pub(super) fn lanes(&self, tile: &Tile, member: &Member, warp: usize) -> Lanes {
        let bytes = tile.bytes() * self.vector;
        let part = WARP * BANK_BYTES / bytes.max(BANK_BYTES);
        let mut lanes = Lanes {
            positions: [0; LANES * WIDEST_ACCESS as usize],
            count: [0; PARTS],
            vector: self.vector,
            log_bytes: tile.bytes().ilog2(),
            is_possible: true,
        };
        let mut at = 0;
        for (lane, vector) in self.of_warp(warp).enumerate() {
            let present = vector.iter().flatten().count();
            lanes.is_possible &= present == 0 || present == vector.len();
            if present == vector.len() {
                for element in vector.iter().flatten() {
                    lanes.positions[at] = member.unswizzled(tile, *element);
                    at += 1;
                }
                lanes.count[lane / part as usize] += 1;
            }
        }
        lanes
    }
}

/// The most parts of a warp that are served one after the other.
const PARTS: usize = 4;

/// The positions that a warp's threads touch before they are swizzled, part after part of the warp.
pub(super) struct Lanes {
    positions: [u64; LANES * WIDEST_ACCESS as usize],
    /// The threads of each part.
    count: [usize; PARTS],
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
        let (vector, to_words) = (self.vector as usize, u64::from(BANK_BYTES));
        let (mut extra, mut words, mut at) = (0, [0; LANES], 0);
        for count in self.count.into_iter().filter(|count| *count > 0) {
            for word in &mut words[..count] {
                // The first word of an access that is wider stands for all, since it begins at a multiple of the width.
                let first = start(&self.positions[at..at + vector], swizzle)?;
                *word = (first << self.log_bytes) / to_words;
                at += vector;
            }
            extra += busiest(&words[..count]).words - 1;
        }
        Some(extra)
    }
}

/// Where a thread's vector begins; `None` if its elements are not neighbours, from a multiple of their number on.
fn start(positions: &[u64], swizzle: &impl Fn(u64) -> u64) -> Option<u64> {
    let first = swizzle(positions[0]);
    if positions.len() == 1 {
        return Some(first);
    }
    let vector = positions.len() as u64;
    let (start, mut seen) = (first / vector * vector, 0_u32);
    for position in positions {
        let position = swizzle(*position);
        if position / vector * vector != start {
            return None;
        }
        seen |= 1 << (position - start);
    }
    // All different, since a member sends no two elements to one position.
    (u64::from(seen.count_ones()) == vector).then_some(start)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::obvious::any_access;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn what_threads_may_have_to_do_with_each_other_is_said_of_all() {
        let mut random = Random::fresh();
        let (mut joined, mut alone, mut sharing, mut unknown) = (0, 0, 0, 0);
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
            let Some(near) = access.near(&tile, &place) else {
                unknown += 1;
                continue;
            };
            assert_eq!(vector, 1);
            let ones = (1 << tile.word()) - 1;
            for warp in 0..access.warps() {
                let positions: Vec<u64> =
                    access.elements_of(warp).iter().flatten().map(|element| place.position(&tile, *element)).collect();
                for (k, one) in positions.iter().enumerate() {
                    for (distance, other) in positions[k + 1..].iter().enumerate() {
                        let (word, is_moved) = ((one ^ other) >> tile.word(), (one ^ other) & ones != 0);
                        if word == 0 {
                            assert!(near.may_share, "{tile:?} {place:?} {one} {other}");
                            sharing += 1;
                        } else if is_moved && (0..40).any(|n| word == 1 << n || word == 3 << n) {
                            assert!(near.joined >> distance & 1 != 0, "{tile:?} {place:?} {one} {other}");
                            joined += 1;
                        }
                    }
                }
            }
            alone += u32::from(near.joined == 0 && access.warps() > 1);
        }
        assert!(joined > 100 && alone > 0 && sharing > 100 && unknown > 5, "{joined} {alone} {sharing} {unknown}");
    }
}
