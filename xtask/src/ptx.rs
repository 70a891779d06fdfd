//! `cargo xtask ptx`: every kernel crate to PTX, with a table of what its kernels use.

mod compare;

use crate::spills;
use crate::steps::{root, target, tools};
use lego_cuda_build::{Builder, Error, Report};
use std::process::ExitCode;

/// The folders of the kernel crates.
const KERNEL_CRATES: [&str; 3] = ["kernels", "examples/kernels", "tests/launch"];

/// The kernel crate that has the feature `few`, without the instances that take longest.
const MANY: &str = "kernels";

/// Builds the kernel crates, or the one named by `--crate`, for all architectures or those named by `--arch`, and fails
/// on what no driver would load, on local memory that a kernel does not declare, on products of tensor cores that spill
/// registers, and on what ptxas calls a loss of performance: products of a warpgroup one after the other.
///
/// `--compare OLD NEW` compares two files that it wrote instead.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    if let [option, old, new] = arguments
        && option == "--compare"
    {
        return compare::run(old, new);
    }
    let (crates, rest) = match arguments {
        [option, name, rest @ ..] if option == "--crate" => {
            match KERNEL_CRATES.iter().position(|folder| folder == name) {
                Some(place) => (&KERNEL_CRATES[place..=place], rest),
                None => {
                    eprintln!("--crate: `{name}` is none of {}", KERNEL_CRATES.join(", "));
                    return ExitCode::from(2);
                }
            }
        }
        _ => (&KERNEL_CRATES[..], arguments),
    };
    let architectures = match rest {
        [] => None,
        [option, names @ ..] if option == "--arch" && !names.is_empty() => Some(names),
        _ => {
            let usage = "cargo xtask ptx [--crate NAME] [--arch NAME…] | --compare OLD NEW";
            eprintln!("{usage}: `{}` is none of these", rest.join(" "));
            return ExitCode::from(2);
        }
    };
    let mut passed = true;
    for &folder in crates {
        match build(folder, architectures) {
            Ok(report) => {
                println!("{report}");
                for module in report.modules() {
                    println!("{}", module.ptx().display());
                }
                if let Err(error) = report.refuse_local_memory() {
                    eprintln!("{error}");
                    passed = false;
                }
                if let Err(error) = report.refuse_losses() {
                    eprintln!("{error}");
                    passed = false;
                }
                for line in spills::refused(&report) {
                    eprintln!("{line}");
                    passed = false;
                }
                if report.assembler().is_none() {
                    eprintln!("{folder}: not assembled: no ptxas; `cargo xtask setup` installs it");
                    passed = false;
                }
            }
            Err(error) => {
                eprintln!("{folder}: {error}");
                if matches!(error, Error::NoCompiler { .. }) {
                    eprintln!("`cargo xtask setup` does it");
                }
                passed = false;
            }
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn build(folder: &str, architectures: Option<&[String]>) -> Result<Report, Error> {
    let target = target().join("ptx");
    // One build of `core` serves all kernel crates.
    let builder = Builder::new(root().join(folder)).out_dir(target.join(folder)).target_dir(target.join("build"));
    let builder = match architectures {
        Some(names) => builder.architectures(names),
        None => builder,
    };
    let few = folder == MANY && std::env::var("LEGO_INSTANCES").is_ok_and(|instances| instances == "few");
    if few {
        println!(
            "{folder}: NOT TESTED: instances that its feature `few` leaves out; without LEGO_INSTANCES=few all are built"
        );
    }
    builder.features(few.then_some("few")).tools(tools()).verbose(true).build()
}
