//! Layouts with a name as pieces of others: every point, in numbers and in symbols, and every error.

mod common;

use common::{Chain, Piece, Random, Stage, bijection, indices, piece};
use lego_core::chain::Scalar;
use lego_expr::{Node, Program};
use lego_lang::compile::{Compiled, Options, compile_reading};
use lego_lang::{Declaration, Declarations, Exact, Numbers, Reading, Refusal, elaborate_reading};
use std::collections::BTreeMap;

/// The text `Name<sizes>` of a layout, declared beside others.
fn declare(beside: &mut Declarations, name: &str, parameters: &[&str], text: &str) {
    let reading = Reading::beside(text, beside);
    assert!(reading.layout().is_some(), "{text}");
    beside.declare(Declaration::new(name, parameters, BTreeMap::new(), reading));
}

/// Compares a text with what it means, on every point in both directions: in numbers, and simplified.
fn agrees(text: &str, beside: &Declarations, dims: &[u64], position: impl Fn(&[u64]) -> u64) {
    let reading = Reading::beside(text, beside);
    let numbers = Numbers::default();
    let chain = elaborate_reading(&reading, &numbers).unwrap_or_else(|errors| panic!("{text}: {errors:?}")).chain;
    let found: Vec<Option<u64>> = chain.dims().into_iter().map(Scalar::number).collect();
    assert_eq!(found, dims.iter().map(|&n| Some(n)).collect::<Vec<_>>(), "{text}");
    let compiled = compile_reading(&reading, &Options::default()).unwrap();
    for index in indices(dims) {
        let expected = position(&index);
        let exact: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
        assert_eq!(chain.apply(&exact).value.number(), Some(expected), "{text} at {index:?}");
        let back: Vec<Option<u64>> = chain.inv(expected.into()).value.into_iter().map(Scalar::number).collect();
        assert_eq!(back, index.iter().map(|&i| Some(i)).collect::<Vec<_>>(), "{text} from {expected}");
    }
    simplified(text, &compiled, &[], dims, position);
}

/// Compares what was simplified at some values of its sizes.
fn simplified(text: &str, compiled: &Compiled, sizes: &[(&str, u64)], dims: &[u64], position: impl Fn(&[u64]) -> u64) {
    let arena = &compiled.arena;
    let number = |id| match arena.get(id) {
        Node::Variable(number) => number,
        other => panic!("{other:?} is no variable"),
    };
    let size = |number: u32| {
        let name = arena.variable_of(number).name;
        sizes.iter().find(|(known, _)| *known == name).map(|(_, value)| i128::from(*value))
    };
    let places: Vec<u32> = compiled.index.iter().map(|&id| number(id)).collect();
    let place = number(compiled.position);
    let [apply, inv] = [&compiled.apply, &compiled.inv].map(|map| Program::new(arena, map.values()));
    let extents = Program::new(arena, &compiled.dims).run(|number| size(number).unwrap_or(0));
    assert_eq!(extents, dims.iter().map(|&n| Some(i128::from(n))).collect::<Vec<_>>(), "{text}");
    for index in indices(dims) {
        let expected = position(&index);
        let of_index = |number: u32| places.iter().position(|&p| p == number).map_or(0, |k| index[k].into());
        let found = apply.run(|number| size(number).unwrap_or_else(|| of_index(number)));
        assert_eq!(found, [Some(i128::from(expected))], "{text} {sizes:?} at {index:?}");
        let back = inv.run(|number| size(number).unwrap_or(if number == place { expected.into() } else { 0 }));
        assert_eq!(back, index.iter().map(|&i| Some(i128::from(i))).collect::<Vec<_>>(), "{text} {sizes:?}");
    }
}

