//! # 5. Broadcast
//!
//! Element `[i, j]` of a matrix of 32×64 numbers is `a[i] + b[j]`.
//!
//! An index is an array: `let [i, j] = output.index([]);` takes it apart.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// The matrix: a block has a row.
    pub type Matrix = Row(32, 64);
    /// A number for each row.
    pub type Rows = Row(32);
    /// A number for each column.
    pub type Columns = Row(64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn broadcast(
    a: Global<'_, u32, Rows>,
    b: Global<'_, u32, Columns>,
    output: Split<'_, u32, Matrix, (BlockX, ThreadX)>,
) {
    let [i, _] = output.index([]);
    // Your turn: this knows the row alone.
    output.set([], a.get([i]) + b.get([0]));
}

run!(Broadcast: 0 1 => output);
