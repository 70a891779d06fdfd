//! The layouts of a command, with values of their parameters.

use super::values::Values;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Chain {
    /// The layout; `-` reads it from standard input
    #[arg(value_name = "CHAIN")]
    pub(crate) text: String,
    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Args, Debug)]
pub(crate) struct Chains {
    /// The first layout, of any system; `-` reads it from standard input, `@FILE` from a file
    #[arg(value_name = "LAYOUT")]
    pub(crate) left: String,
    /// The second layout
    #[arg(value_name = "LAYOUT")]
    pub(crate) right: String,
    #[command(flatten)]
    pub(crate) values: Values,
}
