//! Chains that once panicked, did not end or took all memory: each ends now, and what it ends with is right.

mod common;

use common::Random;
use common::agreement::{Maps, agrees_with, is_assumed};
use common::symbols::NAMES;
use lego_core::LayoutError;
use lego_expr::Cost;
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Options, compile};

/// Chains of A, B, C and D.
const FOUND: [&str; 33] = [
    // A slope that looked at every way through the graph.
    "OrderBy(Row(A, B), Hilbert(C, C)).TileBy([A, B], [C, C])",
    "OrderBy(Grouped(A, B, C), Hilbert(D, D))",
    "OrderBy(Reverse(A, B), Hilbert(D, D))",
    "OrderBy(Hilbert(A, A), Row(C, D)).OrderBy(Hilbert(A, A), Row(C, D))",
    // A graph printed as a tree.
    "Fan(A - 1, -2, 0)",
    "Hilbert(A - B, A - B)",
    "Fan(A, -4, -7).PadBy([B + 1, 3] => [12, 7])",
    "Fan(A, -4, -7).PadBy([B + 1] => [A])",
    "OrderBy(Hilbert(A, A), Col(A - B, D/8)).GroupBy([C*8, D])",
    "OrderBy(Fan(A - B, 3, 1), Hilbert(B, B)).GroupBy([C*8, D])",
    "OrderBy(Hilbert(min(A, B), min(A, B)), Col(A - B, D/8)).GroupBy([C*8, D])",
    "OrderBy(Skew(ceil_div(7, 7)*(max(A, D)), C)).OrderBy(Fan(max(B, B), -2, D + A), Fan(B, A, -B)).PadBy([A*D] => [A*D + A*B])",
    "OrderBy(Morton(8*max(B, 2), 2), SwizzleRows([D, 16], C)).OrderBy(Morton(B*B, min(16, C))).GroupBy([4, ceil_div(B + B, C)])",
    "OrderBy(Row(1, 1, C), Morton(A/4, 1, 1)).OrderBy(Reverse(1, 1, 1), Morton(C/(D/8), C, 1)).TileBy([1, B - 6, 1], [B - 6, 1, 1])",
    "OrderBy(Hilbert(D, D)).OrderBy(Reverse(ceil_div(16, B), B), SwizzleRows([min(B, A) + min(3, C), A], B*A))",
    "OrderBy(Swizzle(A, B, C)).OrderBy(Swizzle(A, B, C)).OrderBy(Swizzle(A, B, C)).OrderBy(Swizzle(A, B, C))",
    // Divisions by zero.
    "BlockCyclic(B, 8, B)",
    "GenP([A], |i| i/0, |p| p)",
    "GenP([A], |i| i%0, |p| p/(0*p))",
    "OrderBy(Swizzle(2, 2, -4), Col(2, A)).OrderBy(RegP([8, 1, A/B], [2, 1, 3]))",
    "GenP([A], |i| (i/6)/0 + i/4, |p| p, unchecked)",
    // Numbers below zero among sizes.
    "OrderBy(Fan(A, -(2)/(B), 3))",
    "Row(max(1 - 3, A), B)",
    // A guard that was settled by the bound of the position that it guards.
    "Row(1, 7).ExpandBy([1, 7] => [3, 7]).GroupBy([C, 21/C])",
    "Row(2, A).ExpandBy([2, A] => [4, A]).GroupBy([B, 4*A/B])",
    "TileOrderBy(Row(14, 1, 15)).ExpandBy([1, 210] => [2, 210]).GroupBy([35, min(C, 3), 1], [2, 2, 3/min(C, 3)])",
    // Two sizes that divide each other, each of which stood for a product with the other.
    "OrderBy(Morton(min(ceil_div(B, 3), B), (max(C, A))/(C))) where C > D, C % (max(C, A)) == 0",
    "Row(A, max(C, B)/C) where C % max(C, B) == 0",
    "Row(A/B, B/C, C/max(A, B)) where A % B == 0, B % C == 0, C % max(A, B) == 0",
    // A comparison with a number below zero.
    "OrderBy(Morton(max(C, (B*(8))), (D - 2), 2, 1)).TileOrderBy(Row(min(A, 1), 1, 1, 2), RegP([2, 1, (C*(2)), 4], [2, 3, 1, 4])).OrderBy(Row(1, 1, 2, 32), Morton(2)).GroupBy([(C/(4)), 1, 2, 2], [4, (C/((A/(2))))], [4, 2, (D - 2), 1]) where D <= D, C <= 33",
    // Differences below zero in branches that are not taken.
    "OrderBy(RegP([1, A, max(A - C, A)], [2, 3, 1]), Skew(C*7, C*(D - A)))",
    "GenP([1, 2], |i, j| j * (A/3) + (if j % 2 == 0 { i } else { 1 - (A/3) - i }), |p| (0, p))",
    "GenP([A], |i| { let t = if i < B { A - i } else { i - 1 }; let t = min(t + 3, A - t); (t * t) % A }, |p| p, unchecked)",
];

