//! The search for a compiler that can build `core` for the GPU.
//!
//! Every rustc of the last years generates PTX; what none ships is a `core` for that target. It is built on the spot,
//! from source of the very version of the compiler.
//!
//! Every build follows one rule: the first compiler of a fixed list that has the source of its own `core`. Reports print it. The
//! folder in which kernels are compiled keeps its name, so that a build by another compiler than before says so.

use crate::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest compiler that takes the flags in `cargo.rs` and has the intrinsics that `lego-cuda` uses.
const OLDEST: (u32, u32) = (1, 95);

/// A compiler that has the source of its own `core`.
///
/// Its `Display` is its version, its path, and where it comes from: `rustc 1.96.0, /usr/bin/rustc (the system's)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    rustc: PathBuf,
    release: String,
    sysroot: PathBuf,
    source: Source,
    origin: &'static str,
    watched: Vec<PathBuf>,
}

/// How it is known that compiler and source are of one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The source names its version, which is the compiler's.
    Stated,
    /// rustup installed both, and keeps them together.
    Rustup,
    /// Nothing says so.
    Unknown,
}

impl Compiler {
    /// The first compiler that fits: `LEGO_RUSTC`, the toolchain in use (`RUSTC`, or `rustc`), rustup's nightly, `/usr/bin/rustc`.
    ///
    /// A compiler fits if it has the source of its own `core` and is new enough. A compiler named in `LEGO_RUSTC` is the only one
    /// tried.
    ///
    /// # Errors
    /// [`Error::NoCompiler`] with what was tried and what to install.
    pub fn find() -> Result<Self, Error> {
        let (mut tried, mut watched) = (Vec::new(), Vec::new());
        for (origin, rustc) in candidates() {
            let examined = sysroot(&rustc).and_then(|sysroot| {
                watched.extend(Some(sysroot.join(COMPONENTS)).filter(|list| list.is_file()));
                Self::examine(origin, &rustc, sysroot)
            });
            match examined {
                Ok(compiler) => return Ok(Self { watched, ..compiler }),
                Err(reason) => tried.push(format!("{} ({origin}): {reason}", rustc.display())),
            }
        }
        Err(Error::NoCompiler { tried })
    }

    /// The program.
    pub fn rustc(&self) -> &Path {
        &self.rustc
    }

    /// Its version, as in `1.96.0`.
    pub fn release(&self) -> &str {
        &self.release
    }

    /// The folder with its libraries and sources.
    pub fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// How it is known that compiler and source belong together.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Which entry of the list it is: `LEGO_RUSTC`, `the toolchain in use`, `rustup's nightly` or `the system's`.
    pub fn origin(&self) -> &'static str {
        self.origin
    }

    /// Files that change where another compiler may fit from now on: rustup's lists of components of this toolchain and of those that
    /// were tried before.
    pub(crate) fn watched(&self) -> &[PathBuf] {
        &self.watched
    }

    /// Notes in a folder that this compiler builds there; says which one did before, if it was another.
    ///
    /// # Errors
    /// [`Error::Io`] if the note cannot be written.
    pub(crate) fn change(&self, folder: &Path) -> Result<Option<String>, Error> {
        let note = folder.join("compiler.txt");
        let before = std::fs::read_to_string(&note).unwrap_or_default();
        let now = self.to_string();
        if before == now {
            return Ok(None);
        }
        std::fs::write(&note, &now).map_err(Error::io(note.display()))?;
        let changed = format!("another compiler makes PTX than before: {now}; before: {before}");
        Ok((!before.is_empty()).then_some(changed))
    }

    fn examine(origin: &'static str, rustc: &Path, sysroot: PathBuf) -> Result<Self, String> {
        let about = print(rustc, &["-vV"])?;
        let release =
            about.lines().find_map(|line| line.strip_prefix("release: ")).ok_or("its version cannot be read")?;
        let source = judge(release, &sysroot)?;
        // The program of the sysroot itself: `rustc` may be rustup's proxy, which chooses anew in every folder.
        let program = sysroot.join("bin").join(format!("rustc{}", std::env::consts::EXE_SUFFIX));
        let rustc = if program.is_file() { program } else { rustc.to_owned() };
        Ok(Self { rustc, release: release.to_owned(), sysroot, source, origin, watched: Vec::new() })
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rustc {}, {} ({})", self.release, self.rustc.display(), self.origin)
    }
}

/// rustup's list of a toolchain's components, in its sysroot.
const COMPONENTS: &str = "lib/rustlib/components";

fn sysroot(rustc: &Path) -> Result<PathBuf, String> {
    print(rustc, &["--print", "sysroot"]).map(|path| PathBuf::from(path.trim()))
}

