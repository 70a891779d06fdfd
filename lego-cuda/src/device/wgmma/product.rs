//! A product of a warpgroup as plain data: what a machine of the host gets of it.

use super::operand::OperandLayout;
use crate::device::matrix::Kind;

/// What a machine of the host remembers of a thread's sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SumsUse {
    /// How many fences the thread had called when it used the sums last.
    pub fences: u64,
    /// The number of the group, from 1 on, of the last product that the thread has not waited for with the sums; 0 if there is none.
    pub group: u64,
}

/// Where a left operand is.
#[derive(Clone, Copy, Debug)]
pub enum LeftOperand {
    /// In shared memory.
    Shared {
        /// Where it begins.
        start: u32,
        /// How it lies.
        layout: OperandLayout,
    },
    /// In registers of all threads.
    Registers {
        /// Those of this thread.
        words: [u32; 4],
        /// The number of their set: calls at one place that use different registers have different ones.
        set: u64,
        /// When they were set: how many fences and products of warpgroups came before on this operating-system thread.
        time: u64,
    },
}

/// A product as a machine of the host gets it.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The left operand.
    pub left: LeftOperand,
    /// Where the right one begins in shared memory, and how it lies.
    pub right: (u32, OperandLayout),
    /// The columns.
    pub columns: u32,
    /// The type of the elements.
    pub kind: Kind,
    /// What an element is, of the low bits.
    pub value: fn(u16) -> f64,
    /// Whether the product is added to the sums, or becomes them.
    pub adds: bool,
}
