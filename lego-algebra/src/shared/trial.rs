//! Members that are tried side by side: those of one padding and one skew, so that row and column have their place once.

use super::access::TileAccess;
use super::class::{Class, Xor};
use super::counts::{Seen, Window};
use super::known::Known;
use super::member::{Member, Swizzle};
use super::outcome::{Found, Outcome, Rank};
use super::request::{Request, Rows, windows};
use super::tile::Tile;
use super::turns::Turns;

/// More swizzles than there are to be tried for any tile.
pub(super) const SIDE_BY_SIDE: usize = 1024;

/// A swizzle that is tried with every skew.
#[derive(Clone, Copy)]
struct Candidate {
    swizzle: Swizzle,
    xor: Xor,
    class: Class,
    span: u64,
}

/// A member that is tried: what it takes so far, with the ideal of what is not counted yet, and the most that it may take.
#[derive(Clone, Copy)]
struct Trial {
    candidate: u32,
    total: u64,
    most: u64,
}

const NO_CANDIDATE: Candidate = Candidate {
    swizzle: Swizzle::None,
    xor: Xor::NONE,
    class: Class { window: Window::EMPTY, is_whole: true },
    span: 0,
};

/// The swizzles that are tried with one padding, and which of them are left.
pub(super) struct Group {
    candidates: [Candidate; SIDE_BY_SIDE],
    count: usize,
    trials: [Trial; SIDE_BY_SIDE],
    left: usize,
}

impl Group {
    pub(super) fn new() -> Self {
        let trial = Trial { candidate: 0, total: 0, most: 0 };
        Self { candidates: [NO_CANDIDATE; SIDE_BY_SIDE], count: 0, trials: [trial; SIDE_BY_SIDE], left: 0 }
    }

    /// Without candidates.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// One more candidate with a padding.
    pub(super) fn push(&mut self, tile: &Tile, accesses: &[TileAccess<'_>], padding: u32, swizzle: Swizzle) {
        let member = Member { padding, skew: 0, swizzle };
        if let Some(xor) = Xor::new(swizzle, member.pitch(tile)) {
            let class = Class::new(xor, tile.word(), tile.banks(), accesses);
            self.candidates[self.count] = Candidate { swizzle, xor, class, span: member.span(tile) };
            self.count += 1;
        }
    }

    /// Lets those trials go of which something says so.
    fn retain(&mut self, mut is_left: impl FnMut(&Candidate, &mut Trial) -> bool) {
        let mut kept = 0;
        for at in 0..self.left {
            let mut trial = self.trials[at];
            if is_left(&self.candidates[trial.candidate as usize], &mut trial) {
                self.trials[kept] = trial;
                kept += 1;
            }
        }
        self.left = kept;
    }
}

/// A search under way.
pub(super) struct Search<'a, 'b, 'c> {
    pub(super) tile: &'c Tile,
    pub(super) turns: Turns<'a, 'b>,
    pub(super) outcome: Outcome,
    /// What any part of the search knows.
    pub(super) known: &'c Known,
    pub(super) requests: u64,
    pub(super) most_requests: u64,
    pub(super) rows: Rows,
    pub(super) seen: Seen,
}

