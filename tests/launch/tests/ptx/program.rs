//! The suite's kernels as a build embeds them, without instructions: the names and the parameters.

use lego_cuda::image::{Architecture, Bounds, Kernel, KernelModule, Kernels, Parameter, Reach};

const VIEW: u32 = 16;
const NO_BOUNDS: Bounds = Bounds { max_threads: None, required_threads: None, min_blocks: None, max_registers: None };

macro_rules! kernels {
    ($($name:literal: $parameters:expr;)*) => {
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
            signature: None,
            resources: None,
        }),*];
    };
}
kernels! {
    // A layout of sizes given at the launch crosses with its sizes.
    "axpy": &[4, 16, VIEW, VIEW];
    "numbers": &[1, 1, 2, 2, 4, 4, 8, 8, 4, 8, VIEW];
    "numbering": &[VIEW];
    "turned": &[VIEW, VIEW];
    "turned_large": &[VIEW, VIEW];
    "turned_laid": &[VIEW + 8, VIEW + 8, 16, 16];
    "turned_besides": &[VIEW, VIEW, 4];
    // A window crosses with the sizes of its layout, its origin and its extents.
    "overturned": &[VIEW + 24, VIEW + 24];
    "transposed": &[VIEW + 8, VIEW + 8];
    "incremented": &[VIEW];
    "all_blocks": &[VIEW, VIEW, VIEW];
    "trapping": &[4];
    "mathematics": &[VIEW, VIEW, VIEW];
    "halves_f16": &[VIEW, VIEW, VIEW, VIEW];
    "halves_bf16": &[VIEW, VIEW, VIEW, VIEW];
}

const SM_80: Architecture = Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer };

/// For any GPU from the A100 on.
pub(crate) static PROGRAM: Kernels = Kernels {
    name: "launch",
    missing: None,
    modules: &[KernelModule { architecture: SM_80, ptx: PTX, kernels: KERNELS }],
};
