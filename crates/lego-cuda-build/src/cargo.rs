//! The build of a kernel crate: cargo with the flags that make PTX of it.
//!
//! Each flag is there because something fails without it:
//!
//! | flag | without it |
//! |---|---|
//! | `-Zbuild-std=core` | no `core` for the target |
//! | fat LTO, one codegen unit | several PTX texts that nothing links |
//! | `-Clinker=true` | a bitcode linker has to be installed; after fat LTO there is nothing left to link |
//! | `-Cpanic=immediate-abort` | a bounds check is a call of a function with formatting in it |
//! | `+ptx78` | a version of PTX without cache hints; this one asks for a driver of 2022 (520) |
//! | `+ptx84`, on `sm_90a` | no fence for tensor maps in global memory (8.3), no `mma` of `E4m3` and `E5m2`; this one asks for a driver of 2024 (550) |
//! | `debug = false` | debug information that ptxas does not take |
//! | `-Zmir-enable-passes=-JumpThreading` | wrong code, see below |
//!
//! Jump threading copies calls: a barrier after `if c { … }` that is followed by another `if c` becomes two barriers in two
//! branches, where the threads of a block no longer meet. LLVM leaves convergent calls alone; this pass of rustc's does not
//! know of them.
//!
//! `-Cllvm-args=-nvptx-fma-level=2` is there on demand: it makes one instruction of products and sums.
//!
//! The profile is given by environment variables, which stand above the workspace's `[profile.release]`: a member of a
//! workspace has no profile of its own.

use crate::architecture::Architecture;
use crate::compiler::Compiler;
use crate::error::Error;
use crate::mathematics::instead;
use std::ffi::{OsStr, OsString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The target of every kernel.
const TARGET: &str = "nvptx64-nvidia-cuda";

/// What a kernel crate needs without saying so: the calling convention of kernels, and inline assembly.
const CRATE_FEATURES: &str = "feature(abi_ptx, asm_experimental_arch)";

const PROFILE: [(&str, &str); 9] = [
    ("OPT_LEVEL", "3"),
    ("LTO", "fat"),
    ("CODEGEN_UNITS", "1"),
    ("PANIC", "abort"),
    ("DEBUG", "false"),
    ("DEBUG_ASSERTIONS", "false"),
    ("OVERFLOW_CHECKS", "false"),
    ("STRIP", "none"),
    ("INCREMENTAL", "false"),
];

/// Variables of an outer cargo that are passed on: they are not about its build.
const PASSED_ON: [&str; 7] = [
    "CARGO_HOME",
    "CARGO_MAKEFLAGS",
    "CARGO_BUILD_JOBS",
    "CARGO_NET_",
    "CARGO_HTTP_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
];

/// A kernel crate and where to build it.
pub(crate) struct Job<'a> {
    pub(crate) compiler: &'a Compiler,
    /// The crate's Cargo.toml.
    pub(crate) manifest: &'a Path,
    pub(crate) target_dir: &'a Path,
    pub(crate) features: &'a [String],
    pub(crate) default_features: bool,
    /// Whether products and sums become one instruction.
    pub(crate) contracts: bool,
    /// Options of the cargo that runs this program, which hold here too.
    pub(crate) options: &'a [&'static str],
    /// Whether the compiler's words go to the terminal, not into the error.
    pub(crate) verbose: bool,
}

