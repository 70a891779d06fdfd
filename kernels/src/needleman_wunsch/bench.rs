//! The time that large square tables of Needleman and Wunsch take.

use super::check::{fill, tables};
use super::{AntiDiagonalTile, PaddedTile, RowTile, SkewedTile, Sweep, Table, fill_by_tiles};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

const SIDES: [usize; 6] = [1024, 2048, 4096, 8192, 16384, 32768];
const PENALTY: i32 = 10;

type Fill<B> = fn(&Module<B>, Table, &Buffer<i32, B>, &mut Buffer<i32, B>, i32) -> Result<(), Error>;

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "nw", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let tiles: [(&str, Fill<B>); 4] = [
        ("nw_row", fill_by_tiles::<RowTile, B>),
        ("nw_padded", fill_by_tiles::<PaddedTile, B>),
        ("nw_anti_diagonal", fill_by_tiles::<AntiDiagonalTile, B>),
        ("nw_skewed", fill_by_tiles::<SkewedTile, B>),
    ];
    for n in SIDES {
        let (references, given) = tables(&mut Random::new(n as u64), n, n, PENALTY);
        let mut right = given.clone();
        fill(&references, &mut right, n, n, PENALTY);
        let table = Table::new(n, n).map_err(Error::layout("score"))?;
        let reference = timer.device().buffer_from(&references)?;
        let mut score = timer.device().buffer_from(&given)?;
        let mut row = |kernel, milliseconds, score: &Buffer<i32, B>| -> Result<(), Error> {
            let checked = Some(score.read()? == right);
            let (case, bytes) = (format!("int32 {n} b64"), 8.0 * (n * n) as f64);
            emit(Row { bench: "nw", case, kernel, milliseconds, bytes, checked });
            Ok(())
        };
        for (kernel, run) in tiles {
            score.write(&given)?;
            let time = timer.median(2, 9, || run(&timer.module, table, &reference, &mut score, PENALTY))?;
            row(kernel, time, &score)?;
        }
        score.write(&given)?;
        let mut sweep = Sweep::new(&timer.module, table)?;
        let time = timer.median(2, 9, || sweep.fill(&timer.module, &reference, &mut score, PENALTY))?;
        row("nw_sweep", time, &score)?;
    }
    Ok(())
}
