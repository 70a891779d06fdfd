//! What is known of how positions lie along an axis, strides and runs, against every point of the layout.

mod common;

use common::{chain, indices};
use lego_expr::{Arena, Id, Program};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Options, compile};

/// The value of an expression of sizes.
fn number(arena: &Arena, id: Id, sizes: Sizes<'_>) -> i128 {
    let size = |number: u32| {
        let name = arena.variable_of(number).name;
        let found = sizes.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| panic!("a step depends on {name}"), |(_, value)| i128::from(*value))
    };
    Program::new(arena, &[id]).run(size).pop().flatten().expect("a length or a step has a value")
}

/// What the layout says of each axis, the length of its runs and their step, with sizes filled in. Every point obeys it.
fn lawful(text: &str, compiled: &Compiled, sizes: Sizes<'_>) -> Vec<Run> {
    let layout = RuntimeLayout::parse(text, sizes).unwrap_or_else(|errors| panic!("{text} {sizes:?}: {errors:?}"));
    let (arena, dims) = (&compiled.arena, layout.dims());
    let known: Vec<Run> = (0..dims.len())
        .map(|axis| match (compiled.strides[axis], compiled.runs[axis]) {
            (Some(stride), None) => Some((dims[axis].into(), number(arena, stride, sizes))),
            (None, run) => run.map(|(len, step)| (number(arena, len, sizes), number(arena, step, sizes))),
            (Some(_), Some(_)) => panic!("{text}: axis {axis} has a stride and runs"),
        })
        .collect();
    for (axis, run) in known.iter().enumerate() {
        let Some((len, step)) = *run else { continue };
        assert!(len >= 1, "{text} {sizes:?}: runs of {len}");
        for mut index in indices(dims) {
            let at = layout.apply(&index);
            index[axis] += 1;
            if index[axis] == dims[axis] || i128::from(index[axis]) % len == 0 {
                continue;
            }
            let next = layout.apply(&index);
            let holds = match (at, next) {
                (Some(at), Some(next)) => i128::from(next) - i128::from(at) == step,
                (None, next) => next.is_none(),
                (Some(_), None) => compiled.strides[axis].is_none(),
            };
            assert!(holds, "{text} {sizes:?}: {at:?}, then {next:?} at {index:?} in runs of {len} by {step} on {axis}");
        }
    }
    known
}

