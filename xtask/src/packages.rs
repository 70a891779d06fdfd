//! Packages of registries that `cargo xtask setup` installs: those of PyPI and npm with versions and hashes that
//! `xtask/requirements` records, those of Debian by their names.

use crate::steps::{root, succeeds, tools};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// What one call of a registry's client installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// A package of Debian's. Its archive keeps no old versions, so that none is pinned.
    Debian(&'static str),
    /// Packages of PyPI, into the project's own folder of modules: the name of their file of requirements.
    Python(&'static str),
    /// A package of PyPI alone, without what it depends on, into the project's own folder of tools.
    PythonTool(&'static str),
    /// Packages of npm, into the project's own folder: the name of the folder with their lock.
    Npm(&'static str),
    /// A component of the toolchain in use, whose version it has.
    Rustup(&'static str),
}

impl Package {
    /// What will be installed, for people: the registry, names, and versions where they are pinned.
    ///
    /// # Errors
    /// Where the requirements cannot be read.
    pub(crate) fn describe(self) -> Result<String, String> {
        Ok(match self {
            Self::Debian(package) => format!("Debian: {package}, the version that the archive has"),
            Self::Rustup(component) => format!("rustup: {component}, of the toolchain in use"),
            Self::Python(name) | Self::PythonTool(name) => {
                let versions = pinned(&read(python(name))?);
                format!("PyPI: {} (xtask/requirements/{name}.txt)", versions.join(", "))
            }
            Self::Npm(name) => {
                let versions = locked(&read(npm(name).join(LOCK))?)?;
                format!("npm: {} (xtask/requirements/{name})", versions.join(", "))
            }
        })
    }

    /// Installs it; says which version, where none was pinned.
    ///
    /// # Errors
    /// What the registry's client says, or that it is missing.
    pub(crate) fn install(self) -> Result<(), String> {
        match self {
            Self::Debian(package) => {
                static UPDATED: OnceLock<bool> = OnceLock::new();
                if !UPDATED.get_or_init(|| succeeds(Command::new("apt-get").args(["update", "-qq"]))) {
                    return Err(format!("{package}: apt-get update fails"));
                }
                quiet(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends", package]))?;
                let mut version = Command::new("dpkg-query");
                let version = quiet(version.args(["--show", "--showformat", "${Version}", package]))?;
                println!("installed {package} {version}");
            }
            Self::Rustup(component) => drop(quiet(Command::new("rustup").args(["component", "add", component]))?),
            Self::Python(name) => drop(quiet(pip(name).arg("--target").arg(tools().join("python")))?),
            Self::PythonTool(name) => drop(quiet(pip(name).arg("--no-deps").arg("--target").arg(tools()))?),
            Self::Npm(name) => {
                let folder = tools().join("node");
                let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
                std::fs::create_dir_all(&folder).map_err(wrong)?;
                for file in ["package.json", LOCK] {
                    std::fs::copy(npm(name).join(file), folder.join(file)).map_err(wrong)?;
                }
                let mut npm = Command::new("npm");
                quiet(npm.args(["ci", "--silent", "--ignore-scripts", "--no-audit", "--prefix"]).arg(&folder))?;
            }
        }
        Ok(())
    }
}

/// The name of npm's list of versions and hashes.
const LOCK: &str = "package-lock.json";

fn requirements() -> PathBuf {
    root().join("xtask").join("requirements")
}

fn python(name: &str) -> PathBuf {
    requirements().join(format!("{name}.txt"))
}

fn npm(name: &str) -> PathBuf {
    requirements().join(name)
}

fn read(path: PathBuf) -> Result<String, String> {
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// pip, which takes nothing whose hash is not in the file.
fn pip(name: &str) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]);
    pip.args(["--upgrade", "--require-hashes", "--requirement"]).arg(python(name));
    pip
}

/// What a command prints; where it fails, its errors.
fn quiet(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(std::process::Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("{program}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// The packages of a file of requirements, with their versions and markers: `numpy 2.4.6 (python_full_version < '3.12')`.
fn pinned(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_alphanumeric()));
    let package = |line: &str| {
        let (package, marker) = line.trim_end_matches(['\\', ' ']).split_once(" ; ").map_or_else(
            || (line.trim_end_matches(['\\', ' ']), String::new()),
            |(package, marker)| (package, format!(" ({marker})")),
        );
        format!("{}{marker}", package.replacen("==", " ", 1))
    };
    lines.map(package).collect()
}

/// The packages of a lock of npm's, with their versions.
fn locked(text: &str) -> Result<Vec<String>, String> {
    let lock: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("{LOCK}: {error}"))?;
    let packages = lock["packages"].as_object().into_iter().flatten();
    Ok(packages
        .filter_map(|(path, package)| {
            let name = path.strip_prefix("node_modules/")?;
            Some(format!("{name} {}", package["version"].as_str()?))
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::{LOCK, locked, pinned, requirements};
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    /// The files of requirements with a name that ends so, and their texts.
    fn files(end: &str) -> Vec<(PathBuf, String)> {
        let (mut folders, mut files) = (vec![requirements()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.to_str().unwrap().ends_with(end) {
                    files.push((path.clone(), std::fs::read_to_string(path).unwrap()));
                }
            }
        }
        assert!(!files.is_empty());
        files
    }

    #[test]
    fn every_package_of_python_has_one_version_and_its_hashes() {
        let mut versions: BTreeMap<String, String> = BTreeMap::new();
        for (path, text) in files(".txt") {
            let path = path.display();
            let mut hashes = usize::MAX;
            for line in text.lines() {
                if line.starts_with("    --hash=sha256:") {
                    let hash = line.trim_end_matches(['\\', ' ']).rsplit(':').next().unwrap();
                    assert!(hash.len() == 64 && hash.bytes().all(|c| c.is_ascii_hexdigit()), "{path}: {line}");
                    hashes += 1;
                } else {
                    assert!(hashes > 0 && line.contains("==") && line.ends_with(" \\"), "{path}: {line}");
                    hashes = 0;
                }
            }
            assert!(hashes > 0 && hashes < usize::MAX, "{path}: the last package has no hash");
            assert!(!text.contains("//"), "{path}: an address");
            for package in pinned(&text) {
                let (name, version) = package.split_once(' ').unwrap();
                // Two versions of one package are for different versions of Python.
                let key = package.split_once('(').map_or(name.to_owned(), |(_, marker)| format!("{name} {marker}"));
                let known = versions.entry(key).or_insert_with(|| version.to_owned());
                assert_eq!(known, version, "{path}: {name} has another version in another file");
            }
        }
        assert!(versions.len() > 10);
    }

    #[test]
    fn every_package_of_npm_has_a_hash_and_no_address() {
        for (path, text) in files(LOCK) {
            let lock: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(!text.contains("resolved"), "{}", path.display());
            for (name, package) in lock["packages"].as_object().unwrap() {
                assert!(name.is_empty() || package["integrity"].is_string(), "{}: {name}", path.display());
            }
            assert!(!locked(&text).unwrap().is_empty());
        }
    }

    #[test]
    fn versions_are_read_from_requirements() {
        let text = "a-b==1.2 \\\n    --hash=sha256:00\nc==3 ; python_full_version < '3.12' \\\n    --hash=sha256:01\n";
        assert_eq!(pinned(text), ["a-b 1.2", "c 3 (python_full_version < '3.12')"]);
    }
}
