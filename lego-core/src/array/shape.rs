//! The check that two arrays have the same shape.

use crate::error::LayoutError;

/// Nothing where the extents are equal.
///
/// # Errors
/// [`LayoutError::ShapeMismatch`] with the first axis where they differ.
pub(super) fn same_shape<const R: usize>(expected: [usize; R], found: [usize; R]) -> Result<(), LayoutError> {
    if expected == found { Ok(()) } else { Err(LayoutError::shape_mismatch(&expected, &found)) }
}