impl Search<'_, '_, '_> {
    /// The most wavefronts that a member may take to be better than the best; `None` if it is not better with any.
    fn allowed(&self, member: &Member, span: u64, operations: u32) -> Option<u64> {
        let mut most = self.known.fewest();
        if let Some(best) = &self.outcome.best {
            let (wavefronts, rank) = best.rank();
            let is_less = Rank::new(member, span, operations) < rank;
            most = most.min(if is_less { wavefronts } else { wavefronts.checked_sub(1)? });
        }
        (most >= self.outcome.ideal && !self.known.has_ideal_below(span, operations)).then_some(most)
    }

    /// Tries the candidates of a group with one padding and skew.
    pub(super) fn run(&mut self, group: &mut Group, padding: u32, skew: u32) {
        let place = Member { padding, skew, swizzle: Swizzle::None };
        group.left = 0;
        for at in 0..group.count {
            let Candidate { swizzle, span, .. } = group.candidates[at];
            let member = Member { swizzle, ..place };
            if let Some(most) = self.allowed(&member, span, member.operations(self.tile)) {
                group.trials[group.left] = Trial { candidate: at as u32, total: self.outcome.ideal, most };
                group.left += 1;
            }
        }
        if group.left == 0 {
            return;
        }
        self.outcome.tried += group.left as u64;
        self.rows.set(self.tile, &place);
        self.vectors(group, &place);
        self.bound(group);
        self.count(group, &place);
        if self.requests >= self.most_requests {
            return;
        }
        for Trial { candidate, total: wavefronts, .. } in group.trials[..group.left].iter().copied() {
            let Candidate { swizzle, span, .. } = group.candidates[candidate as usize];
            let member = Member { swizzle, ..place };
            let operations = member.operations(self.tile);
            if self.allowed(&member, span, operations).is_some_and(|most| wavefronts <= most) {
                let found = Found { member, wavefronts, span, operations };
                self.outcome.best = Some(found);
                self.known.learn(&found, self.outcome.ideal);
            }
        }
    }

    /// Lets those go under which the first vectors of an access are none.
    fn vectors(&mut self, group: &mut Group, place: &Member) {
        for access in self.turns.accesses().iter().filter(|access| access.vector() > 1) {
            if group.left > 0 && access.warps() > 0 {
                self.requests += 1;
                let is_vector = Request::new(self.tile, access, 0, &self.rows, &mut self.seen).is_some();
                let lanes = access.lanes(self.tile, place, 0);
                group.retain(|Candidate { xor, class, .. }, _| {
                    if class.is_whole {
                        is_vector
                    } else {
                        lanes.extra(&|position| u64::from(xor.apply(position as u32))).is_some()
                    }
                });
            }
        }
    }

    /// Lets those go that are not better by what every swizzle of their class takes at least: first with what the largest windows say,
    /// which are quickly counted and have all the smaller ones in them.
    fn bound(&mut self, group: &mut Group) {
        let banks = (self.tile.banks() - self.tile.word()) as usize;
        let count = |candidate: &Candidate| candidate.class.window.count();
        let largest =
            group.trials[..group.left].iter().map(|trial| count(&group.candidates[trial.candidate as usize])).max();
        // What all bank bits together take at least is nothing.
        for level in (0..=largest.unwrap_or(0).min(banks - 1)).rev() {
            self.bound_by(group, level);
            let is_open = |trial: &Trial| count(&group.candidates[trial.candidate as usize]) < level;
            if !group.trials[..group.left].iter().any(is_open) || self.requests >= self.most_requests {
                return;
            }
        }
    }

    /// The same with windows of so many bits.
    fn bound_by(&mut self, group: &mut Group, level: usize) {
        // For each window what its swizzles, and those of smaller ones in it, may take at most; none are better once they take more.
        let (mut most, mut asked) = ([0; Class::COUNT], [0_u32; 2]);
        for trial in &group.trials[..group.left] {
            let Class { window, is_whole } = group.candidates[trial.candidate as usize].class;
            for around in window.around(level, (self.tile.banks() - self.tile.word()) as usize) {
                let class = Class { window: around, is_whole };
                most[class.number()] = trial.most.max(most[class.number()]);
                asked[usize::from(!is_whole)] |= 1 << around.number();
            }
        }
        let mut totals = [self.outcome.ideal; Class::COUNT];
        let mut open = asked;
        self.turns.restart();
        while open != [0; 2] && self.requests < self.most_requests {
            let Some((turn, access, warp)) = self.turns.next() else { break };
            self.requests += 1;
            let before: u64 = sum(&totals, open);
            match Request::new(self.tile, access, warp, &self.rows, &mut self.seen) {
                Some(request) => request.least(open, self.tile, &mut totals),
                None => windows(open[0]).for_each(|n| totals[n] = u64::MAX >> 16),
            }
            let classes = u64::from(open[0].count_ones() + open[1].count_ones());
            self.turns.took(turn, (sum(&totals, open) - before) * 16 / classes);
            for (side, open) in open.iter_mut().enumerate() {
                for n in windows(*open) {
                    *open &= !(u32::from(totals[n + side * Window::COUNT] > most[n + side * Window::COUNT]) << n);
                }
            }
            if open == [0; 2] {
                self.turns.begin_with(turn, warp);
            }
        }
        let banks = (self.tile.banks() - self.tile.word()) as usize;
        group.retain(|Candidate { class, .. }, trial| {
            let Class { window, is_whole } = *class;
            window.around(level, banks).all(|around| totals[Class { window: around, is_whole }.number()] <= trial.most)
        });
    }

    /// Counts all requests under every member that is left, and lets those go that are not better any more.
    fn count(&mut self, group: &mut Group, place: &Member) {
        self.turns.restart();
        while group.left > 0 && self.requests < self.most_requests {
            let Some((turn, access, warp)) = self.turns.next() else { break };
            let request = Request::new(self.tile, access, warp, &self.rows, &mut self.seen);
            let is_parted = |trial: &Trial| !group.candidates[trial.candidate as usize].class.is_whole;
            let is_slow = access.vector() > 1 && group.trials[..group.left].iter().any(is_parted);
            let lanes = is_slow.then(|| access.lanes(self.tile, place, warp));
            let (before, mut taken) = (group.left as u64, 0);
            let seen = &mut self.seen;
            group.retain(|Candidate { xor, class, .. }, trial| {
                let extra = match (&request, &lanes) {
                    (Some(request), _) if class.is_whole => Some(request.whole(*xor)),
                    (None, _) if class.is_whole => None,
                    (_, Some(lanes)) => lanes.extra(&|position| u64::from(xor.apply(position as u32))),
                    (request, None) => request.as_ref().and_then(|request| request.any(*xor, seen)),
                };
                let Some(extra) = extra else { return false };
                taken += extra;
                trial.total += extra;
                trial.total <= trial.most
            });
            self.requests += before;
            self.turns.took(turn, taken * 16 / before);
        }
    }
}

fn sum(totals: &[u64; Class::COUNT], [whole, parted]: [u32; 2]) -> u64 {
    windows(whole).map(|n| totals[n]).sum::<u64>() + windows(parted).map(|n| totals[n + Window::COUNT]).sum::<u64>()
}
