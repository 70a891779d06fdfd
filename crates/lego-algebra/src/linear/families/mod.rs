//! Families of linear layouts: what tensors look like in registers and in shared memory, by the parameters that people give.
//!
//! | family | in dims | what |
//! |---|---|---|
//! | [`Blocked`] | register, lane, warp, block | rectangles of elements, threads and warps |
//! | [`sliced`] | those of its parent | a layout with an axis summed away |
//! | [`NvidiaMma`] | register, lane, warp, block | accumulators of the tensor cores |
//! | [`AmdMfma`] | register, lane, warp, block | accumulators of AMD's matrix instructions, 64 lanes |
//! | [`DotOperand`] | register, lane, warp, block | operands of matrix products |
//! | [`MixedProduct`] | register, lane, warp, block | operands stored with a width of their own, and their order in memory |
//! | [`Fragment`] | register, lane, warp | one instruction's registers, by name, in three notations |
//! | [`MatrixMove`] | register, lane | what ldmatrix and stmatrix move |
//! | [`SwizzledShared`] | offset, block | shared memory whose columns change places by the row |
//! | [`NvmmaShared`] | offset, block | operands of Hopper's matrix instructions in shared memory |
//! | [`tensor_memory`] | row, col, block | the tensor cores' own memory |
//!
//! The out dims are `dim0`, `dim1`, …, the axes of the tensor. The layouts of registers are *distributed*: each image is 0 or one
//! bit, no bit twice ([`is_distributed`](LinearLayout::is_distributed)). Those of memory are invertible, with images of one or two
//! bits ([`is_memory_layout`](LinearLayout::is_memory_layout)).

mod blocked;
mod dot_operand;
mod fragment;
mod ldmatrix;
mod mfma;
mod mixed;
mod mma;
mod shared;
mod sliced;
mod tile;

pub use blocked::Blocked;
pub use dot_operand::{DotOperand, Multiplier};
pub use fragment::{Fragment, Role};
pub use ldmatrix::MatrixMove;
pub use mfma::AmdMfma;
pub use mixed::{MixedProduct, RegisterOrder};
pub use mma::{MmaVersion, NvidiaMma, Operand};
pub use shared::{NvmmaShared, SwizzledShared, tensor_memory};
pub use sliced::sliced;
pub use tile::Cluster;

use super::layout::LinearLayout;

impl LinearLayout {
    /// Whether this is onto and each image is 0 or a single bit, no bit twice: a tensor spread over registers, lanes and warps
    /// (definition 4.10 of the paper).
    #[must_use]
    pub fn is_distributed(&self) -> bool {
        let mut seen = 0u64;
        let mut all = true;
        for &image in self.matrix().columns() {
            all &= image & image.wrapping_sub(1) == 0 && seen & image == 0;
            seen |= image;
        }
        all && seen == lego_core::f2::ones(self.outs().total_bits() as u32)
    }

    /// Whether this is invertible and each image has one or two bits: a tensor in memory, perhaps swizzled (definition 4.14 of
    /// the paper). Products of swizzles are layouts of memory too, with images of more bits, and are not of this family.
    #[must_use]
    pub fn is_memory_layout(&self) -> bool {
        self.is_invertible() && self.matrix().columns().iter().all(|image| matches!(image.count_ones(), 1 | 2))
    }
}
