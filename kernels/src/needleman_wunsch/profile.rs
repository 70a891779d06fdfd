//! Tables of Needleman and Wunsch by tiles whose layouts differ in bank conflicts.

use super::check::tables;
use super::{AntiDiagonalTile, NwTile, RowTile, ScoreTile, Table, fill_by_tiles};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Random, Subject};

pub(super) fn subjects<B: Backend>() -> Vec<Subject<B>> {
    vec![
        Subject { name: "nw_row", run: fill_once::<RowTile, B> },
        Subject { name: "nw_anti_diagonal", run: fill_once::<AntiDiagonalTile, B> },
    ]
}

fn fill_once<L: ScoreTile + 'static, B: Backend>(module: &Module<B>) -> Result<(), Error>
where
    NwTile<L>: Instance,
{
    let (n, penalty) = (256, 10);
    let (references, given) = tables(&mut Random::new(1), n, n, penalty);
    let table = Table::new(n, n).map_err(Error::layout("score"))?;
    let reference = module.device().buffer_from(&references)?;
    let mut score = module.device().buffer_from(&given)?;
    fill_by_tiles::<L, B>(module, table, &reference, &mut score, penalty)?;
    module.device().synchronize()
}
