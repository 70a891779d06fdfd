//! Two texts with symbols or with errors: proofs, values for which they differ, and what is wrong with which.

use lego_lang::compile::Options;
use lego_lang::equal::{Equality, equal};

fn answer(left: &str, right: &str) -> Equality {
    equal(left, right, &Options::default()).unwrap()
}

#[test]
fn symbols() {
    for (left, right) in [
        ("Row(M, K)", "OrderBy(Row(M, K)).GroupBy([M, K])"),
        ("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", "OrderBy(Row(M, K)).TileBy([M/BM, K/BK], [BM, BK])"),
        ("Col(M, K)", "RegP([M, K], [2, 1])"),
        ("Row(2 * M)", "OrderBy(Row(2, M)).GroupBy([M * 2])"),
    ] {
        assert_eq!(answer(left, right), Equality::Equal, "{left} and {right}");
    }
    for (left, right) in [
        ("Row(M, K)", "Col(M, K)"),
        ("Row(M, K)", "Row(K, M)"),
        ("Row(M, 8)", "Row(M, K)"),
        ("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", "Row(M/BM, K/BK, BM, BK)"),
        ("Row(M / 640, 640)", "Col(M / 640, 640) where M >= 1280"),
    ] {
        match answer(left, right) {
            Equality::Different(difference) => assert!(!difference.parameters.is_empty(), "{difference}"),
            other => panic!("{left} and {right}: {other:?}"),
        }
    }
}

/// Equal for the values that are right for both: without what one of them demands, N <= M, they are not.
#[test]
fn what_is_demanded_is_a_fact() {
    let tiled = "Col(N, N).ExpandBy([N, N] => [M, M]).TileBy([M/4, M/4], [4, 4])";
    let smaller = "Col(min(N, M), min(N, M)).ExpandBy([min(N, M), min(N, M)] => [M, M]).TileBy([M/4, M/4], [4, 4])";
    let larger = "Col(N, N).ExpandBy([N, N] => [max(N, M), max(N, M)]).TileBy([M/4, M/4], [4, 4])";
    for (left, right) in [(tiled, smaller), (smaller, tiled), (tiled, larger)] {
        assert_eq!(answer(left, right), Equality::Equal, "{left} and {right}");
    }
    // Here nothing is demanded that would make them equal.
    let other = smaller.replace("Col", "Row");
    for (left, right) in [(tiled, &*other), ("Row(min(N, M), 4)", "Row(N, 4)"), ("Row(min(N, M))", "Row(M)")] {
        assert!(matches!(answer(left, right), Equality::Different(_)), "{left} and {right}");
    }
}

#[test]
fn values_of_symbols() {
    let options = Options { values: [("M".to_owned(), 1), ("a".to_owned(), -3)].into(), ..Options::default() };
    assert_eq!(equal("Row(M, K)", "Col(M, K)", &options), Ok(Equality::Equal));
    assert_eq!(equal("Fan(16, a, M)", "Fan(16, 13, 1)", &options), Ok(Equality::Equal));
}

#[test]
fn errors_of_both() {
    let [left, right] = equal("Row(0)", "Rwo(1, 2) extra", &Options::default()).unwrap_err();
    assert_eq!((left.len(), right.is_empty()), (1, false));
    let [left, right] = equal("Row(4)", "Row(0)", &Options::default()).unwrap_err();
    assert_eq!((left.len(), right.len()), (0, 1));
}
