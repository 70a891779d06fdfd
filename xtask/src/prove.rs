//! `cargo xtask prove`: every rule of the simplifier, proved by Z3.

use crate::steps::{Steps, cargo, succeeds, target};
use std::process::{Command, ExitCode};

/// What the proof is called among other steps.
const STEP: &str = "the rules of the simplifier, proved by Z3";

/// The proof, with the table of what is proved for which values; without libz3 it fails.
pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    match library() {
        Ok(()) => steps.run(STEP, proof(&["--package", "proof", "--features", "z3"])),
        Err(missing) => steps.fail(STEP, &std::io::Error::other(missing)),
    }
    steps.summary()
}

/// The same as a step among others, where libz3 is installed. `features` are those of all packages that have been tested: asked for once
/// more, they let Cargo take what it has compiled.
pub(crate) fn check(steps: &mut Steps, features: &str) {
    let features = format!("{features},proof/z3");
    match library() {
        Ok(()) => steps.run(STEP, proof(&["--workspace", "--features", &features])),
        Err(missing) => steps.leave_out(STEP, &missing),
    }
}

fn proof(packages: &[&str]) -> Command {
    let mut test = cargo(&["test", "--test", "rules"]);
    // Each table is printed at once, so that those of tests that run side by side do not mix.
    test.args(packages).args(["--", "--nocapture"]);
    test
}

/// Whether programs can be linked to libz3: as pkg-config knows, or because the linker finds it.
///
/// # Errors
/// What to install.
fn library() -> Result<(), String> {
    let pkg_config = std::env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    if succeeds(Command::new(pkg_config).args(["--exists", "z3"])) {
        return Ok(());
    }
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    // A library of nothing: it fails to link if libz3 is not found. The source comes from the empty input.
    let mut link = Command::new(compiler);
    link.args(["-shared", "-x", "c", "-", "-o"]).arg(target().join("links-to-z3"));
    // Where the crate looks, too.
    if let Some(folder) = std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        link.arg("-L").arg(folder);
    }
    if succeeds(link.arg("-lz3")) {
        return Ok(());
    }
    Err("libz3 is not found; on Debian and Ubuntu, `apt-get install libz3-dev pkg-config` installs it".into())
}
