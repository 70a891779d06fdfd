//! Random facts: what is refused as a contradiction holds for no sizes, and most of what holds for none is refused.
//!
//! `LEGO_ROUNDS` sets how many texts are tried; the default is small enough for an unoptimised build.

mod common;

use common::Random;
use lego_core::LayoutError;
use lego_lang::compile::{Options, compile};

/// A side of a fact: its text, and its value for A, B and C.
type Side = (String, Box<dyn Fn([i64; 3]) -> i64>);

fn side(random: &mut Random) -> Side {
    let k = random.below(3) as usize;
    let name = ["A", "B", "C"][k];
    let other = (k + 1) % 3;
    let second = ["A", "B", "C"][other];
    let (factor, plus) = (1 + random.below(4) as i64, random.below(6) as i64);
    match random.below(5) {
        0 => (format!("({factor}*{name} + {plus})"), Box::new(move |v| factor * v[k] + plus)),
        1 => (format!("({name} + {factor}*{second})"), Box::new(move |v| v[k] + factor * v[other])),
        2 => (format!("({name}*{second})"), Box::new(move |v| v[k] * v[other])),
        _ => (name.to_owned(), Box::new(move |v| v[k])),
    }
}

/// Whether a fact holds of three sizes.
type Truth = Box<dyn Fn([i64; 3]) -> bool>;

/// A fact, and whether it holds.
fn fact(random: &mut Random) -> (String, Truth) {
    let (text, value) = side(random);
    let number = random.below(13) as i64;
    match random.below(8) {
        0 | 1 => {
            let (size, rest) = (2 + random.below(6) as i64, random.below(4) as i64);
            (format!("{text} % {size} == {rest}"), Box::new(move |v| value(v) % size == rest))
        }
        2 => (format!("{text} % 2 != 0"), Box::new(move |v| value(v) % 2 != 0)),
        3 => (format!("{text} <= {number}"), Box::new(move |v| value(v) <= number)),
        4 => (format!("{text} > {number}"), Box::new(move |v| value(v) > number)),
        5 => (format!("{text} == {number}"), Box::new(move |v| value(v) == number)),
        6 => (format!("{text} != {number}"), Box::new(move |v| value(v) != number)),
        _ => {
            let (other, second) = side(random);
            (format!("{text} == {other}"), Box::new(move |v| value(v) == second(v)))
        }
    }
}

#[test]
fn what_is_refused_holds_for_no_sizes() {
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300);
    let (mut refused, mut missed) = (0, 0);
    for seed in 0..rounds {
        let random = &mut Random::new(seed);
        let facts: Vec<_> = (0..2 + random.below(4)).map(|_| fact(random)).collect();
        let list: Vec<&str> = facts.iter().map(|(text, _)| text.as_str()).collect();
        let text = format!("Row(A, B, C) where {}", list.join(", "));
        // Facts that hold for sizes beyond these are rare: the numbers in them are small.
        let sizes = (1..40).flat_map(|a| (1..40).flat_map(move |b| (1..40).map(move |c| [a, b, c])));
        let found = sizes.into_iter().find(|&sizes| facts.iter().all(|(_, holds)| holds(sizes)));
        match compile(&text, &Options::default()) {
            Err(errors) => {
                assert!(matches!(errors[0].error, LayoutError::Contradiction { .. }), "{text}: {errors:?}");
                assert!(found.is_none(), "{text} holds for {found:?}: {errors:?}");
                refused += 1;
            }
            Ok(_) => missed += u64::from(found.is_none()),
        }
    }
    assert!(refused * 5 > rounds && missed * 12 < refused, "{refused} refused, {missed} missed of {rounds}");
}
