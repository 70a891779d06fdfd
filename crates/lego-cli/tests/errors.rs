//! The answers to wrong layouts, to the letter, each underlined at the right place.
//!
//! `tests/snapshots/errors.txt` holds the answers; after a change of words, look at the difference that
//! `LEGO_BLESS=1 cargo test -p lego-cli --test errors` makes to it.

mod common;

use common::lego;
use std::fmt::Write;
use std::path::Path;

/// A chain for every kind of error, with what has to be underlined in it.
const WRONG: [(&str, &str); 45] = [
    ("Row(4, 8", ""),
    ("Row(4, 8)).GroupBy([32])", ")"),
    ("Rwo(4, 8)", "Rwo"),
    ("Row(4, 8).GrupBy([32])", "GrupBy"),
    ("Row(f(3))", "f"),
    ("Row(4, 8).Col(8, 4)", "Col"),
    ("TileBy([2, 2], [4, 4]).GroupBy([64])", "GroupBy([64])"),
    ("Fan(16, -3)", "Fan(16, -3)"),
    ("SwizzleRows(8, 8)", "8"),
    ("RegP([2, 2, 2], [1, 2])", "[1, 2]"),
    ("Row(8, 8).TileBy([2, 2], [4])", "[4]"),
    ("RegP([2, 2, 2], [1, 1, 3])", "1"),
    ("RegP([2, 2, 2], [0, 1, 2])", "0"),
    ("RegP([2, 2, 2], [1, 4, 2])", "4"),
    ("Table([0, 2, 2, 1])", "2"),
    ("Table([0, 3, 1])", "3"),
    ("Row(0, 4)", "0"),
    ("Row(4, M - 200)", "M - 200"),
    ("Row(4, 8).GroupBy([6, 6])", "GroupBy([6, 6])"),
    ("OrderBy(Row(4, 8)).OrderBy(Row(3, 3))", "OrderBy(Row(3, 3))"),
    ("Row(64, 64).TileBy([4, 5], [16, 16])", "TileBy([4, 5], [16, 16])"),
    ("Row(64, 100).TileBy([4, 6], [16, 16])", "TileBy([4, 6], [16, 16])"),
    ("Row(M / 64)", "M / 64"),
    ("BlockCyclic(24, 5, 2)", "24"),
    ("Row(8, 8).ExpandBy([8, 8] => [8, 7])", "8"),
    ("Row(4, 4).PadBy([5, 4] => [4, 4])", "5"),
    ("Morton(8, 6)", "6"),
    ("Hilbert(6)", "Hilbert(6)"),
    ("SwizzleRows([8, 8], 4)", "4"),
    ("Fan(16, 6, 1)", "6"),
    ("Row(18446744073709551616)", "18446744073709551616"),
    ("Row(4294967296, 4294967296)", "Row(4294967296, 4294967296)"),
    ("Row(4) where M > 100", "M > 100"),
    ("GenP([4], |i| i / 2, |p| p)", "|i| i / 2"),
    ("GenP([4], |i| i + 1, |p| p)", "|i| i + 1"),
    ("GenP([4], |i| 3 - i, |p| p)", "|p| p"),
    ("GenP([4], |i| i / (i - 2), |p| p)", "|i| i / (i - 2)"),
    ("GenP([2097152], |i| i ^ 5, |p| p ^ 5)", "GenP([2097152], |i| i ^ 5, |p| p ^ 5)"),
    ("GenP([4], crate::f, |p| p)", "crate::f"),
    ("GenP([M], |i| i / 0, |p| p)", "0"),
    ("OrderBy(Lower(4), Row(2, 2))", "Lower(4)"),
    ("OrderBy(Row(2, 2), Symmetric(4))", "Symmetric(4)"),
    ("Row(4, 4).GroupBy([16]).Lower(4)", "Lower(4)"),
    ("Band(4, 4, -1)", "-1"),
    ("Row(0).GroupBy([2, -1]).Foo([3])", "0"),
];

fn answer(chain: &str) -> String {
    let run = lego(&["check", chain, "--let", "M=100"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{chain}");
    run.stderr.lines().filter(|line| !line.starts_with("warning: --let M")).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

#[test]
fn the_answers_are_these() {
    let mut found = String::from("Made by LEGO_BLESS=1 cargo test -p lego-cli --test errors; M is 100.\n");
    for (chain, _) in WRONG {
        let _ = write!(found, "\n$ lego check '{chain}'\n{}", answer(chain));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/errors.txt");
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    for (found, expected) in found.split("\n\n").zip(expected.split("\n\n")) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn the_first_error_is_underlined_where_it_is() {
    for (chain, place) in WRONG {
        let answer = answer(chain);
        let lines: Vec<&str> = answer.lines().collect();
        let [_, _, _, shown, marks, ..] = lines[..] else { panic!("{chain}: {answer}") };
        assert_eq!(shown, format!("1 | {chain}"));
        let from = marks.find('^').unwrap();
        let marked = shown.get(from..marks.len()).unwrap_or("");
        assert_eq!(marked, place, "{chain}");
    }
}

#[test]
fn all_errors_come_together_in_order() {
    let answer = answer("Row(0).GroupBy([2, -1]).Foo([3])");
    assert_eq!(answer.matches("error: ").count(), 3, "{answer}");
    let columns: Vec<usize> = answer
        .lines()
        .filter_map(|line| line.split_once("column ").map(|(_, column)| column.parse().unwrap()))
        .collect();
    assert_eq!(columns, [5, 20, 25]);
}

#[test]
fn lines_tabs_and_wide_characters() {
    let run = lego(&["check", "Row(4,\n\t0, /* 漢 */ -1\n)"]);
    assert!(run.stderr.contains(" --> line 2, column 2\n  |\n2 |     0, /* 漢 */ -1\n  |     ^\n"), "{}", run.stderr);
    assert!(run.stderr.ends_with("2 |     0, /* 漢 */ -1\n  |                 ^^\n"), "{}", run.stderr);
}

#[test]
fn random_bytes_are_no_panic() {
    let mut state = 1_u64;
    for _ in 0..150 {
        let alphabet: Vec<char> =
            "Row(4,8)[].GroupByTileBy|&<>=+-*/%^ -0123456789MK{}ifelse;let\n\té漢".chars().collect();
        let mut text = String::new();
        for _ in 0..40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push(alphabet[(state >> 33) as usize % alphabet.len()]);
        }
        for command in ["check", "show"] {
            // A text that begins with a hyphen would be an option.
            let run = lego(&[command, "--json", "--", &text]);
            assert!(run.status == 0 || run.status == 1, "{text:?}: {}", run.stderr);
            assert!(run.json()["ok"] == false || run.status == 0, "{text:?}");
        }
    }
}
