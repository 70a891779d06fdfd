//! `cargo xtask test`: everything that must hold.

use crate::cust;
use crate::no_std::NoStd;
use crate::oldest;
use crate::package;
use crate::prove;
use crate::steps::{Steps, cargo, root};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// What has to compile without a standard library, with which features, and whether they need an allocator.
const NO_STD: [(&str, &str, bool); 8] = [
    ("lego-machine", "", false),
    ("lego-core", "", false),
    ("lego-core", "alloc", true),
    ("lego-core", "serde", true),
    ("lego-core", "dynamic", true),
    ("lego", "", false),
    ("lego", "alloc", true),
    ("hygiene", "", false),
];

/// The files of the named permutations.
fn pieces() -> std::io::Result<Vec<PathBuf>> {
    let folder = root().join("lego-core/src/chain/pieces");
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    steps.run("format", cargo(&["fmt", "--all", "--", "--check"]));
    match pieces() {
        // A macro declares their modules, where `cargo fmt` does not look.
        Ok(files) => {
            let mut format = Command::new("rustfmt");
            format.args(["--edition", "2024", "--check"]).args(files).current_dir(root());
            steps.run("format of the named permutations", format);
        }
        Err(error) => steps.fail("format of the named permutations", &error),
    }
    // With all features these two would need CUDA; they come by themselves, and once more with a stub of the driver.
    let others = ["--workspace", "--exclude", "lego-cuda", "--exclude", "lego-gpu", "--all-features"];
    let launching = ["--package", "lego-cuda", "--package", "lego-gpu"];
    // With all features they are among the others.
    let align = ["--package", "lego-align"];
    let plain = ["--package", "lego-align", "--package", "lego-draw"];
    for (name, packages) in [
        ("clippy", &others[..]),
        ("clippy of what launches", &launching),
        ("clippy of align and lego-draw without features", &plain),
    ] {
        let mut clippy = cargo(&["clippy", "--quiet", "--all-targets"]);
        clippy.args(packages).args(["--", "--deny", "warnings"]);
        steps.run(name, clippy);
    }
    // Tests, examples and their tests, doc tests; what is generated is compared with what would be generated now.
    // The proof comes by itself: with its feature, it links to a library that may be missing.
    let tested = [&others[..], &["--exclude", "proof"]].concat();
    let without = [&align[..], &["without_the_feature"]].concat();
    for (name, packages) in
        [("tests", &tested[..]), ("tests of what launches", &launching), ("align without a GPU", &without)]
    {
        let mut tests = cargo(&["test", "--no-fail-fast"]);
        tests.args(packages);
        steps.run(name, tests);
    }
    prove::check(&mut steps);
    cust::check(&mut steps);
    steps.run("the table of results is what was measured", cargo(&["xtask", "results", "--check"]));
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
    oldest::check(&mut steps, false);
    package::check(&mut steps, false);
    let mut documentation = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--all-features"]);
    documentation.env("RUSTDOCFLAGS", "--deny warnings");
    match cust::Stub::new() {
        Ok(stub) => steps.run("documentation without warnings", stub.build(documentation)),
        Err(error) => steps.fail("documentation without warnings", &error),
    }
    println!("\nTests that need a GPU are not part of this run.");
    steps.summary()
}
