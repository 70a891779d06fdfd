//! Sliced layouts: what is left of a layout when an axis of the tensor is summed away.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::super::space::DIMS;

/// A parent's layout without an axis, in which the tensor has size 1.
///
/// Registers that held only elements along the axis are gone; lanes and warps stay, and hold the same element.
///
/// # Errors
/// If the parent has no such axis or another size in it.
pub fn sliced(parent: &LinearLayout, axis: usize) -> Result<LinearLayout, Error> {
    let dim = Dim::tensor(axis.min(DIMS));
    if axis >= DIMS {
        return Err(Error::Unknown { dim, side: Side::Out });
    }
    parent.outs().find(dim, Side::Out)?;
    let one = parent.resize_out_dim(dim, 1)?.squeeze_out(dim)?;
    // The axes after it move down by one.
    let renamed = (axis + 1..=parent.outs().len()).try_fold(one, |layout, next| {
        if layout.outs().has(Dim::tensor(next)) {
            layout.rename_out(Dim::tensor(next), Dim::tensor(next - 1))
        } else {
            Ok(layout)
        }
    })?;
    renamed.remove_zero_bases_along_dim(Dim::REGISTER)
}
