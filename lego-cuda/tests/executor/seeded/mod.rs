//! Bugs sown into kernels: each is found, at its line and in its words, and the same kernel without the bug runs.
//!
//! The list of all is a table in the documentation of the executor: `LEGO_BLESS=1 cargo test -p lego-cuda --test executor`
//! writes it, and otherwise it is compared.

mod atomics;
mod barriers;
mod clusters;
mod copies;
mod engines;
mod global_races;
mod launches;
mod matrices;
mod mbarriers;
mod outputs;
mod outside;
mod registers;
mod shared_races;
mod stores;
mod unwritten;
mod warpgroups;
mod warps;

use crate::harness::marked;
use lego_cuda::executor::{Executor, Fault, FaultKind, Options};
use lego_cuda::launch::{Device, Error, Module};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Bugs of one kind, and the file that they are in.
pub(crate) struct Group {
    title: &'static str,
    source: &'static str,
    bugs: &'static [Bug],
}

/// A bug that is sown into a kernel, and how it is found.
pub(crate) struct Bug {
    /// What is wrong, for the table.
    what: &'static str,
    /// The kind of the fault, or of the error of the launch.
    found: &'static str,
    /// The mark of its line; empty where it has none.
    mark: &'static str,
    /// A part of what is said, whichever block is the first to meet it.
    words: &'static str,
    /// Runs the kernel with the bug or without.
    run: fn(&Executor, bool) -> Result<(), Error>,
}

const fn bug(
    what: &'static str,
    found: &'static str,
    mark: &'static str,
    words: &'static str,
    run: fn(&Executor, bool) -> Result<(), Error>,
) -> Bug {
    Bug { what, found, mark, words, run }
}

const GROUPS: [Group; 17] = [
    outside::GROUP,
    unwritten::GROUP,
    outputs::GROUP,
    shared_races::GROUP,
    global_races::GROUP,
    atomics::GROUP,
    copies::GROUP,
    engines::GROUP,
    stores::GROUP,
    warpgroups::GROUP,
    registers::GROUP,
    barriers::GROUP,
    mbarriers::GROUP,
    warps::GROUP,
    clusters::GROUP,
    matrices::GROUP,
    launches::GROUP,
];

/// A device on an executor, and its kernels.
fn device(executor: &Executor) -> Result<(Device<Executor>, Module<Executor>), Error> {
    let device = Device::new(executor.clone());
    let module = device.without_program()?;
    Ok((device, module))
}

/// The first word of a value as Rust prints it: the name of an enum's variant.
fn variant(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

impl Bug {
    fn is_found_by(&self, fault: &Fault, source: &str) -> bool {
        // Of two accesses that race on several workers, either may be the later one.
        let other = match &fault.kind {
            FaultKind::Race { other_site, .. } => Some(other_site),
            _ => None,
        };
        let is_here = || fault.site.iter().chain(other).any(|site| site.line == marked(source, self.mark));
        variant(&fault.kind) == self.found && (self.mark.is_empty() || is_here())
    }

    /// What is wrong with how it is found.
    fn check(&self, source: &str, workers: usize) -> Result<(), String> {
        let options = || Options::new().workers(workers).patience(Duration::from_millis(200));
        let right = Executor::with(options());
        (self.run)(&right, false).map_err(|error| format!("without the bug: {error}"))?;
        if let Some(warning) = right.warnings().first() {
            return Err(format!("without the bug: a warning: {warning}"));
        }
        let wrong = Executor::with(options());
        let (is_found, words) = match ((self.run)(&wrong, true), wrong.warnings().as_slice()) {
            (Ok(()), []) => return Err("not found".to_owned()),
            // What is slow is no error.
            (Ok(()), warnings) => (
                warnings.iter().any(|warning| self.is_found_by(warning, source)),
                warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
            ),
            (Err(error), _) => {
                let is_found = match &error {
                    Error::Kernel { .. } => wrong.faults().iter().any(|fault| self.is_found_by(fault, source)),
                    error => variant(error) == self.found,
                };
                (is_found, error.to_string())
            }
        };
        if is_found && words.contains(self.words) { Ok(()) } else { Err(format!("found as: {words}")) }
    }
}

#[test]
fn every_bug_is_found_and_without_it_nothing_is() {
    let mut wrong = Vec::new();
    for Group { source, bugs, .. } in GROUPS {
        for (bug, workers) in bugs.iter().flat_map(|bug| [(bug, 1), (bug, 3)]) {
            if let Err(words) = bug.check(source, workers) {
                wrong.push(format!("{}, {workers} workers: {words}", bug.what));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The table of the documentation.
fn table() -> String {
    let mut table = String::from(
        "<!-- Generated from tests/executor/seeded by `LEGO_BLESS=1 cargo test -p lego-cuda --test executor`. -->\n",
    );
    for Group { title, bugs, .. } in GROUPS {
        write!(table, "\n| {title} | found as |\n|---|---|\n").unwrap();
        for Bug { what, found, .. } in bugs {
            let kind = if is_fault(found) { "FaultKind" } else { "crate::launch::Error" };
            writeln!(table, "| {what} | [`{found}`]({kind}::{found}) |").unwrap();
        }
    }
    table
}

/// Whether a name is that of a kind of fault, and not of an error before the launch.
fn is_fault(name: &str) -> bool {
    const FAULTS: [&str; 14] = [
        "OutOfBounds",
        "Unaligned",
        "Uninitialized",
        "Race",
        "Unfenced",
        "Barrier",
        "Lanes",
        "Deadlock",
        "NoProgress",
        "Misuse",
        "Slow",
        "Unwritten",
        "Trap",
        "Panic",
    ];
    FAULTS.contains(&name)
}

#[test]
fn the_documentation_lists_the_bugs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/executor/bugs.md");
    let (written, table) = (std::fs::read_to_string(&path).unwrap_or_default(), table());
    if written == table {
        return;
    }
    assert!(std::env::var_os("LEGO_BLESS").is_some(), "{} is stale: LEGO_BLESS=1 writes it", path.display());
    std::fs::write(path, table).unwrap();
}

#[test]
fn bugs_have_names_of_their_own_and_every_kind_of_fault_is_sown() {
    let all = || GROUPS.iter().flat_map(|group| group.bugs);
    let names: BTreeSet<_> = all().map(|bug| bug.what).collect();
    assert_eq!(names.len(), all().count());
    assert!(names.len() >= 100, "{}", names.len());
    let kinds: BTreeSet<_> = all().map(|bug| bug.found).filter(|found| is_fault(found)).collect();
    assert_eq!(kinds.len(), 14, "{kinds:?}");
    assert_eq!(variant(&FaultKind::Trap), "Trap");
}
