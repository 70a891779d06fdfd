//! Layouts of symbolic sizes: simplified once, compared with the run-time layout for many sizes on every point.

mod common;

use common::Random;
use common::agreement::{Maps, agrees, agrees_with, is_assumed};
use common::symbols::NAMES;
use lego_core::LayoutError;
use lego_core::chain::pieces::NAMED;
use lego_core::chain::{Named, PACKED, Parameter};
use lego_expr::reachable;
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Options, compile};

fn check(text: &str, choices: &[&[(&str, u64)]]) {
    let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let maps = Maps::of(&compiled);
    for sizes in choices {
        agrees(text, &compiled, &maps, sizes);
    }
}

#[test]
fn tiles() {
    let sizes: [&[(&str, u64)]; 3] = [
        &[("M", 12), ("K", 8), ("BM", 4), ("BK", 2)],
        &[("M", 6), ("K", 9), ("BM", 1), ("BK", 9)],
        &[("M", 5), ("K", 7), ("BM", 5), ("BK", 1)],
    ];
    check("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", &sizes);
    check("Col(M, K).TileBy([M/BM, K/BK], [BM, BK])", &sizes);
    check("OrderBy(Row(M/BM, K/BK), Col(BM, BK)).TileBy([M, K])", &sizes);
    check("OrderBy(Col(M/BM, K/BK), Row(BM, BK)).GroupBy([M*K])", &sizes);
    check("TileOrderBy(Col(M/BM, K/BK), Row(BM, BK))", &sizes);
    check("TileOrderBy(Row(M, K), Col(BM, BK)).GroupBy([M*BM*K*BK])", &sizes);
    check("Col(M, K).TileOrderBy(Row(M/BM, K/BK), Row(BM, BK)).TileBy([M, K])", &sizes);
    check("Row(m, n).TileBy([m/4, n/2], [4/2, 2], [2, 1])", &[&[("m", 8), ("n", 6)], &[("m", 4), ("n", 2)]]);
    check("Row(N/4, 4).GroupBy([N/8, 8]) where N % 8 == 0", &[&[("N", 8)], &[("N", 40)]]);
}

/// Divisors that are sums, such as a number of tiles rounded up.
#[test]
fn sizes_that_are_sums() {
    let mut random = Random::new(0x5EED_0000_0000_00AA);
    let extents = ["q + 1", "ceil_div(n, T)", "T", "n + T", "2*q + 1", "q*T + 2", "3", "n", "m*(q + 2)"];
    let sizes: [&[(&str, u64)]; 5] = [
        &[("m", 1), ("n", 1), ("q", 1), ("T", 1)],
        &[("m", 2), ("n", 5), ("q", 1), ("T", 3)],
        &[("m", 1), ("n", 2), ("q", 3), ("T", 5)],
        &[("m", 2), ("n", 3), ("q", 2), ("T", 2)],
        &[("m", 1), ("n", 7), ("q", 1), ("T", 7)],
    ];
    let shapes = [
        "Row(A, B*C).GroupBy([A, B, C])",
        "Row(A*B, C).GroupBy([A, B, C])",
        "Col(A*B, C).GroupBy([A, C*B])",
        "Row(A*B*C).GroupBy([C, A, B])",
        "OrderBy(Col(A, B)).OrderBy(Row(B*A)).GroupBy([B, A])",
        "OrderBy(Row(A, B), Col(C, 2)).TileBy([A*C, B*2])",
        "Row(A, C + B).PadBy([A, C] => [A, C + B]).GroupBy([A*C])",
        "Row(A, C).ExpandBy([A, C] => [A, C + B]).GroupBy([A*(C + B)])",
        "Reverse(A*B, C).GroupBy([A, B, C])",
        "Skew(A, B*C).GroupBy([A, C, B])",
    ];
    for shape in shapes {
        for _ in 0..12 {
            let [a, b, c] = [(); 3].map(|()| *random.pick(&extents));
            // Each name stands alone, between what is no letter.
            let parts = shape.split_inclusive(|letter: char| !letter.is_alphanumeric());
            let filled = |part: &str| match part.split_at(part.len() - 1) {
                ("A", end) => format!("({a}){end}"),
                ("B", end) => format!("({b}){end}"),
                ("C", end) => format!("({c}){end}"),
                _ => part.to_owned(),
            };
            let text: String = parts.map(filled).collect();
            check(&text, &sizes);
        }
    }
}

#[test]
fn holes() {
    let sizes: [&[(&str, u64)]; 2] = [&[("n", 5), ("m", 7)], &[("n", 3), ("m", 3)]];
    check("Row(n, n).ExpandBy([n, n] => [m, m])", &sizes);
    check("Row(n, m).PadBy([n, n] => [n, m])", &sizes);
}

