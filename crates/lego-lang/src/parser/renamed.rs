//! Names that pieces had in earlier versions, for an error that says the name they have now.

use lego_core::LayoutError;

/// The error for a piece that was called `name`; `None` if none was.
pub(super) fn renamed(name: &str) -> Option<LayoutError> {
    let (old, new) = match name {
        "XorShift" => ("XorShift(b, m, s)", "Swizzle(b, m, s)"),
        _ => return None,
    };
    Some(LayoutError::Renamed { old: old.into(), new: new.into() })
}

/// The error for arguments `[r, c], bits` of a `Swizzle`, which has CuTe's arguments now.
pub(super) fn rows_are_swizzled() -> LayoutError {
    LayoutError::Renamed { old: "Swizzle([r, c], bits)".into(), new: "SwizzleRows([r, c], bits)".into() }
}
