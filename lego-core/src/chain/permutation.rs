//! The bijection that every piece of an `OrderBy` is.

use super::requirement::Requirement;
use super::scalar::Scalar;
use alloc::vec::Vec;
use core::fmt::Debug;

/// A bijection between the indices of a box and the positions `0..product of its extents`.
///
/// Laws: `inv(apply(i)) == i` inside the box, `apply(inv(p)) == p` below its volume.
pub trait Permutation<I: Scalar>: Debug {
    /// The extents of the box.
    fn dims(&self) -> &[I];

    /// The position of an index inside the box.
    fn apply(&self, index: &[I]) -> I;

    /// The index at a position.
    fn inv(&self, position: I) -> Vec<I>;

    /// What must hold of the arguments for the laws to hold, beside positive extents: the argument and, in a list, the
    /// element that each requirement is about.
    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        Vec::new()
    }
}