#[test]
fn named_pieces() {
    let powers: [&[(&str, u64)]; 5] = [
        &[("n", 1), ("m", 8)],
        &[("n", 2), ("m", 2)],
        &[("n", 8), ("m", 2)],
        &[("n", 16), ("m", 1)],
        &[("n", 4), ("m", 16)],
    ];
    check("Morton(n, m)", &powers);
    check("Hilbert(n, n)", &powers);
    check("SwizzleRows([m, n], b)", &[&[("m", 5), ("n", 8), ("b", 3)], &[("m", 8), ("n", 8), ("b", 1)]]);
    check("Swizzle(b, m, s)", &[&[("b", 2), ("m", 1), ("s", 3)], &[("b", 1), ("m", 2), ("s", 1)]]);
    let sizes: [&[(&str, u64)]; 4] =
        [&[("n", 1), ("m", 1)], &[("n", 7), ("m", 4)], &[("n", 4), ("m", 9)], &[("n", 12), ("m", 5)]];
    check("AntiDiag(n)", &sizes);
    check("Reverse(n, m)", &sizes);
    check("Skew(n, m)", &sizes);
    for by in ["3", "-2", "n", "-n", "m*n - 1", "-(n + 5)"] {
        check(&format!("Rotate(n, m, {by})"), &sizes);
        check(&format!("Row(n, m).OrderBy(Rotate(m, n, {by})).GroupBy([n, m])"), &sizes);
    }
    check("OrderBy(Col(n, m)).OrderBy(Row(m, n)).GroupBy([n*m])", &sizes);
    check(
        "Grouped(m, n, g)",
        &[&[("m", 8), ("n", 4), ("g", 2)], &[("m", 7), ("n", 3), ("g", 2)], &[("m", 3), ("n", 5), ("g", 8)]],
    );
    check(
        "Fan(n, a, b)",
        &[&[("n", 16), ("a", 5), ("b", 3)], &[("n", 17), ("a", 40), ("b", 60)], &[("n", 1), ("a", 1), ("b", 1)]],
    );
    check("Fan(n, -5, -13)", &[&[("n", 16)], &[("n", 7)]]);
    check("Cute((M,(4,K/4)):(1,(M,4*M)))", &[&[("M", 5), ("K", 8)], &[("M", 1), ("K", 4)], &[("M", 4), ("K", 12)]]);
    check("Cute(((m,2),n):((2*n,1),2)).GroupBy([n,2*m])", &[&[("m", 3), ("n", 5)], &[("m", 1), ("n", 2)]]);
    check("Cute((m,n):(s,1))", &[&[("m", 3), ("n", 5), ("s", 5)], &[("m", 4), ("n", 1), ("s", 1)]]);
    check("BlockCyclic(n, b, q)", &[&[("n", 24), ("b", 3), ("q", 4)], &[("n", 6), ("b", 1), ("q", 6)]]);
    check("GenP([n, m], |i, j| (n-1-i)*m + (m-1-j), |p| (n-1 - p/m, m-1 - p%m))", &sizes);
}

/// What branches share is not written again in each: text and work stay in proportion to the graph.
#[test]
fn nested_branches_do_not_double_the_text() {
    for text in
        ["Hilbert(n, n)", "Fan(n, a, b)", "OrderBy(Fan(n, -5, -13), Row(1, 2, 1)).OrderBy(Reverse(2*n)).GroupBy([2*n])"]
    {
        let compiled = compile(text, &Options::default()).unwrap();
        for map in [&compiled.apply, &compiled.inv] {
            let form = &map.form;
            let printed =
                lego_expr::print(&compiled.arena, &form.roots, &lego_expr::Expressions::default(), form).unwrap();
            let length: usize = printed
                .shared
                .iter()
                .map(|shared| shared.value.len())
                .chain(printed.values.iter().map(String::len))
                .sum();
            let nodes = reachable(&compiled.arena, &form.roots).len();
            assert!(length < 100 * nodes, "{text}: {length} characters for {nodes} nodes");
        }
    }
}

