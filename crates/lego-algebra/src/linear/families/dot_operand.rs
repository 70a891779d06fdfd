//! Operands of matrix products in registers.

use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::blocked::Blocked;
use super::mfma::AmdMfma;
use super::mma::{NvidiaMma, Operand};

/// Whose product it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplier<'a> {
    /// The tensor cores.
    Nvidia(NvidiaMma<'a>),
    /// AMD's matrix instructions.
    Amd(AmdMfma<'a>),
    /// Plain multiplications of threads.
    Blocked(Blocked<'a>),
}

/// An operand of a product whose accumulator has the layout of a parent: every warp has all that it sums over, so warps beside
/// each other along the summed axis hold the same elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotOperand<'a> {
    /// Whose product.
    pub parent: Multiplier<'a>,
    /// Which side.
    pub operand: Operand,
    /// Neighbours along the summed axis that a thread holds together: of tensor cores 32 bits / width of an element, or more
    /// where narrower elements are widened on the way. Blocked products do not use it.
    pub k_width: u64,
}

impl DotOperand<'_> {
    /// The layout of an operand: register, lane, warp, block to its coordinates; A is M×K, B is K×N.
    ///
    /// # Errors
    /// If a number is no power of two, or does not fit the instruction.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        if !(2..=super::super::space::DIMS).contains(&rank) {
            return Err(Error::Count { wanted: 2, found: rank });
        }
        match &self.parent {
            Multiplier::Nvidia(mma) => mma.operand(shape, self.operand, self.k_width),
            Multiplier::Amd(mfma) => mfma.operand(shape, self.operand, self.k_width),
            Multiplier::Blocked(blocked) => blocked.operand(shape, self.operand.summed(rank)),
        }
    }
}
