//! Products that have no sums, no rows or no columns.

use super::bytes::Turned;
use super::copied::matrix_product_hopper_copied;
use super::host::{matrix_product_hopper, matrix_product_hopper_ordered};
use super::shared::{SharedSums, matrix_product_hopper_shared};
use super::tuned::matrix_product_hopper_tuned;
use crate::matrix_product::check::check_empty;
use crate::matrix_product::{ByColumns, ByRows, Programs};
use half::f16;
use lego_cuda::launch::{Backend, Module, Tuner};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// By every function that falls back to the product of warps.
fn check<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let (copies, shared, tuner) = (&mut Turned::new(), &mut SharedSums::new(), Tuner::in_memory());
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper::<f16, f16, ByRows, ByColumns, D>(module, a, b, c, sizes, factors)
    })?;
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper_ordered::<f16, f16, ByRows, ByRows, Programs, D>(module, a, b, c, sizes, factors, 4)
    })?;
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper_copied::<f16, f16, ByColumns, ByRows, D>(module, a, b, c, sizes, factors, copies)
    })?;
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper_shared::<f16, f16, ByRows, ByRows, D>(module, a, b, c, sizes, factors, shared)
    })?;
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper_tuned::<f16, f16, ByRows, ByRows, D>(module, &tuner, a, b, c, sizes, factors).map(drop)
    })
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![Check { name: "matrix_product_hopper_of_nothing", run: check::<D> }]
}
