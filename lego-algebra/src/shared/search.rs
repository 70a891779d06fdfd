//! The least layout of a tile: the fewest wavefronts over all accesses, then the fewest bytes, then the fewest operations.
//!
//! Members are tried padding by padding, kind by kind; each is given up as soon as the wavefronts counted, and the ideal of what
//! is not counted yet, are more than the best member has. Once a member takes no more than ideal, only smaller spans and fewer
//! operations matter, which are known without an access. So the answer comes with a proof: every member was tried, cannot be
//! better by [`swizzles`](super), or is larger than one that takes the least that there is.

use super::access::TileAccess;
use super::member::{Kind, Member, Swizzle};
use super::swizzles::{self, Needed};
use super::tile::Tile;

/// A member and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The member.
    pub member: Member,
    /// The wavefronts of all warps by all accesses.
    pub wavefronts: u64,
    /// The positions that a buffer must hold.
    pub span: u64,
    /// The [operations](Member::operations) of its formula.
    pub operations: u32,
}

impl Found {
    /// What it costs, the most important first: of two members the one that is less is better.
    fn cost(&self) -> (u64, u64, u32) {
        (self.wavefronts, self.span, self.operations)
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The least member; `None` if under none of them all accesses are possible.
    pub best: Option<Found>,
    /// The wavefronts that the accesses take at least, under any layout.
    pub ideal: u64,
    /// The members of the kinds that were asked for.
    pub family: u64,
    /// Those whose accesses were counted, at least until they were worse than the best.
    pub tried: u64,
    /// Whether nothing in the family is better: `false` where the limit ended the search.
    pub is_proved: bool,
}

impl Member {
    /// The wavefronts of all warps by all accesses; `None` where one is impossible.
    #[must_use]
    pub fn wavefronts(&self, tile: &Tile, accesses: &[TileAccess<'_>]) -> Option<u64> {
        taken(tile, accesses, self, u64::MAX, &mut 0)
    }

    /// The member with its costs; `None` where an access is impossible.
    #[must_use]
    pub fn found(&self, tile: &Tile, accesses: &[TileAccess<'_>]) -> Option<Found> {
        let wavefronts = self.wavefronts(tile, accesses)?;
        Some(Found { member: *self, wavefronts, span: self.span(tile), operations: self.operations(tile) })
    }
}

/// The wavefronts of all warps by all accesses, if they are at most so many and all accesses are possible.
fn taken(tile: &Tile, accesses: &[TileAccess<'_>], member: &Member, most: u64, requests: &mut u64) -> Option<u64> {
    // What has been counted, and the ideal of all the rest.
    let mut total: u64 = accesses.iter().map(TileAccess::ideal).sum();
    let warps = accesses.iter().map(TileAccess::warps).max().unwrap_or(0);
    for warp in 0..warps {
        for access in accesses.iter().filter(|access| warp < access.warps()) {
            *requests += 1;
            let cost = access.of(tile, member, warp)?;
            total += cost.taken - cost.ideal;
            if total > most {
                return None;
            }
        }
    }
    Some(total)
}

/// The least member of some kinds, with at most so many requests of warps counted.
///
/// ```
/// use lego_algebra::shared::{Kind, Member, Swizzle, Tile, TileAccess, least};
///
/// // 32 × 32 elements of 4 bytes, written by rows and read by columns.
/// let tile = Tile::new(32, 32, 4).unwrap();
/// let rows: Vec<_> = (0..1024).map(|t| Some([t / 32, t % 32])).collect();
/// let columns: Vec<_> = (0..1024).map(|t| Some([t % 32, t / 32])).collect();
/// let accesses = [TileAccess::new(&tile, &rows, 1).unwrap(), TileAccess::new(&tile, &columns, 1).unwrap()];
///
/// let outcome = least(&tile, &accesses, &Kind::ALL, 1 << 20);
/// let best = outcome.best.unwrap();
/// assert!(outcome.is_proved && best.wavefronts == outcome.ideal && best.span == 1024);
/// assert_eq!(best.member, Member { padding: 0, skew: 0, swizzle: Swizzle::Rows { bits: 5 } });
/// ```
#[must_use]
pub fn least(tile: &Tile, accesses: &[TileAccess<'_>], kinds: &[Kind], most_requests: u64) -> Outcome {
    let ideal = accesses.iter().map(TileAccess::ideal).sum();
    let mut outcome = Outcome { best: None, ideal, family: 0, tried: 0, is_proved: true };
    let vector = accesses.iter().map(TileAccess::vector).min().unwrap_or(1);
    let mut requests = 0;
    for padding in tile.paddings() {
        let pitch = tile.columns() + padding;
        let positions = u64::from(tile.rows()) * u64::from(pitch);
        let needed = Needed::new(positions, pitch, tile.bytes(), vector);
        outcome.family += kinds.iter().map(|kind| count(*kind, positions, pitch)).sum::<u64>();
        for kind in kinds {
            for skew in skews(*kind, pitch) {
                let (plain, rows, bits) = match kind {
                    Kind::Padded | Kind::Skewed => (Some(Swizzle::None), None, None),
                    Kind::Rows | Kind::SkewedRows => (None, Some(needed.rows()), None),
                    Kind::Bits | Kind::SkewedBits => (None, None, Some(needed.bits())),
                };
                let swizzles = plain.into_iter().chain(rows.into_iter().flatten()).chain(bits.into_iter().flatten());
                for swizzle in swizzles {
                    let member = Member { padding, skew, swizzle };
                    let Some(most) = allowed(&outcome, tile, &member) else { continue };
                    if requests >= most_requests {
                        outcome.is_proved = false;
                        return outcome;
                    }
                    outcome.tried += 1;
                    if let Some(wavefronts) = taken(tile, accesses, &member, most, &mut requests) {
                        let (span, operations) = (member.span(tile), member.operations(tile));
                        outcome.best = Some(Found { member, wavefronts, span, operations });
                    }
                }
            }
        }
    }
    outcome
}

/// The most wavefronts that a member may take to be better than the best; `None` if it is not better with any.
fn allowed(outcome: &Outcome, tile: &Tile, member: &Member) -> Option<u64> {
    let Some(best) = &outcome.best else { return Some(u64::MAX) };
    let least = Found {
        member: *member,
        wavefronts: best.wavefronts,
        span: member.span(tile),
        operations: member.operations(tile),
    };
    let most = if least.cost() < best.cost() { best.wavefronts } else { best.wavefronts.checked_sub(1)? };
    (most >= outcome.ideal).then_some(most)
}

/// The skews of a kind.
fn skews(kind: Kind, pitch: u32) -> core::ops::Range<u32> {
    match kind {
        Kind::Padded | Kind::Rows | Kind::Bits => 0..1,
        Kind::Skewed | Kind::SkewedRows | Kind::SkewedBits => 1..pitch,
    }
}

/// The members of a kind with rows of a length.
fn count(kind: Kind, positions: u64, pitch: u32) -> u64 {
    let skews = u64::from(skews(kind, pitch).end) - u64::from(skews(kind, pitch).start);
    let rows = if pitch.is_power_of_two() { u64::from(pitch.ilog2()) } else { 0 };
    skews
        * match kind {
            Kind::Padded | Kind::Skewed => 1,
            Kind::Rows | Kind::SkewedRows => rows,
            Kind::Bits | Kind::SkewedBits => swizzles::count(positions, pitch) - 1 - rows,
        }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::swizzles::every;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    /// Indices in an order, each thread a vector.
    fn order(tile: &Tile, key: impl Fn(u32, u32) -> (u32, u32, u32)) -> Vec<Option<[u32; 2]>> {
        let mut all: Vec<[u32; 2]> = (0..tile.rows()).flat_map(|i| (0..tile.columns()).map(move |j| [i, j])).collect();
        all.sort_by_key(|[i, j]| key(*i, *j));
        all.into_iter().map(Some).collect()
    }

    fn any_access(random: &mut Random, tile: &Tile) -> (Vec<Option<[u32; 2]>>, u32) {
        let (rows, columns) = (tile.rows(), tile.columns());
        let elements = match random.below(6) {
            0 => order(tile, |i, j| (0, i, j)),
            1 => order(tile, |i, j| (0, j, i)),
            2 => order(tile, |i, j| (i + j, i, 0)),
            3 => order(tile, |i, j| (i + columns - j, i, 0)),
            4 => order(tile, |i, j| (i / 2, j, i)),
            _ => order(tile, |i, j| (i % 3, j % 2, i * columns + j)),
        };
        let widest = (16 / tile.bytes()).min(4);
        let vector = 1 << random.below(u64::from(widest.ilog2()) + 1);
        let fits = columns % vector == 0 && rows * columns % vector == 0;
        let mut elements = elements;
        if random.one_in(4) {
            elements.iter_mut().step_by(3).for_each(|element| *element = None);
            return (elements, 1);
        }
        (elements, if fits && random.one_in(2) { vector } else { 1 })
    }

    #[test]
    fn no_member_of_the_whole_family_is_better_by_brute_force() {
        let mut random = Random::fresh();
        let (mut perfect, mut others, mut swizzled, mut none) = (0, 0, 0, 0);
        for _ in 0..60 {
            let (rows, columns) = (1 + random.below(9), 1 + random.below(12));
            let bytes = 1 << random.below(5);
            let tile = Tile::new(rows, columns, bytes).unwrap();
            let wanted: Vec<_> = (0..1 + random.below(3)).map(|_| any_access(&mut random, &tile)).collect();
            let accesses: Vec<_> =
                wanted.iter().filter_map(|(elements, vector)| TileAccess::new(&tile, elements, *vector)).collect();
            let outcome = least(&tile, &accesses, &Kind::ALL, u64::MAX);
            assert!(outcome.is_proved && outcome.tried <= outcome.family);
            let (mut family, mut best) = (0, None);
            for padding in tile.paddings() {
                let pitch = tile.columns() + padding;
                for skew in 0..pitch {
                    for swizzle in every(rows * u64::from(pitch), pitch) {
                        family += 1;
                        // Every third of the paddings, to be done in seconds.
                        if padding > 6 && padding % 3 != 0 {
                            continue;
                        }
                        let found = Member { padding, skew, swizzle }.found(&tile, &accesses);
                        if let Some(found) = found.filter(|found| best.is_none_or(|best| found.cost() < best)) {
                            best = Some(found.cost());
                        }
                    }
                }
            }
            assert_eq!(outcome.family, family, "{tile:?}");
            let cost = outcome.best.map(|best| best.cost());
            assert!(cost.is_some() || best.is_none());
            assert!(best.is_none_or(|best| cost.unwrap() <= best), "{tile:?} {outcome:?} {best:?}");
            if let Some(found) = outcome.best {
                assert_eq!(found.member.found(&tile, &accesses), Some(found));
                perfect += u32::from(found.wavefronts == outcome.ideal);
                others += u32::from(found.wavefronts > outcome.ideal);
                swizzled += u32::from(found.member.swizzle != Swizzle::None);
            } else {
                none += 1;
            }
        }
        assert!(perfect > 10, "{perfect} {others} {swizzled} {none}");
    }

    #[test]
    fn a_limit_leaves_it_unproved() {
        let tile = Tile::new(24, 24, 4).unwrap();
        let (rows, columns) = (order(&tile, |i, j| (0, i, j)), order(&tile, |i, j| (0, j, i)));
        let accesses = [&rows, &columns].map(|elements| TileAccess::new(&tile, elements, 1).unwrap());
        let limited = least(&tile, &accesses, &Kind::ALL, 3);
        assert!(!limited.is_proved && limited.tried <= 3);
        assert!(least(&tile, &accesses, &Kind::ALL, 1 << 30).is_proved);
        let nothing = least(&tile, &[], &Kind::ALL, 1);
        assert_eq!(nothing.best.unwrap().member, Member::default());
    }

    #[test]
    fn accesses_that_are_none_are_refused() {
        let tile = Tile::new(4, 8, 4).unwrap();
        let rows = order(&tile, |i, j| (0, i, j));
        assert!(TileAccess::new(&tile, &rows, 4).is_some_and(|access| access.ideal() == 1 && access.vector() == 4));
        for vector in [0, 3, 8, u32::MAX] {
            assert!(TileAccess::new(&tile, &rows, vector).is_none());
        }
        assert!(TileAccess::new(&tile, &rows[..3], 2).is_none());
        assert!(TileAccess::new(&tile, &[Some([4, 0])], 1).is_none());
        // A column has no neighbours under any member but a tile of one column.
        let columns = order(&tile, |i, j| (0, j, i));
        let outcome = least(&tile, &[TileAccess::new(&tile, &columns, 2).unwrap()], &Kind::ALL, u64::MAX);
        assert_eq!((outcome.best, outcome.is_proved), (None, true));
    }
}
