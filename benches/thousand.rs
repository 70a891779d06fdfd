//! The cost of a thousand layouts in a user's build: `cargo build` of a crate with 1,000 of them, beside an empty one.
//!
//! `cargo bench --bench thousand`. Both crates depend on `lego`, which is built before; each build is repeated and the
//! median taken. Nothing is optimised: that is how a user's macro runs in a debug build.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LAYOUTS: usize = 1000;
const RUNS: usize = 3;

fn main() {
    // `cargo test --benches` runs this with `--test`: it is a benchmark, not a test.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target").join("thousand");
    let empty = build(root, &folder, "empty", "");
    let full = build(root, &folder, "full", &layouts());
    println!("cargo build, unoptimised, median of {RUNS}: empty crate {empty:?}, {LAYOUTS} layouts {full:?}");
    println!(
        "a layout: {:?}, the compiler's work on its functions included",
        (full.saturating_sub(empty)) / LAYOUTS as u32
    );
}

/// A thousand layout types: the zoo's layouts without symbols, in turn, with types of different names.
fn layouts() -> String {
    let zoo: Vec<&str> = include_str!("../tests/zoo/layouts.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": ").map(|(_, chain)| chain))
        .filter(|chain| {
            lego_lang::compile::compile(chain, &lego_lang::compile::Options::default())
                .is_ok_and(|compiled| compiled.parameters.is_empty())
        })
        .collect();
    let mut text = String::from("lego::layout! {\n");
    for (k, chain) in zoo.iter().cycle().take(LAYOUTS).enumerate() {
        let _ = writeln!(text, "    pub type L{k} = {chain};");
    }
    text + "}\n"
}

/// The median time of `cargo build` of a crate with this text, its dependencies being there.
fn build(root: &Path, folder: &Path, name: &str, text: &str) -> Duration {
    let home: PathBuf = folder.join(name);
    let source = home.join("src");
    std::fs::create_dir_all(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nlego = {{ path = {:?} }}\n\n\
         [workspace]\n",
        root.display().to_string()
    );
    write(&home.join("Cargo.toml"), &manifest);
    let _ = std::fs::copy(root.join("Cargo.lock"), home.join("Cargo.lock"));
    let run = |round: usize| {
        // A new comment makes the crate stale; its dependencies stay built.
        write(&source.join("lib.rs"), &format!("// {round}\n{text}"));
        let start = Instant::now();
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline"])
            .current_dir(&home)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .stdin(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "cargo build of the crate {name} failed");
        start.elapsed()
    };
    run(0);
    let mut times: Vec<Duration> = (1..=RUNS).map(run).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
