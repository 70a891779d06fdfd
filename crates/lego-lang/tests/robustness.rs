//! No text makes the front end panic, run away or fill the memory.
//!
//! `LEGO_ROUNDS` sets how many random texts are tried; the default is small enough for an unoptimised build.

mod common;

use common::{Random, chain};
use lego_lang::NAMED;
use lego_lang::{
    Declaration, Declarations, Numbers, Reading, Refusal, RuntimeLayout, elaborate_reading, elaborate_text, parse,
};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(7_000)
}

/// Reads a text; every error must have a place in it and be showable.
fn read(text: &str) {
    let result = RuntimeLayout::parse(text, &[("M", 64), ("N", 12)]);
    match &result {
        Ok(layout) => {
            let zero = vec![0; layout.dims().len()];
            if let Some(position) = layout.apply(&zero) {
                assert!(position < layout.span(), "{text}");
            }
            assert!(layout.inv(layout.span() - 1).is_none_or(|index| index.len() == layout.dims().len()));
            parse(text).unwrap();
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= 64);
            for error in errors {
                let range = error.range;
                assert!(range.start <= range.end && text.get(range.start..range.end).is_some(), "{text}: {error:?}");
                assert!(error.snippet(text).to_string().contains('^'));
            }
        }
    }
    // Once more beside layouts, which some words then name.
    let mut beside = Declarations::new(vec!["i".into()], ["Tile".to_owned()].into());
    beside.declare(Declaration::new("Tile", &["N"], BTreeMap::new(), Reading::new("Col(N, 4) where N != 1")));
    beside.declare(Declaration::new("M", &[], BTreeMap::new(), Reading::new("Row(i)")));
    beside.refuse("p", Refusal::Later);
    let reading = Reading::beside(text, &beside);
    if let Err(errors) = elaborate_reading(&reading, &Numbers::new(&[("M", 64), ("N", 12)])) {
        assert!(
            errors.iter().all(|error| text.get(error.range.start..error.range.end).is_some()),
            "{text}: {errors:?}"
        );
    }
    if let Some(layout) = reading.layout() {
        let again = Reading::beside(&layout.to_string(), &beside);
        assert_eq!(again.layout(), Some(layout), "{text}");
    }
    if let Ok(layout) = parse(text) {
        for name in layout.free_names() {
            assert!(!name.path.is_empty() && text.get(name.range.start..name.range.end).is_some());
        }
        let again = parse(&layout.to_string()).unwrap_or_else(|errors| panic!("{text}: {layout}: {errors:?}"));
        assert_eq!(again, layout, "{text}");
    }
}

/// What a layout is written with, beside the named permutations.
const WORDS: [&str; 63] = [
    "Tile",
    ">",
    "RegP",
    "GenP",
    "OrderBy",
    "TileOrderBy",
    "GroupBy",
    "TileBy",
    "ExpandBy",
    "PadBy",
    "where",
    "unchecked",
    "antidiag",
    "antidiag_inv",
    "if",
    "else",
    "let",
    "min",
    "max",
    "ceil_div",
    "M",
    "N",
    "i",
    "j",
    "p",
    "crate::B",
    "x",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ";",
    "=>",
    "==",
    "<",
    "<=",
    "!",
    "|i, j|",
    "|p|",
    "||",
    "|",
    "&&",
    "&",
    "^",
    "<<",
    ">>",
    "+",
    "-",
    "*",
    "/",
    "%",
    "=",
    "::",
    "0",
    "1",
    "4",
    "8",
    "1_000",
    "18446744073709551615",
];

fn vocabulary() -> Vec<&'static str> {
    WORDS.into_iter().chain(NAMED.iter().map(|named| named.name)).collect()
}

#[test]
fn random_words() {
    let vocabulary = vocabulary();
    let random = &mut Random::new(1);
    for _ in 0..rounds() {
        let count = random.below(40);
        let words: Vec<&str> = (0..count).map(|_| *random.pick(&vocabulary)).collect();
        read(&words.join(if random.one_in(2) { " " } else { "" }));
    }
}

#[test]
fn random_characters() {
    let random = &mut Random::new(2);
    let letters: Vec<char> =
        "RowGenP([]){}|,.;=><+-*/%&^!#\"'\\ \t\n\r0123456789_abxij\u{e9}\u{4e2d}\u{1f600}\u{0}$".chars().collect();
    for _ in 0..rounds() {
        let count = random.below(60);
        let text: String = (0..count).map(|_| *random.pick(&letters)).collect();
        read(&text);
    }
}

#[test]
fn mutated_chains() {
    let vocabulary = vocabulary();
    let random = &mut Random::new(3);
    for round in 0..rounds() {
        let mut text: Vec<char> = chain(round % 500).to_string().chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(5) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, *random.pick(&['(', ')', '[', ']', ',', '.', '|', '-', '0', '9', '/', '%', 'x'])),
                2 => text[at] = (b' ' + random.below(95) as u8) as char,
                3 => {
                    let word: Vec<char> = random.pick(&vocabulary).chars().collect();
                    text.splice(at..at, word);
                }
                _ => {
                    let end = (at + random.below(20) as usize).min(text.len());
                    let copy = text[at..end].to_vec();
                    text.splice(at..at, copy);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        read(&text.iter().collect::<String>());
    }
}

#[test]
fn long_texts_take_time_in_proportion() {
    const LENGTH: usize = 50_000;
    let open =
        ["(", "[", "{", "|i|", "if ", "-", "!", "1+", "a::", "Row(", "OrderBy(", "let x = ", "::<", "/*", "\"", "é"];
    let heads =
        ["", "Row(", "GroupBy([", "GenP([3], |i| ", "GenP([3], |i| i, |p| (", "GenP([2], f::<", "Row(4) where "];
    let mut texts: Vec<String> = Vec::new();
    for head in heads {
        texts.extend(open.iter().map(|open| head.to_owned() + &open.repeat(LENGTH / open.len())));
    }
    for (head, item, tail) in [
        ("Row(", "1, ", "1)"),
        ("OrderBy(", "Row(1), ", "Row(1))"),
        ("GroupBy(", "[1], ", "[1])"),
        ("OrderBy(Row(1))", ".OrderBy(Row(1))", ""),
        ("RegP([1], [", "1, ", "1])"),
        ("Row(4) where 1 == 1", ", M == 64", ""),
        ("GenP([4], |i| { ", "let i = i + 1; ", "i - 1 }, |p| p)"),
        ("GenP([4], |i| i, |p| (", "p, ", "p))"),
        ("GenP([4], |i| i", ".min(i)", ", |p| p)"),
        ("GenP([4], |i| { ", "let i = (i + 1) % 4; ", "i })"),
        ("GenP([4096], |i| { ", "let i = i ^ (i >> 3); ", "i })"),
        ("GenP([4], |i| i", ".min(i)", ")"),
        ("Row(4)", "// comment\n", ""),
        ("Row(4)", "?", ""),
    ] {
        texts.push(format!("{head}{}{tail}", item.repeat(LENGTH / item.len())));
    }
    for text in &texts {
        let start = Instant::now();
        let world = Numbers::new(&[("M", 64)]);
        let result = elaborate_text(text, &world);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(5), "{taken:?} for {}…", &text[..40]);
        drop(result);
    }
}
