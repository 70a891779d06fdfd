//! The arguments of a piece.

use super::scalar::Scalar;
use alloc::vec::Vec;

/// A whole number below zero or not: the factor of a [`Fan`](super::pieces::Fan), the shift of a
/// [`Swizzle`](super::pieces::Swizzle).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signed<I> {
    /// Whether it is below zero.
    pub negative: bool,
    /// Its absolute value.
    pub magnitude: I,
}

/// One argument of a piece.
#[derive(Clone, Debug)]
pub enum Argument<I> {
    /// A number.
    Number(Signed<I>),
    /// A list of numbers in brackets.
    List(Vec<I>),
}

/// Reads arguments whose number and kinds have been checked against [`Named::parameters`](super::Named::parameters).
pub(crate) struct Arguments<'a, I>(&'a [Argument<I>]);

impl<'a, I: Scalar> Arguments<'a, I> {
    pub(in crate::chain) fn new(arguments: &'a [Argument<I>]) -> Self {
        Self(arguments)
    }

    pub(in crate::chain) fn signed(&self, k: usize) -> Option<Signed<I>> {
        match self.0.get(k)? {
            Argument::Number(number) => Some(*number),
            Argument::List(_) => None,
        }
    }

    pub(in crate::chain) fn size(&self, k: usize) -> Option<I> {
        self.signed(k).map(|number| number.magnitude)
    }

    pub(in crate::chain) fn sizes(&self) -> Option<Vec<I>> {
        (0..self.0.len()).map(|k| self.size(k)).collect()
    }

    /// A list of any length.
    pub(in crate::chain) fn entries(&self, k: usize) -> Option<&'a [I]> {
        match self.0.get(k)? {
            Argument::List(list) => Some(list),
            Argument::Number(_) => None,
        }
    }

    pub(in crate::chain) fn list<const N: usize>(&self, k: usize) -> Option<[I; N]> {
        match self.0.get(k)? {
            Argument::List(list) => list.as_slice().try_into().ok(),
            Argument::Number(_) => None,
        }
    }
}
