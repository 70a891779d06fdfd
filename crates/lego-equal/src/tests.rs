//! Proofs, decisions by form and comparisons of every index, each with layouts that are equal and layouts that are not.

use crate::{Differs, Effort, Equality, equal};
use lego_expr::{Arena, Map, Op};
use lego_lang::Reading;
use lego_lang::compile::{Options, maps_in};

fn answer(left: &str, right: &str) -> Equality {
    answer_with(left, right, &Effort::default())
}

fn answer_with(left: &str, right: &str, effort: &Effort<'_>) -> Equality {
    let (arena, chains) = (Arena::new(), [left, right].map(Reading::new));
    let [left, right] = maps_in(&arena, chains.each_ref(), &Options::default()).unwrap().maps;
    equal(&arena, &left, &right, effort)
}

fn differs(left: &str, right: &str) -> Differs {
    match answer(left, right) {
        Equality::Different(difference) => {
            assert_eq!(difference.parameters, []);
            difference.what
        }
        other => panic!("{left} and {right}: {other:?}"),
    }
}

#[test]
fn equal_numbers() {
    for (left, right) in [
        ("Row(4, 8)", "OrderBy(Row(4, 8)).GroupBy([4, 8])"),
        ("Col(4, 8)", "RegP([4, 8], [2, 1])"),
        (
            "Row(64, 64).TileBy([4, 4], [16, 16])",
            "RegP([4, 16, 4, 16], [1, 2, 3, 4]).OrderBy(RegP([4, 4, 16, 16], [1, 3, 2, 4]))",
        ),
        ("AntiDiag(17)", "GenP([17, 17], antidiag, antidiag_inv)"),
        ("Reverse(3, 2)", "GenP([3, 2], |i, j| 5 - (2 * i + j), |p| ((5 - p) / 2, (5 - p) % 2))"),
        (
            "Morton(4, 4)",
            "GenP([4, 4], |i, j| (i & 2) * 4 + (i & 1) * 2 + (j & 2) * 2 + (j & 1), |p| (((p >> 3) & 1) * 2 + ((p >> 1) & 1), ((p >> 2) & 1) * 2 + (p & 1)))",
        ),
        ("Morton(4, 4)", "OrderBy(RegP([2, 2, 2, 2], [1, 3, 2, 4])).GroupBy([4, 4])"),
        ("Hilbert(2, 2)", "GenP([2, 2], |i, j| 3 * i + j - 2 * i * j, |p| (p / 2, (p ^ (p / 2)) % 2))"),
        ("Fan(16, -3, 2)", "Fan(16, 13, 18)"),
        (
            "Row(10, 10).ExpandBy([10, 10] => [16, 16])",
            "Row(10, 10).ExpandBy([10, 10] => [12, 12]).ExpandBy([12, 12] => [16, 16])",
        ),
        (
            "Row(65, 66).PadBy([65, 65] => [65, 66])",
            "GenP([65, 66], |i, j| i * 66 + j, |p| (p / 66, p % 66)).PadBy([65, 65] => [65, 66])",
        ),
    ] {
        assert_eq!(answer(left, right), Equality::Equal, "{left} and {right}");
        assert_eq!(answer(right, left), Equality::Equal, "{right} and {left}");
    }
}

#[test]
fn the_first_index_that_differs() {
    let position = |index: &[u64], left, right| Differs::Position { index: index.to_vec(), left, right };
    assert_eq!(differs("Row(4, 8)", "Col(4, 8)"), position(&[0, 1], Some(1), Some(4)));
    assert_eq!(differs("Row(3, 3)", "AntiDiag(3)"), position(&[0, 2], Some(2), Some(3)));
    // Differs in the last element alone.
    let last = "GenP([2000, 1000], |i, j| i * 1000 + j + (if i == 1999 { if j == 998 { 1 } else { 0 } } else { 0 }) \
                - (if i == 1999 { if j == 999 { 1 } else { 0 } } else { 0 }), |p| (p / 1000, p % 1000), unchecked)";
    assert_eq!(differs("Row(2000, 1000)", last), position(&[1999, 998], Some(1_999_998), Some(1_999_999)));
    let stored = "Row(3, 4).ExpandBy([3, 4] => [4, 4])";
    assert_eq!(differs(stored, "Row(3, 4).ExpandBy([3, 4] => [4, 5])"), Differs::Dims(vec![4, 4], vec![4, 5]));
    assert_eq!(differs(stored, "Row(4, 4)"), Differs::Span(12, 16));
    assert_eq!(differs(stored, "Row(4, 3).ExpandBy([4, 3] => [4, 4])"), position(&[0, 3], Some(3), None));
    assert_eq!(differs("Row(4, 4)", "Row(5, 4).PadBy([4, 4] => [5, 4])"), Differs::Span(16, 20));
}

