//! `cargo xtask miri`: the tests of lego-core's arrays and mappings under Miri, which finds undefined behaviour.

use crate::steps::{Steps, root, succeeds};
use std::process::{Command, ExitCode};

/// What is run: the arrays and mappings hold all the `unsafe` code of the crate.
const TESTED: [&str; 2] = ["array::", "mapping::"];

/// The tests; without a nightly compiler that has Miri it fails, and says what to install.
pub(crate) fn run(names: &[String]) -> ExitCode {
    let mut steps = Steps::default();
    let tested: Vec<&str> = if names.is_empty() { TESTED.to_vec() } else { names.iter().map(String::as_str).collect() };
    match toolchain() {
        Ok(()) => {
            for name in tested {
                steps.run(&format!("tests of {name} under Miri"), tests(name));
            }
        }
        Err(missing) => steps.fail("tests under Miri", &std::io::Error::other(missing)),
    }
    steps.summary()
}

fn tests(name: &str) -> Command {
    // Miri comes with nightly compilers only, whatever compiler this was built with.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "miri", "test", "--package", "lego-core", "--features", "alloc", "--lib", name]);
    // Proptest asks for the folder it is in, and the layouts of the tests leak their tables, so as to be `Copy`.
    command.env("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-ignore-leaks");
    // A backtrace for each panic that a test catches would take most of the time.
    command.env("RUST_BACKTRACE", "0").env("PROPTEST_CASES", "4");
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    // What Miri builds is of no use to other commands, and would be built again for each.
    command.env("CARGO_TARGET_DIR", root().join("target/miri")).current_dir(root());
    command
}

/// Whether there is a nightly compiler with Miri.
///
/// # Errors
/// What to install.
fn toolchain() -> Result<(), String> {
    let mut miri = Command::new("cargo");
    miri.args(["+nightly", "miri", "--version"]);
    miri.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    if succeeds(&mut miri) {
        return Ok(());
    }
    Err("there is no nightly compiler with Miri; `rustup toolchain install nightly --component miri,rust-src` installs it".into())
}
