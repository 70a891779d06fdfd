//! The suite's kernels as a build embeds them, without instructions: the names and the parameters.

use half::{bf16, f16};
use launch_suite::kernels::{
    AllBlocks, Axpy, Halves, Incremented, Mathematics, Numbered, Numbering, Numbers, Overturned, Printing, Scattered,
    Transposed, Trapping, Turned, TurnedBesides, TurnedLaid, TurnedLarge,
};
use lego_cuda::image::{Architecture, Bounds, Kernel, KernelModule, Kernels, Parameter, Reach};
use lego_cuda::kernel::signature;

const VIEW: u32 = 16;
const NO_BOUNDS: Bounds =
    Bounds { max_threads: None, required_threads: None, min_blocks: None, max_registers: None, cluster: None };

macro_rules! kernels {
    ($($name:literal of $kernel:ty: $parameters:expr;)*) => {
        const PTX: &str = concat!(".version 7.8\n", $(".visible .entry ", $name, "(\n",)* "\n");
        const KERNELS: &[Kernel] = &[$(Kernel {
            name: $name,
            parameters: &{
                const BYTES: &[u32] = $parameters;
                let mut parameters = [Parameter { bytes: 0, align: 8, pointer: false }; BYTES.len()];
                let mut i = 0;
                while i < BYTES.len() {
                    parameters[i].bytes = BYTES[i];
                    i += 1;
                }
                parameters
            },
            bounds: NO_BOUNDS,
            signature: Some(signature::<$kernel>()),
            resources: None,
        }),*];
    };
}
kernels! {
    // A layout of sizes given at the launch crosses with its sizes.
    "axpy" of Axpy: &[4, 16, VIEW, VIEW];
    "scattered" of Scattered: &[VIEW, VIEW];
    "numbers" of Numbers: &[1, 1, 2, 2, 4, 4, 8, 8, 4, 8, VIEW];
    "numbering" of Numbering: &[VIEW];
    "numbered" of Numbered: &[VIEW];
    "turned" of Turned: &[VIEW, VIEW];
    "turned_large" of TurnedLarge: &[VIEW, VIEW];
    "turned_laid" of TurnedLaid: &[VIEW + 8, VIEW + 8, 16, 16];
    "turned_besides" of TurnedBesides: &[VIEW, VIEW, 4];
    // A window crosses with the sizes of its layout, its origin and its extents.
    "overturned" of Overturned: &[VIEW + 24, VIEW + 24];
    "transposed" of Transposed: &[VIEW + 8, VIEW + 8];
    "incremented" of Incremented: &[VIEW];
    "all_blocks" of AllBlocks: &[VIEW, VIEW, VIEW];
    "printing" of Printing: &[VIEW, 4, 4, 8, 1, 8];
    "trapping" of Trapping: &[4];
    "mathematics" of Mathematics: &[VIEW, VIEW, VIEW];
    "halves_f16" of Halves<f16>: &[VIEW, VIEW, VIEW, VIEW];
    "halves_bf16" of Halves<bf16>: &[VIEW, VIEW, VIEW, VIEW];
}

const SM_80: Architecture = Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer };

/// For any GPU from the A100 on.
pub(crate) static PROGRAM: Kernels = {
    const MODULES: &[KernelModule] = &[KernelModule { architecture: SM_80, ptx: PTX, object: None, kernels: KERNELS }];
    // SAFETY: there are no instructions.
    unsafe { Kernels::new("launch", None, MODULES) }
};
