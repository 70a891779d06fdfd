//! The traffic of a launch with shared and global memory: counted by the executor, or by a profiler around this program.
//!
//! On a GPU, `ncu --metrics` with the names of [`METRICS`] around `lego-gpu profile` counts the same of the hardware.

use lego_cuda::executor::{Access, Executor, Options, Space};
use lego_cuda::launch::{Backend, Device, Error, Module};

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
