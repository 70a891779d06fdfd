//! Three ways to the same map: the run-time layout, the types of `layout!`, and the expressions that the command prints.
//!
//! Every recorded layout and 200 random chains, every point, both directions.

#[path = "../../../lego-lang/tests/common/mod.rs"]
mod chains;
#[path = "../common/mod.rs"]
mod common;
mod layouts;

use common::expression::Expression;
use lego::{Coord, Layout};
use lego_lang::RuntimeLayout;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A type of `layout!` behind functions that do not name it.
struct Case {
    text: &'static str,
    apply: fn(&[u64]) -> Option<u64>,
    inv: fn(u64) -> Option<Vec<u64>>,
    apply_u32: fn(&[u64]) -> Option<u32>,
    inv_u32: fn(u64) -> Option<Vec<u32>>,
}

fn apply<L: Layout + Default>(index: &[u64]) -> Option<u64> {
    let mut own = L::Index::zero();
    for (to, from) in own.as_mut().iter_mut().zip(index) {
        *to = *from as usize;
    }
    L::default().try_apply(own).map(|position| position as u64)
}

fn inv<L: Layout + Default>(position: u64) -> Option<Vec<u64>> {
    let index = L::default().try_inv(position as usize)?;
    Some(index.as_ref().iter().map(|&i| i as u64).collect())
}

fn narrow<const R: usize>(index: &[u64]) -> [u32; R] {
    std::array::from_fn(|k| index[k] as u32)
}

/// The texts: the recorded layouts that have a whole table, and the random chains.
fn texts() -> Vec<String> {
    let recorded: serde_json::Value =
        serde_json::from_str(include_str!("../../../lego-lang/tests/data/lego.json")).unwrap();
    let vectors = recorded["vectors"].as_array().unwrap();
    vectors.iter().map(chains::vectors::text).chain((0..200).map(|seed| chains::chain(seed).to_string())).collect()
}

/// The module `layouts` as it should be.
fn generated(texts: &[String]) -> String {
    let mut types = String::new();
    let mut cases = String::new();
    for (k, text) in texts.iter().enumerate() {
        let rank = RuntimeLayout::parse(text, &[]).unwrap().dims().len();
        let _ = writeln!(types, "    type L{k} = {text};");
        let _ = write!(
            cases,
            "    Case {{\n        text: {text:?},\n        apply: apply::<L{k}>,\n        inv: inv::<L{k}>,\n        \
             apply_u32: |i| L{k}::apply_u32(narrow(i)).into(),\n        \
             inv_u32: |p| Option::<[u32; {rank}]>::from(L{k}::inv_u32(p as u32)).map(|i| i.to_vec()),\n    }},\n"
        );
    }
    format!(
        "// Made by: cargo xtask bless\n#![cfg_attr(rustfmt, rustfmt_skip)]\n\
         // One way to write all of them: an optional result is converted to itself.\n\
         #![allow(clippy::useless_conversion)]\n\n\
         use super::{{Case, apply, inv, narrow}};\n\nlego::layout! {{\n{types}}}\n\n\
         pub(super) const CASES: &[Case] = &[\n{cases}];\n"
    )
}

#[test]
fn the_generated_module_is_what_it_should_be() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agreement/layouts.rs");
    let wanted = generated(&texts());
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(path, wanted).unwrap();
        return;
    }
    assert!(include_str!("layouts.rs") == wanted, "tests/agreement/layouts.rs is stale: run `cargo xtask bless`");
}

/// The printed expressions of a layout.
struct Printed {
    index: Vec<String>,
    apply: Expression,
    guard: Option<Expression>,
    inv: Vec<Expression>,
    inv_guard: Option<Expression>,
}

impl Printed {
    fn new(text: &str) -> Self {
        let shown = common::json(&["show", text]);
        let parse = |value: &serde_json::Value| Expression::parse(value.as_str().unwrap()).unwrap();
        let optional = |value: &serde_json::Value| (!value.is_null()).then(|| parse(value));
        Self {
            index: shown["index"].as_array().unwrap().iter().map(|i| i.as_str().unwrap().to_owned()).collect(),
            apply: parse(&shown["apply"]),
            guard: optional(&shown["guard"]),
            inv: shown["inv"].as_array().unwrap().iter().map(parse).collect(),
            inv_guard: optional(&shown["inv_guard"]),
        }
    }

    fn apply(&self, index: &[u64]) -> Option<u64> {
        let variables: BTreeMap<String, u64> = self.index.iter().cloned().zip(index.iter().copied()).collect();
        let holds = self.guard.as_ref().is_none_or(|guard| guard.truth(&variables).unwrap());
        holds.then(|| self.apply.number(&variables).unwrap())
    }

    fn inv(&self, position: u64) -> Option<Vec<u64>> {
        let variables: BTreeMap<String, u64> = [("p".to_owned(), position)].into();
        let holds = self.inv_guard.as_ref().is_none_or(|guard| guard.truth(&variables).unwrap());
        holds.then(|| self.inv.iter().map(|i| i.number(&variables).unwrap()).collect())
    }
}

#[test]
fn run_time_types_and_printed_expressions_agree_on_every_point() {
    let texts = texts();
    assert_eq!(layouts::CASES.len(), texts.len());
    let mut points = 0;
    for case in layouts::CASES {
        let text = case.text;
        let layout = RuntimeLayout::parse(text, &[]).unwrap();
        let printed = Printed::new(text);
        for index in chains::indices(layout.dims()) {
            let position = layout.apply(&index);
            assert_eq!((case.apply)(&index), position, "type: {text} at {index:?}");
            assert_eq!((case.apply_u32)(&index).map(u64::from), position, "u32: {text} at {index:?}");
            assert_eq!(printed.apply(&index), position, "printed: {text} at {index:?}");
            points += 1;
        }
        for position in 0..layout.span() {
            let index = layout.inv(position);
            assert_eq!((case.inv)(position), index, "type: {text} at position {position}");
            let narrow = (case.inv_u32)(position).map(|i| i.into_iter().map(u64::from).collect());
            assert_eq!(narrow, index, "u32: {text} at position {position}");
            assert_eq!(printed.inv(position), index, "printed: {text} at position {position}");
            points += 1;
        }
        assert_eq!((case.inv)(layout.span()), None, "{text}");
    }
    println!("{points} points of {} layouts agree in three ways", texts.len());
}
