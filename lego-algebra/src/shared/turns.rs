//! The order in which the warps of all accesses are counted: of the access first whose warps take the most above ideal.

use super::access::{Near, TileAccess};
use super::member::Member;
use super::tile::Tile;

/// Accesses beyond so many share a turn.
pub(super) const TURNS: usize = 8;

/// Which warps were counted, and what they took.
#[derive(Clone, Copy)]
pub(super) struct Turns<'a, 'b> {
    accesses: &'b [TileAccess<'a>],
    /// Where each begins: the last one that let everything go.
    starts: [usize; TURNS],
    counted: [usize; TURNS],
    taken: [u64; TURNS],
    /// Of each turn its accesses, the warps of the access with the most, and the step from one to the next.
    places: [[usize; 3]; TURNS],
    /// Of each turn, how many were counted when the count [began anew](Turns::again).
    before: [usize; TURNS],
    /// The turn that has the next few.
    current: usize,
    few: usize,
}

/// So many follow each other in a turn before another may be the one that takes the most.
const FEW: usize = 4;

/// A warp that is counted next.
#[derive(Clone, Copy)]
pub(super) struct Next<'a, 'b> {
    pub(super) turn: usize,
    pub(super) access: &'b TileAccess<'a>,
    pub(super) warp: usize,
    /// Whether it was counted before the count began anew.
    pub(super) is_again: bool,
}

impl<'a, 'b> Turns<'a, 'b> {
    pub(super) fn new(accesses: &'b [TileAccess<'a>]) -> Self {
        let places = core::array::from_fn(|turn| {
            let of_turn = || accesses.iter().skip(turn).step_by(TURNS);
            let warps = of_turn().map(TileAccess::warps).max().unwrap_or(0);
            [of_turn().count(), warps, stride(warps)]
        });
        Self {
            accesses,
            starts: [0; TURNS],
            counted: [0; TURNS],
            taken: [0; TURNS],
            places,
            before: [0; TURNS],
            current: 0,
            few: 0,
        }
    }

    pub(super) fn accesses(&self) -> &'b [TileAccess<'a>] {
        self.accesses
    }

    /// Of each turn that has one access, what lanes may have to do with each other.
    pub(super) fn near(&self, tile: &Tile, place: &Member) -> [Option<Near>; TURNS] {
        core::array::from_fn(|turn| match self.accesses.get(turn) {
            Some(access) if self.places[turn][0] == 1 => access.near(tile, place),
            _ => None,
        })
    }

    /// Every warp is to be counted.
    pub(super) fn restart(&mut self) {
        (self.counted, self.taken, self.before, self.few) = ([0; TURNS], [0; TURNS], [0; TURNS], 0);
    }

    /// Every warp is to be counted, also those that were since the last start, in the order in which they were.
    pub(super) fn again(&mut self) {
        let before = self.counted;
        self.restart();
        self.before = before;
    }

    /// What the next would take, in sixteenths of a wavefront, if it took what those of its turn took before; `None` after the last.
    fn choose(&mut self) -> Option<f32> {
        let (mut turn, mut most) = (None, 0.0);
        for (n, [accesses, warps, _]) in self.places.iter().enumerate().take(self.accesses.len()) {
            // What was counted says what the others take; one that was not is looked at.
            let mean = (self.taken[n] + 16) as f32 / (self.counted[n] + 1) as f32;
            if self.counted[n] < accesses * warps && mean > most {
                (turn, most) = (Some(n), mean);
            }
        }
        (self.current, self.few) = (turn?, FEW);
        Some(most)
    }

    /// Whether what is not counted yet seems to take nothing, or nothing is left.
    pub(super) fn seems_over(&mut self) -> bool {
        self.few == 0 && self.choose().is_none_or(|mean| mean < 2.0)
    }

    /// An access and one of its warps that was not counted yet; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Next<'a, 'b>> {
        loop {
            if self.few == 0 {
                self.choose()?;
            }
            let turn = self.current;
            let ([accesses, warps, stride], n) = (self.places[turn], self.counted[turn]);
            self.counted[turn] += 1;
            self.few = if n + 1 < accesses * warps { self.few - 1 } else { 0 };
            let is_again = n < self.before[turn];
            let (access, n) = if accesses == 1 { (turn, n) } else { (turn + n % accesses * TURNS, n / accesses) };
            let access = &self.accesses[access];
            let warp = (n * stride + self.starts[turn]) % warps;
            if warp < access.warps() {
                return Some(Next { turn, access, warp, is_again });
            }
        }
    }

    /// What the last request of a turn took, in sixteenths of a wavefront.
    pub(super) fn took(&mut self, turn: usize, sixteenths: u64) {
        self.taken[turn] += sixteenths;
    }

    /// A warp after which nothing was left is the first of the next.
    pub(super) fn begin_with(&mut self, turn: usize, warp: usize) {
        self.starts[turn] = warp;
    }
}

/// About five eighths, and coprime, so that every warp has its turn: neighbours take much the same.
fn stride(warps: usize) -> usize {
    let mut stride = (warps * 5 / 8).max(1);
    while gcd(stride, warps) > 1 {
        stride += 1;
    }
    stride
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
