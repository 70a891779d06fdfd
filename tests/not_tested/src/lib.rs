//! What a test does when a compiler or interpreter of another language is missing: it prints `NOT TESTED` and returns, or fails
//! if the environment requires that tool.
//!
//! `LEGO_REQUIRE=julia,node` requires these two, `LEGO_REQUIRE=all` every tool. A tool has the name of its program, or of its
//! Python module: `gcc`, `g++`, `gfortran`, `llc`, `mlir-opt`, `numpy`, `triton`; `mdspan` are its headers, `vulkan` is a driver.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::io::Write as _;

/// The variable of the environment that lists the required tools.
pub const REQUIRE: &str = "LEGO_REQUIRE";

/// Prints that `what` is not tested because `tool` is missing.
///
/// # Panics
/// If `LEGO_REQUIRE` names the tool.
pub fn missing(tool: &str, what: impl Display) {
    let required = std::env::var(REQUIRE).unwrap_or_default();
    assert!(
        !requires(&required, tool),
        "{what} cannot be tested: {tool} is missing, and {REQUIRE}={required} requires it"
    );
    say(format_args!("{what}: {tool} is missing"));
}

/// Prints `NOT TESTED: what`, also for a test that passes.
pub fn say(what: impl Display) {
    // The test runner captures what `println!` and `eprintln!` print, and shows it for failed tests only.
    let _ = std::io::stderr().write_all(format!("NOT TESTED: {what}\n").as_bytes());
}

/// Returns whether a list of tools, separated by commas, contains one, or all.
fn requires(list: &str, tool: &str) -> bool {
    list.split(',').map(str::trim).any(|name| name == tool || name == "all")
}

#[cfg(test)]
mod tests {
    use super::requires;

    #[test]
    fn a_list_requires_the_tools_that_it_names() {
        assert!(requires("zig, julia", "julia") && requires("zig,julia", "zig") && requires("all", "node"));
        assert!(!requires("zig,julia", "node") && !requires("", "node") && !requires("nodejs", "node"));
    }
}
