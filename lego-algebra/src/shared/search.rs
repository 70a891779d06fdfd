//! The least layout of a tile: the fewest wavefronts over all accesses, then the fewest bytes, then the fewest operations.
//!
//! Members are tried padding by padding, kind by kind; each is given up as soon as the wavefronts counted, and the ideal of what
//! is not counted yet, are more than the best member has. Once a member takes no more than ideal, only smaller spans and fewer
//! operations matter, which are known without an access. So the answer comes with a proof: every member was tried, cannot be
//! better by [`swizzles`](super), or is larger than one that takes the least that there is.

use super::access::{Lanes, TileAccess};
use super::member::{Kind, Member, Swizzle};
use super::swizzles::{self, Needed};
use super::tile::Tile;
use crate::linear::plans::Price;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

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
    /// What all threads' accesses take together, in instructions and wavefronts, as the [plans](crate::linear::plans) of linear layouts have it.
    #[must_use]
    pub fn price(&self, accesses: &[TileAccess<'_>]) -> Price {
        let count = accesses.iter().map(TileAccess::requests).sum();
        Price { accesses: count, wavefronts: self.wavefronts, ..Price::default() }
    }

    /// What it costs, the most important first: of two members the one that is less is better.
    fn cost(&self) -> (u64, u64, u32) {
        (self.wavefronts, self.span, self.operations)
    }
}

impl Outcome {
    /// What two searches of parts of the family found together.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        // Of equal cost the one that a single search finds first.
        let order = |found: &Found| (found.cost(), found.member.skew > 0, found.member.padding);
        Self {
            best: self.best.into_iter().chain(other.best).min_by_key(order),
            ideal: self.ideal,
            family: self.family + other.family,
            tried: self.tried + other.tried,
            is_proved: self.is_proved && other.is_proved,
        }
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
        let warps = Warps::new(accesses);
        let mut total = accesses.iter().map(TileAccess::ideal).sum();
        for lanes in (0..warps.count()).filter_map(|n| warps.get(n, tile, self)) {
            total += lanes.extra(&|position| self.swizzle.apply(position, self.pitch(tile)))?;
        }
        Some(total)
    }

    /// The member with its costs; `None` where an access is impossible.
    #[must_use]
    pub fn found(&self, tile: &Tile, accesses: &[TileAccess<'_>]) -> Option<Found> {
        let wavefronts = self.wavefronts(tile, accesses)?;
        Some(Found { member: *self, wavefronts, span: self.span(tile), operations: self.operations(tile) })
    }
}

/// The warps of all accesses: those of one access and of the next by turns, and of each in strides, since neighbours take much the
/// same.
#[derive(Clone, Copy)]
struct Warps<'a, 'b> {
    accesses: &'b [TileAccess<'a>],
    most: usize,
    stride: usize,
}

impl<'a, 'b> Warps<'a, 'b> {
    fn new(accesses: &'b [TileAccess<'a>]) -> Self {
        let most = accesses.iter().map(TileAccess::warps).max().unwrap_or(0);
        // About the golden section, and coprime, so that every warp has its turn.
        let mut stride = (most * 5 / 8).max(1);
        while gcd(stride, most) > 1 {
            stride += 1;
        }
        Self { accesses, most, stride }
    }

    fn count(&self) -> usize {
        self.most * self.accesses.len()
    }

    /// The n-th request; `None` where an access has no such warp.
    fn get(&self, n: usize, tile: &Tile, member: &Member) -> Option<Lanes> {
        let access = &self.accesses[n % self.accesses.len()];
        let warp = n / self.accesses.len() * self.stride % self.most;
        (warp < access.warps()).then(|| access.lanes(tile, member, warp))
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
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

/// The most swizzles that are tried side by side.
const SIDE_BY_SIDE: usize = 512;

/// So many requests that ended the most recent members are counted first.
const KILLERS: usize = 8;

/// Of fewer members side by side each is counted lane by lane.
const FEW: usize = 3;

/// A member that is tried: what it takes so far, with the ideal of what is not counted yet, and the most that it may take.
#[derive(Clone, Copy)]
struct Trial {
    swizzle: Swizzle,
    total: u64,
    most: u64,
}

/// Members of one padding and one skew, which are tried side by side: row and column have their place once for all of them.
struct Group {
    padding: u32,
    skew: u32,
    members: [Trial; SIDE_BY_SIDE],
    len: usize,
}

impl Group {
    fn new(padding: u32, skew: u32) -> Self {
        Self { padding, skew, members: [Trial { swizzle: Swizzle::None, total: 0, most: 0 }; SIDE_BY_SIDE], len: 0 }
    }

    fn member(&self, swizzle: Swizzle) -> Member {
        Member { padding: self.padding, skew: self.skew, swizzle }
    }
}

/// A search under way.
struct Search<'a, 'b, 'c> {
    tile: &'c Tile,
    warps: Warps<'a, 'b>,
    outcome: Outcome,
    /// The fewest wavefronts that any part of the search knows.
    known: &'c AtomicUsize,
    requests: u64,
    most_requests: u64,
    killers: [usize; KILLERS],
}