#[test]
fn random_layouts_in_random_layouts() {
    let random = &mut Random::new(11);
    for _ in 0..300 {
        let mut beside = Declarations::default();
        // Each is made of pieces of the language and of those before it.
        let mut known: Vec<Piece> = Vec::new();
        for name in ["A", "B", "C"] {
            let n = *random.pick(&[1, 2, 6, 8, 12]);
            let chain = match known.is_empty() {
                true => bijection(random, n),
                false => around(random, known),
            };
            let text = chain.to_string();
            declare(&mut beside, name, &[], &text);
            agrees(&text, &beside, &chain.dims(), |index| chain.apply(index).unwrap());
            known = vec![as_piece(name, chain)];
        }
        // Alone, under a view, and among others.
        let whole = known.remove(0);
        agrees("C", &beside, &whole.dims, |index| (whole.position)(index));
        let n: u64 = whole.dims.iter().product();
        agrees(&format!("C.GroupBy([{n}])"), &beside, &[n], |index| {
            (whole.position)(&common::unflatten(&whole.dims, index[0]))
        });
        let outer = around(random, vec![whole]);
        agrees(&outer.to_string(), &beside, &outer.dims(), |index| outer.apply(index).unwrap());
    }
}

/// A chain around pieces: others beside them, and perhaps another order of all.
fn around(random: &mut Random, mut pieces: Vec<Piece>) -> Chain {
    for _ in 0..random.below(2) {
        let n = 1 + random.below(4);
        let dims = random.factors(n, 2);
        pieces.push(piece(random, dims));
    }
    random.shuffle(&mut pieces);
    let n = pieces.iter().flat_map(|piece| &piece.dims).product();
    let mut chain = bijection(random, n);
    let at = usize::from(matches!(chain.stages[0], Stage::OrderBy(_)) && random.one_in(2));
    chain.stages.insert(at, Stage::OrderBy(pieces));
    chain
}

fn as_piece(name: &str, chain: Chain) -> Piece {
    Piece { text: name.to_owned(), dims: chain.dims(), position: Box::new(move |index| chain.apply(index).unwrap()) }
}

/// Tiles by columns, whose extents are parameters.
fn beside_tiles() -> Declarations {
    let mut beside = Declarations::default();
    declare(&mut beside, "Tile", &["r", "c"], "Col(r, c)");
    declare(&mut beside, "Halves", &["r", "c"], "TileOrderBy(Row(2, 1), Tile<r/2, c>) where r % 2 == 0, c >= 2");
    declare(&mut beside, "Turned", &["n"], "GenP([n, n], |i, j| j*n + i, |p| (p%n, p/n))");
    beside
}

#[test]
fn parameters_are_sizes_of_the_text() {
    let beside = beside_tiles();
    agrees("OrderBy(Row(2, 3), Tile<4, 5>).TileBy([8, 15])", &beside, &[8, 15], |i| {
        (i[0] / 4 * 3 + i[1] / 5) * 20 + i[1] % 5 * 4 + i[0] % 4
    });
    agrees("Halves<{4 + 2}, 3,>", &beside, &[6, 3], |i| i[0] / 3 * 9 + i[1] * 3 + i[0] % 3);
    agrees("Turned<7>", &beside, &[7, 7], |i| i[1] * 7 + i[0]);
    // In symbols: what the inner layouts state and demand is asserted of the outer one's sizes.
    let text = "OrderBy(Row(M, N), Halves<B, N>).TileBy([M*B, N*N])";
    let compiled = compile_reading(&Reading::beside(text, &beside), &Options::default()).unwrap();
    for (m, b, n) in [(1, 2, 2), (2, 4, 3), (3, 6, 2)] {
        simplified(text, &compiled, &[("M", m), ("B", b), ("N", n)], &[m * b, n * n], |i| {
            let inner = [i[0] % b, i[1] % n];
            (i[0] / b * n + i[1] / n) * b * n
                + inner[0] / (b / 2) * (b / 2 * n)
                + inner[1] * (b / 2)
                + inner[0] % (b / 2)
        });
    }
    let conditions: Vec<String> =
        compiled.assertions.iter().map(|assertion| assertion.condition.describe(&compiled.arena)).collect();
    for expected in ["B % 2 == 0", "Halves: r % 2 == 0", "Halves: c >= 2"] {
        assert!(conditions.iter().any(|condition| condition == expected), "{expected}: {conditions:?}");
    }
    for assertion in &compiled.assertions {
        assert!(text.get(assertion.range.start..assertion.range.end).is_some());
    }
}

