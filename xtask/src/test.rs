//! `cargo xtask test`: everything that must hold.

use crate::book;
use crate::cust;
use crate::languages;
use crate::no_std::NoStd;
use crate::oldest;
use crate::package;
use crate::programs::Programs;
use crate::prove;
use crate::steps::{Steps, cargo, members, root};
use crate::studio;
use crate::words;
use lego_cuda_build::Compiler;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// What has to compile without a standard library, with which features, and whether they need an allocator.
const NO_STD: [(&str, &str, bool); 11] = [
    ("lego-machine", "", false),
    ("lego-algebra", "", false),
    ("lego-algebra", "plans", false),
    ("lego-algebra", "symbolic", true),
    ("lego-core", "", false),
    ("lego-core", "alloc", true),
    ("lego-core", "serde", true),
    ("lego-core", "dynamic", true),
    ("lego", "", false),
    ("lego", "alloc", true),
    ("hygiene", "", false),
];

/// Features that link programs to the driver of a GPU, which is missing here; they have steps of their own.
const LINKED: [&str; 2] = ["lego-cuda/cust", "lego-gpu/cust"];

/// The program for a GPU: it has every kernel as code for the executor once more, which takes a core a minute. The
/// night builds it.
const PROGRAM: &str = "lego-gpu/program";

/// What embeds the Studio's page: it is built while tests run, and everything that needs the command would be compiled again.
const EMBEDDED: &str = "lego-cli/studio";

/// Features that bring in dozens of packages for one file of ours, whose tests run in the night.
const HEAVY: [&str; 4] = ["lego-core/faer", "lego/faer", "lego-core/nalgebra", "lego/nalgebra"];

/// All features of all packages, as `package/feature`; without the one that embeds the page, and without heavy ones.
///
/// # Errors
/// What is wrong with what Cargo says of the packages.
fn features() -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for package in members()? {
        let name = package["name"].as_str().ok_or("a package has no name")?;
        let features = package["features"].as_object().ok_or_else(|| format!("{name} has no list of features"))?;
        all.extend(features.keys().map(|feature| format!("{name}/{feature}")));
    }
    all.retain(|feature| feature != EMBEDDED && !HEAVY.contains(&feature.as_str()));
    Ok(all)
}

/// The features of all packages with which their tests are compiled, and those with which clippy reads everything.
///
/// # Errors
/// What is wrong with what Cargo says of the packages.
fn of_tested() -> Result<(String, String), String> {
    let mut features = features()?;
    let of_all = features.join(",");
    let is_left_out = |feature: &str| feature.starts_with("proof/") || LINKED.contains(&feature) || feature == PROGRAM;
    features.retain(|feature| !is_left_out(feature));
    Ok((features.join(","), of_all))
}

/// The programs of tests that `cargo xtask test` builds, which Cargo builds only where it has not yet.
///
/// # Errors
/// As [`Programs::built`].
pub(crate) fn programs(targets: &[&str]) -> Result<Programs, String> {
    let (of_tested, _) = of_tested()?;
    Programs::built(&[targets, &["--workspace", "--exclude", "proof", "--features", &of_tested]].concat())
}

/// Modules that a macro declares, where `cargo fmt` does not look.
const DECLARED: [&str; 3] = ["lego-core/src/chain/pieces", "book/puzzles/src/puzzles", "book/puzzles/src/solutions"];

