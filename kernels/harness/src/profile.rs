//! The traffic of a launch with shared and global memory: counted by the executor, or by a profiler around this program.
//!
//! On a GPU, `ncu --metrics` with the names of [`METRICS`] around `lego-gpu profile` counts the same of the hardware.

use lego_cuda::executor::{Access, Profile, Space};
use lego_cuda::launch::{Backend, Error, Module};

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

impl Counts {
    /// The sums of a profile.
    pub fn of(profile: &Profile) -> Self {
        let mut counts = Self::default();
        for row in profile.rows() {
            let place = match (row.space, row.access) {
                (Space::Shared, Access::Store) => &mut counts.shared_stores,
                (Space::Shared, _) => &mut counts.shared_loads,
                (Space::Global, Access::Store) => &mut counts.global_stores,
                (Space::Global, _) => &mut counts.global_loads,
            };
            *place += row.measured;
        }
        counts
    }
}