#[test]
fn an_index_of_one_layout_alone_is_a_witness() {
    assert_eq!(differs("Row(4, 8)", "Row(8, 4)").witness(), Some(vec![0, 4]));
    assert_eq!(differs("Row(8)", "Row(2, 4)").witness(), Some(vec![0]));
    assert_eq!(Differs::Span(3, 4).witness(), None);
}

#[test]
fn too_large_to_look_at_every_index() {
    let large = "Row(1048576, 1048576)";
    assert_eq!(answer(large, "OrderBy(Row(1024, 1024, 1048576)).GroupBy([1048576, 1048576])"), Equality::Equal);
    assert!(matches!(differs(large, "Morton(1048576, 1048576)"), Differs::Position { .. }));
    let few = Effort { points: 4, ..Effort::default() };
    let closure = "GenP([4, 4], |i, j| i * 4 + (j ^ (i & 0)), |p| (p / 4, p % 4))";
    let swapped = "GenP([4, 4], |i, j| (i * 4 + j) ^ (if i == 3 { 1 } else { 0 }), |p| { let q = p ^ (if p > 11 { 1 } else { 0 }); (q / 4, q % 4) })";
    let answers = [closure, swapped].map(|text| answer_with("Row(4, 4)", text, &few));
    assert_eq!(answers[0], Equality::Equal);
    assert!(matches!(answers[1], Equality::Different(_)));
}

/// Decided by form: there are far too many indices to look at each.
#[test]
fn large_and_equal() {
    for (left, right) in [
        // Tiles, and back.
        (
            "OrderBy(RegP([1048576, 1048576], [2, 1])).OrderBy(RegP([1024, 1024, 1024, 1024], [1, 3, 2, 4])).OrderBy(RegP([1024, 1024, 1024, 1024], [1, 3, 2, 4])).GroupBy([1048576, 1048576])",
            "Col(1048576, 1048576)",
        ),
        ("Fan(1099511627776, -1, -1)", "Reverse(1099511627776)"),
        // The half of an odd number's successor.
        (
            "Fan(1000036000099, 500018000050, 0)",
            "GenP([1000036000099], |i| if i % 2 == 0 { i / 2 } else { (i + 1000036000099) / 2 }, |p| p * 2 % 1000036000099, unchecked)",
        ),
        (
            "OrderBy(Reverse(1000000014000000049)).OrderBy(AntiDiag(1000000007)).OrderBy(Reverse(1000000007, 1000000007)).GroupBy([1000000007, 1000000007])",
            "AntiDiag(1000000007)",
        ),
        (
            "SwizzleRows([1048576, 1048576], 6)",
            "GenP([1048576, 1048576], |i, j| i * 1048576 + (i % 64 | j) - (i % 64 & j), |p| (p / 1048576, p % 1048576 ^ p / 1048576), unchecked)",
        ),
        (
            "Grouped(1000003, 1048573, 8)",
            "GenP([1000003, 1048573], |i, j| if i / 8 == 125000 { 1000000 * 1048573 + j * 3 + i % 8 } else { i / 8 * 8 * 1048573 + j * 8 + i % 8 }, |p| (0, p), unchecked)",
        ),
        // Radices that have nothing in common: i + j passes c at most twice.
        (
            "OrderBy(Skew(1000000007, 998244353)).GroupBy([998244353, 1000000007])",
            "GenP([998244353, 1000000007], |a, b| { let f = a * 1000000007 + b; let i = f / 998244353; let s = i + f % 998244353; let t = if s < 998244353 { s } else { s - 998244353 }; i * 998244353 + (if t < 998244353 { t } else { t - 998244353 }) }, |p| (0, p), unchecked)",
        ),
        (
            "OrderBy(Hilbert(1024, 1024)).OrderBy(GenP([1024, 1024], |i, j| (1023 - i) * 1024 + j, |p| (1023 - p / 1024, p % 1024))).GroupBy([1024, 1024])",
            "OrderBy(Reverse(1048576)).OrderBy(Hilbert(1024, 1024)).GroupBy([1024, 1024])",
        ),
    ] {
        assert_eq!(answer(left, right), Equality::Equal, "{left} and {right}");
        assert_eq!(answer(right, left), Equality::Equal, "{right} and {left}");
    }
}

