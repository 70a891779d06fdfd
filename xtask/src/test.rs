//! `cargo xtask test`: everything that must hold.

use crate::steps::{Steps, cargo};
use std::process::ExitCode;

/// How many random texts of each kind the parser has to survive.
const RANDOM_TEXTS: &str = "100000";

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    steps.run("format", cargo(&["fmt", "--all", "--", "--check"]));
    steps.run(
        "clippy",
        cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--all-features", "--", "--deny", "warnings"]),
    );
    // Tests, examples and their tests, doc tests; what is generated is compared with what would be generated now.
    steps.run("tests", cargo(&["test", "--workspace", "--all-features", "--no-fail-fast"]));
    // Optimised, because a hundred thousand texts are many.
    let mut robustness = cargo(&["test", "--release", "--package", "lego-lang", "--test", "robustness"]);
    robustness.env("LEGO_ROUNDS", RANDOM_TEXTS);
    steps.run("100,000 random texts through the parser", robustness);
    // These crates are `no_std`: a use of the standard library, or of an allocator without the feature, does not compile.
    for (features, what) in [("", "no_std, no allocator"), ("alloc", "no_std with an allocator"), ("serde", "no_std, serde")] {
        let arguments = ["check", "--quiet", "--package", "lego-core", "--no-default-features", "--features", features];
        steps.run(&format!("lego-core: {what}"), cargo(&arguments));
    }
    steps.run("lego: no_std, no allocator", cargo(&["check", "--quiet", "--package", "lego", "--no-default-features"]));
    let mut documentation = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--all-features"]);
    documentation.env("RUSTDOCFLAGS", "--deny warnings");
    steps.run("documentation without warnings", documentation);
    println!("\nTests that need a GPU are not part of this run.");
    steps.summary()
}
