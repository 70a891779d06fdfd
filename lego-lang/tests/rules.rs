//! Every rule's law, checked for all small values of its letters.

use lego_lang::expr::{RULES, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// The values that every letter takes.
const VALUES: std::ops::RangeInclusive<i64> = -3..=6;

/// Evaluates a text of the rules; `None` where it has no value.
struct Reader<'t> {
    tokens: &'t [String],
    at: usize,
    letters: &'t BTreeMap<String, i64>,
}

/// Operators by how tightly they bind, loosest first, as in Rust.
const LEVELS: [&[&str]; 7] =
    [&["==", "!=", "<", "<="], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.chars().take_while(|c| c.is_ascii_alphanumeric()).count();
        let pair = rest.get(..2).filter(|pair| ["==", "!=", "<=", "<<", ">>"].contains(pair));
        let length = if word > 0 { word } else { pair.map_or(first.len_utf8(), str::len) };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

fn operate(operator: &str, a: i64, b: i64) -> Option<i64> {
    let natural = a >= 0 && b >= 0;
    match operator {
        "==" => Some((a == b).into()),
        "!=" => Some((a != b).into()),
        "<" => Some((a < b).into()),
        "<=" => Some((a <= b).into()),
        "+" => Some(a + b),
        "-" => Some(a - b),
        "*" => Some(a * b),
        "/" => (a >= 0 && b > 0).then(|| a / b),
        "%" => (a >= 0 && b > 0).then(|| a % b),
        "&" => natural.then_some(a & b),
        "|" => natural.then_some(a | b),
        "^" => natural.then_some(a ^ b),
        "<<" => natural.then(|| a << b),
        ">>" => natural.then(|| a >> b),
        other => panic!("{other} is no operator"),
    }
}

impl Reader<'_> {
    fn next(&mut self) -> &str {
        self.at += 1;
        &self.tokens[self.at - 1]
    }

    fn expect(&mut self, what: &str) {
        assert_eq!(self.next(), what);
    }

    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.primary() };
        let mut left = self.level(level + 1);
        while let Some(operator) = self.tokens.get(self.at).filter(|token| operators.contains(&token.as_str())) {
            self.at += 1;
            let right = self.level(level + 1);
            left = left.zip(right).and_then(|(a, b)| operate(operator, a, b));
        }
        left
    }

    fn primary(&mut self) -> Option<i64> {
        match self.next().to_owned().as_str() {
            "(" => {
                let value = self.level(0);
                self.expect(")");
                value
            }
            "if" => {
                let condition = self.level(0);
                self.expect("{");
                let then = self.level(0);
                self.expect("}");
                self.expect("else");
                self.expect("{");
                let otherwise = self.level(0);
                self.expect("}");
                condition.and_then(|condition| if condition != 0 { then } else { otherwise })
            }
            name @ ("min" | "max") => {
                self.expect("(");
                let a = self.level(0);
                self.expect(",");
                let b = self.level(0);
                self.expect(")");
                a.zip(b).map(|(a, b)| if name == "min" { a.min(b) } else { a.max(b) })
            }
            token => token.parse().ok().or_else(|| self.letters.get(token).copied()),
        }
    }
}

fn value(text: &[String], letters: &BTreeMap<String, i64>) -> Option<i64> {
    let mut reader = Reader { tokens: text, at: 0, letters };
    let value = reader.level(0);
    assert_eq!(reader.at, text.len(), "{text:?} goes on");
    value
}

/// Equations `left = right`, each side as tokens.
fn equations(text: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let sides = |law: &str| law.split_once(" = ").map(|(left, right)| (tokens(left), tokens(right)));
    text.split("; ").map(|law| sides(law).unwrap_or_else(|| panic!("{law} is no equation"))).collect()
}

/// Parts of a condition: comparisons, among them equations.
fn conditions(text: &str) -> Vec<Vec<String>> {
    text.split("; ").filter(|part| !part.is_empty()).map(|part| tokens(&part.replace(" = ", " == "))).collect()
}

/// At how many points each law was checked and where one failed, with its condition or without.
fn check(rule: &Rule, conditional: bool) -> (Vec<usize>, Option<String>) {
    let laws = equations(rule.law);
    let conditions = if conditional { conditions(rule.condition) } else { Vec::new() };
    let words = laws.iter().flat_map(|(left, right)| left.iter().chain(right));
    let letters: BTreeSet<&String> =
        words.filter(|word| word.len() == 1 && word.chars().all(|c| c.is_ascii_lowercase())).collect();
    let letters: BTreeSet<String> =
        letters.into_iter().cloned().chain(rule.condition.contains('k').then(|| "k".into())).collect();
    let mut checked = vec![0; laws.len()];
    let mut values: BTreeMap<String, i64> = letters.iter().map(|letter| (letter.clone(), *VALUES.start())).collect();
    loop {
        if conditions.iter().all(|condition| value(condition, &values).is_some_and(|truth| truth != 0)) {
            for (count, (left, right)) in checked.iter_mut().zip(&laws) {
                let Some(left_value) = value(left, &values) else { continue };
                *count += 1;
                if value(right, &values) != Some(left_value) {
                    return (checked, Some(format!("{} fails at {values:?}", left.concat())));
                }
            }
        }
        // The next point, like an odometer.
        let Some(letter) = letters.iter().find(|letter| values[*letter] < *VALUES.end()) else {
            return (checked, None);
        };
        for before in letters.range(..letter.clone()) {
            values.insert(before.clone(), *VALUES.start());
        }
        *values.get_mut(letter).unwrap() += 1;
    }
}

#[test]
fn every_law_holds_where_its_condition_does() {
    for rule in RULES {
        let (checked, failure) = check(rule, true);
        assert_eq!(failure, None, "{}", rule.name);
        assert!(checked.iter().all(|&count| count >= 6), "{}: checked at {checked:?} points only", rule.name);
    }
}

#[test]
fn no_condition_is_superfluous() {
    for rule in RULES.iter().filter(|rule| !rule.condition.is_empty()) {
        assert!(check(rule, false).1.is_some(), "{} holds without its condition", rule.name);
    }
}

#[test]
fn names_are_distinct() {
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
}

/// The table in the documentation.
#[test]
fn the_documented_rules_are_the_rules() {
    let mut table = String::from("<!-- Made by: cargo xtask bless -->\n| rule | law | condition |\n|---|---|---|\n");
    for rule in RULES {
        let code = |text: &str| {
            let parts = text.split("; ").filter(|part| !part.is_empty());
            parts.map(|part| format!("`{}`", part.replace('|', "\\|"))).collect::<Vec<_>>().join("<br>")
        };
        let _ = writeln!(table, "| {} | {} | {} |", rule.name, code(rule.law), code(rule.condition));
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/expr/rules.md");
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(recorded == table, "{} is not the rules: run `cargo xtask bless`", path.display());
}
