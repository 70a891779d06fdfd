//! The compilers whose machine code was recorded for a kernel crate.
//!
//! What a kernel spills, and how many instructions of a kind it has, changes with the version of the compiler. A kernel crate may
//! say in `machine_code.txt`, beside its Cargo.toml, for which versions its numbers were recorded:
//!
//! ```text
//! # A line `rustc VERSION`, and the kernels that this version compiles to other spills than they declare, in bytes.
//! rustc 1.96
//! rustc 1.95
//! scan_u32 80
//! ```
//!
//! The version of a release is its first two numbers, that of a nightly its whole name. A crate without the file has its
//! declarations compared whatever the compiler.

use crate::error::Error;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file.
pub(crate) const FILE: &str = "machine_code.txt";

/// What was recorded for each version: the spills of kernels that are not what they declare, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Records(BTreeMap<String, BTreeMap<String, u32>>);

/// What was recorded for the compiler that made a crate's PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MachineCode {
    /// The crate records nothing: what its kernels declare holds for every compiler.
    Declared,
    /// This version was recorded.
    Recorded {
        /// The version.
        version: String,
        /// Spills that are not what the kernel declares, in bytes.
        spills: BTreeMap<String, u32>,
    },
    /// Others were recorded, and this version was not.
    Unrecorded {
        /// The version.
        version: String,
        /// Those that were.
        recorded: Vec<String>,
    },
}

impl MachineCode {
    /// Reads what the crate in this folder has recorded for a compiler of this release.
    ///
    /// # Errors
    /// [`Error::Io`] if the file is there and cannot be read; [`Error::Nothing`] with the line that cannot be understood.
    pub(crate) fn read(folder: &Path, release: &str) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::Declared),
            Err(error) => return Err(Error::io(path.display())(error)),
        };
        let records =
            Records::parse(&text).map_err(|why| Error::Nothing { what: format!("{}: {why}", path.display()) })?;
        Ok(records.of(release))
    }

    /// Bytes that a kernel may spill which declares so many.
    pub(crate) fn spills(&self, kernel: &str, declared: u32) -> u32 {
        match self {
            Self::Recorded { spills, .. } => spills.get(kernel).copied().unwrap_or(declared),
            Self::Declared | Self::Unrecorded { .. } => declared,
        }
    }

    /// A line that says that numbers of this compiler were never recorded; `None` where they were, or where the crate records none.
    pub(crate) fn unrecorded(&self) -> Option<String> {
        let Self::Unrecorded { version, recorded } = self else { return None };
        Some(format!(
            "the machine code of rustc {version} was never recorded (recorded: {}); spills and counts are not compared",
            recorded.join(", ")
        ))
    }
}

impl Records {
    fn parse(text: &str) -> Result<Self, String> {
        let mut records = Self::default();
        let mut current: Option<&mut BTreeMap<String, u32>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| Err(format!("line {number}: `{line}`: {what}"));
            let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            match (words[..].as_ref(), &mut current) {
                ([], _) => {}
                (["rustc", version], _) => {
                    if records.0.contains_key(*version) {
                        return wrong("this version has a line already");
                    }
                    current = Some(records.0.entry((*version).to_owned()).or_default());
                }
                ([kernel, bytes], Some(spills)) => match bytes.parse() {
                    Ok(bytes) if !spills.contains_key(*kernel) => {
                        spills.insert((*kernel).to_owned(), bytes);
                    }
                    Ok(_) => return wrong("this kernel has a line already"),
                    Err(_) => return wrong("the bytes that the kernel spills are expected after its name"),
                },
                ([_, _], None) => return wrong("a line `rustc VERSION` is expected before the first kernel"),
                _ => return wrong("`rustc VERSION` or `KERNEL BYTES` is expected"),
            }
        }
        Ok(records)
    }

    fn of(mut self, release: &str) -> MachineCode {
        let version = version(release);
        match self.0.remove(&version) {
            Some(spills) => MachineCode::Recorded { version, spills },
            None => MachineCode::Unrecorded { version, recorded: self.0.into_keys().collect() },
        }
    }
}

/// What a record calls a release: `1.96` for `1.96.0`, and a nightly by its whole name, since it changes every night.
fn version(release: &str) -> String {
    match release.split('.').collect::<Vec<_>>()[..] {
        [major, minor, _] if !release.contains('-') => format!("{major}.{minor}"),
        _ => release.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MachineCode, Records};

    const TEXT: &str = "# of sm_80 and sm_90a\nrustc 1.95\nscan 80 # 72 with 1.96\nlud 0\n\nrustc 1.96\n";

    fn of(release: &str) -> MachineCode {
        Records::parse(TEXT).unwrap().of(release)
    }

    #[test]
    fn each_version_has_its_own_spills() {
        assert_eq!((of("1.95.0").spills("scan", 72), of("1.96.0").spills("scan", 72)), (80, 72));
        assert_eq!((of("1.95.1").spills("lud", 8), of("1.95.0").spills("other", 8)), (0, 8));
        assert_eq!(MachineCode::Declared.spills("scan", 72), 72);
    }

    #[test]
    fn a_version_that_was_never_recorded_is_named() {
        for recorded in [of("1.95.0"), of("1.96.3"), MachineCode::Declared] {
            assert_eq!(recorded.unrecorded(), None);
        }
        let words = of("1.97.0-nightly").unrecorded().unwrap();
        assert!(words.contains("rustc 1.97.0-nightly was never recorded (recorded: 1.95, 1.96)"), "{words}");
        // A nightly is not the release of its number.
        let words = of("1.96.0-nightly").unrecorded().unwrap();
        assert!(words.contains("rustc 1.96.0-nightly was never recorded"), "{words}");
    }

    #[test]
    fn lines_that_say_nothing_are_refused() {
        for (text, words) in [
            ("scan 80\n", "line 1: `scan 80`: a line `rustc VERSION` is expected"),
            ("rustc 1.95\nscan\n", "line 2: `scan`: `rustc VERSION` or `KERNEL BYTES`"),
            ("rustc 1.95\nscan -1\n", "line 2: `scan -1`: the bytes"),
            ("rustc 1.95\nrustc 1.95\n", "line 2: `rustc 1.95`: this version has a line already"),
            ("rustc 1.95\nscan 1\nscan 2\n", "line 3: `scan 2`: this kernel has a line already"),
            ("rustc 1.95 1\n", "`rustc VERSION` or"),
        ] {
            let error = Records::parse(text).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
