//! Every rule of the simplifier, proved by Z3: `cargo xtask prove`.
//!
//! A law is proved under its condition for all integers or, if it is about bits, for all of `i128`: that there are no values
//! for which the condition holds and the left side has a value, and the right side has none or another. What Z3 gives up is
//! a failure. The other way round, Z3 has to find a point where the law fails without a part of its condition, and the plain
//! evaluation of the texts has to find it failing there, too.

mod bits;
mod domain;
mod integers;
#[path = "../../crates/lego-expr/tests/common/law.rs"]
mod law;
mod lemmas;
mod prover;

use law::{Law, Statement};
use lego_expr::{Rule, rules};
use lemmas::{EQUALS, Lemma, PRODUCT, UNIQUE};
use prover::{Answer, Point, Range, Wanted, find, has_value, prove, prove_lemma};

fn statement(rule: &Rule) -> Statement {
    Statement::read(rule.law, rule.condition).unwrap_or_else(|error| panic!("{}: {error}", rule.name))
}

fn text(point: &Point) -> String {
    let values: Vec<String> = point.iter().map(|(letter, value)| format!("{letter} = {value}")).collect();
    values.join(", ")
}

/// A law that fails where Z3 says that it does, by plain evaluation.
fn refuted(statement: &Statement) -> Option<(&Law, Point)> {
    statement.laws.iter().find_map(|law| {
        let point = find(statement, law, Wanted::Counterexample).ok()?;
        assert!(statement.applies(&point), "{law}: its condition does not hold at {}, as Z3 says", text(&point));
        assert_eq!(law.holds(&point), Some(false), "{law} does not fail at {}, as Z3 says", text(&point));
        Some((law, point))
    })
}

