//! Transposes that differ in what they do to memory.

use super::host::{Transpose, tile};
use super::{PaddedTile, RowTile};
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::Subject;

pub(super) fn subjects<B: Backend>() -> Vec<Subject<B>> {
    vec![
        Subject { name: "transpose_row_f32", run: |module| transpose(module, tile::<f32, RowTile, B>) },
        Subject { name: "transpose_padded_f32", run: |module| transpose(module, tile::<f32, PaddedTile, B>) },
    ]
}

fn transpose<B: Backend>(module: &Module<B>, run: Transpose<f32, B>) -> Result<(), Error> {
    let (m, n) = (256, 384);
    let matrix: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let input = module.device().buffer_from(&matrix)?;
    let mut output = module.device().poisoned(m * n)?;
    run(module, &input, &mut output, m, n)?;
    module.device().synchronize()
}
