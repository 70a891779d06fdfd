//! The product on Hopper: tiles come by the copy engine, and warpgroups multiply them in shared memory, on sm_90a alone.
//!
//! The copy engine wants the rows of an operand to begin at multiples of 16 bytes (of one by columns, the columns). Where they do not,
//! they are copied if there is memory for it, or else, and on other GPUs, the product of warps is launched.
//!
//! ```text
//! layouts      operands, tiles, blocks of the product and their order
//! block_size   how large blocks are
//! division     the same, and how many of the last blocks are shared
//! work         what the loop asks: which blocks there are, how tiles come, how they are multiplied
//! blocks       the loop: who lets tiles come, and who multiplies them, of any blocks
//! overlapped   what stores a block, between the first steps of the next
//! turns        the same of two warpgroups that multiply whole blocks in turns
//! multiplying  a warpgroup that multiplies the tiles of one step after another
//! left         by which way a left tile gets to the tensor cores
//! kernel       the kernel of one product, and which blocks it has
//! sharing      who adds the sums of a block: one block of threads, or several a part each
//! store        how sums leave registers; narrowed, those of two bytes; target, where they go
//! epilogue     what is done with each element before it is stored, as a type; hard_scaled, one as a user writes it
//! output       elements as memory has them
//! launch       which kernel is launched, and on how many blocks
//! host         the functions of the host; shared, that of shared sums; tuned, that of the fastest way by measurement; copied, that of
//!              rows that begin anywhere; bytes, that of elements of one byte
//! ```

#[cfg(feature = "harness")]
mod bench;
#[cfg(not(target_arch = "nvptx64"))]
mod block_size;
mod blocks;
#[cfg(not(target_arch = "nvptx64"))]
mod bytes;
#[cfg(feature = "harness")]
mod check;
#[cfg(feature = "harness")]
mod check_bytes;
#[cfg(feature = "harness")]
mod check_empty;
#[cfg(feature = "harness")]
mod check_epilogue;
#[cfg(feature = "harness")]
mod check_overlapped;
#[cfg(feature = "harness")]
mod check_shared;
#[cfg(not(target_arch = "nvptx64"))]
mod copied;
#[cfg(not(target_arch = "nvptx64"))]
mod division;
mod epilogue;
mod hard_scaled;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(not(target_arch = "nvptx64"))]
mod launch;
mod layouts;
mod left;
mod multiplying;
mod narrowed;
mod output;
mod overlapped;
mod probe;
#[cfg(not(target_arch = "nvptx64"))]
mod shared;
mod sharing;
mod store;
mod target;
#[cfg(not(target_arch = "nvptx64"))]
mod tuned;
mod turns;
mod work;

pub use crate::activation::{Activation, Gelu, Relu, Same};
#[cfg(not(target_arch = "nvptx64"))]
pub use block_size::BlockSize;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use block_size::{Cost, group};
pub(crate) use blocks::{compute, fetch};
#[cfg(not(target_arch = "nvptx64"))]
pub use bytes::{ByteOperand, Turned, matrix_product_bytes};
#[cfg(feature = "harness")]
pub(crate) use check_epilogue::gelu;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use copied::is_copied;
#[cfg(not(target_arch = "nvptx64"))]
pub use copied::matrix_product_hopper_copied;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use division::Division;
#[cfg(not(target_arch = "nvptx64"))]
pub use epilogue::EpilogueArguments;
pub use epilogue::{Activated, Bias, Epilogue, Passed, PerColumn, PerElement, Plain, Residual};
pub use hard_scaled::HardScaled;
#[cfg(not(target_arch = "nvptx64"))]
pub use host::{MajorHopper, matrix_product_hopper, matrix_product_hopper_ordered, matrix_product_hopper_with};
pub(crate) use kernel::Alone;
pub use kernel::{MatrixProductHopper, matrix_product_hopper as matrix_product_hopper_kernel};
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use launch::{Given, has_entry, running};
#[cfg(not(target_arch = "nvptx64"))]
pub use launch::{Kernels, Multiplies};
pub(crate) use layouts::Pairs;
pub use layouts::{
    Across, AcrossBytes, Along, AlongBytes, Barriers, Blocks, Curve, LeftRing, Order, ROW_BYTES, RightRing, RowsAlong,
    RowsTurned, StagedPairs, Stored, StripAcross, TileAcross, TileAcrossBytes, TileAcrossBytesSmall, TileAlong,
    TileBytes, WARPGROUP_ROWS, stages,
};
pub use left::StoredLeft;
pub use multiplying::Multiplying;
pub use output::Output;
pub use probe::{
    HopperBox, HopperNeighbours, HopperPair, HopperProduct, PlainRows, Quads, hopper_box, hopper_neighbours,
    hopper_pair, hopper_product,
};
#[cfg(not(target_arch = "nvptx64"))]
pub use shared::{SharedSums, matrix_product_hopper_shared};
pub use sharing::{Parts, Shares, Sharing, Whole};
pub(crate) use store::store;
pub(crate) use target::Target;
#[cfg(not(target_arch = "nvptx64"))]
pub use tuned::{Multiplier, Way, matrix_product_hopper_tuned};
pub(crate) use work::{Job, Stage, Work};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    let checks = [
        check::checks(),
        check_empty::checks(),
        check_epilogue::checks(),
        check_bytes::checks(),
        check_shared::checks(),
        check_overlapped::checks(),
    ];
    lego_kernels_harness::Problem {
        checks: checks.into_iter().flatten().collect(),
        benches: bench::benches(),
        subjects: Vec::new(),
    }
}
