//! The list of checks.

use super::{check_boxes, check_products, check_registers, check_rows, check_warpgroups};
use lego_cuda::launch::Backend;
use lego_kernels_harness::Check;

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "instruction_ldmatrix", run: check_rows::check_all_loads::<B> },
        Check { name: "instruction_stmatrix", run: check_rows::check_all_stores::<B> },
        Check { name: "instruction_mma_i8", run: check_products::check_integers::<B> },
        Check { name: "instruction_mma_e4m3", run: check_products::check_e4m3::<B> },
        Check { name: "instruction_mma_e5m2", run: check_products::check_e5m2::<B> },
        Check { name: "instruction_wgmma", run: check_warpgroups::check::<B> },
        Check { name: "instruction_box_load", run: check_boxes::check_all_loads::<B> },
        Check { name: "instruction_box_store", run: check_boxes::check_all_stores::<B> },
        Check { name: "instruction_registers", run: check_registers::check::<B> },
    ]
}
