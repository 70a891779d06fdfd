//! `cargo xtask setup`: installs what building kernels needs and is not here, what tests of other languages do, and what knows
//! misspelled words.

use crate::languages;
use crate::steps::{answers, tools};
use crate::words;
use lego_cuda_build::{Assembler, Compiler};
use std::process::{Command, ExitCode};

/// The Python package with ptxas. Newer versions may drop architectures that kernels are built for.
const PTXAS_PACKAGE: &str = "nvidia-cuda-nvcc>=13,<14";

/// Installs a compiler with the source of `core`, and ptxas, without which it fails; then what the tests of other languages
/// and of spelling need, without which these are not tested. Does nothing where all is there.
pub(crate) fn run() -> ExitCode {
    let compiler = compiler();
    let assembler = assembler();
    for error in [&compiler, &assembler].into_iter().filter_map(|result| result.as_ref().err()) {
        eprintln!("{error}");
    }
    languages::install();
    words::install();
    if compiler.is_ok() && assembler.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compiler() -> Result<(), String> {
    if Compiler::find().is_err() {
        if answers("apt-get") {
            execute("apt-get", &["update", "-qq"])?;
            execute("apt-get", &["install", "--yes", "--no-install-recommends", "rustc-web", "rust-web-src"])?;
        } else if answers("rustup") {
            execute("rustup", &["component", "add", "rust-src"])?;
        }
    }
    let compiler = Compiler::find().map_err(|error| error.to_string())?;
    println!("compiler for kernels: {compiler}");
    Ok(())
}

fn assembler() -> Result<(), String> {
    let find = || Assembler::find(&[tools()]);
    if find().is_none() {
        let folder = tools();
        let folder = folder.to_str().ok_or("the path of the repository is not Unicode")?;
        let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"];
        let what = ["--no-deps", "--upgrade", "--target", folder, PTXAS_PACKAGE];
        execute("python3", &[&arguments[..], &what[..]].concat())?;
    }
    let assembler = find().ok_or("ptxas is not found, though it was installed")?;
    println!("assembler: {} {}", assembler.program().display(), assembler.version());
    Ok(())
}

/// Says what is executed, and executes it.
fn execute(program: &str, arguments: &[&str]) -> Result<(), String> {
    println!("$ {program} {}", arguments.join(" "));
    let status = Command::new(program).args(arguments).status().map_err(|error| format!("{program}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} failed: {status}")) }
}
