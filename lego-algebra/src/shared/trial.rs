//! Members that are tried side by side: those of one padding and one skew, so that row and column have their place once.

use super::access::{Near, TileAccess};
use super::class::{Class, Xor};
use super::counts::{Seen, Window, windows};
use super::known::Known;
use super::member::{Member, Swizzle};
use super::outcome::{Found, Outcome, Rank};
use super::request::{Request, Rows};
use super::tile::Tile;
use super::turns::{Next, TURNS, Turns};

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
    /// Whether all that it takes is counted.
    is_counted: bool,
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
    /// The first so many of those that are left are judged by their classes before they are counted.
    classed: usize,
}

impl Group {
    pub(super) fn new() -> Self {
        let trial = Trial { candidate: 0, total: 0, most: 0, is_counted: false };
        Self { candidates: [NO_CANDIDATE; SIDE_BY_SIDE], count: 0, trials: [trial; SIDE_BY_SIDE], left: 0, classed: 0 }
    }

    /// What it takes to look which members may be better, in [steps](Outcome::requests): as long for some dozens as a request of a warp.
    pub(super) fn steps(&self) -> u64 {
        1 + self.count as u64 / 32
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

    /// Lets those trials go of which something says so, from one on.
    fn retain(&mut self, from: usize, mut is_left: impl FnMut(&Candidate, &mut Trial) -> bool) {
        let (mut kept, mut classed) = (from, from.min(self.classed));
        for at in from..self.left {
            let mut trial = self.trials[at];
            if is_left(&self.candidates[trial.candidate as usize], &mut trial) {
                self.trials[kept] = trial;
                kept += 1;
                classed += usize::from(at < self.classed);
            }
        }
        (self.left, self.classed) = (kept, classed);
    }
}

/// A search under way.
pub(super) struct Search<'a, 'b, 'c> {
    pub(super) tile: &'c Tile,
    pub(super) turns: Turns<'a, 'b>,
    pub(super) outcome: Outcome,
    /// What any part of the search knows.
    pub(super) known: &'c Known,
    pub(super) most_requests: u64,
    /// So many of the requests the others know of.
    pub(super) told: u64,
    pub(super) rows: Rows,
    /// Of each turn that has one access, what lanes may have to do with each other.
    pub(super) near: [Option<Near>; TURNS],
    pub(super) seen: Seen,
}

/// After so many requests the others are told.
const FEW_REQUESTS: u64 = 256;