fn options() -> Options {
    Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), explain: true, ..Options::default() }
}

#[test]
fn what_was_found_stays_found() {
    let random = &mut Random::new(11);
    for text in FOUND {
        let Ok(compiled) = compile(text, &options()) else { continue };
        let maps = Maps::of(&compiled);
        for _ in 0..12 {
            let values: Vec<(&str, u64)> =
                NAMES.into_iter().map(|name| (name, *random.pick(&[1, 2, 3, 4, 7, 8, 8, 16]))).collect();
            let Ok(layout) = RuntimeLayout::parse(text, &values) else { continue };
            let is_bijection = !compiled.unchecked && layout.count() <= 600 && layout.span() <= 600;
            if is_bijection && is_assumed(&compiled, &values) {
                agrees_with(&layout, text, &compiled, &maps, &values);
            }
        }
    }
}

/// A stage, as often as 64 KiB hold it.
fn stages(stage: &str) -> String {
    let next = format!(".OrderBy({stage})");
    format!("OrderBy({stage})") + &next.repeat((1 << 16) / next.len() - 1)
}

/// Texts of 64 KiB end: in a layout, in one that stays as it is written, or in an error that says that it takes too much.
#[test]
fn long_texts_of_symbols_end() {
    let closure = |step: &str, count: usize| {
        format!("GenP([A], |i| {{ {} i }}, |p| p, unchecked)", format!("let i = {step}; ").repeat(count))
    };
    let nested = |open: &str, close: &str| format!("Row({}A{})", open.repeat(3000), close.repeat(3000));
    let texts = [
        stages("AntiDiag(A)"),
        stages("AntiDiag(64)"),
        stages("Hilbert(A, A)"),
        stages("Fan(A, -5, B)"),
        stages("Swizzle(A, B, C)"),
        stages("Row(A, B)"),
        format!("OrderBy({})", ["Hilbert(A, A)"; 4000].join(", ")),
        format!("Row({})", ["A"; 30_000].join(", ")),
        format!("Row({})", ["A*B"; 15_000].join(" + ")),
        nested("min(A, ", ")"),
        nested("ceil_div(A, ", ")"),
        closure("if i < B { A - i } else { i - 1 }", 200),
        closure("max(i, A) - min(i * 2, B)", 200),
        closure("i * i", 200),
        closure("i / (i - 3) + i % (i + 1)", 200),
        closure("if i * i < B { if i < A { i << 1 } else { i >> (i - 1) } } else { (i - 3) / (i - 2) }", 200),
        format!("Row(A) where {}", (1..4000).map(|k| format!("A % {k} == 0")).collect::<Vec<_>>().join(", ")),
    ];
    let (mut layouts, mut refused) = (0, 0);
    for text in texts {
        let start = text.get(..60).unwrap_or_default();
        match compile(&text, &Options::default()) {
            Ok(_) => layouts += 1,
            Err(errors) => {
                let is_limit = |error: &LayoutError| {
                    matches!(
                        error,
                        LayoutError::TooComplex { .. }
                            | LayoutError::Limit { .. }
                            | LayoutError::TooLarge { .. }
                            | LayoutError::RankTooLarge { .. }
                    )
                };
                assert!(errors.iter().all(|error| is_limit(&error.error)), "{start}: {:?}", errors[0]);
                refused += 1;
            }
        }
    }
    assert!(layouts >= 3 && refused >= 8, "{layouts} layouts, {refused} refused");
}

/// What is checked index by index is counted over all of a layout.
#[test]
fn functions_are_checked_as_long_as_that_takes_few_steps() {
    let turned = |count: usize| {
        let there = "let i = (i + 1) % 1048576; ".repeat(count);
        // One step more than there and back, so that only the check finds it out.
        format!("GenP([1048576], |i| {{ {there} i ^ 1 }}, |p| {{ let p = p ^ 1; (p + 1048575 - {count}) % 1048576 }})")
    };
    // Hundreds of operations at 2^20 elements are tried one by one.
    let errors = RuntimeLayout::parse(&turned(if cfg!(debug_assertions) { 30 } else { 300 }), &[]).unwrap_err();
    assert!(matches!(errors[0].error, LayoutError::InverseDisagrees { .. }), "{:?}", errors[0]);
    let many = vec![turned(40).replace("1048575 -", "1048576 -"); 40].join(").OrderBy(");
    for text in [turned(1000), format!("OrderBy({many})")] {
        let errors = RuntimeLayout::parse(&text, &[]).unwrap_err();
        assert!(matches!(errors[0].error, LayoutError::CheckTooLong { .. }), "{:?}", errors[0]);
    }
    // One that has its inverse derived needs no check.
    let long = format!("GenP([1048576], |i| {{ {} i }})", "let i = (i + 1) % 1048576; ".repeat(400));
    let errors = RuntimeLayout::parse(&long, &[]).map(drop);
    assert!(errors.is_ok(), "{errors:?}");
}
