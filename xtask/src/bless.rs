//! `cargo xtask bless`: writes anew what is generated, to be looked at as a difference.

use crate::steps::{Steps, cargo};
use std::process::ExitCode;

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    // The tests that compare with files write them instead.
    for (package, tests, what) in [
        ("lego-core", &["--all-features", "--test", "named_permutations"][..], "tables of named permutations"),
        ("lego-expr", &["--test", "rules"], "table of rules"),
        ("lego-lang", &["--test", "zoo"], "counts of the zoo"),
        ("lego-lang", &["--test", "linear"], "recorded linear layouts for the compiler"),
        ("lego-macros", &[], "expansions"),
        ("lego-cli", &[], "messages of the command, and the pages and pictures of the book"),
        ("lego-gen", &["--test", "templates"], "filled templates"),
    ] {
        let mut command = cargo(&["test", "--quiet", "--package", package]);
        command.args(tests).env("LEGO_BLESS", "1");
        steps.run(what, command);
    }
    let mut errors = cargo(&["test", "--quiet", "--package", "ui"]);
    errors.env("TRYBUILD", "overwrite");
    steps.run("expected compile errors", errors);
    println!("\nLook at `git diff` before you commit.");
    steps.summary()
}
