//! The program of the book's page on a crate with kernels, pasted into a folder of its own, tested and run.
//!
//! Without a compiler that has the source of `core` it cannot be built, and the test says so.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FILES: [&str; 5] = ["Cargo.toml", "kernels/Cargo.toml", "kernels/src/lib.rs", "build.rs", "src/main.rs"];

/// What it prints where there is a GPU, and how it begins where there is none.
const PRINTED: &str = "row 1 begins with [1.0, 513.0, 1025.0, 1537.0]\n";
const NO_GPU: [&str; 2] = ["error: there is no CUDA driver: ", "error: there is no device 0"];

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package is in crates")
}

/// The files of the page: each block of code whose first line is a comment with a path.
fn files(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let file = |block: &str| {
        let (_, text) = block.split_once('\n')?;
        let (first, _) = text.split_once('\n')?;
        let path = first.strip_prefix("# ").or_else(|| first.strip_prefix("// "))?;
        Some((path.to_owned(), format!("{text}\n")))
    };
    blocks.map(|block| file(block).expect("each block begins with the path of a file")).collect()
}

fn cargo(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).arg("--target-dir").arg(target()).current_dir(folder);
    // As in `program.rs`, with which it shares what it depends on.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    command.env("LEGO_KERNEL_TARGET", Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("ptx").join("build"));
    command.output().expect("cargo can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where it is built: with the other program of these tests, so that what both depend on is compiled once.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs")
}

/// The PTX for Hopper that the build script of a package embedded.
fn ptx(package: &str) -> Option<PathBuf> {
    let scripts = fs::read_dir(target().join("debug/build")).ok()?;
    let scripts = scripts.filter_map(Result::ok).filter(|script| {
        let name = script.file_name();
        name.to_string_lossy().rsplit_once('-').is_some_and(|(of, _)| of == package)
    });
    scripts.map(|script| script.path().join("out/kernels.sm_90a.ptx")).find(|path| path.is_file())
}

#[test]
fn the_program_of_the_page_works() {
    let page = fs::read_to_string(root().join("book/src/kernel-crate.md")).expect("the page can be read");
    let files = files(&page);
    assert_eq!(files.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), FILES);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder)).expect("a folder can be made");
        // An older time of a file that has not changed saves its compilation.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).expect("a file can be written");
        }
    };
    for (path, text) in &files {
        write(path, &text.replace("path = \"…", &format!("path = \"{}", root().display())));
    }
    // The versions that everything else here is tested with.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("Cargo.lock can be copied");

    let tested = cargo(&["test"], &folder);
    let words = text(&tested.stderr);
    if words.contains("no Rust compiler here has the source") {
        // Past the capture of the test runner, which shows only what failed.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: {words}");
        return;
    }
    assert!(tested.status.success(), "{words}{}", text(&tested.stdout));
    assert!(text(&tested.stdout).contains("test tests::a_matrix_is_turned ... ok"), "{}", text(&tested.stdout));
    assert!(!words.contains("warning: `turn"), "{words}");
    let ptx = fs::read_to_string(ptx("turn").expect("there is PTX")).expect("it can be read");
    for entry in ["turn_f32", "turn_i32"] {
        assert!(ptx.contains(&format!(".entry {entry}(")), "{entry} is not in the PTX");
    }

    let run = cargo(&["run", "--quiet"], &folder);
    let (printed, words) = (text(&run.stdout), text(&run.stderr));
    if run.status.success() {
        assert_eq!(printed, PRINTED);
    } else {
        assert!(run.status.code() == Some(1) && printed.is_empty(), "{printed}{words}");
        assert!(NO_GPU.iter().any(|error| words.starts_with(error)), "{words}");
    }
    // What the text around the program says of it.
    for said in [PRINTED.trim_end(), "error: there is no CUDA driver: "] {
        assert!(page.contains(said), "`{said}` is not on the page");
    }

    // The check must be able to fail.
    let source = &files.iter().find(|(path, _)| path == FILES[2]).expect("the kernels are among the files").1;
    write(FILES[2], &source.replace("    sync_threads();\n", ""));
    let racing = cargo(&["test"], &folder);
    let words = text(&racing.stdout);
    assert!(!racing.status.success() && words.contains("races with a"), "{words}");
}
