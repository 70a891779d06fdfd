//! Every rule's law, checked for all small values of its letters. (`cargo xtask prove` proves them for all values.)

#[path = "common/law.rs"]
mod law;

use law::{Statement, Term};
use lego_expr::{Rule, rules};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// The values that every letter takes.
const VALUES: std::ops::RangeInclusive<i128> = -3..=6;

fn statement(rule: &Rule) -> Statement {
    Statement::read(rule.law, rule.condition).unwrap_or_else(|error| panic!("{}: {error}", rule.name))
}

/// At how many points each law was checked and where one failed.
fn check(statement: &Statement) -> (Vec<usize>, Option<String>) {
    let letters = statement.letters();
    let mut checked = vec![0; statement.laws.len()];
    let mut values: BTreeMap<char, i128> = letters.iter().map(|letter| (*letter, *VALUES.start())).collect();
    loop {
        if statement.applies(&values) {
            for (count, law) in checked.iter_mut().zip(&statement.laws) {
                match law.holds(&values) {
                    None => {}
                    Some(true) => *count += 1,
                    Some(false) => return (checked, Some(format!("{law} fails at {values:?}"))),
                }
            }
        }
        // The next point, like an odometer.
        let Some(letter) = letters.iter().find(|letter| values[*letter] < *VALUES.end()) else {
            return (checked, None);
        };
        for before in letters.range(..letter) {
            values.insert(*before, *VALUES.start());
        }
        *values.get_mut(letter).unwrap() += 1;
    }
}

#[test]
fn every_law_holds_where_its_condition_does() {
    for rule in rules() {
        let (checked, failure) = check(&statement(rule));
        assert_eq!(failure, None, "{}", rule.name);
        assert!(checked.iter().all(|&count| count >= 6), "{}: checked at {checked:?} points only", rule.name);
    }
}

/// Each part of it is needed: without it the law fails somewhere.
#[test]
fn no_condition_is_superfluous() {
    for rule in rules() {
        let statement = statement(rule);
        for (number, part) in statement.conditions.iter().enumerate() {
            let weaker = statement.under(|other| other != number);
            assert!(check(&weaker).1.is_some(), "{} holds without {part}", rule.name);
        }
    }
}

/// What the reader makes of a text is what Rust does.
#[test]
fn terms_are_read_as_rust_reads_them() {
    let letters = BTreeMap::from([('a', 13), ('b', 6), ('c', 3)]);
    let (a, b, c) = (13_i128, 6_i128, 3_i128);
    for (text, value) in [
        ("a - b - c", a - b - c),
        ("a / c * b % 4", a / c * b % 4),
        ("a + b * c", a + b * c),
        ("a | b ^ c & 2", a | b ^ c & 2),
        ("1 << c - 1", 1 << (c - 1)),
        ("a >> 1 & b", a >> 1 & b),
        ("(a + b) * c", (a + b) * c),
        ("a + b <= c * b", 0),
        ("a == b + 7", 1),
        ("a != b", 1),
        ("min(a, max(b, c)) + 1", a.min(b.max(c)) + 1),
        ("if a < b { c } else { a / 2 } + 1", a / 2 + 1),
    ] {
        assert_eq!(Term::read(text).unwrap().value(&letters), Some(value), "{text}");
    }
    for text in ["a - b / (c - c)", "(b - a) % c", "(b - a) & c", "1 << 130", "a / (b - a)"] {
        assert_eq!(Term::read(text).unwrap().value(&letters), None, "{text}");
    }
    for text in ["", "a +", "(a", "a b", "min(a)", "if a { b }", "a = b", "A", "a $ b"] {
        assert!(Term::read(text).is_err(), "{text}");
    }
}

#[test]
fn names_are_distinct() {
    let names: BTreeSet<&str> = rules().map(|rule| rule.name).collect();
    assert_eq!(names.len(), rules().count());
}

/// The table in the documentation.
#[test]
fn the_documented_rules_are_the_rules() {
    let mut table = String::from("<!-- Made by: cargo xtask bless -->\n| rule | law | condition |\n|---|---|---|\n");
    for rule in rules() {
        let code = |text: &str| {
            let parts = text.split("; ").filter(|part| !part.is_empty());
            parts.map(|part| format!("`{}`", part.replace('|', "\\|"))).collect::<Vec<_>>().join("<br>")
        };
        let _ = writeln!(table, "| {} | {} | {} |", rule.name, code(rule.law), code(rule.condition));
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/rules/rules.md");
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(recorded == table, "{} is not the rules: run `cargo xtask bless`", path.display());
}
