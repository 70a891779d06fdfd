//! `cargo xtask oldest`: the crates that programs on the CPU need, with the oldest compiler that they are for.
//!
//! Which crates those are the manifests say: they name an older compiler than the workspace does. Among them is a crate full of
//! `layout!`, whose tests run, so that generated code is for that compiler too.

use crate::steps::{Steps, members, root, succeeds};
use std::process::{Command, ExitCode};

/// The package whose tests run: what `layout!` writes, in surroundings of every kind.
const TESTED: &str = "hygiene";

/// The features of the facade crate that are compiled one by one.
const FEATURES: [&str; 7] = ["", "alloc", "std", "ndarray", "rayon", "serde,dynamic", "dynamic"];

/// Features of the crates whose dependencies are for newer compilers.
const NEWER: [&str; 3] = ["faer", "mdarray", "nalgebra"];

/// The compiler's version, the packages that are for it, and their features, as `package/feature`.
struct Oldest {
    version: String,
    packages: Vec<String>,
    features: Vec<String>,
}

/// Everything with the oldest compiler; where it is not installed it is, and where that fails so does the command.
pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    match Oldest::of_manifests() {
        Ok(oldest) => {
            if !oldest.is_installed() {
                steps.run(&format!("Rust {} is installed", oldest.version), oldest.installation());
            }
            oldest.check(&mut steps, &FEATURES);
        }
        Err(error) => steps.fail("the oldest compiler", &std::io::Error::other(error)),
    }
    steps.summary()
}

/// The same as steps among others, where that compiler is installed or rustup can install it: what `layout!` writes and all that it needs, or
/// everything. That nothing of a newer library is used clippy sees in every package.
pub(crate) fn check(steps: &mut Steps, everything: bool) {
    match Oldest::of_manifests() {
        Ok(oldest) if oldest.is_installed() || succeeds(&mut oldest.installation()) => {
            if everything {
                oldest.check(steps, &FEATURES)
            } else {
                oldest.check_written(steps)
            }
        }
        Ok(Oldest { version, .. }) => steps.leave_out(
            "the crates for the CPU with the oldest compiler",
            &format!("Rust {version} is not here, and `rustup toolchain install {version}` fails"),
        ),
        Err(error) => steps.fail("the oldest compiler", &std::io::Error::other(error)),
    }
}

impl Oldest {
    /// What the manifests name.
    ///
    /// # Errors
    /// Where they name none, or several.
    fn of_manifests() -> Result<Self, String> {
        let members = members()?;
        let mut oldest = Self::among(members.iter().filter_map(|package| {
            Some((package["name"].as_str()?.to_owned(), package["rust_version"].as_str()?.to_owned()))
        }))?;
        for package in &members {
            let Some((name, features)) = package["name"].as_str().zip(package["features"].as_object()) else {
                continue;
            };
            if oldest.packages.iter().any(|one| one == name) {
                let older = features.keys().filter(|feature| !NEWER.contains(&feature.as_str()));
                oldest.features.extend(older.map(|feature| format!("{name}/{feature}")));
            }
        }
        Ok(oldest)
    }

    fn among(packages: impl Iterator<Item = (String, String)>) -> Result<Self, String> {
        let newest = env!("CARGO_PKG_RUST_VERSION");
        let (packages, mut versions): (Vec<_>, Vec<_>) = packages.filter(|(_, version)| version != newest).unzip();
        versions.sort_unstable();
        versions.dedup();
        match <[String; 1]>::try_from(versions) {
            Ok([version]) => Ok(Self { version, packages, features: Vec::new() }),
            Err(none) if none.is_empty() => Err(format!("every package is for Rust {newest}")),
            Err(several) => Err(format!("packages are for different older compilers: {}", several.join(", "))),
        }
    }

    fn is_installed(&self) -> bool {
        succeeds(&mut self.cargo(&["--version"]))
    }

    fn installation(&self) -> Command {
        let mut install = Command::new("rustup");
        install.args(["toolchain", "install", &self.version, "--profile", "minimal"]);
        install
    }

    fn check(&self, steps: &mut Steps, features: &[&str]) {
        let version = &self.version;
        let packages = || self.packages.iter().flat_map(|name| ["--package", name]);
        let mut all = self.cargo(&["check", "--quiet", "--features", &self.features.join(",")]);
        all.args(packages());
        let newer = NEWER.join(", ");
        steps.run(&format!("{} with Rust {version}, all features but {newer}", self.packages.join(", ")), all);
        for &features in features {
            let mut one = self.cargo(&["check", "--quiet", "--package", "lego", "--no-default-features"]);
            one.args(["--features", features]);
            let features = if features.is_empty() { "no features" } else { features };
            steps.run(&format!("lego with Rust {version}, {features}"), one);
        }
        self.check_written(steps);
    }

    /// What `layout!` writes compiles and is right.
    fn check_written(&self, steps: &mut Steps) {
        let version = &self.version;
        let tests = self.cargo(&["test", "--quiet", "--package", TESTED]);
        steps.run(&format!("what layout! writes, with Rust {version}"), tests);
    }

    /// Cargo of that compiler.
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.arg(format!("+{}", self.version)).args(arguments).current_dir(root());
        // They say which compiler this was started by.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        command
    }
}

#[cfg(test)]
mod tests {
    use super::Oldest;

    #[test]
    fn the_manifests_name_one_older_compiler() {
        let among = |versions: &[&str]| {
            let packages = versions.iter().enumerate().map(|(k, version)| (format!("p{k}"), (*version).to_owned()));
            Oldest::among(packages).map(|oldest| (oldest.version, oldest.packages.join(" ")))
        };
        let newest = env!("CARGO_PKG_RUST_VERSION");
        assert_eq!(among(&["1.70", newest, "1.70"]), Ok(("1.70".to_owned(), "p0 p2".to_owned())));
        assert!(among(&[newest]).is_err());
        assert_eq!(among(&["1.71", "1.70"]), Err("packages are for different older compilers: 1.70, 1.71".to_owned()));
    }
}
