//! Chains that make the engine work hard end with a right result, simplified or not.

#[path = "common/hostile.rs"]
mod chains;
mod common;

use chains::hostile;
use common::Random;
use lego_expr::{Cost, Id, Node, Program};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Options, SimplifiedMap, compile};

/// The values of the symbols.
const SYMBOLS: [(&str, u64); 2] = [("M", 64 * 1009), ("K", 997)];

fn compiled(name: &str, text: &str) -> Compiled {
    let options = Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
    compile(text, &options).unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"))
}

/// The values of a map where a variable of each id has a value.
fn values(layout: &Compiled, map: &SimplifiedMap, program: &Program, given: &[(Id, u64)]) -> Vec<u64> {
    let value = |number: u32| {
        let is_it = |&&(id, _): &&(Id, u64)| layout.arena.get(id) == Node::Variable(number);
        let name = layout.arena.variable_of(number).name;
        let symbol = || SYMBOLS.iter().find(|(symbol, _)| *symbol == name).map(|&(_, value)| value);
        i128::from(given.iter().find(is_it).map(|&(_, value)| value).or_else(symbol).unwrap())
    };
    let values = program.run(value).split_off(map.guards().len());
    values.into_iter().map(|value| u64::try_from(value.unwrap()).unwrap()).collect()
}

#[test]
fn what_it_makes_of_them_is_right() {
    let mut random = Random::new(7);
    for (name, text) in hostile() {
        let layout = compiled(name, &text);
        let plain = RuntimeLayout::parse(&text, &SYMBOLS).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let (dims, size) = (plain.dims(), plain.span());
        let for_u32 = layout.for_u32.iter().map(|(apply, inv)| (apply, inv));
        for (apply, inv) in for_u32.chain([(&layout.apply, &layout.inv)]) {
            let program = |map: &SimplifiedMap| Program::new(&layout.arena, &map.form.roots);
            let (forth, back) = (program(apply), program(inv));
            for round in 0..300 {
                let index: Vec<u64> = dims
                    .iter()
                    .map(|&n| match round {
                        0 => 0,
                        1 => n - 1,
                        _ => random.below(n),
                    })
                    .collect();
                let given: Vec<(Id, u64)> = layout.index.iter().copied().zip(index.iter().copied()).collect();
                let position = plain.apply(&index).unwrap();
                assert!(position < size);
                assert_eq!(values(&layout, apply, &forth, &given), [position], "{name}: {index:?}");
                let found = values(&layout, inv, &back, &[(layout.position, position)]);
                assert_eq!(found, index, "{name}: {position}");
            }
        }
    }
}

#[test]
fn work_has_a_limit_behind_which_expressions_stay_as_they_were_written() {
    let kept = |map: &SimplifiedMap| map.form.roots == map.written.roots();
    let (name, text) = hostile().pop().unwrap();
    let layout = compiled(name, &text);
    assert!(kept(&layout.inv), "{name} is simplified now: a test of the limit needs another chain");
    // Fewer stages of the same kind are simplified.
    let short = text.splitn(4, ".OrderBy").take(3).collect::<Vec<_>>().join(".OrderBy") + ".GroupBy([M, K])";
    let layout = compiled(name, &short);
    assert!(!kept(&layout.apply) && !kept(&layout.inv), "{short}");
}
