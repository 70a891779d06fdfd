//! Random chains of symbolic sizes: none panics, none exceeds the limits, and each is right at the sizes tried.
//!
//! `LEGO_ROUNDS` sets how many of each kind are tried; the default is small enough for an unoptimised build.

mod common;

use common::agreement::{Maps, agrees, agrees_with, is_assumed};
use common::symbols::{NAMES, Symbolic, symbolic, wild};
use common::{Random, indices};
use lego_core::LayoutError;
use lego_expr::Cost;
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Options, compile};

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(150)
}

/// As the macro compiles.
fn options() -> Options {
    Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() }
}

/// Compares for other values than those that a chain was made for, where it is a layout for them. Says for how many.
fn agrees_elsewhere(text: &str, compiled: &Compiled, maps: &Maps<'_>, random: &mut Random) -> u64 {
    let mut compared = 0;
    for round in 0..12 {
        let mut values: Vec<(&str, u64)> =
            NAMES.into_iter().map(|name| (name, *random.pick(&[1, 2, 3, 4, 5, 6, 8, 12, 16, 13]))).collect();
        // One size in turn, or all of them, may be 0: the layout is then empty.
        match round {
            0..8 => {}
            8..11 => {
                let which = random.below(values.len() as u64) as usize;
                values[which].1 = 0;
            }
            _ => values.iter_mut().for_each(|(_, value)| *value = 0),
        }
        let Ok(layout) = RuntimeLayout::parse(text, &values) else { continue };
        if layout.count() <= 600 && layout.span() <= 600 && is_assumed(compiled, &values) {
            agrees_with(&layout, text, compiled, maps, &values);
            compared += 1;
        }
    }
    compared
}

#[test]
fn random_chains_of_symbols_keep_every_point() {
    let rounds = rounds();
    let (mut with_symbols, mut with_zeros, mut elsewhere, mut without_inverse) = (0, 0, 0, 0);
    for seed in 0..rounds {
        let (Symbolic { text, values }, model) = symbolic(seed);
        let compiled = match compile(&text, &options()) {
            // Sizes that are symbols may hide the inverse of a closure that is written without one.
            Err(errors) if errors.iter().all(|d| matches!(d.error, LayoutError::InverseNeeded { .. })) => {
                without_inverse += 1;
                continue;
            }
            result => result.unwrap_or_else(|errors| panic!("{seed}: {text}: {errors:?}")),
        };
        let maps = Maps::of(&compiled);
        agrees(&text, &compiled, &maps, &values);
        for k in 0..values.len() {
            let mut empty = values.clone();
            empty[k].1 = 0;
            if RuntimeLayout::parse(&text, &empty).is_ok() && is_assumed(&compiled, &empty) {
                agrees(&text, &compiled, &maps, &empty);
                with_zeros += 1;
            }
        }
        // The run-time layout that it agrees with is the model's.
        let layout = RuntimeLayout::parse(&text, &values).unwrap_or_else(|errors| panic!("{seed}: {text}: {errors:?}"));
        for index in indices(layout.dims()) {
            assert_eq!(layout.apply(&index), model.apply(&index), "{seed}: {text} at {index:?}");
        }
        let mut random = Random::new(seed);
        elsewhere += agrees_elsewhere(&text, &compiled, &maps, &mut random);
        with_symbols += u64::from(!values.is_empty());
    }
    assert!(with_symbols * 2 > rounds && elsewhere * 8 > rounds, "{with_symbols} and {elsewhere} of {rounds}");
    assert!(with_zeros * 16 > rounds, "{with_zeros} of {rounds}");
    assert!(without_inverse * 4 < rounds, "{without_inverse} of {rounds}");
}

#[test]
fn no_text_of_symbols_panics_and_what_is_a_layout_is_right() {
    let rounds = rounds();
    let (mut layouts, mut compared) = (0, 0);
    for seed in 0..rounds {
        let text = wild(seed);
        let Ok(compiled) = compile(&text, &options()) else { continue };
        layouts += 1;
        let maps = Maps::of(&compiled);
        // A function that is taken at its word may give anything.
        if !compiled.unchecked && compiled.unproved.is_empty() {
            compared += agrees_elsewhere(&text, &compiled, &maps, &mut Random::new(seed));
        }
    }
    assert!(layouts * 8 > rounds && compared * 16 > rounds, "{layouts} layouts of {rounds}, {compared} comparisons");
}
