//! The words of the texts: misspelled ones, by codespell, and addresses that leave the repository and lead nowhere.

use crate::packages::Package;
use crate::steps::{Steps, root, succeeds, tools};
use lego_book::page::links;
use lego_book::summary;
use std::collections::BTreeMap;
use std::process::Command;

/// What is no misspelling here: the last extent of a formula.
const RIGHT: &str = "nd";

/// Texts beside the pages of the book.
const OTHERS: [&str; 3] = ["book/puzzles/src", "tests/zoo/gallery.txt", "tests/zoo/layouts.txt"];

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

/// The words of all pages and puzzles, as a step among others.
pub(crate) fn check(steps: &mut Steps) {
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