#[test]
fn large_and_different_at_one_index() {
    for (left, right, first) in [
        (
            "Row(1048576, 1048576)",
            "GenP([1048576, 1048576], |i, j| i * 1048576 + j + CHANGE, |p| (0, p), unchecked)",
            [1_048_575, 1_048_575],
        ),
        (
            "OrderBy(Col(1000003, 1048573)).GroupBy([1048573, 1000003])",
            "GenP([1048573, 1000003], |i, j| (i * 1000003 + j) % 1048573 * 1000003 + (i * 1000003 + j) / 1048573 + CHANGE, |p| (0, p), unchecked)",
            [77_777, 544_446],
        ),
        (
            "Skew(1000000007, 998244353)",
            "GenP([1000000007, 998244353], |i, j| i * 998244353 + (i + j) % 998244353 + CHANGE, |p| (0, p), unchecked)",
            [1_000_000_006, 5],
        ),
    ] {
        let change = format!("(if i == {} {{ if j == {} {{ 1 }} else {{ 0 }} }} else {{ 0 }})", first[0], first[1]);
        match differs(left, &right.replace("CHANGE", &change)) {
            Differs::Position { index, left: Some(one), right: Some(other) } => {
                assert_eq!((index, one + 1), (first.to_vec(), other), "{left}");
            }
            other => panic!("{left}: {other:?}"),
        }
    }
    // The first of many: where i·j is this product of two primes.
    let many = "GenP([1048576, 1048576], |i, j| i * 1048576 + j + (if i * j == 1048573 * 1048571 { 1 } else { 0 }), |p| (0, p), unchecked)";
    assert_eq!(differs("Row(1048576, 1048576)", many).witness(), Some(vec![1_048_571, 1_048_573]));
}

#[test]
fn a_number_of_steps_that_does_not_suffice_is_no_answer() {
    let few = Effort { points: 1 << 10, steps: 100, ..Effort::default() };
    let half = "GenP([1000036000099], |i| if i % 2 == 0 { i / 2 } else { (i + 1000036000099) / 2 }, |p| p * 2 % 1000036000099, unchecked)";
    let fan = "Fan(1000036000099, 500018000050, 0)";
    assert_eq!(answer_with(fan, half, &few), Equality::Undecided);
}

/// What is proved with symbols is equal; nothing is said of what is not.
#[test]
fn symbols_are_never_said_to_differ() {
    assert_eq!(answer("Col(M, K)", "RegP([M, K], [2, 1])"), Equality::Equal);
    assert_eq!(answer("Row(M, K)", "Col(M, K)"), Equality::Undecided);
}

/// Maps that were made apart have index variables of their own.
#[test]
fn maps_over_other_variables() {
    let arena = Arena::new();
    let maps = ["Col(40, 8)", "RegP([40, 8], [2, 1])"].map(|text| {
        let chain = Reading::new(text);
        let [map, _] = maps_in(&arena, [&chain, &chain], &Options::default()).unwrap().maps;
        map
    });
    assert_ne!(maps[0].index, maps[1].index);
    assert_eq!(equal(&arena, &maps[0], &maps[1], &Effort::default()), Equality::Equal);
}

/// Of maps to several values, each is compared.
#[test]
fn inverses() {
    let inverse = |arena: &Arena, turned: bool| {
        // Of Col(4, 8): [p % 4, p / 4].
        let [four, eight, all] = [4, 8, 32].map(|number| arena.constant(number));
        let index = Map::index(arena, &[all]);
        let row = arena.binary(Op::Rem, index[0], four);
        let column = arena.binary(Op::Div, index[0], if turned { eight } else { four });
        let (dims, spans) = (vec![all], vec![four, eight]);
        Map { index, dims, spans, guards: vec![], values: vec![row, column], unchecked: false }
    };
    let arena = Arena::new();
    let [one, same, other] = [false, false, true].map(|turned| inverse(&arena, turned));
    assert_eq!(equal(&arena, &one, &same, &Effort::default()), Equality::Equal);
    let Equality::Different(difference) = equal(&arena, &one, &other, &Effort::default()) else { panic!() };
    assert_eq!(difference.what, Differs::Position { index: vec![4], left: Some(1), right: Some(0) });
}
