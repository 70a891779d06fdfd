//! `cargo xtask setup`: installs what building kernels needs and is not here, what tests of other languages do, and what knows
//! misspelled words.

use crate::languages;
use crate::packages::Package;
use crate::steps::{answers, tools};
use crate::words;
use lego_cuda_build::{Assembler, Compiler};
use std::process::ExitCode;

/// Prints what is missing here, and installs it: a compiler with the source of `core`, and ptxas, without which it fails; then what the
/// tests of other languages and of spelling need, without which these are not tested. Does nothing where all is there.
pub(crate) fn run() -> ExitCode {
    let find = || Assembler::find(&[tools()]);
    let compiler = if Compiler::find().is_ok() { Vec::new() } else { source() };
    let assembler = if find().is_some() { None } else { Some(Package::PythonTool("ptxas")) };
    // Some packages have several tools.
    let mut all: Vec<Package> = Vec::new();
    for package in compiler.into_iter().chain(assembler).chain(languages::missing()).chain(words::missing()) {
        if !all.contains(&package) {
            all.push(package);
        }
    }
    if !all.is_empty() {
        println!("to be installed:");
    }
    for package in &all {
        match package.describe() {
            Ok(words) => println!("  {words}"),
            Err(why) => {
                eprintln!("{why}");
                return ExitCode::FAILURE;
            }
        }
    }
    for package in &all {
        // What is then still missing is named below.
        if let Err(why) = package.install() {
            eprintln!("not installed: {why}");
        }
    }
    let compiler = Compiler::find();
    match &compiler {
        Ok(compiler) => println!("compiler for kernels: {compiler}"),
        Err(error) => eprintln!("{error}"),
    }
    let assembler = find();
    match &assembler {
        Some(assembler) => println!("assembler: {} {}", assembler.program().display(), assembler.version()),
        None => eprintln!("ptxas is not here"),
    }
    languages::report();
    if compiler.is_ok() && assembler.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Packages with a compiler and the source of its `core`.
fn source() -> Vec<Package> {
    if answers("apt-get") {
        vec![Package::Debian("rustc-web"), Package::Debian("rust-web-src")]
    } else if answers("rustup") {
        vec![Package::Rustup("rust-src")]
    } else {
        Vec::new()
    }
}
