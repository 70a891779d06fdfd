//! The limit that a command may be told to have none of.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Limit {
    /// Look at every index, however many there are and however long it takes
    #[arg(long)]
    pub(crate) no_limit: bool,
}
