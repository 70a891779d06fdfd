//! Instructions alone: small kernels of a few typed functions each, whose results a check knows by a formula.
//!
//! No problem is solved by them. They are here for what the kernels of the problems do not use, or use in one of its forms only, so that each form is
//! executed on a GPU too, and not on the executor alone. Where such a check fails and no other does, the text of the instruction is wrong, or the
//! executor's model of it.
//!
//! ```text
//! rows       `ldmatrix` of one, two and four matrices, as they are and transposed; rows_stored, `stmatrix`
//! product    `mma` of numbers of one byte
//! warpgroup  `wgmma` of every width
//! boxes      boxes of one to five axes, with the swizzles of 32 and 64 bytes: loaded, and stored
//! registers  `setmaxnreg`: two warpgroups that hand registers over
//! ```

// Programs for other architectures have no such kernels: they are not to be assembled for them.
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
mod boxes;
#[cfg(feature = "harness")]
mod check;
#[cfg(feature = "harness")]
mod check_boxes;
#[cfg(feature = "harness")]
mod check_products;
#[cfg(feature = "harness")]
mod check_registers;
#[cfg(feature = "harness")]
mod check_rows;
#[cfg(feature = "harness")]
mod check_warpgroups;
#[cfg(feature = "harness")]
mod presence;
mod product;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
mod registers;
mod rows;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90"))]
mod rows_stored;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
mod warpgroup;

#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub use boxes::{
    Five, Four, Four64, InstructionBoxLoad, InstructionBoxStore, One, Rows32, Rows64, Three, instruction_box_load,
    instruction_box_store,
};
pub use product::{InstructionMma, instruction_mma};
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub use registers::{InstructionRegisters, VALUES, instruction_registers};
pub use rows::{InstructionLdmatrix, Rows, instruction_ldmatrix};
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90"))]
pub use rows_stored::{InstructionStmatrix, instruction_stmatrix};
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub use warpgroup::{AcrossK, AlongK, BytesAlongK, InstructionWgmma, instruction_wgmma};

/// What is checked; nothing is timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: Vec::new(), subjects: Vec::new() }
}
