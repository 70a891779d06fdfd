//! `cargo xtask ptx --compare OLD NEW`: which kernels of two PTX files are the same text, whatever they are called.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::process::ExitCode;

/// Compares two files that [`run`](super::run) wrote, prints what differs, and fails if a kernel changed or is missing.
pub(super) fn run(old: &str, new: &str) -> ExitCode {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    match read(old).and_then(|old| Ok((old, read(new)?))) {
        Ok((old, new)) => {
            let comparison = Comparison::of(&old, &new);
            println!("{comparison}");
            if comparison.is_equal() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// How the kernels of two texts differ.
///
/// The law: two kernels are the same if their texts are, after each has been normalized: comments are left out, labels
/// and parameters have the kernel's name taken out, and the name of a function or variable is replaced by what it
/// names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Comparison {
    same: usize,
    /// Old and new names of kernels that are the same.
    renamed: Vec<(String, String)>,
    changed: Vec<Change>,
    missing: Vec<String>,
    added: Vec<String>,
}

/// A kernel whose text differs.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    name: String,
    /// The numbers of lines.
    lines: [usize; 2],
    /// The first lines that differ.
    first: [String; 2],
}

impl Comparison {
    fn of(old: &str, new: &str) -> Self {
        let (mut old, mut new) = (kernels(old), kernels(new));
        let mut comparison = Self::default();
        let common: Vec<String> = old.keys().filter(|name| new.contains_key(*name)).cloned().collect();
        for name in common {
            let (Some(before), Some(after)) = (old.remove(&name), new.remove(&name)) else { continue };
            if before == after {
                comparison.same += 1;
            } else {
                comparison.changed.push(Change::of(name, [&before, &after]));
            }
        }
        for (name, text) in old {
            match new.iter().find(|(_, other)| **other == text).map(|(other, _)| other.clone()) {
                Some(other) => {
                    new.remove(&other);
                    comparison.renamed.push((name, other));
                }
                None => comparison.missing.push(name),
            }
        }
        comparison.added.extend(new.into_keys());
        comparison
    }

    fn is_equal(&self) -> bool {
        self.changed.is_empty() && self.missing.is_empty()
    }
}

impl Change {
    fn of(name: String, texts: [&str; 2]) -> Self {
        let [before, after] = texts.map(|text| text.lines().collect::<Vec<_>>());
        let place = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let line = |lines: &[&str]| lines.get(place).copied().unwrap_or("(its end)").to_owned();
        Self { name, lines: [before.len(), after.len()], first: [line(&before), line(&after)] }
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for Change { name, lines: [old, new], first: [before, after] } in &self.changed {
            writeln!(f, "changed: {name}, {old} lines, now {new}; the first that differs:\n  - {before}\n  + {after}")?;
        }
        self.renamed.iter().try_for_each(|(old, new)| writeln!(f, "renamed: {old} is {new}"))?;
        self.missing.iter().try_for_each(|name| writeln!(f, "missing: {name}"))?;
        self.added.iter().try_for_each(|name| writeln!(f, "added: {name}"))?;
        let Self { same, renamed, changed, missing, added } = self;
        let [renamed, missing, added] = [renamed.len(), missing.len(), added.len()];
        let changed = changed.len();
        write!(f, "kernels: {same} the same, {renamed} renamed, {changed} changed, {missing} missing, {added} added")
    }
}

/// The normalized text of each kernel, by its name.
fn kernels(text: &str) -> BTreeMap<String, String> {
    let items = items(text);
    let named: BTreeMap<&str, &Item> = items.iter().map(|item| (&*item.name, item)).collect();
    let entries = items.iter().filter(|item| item.is_entry);
    entries.map(|entry| (entry.name.clone(), normalized(entry, &named, &mut Vec::new()))).collect()
}

/// A function or a variable of a module.
#[derive(Debug, PartialEq, Eq)]
struct Item {
    name: String,
    is_entry: bool,
    text: String,
}

/// Everything that a module defines or declares, without comments.
fn items(text: &str) -> Vec<Item> {
    let (mut items, mut item, mut depth) = (Vec::new(), String::new(), 0);
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default().trim();
        let is_header = [".version", ".target", ".address_size"].iter().any(|word| code.starts_with(word));
        if code.is_empty() || depth == 0 && is_header {
            continue;
        }
        for letter in code.chars() {
            item.push(letter);
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            let is_function = |item: &str| item.contains(".entry") || item.contains(".func");
            if depth == 0 && (letter == ';' || letter == '}' && is_function(&item)) {
                items.extend(Item::of(&std::mem::take(&mut item)));
            }
        }
        item.push('\n');
    }
    items
}

impl Item {
    fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_entry = text.contains(".entry");
        let name = match text.split_once(".entry").or_else(|| text.split_once(".func")) {
            // What a function returns stands in parentheses before its name.
            Some((_, head)) => head.trim_start().strip_prefix('(').map_or(head, |rest| after(rest, ')')),
            None => words(text.split(['[', '=', ';']).next()?).filter(|(is_name, _)| *is_name).last()?.1,
        };
        let name = words(name).find(|(is_name, _)| *is_name)?.1.to_owned();
        Some(Self { name, is_entry, text: text.to_owned() })
    }
}

fn after(text: &str, mark: char) -> &str {
    text.split_once(mark).map_or(text, |(_, rest)| rest)
}