/// A bound of a size in numbers, stated as a fact, is something more to be known, and hides nothing that sizes say.
#[test]
fn a_fact_that_bounds_a_size_costs_no_operation() {
    let operations = |text: &str| {
        let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        [&compiled.apply, &compiled.inv].map(|map| map.operations(&compiled.arena).1)
    };
    for chain in [
        "Row(m, t).GroupBy([m*t])",
        "Row(m, n).ExpandBy([m, n] => [m, 8*t]).GroupBy([m, 8, t])",
        "OrderBy(RegP([m, t, n, 4], [1, 3, 2, 4])).GroupBy([m*n, t*4])",
        "Row(m, n).ExpandBy([m, n] => [ceil_div(m, t)*t, ceil_div(n, t)*t]).TileBy([ceil_div(m, t), ceil_div(n, t)], [t, t])",
        "Row(m, n).ExpandBy([m, n] => [m, 8*t*4]).OrderBy(Rotate(m, 8*t*4, 8*t*4 - n)).GroupBy([m, 8, t, 4])",
        "Skew(m, t)",
        "Grouped(m, n, t)",
    ] {
        let free = operations(chain);
        for fact in ["t <= 32", "t <= 1024, m <= 65535", "t < 4294967296", "m <= 7", "t == 4", "2 <= t, t <= 100000"] {
            let bounded = operations(&format!("{chain} where {fact}"));
            assert!(
                bounded.iter().zip(free).all(|(bounded, free)| *bounded <= free),
                "{chain} where {fact}: {bounded:?}, {free:?}"
            );
        }
    }
}

/// What sizes make up that facts bound needs no question of which type holds it.
#[test]
fn a_value_that_facts_bound_fits_every_type() {
    let peaks = |text: &str| {
        let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        compiled.apply.extremes.peaks.expect("the values have bounds").len()
    };
    let chain = "Row(m, n).ExpandBy([m, n] => [m, 8*t]).OrderBy(Rotate(m, 8*t, 8*t - n)).GroupBy([m, 8, t])";
    assert_eq!(peaks(chain), 1);
    assert_eq!(peaks(&format!("{chain} where t <= 1024")), 0);
    // 16 times this is beyond 32 bits.
    assert_eq!(peaks(&format!("{chain} where t <= 268435457")), 1);
}

/// A text with some of its numbers, by their order, written as symbols; the values that these have in it.
fn numbers_as_symbols(text: &str, is_symbol: impl Fn(usize) -> bool) -> (String, Vec<(&'static str, u64)>) {
    let (mut written, mut values, mut numbers, mut rest) = (String::new(), Vec::new(), 0, text);
    while let Some(first) = rest.chars().next() {
        let length = rest.chars().take_while(char::is_ascii_digit).count();
        let (number, later) = rest.split_at(length.max(first.len_utf8()));
        rest = later;
        match number.parse() {
            Ok(value) => {
                if is_symbol(numbers) {
                    let name = NAMES[values.len()];
                    values.push((name, value));
                    written.push_str(name);
                } else {
                    written.push_str(number);
                }
                numbers += 1;
            }
            Err(_) => written.push_str(number),
        }
    }
    (written, values)
}

/// Compares a text with symbols at their values in `example`, and at all others where it is a small layout; how many
/// they were.
fn agrees_everywhere(text: &str, example: &[(&'static str, u64)]) -> Result<usize, Vec<LayoutError>> {
    let compiled = compile(text, &Options::default())
        .map_err(|errors| errors.into_iter().map(|diagnostic| diagnostic.error).collect::<Vec<_>>())?;
    let maps = Maps::of(&compiled);
    agrees(text, &compiled, &maps, example);
    let choices = [0_u64, 1, 2, 3, 4, 6, 8, 16];
    let mut compared = 1;
    for number in 0..choices.len().pow(example.len() as u32) {
        let choice = |k: usize| choices[number / choices.len().pow(k as u32) % choices.len()];
        let values: Vec<_> = example.iter().enumerate().map(|(k, &(name, _))| (name, choice(k))).collect();
        let Ok(layout) = RuntimeLayout::parse(text, &values) else { continue };
        if layout.count() <= 2100 && layout.span() <= 2100 && is_assumed(&compiled, &values) {
            agrees_with(&layout, text, &compiled, &maps, &values);
            compared += 1;
        }
    }
    Ok(compared)
}

/// Whether every number of a piece may be a symbol, as its parameters say.
fn takes_symbols(named: &Named) -> bool {
    let listed = named.parameters.listed().map_or(&[][..], |(_, listed)| listed);
    !listed.iter().any(|parameter| matches!(parameter, Parameter::Entries(_)))
}

/// The list of pieces is the language's: a new one is tried by its example.
#[test]
fn every_named_piece_with_each_of_its_numbers_as_a_symbol() {
    for named in NAMED.iter().chain(PACKED) {
        let numbers = named.example.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
        for subset in 1..1_usize << numbers {
            let (text, values) = numbers_as_symbols(named.example, |k| subset >> k & 1 == 1);
            match agrees_everywhere(&text, &values) {
                Ok(compared) => assert!(takes_symbols(named) && compared > 1, "{text}: {compared} compared"),
                Err(errors) => {
                    let are_clear = errors.iter().all(|error| matches!(error, LayoutError::ArgumentKind { .. }));
                    assert!(!takes_symbols(named) && are_clear, "{text}: {errors:?}");
                }
            }
        }
    }
}