/// The compilers to try, each with the reason to try it.
fn candidates() -> Vec<(&'static str, PathBuf)> {
    if let Some(rustc) = set("LEGO_RUSTC") {
        return vec![("LEGO_RUSTC", rustc)];
    }
    let mut list = match set("RUSTC") {
        Some(rustc) => vec![("the toolchain in use", rustc)],
        None => vec![("the toolchain in use", PathBuf::from("rustc"))],
    };
    // Listing first: asking for a toolchain that is not there may make rustup install it.
    let toolchains = print(Path::new("rustup"), &["toolchain", "list"]).unwrap_or_default();
    if toolchains.lines().any(|line| line.starts_with("nightly"))
        && let Ok(path) = print(Path::new("rustup"), &["which", "--toolchain", "nightly", "rustc"])
    {
        list.push(("rustup's nightly", PathBuf::from(path.trim())));
    }
    list.push(("the system's", PathBuf::from("/usr/bin/rustc")));
    list
}

fn set(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// What a program prints.
fn print(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(words.lines().next().unwrap_or("it fails without a word").to_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Whether a compiler of this release with this sysroot can build `core`.
fn judge(release: &str, sysroot: &Path) -> Result<Source, String> {
    let numbers: Vec<u32> = release.split(['.', '-']).map_while(|part| part.parse().ok()).collect();
    let [major, minor, ..] = numbers[..] else { return Err(format!("its version `{release}` cannot be read")) };
    if (major, minor) < OLDEST {
        return Err(format!("{release} is too old, {}.{} is needed", OLDEST.0, OLDEST.1));
    }
    let source = sysroot.join("lib/rustlib/src/rust");
    if !source.join("library/core/src/lib.rs").is_file() {
        return Err(format!("{release} has no source in {}", source.join("library/core").display()));
    }
    for file in ["src/version", "version"] {
        if let Ok(text) = std::fs::read_to_string(source.join(file)) {
            let version = text.split_whitespace().next().unwrap_or_default();
            // A nightly calls itself 1.97.0-nightly, its source 1.97.0.
            let same = version.split('-').next() == release.split('-').next();
            return if same {
                Ok(Source::Stated)
            } else {
                Err(format!("the compiler is {release}, the source in {} is {version}", source.display()))
            };
        }
    }
    let components = std::fs::read_to_string(sysroot.join(COMPONENTS)).unwrap_or_default();
    let rustup = components.lines().any(|line| line.starts_with("rust-src"));
    Ok(if rustup { Source::Rustup } else { Source::Unknown })
}

#[cfg(test)]
mod tests {
    use super::{Compiler, Source, judge};
    use std::path::PathBuf;

    /// A sysroot with these files, removed at the end.
    struct Sysroot(PathBuf);

    impl Sysroot {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("lego-sysroot-{}-{name}", std::process::id()));
            for (path, text) in files {
                let path = root.join("lib/rustlib").join(path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            Self(root)
        }
    }

    impl Drop for Sysroot {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const CORE: (&str, &str) = ("src/rust/library/core/src/lib.rs", "");

    #[test]
    fn source_of_the_same_version_fits() {
        let root = Sysroot::new("same", &[CORE, ("src/rust/src/version", "1.97.0\n")]);
        assert_eq!(judge("1.97.0", &root.0), Ok(Source::Stated));
        assert_eq!(judge("1.97.0-nightly", &root.0), Ok(Source::Stated));
    }

    #[test]
    fn source_of_another_version_does_not() {
        let root = Sysroot::new("other", &[CORE, ("src/rust/version", "1.96.0\n")]);
        let reason = judge("1.97.0", &root.0).unwrap_err();
        assert!(reason.contains("1.97.0") && reason.contains("1.96.0"), "{reason}");
    }

    #[test]
    fn rustup_vouches_for_its_own_source() {
        let root = Sysroot::new("rustup", &[CORE, ("components", "cargo-x\nrust-src\n")]);
        assert_eq!(judge("1.95.0", &root.0), Ok(Source::Rustup));
        let root = Sysroot::new("unknown", &[CORE]);
        assert_eq!(judge("1.95.0", &root.0), Ok(Source::Unknown));
    }

    #[test]
    fn without_source_or_too_old_it_does_not_fit() {
        let root = Sysroot::new("empty", &[("components", "rust-src\n")]);
        assert!(judge("1.95.0", &root.0).unwrap_err().contains("no source"));
        let root = Sysroot::new("old", &[CORE]);
        assert!(judge("1.63.0", &root.0).unwrap_err().contains("too old"));
        assert!(judge("unknown", &root.0).is_err());
    }
    #[test]
    fn another_compiler_than_before_is_named() {
        let folder = Sysroot::new("change", &[("note", "")]);
        let compiler = |release: &str| Compiler {
            rustc: PathBuf::from("/usr/bin/rustc"),
            release: release.to_owned(),
            sysroot: PathBuf::from("/usr"),
            source: Source::Stated,
            origin: "the system's",
            watched: Vec::new(),
        };
        for first in ["1.96.0", "1.96.0"] {
            assert_eq!(compiler(first).change(&folder.0).unwrap(), None);
        }
        let words = compiler("1.97.0").change(&folder.0).unwrap().unwrap();
        for part in ["than before: rustc 1.97.0, /usr/bin/rustc (the system's)", "before: rustc 1.96.0, "] {
            assert!(words.contains(part), "{words}");
        }
        assert_eq!(compiler("1.97.0").change(&folder.0).unwrap(), None);
    }
}
