//! What shared and global memory a launch takes: counted by the executor, or by a profiler around this program.
//!
//! On a GPU, `ncu --metrics` with the names of [`METRICS`] around `lego-gpu profile` counts the same of the hardware.

use crate::checks::needleman_wunsch::tables;
use crate::checks::transpose::{tile, wide_f32};
use lego_cuda::executor::{Access, Executor, Options, Space};
use lego_cuda::launch::{Backend, Device, Error, Module};
use lego_kernels::needleman_wunsch::{AntiDiagonalTile, RowTile as RowScores, Table, fill_by_tiles};
use lego_kernels::transpose::{PaddedTile, RowTile};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The metrics of Nsight Compute in the order of [`Counts`].
pub const METRICS: [&str; 4] = [
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
];

/// Wavefronts of shared memory and sectors of global memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Wavefronts of loads.
    pub shared_loads: u64,
    /// Wavefronts of stores.
    pub shared_stores: u64,
    /// Sectors of loads.
    pub global_loads: u64,
    /// Sectors of stores.
    pub global_stores: u64,
}

/// A kernel to be profiled.
pub struct Subject<B: Backend> {
    /// Its name, as the PTX has it.
    pub name: &'static str,
    /// Launches it, the same data each time.
    pub run: fn(&Module<B>) -> Result<(), Error>,
}

/// Kernels that differ in what they do to memory.
pub fn subjects<B: Backend>() -> Vec<Subject<B>> {
    vec![
        Subject { name: "transpose_row_f32", run: |module| transpose(module, tile::<f32, RowTile, B>) },
        Subject { name: "transpose_padded_f32", run: |module| transpose(module, tile::<f32, PaddedTile, B>) },
        Subject { name: "transpose_wide_f32", run: |module| transpose(module, wide_f32::<B>) },
        Subject {
            name: "nw_row",
            run: |module| table(module, |table, a, b| fill_by_tiles::<RowScores, B>(module, table, a, b, 10)),
        },
        Subject {
            name: "nw_anti_diagonal",
            run: |module| table(module, |table, a, b| fill_by_tiles::<AntiDiagonalTile, B>(module, table, a, b, 10)),
        },
    ]
}

fn transpose<B: Backend>(module: &Module<B>, run: crate::checks::transpose::Run<f32, B>) -> Result<(), Error> {
    let (m, n) = (256, 384);
    let matrix: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let input = module.device().buffer_from(&matrix)?;
    let mut output = module.device().poisoned(m * n)?;
    run(module, &input, &mut output, m, n)?;
    module.device().synchronize()
}

fn table<B: Backend>(
    module: &Module<B>,
    run: impl Fn(Table, &lego_cuda::launch::Buffer<i32, B>, &mut lego_cuda::launch::Buffer<i32, B>) -> Result<(), Error>,
) -> Result<(), Error> {
    let n = 256;
    let (references, given) = tables(&mut StdRng::seed_from_u64(1), n, n, 10);
    let table = Table::new(n, n).map_err(Error::layout("score"))?;
    let reference = module.device().buffer_from(&references)?;
    let mut score = module.device().buffer_from(&given)?;
    run(table, &reference, &mut score)?;
    module.device().synchronize()
}

/// What the executor counts for a kernel.
///
/// # Errors
/// The launch's.
pub fn counted(subject: &Subject<Executor>) -> Result<Counts, Error> {
    let executor = Executor::with(Options::new().profile(true));
    (subject.run)(&Device::new(executor.clone()).without_program()?)?;
    let mut counts = Counts::default();
    for row in executor.profile().rows() {
        let place = match (row.space, row.access) {
            (Space::Shared, Access::Store) => &mut counts.shared_stores,
            (Space::Shared, _) => &mut counts.shared_loads,
            (Space::Global, Access::Store) => &mut counts.global_stores,
            (Space::Global, _) => &mut counts.global_loads,
        };
        *place += row.measured;
    }
    Ok(counts)
}
