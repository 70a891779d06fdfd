//! Lines that kernels print, as the executor keeps them.

use crate::device::Dim3;
use crate::device::host::Site;
use std::fmt;

/// A line that a thread printed by [`trace!`](crate::trace). As text it has block and thread in front, as on a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// The kernel.
    pub kernel: &'static str,
    /// The block.
    pub block: Dim3,
    /// The thread.
    pub thread: Dim3,
    /// Where in the kernel's source.
    pub site: Site,
    /// What the thread printed, without block and thread.
    pub line: String,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {}, thread {}: {}", self.block, self.thread, self.line)
    }
}

/// Prints lines, by the macro whose output a test keeps to itself.
pub(super) fn print(traces: &[Trace]) {
    traces.iter().for_each(|trace| println!("{trace}"));
}
