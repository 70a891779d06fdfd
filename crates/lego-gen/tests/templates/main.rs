//! The templates of `examples/templates`: what they are filled to is kept beside them and up to date, and computes what it says.
//!
//! `LEGO_BLESS=1 cargo test -p lego-gen --test templates` writes what they are filled to now.

use lego_gen::fill::{Template, fill};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn templates() -> PathBuf {
    root().join("examples/templates")
}

/// A folder for a test, which is emptied first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program that has to succeed.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(4000).collect::<String>();
    assert!(output.status.success(), "{command:?}\n{}\n{}", text(&output.stderr), text(&output.stdout));
}

/// A command of the page as its words; quotation marks keep some together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn filled_texts_are_up_to_date() {
    let page = fs::read_to_string(templates().join("README.md")).unwrap();
    let commands = page.lines().filter_map(|line| line.strip_prefix("lego fill "));
    let mut filled: Vec<String> = Vec::new();
    for command in commands {
        let words = words(command);
        let text = fs::read_to_string(templates().join(&words[0])).unwrap();
        let mut template = Template { file: words[0].clone().into(), ..Template::new(&text) };
        for option in words[1..].chunks(2) {
            match option[0].as_str() {
                "-o" => filled.push(option[1].clone()),
                "--let" => {
                    let (name, chain) = option[1].split_once('=').unwrap();
                    template.layouts.insert(name.to_owned(), chain.to_owned());
                }
                other => panic!("{command}: {other}"),
            }
        }
        let now = fill(&template).unwrap_or_else(|faults| panic!("{command}: {faults:#?}"));
        assert!(now.warnings.is_empty(), "{command}: {:#?}", now.warnings);
        let file = templates().join(filled.last().unwrap());
        if std::env::var_os("LEGO_BLESS").is_some() {
            fs::write(&file, &now.text).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == now.text, "{} is not up to date; see the difference after `cargo xtask bless`", file.display());
    }
    let mut files: Vec<String> = fs::read_dir(templates().join("filled"))
        .unwrap()
        .map(|file| format!("filled/{}", file.unwrap().file_name().to_str().unwrap()))
        .filter(|name| !name.contains("__pycache__"))
        .collect();
    files.sort();
    filled.sort();
    assert_eq!(files, filled, "a file that no command writes, or the other way round");
}

#[test]
fn triton_kernels_in_the_interpreter() {
    let tools = root().join("target/tools/python");
    let python = || {
        let mut python = Command::new("python3");
        python.env("PYTHONPATH", &tools).env("PYTHONDONTWRITEBYTECODE", "1").env("TRITON_INTERPRET", "1");
        python
    };
    let has = |module: &&str| {
        python().args(["-c", &format!("import {module}")]).output().is_ok_and(|output| output.status.success())
    };
    if let Some(module) = ["triton", "numpy"].into_iter().find(|module| !has(module)) {
        return not_tested::missing(module, "filled kernels of Triton");
    }
    run(python()
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/templates/interpreted.py"))
        .arg(templates().join("filled")));
}

#[test]
fn cuda_kernels_on_threads() {
    if !Command::new("g++").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return not_tested::missing("g++", "filled kernels of CUDA");
    }
    let folder = folder("cuda");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/templates");
    let kernels = [
        ("transpose_swizzled.cu", "transpose.cpp"),
        ("transpose_padded.cu", "transpose.cpp"),
        ("needle_rows.cu", "needle.cpp"),
        ("needle_diagonals.cu", "needle.cpp"),
        ("needle_padded.cu", "needle.cpp"),
    ];
    for (kernel, program) in kernels {
        let kernel = templates().join("filled").join(kernel).canonicalize().unwrap();
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-fsanitize=address,undefined"]);
        compiler.args(["-Wno-unused-parameter", "-Wno-unknown-pragmas", "-fno-sanitize-recover"]);
        compiler.arg(format!("-DKERNEL=\"{}\"", kernel.display())).arg(here.join(program));
        run(compiler.arg("-o").arg(folder.join("program")));
        run(&mut Command::new(folder.join("program")));
    }
}
