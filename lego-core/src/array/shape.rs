//! Shapes that have to be equal.

use crate::error::LayoutError;

/// The extents that are wanted are those that are found.
pub(super) fn same_shape<const R: usize>(expected: [usize; R], found: [usize; R]) -> Result<(), LayoutError> {
    match (0..R).find(|&axis| expected[axis] != found[axis]) {
        Some(axis) => Err(LayoutError::ShapeMismatch { axis, expected: expected[axis], found: found[axis] }),
        None => Ok(()),
    }
}
