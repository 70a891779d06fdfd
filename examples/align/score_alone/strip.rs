//! Some rows of the table, and how they take a block of columns.
//!
//! ```text
//!                 column   0    1    2    3    4    5    6    7
//! lane 0, rows 0 to 7      0    1    2    3    4    5   [6]   7       the step in which a lane takes a column:
//! lane 1, rows 8 to 15     2    3    4    5   [6]   7    8    9       step 6 is one vector for each row of a lane,
//! lane 2, rows 16 to 23    4    5   [6]   7    8    9   10   11       and waits for nothing of step 5
//! ```
//!
//! In a step each lane takes one column through its rows, from the top to the bottom. A lane is two columns behind the lane
//! above, which thus has handed down what the lane needs two steps before: steps next to each other are independent, so
//! that a processor works on both. What the last lane hands down is left for the strip below.

use super::cell::{Cell, Gains};
use super::layouts::{Lanes, Letters, Rows};
use lego::Arr1D;
use lego::array::{Columns, Line};
use multiversion::multiversion;
use std::array::from_fn;
use std::ops::Range;

/// By how many columns the last lane is behind the first.
pub(super) const fn lag(lanes: usize) -> usize {
    2 * (lanes - 1)
}

/// Up to `LANES · ROWS` rows of the table.
pub(super) struct Strip<C, const LANES: usize, const ROWS: usize> {
    /// How many rows have a letter. Those behind them are computed too, and nothing depends on them.
    len: usize,
    /// The letters of the rows.
    letters: Arr1D<C, Rows<LANES, ROWS>>,
    /// What T grows by down to each row from the one above, in the last column taken.
    down: Arr1D<C, Rows<LANES, ROWS>>,
}

impl<C: Cell, const LANES: usize, const ROWS: usize> Strip<C, LANES, ROWS> {
    /// A strip of which no column has been taken, of the rows with these letters.
    pub(super) fn new(codes: &[u8]) -> Self {
        let code = |[row]: [usize; 1]| C::from(codes.get(row).copied().unwrap_or(0));
        let (letters, down) = (Arr1D::from_fn(Rows, code), Arr1D::filled(Rows, C::default()));
        Self { len: codes.len(), letters, down }
    }

    /// What T grows by down to the last row, in the last column taken.
    pub(super) fn climbed(&self) -> i64 {
        (0..self.len).map(|row| self.down[[row]].into()).sum()
    }

    /// Takes the columns from `start` on. `across` is what T grows by to each of them in the row above the strip, and becomes what
    /// it grows by in the last row.
    #[inline(always)]
    pub(super) fn cross(&mut self, letters: &Letters<C>, start: usize, across: &mut [C], gains: Gains<C>) {
        let (len, lag) = (across.len(), lag(LANES));
        let mut walk =
            Walk { rows: vectors(&self.letters), down: vectors(&self.down), handed: [[C::default(); LANES]; 2] };
        // In the first steps and in the last not all lanes have a column; those without one keep what they have.
        let inside = |step: usize, lane: usize| (2 * lane..2 * lane + len).contains(&step);
        walk.steps(0..lag, letters, start, across, gains, inside);
        walk.steps(lag..len, letters, start, across, gains, |_, _| true);
        walk.steps(lag.max(len)..lag + len, letters, start, across, gains, inside);
        let mut lanes = self.down.regroup_mut::<Lanes<LANES, ROWS>>();
        for row in 0..ROWS {
            for lane in 0..LANES {
                lanes[[lane, row]] = walk.down[row][lane];
            }
        }
    }
}

/// [`Strip::cross`] compiled again for newer processors; which one runs is found out once.
#[multiversion(targets = "simd")]
pub(super) fn cross_wide<C: Cell, const LANES: usize, const ROWS: usize>(
    strip: &mut Strip<C, LANES, ROWS>,
    letters: &Letters<C>,
    start: usize,
    across: &mut [C],
    gains: Gains<C>,
) {
    strip.cross(letters, start, across, gains);
}

/// The cells of all lanes, a vector for each row of a lane.
#[inline(always)]
fn vectors<C: Cell, const LANES: usize, const ROWS: usize>(cells: &Arr1D<C, Rows<LANES, ROWS>>) -> [[C; LANES]; ROWS] {
    let lanes = cells.regroup::<Lanes<LANES, ROWS>>();
    from_fn(|row| lanes.lines(Columns).line(row).load(0))
}

/// What comes to each lane from the one above, and to the first from `top`.
#[inline(always)]
fn behind<C: Cell, const LANES: usize>(handed: [C; LANES], top: C) -> [C; LANES] {
    let mut above = [top; LANES];
    above[1..].copy_from_slice(&handed[..LANES - 1]);
    above
}

/// What a strip has in registers on its way.
struct Walk<C, const LANES: usize, const ROWS: usize> {
    /// The letters of the rows.
    rows: [[C; LANES]; ROWS],
    /// What T grows by down to each row.
    down: [[C; LANES]; ROWS],
    /// What the lanes handed down in the last step but one, and in the last.
    handed: [[C; LANES]; 2],
}

impl<C: Cell, const LANES: usize, const ROWS: usize> Walk<C, LANES, ROWS> {
    /// Some steps; in each, every lane that is `inside` of the block then takes a column.
    #[inline(always)]
    fn steps(
        &mut self,
        steps: Range<usize>,
        letters: &Letters<C>,
        start: usize,
        across: &mut [C],
        gains: Gains<C>,
        inside: impl Fn(usize, usize) -> bool,
    ) {
        // Copies, which need not be in memory while the loop runs.
        let (rows, mut down, [mut before, mut last]) = (self.rows, self.down, self.handed);
        for step in steps {
            let columns: [C; LANES] = letters.window(start + step);
            let inside: [bool; LANES] = from_fn(|lane| inside(step, lane));
            let mut hand = behind(before, across.get(step).copied().unwrap_or_default());
            // By numbers and in whole vectors, so that they stay in registers.
            for row in 0..ROWS {
                let (old, above) = (down[row], hand);
                let [mut new, mut below] = [[C::default(); LANES]; 2];
                for lane in 0..LANES {
                    let gain = if rows[row][lane] == columns[lane] { gains.hit } else { gains.miss };
                    let most = gain.max(old[lane]).max(above[lane]);
                    below[lane] = most - old[lane];
                    new[lane] = if inside[lane] { most - above[lane] } else { old[lane] };
                }
                (down[row], hand) = (new, below);
            }
            if let Some(column) = step.checked_sub(lag(LANES)) {
                across[column] = hand[LANES - 1];
            }
            (before, last) = (last, hand);
        }
        (self.down, self.handed) = (down, [before, last]);
    }
}
