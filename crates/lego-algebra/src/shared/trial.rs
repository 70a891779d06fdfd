//! Members that are tried side by side: those of one padding and one skew, so that row and column have their place once.

use super::access::TileAccess;
use super::class::{Class, Classes, Xor};
use super::counts::Window;
use super::member::{Kind, Member, Swizzle};
use super::outcome::{Found, Outcome};
use super::parts::Parts;
use super::position::Position;
use super::progress::SearchProgress;
use super::rows::Rows;
use super::tile::Tile;
use super::turns::{Run, Turns};
use core::ops::Range;

/// More swizzles than there are to be tried for any tile.
pub(super) const SIDE_BY_SIDE: usize = 1024;

/// Nothing, a `SwizzleRows`, or a `Swizzle`: so many kinds are tried side by side.
const SWIZZLES: usize = 3;

/// A swizzle that is tried with every skew.
#[derive(Clone, Copy)]
struct Candidate {
    swizzle: Swizzle,
    xor: Xor,
    class: Class,
    span: u64,
    /// Those of its formula without a skew.
    operations: u32,
    /// The first of those that xor the same to the same bank bits: where lanes [stay](Parts::stay) apart, both take the same.
    like: usize,
    /// The kind of which it is to be the best alone; of all if `None`.
    rivals: Option<Kind>,
    /// Of members that are as good the first of those that do not change all bank bits, or else the first.
    order: (bool, usize),
}

impl Candidate {
    const NONE: Self = Self {
        swizzle: Swizzle::None,
        xor: Xor::NONE,
        class: Class { window: Window::EMPTY, is_whole: true },
        span: 0,
        operations: 0,
        like: 0,
        rivals: None,
        order: (false, 0),
    };

    /// Of candidates with one padding and skew that take as much, the one that has the least is the best.
    fn cost(&self) -> (u64, u32, Kind) {
        (self.span, self.operations, Member { swizzle: self.swizzle, ..Member::default() }.kind())
    }
}

/// A member that is tried: what it takes so far, with the ideal of what is not counted yet, and the most that it may take.
#[derive(Clone, Copy)]
struct Trial {
    candidate: usize,
    total: u64,
    most: u64,
}

/// What the first parts of a run took under each of some candidates that are alike.
#[derive(Clone, Copy)]
struct Counted {
    /// The number of the count of a run; 0 if it is to be said of no others.
    number: u64,
    parts: usize,
    extra: u64,
}

/// The swizzles that are tried with one padding, and which of them are left.
pub(super) struct Group {
    /// From the front those that are judged by their classes before they are counted, and from the back those that are counted at once.
    candidates: [Candidate; SIDE_BY_SIDE],
    classed: usize,
    direct: usize,
    /// The classes, and of each, for all kinds that there are with one padding, the best of those that take as much.
    classes: Classes,
    best: [[Option<usize>; SWIZZLES]; Class::COUNT],
    trials: [Trial; SIDE_BY_SIDE],
    /// By the first of those that are alike, what they took when a run was counted the last time.
    alike: [Counted; SIDE_BY_SIDE],
    /// How many times a run was counted.
    counts: u64,
    left: usize,
    /// Of those that are left so many are counted.
    counted: usize,
}

impl Group {
    pub(super) fn new() -> Self {
        Self {
            candidates: [Candidate::NONE; SIDE_BY_SIDE],
            classed: 0,
            direct: SIDE_BY_SIDE,
            classes: Classes::NONE,
            best: [[None; SWIZZLES]; Class::COUNT],
            trials: [Trial { candidate: 0, total: 0, most: 0 }; SIDE_BY_SIDE],
            alike: [Counted { number: 0, parts: 0, extra: 0 }; SIDE_BY_SIDE],
            counts: 0,
            left: 0,
            counted: 0,
        }
    }

    fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates[..self.classed].iter().chain(&self.candidates[self.direct..])
    }

    /// What it takes to look which members may be better, in [steps](Outcome::requests): as long for some dozens as a part of a warp.
    pub(super) fn steps(&self) -> u64 {
        1 + self.candidates().count() as u64 / 32
    }

    /// Without candidates.
    pub(super) fn clear(&mut self) {
        (self.classed, self.direct, self.classes) = (0, SIDE_BY_SIDE, Classes::NONE);
        self.best = [[None; SWIZZLES]; Class::COUNT];
    }

    /// One more candidate with a padding, of which it may be that the best of its kind is to be found alone.
    pub(super) fn push(
        &mut self,
        tile: &Tile,
        accesses: &[TileAccess<'_>],
        padding: u32,
        swizzle: Swizzle,
        rivals: Option<Kind>,
    ) {
        let member = Member { padding, skew: 0, swizzle };
        let Some(xor) = Xor::new(swizzle, member.pitch(tile)) else { return };
        let class = Class::new(xor, tile.word(), tile.banks(), accesses);
        let (span, operations) = (member.span(tile), member.operations(tile));
        // What swizzles of all bank bits take at least is nothing, and so it is with vectors that are parted, of which most are none.
        let is_wide = class.window.count() >= (tile.banks() - tile.word()) as usize;
        let order = (is_wide, self.candidates().count());
        let is_direct = is_wide || !class.is_whole && accesses.iter().any(|access| access.vector() > 1);
        let at = if is_direct { self.direct - 1 } else { self.classed };
        // Where words stay whole hardly two of those that are needed are alike.
        let is_like = |other: &Candidate| other.class == class && other.xor.distance() == xor.distance();
        let before = if is_direct || class.is_whole { &[] } else { &self.candidates[..at] };
        let like = before.iter().position(is_like).unwrap_or(at);
        let candidate = Candidate { swizzle, xor, class, span, operations, like, rivals, order };
        if is_direct {
            self.direct = at;
            self.candidates[at] = candidate;
            return;
        }
        self.candidates[at] = candidate;
        let best = match swizzle {
            Swizzle::None => 0,
            Swizzle::Rows { .. } => 1,
            Swizzle::Bits(_) => 2,
        };
        let best = &mut self.best[class.number()][best];
        if best.is_none_or(|best| candidate.cost() < self.candidates[best].cost()) {
            *best = Some(at);
        }
        self.classes.add(class);
        self.classed += 1;
    }

    /// One more that is left.
    fn try_one(&mut self, candidate: usize, total: u64, most: u64) {
        self.trials[self.left] = Trial { candidate, total, most };
        self.left += 1;
    }

    /// Lets those go that are not counted and of which something says so.
    fn retain(&mut self, mut is_left: impl FnMut(&Candidate, &mut Trial, &mut Counted) -> bool) {
        let mut kept = self.counted;
        for at in self.counted..self.left {
            let mut trial = self.trials[at];
            let candidate = &self.candidates[trial.candidate];
            if is_left(candidate, &mut trial, &mut self.alike[candidate.like]) {
                self.trials[kept] = trial;
                kept += 1;
            }
        }
        self.left = kept;
    }
}

/// A search under way.
pub(super) struct Search<'a, 'b, 'c, P> {
    pub(super) tile: &'c Tile,
    pub(super) turns: Turns<'a, 'b>,
    pub(super) outcome: Outcome,
    /// What any part of the search knows.
    pub(super) known: &'c SearchProgress,
    pub(super) most_requests: u64,
    /// So many of the steps the others know of.
    pub(super) told: u64,
    pub(super) rows: Rows,
    /// Those that are counted.
    pub(super) parts: Parts<P>,
}

/// After so many steps the others are told.
const FEW_REQUESTS: u64 = 256;

/// The steps of a part whose vectors are put together and counted by itself.
const ONE_BY_ONE: u64 = 32;

/// The number of rows whose beginnings are found in one step.
const ROWS: u64 = 32;

/// No fewer parts are counted of a member side by side.
const FEW_PARTS: usize = 6;

/// By so much more than what is expected of what is not counted yet may be taken.
const MARGIN: f32 = 3.0;

