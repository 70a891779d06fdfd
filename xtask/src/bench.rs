//! `cargo xtask bench`: the benchmarks.

use crate::steps::{Steps, cargo, root};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (options, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|a| a.starts_with("--"));
    if let Some(unknown) = options.iter().find(|option| **option != "--quick") {
        eprintln!("cargo xtask bench: unknown option {unknown}; there is --quick");
        return ExitCode::from(2);
    }
    let known = benches();
    if let Some(unknown) = names.iter().find(|name| !known.iter().any(|benchmark| benchmark.name == ***name)) {
        let known: Vec<&str> = known.iter().map(|benchmark| benchmark.name.as_str()).collect();
        eprintln!("cargo xtask bench: no benchmark is called {unknown}; there are {}", known.join(", "));
        return ExitCode::from(2);
    }
    let is_chosen = |benchmark: &&Benchmark| names.is_empty() || names.iter().any(|name| **name == benchmark.name);
    let mut steps = Steps::default();
    for benchmark in known.iter().filter(is_chosen) {
        let mut command = cargo(&["bench", "--bench", &benchmark.name]);
        command.args(&benchmark.package);
        // Some benchmarks are of what a feature brings; one feature of lego-cuda needs CUDA to be built.
        if benchmark.package[1] != "lego-cuda" {
            command.arg("--all-features");
        }
        // Only criterion's own benchmarks know the option.
        if !options.is_empty() && benchmark.uses_criterion() {
            command.args(["--", "--quick"]);
        }
        steps.run(&benchmark.name, command);
    }
    steps.summary()
}

/// A benchmark: its name, and the arguments of cargo that name its package.
struct Benchmark {
    name: String,
    package: [OsString; 2],
    file: PathBuf,
}

/// The files of `benches/`, its folders that have a `main.rs`, which are packages of their own, and the files of `benches/` in each
/// member.
fn benches() -> Vec<Benchmark> {
    let mut found = in_folder(&root().join("benches"), "lego");
    for member in entries(&root()).into_iter().chain(entries(&root().join("crates"))) {
        let name = member.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if member.join("Cargo.toml").is_file() {
            found.extend(in_folder(&member.join("benches"), &name));
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// The benchmarks of a folder of a package.
fn in_folder(folder: &Path, package: &str) -> Vec<Benchmark> {
    let named = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let benchmark = |path: PathBuf| {
        if path.extension().is_some_and(|extension| extension == "rs") {
            return Some(Benchmark { name: named(&path)?, package: ["--package".into(), package.into()], file: path });
        }
        let (file, own) = (path.join("main.rs"), path.join("Cargo.toml"));
        let package =
            if own.is_file() { ["--manifest-path".into(), own.into()] } else { ["--package".into(), package.into()] };
        file.is_file().then_some(Benchmark { name: named(&path)?, package, file })
    };
    entries(folder).into_iter().filter_map(benchmark).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

impl Benchmark {
    fn uses_criterion(&self) -> bool {
        std::fs::read_to_string(&self.file).is_ok_and(|text| text.contains("criterion_main!"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn benchmarks_of_every_member_are_known() {
        let found = benches();
        let package = |name: &str| {
            let found: Vec<&Benchmark> = found.iter().filter(|benchmark| benchmark.name == name).collect();
            assert_eq!(found.len(), 1, "{name}: a name is one benchmark");
            found[0].package[1].to_string_lossy().into_owned()
        };
        assert_eq!(
            [package("relation"), package("algebra"), package("linear")],
            ["lego", "lego-algebra", "lego-algebra"]
        );
        assert_eq!(package("executor"), "lego-cuda");
        assert!(package("machine_code").ends_with("Cargo.toml"));
        for benchmark in &found {
            assert_eq!(package(&benchmark.name), benchmark.package[1].to_string_lossy());
            assert!(benchmark.file.is_file());
        }
    }
}
