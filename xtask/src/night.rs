//! `cargo xtask night`: what is tested longer than a run of all tests should take.

use crate::cust;
use crate::steps::{Steps, cargo};
use std::process::ExitCode;

/// Each test with the rounds it goes; the seeds are those of the short run and all after them.
const RUNS: [(&str, &str, &str, &str); 3] = [
    ("100,000 random chains of symbols of each kind, on every point", "lego-lang", "random_symbols", "100000"),
    ("a million random texts through the parser", "lego-lang", "robustness", "1000000"),
    ("the mathematics of kernels, of every f32", "lego-cuda", "math", "4294967296"),
];

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    for (name, package, test, rounds) in RUNS {
        let mut command = cargo(&["test", "--release", "--package", package, "--test", test]);
        command.env("LEGO_ROUNDS", rounds);
        steps.run(name, command);
    }
    cust::check_all(&mut steps);
    // Writes the table anew: a difference is for a person to look at.
    steps.run("instructions beside code by hand", cargo(&["bench", "--bench", "machine_code"]));
    steps.summary()
}
