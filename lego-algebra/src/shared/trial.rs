//! Members that are tried side by side: those of one padding and one skew, so that row and column have their place once.

use super::member::{Member, Swizzle};
use super::outcome::{Found, Outcome};
use super::planes::Target;
use super::tile::Tile;
use super::warps::Warps;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

/// The most swizzles that are tried side by side.
const SIDE_BY_SIDE: usize = 512;

/// So many requests that ended the most recent members are counted first.
pub(super) const KILLERS: usize = 8;

/// Of fewer members side by side each is counted lane by lane.
const FEW: usize = 3;

/// Of so many members side by side it is first looked at what all swizzles of the same bits have in common.
const MANY: usize = 24;

/// A member that is tried: what it takes so far, with the ideal of what is not counted yet, and the most that it may take.
#[derive(Clone, Copy)]
struct Trial {
    swizzle: Swizzle,
    total: u64,
    most: u64,
}

/// Members of one padding and one skew, which are tried side by side: row and column have their place once for all of them.
pub(super) struct Group {
    padding: u32,
    skew: u32,
    members: [Trial; SIDE_BY_SIDE],
    len: usize,
}

impl Group {
    pub(super) fn new(padding: u32, skew: u32) -> Self {
        Self { padding, skew, members: [Trial { swizzle: Swizzle::None, total: 0, most: 0 }; SIDE_BY_SIDE], len: 0 }
    }

    fn member(&self, swizzle: Swizzle) -> Member {
        Member { padding: self.padding, skew: self.skew, swizzle }
    }
}

/// A search under way.
pub(super) struct Search<'a, 'b, 'c> {
    pub(super) tile: &'c Tile,
    pub(super) warps: Warps<'a, 'b>,
    pub(super) outcome: Outcome,
    /// The fewest wavefronts that any part of the search knows.
    pub(super) known: &'c AtomicUsize,
    pub(super) requests: u64,
    pub(super) most_requests: u64,
    pub(super) killers: [usize; KILLERS],
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
    pub(super) fn join(&mut self, group: &mut Group, swizzle: Swizzle) {
        let Some(most) = self.allowed(&group.member(swizzle)) else { return };
        if group.len == SIDE_BY_SIDE {
            self.run(group);
        }
        group.members[group.len] = Trial { swizzle, total: self.outcome.ideal, most };
        group.len += 1;
    }

    /// Tries the members of a group, and empties it.
    pub(super) fn run(&mut self, group: &mut Group) {
        self.outcome.tried += group.len as u64;
        if group.len >= MANY {
            self.bound(group);
        }
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

    /// Lets those members of a group go that are not better by what every swizzle of their target bits takes at least.
    fn bound(&mut self, group: &mut Group) {
        let place = group.member(Swizzle::None);
        let (row, word) = (place.pitch(self.tile).trailing_zeros(), self.tile.word());
        // For each target what its swizzles take at least, and may take at most; none are better once that is less.
        let mut targets: [Option<(Target, u64, u64)>; Target::COUNT] = [None; Target::COUNT];
        for trial in &group.members[..group.len] {
            if let Some(target) = Target::of(trial.swizzle, row, word) {
                let (_, _, most) = targets[target.number()].get_or_insert((target, self.outcome.ideal, trial.most));
                *most = trial.most.max(*most);
            }
        }
        let mut open = targets.iter().flatten().count();
        for n in 0..self.warps.count() {
            if open == 0 || self.requests >= self.most_requests {
                break;
            }
            let Some(planes) = self.warps.get(n, self.tile, &place).and_then(|lanes| lanes.planes()) else { continue };
            for (target, total, most) in targets.iter_mut().flatten().filter(|(_, total, most)| total <= most) {
                self.requests += 1;
                *total += planes.least(*target);
                open -= usize::from(total > most);
            }
        }
        let mut kept = 0;
        for at in 0..group.len {
            let trial = group.members[at];
            let target = Target::of(trial.swizzle, row, word).and_then(|target| targets[target.number()]);
            if target.is_none_or(|(_, total, most)| total <= most) {
                group.members[kept] = trial;
                kept += 1;
            }
        }
        group.len = kept;
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
