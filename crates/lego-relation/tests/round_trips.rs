//! Every text in isl's notation that is printed reads back as the same relation: of random chains with sizes without a value, and
//! of random texts whose bounds are quotients, other components of the index, `min` and `max`.
//!
//! `LEGO_ROUNDS` sets how many texts of each kind there are (30).

use lego_expr::{Arena, Id};
use lego_lang::compile::Options;
use lego_relation::{Answer, Effort, Relation};
use random::Random;
use std::collections::BTreeMap;

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(30)
}

type Graph = BTreeMap<Vec<u64>, Vec<u64>>;

fn indices(dims: &[u64]) -> Vec<Vec<u64>> {
    dims.iter().fold(vec![vec![]], |all, &n| {
        all.into_iter().flat_map(|index: Vec<u64>| (0..n).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

/// The points of a relation of numbers, by plain evaluation at every index of its box.
fn graph(relation: &Relation<'_>) -> Graph {
    let dims = relation.dims().unwrap_or_else(|| panic!("extents {:?}", relation.sizes()));
    indices(&dims).into_iter().filter_map(|index| relation.at(&index).map(|value| (index, value))).collect()
}

/// Prints, reads, compares: by decision, and point by point for small values of the sizes.
fn check(relation: &Relation<'_>, what: &str, random: &mut Random) {
    let text = match relation.to_isl() {
        Ok(text) => text,
        Err(error) => panic!("{what}: {error}"),
    };
    let known = relation.parameters();
    let read = Relation::of_isl_with(relation.arena(), &text, &BTreeMap::new(), &known)
        .unwrap_or_else(|error| panic!("{what}\n{text}\n{error}"));
    let ids: Vec<Id> = known.iter().map(|(_, id)| *id).collect();
    let mut tried = 0;
    for _ in 0..300 {
        let values: Vec<(Id, i128)> = ids.iter().map(|&id| (id, 1 + i128::from(random.below(12)))).collect();
        if tried == 6 || !relation.allows(&values) {
            continue;
        }
        tried += 1;
        let (one, two) = (relation.with(&values), read.with(&values));
        assert_eq!(one.dims(), two.dims(), "{what}\n{text}\n{values:?}");
        assert_eq!(graph(&one), graph(&two), "{what}\n{text}\n{values:?}");
    }
    assert!(tried > 0, "{what}: no values");
    assert_eq!(relation.is_equal(&read, &Effort::default()), Ok(Answer::Yes), "{what}\n{text}\n{:?}", read.to_isl());
    // Printing what was read changes nothing any more.
    let again = read.to_isl().unwrap_or_else(|error| panic!("{what}\n{text}\n{error}"));
    let twice = Relation::of_isl_with(relation.arena(), &again, &BTreeMap::new(), &known)
        .unwrap_or_else(|error| panic!("{what}\n{again}\n{error}"));
    assert_eq!(relation.is_equal(&twice, &Effort::default()), Ok(Answer::Yes), "{what}\n{again}");
}

/// A random chain that is affine in its sizes.
fn chain(random: &mut Random) -> String {
    let (a, b, c) = (2 + random.below(3), 2 + random.below(3), 1 + random.below(4));
    match random.below(20) {
        0 => format!("Row(N, {c}).TileBy([N/{a}, {c}], [{a}, 1])"),
        1 => format!("Row(N, {}).TileBy([N/{a}, {b}], [{a}, {c}])", b * c),
        2 => format!("Col({}, N).TileBy([{a}, N/{b}], [{c}, {b}])", a * c),
        3 => format!("Row(N, {c}).ExpandBy([N, {c}] => [N + {a}, {}])", b + c),
        4 => format!("Row(N, {c}).ExpandBy([N, {c}] => [{a}*N, {c}])"),
        5 => format!("Row({a}, {b}).ExpandBy([{a}, {b}] => [{}, {}])", a + c, b + random.below(3)),
        6 => format!("Row(N, {}).PadBy([N, {b}] => [N, {}])", b + c, b + c),
        7 => format!("Row(N + {c}, {b}).PadBy([N, {b}] => [N + {c}, {b}])"),
        8 => format!("Reverse(N, {c})"),
        9 => format!("Reverse(N).TileBy([N/{a}], [{a}])"),
        10 => format!("TileOrderBy(Row(N, {a}), Col({b}, {c}))"),
        11 => format!("RegP([N, {a}, {b}], [1, 3, 2]).GroupBy([N, {a}, {b}])"),
        12 => format!("OrderBy(Row(N, {a}), SwizzleRows([{b}, 8], {}))", 1 + random.below(3)),
        13 => format!("OrderBy(Row(N), Skew({a}, {b}))"),
        14 => format!("Row(ceil_div(N, {a})*{a}, {b}).PadBy([N, {b}] => [ceil_div(N, {a})*{a}, {b}])"),
        15 => format!(
            "Row(N, {b}).ExpandBy([N, {b}] => [ceil_div(N, {a})*{a}, {b}]).TileBy([ceil_div(N, {a}), 1], [{a}, {b}])"
        ),
        16 => format!("Row(min(N, M), {c})"),
        17 => format!("Row(max(N, {b}), {c}).PadBy([N, {c}] => [max(N, {b}), {c}])"),
        18 => format!("Row(N, {}).ExpandBy([N, {}] => [M, {}]) where M >= N", c, c, c),
        _ => format!("AntiDiag({a}).ExpandBy([{a}, {a}] => [{}, {}])", a + random.below(3), a + c),
    }
}

#[test]
fn chains_with_sizes_without_a_value() {
    let mut random = Random::fresh();
    for _ in 0..rounds() {
        let text = chain(&mut random);
        let arena = Arena::new();
        let relation =
            Relation::of_chain(&arena, &text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        check(&relation, &text, &mut random);
        let condition = format!("i0 + {} >= {}", random.below(3), random.below(5));
        let restricted = relation.restrict_isl(&condition, &BTreeMap::new(), &[]).unwrap();
        check(&restricted, &format!("{text} where {condition}"), &mut random);
    }
}

/// A random text, with what its domain and its value are by plain arithmetic.
struct Text {
    text: String,
    holds: Box<dyn Fn(i128, i128, i128, i128) -> bool>,
    value: Box<dyn Fn(i128, i128, i128) -> Vec<i128>>,
}

/// A condition on i, of N and M; one on i and j; values at i and j, of N; each as text too.
type OfFirst = (String, Box<dyn Fn(i128, i128, i128) -> bool>);
type OfSecond = (String, Box<dyn Fn(i128, i128, i128, i128) -> bool>);
type OfValue = (String, Box<dyn Fn(i128, i128, i128) -> Vec<i128>>);

fn text(random: &mut Random) -> Text {
    let (a, b, c) = (1 + i128::from(random.below(4)), 1 + i128::from(random.below(4)), i128::from(random.below(4)));
    let (first, of_first): OfFirst = match random.below(8) {
        0 => (format!("0 <= i < floor(N/{a})"), Box::new(move |i, n, _| i < n.div_euclid(a))),
        1 => (format!("0 <= i <= floor((N + {c})/{a})"), Box::new(move |i, n, _| i <= (n + c).div_euclid(a))),
        2 => (format!("i >= 0 and {a}i < N"), Box::new(move |i, n, _| a * i < n)),
        3 => ("0 <= i < N and i < M".to_owned(), Box::new(move |i, n, m| i < n && i < m)),
        4 => ("0 <= i < min(N, M)".to_owned(), Box::new(move |i, n, m| i < n.min(m))),
        5 => (format!("0 <= i <= max(N - {c}, M)"), Box::new(move |i, n, m| i <= (n - c).max(m))),
        6 => (format!("0 <= i and {a}i + {c} <= N + M"), Box::new(move |i, n, m| a * i + c <= n + m)),
        _ => (format!("0 <= floor(i/{a}) < N"), Box::new(move |i, n, _| (0..n).contains(&i.div_euclid(a)))),
    };
    let (second, of_second): OfSecond = match random.below(9) {
        0 => ("0 <= j <= i".to_owned(), Box::new(|i, j, _, _| j <= i)),
        1 => (format!("0 <= j < i + {a}"), Box::new(move |i, j, _, _| j < i + a)),
        2 => (format!("0 <= j and i - {a} <= j <= i + {b}"), Box::new(move |i, j, _, _| i - a <= j && j <= i + b)),
        3 => ("0 <= j and i + j < N + M".to_owned(), Box::new(|i, j, n, m| i + j < n + m)),
        4 => ("0 <= j < 2N - i".to_owned(), Box::new(|i, j, n, _| j < 2 * n - i)),
        5 => ("i <= j < max(i, M)".to_owned(), Box::new(|i, j, _, m| i <= j && j < i.max(m))),
        6 => ("0 <= j <= floor(i/2)".to_owned(), Box::new(|i, j, _, _| j <= i.div_euclid(2))),
        7 => ("0 <= j and 2j < i + M and j <= M".to_owned(), Box::new(|i, j, _, m| 2 * j < i + m && j <= m)),
        _ => (format!("0 <= j < {b}"), Box::new(move |_, j, _, _| j < b)),
    };
    let (value, of_value): OfValue = match random.below(6) {
        0 => (format!("{a}i + j"), Box::new(move |i, j, _| vec![a * i + j])),
        1 => ("j, i".to_owned(), Box::new(|i, j, _| vec![j, i])),
        2 => (
            format!("floor((i + j)/{a}), (i) mod {b}"),
            Box::new(move |i, j, _| vec![(i + j).div_euclid(a), i.rem_euclid(b)]),
        ),
        3 => ("max(i, j)".to_owned(), Box::new(|i, j, _| vec![i.max(j)])),
        4 => ("4N + i - min(j, 4N)".to_owned(), Box::new(|i, j, n| vec![4 * n + i - j.min(4 * n)])),
        _ => (
            format!("i, ({b}j + {a}i) mod 5, N + j"),
            Box::new(move |i, j, n| vec![i, (b * j + a * i).rem_euclid(5), n + j]),
        ),
    };
    Text {
        text: format!("[N, M] -> {{ [i, j] -> [{value}] : {first} and {second} }}"),
        holds: Box::new(move |i, j, n, m| i >= 0 && j >= 0 && of_first(i, n, m) && of_second(i, j, n, m)),
        value: of_value,
    }
}

#[test]
fn texts_with_bounds_of_all_kinds() {
    let mut random = Random::fresh();
    for _ in 0..2 * rounds() {
        let Text { text, holds, value } = text(&mut random);
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        // What is read is what the text says, for values of its sizes.
        for _ in 0..4 {
            let (n, m) = (1 + i128::from(random.below(7)), 1 + i128::from(random.below(7)));
            let all = (0..40).flat_map(|i| (0..60).map(move |j| (i, j)));
            let expected: Graph = all
                .filter(|&(i, j)| holds(i, j, n, m))
                .map(|(i, j)| (vec![i as u64, j as u64], value(i, j, n).into_iter().map(|v| v as u64).collect()))
                .collect();
            let values: Vec<(Id, i128)> =
                relation.parameters().iter().map(|(name, id)| (*id, if name == "N" { n } else { m })).collect();
            let numbered = relation.with(&values);
            assert_eq!(graph(&numbered), expected, "{text} for N = {n}, M = {m}");
            let spans = numbered.spans().unwrap();
            for value in expected.values() {
                assert!(value.iter().zip(&spans).all(|(value, span)| value < span), "{text}: {value:?} {spans:?}");
            }
        }
        check(&relation, &text, &mut random);
    }
}

/// The issue's own texts.
#[test]
fn texts_that_were_refused() {
    let mut random = Random::fresh();
    let arena = Arena::new();
    let tiled = Relation::of_chain(&arena, "Row(N, 4).TileBy([N/2, 2], [2, 2])", &Options::default()).unwrap();
    check(&tiled, "tiles", &mut random);
    for text in [
        "[N] -> { [i, j] -> [i, j] : 0 <= i < N and 0 <= j <= i }",
        "[N] -> { [i] -> [i] : 0 <= i < floor(N/2) }",
        "[N] -> { [i] -> [N - 1 - i] : 0 <= i < N }",
        "[N] -> { [i] -> [floor((N - 1 - i)/3)] : 0 <= i < N }",
        "[N, M] -> { [i] -> [i] : 0 <= i < N; [i] -> [i] : N <= i < N + M }",
        "[N] -> { [i] -> [2i] : 0 <= i < N and i mod 2 = 0; [i] -> [i] : 0 <= i < N and i mod 2 = 1 }",
        "[N] -> { [i] -> [i] : 0 <= i < N - 4 }",
        "[N, M] -> { [i, j] -> [i] : 2i <= j + N and 0 <= j <= i }",
    ] {
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        check(&relation, text, &mut random);
    }
    // These two stay errors: nothing bounds them.
    for text in ["[N] -> { [i] -> [i] : i >= N }", "[N] -> { [i, j] -> [i] : 0 <= i <= j and 0 <= j <= i + 1 }"] {
        let error = Relation::of_isl(&Arena::new(), text).unwrap_err();
        assert!(error.message.contains("has no upper bound"), "{text}: {error}");
    }
}

/// A permutation without any form is printed in about as many pieces as it has points, and read back.
#[test]
fn many_pieces() {
    let mut random = Random::fresh();
    let positions = random.shuffled((0..2000_u64).collect::<Vec<_>>());
    let arena = Arena::new();
    let list: Vec<String> = positions.iter().map(u64::to_string).collect();
    let text = format!("Table([{}]).GroupBy([20, 100])", list.join(", "));
    let relation = Relation::of_chain(&arena, &text, &Options::default()).unwrap();
    let printed = relation.to_isl().unwrap();
    let read = Relation::of_isl(&arena, &printed).unwrap_or_else(|error| panic!("{error}"));
    let values = read.table(&Effort::default()).unwrap();
    // Texts are colexicographic.
    let expected = (0..2000).map(|c| Some(vec![positions[(c % 20) * 100 + c / 20]]));
    assert!(values.into_iter().eq(expected));
}

#[test]
fn a_symbol_of_a_condition_that_the_map_does_not_have_is_named() {
    let arena = Arena::new();
    for (text, expected) in [
        (
            "[N, K] -> { [i] -> [11i, 32i + 3] : 0 <= i < 7; [i] -> [11i + 1, 7] : 0 <= i < 2 and 16i - 3 <= 7i + N }",
            "whether the pieces agree where they overlap is not decided: N without a value",
        ),
        (
            "[N] -> { [i] -> [2 - i] : 0 <= i < 9 and i <= N; [i] -> [i] : 0 <= i < 9 and i > N }",
            "whether all values are 0 or more is not decided: N without a value",
        ),
        (
            "[N] -> { [i] -> [-2i] : (0 <= i < 9 and i <= N) or (0 <= i < 9 and i > N) }",
            "whether all values are 0 or more is not decided: N without a value",
        ),
    ] {
        let error = Relation::of_isl(&arena, text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    // Pieces of one value agree whatever a symbol is.
    let same =
        Relation::of_isl(&arena, "[N] -> { [i] -> [i] : 0 <= i < 7; [i] -> [i] : 0 <= i < 2 and i > N }").unwrap();
    assert_eq!(same.table(&Effort::default()).unwrap(), (0..7).map(|i| Some(vec![i])).collect::<Vec<_>>());
}

#[test]
fn the_first_index_that_is_wrong_is_said() {
    let arena = Arena::new();
    for (text, expected) in [
        ("{ [i] -> [i] : 0 <= i < 9; [i] -> [8 - i] : 2 <= i < 9 }", "[2] has two values, [2] and [6]: a map has one"),
        (
            "{ [i, j] -> [i - j] : 0 <= i, j < 9 }",
            "the value at [0, 1] is -1: values are numbers from 0 on; shift them",
        ),
    ] {
        assert_eq!(Relation::of_isl(&arena, text).unwrap_err().message, expected, "{text}");
    }
}

/// A long text writes pieces of the same values with `or`; its box is read back all the same.
#[test]
fn the_box_of_a_long_text_reads_back() {
    let arena = Arena::new();
    let points: Vec<u64> = (1..200).map(|k| k * k % 997).collect();
    let any: Vec<String> = points.iter().map(|point| format!("i = {point}")).collect();
    let text = format!("{{ [j, i] -> [7] : 0 <= j < 3 and 0 <= i < 1200 and ({}) }}", any.join(" or "));
    let relation = Relation::of_isl(&arena, &text).unwrap();
    assert_eq!(relation.dims(), Some(vec![3, 1200]));
    let printed = relation.to_isl().unwrap();
    assert!(printed.len() > 2_000 && printed.contains(" or "), "{printed}");
    let read = Relation::of_isl(&arena, &printed).unwrap();
    assert_eq!(read.dims(), Some(vec![3, 1200]), "{printed}");
    for (j, i) in (0..3).flat_map(|j| (0..1200).map(move |i| (j, i))) {
        assert_eq!(read.at(&[j, i]), points.contains(&i).then(|| vec![7]), "{printed}");
    }
}
