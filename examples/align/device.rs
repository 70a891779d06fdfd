//! The table on a GPU or on the executor, filled by the kernels of `lego-kernels`.
//!
//! The whole table is in the memory of the device. Rows go there, and come back to be followed, a band at a time, so that
//! the host needs little memory.

use crate::blocks::Pair;
use crate::job::{Job, Outcome};
use crate::options::LayoutChoice::{All, AntiDiagonal, Padded, Row, Skew};
use crate::progress::Progress;
use crate::traceback::{Scores, follow};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module};
use lego_kernels::needleman_wunsch::{
    AntiDiagonalTile, NwTile, PaddedTile, RowTile, ScoreTile, SkewedTile, Sweep, Table, fill_by_tiles,
};
use std::ops::Range;
use std::time::{Duration, Instant};

/// How many rows are copied at once, at least two.
const BAND: usize = 256;

/// What a cell holds that no kernel has written; scores are above it.
const UNWRITTEN: i32 = i32::MIN / 3 * 2;

/// Fills a table; the milliseconds that it took.
type Fill<B> = fn(&Module<B>, Table, &Buffer<i32, B>, &mut Buffer<i32, B>, i32) -> Result<f32, Error>;

/// A job for each kernel: one a layout of the tile, and the sweep.
pub(crate) fn jobs<B: Backend>(module: &Module<B>) -> Vec<Job<'_>> {
    let job = |name, choice, fill: Fill<B>| {
        let align = move |pair: &Pair, progress: &Progress<'_>| {
            let outcome = align(name, fill, module, pair)?;
            progress(pair.blocks());
            Ok(outcome)
        };
        Job { name, choice, align: Box::new(align) }
    };
    vec![
        job("row", Row, tiles::<RowTile, B>),
        job("padded", Padded, tiles::<PaddedTile, B>),
        job("anti-diagonal", AntiDiagonal, tiles::<AntiDiagonalTile, B>),
        job("skew", Skew, tiles::<SkewedTile, B>),
        job("sweep", All, sweep),
    ]
}

fn tiles<L: ScoreTile + 'static, B: Backend>(
    module: &Module<B>,
    table: Table,
    reference: &Buffer<i32, B>,
    score: &mut Buffer<i32, B>,
    penalty: i32,
) -> Result<f32, Error>
where
    NwTile<L>: Instance,
{
    module.device().time(|| fill_by_tiles::<L, B>(module, table, reference, score, penalty))
}

fn sweep<B: Backend>(
    module: &Module<B>,
    table: Table,
    reference: &Buffer<i32, B>,
    score: &mut Buffer<i32, B>,
    penalty: i32,
) -> Result<f32, Error> {
    let mut sweep = Sweep::new(module, table)?;
    module.device().time(|| sweep.fill(module, reference, score, penalty))
}

/// Computes the table and the alignment, and how long each took.
fn align<B: Backend>(name: &'static str, fill: Fill<B>, module: &Module<B>, pair: &Pair) -> Result<Outcome, Error> {
    let ([rows, columns], scoring) = (pair.lengths(), pair.scoring());
    let layout = Error::layout("score");
    let table = Table::new(rows, columns).map_err(layout)?;
    let reference = upload(module.device(), [rows, columns], |i, j| match (i, j) {
        (0, _) | (_, 0) => 0,
        _ => scoring.pair(pair.matches(i - 1, j - 1)),
    })?;
    // Row 0 and column 0 are what kernels start from.
    let mut score = upload(module.device(), [rows, columns], |i, j| match (i, j) {
        (0, k) | (k, 0) => k as i32 * scoring.gap,
        _ => UNWRITTEN,
    })?;
    let milliseconds = fill(module, table, &reference, &mut score, -scoring.gap)?;
    let start = Instant::now();
    let alignment = follow(pair, &mut Band::of(&score, columns + 1))?;
    let fill = Duration::from_secs_f32(milliseconds / 1e3);
    Ok(Outcome { name, fill, back: start.elapsed(), alignment })
}

