//! The table on a GPU, or on the executor of kernels, filled by the kernels of `lego-kernels`.
//!
//! Here the whole table is kept, in the memory of the device. Rows go there, and come back to be followed, a band at a
//! time, so that the host needs little memory.

use crate::blocks::Pair;
use crate::job::{Job, Outcome};
use crate::options::LayoutChoice::{self, All, AntiDiagonal, Padded, Row, Skew};
use crate::traceback::{Scores, follow};
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module};
use lego_kernels::needleman_wunsch::{
    AntiDiagonalTile, BLOCK, PaddedTile, RowTile, SkewedTile, Sweep, Table, fill_by_tiles,
};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// The rows and columns of the kernels' tiles.
pub(crate) const TILE: usize = BLOCK as usize;

/// How many rows are copied at once.
const BAND: usize = 256;

/// What a cell has that no kernel has written: no score can be as low.
const UNWRITTEN: i32 = i32::MIN / 3;

/// Fills a table by one of the kernels.
type Fill<B> = fn(&Module<B>, &Tables<B>, &mut Buffer<i32, B>, i32) -> Result<f32, Error>;

/// The work with each kernel.
pub(crate) fn jobs<B: Backend>(module: &Module<B>) -> Vec<Job<'_>> {
    let job = |name, choice: LayoutChoice, fill: Fill<B>| Job {
        name,
        choice,
        align: Box::new(move |pair: &Pair, progress: &dyn Fn(usize)| {
            let outcome = align(name, module, fill, pair)?;
            progress(pair.blocks());
            Ok(outcome)
        }),
    };
    vec![
        job("row", Row, by_tiles!(RowTile)),
        job("padded", Padded, by_tiles!(PaddedTile)),
        job("anti-diagonal", AntiDiagonal, by_tiles!(AntiDiagonalTile)),
        job("skew", Skew, by_tiles!(SkewedTile)),
        job("sweep", All, |module, tables, score, penalty| {
            let mut sweep = Sweep::new(module, tables.layout)?;
            module.device().time(|| sweep.fill(module, &tables.reference, score, penalty))
        }),
    ]
}

/// Fills the table, timed by the device, and follows it back.
fn align<B: Backend>(
    name: &'static str,
    module: &Module<B>,
    fill: Fill<B>,
    pair: &Pair,
) -> Result<Outcome, Error> {
    let tables = Tables::new(module.device(), pair)?;
    let mut score = tables.unfilled(pair)?;
    let milliseconds = fill(module, &tables, &mut score, -pair.scoring().gap)?;
    let start = Instant::now();
    let alignment = follow(pair, &mut Band::new(&score, tables.width))?;
    let fill = Duration::from_secs_f32(milliseconds / 1e3);
    Ok(Outcome { name, fill, back: start.elapsed(), alignment })
}
