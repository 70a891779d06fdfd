//! `compose(A, B)`: every point of random layouts one after the other, in numbers and simplified, and every error.

mod common;

use common::agreement::{Maps, agrees};
use common::{Random, chain, indices, piece};
use lego_lang::compile::{Options, compile};
use lego_lang::{RuntimeLayout, parse};

/// The row-major index at a flat position.
fn unflattened(dims: &[u64], mut flat: u64) -> Vec<u64> {
    let mut index = vec![0; dims.len()];
    for (place, extent) in index.iter_mut().zip(dims).rev() {
        (*place, flat) = (flat % extent, flat / extent);
    }
    index
}

/// A random layout with so many positions.
fn inner(random: &mut Random, span: u64) -> String {
    let rank = 1 + random.below(3) as usize;
    let dims = random.factors(span, rank);
    let text = piece(random, dims.clone()).text;
    match random.below(5) {
        0 => text,
        1 => format!("{text}.GroupBy({:?})", random.factors(span, 2)),
        2 => {
            let smaller: Vec<u64> = dims.iter().map(|n| 1 + random.below(*n)).collect();
            format!("{text}.PadBy({smaller:?} => {dims:?})")
        }
        3 => {
            let larger: Vec<u64> = dims.iter().map(|n| n + random.below(3)).collect();
            format!("{text}.ExpandBy({dims:?} => {larger:?})")
        }
        _ => {
            let cut: Vec<Vec<u64>> = dims.iter().map(|n| random.factors(*n, 2)).collect();
            let level = |k: usize| cut.iter().map(|axis| axis[k]).collect::<Vec<u64>>();
            format!("{text}.TileBy({:?}, {:?})", level(0), level(1))
        }
    }
}

#[test]
fn one_layout_after_another_on_every_point() {
    let (mut tried, mut packed) = (0, 0);
    for seed in 0..200 {
        let outer_text = chain(seed).to_string();
        let outer = RuntimeLayout::parse(&outer_text, &[]).unwrap();
        if outer.count() > 1 << 10 {
            continue;
        }
        let inner_text = inner(&mut Random::new(seed), outer.count());
        let inner = RuntimeLayout::parse(&inner_text, &[]).unwrap_or_else(|errors| panic!("{inner_text}: {errors:?}"));
        let text = format!("compose({outer_text}, {inner_text})");
        let both = RuntimeLayout::parse(&text, &[]).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!((both.dims(), both.span()), (inner.dims(), outer.span()), "{text}");
        let mut reached = vec![None; both.span() as usize];
        for index in indices(inner.dims()) {
            let expected = inner.apply(&index).and_then(|flat| outer.apply(&unflattened(outer.dims(), flat)));
            assert_eq!(both.apply(&index), expected, "{text} at {index:?}");
            if let Some(position) = expected {
                reached[position as usize] = Some(index);
            }
        }
        for (position, index) in (0..).zip(reached) {
            assert_eq!(both.inv(position), index, "{text} from {position}");
        }
        let compiled = compile(&text, &Options::default()).unwrap();
        agrees(&text, &compiled, &Maps::of(&compiled), &[]);
        assert_eq!(parse(&text).unwrap(), parse(&parse(&text).unwrap().to_string()).unwrap());
        tried += 1;
        packed += u32::from(["Lower(", "Upper(", "Band("].iter().any(|stage| outer_text.contains(stage)));
    }
    assert!(tried > 80 && packed > 10, "{tried} {packed}");
}

#[test]
fn more_than_two_views_behind_and_symbols() {
    let same = |one: &str, other: &str, values: &[(&str, u64)]| {
        let [one, other] = [one, other].map(|text| RuntimeLayout::parse(text, values).unwrap());
        assert_eq!((one.dims(), one.span()), (other.dims(), other.span()));
        for index in indices(one.dims()) {
            assert_eq!(one.apply(&index), other.apply(&index), "{index:?}");
        }
        for position in 0..one.span() {
            assert_eq!(one.inv(position), other.inv(position));
        }
    };
    let turn = "OrderBy(Col(4, 6)).OrderBy(Col(3, 8)).OrderBy(Morton(4, 2), Row(3)).GroupBy([2, 12])";
    same("compose(compose(Col(4, 6), Col(3, 8)), OrderBy(Morton(4, 2), Row(3))).GroupBy([2, 12])", turn, &[]);
    same("compose(Col(4, 6), compose(Col(3, 8), OrderBy(Morton(4, 2), Row(3)).GroupBy([2, 12])))", turn, &[]);
    same(
        "compose(Col(M, N), Col(N, M)).PadBy([M - 1, N] => [M, N])",
        "Row(M, N).PadBy([M - 1, N] => [M, N])",
        &[("M", 3), ("N", 5)],
    );
    for values in [[("M", 3), ("N", 5)], [("M", 1), ("N", 4)], [("M", 6), ("N", 6)]] {
        let text = "compose(Col(M, N).TileBy([M, 1], [1, N]), Skew(N, M))";
        let compiled = compile(text, &Options::default()).unwrap();
        agrees(text, &compiled, &Maps::of(&compiled), &values);
    }
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let refused = |text: &str, place: &str, words: &str| {
        let errors = RuntimeLayout::parse(text, &[]).expect_err(text);
        let found: Vec<(&str, String)> =
            errors.iter().map(|error| (&text[error.range.start..error.range.end], error.to_string())).collect();
        assert_eq!(found, [(place, words.to_owned())], "{text}");
    };
    let differ = "the index of the first layout has 12 elements, but the memory of the second has 15";
    refused("compose(Row(3,4), Row(3,5))", "compose(Row(3,4), Row(3,5))", differ);
    refused("compose(Row(3,4), Rwo(3,4))", "Rwo", "no piece is called Rwo; the nearest name is Row");
    refused("compose(Row(3,4), Row(3,0))", "0", "this size is 0, but a size is at least 1");
    refused("compose(Row(3))", "compose(Row(3))", "compose takes 2 layouts (A, B), for A after B, not 1");
    let begins = "compose may not stand here: it begins a layout: compose(A, B).GroupBy([4])";
    refused("Row(3).compose(Row(3), Row(3))", "compose", begins);
    let pieces = "compose may not stand here: only pieces such as Row(4, 8) stand in OrderBy";
    refused("OrderBy(compose(Row(3), Row(3)))", "compose", pieces);
}
