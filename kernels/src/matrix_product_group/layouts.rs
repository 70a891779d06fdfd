//! Matrices of a group in global memory, the boxes in which they come, and what a block of threads knows of the list.

use crate::matrix_product_hopper::{Across, Along, Stored};
use lego::{Layout32, Mapping32, StaticMapping, layout};

layout! {
    /// What one copy brings of matrices whose k elements lie side by side, `[matrix, row, k]`: 64 rows of as many bytes as the banks are wide,
    /// as tiles of the product have them.
    pub type BoxAlong = OrderBy(Row(8), Swizzle(3, 3, 3)).GroupBy([1, 64, 64]);
    /// The same of matrices whose rows lie side by side.
    pub type BoxAcross = OrderBy(Row(8), Swizzle(3, 3, 3)).OrderBy(RegP([64, 64], [2, 1])).GroupBy([1, 64, 64]);

    /// Element `[row, k]` of a tile by the number of who brings it: neighbours in memory are neighbours in time.
    pub type BroughtAlong<const S: usize> = Row(64*S, 64);
    /// The same where rows lie side by side.
    pub type BroughtAcross<const S: usize> = Col(64*S, 64);

    /// The first words of as many entries of a list as are kept in shared memory.
    pub type Heads = Row(128);
}

/// The rows, and the elements along k, of a box.
pub(super) const BOX: u32 = 64;
/// As many entries of a list are kept in shared memory at most.
pub(super) const MOST_HEADS: u32 = Heads::SPAN as u32;

/// What one copy brings of an operand of a group.
pub trait Boxed {
    /// A box, `[matrix, row, k]`.
    type Boxes: StaticMapping + Mapping32<Index32 = [u32; 3], Position32 = u32>;
    /// Whether elements along k lie side by side.
    const ALONG_K: bool;
}

/// How an operand of a group lies.
pub trait Grouped<const S: usize>: Stored<S> + Boxed {
    /// Who brings which element of a tile, where the copy engine does not.
    type Brought: StaticMapping + Layout32<Index32 = [u32; 2], Position32 = u32, Preimage32 = [u32; 2]>;
}

impl Boxed for Along {
    type Boxes = BoxAlong;
    const ALONG_K: bool = true;
}

impl Boxed for Across {
    type Boxes = BoxAcross;
    const ALONG_K: bool = false;
}

impl<const S: usize> Grouped<S> for Along {
    type Brought = BroughtAlong<S>;
}

impl<const S: usize> Grouped<S> for Across {
    type Brought = BroughtAcross<S>;
}
