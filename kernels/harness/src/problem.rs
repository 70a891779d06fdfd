//! All that is run of one problem.

use crate::{Bench, Check, Subject};
use lego_cuda::launch::Backend;

/// A problem that some kernels solve.
pub struct Problem<B: Backend> {
    /// The checks of its kernels, at least one each.
    pub checks: Vec<Check<B>>,
    /// Its benchmarks.
    pub benches: Vec<Bench<B>>,
    /// Launches that differ in what they do to memory, if it is worth a profile.
    pub subjects: Vec<Subject<B>>,
}
