//! Compilers and interpreters of this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test, emptied.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Where `cargo xtask setup` puts programs of this project.
pub fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools")
}

/// Whether a program answers.
pub fn answers(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}

/// Whether Python has a module.
pub fn has_module(module: &str) -> bool {
    let mut python = python();
    python.args(["-c", &format!("import {module}")]);
    python.output().is_ok_and(|output| output.status.success())
}

/// Python, with the modules of this project.
pub fn python() -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", tools().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
    python
}

/// Zig: that of the project, which a package of Python has, or of the machine.
pub fn zig() -> Option<PathBuf> {
    let own = tools().join("python/ziglang/zig");
    [own, PathBuf::from("zig")].into_iter().find(|zig| zig.to_str().is_some_and(|zig| answers(zig, "version")))
}

/// Runs a program that has to succeed; gives its standard output.
pub fn run(command: &mut Command) -> String {
    let output: Output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let cut = |text: &str| text.chars().take(6000).collect::<String>();
    assert!(output.status.success(), "{command:?}: {}\n{}\n{}", output.status, cut(&err), cut(&out));
    out.into_owned()
}