impl Search<'_, '_, '_> {
    /// The most wavefronts that a member may take to be better than the best; `None` if it is not better with any.
    fn allowed(&self, member: &Member) -> Option<u64> {
        let known = self.known.load(Relaxed) as u64;
        let Some(best) = &self.outcome.best else { return Some(known) };
        let cost = (best.wavefronts, member.span(self.tile), member.operations(self.tile));
        let most = if cost < best.cost() { best.wavefronts } else { best.wavefronts.checked_sub(1)? };
        (most >= self.outcome.ideal).then_some(most.min(known))
    }

    /// A member joins a group, unless it cannot be better than the best.
    fn join(&mut self, group: &mut Group, swizzle: Swizzle) {
        let Some(most) = self.allowed(&group.member(swizzle)) else { return };
        if group.len == SIDE_BY_SIDE {
            self.run(group);
        }
        group.members[group.len] = Trial { swizzle, total: self.outcome.ideal, most };
        group.len += 1;
    }

    /// Tries the members of a group, and empties it.
    fn run(&mut self, group: &mut Group) {
        self.outcome.tried += group.len as u64;
        let killers = self.killers;
        self.count(group, killers.into_iter());
        let count = self.warps.count();
        self.count(group, (0..count).filter(|n| !killers.contains(n)));
        if self.requests >= self.most_requests {
            return;
        }
        let (tile, len) = (self.tile, core::mem::take(&mut group.len));
        for Trial { swizzle, total: wavefronts, .. } in group.members[..len].iter().copied() {
            let member = group.member(swizzle);
            if self.allowed(&member).is_some_and(|most| wavefronts <= most) {
                let (span, operations) = (member.span(tile), member.operations(tile));
                self.outcome.best = Some(Found { member, wavefronts, span, operations });
                self.known.fetch_min(usize::try_from(wavefronts).unwrap_or(usize::MAX), Relaxed);
            }
        }
    }

    /// Counts some requests under every member of a group, and lets those go that are not better any more.
    fn count(&mut self, group: &mut Group, requests: impl Iterator<Item = usize>) {
        let mut seen = [usize::MAX; KILLERS];
        for (k, n) in requests.enumerate() {
            if group.len == 0 || self.requests >= self.most_requests {
                return;
            }
            // A request is counted once, also if it is a killer twice.
            if k < KILLERS {
                if seen.contains(&n) {
                    continue;
                }
                seen[k] = n;
            }
            let place = group.member(Swizzle::None);
            if n >= self.warps.count() {
                continue;
            }
            let Some(lanes) = self.warps.get(n, self.tile, &place) else { continue };
            let (pitch, before) = (place.pitch(self.tile), group.len);
            // Worth it where several members share them.
            let planes = if before >= FEW { lanes.planes() } else { None };
            let mut kept = 0;
            for at in 0..group.len {
                let Trial { swizzle, total, most } = group.members[at];
                self.requests += 1;
                let of_planes = planes.as_ref().and_then(|planes| planes.extra(swizzle, pitch.trailing_zeros()));
                let extra = match swizzle {
                    _ if of_planes.is_some() => of_planes,
                    Swizzle::None => lanes.extra(&|position| position),
                    Swizzle::Rows { .. } => lanes.extra(&|position| swizzle.apply(position, pitch)),
                    Swizzle::Bits { b, m, s } => {
                        let (ones, distance) = ((1_u64 << b) - 1, s.unsigned_abs());
                        let (from, to) = if s >= 0 { (m + distance, m) } else { (m, m + distance) };
                        lanes.extra(&|position| position ^ ((position >> from & ones) << to))
                    }
                };
                let Some(total) = extra.map(|extra| total + extra) else { continue };
                if total <= most {
                    group.members[kept] = Trial { swizzle, total, most };
                    kept += 1;
                }
            }
            group.len = kept;
            if 2 * kept < before && !self.killers.contains(&n) {
                self.killers.rotate_right(1);
                self.killers[0] = n;
            }
        }
    }
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
