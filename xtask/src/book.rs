//! `cargo xtask book`: the pages of `book/src` as HTML, by mdBook.
//!
//! Every text is copied to where it stands in the repository, below `target/book/src`: the pages, what they link to, and what
//! other folders have for the book, such as SPEC.md and the recipes. So a link is right on a page, in the book and where the files are looked at.

use crate::steps::{Steps, root, target};
use lego_book::{html, summary};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The version whose output was looked at.
const VERSION: &str = "0.5.4";

/// The command that installs mdBook: without what watches files and serves pages, which takes most of its dependencies.
const INSTALL: [&str; 8] =
    ["install", "mdbook", "--version", VERSION, "--locked", "--no-default-features", "--features", "search"];

const USAGE: &str = "cargo xtask book [--install] [--serve | --open]";

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (mut serve, mut open) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--install" => {
                println!("$ cargo {}", INSTALL.join(" "));
                if !crate::steps::cargo(&INSTALL).status().is_ok_and(|status| status.success()) {
                    return ExitCode::FAILURE;
                }
            }
            "--serve" => serve = true,
            "--open" => (serve, open) = (true, true),
            other => {
                eprintln!("{USAGE}: `{other}` is neither");
                return ExitCode::from(2);
            }
        }
    }
    let folder = match build() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", folder.join("index.html").display());
    if !serve {
        return ExitCode::SUCCESS;
    }
    let mut server = crate::steps::cargo(&["run", "--quiet", "--package", "lego-cli", "--example", "serve", "--"]);
    server.arg(&folder).args(open.then_some("--open"));
    match server.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The book as a step among others, where mdBook is: it is built in seconds, but compiled in minutes.
pub(crate) fn check(steps: &mut Steps) {
    match version() {
        Some(_) => steps.note("the book", build().map(|_| ())),
        None => steps.leave_out("the book", "there is no mdbook: `cargo xtask book --install`"),
    }
}

/// What mdBook says that it is.
fn version() -> Option<String> {
    let output = Command::new("mdbook").arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().trim_start_matches("mdbook v").to_owned())
}

/// The folder of the book's HTML.
///
/// # Errors
/// Where mdBook is missing or fails, where a file cannot be read or written, and where a link leads nowhere.
fn build() -> Result<PathBuf, String> {
    let version = version().ok_or("there is no mdbook, which makes HTML of the book: `cargo xtask book --install`")?;
    if version != VERSION {
        println!("mdbook is {version}; the book was looked at as {VERSION} makes it");
    }
    let folder = target().join("book");
    let source = folder.join("src");
    let error = |error: io::Error| format!("the book: {error}");
    if source.exists() {
        std::fs::remove_dir_all(&source).map_err(error)?;
    }
    for (path, bytes) in summary::files(&root()).map_err(error)? {
        let path = source.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&source)).map_err(error)?;
        std::fs::write(path, bytes).map_err(error)?;
    }
    copy(&root().join("book/book.toml"), &folder.join("book.toml")).map_err(error)?;
    studio(&source).map_err(error)?;
    let status = Command::new("mdbook").arg("build").current_dir(&folder).status().map_err(error)?;
    if !status.success() {
        return Err(format!("mdbook: {status}"));
    }
    let html = folder.join("html");
    let dead = html::dead(&html).map_err(error)?;
    if dead.is_empty() {
        return Ok(html);
    }
    let dead = dead.iter().map(|(page, link)| format!("\n{}: {link}", page.display()));
    Err(format!("links that lead nowhere:{}", dead.collect::<String>()))
}

/// A file's copy, in a folder that is made.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to.parent().unwrap_or(to))?;
    std::fs::copy(from, to).map(|_| ()).map_err(|error| io::Error::other(format!("{}: {error}", from.display())))
}

/// The Studio beside the pages, as `cargo xtask studio` built it; where it was not built, a page that says how.
fn studio(source: &Path) -> io::Result<()> {
    let (built, folder) = (target().join("studio/page"), source.join("book/src/studio"));
    std::fs::create_dir_all(&folder)?;
    if !built.join("index.html").exists() {
        return std::fs::write(folder.join("studio.html"), include_str!("book/without_studio.html"));
    }
    for entry in std::fs::read_dir(&built)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default();
        // Links say which page they lead to.
        let name = if name == "index.html" { "studio.html".as_ref() } else { name };
        if file.is_file() {
            copy(&file, &folder.join(name))?;
        }
    }
    Ok(())
}
