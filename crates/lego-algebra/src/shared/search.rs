//! The least layout of a tile: the fewest wavefronts over all accesses, then the fewest bytes, then the fewest operations.
//!
//! Members are tried padding by padding, a few kinds after the other; each is given up as soon as the wavefronts counted, and the
//! ideal of what is not counted yet, are more than the best member has, and so is a whole [class](super) of swizzles by what all of
//! them take at least. Once a member takes no more than ideal, only smaller spans and fewer operations matter, which are known
//! without an access. So the answer comes with a proof: every member was tried, cannot be better by [`swizzles`](super), or is
//! larger than one that takes the least that there is.

use super::access::TileAccess;
use super::member::{Kind, Swizzle};
use super::outcome::{Alone, Outcome};
use super::parts::Parts;
use super::position::{Position, are_short};
use super::progress::{SearchProgress, Shared};
use super::rows::Rows;
use super::swizzles::{self, Needed};
use super::tile::Tile;
use super::trial::{Group, Search};
use super::turns::Turns;

/// The least member of some kinds, with at most so many [steps](Outcome::requests).
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
    least_shared(tile, accesses, kinds, &[], most_requests, &SearchProgress::default())
}

/// What one of the threads that share a search finds: all have the same `known`, at first the default, by which each takes the next of the paddings,
/// or a part of its skews, and they tell each other what need not be tried any more. They take about so many steps together.
///
/// Of some of the kinds the least is found, too, of each [alone](Outcome::alone), in the same walk over paddings and skews.
///
/// Law: the outcomes of all, [joined](Outcome::joined), have the best of [`least`], whatever the threads' order, and alone that of `least` of one kind.
#[must_use]
pub fn least_shared(
    tile: &Tile,
    accesses: &[TileAccess<'_>],
    kinds: &[Kind],
    alone: &[Kind],
    most_requests: u64,
    known: &SearchProgress,
) -> Outcome {
    let search = if are_short(tile) { search::<u16> } else { search::<u32> };
    search(tile, accesses, kinds, alone, most_requests, known)
}

fn search<P: Position>(
    tile: &Tile,
    accesses: &[TileAccess<'_>],
    kinds: &[Kind],
    alone: &[Kind],
    most_requests: u64,
    known: &SearchProgress,
) -> Outcome {
    let ideal = accesses.iter().map(TileAccess::ideal).sum();
    // One of the threads has all of them.
    let counted = tile.paddings().take(if known.take(Shared::Family) == 0 { usize::MAX } else { 0 });
    let family = counted.map(|padding| kinds.iter().map(|kind| count(*kind, tile, padding)).sum::<u64>()).sum();
    let outcome = Outcome {
        best: None,
        ideal,
        family,
        tried: 0,
        requests: 0,
        is_proved: true,
        alone: [Alone::NOTHING; Kind::ALL.len()],
    };
    let (turns, rows, parts) = (Turns::new(accesses), Rows::new(), Parts::<P>::new());
    let mut search = Search { tile, turns, outcome, known, most_requests, told: 0, rows, parts };
    let vector = accesses.iter().map(TileAccess::vector).min().unwrap_or(1);
    let mut group = Group::new();
    // The few first: what they take is known when the many are tried.
    for (phase, shared) in PHASES {
        // The last has all steps that are left, and each before it half of them.
        let spared = if matches!(shared, Shared::Skewed) { 0 } else { most_requests.saturating_sub(known.spent()) / 2 };
        search.most_requests = most_requests - spared;
        let mut is_over = search.is_over();
        let asked = || phase.iter().filter(|kind| kinds.contains(kind));
        let rivals = |kind: &Kind| alone.contains(kind).then_some(*kind);
        let next = || {
            let n = known.take(shared);
            tile.paddings().nth(n / SHARES).map(|padding| (padding, n % SHARES))
        };
        while let Some((padding, share)) = next().filter(|_| !is_over) {
            let pitch = tile.columns() + padding;
            let positions = u64::from(tile.rows()) * u64::from(pitch);
            // Larger than one that takes the ideal is every swizzle of it, and of all that follow.
            if asked().all(|kind| known.least(rivals(kind)).has_ideal_of_less(positions)) {
                break;
            }
            // The first row is turned by nothing: of one row every skew is the same.
            let end = if tile.rows() == 1 { pitch.min(2) } else { pitch };
            let [first, end] = if phase[0].is_skewed() { [1, end] } else { [0, 1] };
            let skews = [share, share + 1].map(|n| first + (end - first) * n as u32 / SHARES as u32);
            let skews = skews[0]..skews[1];
            if skews.is_empty() {
                continue;
            }
            let needed = Needed::new(positions, pitch, tile.bytes(), vector);
            group.clear();
            for kind in asked() {
                let mut push = |swizzle| group.push(tile, accesses, padding, swizzle, rivals(kind));
                match kind {
                    Kind::Padded | Kind::Skewed => push(Swizzle::None),
                    Kind::Rows | Kind::SkewedRows => needed.rows().for_each(push),
                    Kind::Bits | Kind::SkewedBits => needed.bits().for_each(push),
                }
            }
            for skew in skews {
                search.run(&mut group, padding, skew);
                // Where all members are ruled out at once it is a step too.
                search.outcome.requests += group.steps();
                is_over = search.is_over();
                if is_over {
                    break;
                }
            }
        }
        if is_over {
            search.outcome.is_proved = false;
            phase.iter().for_each(|kind| search.outcome.alone[*kind as usize].is_proved = false);
        }
    }
    search.outcome
}

/// The shares of a padding, each of some of its skews, so that no thread is left alone with the last padding for long.
const SHARES: usize = 4;

/// The kinds that are tried together, in the order in which they are.
const PHASES: [(&[Kind], Shared); 3] = [
    (&[Kind::Padded], Shared::Padded),
    (&[Kind::Rows, Kind::Bits], Shared::Swizzled),
    (&[Kind::Skewed, Kind::SkewedRows, Kind::SkewedBits], Shared::Skewed),
];

/// The members of a kind with one padding.
fn count(kind: Kind, tile: &Tile, padding: u32) -> u64 {
    let pitch = tile.columns() + padding;
    let rows = if pitch.is_power_of_two() { u64::from(pitch.ilog2()) } else { 0 };
    let swizzles = match kind {
        Kind::Padded | Kind::Skewed => 1,
        Kind::Rows | Kind::SkewedRows => rows,
        Kind::Bits | Kind::SkewedBits => swizzles::count(u64::from(tile.rows()) * u64::from(pitch), pitch) - 1 - rows,
    };
    if kind.is_skewed() { swizzles * u64::from(pitch - 1) } else { swizzles }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::brute_force::{any_access, order, wavefronts};
    use super::super::member::Member;
    use super::super::outcome::Found;
    use super::super::swizzles::every;
    use super::*;
    use random::Random;
    use std::thread;
    use std::vec::Vec;

    #[test]
    fn no_member_of_the_whole_family_is_better_by_brute_force() {
        let mut random = Random::fresh();
        let (mut perfect, mut others, mut swizzled, mut none) = (0, 0, 0, 0);
        for n in 0..30 {
            let (rows, columns) = (1 + random.below(9), 1 + random.below(12));
            // Some of several warps, of every width; of some small ones the whole family, so that the answer is just that of the plain search.
            let is_whole = n % 2 == 0;
            let (rows, columns) = match n % 6 {
                5 => (rows + 11, 5 + columns),
                _ if is_whole => (rows.min(5), columns.min(7)),
                _ => (rows, columns),
            };
            let bytes = 1 << (n % 5);
            let tile = Tile::new(rows, columns, bytes).unwrap();
            let wanted: Vec<_> = (0..1 + random.below(3)).map(|_| any_access(&mut random, &tile)).collect();
            let accesses: Vec<_> =
                wanted.iter().filter_map(|(elements, vector)| TileAccess::new(&tile, elements, *vector)).collect();
            let outcome = least(&tile, &accesses, &Kind::ALL, u64::MAX);
            assert!(outcome.is_proved && outcome.tried <= outcome.family);
            let known = SearchProgress::default();
            let share = || least_shared(&tile, &accesses, &Kind::ALL, &Kind::ALL[..4], u64::MAX, &known);
            let joined = thread::scope(|scope| {
                let others = [scope.spawn(share), scope.spawn(share)];
                others.into_iter().fold(share(), |all, other| other.join().unwrap().joined(all))
            });
            assert_eq!((joined.best, joined.family, joined.is_proved), (outcome.best, outcome.family, true));
            // Each kind alone has the best that it has without the others.
            for (number, kind) in Kind::ALL.into_iter().enumerate() {
                let best = least(&tile, &accesses, &[kind], u64::MAX).best;
                assert_eq!(joined.alone(kind), best.filter(|_| number < 4), "{tile:?} {kind:?}");
            }
            let (mut family, mut best, mut least_rank) = (0, None, None);
            for padding in tile.paddings() {
                let pitch = tile.columns() + padding;
                for skew in 0..pitch {
                    for swizzle in every(rows * u64::from(pitch), pitch) {
                        family += 1;
                        // Every third of the paddings, to be done in seconds; of large tiles some of the members.
                        let is_left_out = padding > 6 && padding % 3 != 0 || n % 6 == 5 && !random.one_in(10);
                        if is_left_out && !is_whole {
                            continue;
                        }
                        let member = Member { padding, skew, swizzle };
                        let (span, operations) = (member.span(&tile), member.operations(&tile));
                        if let Some(wavefronts) = wavefronts(&tile, &member, &accesses) {
                            let cost = (wavefronts, span, operations);
                            let rank = Found { member, wavefronts, span, operations }.rank();
                            least_rank = Some(least_rank.map_or(rank, |least| rank.min(least)));
                            best = Some(best.map_or(cost, |best: (u64, u64, u32)| best.min(cost)));
                        }
                    }
                }
            }
            assert_eq!(outcome.family, family, "{tile:?}");
            let cost = outcome.best.map(|best| best.cost());
            assert!(cost.is_some() || best.is_none());
            assert!(best.is_none_or(|best| cost.unwrap() <= best), "{tile:?} {outcome:?} {best:?}");
            assert!(
                !is_whole || outcome.best.map(|found| found.rank()) == least_rank,
                "{tile:?} {outcome:?} {least_rank:?}"
            );
            if let Some(found) = outcome.best {
                assert_eq!(found.member.found(&tile, &accesses), Some(found));
                assert_eq!(wavefronts(&tile, &found.member, &accesses), Some(found.wavefronts));
                perfect += u32::from(found.wavefronts == outcome.ideal);
                others += u32::from(found.wavefronts > outcome.ideal);
                swizzled += u32::from(found.member.swizzle != Swizzle::None);
            } else {
                none += 1;
            }
        }
        assert!(perfect > 3, "{perfect} {others} {swizzled} {none}");
    }

    /// Steps, since time is noisy: a million take some 35 ms.
    #[test]
    fn a_search_by_rows_and_columns_takes_few_steps() {
        let mut above = Vec::new();
        for (rows, columns, bytes, most) in [
            (32, 32, 4, 1_000),
            (24, 24, 4, 110_000),
            (56, 56, 8, 180_000),
            (112, 48, 4, 295_000),
            (24, 48, 2, 830_000),
            (56, 56, 4, 535_000),
            (48, 48, 2, 420_000),
            (112, 112, 4, 830_000),
            (56, 56, 2, 960_000),
            (56, 56, 1, 1_880_000),
            (56, 128, 1, 4_900_000),
        ] {
            let tile = Tile::new(rows, columns, bytes).unwrap();
            let (by_row, by_column) = (order(&tile, |i, j| (0, i, j)), order(&tile, |i, j| (0, j, i)));
            let accesses = [&by_row, &by_column].map(|elements| TileAccess::new(&tile, elements, 1).unwrap());
            let outcome = least(&tile, &accesses, &Kind::ALL, u64::MAX);
            assert!(outcome.is_proved, "{tile:?} {outcome:?}");
            if outcome.requests > most {
                above.push((rows, columns, bytes, outcome.requests, most));
            }
        }
        assert!(above.is_empty(), "more steps than before: {above:?}");
    }

    #[test]
    fn accesses_that_are_many_times_the_same_have_the_same_least_member() {
        let tile = Tile::new(56, 24, 4).unwrap();
        let (by_row, by_column) = (order(&tile, |i, j| (0, i, j)), order(&tile, |i, j| (0, j, i)));
        let accesses = [&by_row, &by_column].map(|elements| TileAccess::new(&tile, elements, 1).unwrap());
        let once = least(&tile, &accesses, &Kind::ALL, u64::MAX).best.unwrap();
        // More than there are turns, and more than those of which something is known.
        let many = least(&tile, &[accesses; 12].concat(), &Kind::ALL, u64::MAX).best.unwrap();
        assert_eq!((many.member, many.wavefronts), (once.member, 12 * once.wavefronts));
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
        // One limit for all threads of a search.
        let known = SearchProgress::default();
        let share = || least_shared(&tile, &accesses, &Kind::ALL, &[Kind::Padded, Kind::SkewedBits], 20_000, &known);
        let both = share().joined(share());
        assert!(!both.is_proved && both.requests < 22_000, "{both:?}");
        // What was done before the limit is proved.
        assert!(both.alone(Kind::Padded).is_some() && both.alone(Kind::SkewedBits).is_none(), "{both:?}");
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