impl Job<'_> {
    /// Builds the crate for one architecture and returns the PTX as the compiler wrote it.
    ///
    /// # Errors
    /// [`Error::Compile`] with the compiler's words; [`Error::Io`] if cargo cannot be started or its result not be
    /// read.
    pub(crate) fn build(&self, architecture: Architecture) -> Result<String, Error> {
        let ptx = self.raw_ptx(architecture);
        self.stand_in(architecture, &ptx)?;
        let mut command = self.command(architecture, &ptx);
        if self.verbose {
            command.stdout(Stdio::inherit());
        }
        let (success, words) = self.run(command).map_err(Error::io("cargo cannot be started"))?;
        if !success {
            let help = instead(&words);
            let text = if self.verbose { help.trim_start().to_owned() } else { format!("{}{help}", words.trim_end()) };
            return Err(Error::Compile { architecture: architecture.to_string(), text });
        }
        std::fs::read_to_string(&ptx).map_err(Error::io(ptx.display()))
    }

    /// Runs cargo; whether it did what it should, and its words, which go to the terminal too if that is wanted.
    fn run(&self, mut command: Command) -> std::io::Result<(bool, String)> {
        if !self.verbose {
            let output = command.output()?;
            return Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        if std::io::stderr().is_terminal() {
            command.env("CARGO_TERM_COLOR", "always");
        }
        let mut child = command.stderr(Stdio::piped()).spawn()?;
        let mut words = String::new();
        for line in BufReader::new(child.stderr.take().expect("it is piped")).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            eprintln!("{line}");
            words.push_str(&line);
            words.push('\n');
        }
        Ok((child.wait()?.success(), words))
    }

    /// Where the compiler writes the PTX: a file for every crate, every choice of features and every compiler, because cargo leaves
    /// a file alone that it knows to be up to date, also where another build has written it since.
    pub(crate) fn raw_ptx(&self, architecture: Architecture) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        let compiler = (self.compiler.rustc(), self.compiler.release());
        (self.manifest, self.features, self.default_features, self.contracts, compiler).hash(&mut hasher);
        self.target_dir.join(format!("{:016x}.{architecture}.ptx", hasher.finish()))
    }

    fn command(&self, architecture: Architecture, ptx: &Path) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(cargo);
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_foreign(name)) {
            command.env_remove(name);
        }
        let cpu = format!("-Ctarget-cpu={architecture}");
        let mut flags = vec![
            cpu.as_str(),
            "-Clinker=true",
            "-Cpanic=immediate-abort",
            "-Zunstable-options",
            "-Zmir-enable-passes=-JumpThreading",
        ];
        // From Hopper on the architecture itself demands a newer version than the first.
        if architecture.major() < 9 {
            flags.push("-Ctarget-feature=+ptx78");
        } else if architecture.to_string() == "sm_90a" {
            flags.push("-Ctarget-feature=+ptx84");
        }
        if self.contracts {
            flags.push("-Cllvm-args=-nvptx-fma-level=2");
        }
        command
            .env("RUSTC", self.compiler.rustc())
            .env("RUSTC_BOOTSTRAP", "1")
            // Stands above every other place for flags, the workspace's configuration included.
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        for (name, value) in PROFILE {
            command.env(format!("CARGO_PROFILE_RELEASE_{name}"), value);
        }
        command.args(["rustc", "--lib", "--release", "--crate-type", "cdylib", "-Zbuild-std=core"]);
        command.args(self.options);
        command.args(["--target", TARGET]).arg("--target-dir").arg(self.folder(architecture));
        command.arg("--manifest-path").arg(self.manifest);
        if !self.features.is_empty() {
            command.args(["--features", &self.features.join(",")]);
        }
        if !self.default_features {
            command.arg("--no-default-features");
        }
        let mut emit = OsString::from("--emit=asm=");
        emit.push(ptx);
        command.arg("--").arg(emit).arg(format!("-Zcrate-attr={CRATE_FEATURES}"));
        // A crate may do without one of them; older compilers do not know the lint.
        command.args(["-Aunknown_lints", "-Aunused_features"]);
        command
    }

    /// Leaves an empty file where cargo looks for what was linked, as old as the PTX that this build has made before; where it has made
    /// none, no file. Nothing links, and what is not there cargo takes for out of date: it would build the crate anew each time.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    fn stand_in(&self, architecture: Architecture, ptx: &Path) -> Result<(), Error> {
        let Some(list) = self.list(architecture) else { return Ok(()) };
        let name = list.with_extension("ptx").file_name().unwrap_or_default().to_owned();
        let linked = self.release(architecture).join("deps").join(name);
        let wrong = Error::io(linked.display());
        let Ok(built) = ptx.metadata().and_then(|data| data.modified()) else {
            return match std::fs::remove_file(&linked) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(wrong(error)),
                _ => Ok(()),
            };
        };
        std::fs::File::create(&linked).and_then(|file| file.set_modified(built)).map_err(wrong)
    }

    /// The target folder of an architecture. In one for all of them, each would undo what cargo knows of the others: it keeps one record
    /// of a crate that is linked, whatever the flags.
    fn folder(&self, architecture: Architecture) -> PathBuf {
        self.target_dir.join(architecture.to_string())
    }

    /// Where cargo leaves what it has built for an architecture.
    fn release(&self, architecture: Architecture) -> PathBuf {
        self.folder(architecture).join(TARGET).join("release")
    }

    /// Cargo's list of the files that the crate was made of, named like its library; `None` where it was not built yet.
    ///
    /// Of several that name the crate's `src/lib.rs` the newest: another crate may depend on it, or it had another name before. Where it
    /// has no such file, the newest of all.
    fn list(&self, architecture: Architecture) -> Option<PathBuf> {
        let entries = std::fs::read_dir(self.release(architecture)).ok()?.flatten().map(|entry| entry.path());
        let mut lists: Vec<_> = entries.filter(|path| path.extension() == Some(OsStr::new("d"))).collect();
        lists.sort_by_key(|path| modified(path));
        let root = self.manifest.parent()?.join("src").join("lib.rs");
        let is_own = |list: &PathBuf| dependencies(&std::fs::read_to_string(list).unwrap_or_default()).contains(&root);
        lists.iter().rev().find(|list| is_own(list)).or(lists.last()).cloned()
    }

    /// The source files that the PTX for an architecture was made of, the workspace's other crates included, those of the compiler left
    /// out.
    ///
    /// # Errors
    /// [`Error::Io`] if cargo's list of them cannot be read.
    pub(crate) fn sources(&self, architecture: Architecture) -> Result<Vec<PathBuf>, Error> {
        let Some(list) = self.list(architecture) else { return Ok(Vec::new()) };
        let text = std::fs::read_to_string(&list).map_err(Error::io(list.display()))?;
        let mut files = dependencies(&text);
        files.push(self.manifest.to_owned());
        files.retain(|file| !file.starts_with(self.compiler.sysroot().join("lib")) && file.exists());
        files.sort();
        files.dedup();
        Ok(files)
    }
}

fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Whether a variable tells of the build that this one runs in, and would bend it: flags, wrappers (clippy's, an
/// editor's), profiles, the target folder.
fn is_foreign(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    // How the machine links programs for itself, which procedural macros need.
    if name.starts_with("CARGO_TARGET_") && name.ends_with("_LINKER") {
        return false;
    }
    let is_cargo = name.starts_with("CARGO_") && !PASSED_ON.iter().any(|start| name.starts_with(start));
    let is_rust = matches!(
        name,
        "RUSTC"
            | "RUSTC_WRAPPER"
            | "RUSTC_WORKSPACE_WRAPPER"
            | "RUSTC_LINKER"
            | "RUSTDOC"
            | "RUSTFLAGS"
            | "RUSTDOCFLAGS"
            | "RUSTC_LOG"
            | "CLIPPY_ARGS"
            | "CLIPPY_CONF_DIR"
    );
    let is_script = matches!(name, "OUT_DIR" | "TARGET" | "HOST" | "PROFILE" | "OPT_LEVEL" | "DEBUG" | "NUM_JOBS");
    is_cargo || is_rust || is_script || name.starts_with("DEP_")
}

/// The files after the colon of a make rule, where a space in a name is written `\ `.
fn dependencies(text: &str) -> Vec<PathBuf> {
    let Some((_, list)) = text.lines().next().unwrap_or_default().split_once(": ") else { return Vec::new() };
    let mut names = vec![String::new()];
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        let name = names.last_mut().expect("it starts with one name");
        match letter {
            '\\' if letters.peek() == Some(&' ') => name.extend(letters.next()),
            ' ' => names.push(String::new()),
            _ => name.push(letter),
        }
    }
    names.into_iter().filter(|name| !name.is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{dependencies, is_foreign};
    use std::ffi::OsStr;
    use std::path::PathBuf;

    #[test]
    fn names_with_spaces_are_one() {
        let list = dependencies("/t/k.ptx: /a/src/lib.rs /a/my\\ crate/x.rs /b\n");
        assert_eq!(list, ["/a/src/lib.rs", "/a/my crate/x.rs", "/b"].map(PathBuf::from));
        assert_eq!(dependencies(""), Vec::<PathBuf>::new());
    }

    #[test]
    fn what_describes_the_outer_build_is_foreign() {
        for name in ["CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR", "RUSTC_WORKSPACE_WRAPPER", "CARGO_MANIFEST_DIR"] {
            assert!(is_foreign(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO_HOME", "CARGO_NET_OFFLINE", "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", "PATH", "HOME"]
        {
            assert!(!is_foreign(OsStr::new(name)), "{name}");
        }
    }
}
