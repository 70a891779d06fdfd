//! Tilers of terms.

use super::layout::SymbolicLayout;
use alloc::vec::Vec;

/// What is taken of each mode.
#[derive(Clone, Debug)]
pub(super) enum SymbolicTiler {
    /// `_`
    Keep,
    /// One layout for all modes.
    Layout(SymbolicLayout),
    /// One for each mode.
    Modes(Vec<SymbolicTiler>),
}