/// Checks that a text is refused with exactly these errors: the text at the place, and the message.
#[track_caller]
fn refused(text: &str, beside: &Declarations, expected: &[(&str, &str)]) {
    let errors = elaborate_reading(&Reading::beside(text, beside), &Numbers::new(&[("K", 5)])).expect_err(text);
    let found: Vec<(&str, String)> =
        errors.iter().map(|error| (&text[error.range.start..error.range.end], error.to_string())).collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(place, message)| (*place, message.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_cannot_be_a_piece() {
    let mut beside = Declarations::new(vec!["M".into()], std::sync::Arc::new(["Tile".to_owned(), "Halves".to_owned()]));
    declare(&mut beside, "Tile", &["r", "c"], "Col(r, c)");
    declare(&mut beside, "Halves", &["r"], "Row(r, 2).GroupBy([r/2, 4]) where r <= 8");
    declare(&mut beside, "Plain", &[], "Row(8)");
    declare(&mut beside, "Padded", &["n"], "Row(8, n).PadBy([7, n] => [8, n])");
    declare(&mut beside, "Partial", &[], "Row(5).ExpandBy([5] => [8])");
    declare(&mut beside, "Whole", &["n"], "Row(n).ExpandBy([n] => [n])");
    declare(&mut beside, "Other", &[], "Row(M, 2)");
    let mut without = Declarations::default();
    declare(&mut without, "Other", &[], "Row(M, 2)");
    beside.declare(Declaration::new("Around", &[], BTreeMap::new(), Reading::beside("OrderBy(Other)", &without)));
    for (name, refusal) in [
        ("Later", Refusal::Later),
        ("Itself", Refusal::Itself),
        ("Runtime", Refusal::RunTime),
        ("Sometimes", Refusal::Conditional),
        ("Wrong", Refusal::Wrong),
    ] {
        beside.refuse(name, refusal);
    }
    let refused = |text, expected: &[_]| refused(text, &beside, expected);
    refused("OrderBy(Later)", &[("Later", "Later may not stand here: it is declared later; move it before this")]);
    refused("Itself", &[("Itself", "Itself may not stand here: a layout cannot be a part of itself")]);
    refused(
        "OrderBy(Row(2), Runtime(3, 4))",
        &[("Runtime", "Runtime may not stand here: it has run-time sizes; use const generics")],
    );
    refused(
        "Sometimes.GroupBy([2])",
        &[("Sometimes", "Sometimes may not stand here: it is declared under another #[cfg]")],
    );
    // That has been said where it stands.
    refused("OrderBy(Wrong).GroupBy([0])", &[("0", "this size is 0, but a size is at least 1")]);
    refused("Wrong", &[]);
    refused("Tilee<4, 4>", &[("Tilee", "no piece is called Tilee; the nearest name is Tile")]);
    refused(
        "OrderBy(Halvs<4>, Tile<4>)",
        &[
            ("Halvs", "no piece is called Halvs; the nearest name is Halves"),
            ("Tile<4>", "Tile takes 2 sizes <r, c>, not 1"),
        ],
    );
    refused("Halves", &[("Halves", "Halves takes 1 size <r>, not 0")]);
    refused("Plain<8>", &[("Plain<8>", "Plain takes no sizes, not 1")]);
    refused("Tile(4, 4)", &[("(", "expected the sizes as Tile<r, c>, found `(`")]);
    refused("Plain(8)", &[("(", "expected no sizes behind the layout, found `(`")]);
    refused("Tile<4 4>", &[("4", "expected `,` or `>`, found `4`")]);
    refused("Tile<4, [4]>", &[("[", "expected a size, found `[`")]);
    refused("Row(8).Plain", &[("Plain", "Plain may not stand here: wrap it in OrderBy( )")]);
    refused("Padded<3>", &[("Padded<3>", "Padded may not stand here: its PadBy makes it no bijection")]);
    refused("OrderBy(Partial)", &[("Partial", "Partial may not stand here: its ExpandBy makes it no bijection")]);
    refused("Other", &[("Other", "Other may not stand here: its M is another than here; rename one")]);
    refused("Around", &[("Around", "Around may not stand here: its M is another than here; rename one")]);
    // What is wrong for these sizes stands at them.
    refused("Halves<5>", &[("Halves<5>", "Halves: r/2: 2 does not divide 5; divisors near it: 1, 5")]);
    refused("Halves<{10}>", &[("Halves<{10}>", "the fact Halves: r <= 8 does not hold")]);
    // A size of 0 that is given beside the text makes it empty, as anywhere.
    assert!(elaborate_reading(&Reading::beside("Halves<K - 5>", &beside), &Numbers::new(&[("K", 5)])).is_ok());
    refused("Halves<K - 6>", &[("K - 6", "r of Halves is -1, but must be at least 0")]);
    refused(
        "OrderBy(Tile<2, 2>, Plain).TileBy([4], [8])",
        &[("Tile<2, 2>", "a piece under TileBy has rank 2, but rank 1 is needed")],
    );
    refused("Tile<2, 3>.GroupBy([7])", &[("GroupBy([7])", "GroupBy has 7 elements, but the Tile before it has 6")]);
    // An ExpandBy that expands nothing leaves a bijection.
    agrees("OrderBy(Whole<5>, Row(2))", &beside, &[5, 2], |i| i[0] * 2 + i[1]);
}

#[test]
fn what_would_be_too_much_is_an_error() {
    let mut beside = Declarations::default();
    declare(&mut beside, "L0", &[], "Row(2)");
    for k in 1..=12 {
        declare(&mut beside, &format!("L{k}"), &[], &format!("L{0}.OrderBy(L{0})", k - 1));
    }
    // Reversed an even number of times, so to say: 4,096 times the identity.
    agrees("L12", &beside, &[2], |i| i[0]);
    let message = "the number of pieces written out is 4097, but may be at most 4096; use fewer layouts as pieces, or smaller ones";
    let text = "L12.OrderBy(L0)";
    refused(text, &beside, &[("L0", message)]);
    let mut beside = Declarations::default();
    declare(&mut beside, "D0", &[], "Row(2)");
    for k in 1..64 {
        declare(&mut beside, &format!("D{k}"), &[], &format!("D{}", k - 1));
    }
    agrees("D63", &beside, &[2], |i| i[0]);
    declare(&mut beside, "D64", &[], "D63");
    refused(
        "D64",
        &beside,
        &[("D64", "the depth of nesting is 65, but may be at most 64; use fewer layouts as pieces, or smaller ones")],
    );
}

#[test]
fn canonical_text_parses_to_the_same_tree() {
    let beside = beside_tiles();
    for text in ["OrderBy(Row(2, 3), Tile<4, M / 2>).TileBy([8, 15])", "Halves<n, 3 - 1>.GroupBy([4])", "Turned<K>"] {
        let reading = Reading::beside(text, &beside);
        let printed = reading.layout().unwrap().to_string();
        assert_eq!(printed, text);
        assert_eq!(Reading::beside(&printed, &beside).layout(), reading.layout());
        let names: Vec<String> = reading.layout().unwrap().free_names().into_iter().map(|name| name.path).collect();
        assert!(names.iter().all(|name| ["M", "n", "K"].contains(&name.as_str())), "{names:?}");
    }
}