#[test]
fn every_law_is_proved_under_its_condition() {
    let mut table = String::from("\n| rule | proved for | laws | instances of lemmas |\n|---|---|--:|--:|\n");
    let mut failures = Vec::new();
    for rule in rules() {
        let statement = statement(rule);
        for law in &statement.laws {
            if let Err(error) = prove(&statement, law, rule.lemmas) {
                failures.push(format!("{}: {error}", rule.name));
            }
        }
        let (range, laws, lemmas) = (Range::of(&statement), statement.laws.len(), rule.lemmas.len());
        table += &format!("| {} | {range} | {laws} | {lemmas} |\n", rule.name);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("\nZ3 {}\n{table}", z3::full_version());
    println!(
        "i128 is what the engine computes in: for it, no term has a value beyond. 1 << 126 is its last power of two.\n"
    );
}

/// What cannot happen is true of everything: each law has a point where it says something.
#[test]
fn no_law_holds_for_want_of_a_point() {
    for rule in rules() {
        let statement = statement(rule);
        for law in &statement.laws {
            let point = find(&statement, law, Wanted::Case).unwrap_or_else(|error| panic!("{}: {error}", rule.name));
            assert!(statement.applies(&point) && law.holds(&point) == Some(true), "{law} at {}", text(&point));
        }
    }
}

#[test]
fn every_part_of_a_condition_is_needed() {
    let mut table = String::from("\n| rule | without | fails | where |\n|---|---|---|---|\n");
    for rule in rules() {
        let statement = statement(rule);
        for (number, part) in rule.condition.split("; ").filter(|part| !part.is_empty()).enumerate() {
            let weaker = statement.under(|other| other != number);
            let Some((law, point)) = refuted(&weaker) else { panic!("{}: holds without {part}", rule.name) };
            let place = statement.laws.iter().position(|own| own.left == law.left && own.right == law.right);
            let law_text = place.and_then(|place| rule.law.split("; ").nth(place)).unwrap_or_default();
            // Nor do the lemmas prove it, which are told of a law that holds.
            assert!(prove(&weaker, law, rule.lemmas).is_err(), "{law_text} is proved without {part}");
            let cell = |text: &str| text.replace('|', "\\|");
            table += &format!("| {} | `{}` | `{}` | {} |\n", rule.name, cell(part), cell(law_text), text(&point));
        }
    }
    println!("{table}");
}

#[test]
fn what_is_wrong_is_refuted() {
    for (law, condition) in [
        ("x / d * d = x", ""),
        ("(x + y) / d = x / d + y / d", ""),
        ("x % d % m = x % m", ""),
        ("(x / a) % b = x / a", "x <= a*b"),
        ("(d*q + r) / d = q", "0 <= r; r <= d"),
        ("c*x + c*y = c*(x + y + 1)", "c < 100"),
        ("min(x, y) = y", "x <= y"),
        ("x | y = x + y", ""),
        ("x ^ y = x + y", "x % (1 << k) = 0; y <= (1 << k)"),
        ("x & (1 << k) = x % (1 << k)", ""),
        // Right as far as the right side has a value.
        ("x = d*(x / d) + x % d", ""),
        ("x - y = (x - y) ^ 0", ""),
        ("(if x < d { x } else { x % d }) = x % d", ""),
        ("0 = 0*(y / (x - x))", ""),
    ] {
        let statement = Statement::read(law, condition).unwrap();
        assert!(refuted(&statement).is_some(), "{law} if {condition} is not refuted");
        assert!(prove(&statement, &statement.laws[0], &[]).is_err(), "{law} if {condition} is proved");
    }
}

#[test]
fn lemmas_are_proved() {
    for (name, lemma) in [("PRODUCT", PRODUCT), ("EQUALS", EQUALS), ("UNIQUE", UNIQUE)] {
        assert_eq!(prove_lemma(&lemma), Ok(()), "{name}");
    }
}

#[test]
fn a_wrong_lemma_is_refuted() {
    for (conditions, claims) in [("0 <= a", "0 <= a*b"), ("0 <= a; 0 <= b", "a <= a*b")] {
        let lemma = Lemma { conditions, claims, ..PRODUCT };
        let error = prove_lemma(&lemma).unwrap_err();
        assert!(error.ends_with(" does not follow"), "{error}");
    }
    let lemma = Lemma { conditions: "d*p + r = d*q + s; 0 <= r; r < d; 0 <= s; s <= d", ..UNIQUE };
    assert!(prove_lemma(&lemma).is_err());
}

/// Instances are about integers: nothing reads them where a law is proved as one of bits.
#[test]
fn laws_about_bits_need_no_lemmas() {
    for rule in rules() {
        assert!(rule.lemmas.is_empty() || Range::of(&statement(rule)) == Range::Integers, "{}", rule.name);
    }
}

/// Both sides of every law, translated, are worth at small points what plain evaluation says, and nothing else.
#[test]
fn the_translation_is_the_evaluation() {
    /// What letters are worth at one point after the other; among it every sign, and equals.
    const VALUES: [i128; 7] = [5, 3, -2, 0, 1, 3, 11];
    for rule in rules() {
        let statement = statement(rule);
        let range = Range::of(&statement);
        let value_at = |turn: usize, place: usize, letter: char| {
            let value = VALUES[(turn + place * (turn + 1)) % VALUES.len()];
            let shifts = matches!(&range, Range::Bits(amounts) if amounts.contains(&letter));
            (letter, if shifts { value.abs() } else { value })
        };
        for term in statement.laws.iter().flat_map(|law| [&law.left, &law.right]).chain(&statement.conditions) {
            for turn in 0..VALUES.len() {
                let letters = statement.letters().into_iter().enumerate();
                let point: Point = letters.map(|(place, letter)| value_at(turn, place, letter)).collect();
                let value = term.value(&point);
                let other = Some(value.map_or(0, |value| value + 1));
                let asked = |value| has_value(&range, term, &point, value);
                assert_eq!(asked(value), Ok(Answer::Yes), "{term} at {}: {value:?}", text(&point));
                assert_eq!(asked(other), Ok(Answer::No), "{term} at {}: not {other:?}", text(&point));
            }
        }
    }
}
