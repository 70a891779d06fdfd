//! The least layout of a tile: the fewest wavefronts over all accesses, then the fewest bytes, then the fewest operations.
//!
//! Members are tried padding by padding, kind by kind; each is given up as soon as the wavefronts counted, and the ideal of what
//! is not counted yet, are more than the best member has. Once a member takes no more than ideal, only smaller spans and fewer
//! operations matter, which are known without an access. So the answer comes with a proof: every member was tried, cannot be
//! better by [`swizzles`](super), or is larger than one that takes the least that there is.

use super::access::TileAccess;
use super::member::{Kind, Swizzle};
use super::outcome::Outcome;
use super::swizzles::{self, Needed};
use super::tile::Tile;
use super::trial::{Group, KILLERS, Search};
use super::warps::Warps;
use core::sync::atomic::AtomicUsize;

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
/// assert_eq!(best.price(&accesses).to_string(), "64 accesses, 64 wavefronts");
/// ```
#[must_use]
pub fn least(tile: &Tile, accesses: &[TileAccess<'_>], kinds: &[Kind], most_requests: u64) -> Outcome {
    least_of_part(tile, accesses, kinds, most_requests, [0, 1], &AtomicUsize::new(usize::MAX))
}

/// The least member among those of the n-th of so many parts of the paddings, `[n, of]`, so that threads may share a search: all have the
/// same `known`, at first the largest number, by which they tell each other how few wavefronts there are.
///
/// Law: the outcomes of all parts, [joined](Outcome::joined), have the best of [`least`], whatever the threads' order.
#[must_use]
pub fn least_of_part(
    tile: &Tile,
    accesses: &[TileAccess<'_>],
    kinds: &[Kind],
    most_requests: u64,
    [part, parts]: [usize; 2],
    known: &AtomicUsize,
) -> Outcome {
    let ideal = accesses.iter().map(TileAccess::ideal).sum();
    let outcome = Outcome { best: None, ideal, family: 0, tried: 0, is_proved: true };
    let warps = Warps::new(accesses);
    let mut search = Search { tile, warps, outcome, known, requests: 0, most_requests, killers: [0; KILLERS] };
    let vector = accesses.iter().map(TileAccess::vector).min().unwrap_or(1);
    // Without a skew first: there are few of these, and what they take is known when the many are tried.
    for is_skewed in [false, true] {
        for padding in tile.paddings().skip(part).step_by(parts.max(1)) {
            let pitch = tile.columns() + padding;
            let positions = u64::from(tile.rows()) * u64::from(pitch);
            let needed = Needed::new(positions, pitch, tile.bytes(), vector);
            let skews = if is_skewed { 1..pitch } else { 0..1 };
            for kind in kinds.iter().filter(|kind| kind.is_skewed() == is_skewed) {
                let of_each = count(*kind, positions, pitch);
                search.outcome.family += of_each * skews.clone().count() as u64;
            }
            for skew in skews {
                let mut group = Group::new(padding, skew);
                for kind in kinds.iter().filter(|kind| kind.is_skewed() == is_skewed) {
                    match kind {
                        Kind::Padded | Kind::Skewed => search.join(&mut group, Swizzle::None),
                        Kind::Rows | Kind::SkewedRows => {
                            needed.rows().for_each(|swizzle| search.join(&mut group, swizzle));
                        }
                        Kind::Bits | Kind::SkewedBits => {
                            needed.bits().for_each(|swizzle| search.join(&mut group, swizzle));
                        }
                    }
                }
                search.run(&mut group);
                if search.requests >= most_requests {
                    search.outcome.is_proved = false;
                    return search.outcome;
                }
            }
        }
    }
    search.outcome
}

/// The members of a kind with rows of a length and one skew.
fn count(kind: Kind, positions: u64, pitch: u32) -> u64 {
    let rows = if pitch.is_power_of_two() { u64::from(pitch.ilog2()) } else { 0 };
    match kind {
        Kind::Padded | Kind::Skewed => 1,
        Kind::Rows | Kind::SkewedRows => rows,
        Kind::Bits | Kind::SkewedBits => swizzles::count(positions, pitch) - 1 - rows,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::member::Member;
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
            let known = AtomicUsize::new(usize::MAX);
            let part = |n| least_of_part(&tile, &accesses, &Kind::ALL, u64::MAX, [n, 3], &known);
            let joined = part(2).joined(part(0)).joined(part(1));
            assert_eq!((joined.best, joined.family, joined.is_proved), (outcome.best, outcome.family, true));
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
        assert!(!limited.is_proved && limited.best.is_none() && limited.tried < 100);
        let limited = least(&tile, &accesses, &Kind::ALL, 20_000);
        assert!(!limited.is_proved && limited.best.is_some() && limited.tried < limited.family);
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
