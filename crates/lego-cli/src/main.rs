//! The `lego` command: what it does is `lego_cli`, so that the Studio answers with the same words.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    lego_cli::main()
}
