//! The order in which parts of warps are counted: those first that took the most under the members before.

use super::access::{Lanes, Near, TileAccess};
use super::counts::SIDE;
use super::member::Member;
use super::rows::Rows;
use super::tile::Tile;
use core::ops::Range;

/// Runs beyond so many share turns.
const TURNS: usize = 64;

/// The accesses of which it is known what lanes have to do with each other, and how much they take.
const KNOWN: usize = 8;

/// A run: parts that follow each other in the [order](TileAccess::in_order) of an access, as many as are counted side by side.
#[derive(Clone, Copy)]
pub(super) struct Run<'a, 'b> {
    turn: usize,
    pub(super) access: &'b TileAccess<'a>,
    /// The number of the access.
    number: usize,
    pub(super) from: usize,
    /// Whether it was counted before the count began anew.
    pub(super) is_again: bool,
}

impl<'a> Run<'a, '_> {
    /// Of some of its parts the threads under a padding and skew.
    pub(super) fn lanes(&self, some: Range<usize>, tile: &Tile, place: &Member) -> impl Iterator<Item = Lanes> {
        let parts = self.access.in_order(self.from + some.start).take(some.len());
        parts.map(|[part, _]| self.access.lanes(tile, place, part))
    }
}

/// Which runs were counted, and what they took.
pub(super) struct Turns<'a, 'b> {
    accesses: &'b [TileAccess<'a>],
    /// What lanes have to do with each other under the padding and skew, as far as it was asked for.
    near: [Option<Near>; KNOWN],
    /// What runs of accesses took since the last start, by one part of each, what was expected of them, and how many they were.
    here: [[f32; 3]; KNOWN],
    turns: [Turn; TURNS],
    /// So many turns have runs.
    count: usize,
}

/// Runs that follow each other.
#[derive(Clone, Copy)]
struct Turn {
    /// The access of the first of them, of those that are known.
    access: usize,
    first: usize,
    runs: usize,
    /// What one of its parts took above ideal: the latest counts most.
    taken: f32,
    counted: usize,
    /// How many were counted when the count [began anew](Turns::again).
    before: usize,
}

/// More than anything that is taken.
const UNKNOWN: f32 = 1e9;

/// What part of an estimate the latest count is.
const LATEST: f32 = 0.25;

/// What part of an estimate the others are, where there was none.
const OTHERS: f32 = 0.1;

/// What takes less than this part of the most takes next to nothing.
const NOTHING: f32 = 0.01;

/// As much more is counted as taken and as expected, before what was taken changes what is expected.
const LITTLE: f32 = 0.1;