/// The files of these modules, and of the folders in them.
fn declared() -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = DECLARED.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    Ok(files)
}

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    steps.run("format", cargo(&["fmt", "--all", "--", "--check"]));
    match declared() {
        Ok(files) => {
            let mut format = Command::new("rustfmt");
            format.args(["--edition", "2024", "--check"]).args(files).current_dir(root());
            steps.run("format of modules that a macro declares", format);
        }
        Err(error) => steps.fail("format of modules that a macro declares", &error),
    }
    // One choice of features for everything: what several steps build is compiled once.
    // Clippy links nothing: it sees the code that does, too. The proof comes by itself: linked with its feature, it wants a library that may be missing.
    match of_tested() {
        Ok((of_tested, of_all)) => {
            let all = ["--workspace", "--features", &of_all];
            let tested = ["--workspace", "--exclude", "proof", "--features", &of_tested];
            clippy(&mut steps, "clippy", &all);
            // Tests, examples and their tests, doc tests; what is generated is compared with what would be generated now.
            let tests = |options: &[&str], packages: &[&str]| {
                let mut tests = cargo(&["test"]);
                tests.args(options).args(packages);
                tests
            };
            let compiles = steps.passes("the tests compile", tests(&["--quiet", "--no-run"], &tested));
            let targets = ["--lib", "--bins", "--tests", "--examples"];
            match compiles.then(|| Programs::built(&[&targets[..], &tested].concat())) {
                Some(Ok(programs)) => {
                    // Many a test keeps one processor busy; what builds no program that a test starts takes the other.
                    let documented = tests(&["--no-fail-fast", "--quiet", "--doc"], &tested);
                    let beside = |steps: &mut Steps| {
                        steps.run("tests of the documentation", documented);
                        others(steps, &of_tested);
                    };
                    steps.run_beside("tests", || programs.work(), beside, || programs.outcome());
                }
                Some(Err(error)) => {
                    steps.fail("tests", &std::io::Error::other(error));
                    others(&mut steps, &of_tested);
                }
                None => others(&mut steps, &of_tested),
            }
        }
        Err(error) => {
            steps.fail("the features of the packages", &std::io::Error::other(error));
            others(&mut steps, "");
        }
    }
    println!("\nTests that need a GPU are not part of this run.");
    match Compiler::find() {
        Ok(compiler) => println!("compiler for kernels: {compiler}"),
        Err(error) => println!("NOT TESTED: the PTX of kernels: {error}"),
    }
    languages::report();
    languages::check_required(&mut steps);
    steps.summary()
}

/// Clippy of some packages; no warning is left.
fn clippy(steps: &mut Steps, name: &str, packages: &[&str]) {
    let mut clippy = cargo(&["clippy", "--quiet", "--all-targets"]);
    clippy.args(packages).args(["--", "--deny", "warnings"]);
    // It reads programs that have kernels, and does not run them: no compiler makes PTX for it, which takes minutes.
    clippy.env("LEGO_RUSTC", "no-compiler");
    match cust::Stub::new() {
        Ok(stub) => steps.run(name, stub.build(clippy)),
        Err(error) => steps.fail(name, &error),
    }
}

/// Clippy of what is meant to work without its features too: align without a GPU, and lego-draw without pictures.
pub(crate) fn check_without_features(steps: &mut Steps) {
    let packages = ["--package", "lego-align", "--package", "lego-draw"];
    clippy(steps, "clippy of align and lego-draw without features", &packages);
}

/// What compiles elsewhere, for other machines, by other compilers; and what is not compiled. `features` are those with which all
/// packages have been tested.
fn others(steps: &mut Steps, features: &str) {
    prove::check(steps, features);
    words::check(steps);
    book::check(steps);
    steps.run("the table of results is what was measured", cargo(&["xtask", "results", "--check"]));
    // As a program has it that launches them: without the checks, and so without std.
    steps.run("kernels without features", cargo(&["check", "--quiet", "--package", "lego-kernels"]));
    for allocator in [false, true] {
        match NoStd::new(allocator) {
            Ok(no_std) => {
                for (package, features, _) in NO_STD.iter().filter(|(_, _, needed)| *needed == allocator) {
                    let name = if allocator {
                        format!("{package} without std, with {features}")
                    } else {
                        format!("{package} without std and alloc")
                    };
                    steps.run(&name, no_std.check(package, features));
                }
            }
            Err(error) => steps.fail("a compiler without std", &error),
        }
    }
    studio::check(steps, features);
    oldest::check(steps, false);
    package::check(steps, false);
    // Named one by one: what `--all-features` chooses for macros is compiled once more.
    let all = format!("{features},{EMBEDDED},{PROGRAM},proof/z3,{}", LINKED.join(","));
    let mut documentation = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--features", &all]);
    documentation.env("RUSTDOCFLAGS", "--deny warnings");
    match cust::Stub::new() {
        Ok(stub) => steps.run("documentation without warnings", stub.build(documentation)),
        Err(error) => steps.fail("documentation without warnings", &error),
    }
}
