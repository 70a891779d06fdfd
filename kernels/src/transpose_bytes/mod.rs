//! The transpose of a matrix of bytes, whose output is n×m: that of float8 numbers, say, which nobody looks at on the way.
//!
//! Bytes are turned four by four in registers (`prmt`), so that words of four bytes of a column are what shared memory exchanges. How these
//! lie there is planned, or padded as one does by hand, in several ways: the kernels differ in nothing else.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod words;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::transpose_bytes;
pub use kernel::{
    BYTES_132, Bytes, COLUMNS_33, COLUMNS_36, Memory, PLANNED, PaddedBytes, PaddedColumns, PaddedRows, ROWS_164, SIDE,
    THREADS, TransposeByteTiles, transpose_byte_tiles,
};
pub use words::{Loaded, Turned};
pub(crate) use words::{columns_of_rows, turned};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
