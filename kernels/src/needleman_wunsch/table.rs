//! The table that the kernels fill, as a layout.

use lego::layout;

layout! {
    /// Cell `[y, x]` of a table for sequences of m and n elements.
    pub type Table(m, n) = Row(m + 1, n + 1);
}
