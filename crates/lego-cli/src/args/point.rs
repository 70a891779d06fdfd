//! A point of a map: an index or a position.

use clap::Args;

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct Point {
    /// The position of this index
    #[arg(long, value_name = "I0,I1,…", allow_hyphen_values = true)]
    pub(crate) at: Option<String>,
    /// The index at this position
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) inv: Option<String>,
}
