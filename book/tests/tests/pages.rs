//! Links between the pages lead somewhere, every page is in the list, blocks of code are tested, and what opens the Studio is an address.

use lego_book::page::{anchors, blocks, links, resolved};
use lego_book::{root, studio, summary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Texts of the repository that are no pages, whose links are looked at too.
const OTHERS: [&str; 3] = ["CONTRIBUTING.md", "DESIGN.md", "book/src/SUMMARY.md"];

/// Folders whose texts are all pages.
const FOLDERS: [&str; 2] = ["book/src", "docs/decisions"];

fn read(path: &Path) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_link_leads_to_a_file_and_to_a_heading_in_it() {
    let mut pages = summary::pages(&root()).unwrap();
    pages.extend(OTHERS.map(PathBuf::from));
    let mut wrong = Vec::new();
    for page in &pages {
        for link in links(&read(page)) {
            let place = format!("{}:{}: {}", page.display(), link.line, link.target);
            if link.is_outside() || studio::chain(&link.target).is_some() {
                continue;
            }
            let (path, anchor) = resolved(page, &link.target);
            if !root().join(&path).is_file() {
                wrong.push(format!("{place}: there is no such file"));
            } else if let Some(anchor) = anchor.filter(|_| path.extension().is_some_and(|extension| extension == "md"))
                && !anchors(&read(&path)).contains(&anchor)
            {
                wrong.push(format!("{place}: {} has no heading `{anchor}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_text_that_a_page_leads_to_is_a_page() {
    let pages = summary::pages(&root()).unwrap();
    for page in &pages {
        for link in links(&read(page)).iter().filter(|link| !link.is_outside()) {
            let (path, _) = resolved(page, &link.target);
            let is_text = path.extension().is_some_and(|extension| extension == "md");
            // mdBook makes a page of what stands in the list alone.
            assert!(
                !is_text || pages.contains(&path),
                "{}:{}: SUMMARY.md has no {}",
                page.display(),
                link.line,
                path.display()
            );
        }
    }
    assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len(), "a page is in the list twice");
    let files = summary::files(&root()).unwrap();
    assert!(pages.iter().all(|page| files.contains_key(page)));
}

#[test]
fn every_text_of_the_folders_is_a_page() {
    let pages: BTreeSet<PathBuf> = summary::pages(&root()).unwrap().into_iter().collect();
    let (mut folders, mut texts) = (FOLDERS.map(|folder| root().join(folder)).to_vec(), Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("SUMMARY.md") {
                texts.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    let missing: Vec<&PathBuf> = texts.iter().filter(|path| !pages.contains(*path)).collect();
    assert!(missing.is_empty(), "book/src/SUMMARY.md has no {missing:?}");
}

#[test]
fn an_address_of_the_studio_is_written_as_it_is_encoded() {
    for page in summary::pages(&root()).unwrap() {
        for link in links(&read(&page)).iter().filter(|link| link.target.contains("studio.html")) {
            let place = format!("{}:{}", page.display(), link.line);
            let chain = studio::chain(&link.target).unwrap_or_else(|| panic!("{place}: no chain in {}", link.target));
            assert!(
                link.target.ends_with(&format!("{}{}", studio::STUDIO, studio::encoded(&chain))),
                "{place}: {chain}"
            );
        }
    }
}

#[test]
fn rust_on_a_page_is_tested() {
    // Those whose doc tests run elsewhere.
    let elsewhere = ["README.md", "book/src/first-kernel.md", "book/src/kernel-crate.md"];
    // Blocks that rustdoc leaves out: files of a crate, kernels that a test compares with their files, a part of a kernel.
    let left_out = ["book/src/first-kernel.md", "book/src/kernel-crate.md", "book/src/bank-conflicts.md"];
    let tests = read(Path::new("book/tests/src/lib.rs"));
    for page in summary::pages(&root()).unwrap() {
        let name = page.to_str().unwrap();
        for block in blocks(&read(&page)).iter().filter(|block| block.language.starts_with("rust")) {
            let place = format!("{name}:{}", block.line);
            let is_left_out = block.language.contains("ignore");
            assert!(!is_left_out || left_out.contains(&name), "{place} is not compiled");
            let file = name.strip_prefix("book/src/").unwrap_or(name);
            let is_listed = elsewhere.contains(&name) || tests.contains(&format!("\"{file}\""));
            assert!(
                is_listed || is_left_out || file.starts_with("targets/"),
                "book/tests/src/lib.rs does not name {file}"
            );
        }
    }
}

#[test]
fn a_block_says_what_it_is_and_commands_stand_where_they_are_executed() {
    for page in summary::pages(&root()).unwrap() {
        for block in blocks(&read(&page)) {
            let place = format!("{}:{}", page.display(), block.line);
            assert!(!block.language.is_empty(), "{place}: a block of no language");
            let is_command = block.text.starts_with("$ ");
            assert_eq!(
                is_command,
                block.language == "console",
                "{place}: `console` is for `$ lego …` and what it prints"
            );
        }
    }
}
