//! A program with a build script, built and run as a user would.
//!
//! Without a compiler that has the source of `core` only the refusal is tested, and the test says so.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

const NOWHERE: &str = "/usr/nowhere/rustc";

/// Cargo on the program in `tests/program`.
fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).arg("--manifest-path").arg(root.join("tests/program/Cargo.toml"));
    // What it depends on is compiled once for it and for the program of the book.
    command.arg("--target-dir").arg(temporary.join("programs"));
    // The build of `core` is shared with the kernels of the repository.
    command.env("LEGO_KERNEL_TARGET", temporary.with_file_name("ptx").join("build"));
    // Nobody debugs it, and it is built and linked sooner so.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    command.envs(variables.iter().copied()).output().expect("cargo can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_program_carries_its_kernels() {
    let missing = cargo(&["build"], &[("LEGO_RUSTC", NOWHERE)]);
    let words = text(&missing.stderr);
    assert!(!missing.status.success());
    for part in ["tried /usr/nowhere/rustc (LEGO_RUSTC)", "rustup component add rust-src", "rustc-web rust-web-src"] {
        assert!(words.contains(part), "`{part}` is not in:\n{words}");
    }

    let explained = cargo(&["run"], &[("LEGO_RUSTC", NOWHERE), ("PROGRAM_EXPLAINS", "1")]);
    let printed = text(&explained.stdout);
    assert!(explained.status.success(), "{}", text(&explained.stderr));
    assert!(printed.starts_with("kernels has 0 modules\nno Rust compiler here"), "{printed}");

    let run = cargo(&["run"], &[]);
    let (printed, words) = (text(&run.stdout), text(&run.stderr));
    if words.contains("no Rust compiler here has the source") {
        // Past the capture of the test runner, which shows only what failed.
        let _ = writeln!(std::io::stderr(), "NOT TESTED beyond the refusal: {words}");
        return;
    }
    assert!(run.status.success(), "{words}");
    assert_eq!(
        printed,
        "kernels has 2 modules\n\
         0 objects\n\
         .target sm_80: add(8/true, 4/false) Some([128, 1, 1]) false\n\
         .target sm_90a: add(8/true, 4/false) Some([128, 1, 1]) false\n"
    );

    let again = cargo(&["build", "--verbose"], &[]);
    let words = text(&again.stderr);
    assert!(words.contains("Fresh program v"), "built again without a change:\n{words}");

    let unassembled = cargo(&["build"], &[("LEGO_OBJECTS", "1"), ("LEGO_PTXAS", NOWHERE)]);
    let words = text(&unassembled.stderr);
    assert!(!unassembled.status.success());
    for part in ["there is no ptxas here", "pip install nvidia-cuda-nvcc", "LEGO_PTXAS"] {
        assert!(words.contains(part), "`{part}` is not in:\n{words}");
    }

    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    let Some(assembler) = lego_cuda_build::Assembler::find(&[tools]) else {
        let _ =
            writeln!(std::io::stderr(), "NOT TESTED: objects, for there is no ptxas; `cargo xtask setup` installs it");
        return;
    };
    let assembled = cargo(&["run"], &[("LEGO_OBJECTS", "1"), ("LEGO_PTXAS", assembler.program().to_str().unwrap())]);
    let printed = text(&assembled.stdout);
    assert!(printed.starts_with("kernels has 2 modules\n2 objects\n"), "{printed}{}", text(&assembled.stderr));
}
