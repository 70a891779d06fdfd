//! A compiler without a standard library, and one without an allocator besides: what is said to need neither has to compile
//! with it.
//!
//! `#![no_std]` alone does not keep a crate, or what it depends on, from naming `std`. On a target that has none the
//! compiler would say so, but such a target need not be installed; here the same is had from the host's own libraries with
//! those of `std` left out.

use crate::steps::{cargo, printed, rustc, sysroot, target};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The libraries that are there without an allocator.
const CORE: [&str; 3] = ["libcore-", "libcompiler_builtins-", "librustc_std_workspace_core-"];

/// The libraries that an allocator adds.
const ALLOC: [&str; 2] = ["liballoc-", "librustc_std_workspace_alloc-"];

/// The place of the libraries, and the platform that they are for.
pub(crate) struct NoStd {
    sysroot: PathBuf,
    host: String,
}

impl NoStd {
    /// Makes the place below the target directory.
    pub(crate) fn new(allocator: bool) -> io::Result<Self> {
        let host = printed(&["--print", "host-tuple"])?;
        let whole = sysroot()?;
        let sysroot = target().join(if allocator { "sysroot-alloc" } else { "sysroot-core" });
        let libraries = |sysroot: &Path| sysroot.join("lib/rustlib").join(&host).join("lib");
        let (from, to) = (libraries(&whole), libraries(&sysroot));
        if to.exists() {
            // Those of another version of the compiler would be of no use.
            std::fs::remove_dir_all(&to)?;
        }
        std::fs::create_dir_all(&to)?;
        let kept = |name: &str| {
            CORE.iter().any(|library| name.starts_with(library))
                || allocator && ALLOC.iter().any(|library| name.starts_with(library))
        };
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            if kept(&entry.file_name().to_string_lossy()) {
                std::fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
        let made = Self { sysroot, host };
        // The check must be able to fail.
        let core = made.compiles("#![no_std] pub fn f(_: Option<u8>) {}")?;
        let alloc = made.compiles("#![no_std] extern crate alloc;")?;
        let std = made.compiles("#![no_std] extern crate std;")?;
        if core && alloc == allocator && !std {
            Ok(made)
        } else {
            Err(io::Error::other("a compiler without std could not be put together"))
        }
    }

    /// `cargo check` of a package with some features and no others.
    pub(crate) fn check(&self, package: &str, features: &str) -> Command {
        let mut command = cargo(&["check", "--quiet", "--package", package, "--no-default-features"]);
        // With a target named, the flags are not for macros, which run on the host and have a standard library.
        command.args(["--features", features, "--target", &self.host]);
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flag());
        command
    }

    fn flag(&self) -> String {
        format!("--sysroot={}", self.sysroot.display())
    }

    fn compiles(&self, text: &str) -> io::Result<bool> {
        let file = self.sysroot.join("probe.rs");
        std::fs::write(&file, text)?;
        let mut command = rustc();
        command.args([&self.flag(), "--crate-type=lib", "--emit=metadata", "--out-dir"]);
        command.arg(&self.sysroot).arg(&file).stderr(Stdio::null());
        Ok(command.status()?.success())
    }
}
