//! `cargo xtask bless`: writes anew what is generated, to be looked at as a difference.

use crate::steps::{Steps, cargo};
use std::process::ExitCode;

/// What is written: its name, the package whose tests write it, which of them, and what it is.
const WRITTEN: &[(&str, &str, &[&str], &str)] = &[
    ("pieces", "lego-core", &["--all-features", "--test", "named_permutations"], "tables of named permutations"),
    ("rules", "lego-expr", &["--test", "rules"], "table of rules"),
    ("zoo", "lego-lang", &["--test", "zoo"], "counts of the zoo"),
    ("linear", "lego-lang", &["--test", "linear"], "recorded linear layouts for the compiler"),
    ("macros", "lego-macros", &["--lib"], "expansions"),
    (
        "cli",
        "lego-cli",
        &["--test", "agreement", "--test", "book", "--test", "documents", "--test", "errors"],
        "messages of the command, and the pages and pictures of the book",
    ),
    ("gen", "lego-gen", &["--test", "templates"], "filled templates"),
    ("faults", "lego-cuda", &["--test", "executor", "seeded"], "table of what the executor finds"),
    ("ui", "ui", &[], "expected compile errors"),
];

/// Writes what has one of some names, or everything where there are none.
pub(crate) fn run(names: &[String]) -> ExitCode {
    let known: Vec<&str> = WRITTEN.iter().map(|(name, ..)| *name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        eprintln!("nothing that is generated is called `{unknown}`; there are: {}", known.join(", "));
        return ExitCode::FAILURE;
    }
    let mut steps = Steps::default();
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    for (_, package, tests, what) in WRITTEN.iter().filter(|(name, ..)| is_chosen(name)) {
        let mut command = cargo(&["test", "--quiet", "--package", package]);
        // The tests that compare with files write them instead.
        command.args(*tests).env("LEGO_BLESS", "1").env("TRYBUILD", "overwrite");
        steps.run(what, command);
    }
    println!("\nLook at `git diff` before you commit.");
    steps.summary()
}
