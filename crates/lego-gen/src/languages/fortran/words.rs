//! The names that a module of a layout leaves to Fortran.

/// Fortran reserves no word. A size that is called like a statement, or like a function that the module calls, would compile
/// or not by where it stands, and nobody could read it.
pub(super) const WORDS: &[&str] = words! {
    // Statements.
    allocatable allocate associate block call case character class close common complex contains continue cycle
    deallocate dimension do double elemental else elseif end enddo endif entry enum equivalence exit external function
    goto if implicit import in inout integer intent interface intrinsic logical module namelist none only open optional
    out parameter pointer precision print private procedure program protected public pure read real recursive result
    return save select sequence stop subroutine target then to type use value where while write
    // What the module calls.
    bit_size iand ieor int int32 int64 ior ishft iso_fortran_env max merge min mod
    // Its results.
    holds position span strides unused
};
