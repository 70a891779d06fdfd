//! `cargo xtask gpu`: one program with the tests and benchmarks of the kernels, to be carried to a machine with a GPU.

use crate::cust::Stub;
use crate::steps::{cargo, target, tools};
use lego_cuda_build::Assembler;
use std::path::PathBuf;
use std::process::ExitCode;

/// Builds the program; with `--cust` one that can launch by `cust` too.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let with_cust = match arguments {
        [] => false,
        [option] if option == "--cust" => true,
        _ => {
            eprintln!("cargo xtask gpu [--cust]: `{}` is neither", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match build(with_cust) {
        Ok(program) => {
            println!("{}", program.display());
            println!(
                "It has the kernels inside, and needs the NVIDIA driver: copy it, then `lego-gpu test`, `lego-gpu bench`."
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn build(with_cust: bool) -> Result<PathBuf, String> {
    if let Err(error) = lego_cuda_build::Compiler::find() {
        return Err(format!("{error}\n`cargo xtask setup` does it"));
    }
    if Assembler::find(&[tools()]).is_none() {
        eprintln!("no ptxas, so the kernels are not assembled here: `cargo xtask setup` installs it");
    }
    let mut command = cargo(&["build", "--release", "--package", "lego-gpu", "--features", "program"]);
    // What a GPU runs has every instance.
    command.env_remove("LEGO_INSTANCES");
    if with_cust {
        command.arg("--all-features");
        command = Stub::new().map_err(|error| error.to_string())?.build(command);
    }
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo failed: {status}"));
    }
    Ok(target().join("release").join(format!("lego-gpu{}", std::env::consts::EXE_SUFFIX)))
}