/// Values of the sizes.
type Sizes<'a> = &'a [(&'a str, u64)];
/// The length of the runs of an axis, and their step.
type Run = Option<(i128, i128)>;

/// The text's runs are these, for every choice of its sizes.
fn runs(text: &str, choices: &[(Sizes<'_>, &[Run])]) {
    let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    for (sizes, expected) in choices {
        assert_eq!(lawful(text, &compiled, sizes), *expected, "{text} {sizes:?}");
    }
}

#[test]
fn tiles_that_do_not_divide_keep_their_runs() {
    let padded = "OrderBy(Row(ceil_div(M,A), ceil_div(N,B)), Row(A,B)).TileBy([ceil_div(M,A)*A, ceil_div(N,B)*B])\
                  .PadBy([M,N] => [ceil_div(M,A)*A, ceil_div(N,B)*B])";
    runs(
        padded,
        &[
            (&[("M", 7), ("N", 11), ("A", 2), ("B", 4)], &[Some((2, 4)), Some((4, 1))]),
            (&[("M", 7), ("N", 11), ("A", 3), ("B", 13)], &[Some((3, 13)), Some((13, 1))]),
            (&[("M", 1), ("N", 1), ("A", 1), ("B", 1)], &[Some((1, 1)), Some((1, 1))]),
            (&[("M", 8), ("N", 6), ("A", 4), ("B", 3)], &[Some((4, 3)), Some((3, 1))]),
        ],
    );
    let numbers = "OrderBy(Row(3, 5), Col(5, 3)).TileBy([15, 15]).PadBy([13, 14] => [15, 15])";
    runs(numbers, &[(&[], &[Some((5, 1)), Some((14, 5))])]);
    let mixed = "OrderBy(Row(ceil_div(M,8), ceil_div(N,4)), Row(8,4)).TileBy([ceil_div(M,8)*8, ceil_div(N,4)*4])\
                 .PadBy([M,N] => [ceil_div(M,8)*8, ceil_div(N,4)*4])";
    runs(mixed, &[(&[("M", 13), ("N", 7)], &[Some((8, 4)), Some((4, 1))])]);
    let channels = "RegP([M, ceil_div(C,4), 4, H, W], [1,2,4,5,3]).GroupBy([M, ceil_div(C,4)*4, H, W])\
                    .PadBy([M,C,H,W] => [M, ceil_div(C,4)*4, H, W])";
    runs(
        channels,
        &[(&[("M", 2), ("C", 7), ("H", 3), ("W", 5)], &[Some((2, 120)), Some((4, 1)), Some((3, 20)), Some((5, 4))])],
    );
}

#[test]
fn indices_without_a_position_come_last() {
    let tiles = "Row(U, V).ExpandBy([U, V] => [ceil_div(U, B)*B, ceil_div(V, C)*C])\
                 .TileBy([ceil_div(U, B), ceil_div(V, C)], [B, C])";
    runs(
        tiles,
        &[
            (&[("U", 7), ("V", 11), ("B", 2), ("C", 4)], &[Some((4, 22)), Some((3, 4)), Some((2, 11)), Some((4, 1))]),
            (&[("U", 3), ("V", 5), ("B", 3), ("C", 1)], &[Some((1, 15)), Some((5, 1)), Some((3, 5)), Some((1, 1))]),
        ],
    );
    runs("Row(10, 10).ExpandBy([10, 10] => [12, 16])", &[(&[], &[Some((12, 10)), Some((16, 1))])]);
    runs("Row(60).ExpandBy([60] => [64]).GroupBy([8, 8])", &[(&[], &[Some((8, 8)), Some((8, 1))])]);
    // Backwards, those without a position come first: no runs.
    runs("Row(60).ExpandBy([60] => [64]).OrderBy(Reverse(8, 8))", &[(&[], &[None, None])]);
}

#[test]
fn what_the_axis_does_not_reach_may_be_anything() {
    for order in ["Morton(A, A)", "Hilbert(A, A)", "AntiDiag(A)", "Skew(A, A)", "SwizzleRows([A, A], 1)"] {
        let sizes: [&[(&str, u64)]; 2] = [&[("A", 4), ("T", 3)], &[("A", 2), ("T", 4)]];
        let expected: [&[_]; 2] = [&[Some((3, 3)), Some((3, 1))], &[Some((4, 4)), Some((4, 1))]];
        let choices = [(sizes[0], expected[0]), (sizes[1], expected[1])];
        runs(&format!("OrderBy({order}, Row(T, T)).TileBy([A*T, A*T])"), &choices);
    }
    let expected: &[_] = &[Some((8, 8)), Some((8, 1))];
    runs("OrderBy(Morton(M/8, M/8), Row(8, 8)).TileBy([M, M])", &[(&[("M", 32)], expected)]);
    runs("OrderBy(Morton(A, B), Row(8, 8)).TileBy([A*8, B*8])", &[(&[("A", 2), ("B", 4)], expected)]);
    let tiles = "OrderBy(Morton(A, A), Row(T, T)).TileBy([A, A], [T, T])";
    runs(tiles, &[(&[("A", 4), ("T", 5)], &[None, None, Some((5, 5)), Some((5, 1))])]);
}

#[test]
fn random_chains_keep_what_is_said_of_them() {
    let mut found = [0; 2];
    for seed in 0..1500 {
        let text = chain(seed).to_string();
        let Ok(compiled) = compile(&text, &Options::default()) else { continue };
        let known = lawful(&text, &compiled, &[]);
        found[0] += known.iter().flatten().filter(|(len, _)| *len > 1).count();
        found[1] += compiled.runs.iter().flatten().count();
    }
    assert!(found[0] > 800 && found[1] > 200, "{found:?}");
}

#[test]
fn steps_of_nearly_64_bits_are_compared() {
    let n = u64::MAX;
    let turned = |i: &str| format!("|{i}| if {i} == 0 {{ 0 }} else {{ {n} - {i} }}");
    let text = format!("GenP([{n}], {}, {}, unchecked)", turned("i"), turned("p"));
    let compiled = compile(&text, &Options::default()).unwrap();
    assert_eq!((compiled.strides, compiled.runs), (vec![None], vec![None]));
}

#[test]
fn random_points_refute_what_is_no_run() {
    // One place of the axis has another step: no value that is tried may hide it.
    let text = "GenP([64], |i| if i == 37 { 38 } else { if i == 38 { 37 } else { i } }, \
                |p| if p == 37 { 38 } else { if p == 38 { 37 } else { p } })";
    let compiled = compile(text, &Options::default()).unwrap();
    assert_eq!(lawful(text, &compiled, &[]), [None]);
}
