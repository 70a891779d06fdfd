//! A language under test: how its program is written and run.

use crate::case::{Answer, Case, Chains};
use crate::tool::folder;
use lego_gen::{Target, Width};
use std::path::Path;

/// A language under test.
pub trait Language {
    /// The targets that one program of it tests, each in a file a case.
    fn target(&self) -> Target;

    /// The tool that is missing here, by the name that `LEGO_REQUIRE` has for it.
    fn missing(&self) -> Option<&'static str>;

    /// The widths that are tested, of those that the target has.
    fn widths(&self) -> &'static [Width] {
        self.target().widths()
    }

    /// The most entries of a list or a table that is tested.
    fn most_in_table(&self) -> i128 {
        i128::MAX
    }

    /// The most indices and positions of a layout whose loops over all elements are tried.
    fn most_visited(&self) -> u64 {
        u64::MAX
    }

    /// Of how many layouts with loops over all elements the loops of one are tried.
    fn visited_of(&self) -> usize {
        1
    }

    /// The name of the folder of its program.
    fn folder(&self) -> String {
        self.target().name().to_owned()
    }

    /// Writes the program into a folder and runs it: for each case and each of its instances a line of four numbers, the case,
    /// and the digests of `apply`, `inv` and sizes, strides and table. Sizes that are refused must be so, or the line is a text.
    fn run(&self, folder: &Path, cases: &[Case]) -> String;
}

/// Compares the answers of a language's program with those of the interpreter of chains.
pub fn check(language: &dyn Language) {
    let target = language.target();
    if let Some(tool) = language.missing() {
        return not_tested::missing(tool, language.folder());
    }
    let cases = Chains::all().cases(language);
    let printed = language.run(&folder(&language.folder()), &cases);
    let mut lines = printed.lines();
    let mut wrong = Vec::new();
    for case in &cases {
        for instance in &case.instances {
            let line = lines.next().unwrap_or("nothing");
            let Answer { apply, inv, sizes } = instance.answer;
            if line.trim() != format!("{} {apply} {inv} {sizes}", case.name) {
                wrong.push(format!("{} at {:?}: {line}, not {apply} {inv} {sizes}", case.text, instance.sizes));
            }
        }
    }
    assert!(wrong.is_empty(), "{target}: {} of {} are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert_eq!(lines.next(), None, "{target}: more lines than there are layouts");
    let instances: usize = cases.iter().map(|case| case.instances.len()).sum();
    println!("{}: {} layouts, {instances} with their sizes", target.title(), cases.len());
    if language.visited_of() > 1 {
        let (title, of) = (target.title(), language.visited_of());
        not_tested::say(format_args!("{title}: loops but of one layout in {of}; LEGO_ROUNDS=9 has all"));
    }
}
