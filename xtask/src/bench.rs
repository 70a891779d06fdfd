//! `cargo xtask bench`: the benchmarks.

use crate::steps::{Steps, cargo, root};
use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (options, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|a| a.starts_with("--"));
    if let Some(unknown) = options.iter().find(|option| **option != "--quick") {
        eprintln!("cargo xtask bench: unknown option {unknown}; there is --quick");
        return ExitCode::from(2);
    }
    let known = benches();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        eprintln!("cargo xtask bench: no benchmark is called {unknown}; there are {}", known.join(", "));
        return ExitCode::from(2);
    }
    let chosen: Vec<&String> = if names.is_empty() { known.iter().collect() } else { names };
    let mut steps = Steps::default();
    for name in chosen {
        let mut command = cargo(&["bench", "--bench", name]);
        command.args(package(name));
        // Some benchmarks are of what a feature brings.
        command.arg("--all-features");
        // Only criterion's own benchmarks know the option.
        if !options.is_empty() && uses_criterion(name) {
            command.args(["--", "--quick"]);
        }
        steps.run(name, command);
    }
    steps.summary()
}

/// The files of `benches/`, and its folders that have a `main.rs`.
fn benches() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("benches"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file())
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

/// The arguments that name the package of a benchmark: the one in its own folder, or else the crate `lego`.
fn package(name: &str) -> [OsString; 2] {
    let own = root().join("benches").join(name).join("Cargo.toml");
    if own.is_file() { ["--manifest-path".into(), own.into()] } else { ["--package".into(), "lego".into()] }
}

fn uses_criterion(name: &str) -> bool {
    let file = root().join("benches").join(format!("{name}.rs"));
    std::fs::read_to_string(file).is_ok_and(|text| text.contains("criterion_main!"))
}
