//! The scores of all cells of one block, computed along the anti-diagonals of its tile or row by row.
//!
//! With `t` the tile, `x` and `y` the letters, the recurrence of Needleman and Wunsch is
//!
//! ```text
//! t[i, j] = max(t[i-1, j-1] + pair(x[i] = y[j]), t[i-1, j] + gap, t[i, j-1] + gap)
//! ```
//!
//! The cells of an anti-diagonal depend on the two anti-diagonals before, not on each other, so all of them can be computed
//! at once. Whether that is vector code is up to the layout: [`sweep`] is written once, over [`LineMut`].

use crate::layouts::{RowTile, TileLayout};
use crate::score::Scoring;
use lego::array::{AntiDiagonals, Arr2D, Line, LineMut, Rows, Walk};
use multiversion::multiversion;

/// What a block of `b × b` cells is computed from: its letters, and the scores along its upper and left edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges<'a> {
    /// The letters of the first sequence, one a row: `b`.
    pub(crate) rows: &'a [i32],
    /// The letters of the second sequence, one a column, the last first, so that going down an anti-diagonal is going up in
    /// both: `b`.
    pub(crate) columns: &'a [i32],
    /// The score above and to the left of the first cell.
    pub(crate) corner: i32,
    /// The scores above the first row: `b`.
    pub(crate) top: &'a [i32],
    /// The scores to the left of the first column: `b`.
    pub(crate) left: &'a [i32],
}

/// A tile of scores.
pub(crate) type Tile<L> = Arr2D<i32, L>;

/// A tile whose scores have not been computed.
pub(crate) fn blank<L: TileLayout>() -> Tile<L> {
    Tile::from_physical(L::default(), vec![0; L::SPAN]).expect("the buffer has the layout's size")
}

/// A way to compute a block.
pub(crate) trait Kernel: 'static {
    /// The layout of its tile, of `b + 1` by `b + 1` scores.
    type Layout: TileLayout;

    /// Computes all scores of a block into the tile, and copies its last row to `bottom` and its last column to `right`,
    /// `b` each. With `plain`, only instructions that every processor of this kind has.
    fn fill(tile: &mut Tile<Self::Layout>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>, plain: bool);
}

/// Where the scores of a block's last row and last column are copied to; other blocks are computed from them.
#[derive(Debug)]
pub(crate) struct Borders<'a> {
    /// The last row: `b`.
    pub(crate) bottom: &'a mut [i32],
    /// The last column: `b`.
    pub(crate) right: &'a mut [i32],
}

/// The kernel that walks along the anti-diagonals of a tile with layout `L`.
pub(crate) struct ByDiagonals<L>(std::marker::PhantomData<L>);

impl<L: TileLayout> Kernel for ByDiagonals<L> {
    type Layout = L;

    fn fill(tile: &mut Tile<L>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>, plain: bool) {
        if plain {
            by_diagonals(tile, edges, scoring, borders)
        } else {
            by_diagonals_wide(tile, edges, scoring, borders)
        }
    }
}

/// The kernel that walks row by row, as one would write it without thinking of anti-diagonals: each cell waits for the one
/// to its left.
pub(crate) struct ByRows<const N: usize>;

impl<const N: usize> Kernel for ByRows<N> {
    type Layout = RowTile<N>;

    fn fill(tile: &mut Tile<RowTile<N>>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>, plain: bool) {
        if plain { by_rows(tile, edges, scoring, borders) } else { by_rows_wide(tile, edges, scoring, borders) }
    }
}

// The same functions compiled again for newer processors; which one runs is found out once. Everything that they call is
// `inline(always)`, because only what is inlined may use their instructions.
#[multiversion(targets = "simd")]
fn by_diagonals_wide<L: TileLayout>(tile: &mut Tile<L>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>) {
    by_diagonals(tile, edges, scoring, borders);
}

#[multiversion(targets = "simd")]
fn by_rows_wide<const N: usize>(
    tile: &mut Tile<RowTile<N>>,
    edges: &Edges<'_>,
    scoring: Scoring,
    borders: Borders<'_>,
) {
    by_rows(tile, edges, scoring, borders);
}

/// The name of the instructions that [`by_diagonals_wide`] uses on this processor.
#[multiversion(targets = "simd")]
pub(crate) fn instructions() -> &'static str {
    multiversion::target::match_target! {
        "x86_64+avx512f" => "AVX-512",
        "x86_64+avx2" => "AVX2",
        "x86_64+avx" => "AVX",
        "x86_64+sse4.1" => "SSE4",
        "x86_64" => "SSE2",
        "aarch64+neon" => "NEON",
        _ => "the baseline",
    }
}

#[inline(always)]
fn by_diagonals<L: TileLayout>(tile: &mut Tile<L>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>) {
    let b = L::DIMS[0] - 1;
    match tile.lines_mut(AntiDiagonals).walk() {
        Walk::Slices(lines) => sweep(lines, b, edges, scoring, borders),
        Walk::Scattered(lines) => sweep(lines, b, edges, scoring, borders),
    }
}

