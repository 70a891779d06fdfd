//! `cargo xtask night`: what is tested longer than a run of all tests should take.

use crate::cust;
use crate::deny;
use crate::oldest;
use crate::semver;
use crate::steps::{Steps, cargo, target};
use crate::test::check_without_features;
use crate::words;
use std::process::{Command, ExitCode};

/// Each test with the rounds it goes; the seeds are those of the short run and all after them.
const RUNS: [(&str, &[&str], &str); 16] = [
    (
        "100,000 random chains of symbols of each kind, on every point",
        &["--package", "lego-lang", "--test", "random_symbols"],
        "100000",
    ),
    ("a million random texts through the parser", &["--package", "lego-lang", "--test", "robustness"], "1000000"),
    (
        "100,000 random token streams through the macro",
        &["--package", "lego-macros", "--lib", "random_tokens"],
        "100000",
    ),
    (
        "generated files of 100 random chains of each kind, in every language",
        &["--package", "lego-gen", "--test", "programs"],
        "100",
    ),
    (
        "the laws of CuTe's algebra on 100,000 random layouts each",
        &["--package", "lego-algebra", "--test", "laws"],
        "100000",
    ),
    (
        "a million random expressions of CuTe's algebra over symbols against numbers",
        &["--package", "lego-algebra", "--features", "symbolic", "--test", "symbols"],
        "1000000",
    ),
    ("10,000 pairs of random sets against brute force", &["--package", "lego-relation", "--test", "sets"], "10000"),
    (
        "every question about 3,000 random relations against brute force",
        &["--package", "lego-relation", "--test", "questions"],
        "3000",
    ),
    (
        "answers for all sizes against 500 choices of numbers",
        &["--package", "lego-relation", "--test", "general"],
        "500",
    ),
    (
        "20,000 random commands about accesses and swizzles, 400 tiles against a plain search",
        &["--package", "lego-cli", "--test", "random_accesses"],
        "20000",
    ),
    (
        "10,000 random maps of up to 4,096 points and their inverses, point by point and as texts",
        &["--package", "lego-relation", "--test", "inverses"],
        "10000",
    ),
    ("texts of 600 random layouts read back", &["--package", "lego-relation", "--test", "round_trips"], "600"),
    ("1,000 random maps to several numbers", &["--package", "lego-relation", "--test", "several_values"], "1000"),
    ("chains of 1,000 random maps", &["--package", "lego-relation", "--test", "chains_found"], "1000"),
    ("maps of 1,000 random layouts read by isl", &["--package", "lego-relation", "--test", "isl"], "1000"),
    ("the mathematics of kernels, of every f32", &["--package", "lego-cuda", "--test", "math"], "4294967296"),
];

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    for (name, arguments, rounds) in RUNS {
        let mut command = cargo(&["test", "--release"]);
        command.args(arguments).env("LEGO_ROUNDS", rounds).env("LEGO_POINTS", "65536");
        steps.run(name, command);
    }
    fuzz(&mut steps);
    // The short run may be told to do with one architecture, and with few instances of a kernel.
    for (name, arguments) in [
        ("every kernel for all architectures", &["xtask", "ptx"][..]),
        ("and for GPUs on which none was measured", &["xtask", "ptx", "--arch", "sm_86", "sm_89"]),
        ("its instructions", &["test", "--package", "lego-cuda", "--test", "instructions"]),
        ("every kernel on the executor", &["test", "--release", "--package", "lego-gpu", "--test", "executor"]),
    ] {
        let mut command = cargo(arguments);
        command.env_remove("LEGO_ARCHITECTURES").env_remove("LEGO_INSTANCES");
        steps.run(name, command);
    }
    // The page as it is handed out, and its size; the short run drives one that is built sooner.
    steps.run("the Studio's page", cargo(&["xtask", "studio"]));
    deny::check(&mut steps);
    semver::check(&mut steps);
    check_without_features(&mut steps);
    words::check_addresses(&mut steps);
    cust::check_all(&mut steps);
    let views = ["test", "--package", "lego-core", "--features", "alloc,faer,nalgebra", "views"];
    steps.run("views of faer and nalgebra", cargo(&views));
    steps.run("align without a GPU", cargo(&["test", "--package", "lego-align", "without_the_feature"]));
    oldest::check(&mut steps, true);
    steps.run("the program for a GPU", cargo(&["xtask", "gpu"]));
    // Writes the table anew: a difference is for a person to look at.
    steps.run("instructions beside code by hand", cargo(&["bench", "--bench", "machine_code"]));
    steps.summary()
}

/// 10,000 random inputs for each subcommand of `lego`, each in a process of its own whose time and memory are recorded in
/// `target/fuzz`.
fn fuzz(steps: &mut Steps) {
    let built = steps.passes(
        "the lego command and what tries it",
        cargo(&["build", "--release", "--package", "lego-cli", "--package", "fuzz"]),
    );
    if built {
        let programs = target().join("release");
        let mut command = Command::new(programs.join("fuzz"));
        command.arg(programs.join("lego")).arg("10000").arg("--out").arg(target().join("fuzz"));
        steps.run("10,000 random inputs for each subcommand, with time and memory", command);
    }
}