/// A table for so many letters, made of its cells.
fn upload<B: Backend>(
    device: &Device<B>,
    [rows, columns]: [usize; 2],
    cell: impl Fn(usize, usize) -> i32,
) -> Result<Buffer<i32, B>, Error> {
    let width = columns + 1;
    let mut table = device.zeroed((rows + 1).saturating_mul(width))?;
    let mut band = Vec::new();
    for first in (0..=rows).step_by(BAND) {
        band.clear();
        for i in first..=rows.min(first + BAND - 1) {
            band.extend((0..width).map(|j| cell(i, j)));
        }
        table.write_at(first * width, &band)?;
    }
    Ok(table)
}

/// The rows of a table that were copied from the device last.
struct Band<'a, B: Backend> {
    table: &'a Buffer<i32, B>,
    width: usize,
    rows: Range<usize>,
    cells: Vec<i32>,
}

impl<'a, B: Backend> Band<'a, B> {
    fn of(table: &'a Buffer<i32, B>, width: usize) -> Self {
        // No rows yet.
        Self { table, width, rows: 0..0, cells: Vec::new() }
    }
}

impl<B: Backend> Scores for Band<'_, B> {
    type Error = Error;

    fn around(&mut self, i: usize, j: usize) -> Result<[i32; 3], Error> {
        if !(self.rows.contains(&(i - 1)) && self.rows.contains(&i)) {
            let first = (i + 1).saturating_sub(BAND);
            self.cells.resize((i + 1 - first) * self.width, 0);
            self.table.read_at(first * self.width, &mut self.cells)?;
            self.rows = first..i + 1;
        }
        let at = (i - self.rows.start) * self.width + j;
        Ok([self.cells[at], self.cells[at - self.width], self.cells[at - self.width - 1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::TILE;
    use crate::noise::Noise;
    use crate::reference;
    use crate::score::Scoring;
    use lego_cuda::executor::Executor;

    fn check_all(first: &[u8], second: &[u8], scoring: Scoring) {
        let module = Device::new(Executor::new()).without_program().unwrap();
        let pair = Pair::new(first, second, scoring, TILE).unwrap();
        let want = reference::align(first, second, scoring);
        let jobs = jobs(&module);
        assert_eq!(jobs.iter().map(|job| job.name).collect::<Vec<_>>(), NAMES);
        for job in jobs {
            let outcome = (job.align)(&pair, &|blocks| assert_eq!(blocks, pair.blocks())).unwrap();
            assert_eq!(outcome.name, job.name);
            assert_eq!(outcome.alignment, want, "{}, {} × {}, {scoring:?}", job.name, first.len(), second.len());
        }
    }

    const NAMES: [&str; 5] = ["row", "padded", "anti-diagonal", "skew", "sweep"];

    #[test]
    fn every_kernel_aligns_as_the_plain_reference() {
        let mut noise = Noise::fresh();
        let scorings = [
            Scoring { hit: 1, miss: -1, gap: -2 },
            Scoring { hit: 5, miss: -4, gap: -10 },
            Scoring { hit: 0, miss: -1, gap: -1 },
            Scoring { hit: 2, miss: -7, gap: 0 },
        ];
        for (k, [n, m]) in [[1, 1], [1, 65], [64, 64], [63, 129], [130, 7]].into_iter().enumerate() {
            let (first, second) = (noise.letters(n), noise.letters(m));
            check_all(&first, &second, scorings[k % scorings.len()]);
        }
        let first = noise.letters(150);
        let second = noise.relative(&first);
        check_all(&first, &second, scorings[noise.below(4)]);
    }

    #[test]
    fn the_way_back_crosses_bands() {
        let mut noise = Noise::fresh();
        let rows = 2 * BAND + 1 + noise.below(BAND);
        let first = noise.letters(rows);
        let second = noise.relative(&first[..90]);
        check_all(&first, &second, Scoring { hit: 1, miss: -1, gap: -1 });
    }

    #[test]
    fn a_kernel_that_leaves_cells_out_is_found() {
        let module = Device::new(Executor::new()).without_program().unwrap();
        let scoring = Scoring { hit: 1, miss: -1, gap: -2 };
        let pair = Pair::new(b"ACGT", b"ACGT", scoring, TILE).unwrap();
        let outcome = align("none", |_, _, _, _, _| Ok(0.0), &module, &pair).unwrap();
        assert_eq!(outcome.alignment.score, UNWRITTEN);
    }
}
