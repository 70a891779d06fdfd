//! The table of scores, cut into square blocks and computed along the anti-diagonals of blocks over all cores.
//!
//! Of each block only the last row and the last column are kept; they are what other blocks start from. A block whose
//! scores are needed again is computed again from them.

use crate::kernel::{Borders, Edges, Kernel, Tile, blank};
use crate::progress::Progress;
use crate::score::{Scoring, code, filler};
use lego::StaticMapping;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Two sequences, ready for blocks of `b × b` cells.
#[derive(Debug)]
pub(crate) struct Pair {
    /// The numbers of the letters of the first sequence, filled up to whole blocks.
    rows: Vec<i32>,
    /// The numbers of the letters of the second sequence, filled up to whole blocks, the last first.
    columns: Vec<i32>,
    /// The scores of gaps of 0, 1, 2, … letters: the table's row 0 and column 0.
    gaps: Vec<i32>,
    /// The numbers of letters.
    lengths: [usize; 2],
    /// The size of a block.
    b: usize,
    scoring: Scoring,
}

impl Pair {
    /// Prepares two sequences; `Err` with a message if their scores could leave 32 bits.
    pub(crate) fn new(first: &[u8], second: &[u8], scoring: Scoring, b: usize) -> Result<Self, String> {
        let whole = |letters: &[u8]| letters.len().next_multiple_of(b).max(b);
        let (height, width) = (whole(first), whole(second));
        if (height + width) as u128 * u128::from(scoring.largest()) > (i32::MAX / 2) as u128 {
            return Err(format!(
                "scores of up to {} over {} and {} letters do not fit 32 bits",
                scoring.largest(),
                first.len(),
                second.len()
            ));
        }
        let fill = |letters: &[u8], second, size| {
            let mut codes: Vec<i32> = letters.iter().map(|&letter| code(letter, second)).collect();
            codes.resize(size, filler(second));
            codes
        };
        let rows = fill(first, false, height);
        let mut columns = fill(second, true, width);
        columns.reverse();
        let gaps = (0..=height.max(width)).map(|k| k as i32 * scoring.gap).collect();
        Ok(Self { rows, columns, gaps, lengths: [first.len(), second.len()], b, scoring })
    }

    /// The numbers of letters.
    pub(crate) fn lengths(&self) -> [usize; 2] {
        self.lengths
    }

    /// The scoring.
    pub(crate) fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The size of a block.
    pub(crate) fn block(&self) -> usize {
        self.b
    }

    /// Whether letter `i` of the first sequence matches letter `j` of the second.
    pub(crate) fn matches(&self, i: usize, j: usize) -> bool {
        self.rows[i] == self.columns[self.columns.len() - 1 - j]
    }

    /// How many blocks there are below each other and side by side.
    fn grid(&self) -> [usize; 2] {
        [self.rows.len() / self.b, self.columns.len() / self.b]
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        let [height, width] = self.grid();
        height * width
    }

    /// The block rows on anti-diagonal `d` of the grid.
    fn diagonal(&self, d: usize) -> Range<usize> {
        let [height, width] = self.grid();
        (d + 1).saturating_sub(width)..(d + 1).min(height)
    }

    /// What block `[i, j]` starts from, given the borders on the anti-diagonals before its own.
    fn edges<'a>(&'a self, [i, j]: [usize; 2], done: &'a [Vec<i32>]) -> Edges<'a> {
        let (b, [_, width]) = (self.b, self.grid());
        // The borders of a block: its last row, then its last column.
        let borders = |i: usize, j: usize| &done[i + j][(i - self.diagonal(i + j).start) * 2 * b..][..2 * b];
        Edges {
            rows: &self.rows[i * b..][..b],
            columns: &self.columns[(width - 1 - j) * b..][..b],
            corner: match (i, j) {
                (0, k) | (k, 0) => self.gaps[k * b],
                _ => borders(i - 1, j - 1)[b - 1],
            },
            top: if i == 0 { &self.gaps[j * b + 1..][..b] } else { &borders(i - 1, j)[..b] },
            left: if j == 0 { &self.gaps[i * b + 1..][..b] } else { &borders(i, j - 1)[b..] },
        }
    }
}

/// How many bytes the borders of a table take.
pub(crate) fn memory([n, m]: [usize; 2], b: usize) -> u128 {
    let blocks = n.div_ceil(b) as u128 * m.div_ceil(b) as u128;
    blocks * 2 * b as u128 * size_of::<i32>() as u128
}

/// A computed table: the borders of its blocks.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    pair: &'a Pair,
    /// For each anti-diagonal of the grid, the borders of its blocks by growing row.
    diagonals: Vec<Vec<i32>>,
    plain: bool,
}

impl<'a> Table<'a> {
    /// Computes all blocks on the threads of the current pool; `progress` is told how many are done.
    ///
    /// # Panics
    /// If the kernel's tile is not one larger than the pair's blocks.
    pub(crate) fn compute<K: Kernel>(pair: &'a Pair, plain: bool, progress: &Progress<'_>) -> Self {
        let b = pair.b;
        assert_eq!(K::Layout::DIMS, [b + 1, b + 1], "a tile has a row and a column more than a block");
        let threads = rayon::current_num_threads();
        let tiles: Vec<Mutex<Tile<K::Layout>>> = (0..threads).map(|_| Mutex::new(blank())).collect();
        let [height, width] = pair.grid();
        let mut diagonals: Vec<Vec<i32>> = (0..height + width - 1).map(|_| Vec::new()).collect();
        for d in 0..diagonals.len() {
            let (done, rest) = diagonals.split_at_mut(d);
            let rows = pair.diagonal(d);
            rest[0] = vec![0; rows.len() * 2 * b];
            rest[0]
                .par_chunks_exact_mut(2 * b)
                .zip(rows.clone())
                .with_min_len(rows.len().div_ceil(4 * threads))
                .for_each(|(borders, i)| {
                    let own = rayon::current_thread_index().unwrap_or(0);
                    let mut tile = tiles[own].lock().unwrap_or_else(PoisonError::into_inner);
                    let (bottom, right) = borders.split_at_mut(b);
                    let edges = pair.edges([i, d - i], done);
                    K::fill(&mut tile, &edges, pair.scoring, Borders { bottom, right }, plain);
                });
            progress(rows.len());
        }
        Self { pair, diagonals, plain }
    }

    /// The sequences.
    pub(crate) fn pair(&self) -> &'a Pair {
        self.pair
    }

    /// Computes one block again.
    pub(crate) fn block<K: Kernel>(&self, block: [usize; 2], tile: &mut Tile<K::Layout>) {
        let (mut bottom, mut right) = (vec![0; self.pair.b], vec![0; self.pair.b]);
        let edges = self.pair.edges(block, &self.diagonals);
        let borders = Borders { bottom: &mut bottom, right: &mut right };
        K::fill(tile, &edges, self.pair.scoring, borders, self.plain);
    }
}