/// Walks a tile of `b + 1` by `b + 1` scores, given as its anti-diagonals.
///
/// In the upper left half, line `d` starts with the score that comes in from above and ends with the one from the left;
/// element `k` is row `k`. In the lower right half the lines start at column `b`; element `k` is row `k + d - b`, and the
/// first and the last element go out to the right and to the bottom.
#[inline(always)]
fn sweep<K: LineMut<Item = i32>>(
    mut lines: impl Iterator<Item = K>,
    b: usize,
    edges: &Edges<'_>,
    scoring: Scoring,
    borders: Borders<'_>,
) {
    // Slices of exactly b: the compiler then knows that no index below is out of range.
    let (rows, columns, top, left) = (&edges.rows[..b], &edges.columns[..b], &edges.top[..b], &edges.left[..b]);
    let (bottom, right) = (&mut borders.bottom[..b], &mut borders.right[..b]);
    let mut next = || lines.next().expect("a tile of b + 1 by b + 1 scores has 2 b + 1 anti-diagonals");

    let (mut before, mut last) = (next(), next());
    before.set(0, edges.corner);
    last.set(0, top[0]);
    last.set(1, left[0]);
    for d in 2..=b {
        let mut line = next();
        line.set(0, top[d - 1]);
        line.set(d, left[d - 1]);
        let n = d - 1;
        let letters = (&rows[..n], &columns[b - n..]);
        step(line.part_mut(1..d), last.part(0..n), last.part(1..d), before.part(0..n), letters, scoring);
        (before, last) = (last, line);
    }
    right[0] = last.at(1);
    bottom[0] = last.at(b - 1);
    for d in b + 1..=2 * b {
        let mut line = next();
        let n = 2 * b + 1 - d;
        // The line two before is in the upper half the first time, where it starts a row earlier.
        let skip = usize::from(d > b + 1);
        let letters = (&rows[b - n..], &columns[..n]);
        step(line.part_mut(0..n), last.part(0..n), last.part(1..n + 1), before.part(skip..skip + n), letters, scoring);
        right[d - b - 1] = line.at(0);
        bottom[d - b - 1] = line.at(n - 1);
        (before, last) = (last, line);
    }
}

/// Computes one anti-diagonal: element `k` of `line` from element `k` of the cells above, to the left and between.
#[inline(always)]
fn step<K: LineMut<Item = i32>>(
    mut line: K,
    above: impl Line<Item = i32>,
    left: impl Line<Item = i32>,
    between: impl Line<Item = i32>,
    (rows, columns): (&[i32], &[i32]),
    scoring: Scoring,
) {
    let n = line.len();
    assert!(above.len() == n && left.len() == n && between.len() == n && rows.len() == n && columns.len() == n);
    let sources = Sources { above, left, between, rows, columns, scoring };
    // Side by side, 16 cells are one vector or a few. What is left over is done by cells that reach back over some
    // already done: computing a cell twice changes nothing, and is faster than one by one.
    if !K::CONTIGUOUS || n < 4 {
        for k in 0..n {
            line.set(k, sources.cell(k));
        }
    } else if n < 8 {
        sources.cells::<4>(0, &mut line);
        sources.cells::<4>(n - 4, &mut line);
    } else if n < 16 {
        sources.cells::<8>(0, &mut line);
        sources.cells::<8>(n - 8, &mut line);
    } else {
        let mut k = 0;
        while k + 16 <= n {
            sources.cells::<16>(k, &mut line);
            k += 16;
        }
        if k < n {
            sources.cells::<16>(n - 16, &mut line);
        }
    }
}

/// The lines that an anti-diagonal is computed from, each as long as it is.
struct Sources<'a, A, L, B> {
    above: A,
    left: L,
    between: B,
    rows: &'a [i32],
    columns: &'a [i32],
    scoring: Scoring,
}

impl<A: Line<Item = i32>, L: Line<Item = i32>, B: Line<Item = i32>> Sources<'_, A, L, B> {
    /// Cell `k`.
    #[inline(always)]
    fn cell(&self, k: usize) -> i32 {
        let pair = self.between.at(k) + self.scoring.pair(self.rows[k] == self.columns[k]);
        pair.max(self.above.at(k).max(self.left.at(k)) + self.scoring.gap)
    }

    /// The cells `k` to `k + W - 1`: all is read before anything is written, so they can be one vector.
    #[inline(always)]
    fn cells<const W: usize>(&self, k: usize, line: &mut impl LineMut<Item = i32>) {
        let (above, left, between) = (self.above.load::<W>(k), self.left.load::<W>(k), self.between.load::<W>(k));
        let (rows, columns) = (Line::load::<W>(&self.rows, k), Line::load::<W>(&self.columns, k));
        let mut scores = [0; W];
        for w in 0..W {
            let pair = between[w] + self.scoring.pair(rows[w] == columns[w]);
            scores[w] = pair.max(above[w].max(left[w]) + self.scoring.gap);
        }
        line.store(k, scores);
    }
}

#[inline(always)]
fn by_rows<const N: usize>(tile: &mut Tile<RowTile<N>>, edges: &Edges<'_>, scoring: Scoring, borders: Borders<'_>) {
    let b = N - 1;
    let Walk::Slices(mut lines) = tile.lines_mut(Rows).walk() else { unreachable!("rows are contiguous") };
    let mut next = || lines.next().map(|line| &mut line[..N]).expect("a tile of b + 1 scores has b + 1 rows");
    let mut last = next();
    last[0] = edges.corner;
    last[1..].copy_from_slice(edges.top);
    let (columns, left, right) = (&edges.columns[..b], &edges.left[..b], &mut borders.right[..b]);
    for ((&letter, &left), right) in edges.rows.iter().zip(left).zip(right) {
        let line = next();
        let mut score = left;
        line[0] = score;
        for j in 0..b {
            let pair = last[j] + scoring.pair(letter == columns[b - 1 - j]);
            score = pair.max(last[j + 1] + scoring.gap).max(score + scoring.gap);
            line[j + 1] = score;
        }
        *right = score;
        last = line;
    }
    borders.bottom.copy_from_slice(&last[1..]);
}
