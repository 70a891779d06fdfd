//! Options that are one of several words.

use clap::ValueEnum;
use lego_expr::Cost;

/// By what forms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Price {
    /// The fewest operations
    Ops,
    /// What a CPU pays on 64 bits, as in `apply` and `inv` of layout!
    Cpu,
    /// What a GPU pays on 32 bits, as in `apply_u32` and `inv_u32` of layout!
    Gpu,
}

impl From<Price> for Cost {
    fn from(price: Price) -> Self {
        match price {
            Price::Ops => Self::Operations,
            Price::Cpu => Self::Cpu,
            Price::Gpu => Self::Gpu,
        }
    }
}

/// How a linear layout is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawn {
    /// The matrix of bits
    Matrix,
    /// Who holds each element: thread and register, or else what goes in
    Grid,
    /// With --to: the tensor, with the lanes between which each element moves, and the round of shuffles in which it does
    Rounds,
    /// With --to: shared memory, with the transactions in which each element is written and read
    Transactions,
}

/// What a layout is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// shape:stride, with a swizzle where one is needed
    Cute,
    /// A chain of the language
    Lego,
    /// A linear layout over F2
    Linear,
    /// A map in isl's notation
    Isl,
    /// The value at every integer coordinate
    Table,
}
