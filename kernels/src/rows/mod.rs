//! Rows of a matrix of any length, by the vectors of memory in which they lie: what norms and softmax have in common.
//!
//! ```text
//! frame    how a row lies in vectors: whole ones, and an edge of single elements at each end
//! held     a row that the threads of a block, or of a warp, hold in their registers
//! several  rows that a block has at once
//! part     a row that several blocks share
//! host     how many blocks a launch has
//! ```

mod frame;
mod held;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod part;
mod several;

use lego::layout;

pub(crate) use frame::{Frame, Packed, or_zero};
pub(crate) use held::Held;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use host::{even_blocks, most_blocks, shared_rows};
pub(crate) use part::Part;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use several::Several;
pub(crate) use several::rows_of;

layout! {
    /// Element `[row, column]` of m rows of n elements.
    pub type Rows(m, n) = Row(m, n) where m >= 1, n >= 1;
    /// What all rows share: an element for each column.
    pub type Columns(n) = Row(n) where n >= 1;
    /// A number for each row.
    pub type PerRow(m) = Row(m) where m >= 1;
    /// Vector `[step, thread]` of those that the threads of a block have.
    pub type Slots<const STEPS: usize, const THREADS: usize> = Row(STEPS, THREADS);
}