impl<'a, 'b> Turns<'a, 'b> {
    pub(super) fn new(accesses: &'b [TileAccess<'a>]) -> Self {
        let runs: usize = accesses.iter().map(runs).sum();
        let turn = Turn { access: 0, first: 0, runs: 0, taken: UNKNOWN, counted: 0, before: 0 };
        let (near, here) = ([None; KNOWN], [[0.0; 3]; KNOWN]);
        let mut turns = Self { accesses, near, here, count: TURNS.min(runs), turns: [turn; TURNS] };
        for n in 0..turns.count {
            let (first, end) = (n * runs / turns.count, (n + 1) * runs / turns.count);
            let access = turns.access(first).0.min(KNOWN - 1);
            turns.turns[n] = Turn { access, first, runs: end - first, ..turn };
        }
        turns
    }

    pub(super) fn accesses(&self) -> &'b [TileAccess<'a>] {
        self.accesses
    }

    /// Every part is to be counted under members of one padding and skew.
    pub(super) fn restart(&mut self) {
        self.near = [None; KNOWN];
        for turn in &mut self.turns[..self.count] {
            let [taken, _, runs] = self.here[turn.access];
            // Runs that were not counted for long are as others.
            if turn.counted == 0 && runs > 0.0 && turn.taken != UNKNOWN {
                turn.taken += (taken / runs - turn.taken) * OTHERS;
            }
            (turn.counted, turn.before) = (0, 0);
        }
        self.here = [[0.0; 3]; KNOWN];
    }

    /// Every part is to be counted, also those that were since the last start.
    pub(super) fn again(&mut self) {
        self.turns[..self.count].iter_mut().for_each(|turn| (turn.counted, turn.before) = (0, turn.counted));
    }

    /// The access of a run, by its number, and the run's number in it.
    fn access(&self, mut run: usize) -> (usize, usize) {
        for (n, access) in self.accesses.iter().enumerate() {
            match run.checked_sub(runs(access)) {
                Some(after) => run = after,
                None => return (n, run),
            }
        }
        (self.accesses.len(), 0)
    }

    /// The turn of which the most is expected; `None` after the last.
    fn choose(&self) -> Option<usize> {
        let scales = self.here.map(|[taken, expected, _]| (taken + LITTLE) / (expected + LITTLE));
        let mut most = (self.count, -1.0);
        for (n, turn) in self.turns[..self.count].iter().enumerate() {
            let taken = turn.taken * scales[turn.access % KNOWN];
            if turn.counted < turn.runs && taken > most.1 {
                most = (n, taken);
            }
        }
        (most.0 < self.count).then_some(most.0)
    }

    /// What is expected of the runs that are not counted yet, as a part of what was expected of those that were; `None` before the first.
    pub(super) fn rest(&self) -> Option<f32> {
        let left = |turn: &Turn| turn.taken * (turn.runs - turn.counted) as f32;
        let left: f32 = self.turns[..self.count].iter().map(left).sum();
        let counted: f32 = self.here.iter().map(|[_, expected, _]| expected).sum();
        self.here.iter().any(|[.., runs]| *runs > 0.0).then(|| left / counted.max(f32::MIN_POSITIVE))
    }

    /// The first run of an access of which none was counted yet, and of which it is not known that it takes next to nothing.
    pub(super) fn unseen(&mut self) -> Option<Run<'a, 'b>> {
        let most = self.turns[..self.count].iter().map(|turn| turn.taken).fold(0.0, f32::max);
        let is_unseen =
            |turn: &Turn| turn.counted < turn.runs && self.here[turn.access][2] == 0.0 && turn.taken >= most * NOTHING;
        self.turns[..self.count].iter().position(is_unseen).and_then(|turn| self.run(turn))
    }

    /// A run that was not counted yet; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Run<'a, 'b>> {
        self.choose().and_then(|turn| self.run(turn))
    }

    /// The next run of a turn.
    fn run(&mut self, turn: usize) -> Option<Run<'a, 'b>> {
        let (access, run) = self.access(self.turns[turn].first + self.turns[turn].counted);
        let is_again = self.turns[turn].counted < self.turns[turn].before;
        self.turns[turn].counted += 1;
        Some(Run { turn, access: self.accesses.get(access)?, number: access, from: run * SIDE, is_again })
    }

    /// What lanes of a run have to do with each other.
    pub(super) fn near(&mut self, run: &Run<'_, '_>, tile: &Tile, rows: &Rows) -> Near {
        match self.near.get_mut(run.number) {
            Some(near) => *near.get_or_insert_with(|| run.access.near(tile, rows)),
            None => Near::ANY,
        }
    }

    /// What a part of a run took above ideal.
    pub(super) fn took(&mut self, run: &Run<'_, '_>, each: f32) {
        let turn = &mut self.turns[run.turn];
        let before = if turn.taken == UNKNOWN { each } else { turn.taken };
        turn.taken = before + (each - before) * LATEST;
        let [taken, expected, runs] = &mut self.here[turn.access];
        (*taken, *expected, *runs) = (*taken + each, *expected + before, *runs + 1.0);
    }
}

/// The runs of an access.
fn runs(access: &TileAccess<'_>) -> usize {
    access.parts().div_ceil(SIDE)
}
