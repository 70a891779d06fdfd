//! `cargo xtask rust-src`: tests that must pass whether the toolchain in use has the component `rust-src` or not.
//!
//! With it rustc quotes the standard library in its messages, and the toolchain becomes the compiler that makes PTX. `cargo xtask test`
//! runs these tests with the toolchain as it is. This command runs them the other way: with a compiler that does not see the component, or
//! sees one that rustup installs into a folder of its own.

use crate::steps::{Steps, printed, succeeds, sysroot, target};
use crate::test::programs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Each program of tests, and those of its tests that see the component.
const TESTS: [(&str, &str, &[&str]); 2] = [
    ("messages of the compiler", "ui test ui", &["wrong_kernels_say_what_is_wrong"]),
    ("machine code", "lego-cuda test instructions", &["indices_of_layouts_are_computed_in_32_bits"]),
];

/// The kernel crate whose machine code is read, and the architecture for which it is compiled here: the one with the
/// fewest kernels, and another one than that of the tests that run the first way.
const MACHINE_CODE: (&str, &str) = ("kernels", "sm_80");

/// The component, in a sysroot.
const SOURCE: &str = "lib/rustlib/src";

/// A file of `core`, in the component.
const CORE: &str = "rust/library/core/src/lib.rs";

/// Runs the tests, or with `--ptx` makes the PTX alone that they read, which takes minutes.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let is_ptx = match arguments {
        [] => false,
        [option] if option == "--ptx" => true,
        _ => {
            eprintln!("cargo xtask rust-src [--ptx]: `{}` is neither", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    let mut steps = Steps::default();
    let (way, rustc) = match sysroot() {
        Ok(sysroot) if sysroot.join(SOURCE).join(CORE).is_file() => ("without rust-src", disguised(&sysroot, None)),
        Ok(sysroot) => ("with rust-src", installed().and_then(|source| disguised(&sysroot, Some(&source)))),
        Err(error) => {
            steps.fail("the toolchain in use", &error);
            return steps.summary();
        }
    };
    match rustc {
        Ok(rustc) if is_ptx => {
            // This program and not cargo, which would compile it by the other compiler.
            match std::env::current_exe() {
                Ok(own) => {
                    let mut ptx = Command::new(own);
                    let (name, architecture) = MACHINE_CODE;
                    ptx.args(["ptx", "--crate", name, "--arch", architecture]).env("RUSTC", rustc);
                    steps.run(&format!("kernels {way}"), ptx);
                }
                Err(error) => steps.fail("this program", &error),
            }
        }
        Ok(rustc) => check(&mut steps, way, &rustc),
        Err(why) => steps.leave_out(&format!("tests {way}"), &why),
    }
    steps.summary()
}

/// Runs the tests with another compiler: the same but for the component.
fn check(steps: &mut Steps, way: &str, rustc: &Path) {
    // What `cargo xtask test` has built: the compiler that builds tests stays the same.
    let programs = match programs(&["--tests"]) {
        Ok(programs) => programs,
        Err(why) => return steps.fail(&format!("tests {way}"), &io::Error::other(why)),
    };
    for (what, program, tests) in TESTS {
        let name = format!("{what}, {way}");
        match programs.take(program) {
            Some(mut command) => {
                command.args(tests).env("RUSTC", rustc).env("LEGO_ARCHITECTURES", MACHINE_CODE.1);
                steps.run(&name, command);
            }
            None => steps.fail(&name, &io::Error::other(format!("Cargo built no program `{program}`"))),
        }
    }
}

/// The component for the toolchain in use, which rustup installs with the same version once more, into a folder of this repository's
/// target.
fn installed() -> Result<PathBuf, String> {
    let about = printed(&["-vV"]).map_err(|error| format!("rustc: {error}"))?;
    let field = |name: &str| about.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let (release, hash) = (field("release:").unwrap_or_default(), field("commit-hash:").unwrap_or_default());
    if release.contains('-') {
        return Err(format!("rustc {release} has no rust-src, and is no release that rustup could install with it"));
    }
    let home = target().join("rustup");
    let mut rustup = Command::new("rustup");
    let options = ["--profile", "minimal", "--component", "rust-src", "--no-self-update"];
    rustup.args(["toolchain", "install", release]).args(options).env("RUSTUP_HOME", &home);
    if !succeeds(&mut rustup) {
        return Err(format!("rustup cannot install Rust {release} with rust-src here"));
    }
    let toolchains = std::fs::read_dir(home.join("toolchains")).map_err(|error| error.to_string())?;
    let found = toolchains.flatten().map(|entry| entry.path()).find(|toolchain| {
        // Not by the libraries of the toolchain in use, which answer for themselves.
        let output = Command::new(toolchain.join("bin/rustc")).arg("-vV").env_remove("LD_LIBRARY_PATH").output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(hash))
    });
    let found =
        found.ok_or_else(|| format!("the Rust {release} that rustup installs is not the one in use ({hash})"))?;
    Ok(found.join(SOURCE))
}

/// The toolchain in use with this component, or without one: a folder of links to all else, and a `rustc` that takes it for its sysroot.
fn disguised(sysroot: &Path, source: Option<&Path>) -> Result<PathBuf, String> {
    let folder = target().join("rust-src");
    disguise(sysroot, source, &folder).map_err(|error| format!("{}: {error}", folder.display()))
}

#[cfg(unix)]
fn disguise(sysroot: &Path, source: Option<&Path>, folder: &Path) -> io::Result<PathBuf> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let links = |from: &Path, to: &Path, left_out: &[&str]| -> io::Result<()> {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            if !left_out.iter().any(|name| entry.file_name() == *name) {
                symlink(entry.path(), to.join(entry.file_name()))?;
            }
        }
        Ok(())
    };
    links(&sysroot.join("lib"), &folder.join("lib"), &["rustlib"])?;
    links(&sysroot.join("lib/rustlib"), &folder.join("lib/rustlib"), &["src", "components"])?;
    if let Some(source) = source {
        symlink(source, folder.join(SOURCE))?;
    }
    let rustc = folder.join("bin/rustc");
    std::fs::create_dir_all(folder.join("bin"))?;
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
    let program = quoted(&sysroot.join("bin/rustc"));
    // One that asks for a sysroot of its own gets that: the option may be given once.
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" --sysroot\"*) exec {program} \"$@\";; esac\nexec {program} --sysroot {} \"$@\"\n",
        quoted(folder)
    );
    std::fs::write(&rustc, script)?;
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755))?;
    Ok(rustc)
}

#[cfg(not(unix))]
fn disguise(_: &Path, _: Option<&Path>, _: &Path) -> io::Result<PathBuf> {
    Err(io::Error::other("no links and scripts as Unix has them, by which the component is shown or hidden"))
}
