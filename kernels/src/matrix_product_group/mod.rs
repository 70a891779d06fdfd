//! Products of different sizes in one launch, on sm_90a alone: blocks of all of them have numbers, and each block of threads takes one number
//! after another. Products of equal sizes, a batch, are one entry of the list.
//!
//! ```text
//! problem    what is multiplied, and where it is
//! overlap    that nothing is written which another product writes or reads
//! slabs      matrices as the copy engine is told of them
//! entry      what the kernel is told of a problem, in words
//! layouts    boxes, who brings what, what is kept of the list in shared memory
//! kernel     the kernel: which problem a number is of, and how tiles come
//! host       the functions of the host
//! ```

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod entry;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
#[cfg(not(target_arch = "nvptx64"))]
mod overlap;
#[cfg(not(target_arch = "nvptx64"))]
mod problem;
#[cfg(not(target_arch = "nvptx64"))]
mod slabs;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{MajorGroup, ProductGroup, matrix_product_batched};
pub use kernel::{MatrixProductGroup, matrix_product_group as matrix_product_group_kernel};
pub use layouts::{BoxAcross, BoxAlong, Boxed, BroughtAcross, BroughtAlong, Grouped, Heads};
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use overlap::Region;
#[cfg(not(target_arch = "nvptx64"))]
pub use problem::{Matrices, Problem};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: bench::benches(), subjects: Vec::new() }
}