impl<P: Position> Search<'_, '_, '_, P> {
    /// Whether all threads together have taken as many steps as they may.
    pub(super) fn is_over(&mut self) -> bool {
        let new = self.outcome.requests - self.told;
        if new >= FEW_REQUESTS {
            self.known.spend(new);
            self.told = self.outcome.requests;
        }
        self.known.spent() + self.outcome.requests - self.told >= self.most_requests
    }

    /// The most wavefronts that a candidate may take with a padding and skew to be better than the best; `None` if it is not better with any.
    fn allowed(&self, place: &Member, candidate: &Candidate) -> Option<u64> {
        let (found, known) = (self.found(place, candidate, 0), self.known.least(candidate.rivals));
        let mut most = known.fewest();
        if let Some(best) = self.outcome.best_of(candidate.rivals) {
            let ((_, rank), (wavefronts, best)) = (found.rank(), best.rank());
            most = most.min(if rank < best { wavefronts } else { wavefronts.checked_sub(1)? });
        }
        (most >= self.outcome.ideal && !known.has_ideal_below(found.span, found.operations)).then_some(most)
    }

    /// A candidate with a padding and skew that takes so many wavefronts.
    fn found(&self, place: &Member, candidate: &Candidate, wavefronts: u64) -> Found {
        let (member, span) = (Member { swizzle: candidate.swizzle, ..*place }, candidate.span);
        let skewed = place.operations(self.tile) - Member { skew: 0, ..*place }.operations(self.tile);
        Found { member, wavefronts, span, operations: candidate.operations + skewed }
    }

    /// Tries the candidates of a group with one padding and skew.
    pub(super) fn run(&mut self, group: &mut Group, padding: u32, skew: u32) {
        let place = Member { padding, skew, swizzle: Swizzle::None };
        // Only of members that take the ideal it matters what else they cost: any other may be better yet.
        let tried = match self.known.least(None).fewest() > self.outcome.ideal {
            true => group.candidates().count(),
            false => group.candidates().filter(|candidate| self.allowed(&place, candidate).is_some()).count(),
        };
        if tried == 0 {
            return;
        }
        self.outcome.tried += tried as u64;
        self.rows.set(self.tile, &place);
        self.outcome.requests += u64::from(self.tile.rows()) / ROWS;
        self.turns.restart();
        self.bound(group, &place);
        self.count(group, &place);
        if self.is_over() {
            return;
        }
        if group.left > 0 {
            Kind::ALL.map(Some).into_iter().chain([None]).for_each(|rivals| self.learn(group, &place, rivals));
        }
    }

    /// The best of a kind alone, or of all, is one of those that are left, if one is better than those before.
    fn learn(&mut self, group: &Group, place: &Member, rivals: Option<Kind>) {
        let candidates =
            group.trials[..group.left].iter().map(|trial| (&group.candidates[trial.candidate], trial.total));
        let rivals_of = |candidate: &Candidate| rivals.is_none() || candidate.rivals == rivals;
        let founds = candidates
            .filter(|(candidate, _)| rivals_of(candidate))
            .map(|(candidate, total)| (self.found(place, candidate, total), candidate.order));
        if let Some((found, _)) = founds.min_by_key(|(found, order)| (found.rank(), *order)) {
            if self.outcome.learn(found, rivals) {
                self.known.least(rivals).learn(&found, self.outcome.ideal);
            }
        }
    }

    /// Takes the parts of a run; `false` where a thread's elements are no vector, whatever keeps vectors whole.
    fn set(&mut self, run: &Run<'_, '_>) -> bool {
        let near = self.turns.near(run, self.tile, &self.rows);
        self.parts.set(self.tile, run.access, run.from, &self.rows, near)
    }

    /// Whether the first vectors of all accesses are some under a swizzle.
    fn are_vectors(&mut self, place: &Member, xor: Xor) -> bool {
        let mut wide = self.turns.accesses().iter().filter(|access| access.vector() > 1 && access.parts() > 0);
        wide.all(|access| {
            self.outcome.requests += ONE_BY_ONE;
            let first = access.lanes(self.tile, place, 0);
            first.extra(&|position| u64::from(xor.apply(position as u32))).is_some()
        })
    }

    /// Lets classes go that are not better by what every swizzle of them takes at least. Of the others those are left that may be better, with this as
    /// their total, of the parts that were looked at. Candidates that have no such class are counted at once.
    fn bound(&mut self, group: &mut Group, place: &Member) {
        (group.left, group.counted) = (0, 0);
        for at in group.direct..SIDE_BY_SIDE {
            if let Some(most) = self.allowed(place, &group.candidates[at]) {
                if self.are_vectors(place, group.candidates[at].xor) {
                    group.try_one(at, self.outcome.ideal, most);
                }
            }
        }
        // For each class what its swizzles may take at most; none are better once they take more.
        let (mut open, mut most) = (Classes::NONE, [0; Class::COUNT]);
        if group.classed > 0 && self.are_vectors(place, Xor::NONE) {
            for class in group.classes.all() {
                let number = class.number();
                let best = group.best[number].iter().flatten();
                if let Some(allowed) = best.filter_map(|best| self.allowed(place, &group.candidates[*best])).max() {
                    most[number] = allowed;
                    open.add(class);
                }
            }
        }
        let mut totals = [self.outcome.ideal; Class::COUNT];
        while !self.is_over() && (group.left > 0 || open != Classes::NONE) {
            // Also of an access that seems to take nothing a run is counted: it may be another with this padding and skew.
            let seems_over = group.left == 0 && !self.may_close(open, &totals, &most);
            let Some(run) = (if seems_over { self.turns.unseen() } else { self.turns.next() }) else { break };
            let are_vectors = self.set(&run);
            let (looked_at, parts) = (open.count() + group.left, self.parts.count());
            let mut taken = 0;
            if are_vectors {
                taken += self.parts.least(open, self.tile, &mut totals);
                open.retain(|class| totals[class.number()] <= most[class.number()]);
            } else {
                open = Classes::NONE;
            }
            taken += self.extra(group, place, &run, are_vectors, &[0; Class::COUNT]);
            self.outcome.requests += self.parts.take_steps();
            self.turns.took(&run, taken as f32 / (looked_at * parts) as f32);
        }
        group.counted = group.left;
        if open == Classes::NONE {
            return;
        }
        for at in 0..group.classed {
            let class = group.candidates[at].class;
            if open.has(class) {
                let total = totals[class.number()];
                if let Some(most) = self.allowed(place, &group.candidates[at]).filter(|most| total <= *most) {
                    group.try_one(at, total, most);
                }
            }
        }
    }

    /// Whether bounds of an open class seem to become more than it may take.
    fn may_close(&self, open: Classes, totals: &[u64; Class::COUNT], most: &[u64; Class::COUNT]) -> bool {
        let (Some(rest), ideal) = (self.turns.rest(), self.outcome.ideal) else { return true };
        let expected = |number: usize| (totals[number] - ideal) as f32 * (1.0 + rest * MARGIN);
        open.all().any(|class| expected(class.number()) > (most[class.number()] - ideal) as f32)
    }

    /// Counts all parts under every member that is left and not counted, and lets those go that are not better any more.
    fn count(&mut self, group: &mut Group, place: &Member) {
        if group.left == group.counted {
            return;
        }
        self.turns.again();
        while group.left > group.counted && !self.is_over() {
            let Some(run) = self.turns.next() else { break };
            let are_vectors = self.set(&run);
            // What is counted takes the place of what its class takes at least.
            let mut bounds = [0; Class::COUNT];
            if run.is_again && are_vectors {
                let mut classes = Classes::NONE;
                let trials = &group.trials[group.counted..group.left];
                trials.iter().for_each(|trial| classes.add(group.candidates[trial.candidate].class));
                self.parts.least(classes, self.tile, &mut bounds);
            }
            let (looked_at, parts) = (group.left - group.counted, self.parts.count());
            let taken = self.extra(group, place, &run, are_vectors, &bounds);
            self.outcome.requests += self.parts.take_steps();
            if !run.is_again {
                self.turns.took(&run, taken as f32 / (looked_at * parts) as f32);
            }
        }
    }

    /// Adds what the parts of a run take to those that are not counted, in place of what was bound of their class, and lets those go that are not better
    /// any more; what all of them took.
    fn extra(
        &mut self,
        group: &mut Group,
        place: &Member,
        run: &Run<'_, '_>,
        are_vectors: bool,
        bounds: &[u64; Class::COUNT],
    ) -> u64 {
        let (mut taken, mut steps, tile, parts) = (0, 0, self.tile, &mut self.parts);
        group.counts += 1;
        let number = group.counts;
        group.retain(|Candidate { xor, class, .. }, trial, alike| {
            let (bound, count) = (trial.total - bounds[class.number()], parts.count());
            let is_said = !class.is_whole && run.access.vector() == 1 && parts.stay(*xor);
            let mut of = |some: Range<usize>| match run.access.vector() {
                _ if class.is_whole => are_vectors.then(|| parts.whole(some, *xor)),
                1 => Some(parts.any(some, *xor)),
                // A vector that is parted is none, but for some of other shapes.
                _ => run
                    .lanes(some, tile, place)
                    .map(|lanes| lanes.extra(&|position| u64::from(xor.apply(position as u32))))
                    .sum(),
            };
            let known = Some(*alike).filter(|alike| is_said && alike.number == number);
            let (first, mut extra) = known.map_or((0, 0), |alike| (alike.parts, alike.extra));
            let mut counted = first;
            // As many parts as may let it go, if each takes one more, then others.
            while counted < count && bound + extra <= trial.most {
                let some = ((trial.most - bound - extra) as usize).saturating_add(1).max(FEW_PARTS);
                let end = counted.saturating_add(some).min(count);
                let Some(more) = of(counted..end) else { return false };
                (extra, counted) = (extra + more, end);
            }
            *alike = Counted { number: if is_said { number } else { 0 }, parts: counted, extra };
            let is_by_one = !class.is_whole && run.access.vector() > 1;
            steps += (counted - first) as u64 * if is_by_one { ONE_BY_ONE } else { 1 };
            taken += extra * count as u64 / counted as u64;
            trial.total = bound + extra;
            trial.total <= trial.most
        });
        self.outcome.requests += steps;
        taken
    }
}
