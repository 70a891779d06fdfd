//! The words of the texts: misspelled ones, by codespell; addresses that leave the repository and lead nowhere; hosts of package
//! registries, which no file names but Cargo.lock.

use crate::packages::Package;
use crate::steps::{Steps, root, succeeds, tools};
use lego_book::page::links;
use lego_book::summary;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What is no misspelling here: the last extent of a formula.
const RIGHT: &str = "nd";

/// Texts beside the pages of the book.
const OTHERS: [&str; 3] = ["book/puzzles/src", "tests/zoo/gallery.txt", "tests/zoo/layouts.txt"];

/// Hosts of package registries, in two parts so that this file names none.
const REGISTRIES: [(&str, &str); 7] = [
    ("crates.", "io"),
    ("pypi.", "org"),
    ("python", "hosted.org"),
    ("npm", "js.org"),
    ("npm", "js.com"),
    ("yarn", "pkg.com"),
    ("ruby", "gems.org"),
];

/// Python's package that knows misspelled words: a list of them, in pure Python. A list of the words that are right would have to grow with
/// every page, and would take a new misspelling for a new word.
fn codespell() -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", tools().join("python")).args(["-m", "codespell_lib"]).current_dir(root());
    python
}

fn is_there() -> bool {
    succeeds(codespell().arg("--version"))
}

/// The package of codespell, where it is missing here.
pub(crate) fn missing() -> Option<Package> {
    (!is_there()).then_some(Package::Python("codespell"))
}

/// The words of all pages and puzzles, and the hosts that files name, as steps among others.
pub(crate) fn check(steps: &mut Steps) {
    check_registries(steps);
    if !is_there() {
        return steps.leave_out("spelling", "there is no codespell: `cargo xtask setup`");
    }
    match summary::pages(&root()) {
        Ok(pages) => {
            let mut command = codespell();
            command.args(["--ignore-words-list", RIGHT]).args(pages).args(OTHERS);
            steps.run("spelling", command);
        }
        Err(error) => steps.fail("spelling", &error),
    }
}

/// Every address on a page that leaves the repository answers: asked one by one, with what it needs curl and the network.
pub(crate) fn check_addresses(steps: &mut Steps) {
    const NAME: &str = "links that leave the repository";
    let mut addresses: BTreeMap<String, String> = BTreeMap::new();
    match summary::pages(&root()) {
        Err(error) => return steps.fail(NAME, &error),
        Ok(pages) => {
            for page in pages {
                let text = std::fs::read_to_string(root().join(&page)).unwrap_or_default();
                for link in links(&text).into_iter().filter(|link| link.target.starts_with("http")) {
                    addresses.insert(link.target, format!("{}:{}", page.display(), link.line));
                }
            }
        }
    }
    let curl = |address: &str| {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--fail", "--location", "--max-time", "30", "--output", "/dev/null", address]);
        curl
    };
    if !succeeds(&mut curl("https://www.rust-lang.org")) {
        return steps.leave_out(NAME, "there is no curl, or no network");
    }
    let lost = addresses.iter().filter(|(address, _)| !succeeds(&mut curl(address)));
    let lost: Vec<String> = lost.map(|(address, place)| format!("{place}: {address} does not answer")).collect();
    steps.note(NAME, if lost.is_empty() { Ok(()) } else { Err(lost.join("\n")) });
}

/// Checks that no file in Git names the host of a package registry: a text says "the registry", so that it holds for a mirror too.
fn check_registries(steps: &mut Steps) {
    const NAME: &str = "hosts of package registries";
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let files = match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => return steps.leave_out(NAME, "this folder is no clone, or there is no git"),
    };
    // A file that was deleted and not committed is no file.
    let texts = files.split_terminator('\0').filter_map(|file| Some((file, std::fs::read(root().join(file)).ok()?)));
    let named: Vec<String> = texts
        .flat_map(|(file, text)| registries(file, &String::from_utf8_lossy(&text)))
        .map(|place| format!("{place}; write \"the registry\""))
        .collect();
    steps.note(NAME, if named.is_empty() { Ok(()) } else { Err(named.join("\n")) });
}

/// Returns the lines of a file that name the host of a package registry; none for Cargo.lock, in which Cargo writes it.
fn registries(file: &str, text: &str) -> Vec<String> {
    if Path::new(file).file_name().is_some_and(|name| name == "Cargo.lock") {
        return Vec::new();
    }
    let hosts = REGISTRIES.map(|(start, end)| [start, end].concat());
    let lines = text.lines().enumerate();
    let named = lines.flat_map(|(k, line)| {
        let line = line.to_ascii_lowercase();
        let named = hosts.iter().filter(move |host| line.contains(host.as_str()));
        named.map(move |host| format!("{file}:{}: names {host}", k + 1))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::registries;

    #[test]
    fn only_cargo_lock_names_the_host_of_a_registry() {
        let text = ["# Packages\nfrom https://Crates.", "io/x"].concat();
        let host = ["crates.", "io"].concat();
        assert_eq!(registries("docs/a.md", &text), [format!("docs/a.md:2: names {host}")]);
        assert!(registries("kernels/Cargo.lock", &text).is_empty());
        assert!(registries("docs/a.md", "the registry, docs.rs").is_empty());
    }
}
