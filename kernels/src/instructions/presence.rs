//! Whether a program has what a check launches.

use crate::matrix_product_hopper::has_entry;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};

/// Whether the program has a kernel; says so if it has not, as one for an older architecture.
pub(super) fn is_there<K: Instance, B: Backend>(module: &Module<B>) -> bool {
    has_entry(module, K::ENTRY).inspect_err(|why| println!("NOT TESTED: {why}")).is_ok()
}
