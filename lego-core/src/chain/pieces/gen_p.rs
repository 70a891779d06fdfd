//! `GenP`: a permutation given by two functions.

use crate::chain::{Permutation, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

type Apply<'a, I> = Box<dyn Fn(&[I]) -> I + 'a>;
type Inv<'a, I> = Box<dyn Fn(I) -> Vec<I> + 'a>;

/// A bijection of the user's (LEGO, fig. 6): that it is one is checked by `lego-lang`, not here.
pub struct GenP<'a, I> {
    dims: Vec<I>,
    apply: Apply<'a, I>,
    inv: Inv<'a, I>,
}

impl<'a, I: Scalar> GenP<'a, I> {
    /// A permutation of a box by a function and its inverse.
    ///
    /// ```
    /// use lego_core::chain::{GenP, Permutation};
    /// let piece = GenP::new(vec![4, 4_u64], |i| (3 - i[0]) * 4 + i[1], |p| vec![3 - p / 4, p % 4]);
    /// assert_eq!(piece.inv(piece.apply(&[1, 2])), [1, 2]);
    /// ```
    pub fn new(dims: Vec<I>, apply: impl Fn(&[I]) -> I + 'a, inv: impl Fn(I) -> Vec<I> + 'a) -> Self {
        Self { dims, apply: Box::new(apply), inv: Box::new(inv) }
    }
}

impl<I: Scalar> fmt::Debug for GenP<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenP").field("dims", &self.dims).finish_non_exhaustive()
    }
}

impl<I: Scalar> Permutation<I> for GenP<'_, I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        (self.apply)(index)
    }

    fn inv(&self, position: I) -> Vec<I> {
        (self.inv)(position)
    }
}