/// The text of an item with what it names in the place of names. `open` are the names that it is a part of.
fn normalized<'n>(item: &'n Item, named: &BTreeMap<&str, &'n Item>, open: &mut Vec<&'n str>) -> String {
    open.push(&item.name);
    let (mut text, mut others) = (String::new(), Vec::<(&str, usize)>::new());
    let mut definitions = String::new();
    for (is_name, word) in words(&item.text) {
        if !is_name {
            text.push_str(word);
        } else if let Some(rest) = of_itself(word, &item.name) {
            text.push_str("self");
            text.push_str(rest);
        } else if let Some(label) = word.strip_prefix("$L__BB") {
            text.push_str("$L_");
            text.push_str(label.split_once('_').map_or(label, |(_, number)| number));
        } else if word.starts_with("__local_depot") {
            text.push_str("__local_depot");
        } else if let Some(place) = open.iter().position(|name| *name == word) {
            text.push_str(&format!("@above{place}"));
        } else if let Some(other) = named.get(word) {
            let place = others.iter().position(|(name, _)| *name == word).unwrap_or_else(|| {
                others.push((word, others.len()));
                definitions.push_str(&format!("\n@{}: {}", others.len() - 1, normalized(other, named, open)));
                others.len() - 1
            });
            text.push_str(&format!("@{place}"));
        } else {
            text.push_str(word);
        }
    }
    open.pop();
    text + &definitions
}

/// What follows the name of an item, in its own name and those of its parameters.
fn of_itself<'w>(word: &'w str, name: &str) -> Option<&'w str> {
    word.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with("_param_"))
}

/// A text as words, true for those that may be names.
fn words(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        // A directive, a register or an instruction's part is no name.
        let is_name = is_part(first) && !first.is_ascii_digit();
        let start = first.len_utf8();
        let is_word = is_part(first) || first == '.' || first == '%';
        let length = match is_word {
            true => start + rest[start..].find(|letter| !is_part(letter)).unwrap_or(rest.len() - start),
            false => start,
        };
        let (word, later) = rest.split_at(length);
        rest = later;
        Some((is_name, word))
    })
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    fn kernel(name: &str, table: &str, label: u32, body: &str) -> String {
        format!(
            ".version 8.7\n.target sm_90a\n.address_size 64\n\n.global .align 4 .b8 {table}[8] = {{1, 2, 3, 4, 5, 6, 7, 8}};\n\
             .func (.param .b32 result) help_{name}(\n\t.param .b32 help_{name}_param_0\n)\n{{\n\tret;\n}}\n\
             .visible .entry {name}(\n\t.param .u64 {name}_param_0 // the first\n)\n.maxntid 256, 1, 1\n{{\n\
             \t.reg .b32 %r<3>;\n$L__BB{label}_1:\n\tmov.u64 %rd1, {table};\n\tcall help_{name};\n\t{body}\n\
             \tbra $L__BB{label}_1;\n}}\n"
        )
    }

    fn compare(old: &str, new: &str) -> (usize, usize, usize, usize, usize) {
        let Comparison { same, renamed, changed, missing, added } = Comparison::of(old, new);
        (same, renamed.len(), changed.len(), missing.len(), added.len())
    }

    #[test]
    fn names_labels_and_comments_do_not_count() {
        let old = kernel("twice", "table_12", 0, "add.s32 %r1, %r2, 1;");
        assert_eq!(compare(&old, &old), (1, 0, 0, 0, 0));
        let other = kernel("twice", "anon_$_7", 4, "add.s32 %r1, %r2, 1; // one more");
        assert_eq!(compare(&old, &other), (1, 0, 0, 0, 0));
        let renamed = kernel("double", "table_12", 0, "add.s32 %r1, %r2, 1;");
        assert_eq!(compare(&old, &renamed), (0, 1, 0, 0, 0));
    }

    #[test]
    fn what_a_kernel_does_and_reads_counts() {
        let old = kernel("twice", "table", 0, "add.s32 %r1, %r2, 1;");
        let other = kernel("twice", "table", 0, "add.s32 %r1, %r2, 2;");
        assert_eq!(compare(&old, &other), (0, 0, 1, 0, 0));
        let said = Comparison::of(&old, &other).to_string();
        assert!(said.contains("- add.s32 %r1, %r2, 1;\n  + add.s32 %r1, %r2, 2;"), "{said}");
        assert_eq!(compare(&old, &old.replace("5, 6", "6, 5")), (0, 0, 1, 0, 0));
        assert_eq!(compare(&old, &old.replace("\tret;", "\texit;")), (0, 0, 1, 0, 0));
        assert_eq!(compare(&old, &old.replace("256, 1", "128, 1")), (0, 0, 1, 0, 0));
        assert_eq!(compare(&old, &kernel("other", "table", 0, "exit;")), (0, 0, 0, 1, 1));
        assert_eq!(compare("", &old), (0, 0, 0, 0, 1));
    }

    #[test]
    fn functions_that_call_themselves_have_an_end() {
        let old = kernel("twice", "table", 0, "exit;").replace("\tret;", "\tcall help_twice;");
        let new = kernel("double", "table", 0, "exit;").replace("\tret;", "\tcall help_double;");
        assert_eq!(compare(&old, &new), (0, 1, 0, 0, 0));
    }
}
