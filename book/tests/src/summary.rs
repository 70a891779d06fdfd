//! The pages in their order, and every file that they lead to.

use crate::page::{links, resolved};
use crate::program::documentation;
use crate::studio;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The list of the pages, as a path of the repository.
pub const SUMMARY: &str = "book/src/SUMMARY.md";

/// What the list names, with its titles: texts, and Rust modules whose documentation is a page.
fn named(root: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let list = text(root, Path::new(SUMMARY))?;
    let title = |line: &str| {
        line.split_once('[').and_then(|(_, rest)| rest.split_once("](")).map(|(title, _)| title.to_owned())
    };
    let links = links(&list).into_iter();
    let named = links.map(|link| {
        let line = list.lines().nth(link.line - 1).unwrap_or_default();
        (title(line).unwrap_or_default(), resolved(Path::new(SUMMARY), &link.target).0)
    });
    Ok(named.collect())
}

/// A file of the repository; an error names it.
fn read(root: &Path, path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(root.join(path)).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

fn text(root: &Path, path: &Path) -> io::Result<String> {
    String::from_utf8(read(root, path)?).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// The texts in the order of the list, as paths of the repository.
///
/// # Errors
/// Where the list cannot be read.
pub fn pages(root: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(named(root)?.into_iter().map(|(_, path)| path).filter(|path| is_text(path)).collect())
}

/// A text whose links lead where mdBook puts the pages: those made of modules have other names, and a README is an index.
fn led(page: &Path, mut text: String, modules: &[PathBuf]) -> String {
    for link in links(&text) {
        let path = resolved(page, &link.target).0;
        let led = if modules.contains(&path) {
            link.target.replace(".rs", ".md")
        } else if path.ends_with("README.md") && page != Path::new(SUMMARY) {
            link.target.replace("README.md", "index.md")
        } else {
            continue;
        };
        text = text.replace(&format!("]({})", link.target), &format!("]({led})"));
    }
    text
}

/// What mdBook is given, by its path: the list, seen from the folder of the repository, the pages, and every file of the repository that a
/// link or a picture on one of them leads to.
///
/// # Errors
/// Where a file cannot be read.
pub fn files(root: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let named = named(root)?;
    let modules: Vec<PathBuf> = named.iter().map(|(_, path)| path.clone()).filter(|path| !is_text(path)).collect();
    let mut files = BTreeMap::new();
    let mut list = led(Path::new(SUMMARY), text(root, Path::new(SUMMARY))?, &modules);
    for link in links(&list) {
        let path = resolved(Path::new(SUMMARY), &link.target).0;
        list = list.replace(&format!("]({})", link.target), &format!("]({})", path.display()));
    }
    files.insert(PathBuf::from("SUMMARY.md"), list.into_bytes());
    for (title, path) in &named {
        let text = text(root, path)?;
        if !is_text(path) {
            files.insert(path.with_extension("md"), documentation(title, &text).into_bytes());
            continue;
        }
        for link in links(&text).iter().filter(|link| !link.is_outside() && studio::chain(&link.target).is_none()) {
            let linked = resolved(path, &link.target).0;
            if !is_text(&linked) && !modules.contains(&linked) {
                files.insert(linked.clone(), read(root, &linked)?);
            }
        }
        files.insert(path.clone(), led(path, text, &modules).into_bytes());
    }
    Ok(files)
}
