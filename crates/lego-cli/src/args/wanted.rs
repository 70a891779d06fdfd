//! What file of another language is asked for.

use clap::Args;
use std::path::PathBuf;

/// What file of another language is asked for.
#[derive(Args, Debug)]
pub(crate) struct Wanted {
    /// The language, one of those below
    #[arg(long, value_name = "T", required_unless_present = "list")]
    pub(crate) target: Option<String>,
    /// What the names of functions, types and constants begin with
    #[arg(long, value_name = "NAME", default_value = "map")]
    pub(crate) name: String,
    /// How many bits an index, a position and a size have: 32 or 64
    #[arg(long, value_name = "BITS")]
    pub(crate) width: Option<u32>,
    /// What else the file has: see --list
    #[arg(long, value_name = "table,strides,…")]
    pub(crate) with: Vec<String>,
    /// The file to write; without, or for `-`, standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