impl Search<'_, '_, '_> {
    /// Whether all threads together have counted as many requests as they may.
    pub(super) fn is_over(&mut self) -> bool {
        let new = self.outcome.requests - self.told;
        if new >= FEW_REQUESTS {
            self.known.spend(new);
            self.told = self.outcome.requests;
        }
        self.known.spent() + self.outcome.requests - self.told >= self.most_requests
    }

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
        (group.left, group.classed) = (0, 0);
        for is_classed in [true, false] {
            for at in 0..group.count {
                let Candidate { swizzle, span, class, .. } = group.candidates[at];
                let member = Member { swizzle, ..place };
                if is_classed == self.is_wide(class) {
                    continue;
                }
                if let Some(most) = self.allowed(&member, span, member.operations(self.tile)) {
                    let total = self.outcome.ideal;
                    group.trials[group.left] = Trial { candidate: at as u32, total, most, is_counted: false };
                    group.left += 1;
                }
            }
            if is_classed {
                group.classed = group.left;
            }
        }
        if group.left == 0 {
            return;
        }
        self.outcome.tried += group.left as u64;
        self.rows.set(self.tile, &place);
        self.near = self.turns.near(self.tile, &place);
        self.vectors(group, &place);
        self.bound(group, &place);
        self.count(group, &place);
        if self.is_over() {
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
        let mut request = Request::new();
        for access in self.turns.accesses().iter().filter(|access| access.vector() > 1) {
            if group.left > 0 && access.warps() > 0 {
                self.outcome.requests += 1;
                let is_vector = request.set(self.tile, access, 0, &self.rows, None, &mut self.seen).is_some();
                let lanes = access.lanes(self.tile, place, 0);
                group.retain(0, |Candidate { xor, class, .. }, _| {
                    if class.is_whole {
                        is_vector
                    } else {
                        lanes.extra(&|position| u64::from(xor.apply(position as u32))).is_some()
                    }
                });
            }
        }
    }

    /// Whether swizzles of a class change all bank bits: what all of them take at least is nothing.
    fn is_wide(&self, class: Class) -> bool {
        class.window.count() >= (self.tile.banks() - self.tile.word()) as usize
    }

    /// Lets those go that are not better by what every swizzle of their class takes at least. What remains has this as its total, of the
    /// requests that were looked at. Those of wide classes are counted at once.
    fn bound(&mut self, group: &mut Group, place: &Member) {
        // For each class what its swizzles may take at most; none are better once they take more.
        let (mut most, mut open) = ([0; Class::COUNT], [0_u32; 2]);
        for trial in &group.trials[..group.classed] {
            let class = group.candidates[trial.candidate as usize].class;
            most[class.number()] = trial.most.max(most[class.number()]);
            open[usize::from(!class.is_whole)] |= 1 << class.window.number();
        }
        let (mut totals, mut request) = ([self.outcome.ideal; Class::COUNT], Request::new());
        self.turns.restart();
        while (open != [0; 2] || group.left > group.classed) && !self.is_over() {
            if group.left == group.classed && self.turns.seems_over() {
                break;
            }
            let Some(next) = self.turns.next() else { break };
            let request =
                request.set(self.tile, next.access, next.warp, &self.rows, self.near[next.turn], &mut self.seen);
            let classes = u64::from(open[0].count_ones() + open[1].count_ones());
            let mut taken = 0;
            match request {
                Some(request) => taken += request.least(open, self.tile, &mut totals),
                None => windows(open[0]).for_each(|n| totals[n] = u64::MAX >> 16),
            }
            for (side, open) in open.iter_mut().enumerate() {
                for n in windows(*open) {
                    *open &= !(u32::from(totals[n + side * Window::COUNT] > most[n + side * Window::COUNT]) << n);
                }
            }
            let direct = (group.left - group.classed) as u64;
            if direct > 0 {
                taken += self.extra(group, group.classed, place, next, request, &[0; Class::COUNT]);
            }
            self.outcome.requests += 1 + direct;
            self.turns.took(next.turn, taken * 16 / (classes + direct));
            if open == [0; 2] && group.left == group.classed {
                self.turns.begin_with(next.turn, next.warp);
            }
        }
        let classed = group.classed;
        let mut at = 0;
        group.retain(0, |Candidate { class, .. }, trial| {
            trial.is_counted = at >= classed;
            at += 1;
            if !trial.is_counted {
                trial.total = totals[class.number()];
            }
            trial.total <= trial.most
        });
    }

    /// Counts all requests under every member that is left, and lets those go that are not better any more.
    fn count(&mut self, group: &mut Group, place: &Member) {
        let mut request = Request::new();
        self.turns.again();
        while group.classed > 0 && !self.is_over() {
            let Some(next) = self.turns.next() else { break };
            let request =
                request.set(self.tile, next.access, next.warp, &self.rows, self.near[next.turn], &mut self.seen);
            // What is counted takes the place of what its class takes at least.
            let mut bounds = [0; Class::COUNT];
            if let (true, Some(request)) = (next.is_again, request) {
                let mut open = [0_u32; 2];
                for trial in &group.trials[..group.classed] {
                    let class = group.candidates[trial.candidate as usize].class;
                    open[usize::from(!class.is_whole)] |= 1 << class.window.number();
                }
                request.least(open, self.tile, &mut bounds);
            }
            let before = group.classed as u64;
            let taken = self.extra(group, 0, place, next, request, &bounds);
            self.outcome.requests += 1 + before;
            self.turns.took(next.turn, taken * 16 / before);
        }
    }

    /// Adds what a request takes to those from one on that are not counted, above what was bound of their class, and lets those go that are not
    /// better any more; what all of them took above the bounds.
    fn extra(
        &mut self,
        group: &mut Group,
        from: usize,
        place: &Member,
        Next { access, warp, .. }: Next<'_, '_>,
        request: Option<&Request>,
        bounds: &[u64; Class::COUNT],
    ) -> u64 {
        let is_parted = |trial: &Trial| !group.candidates[trial.candidate as usize].class.is_whole;
        let is_slow = access.vector() > 1 && group.trials[from..group.left].iter().any(is_parted);
        let lanes = is_slow.then(|| access.lanes(self.tile, place, warp));
        let (mut taken, seen) = (0, &mut self.seen);
        group.retain(from, |Candidate { xor, class, .. }, trial| {
            if trial.is_counted {
                return true;
            }
            let extra = match (request, &lanes) {
                (Some(request), _) if class.is_whole => Some(request.whole(*xor)),
                (None, _) if class.is_whole => None,
                (_, Some(lanes)) => lanes.extra(&|position| u64::from(xor.apply(position as u32))),
                (request, None) => request.and_then(|request| request.any(*xor, seen)),
            };
            let Some(extra) = extra else { return false };
            let above = extra - bounds[class.number()];
            taken += above;
            trial.total += above;
            trial.total <= trial.most
        });
        taken
    }
}
