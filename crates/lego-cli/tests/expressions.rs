//! The printed expressions, evaluated on every point and compared with the table and with obvious formulas.

#[path = "../../lego-lang/tests/common/mod.rs"]
mod chains;
mod common;

use common::expression::{Expression, operations};
use common::{json, lego};
use serde_json::Value;
use std::collections::BTreeMap;

const FIG9: &str = "OrderBy(RegP([2,2],[2,1]), AntiDiag(3)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])";

fn parsed(text: &Value) -> Expression {
    let text = text.as_str().unwrap();
    Expression::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// A layout as printed: `lego show --json`.
struct Shown {
    apply: Expression,
    guard: Option<Expression>,
    inv: Vec<Expression>,
    inv_guard: Option<Expression>,
    values: BTreeMap<String, u64>,
}

impl Shown {
    #[track_caller]
    fn new(chain: &str, parameters: &[(&str, u64)]) -> Self {
        let shown = json(&["show", chain]);
        let keys: Vec<&str> = shown.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "dims",
                "span",
                "index",
                "apply",
                "apply_ops",
                "apply_bits",
                "guard",
                "inv",
                "inv_ops",
                "inv_bits",
                "inv_guard"
            ],
            "{chain}"
        );
        let names: Vec<String> = (0..shown["dims"].as_array().unwrap().len()).map(|k| format!("i{k}")).collect();
        assert_eq!(shown["index"], Value::from(names), "{chain}");
        let guard = |value: &Value| if value.is_null() { None } else { Some(parsed(value)) };
        let apply = parsed(&shown["apply"]);
        let inv: Vec<Expression> = shown["inv"].as_array().unwrap().iter().map(parsed).collect();
        assert_eq!(shown["apply_ops"], operations(&[&apply]), "{chain}: {}", shown["apply"]);
        assert_eq!(shown["inv_ops"], operations(&inv.iter().collect::<Vec<_>>()), "{chain}: {}", shown["inv"]);
        let values = parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Self { apply, guard: guard(&shown["guard"]), inv, inv_guard: guard(&shown["inv_guard"]), values }
    }

    fn position(&self, index: &[u64]) -> Result<Option<u64>, String> {
        let mut variables = self.values.clone();
        variables.extend(index.iter().enumerate().map(|(k, &i)| (format!("i{k}"), i)));
        match &self.guard {
            Some(guard) if !guard.truth(&variables)? => Ok(None),
            _ => self.apply.number(&variables).map(Some),
        }
    }

    fn index(&self, position: u64) -> Result<Option<Vec<u64>>, String> {
        let mut variables = self.values.clone();
        variables.insert("p".into(), position);
        match &self.inv_guard {
            Some(guard) if !guard.truth(&variables)? => Ok(None),
            _ => self.inv.iter().map(|component| component.number(&variables)).collect::<Result<_, _>>().map(Some),
        }
    }
}

/// Every index of some dims in row-major order.
fn indices(dims: &[u64]) -> Vec<Vec<u64>> {
    dims.iter().fold(vec![Vec::new()], |before, &n| {
        before.iter().flat_map(|index| (0..n).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

/// Compares what `show` prints with what `table` prints, on every index and every position.
#[track_caller]
fn agree(chain: &str, parameters: &[(&str, u64)]) {
    let shown = Shown::new(chain, parameters);
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!("--let={name}={value}")).collect();
    let arguments: Vec<&str> = ["table", chain].into_iter().chain(values.iter().map(String::as_str)).collect();
    let table = json(&arguments);
    let (apply, inv) = (table["apply"].as_array().unwrap(), table["inv"].as_array().unwrap());
    let indices = indices(&numbers(&table["dims"]));
    assert_eq!(apply.len(), indices.len(), "{chain}");
    let mut reached = vec![Value::Null; inv.len()];
    for (index, position) in indices.iter().zip(apply) {
        let found = shown.position(index).unwrap_or_else(|error| panic!("{chain} at {index:?}: {error}"));
        assert_eq!(Value::from(found), *position, "{chain} at {index:?}");
        if let Some(position) = found {
            reached[position as usize] = index.clone().into();
        }
    }
    assert_eq!(&reached, inv, "{chain}");
    for (position, index) in inv.iter().enumerate() {
        let found =
            shown.index(position as u64).unwrap_or_else(|error| panic!("{chain} at position {position}: {error}"));
        assert_eq!(Value::from(found), *index, "{chain} at position {position}");
    }
}

#[test]
fn every_piece_and_stage() {
    for chain in [
        FIG9,
        "OrderBy(RegP([2,2],[2,1]), GenP([3,3], antidiag, antidiag_inv)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])",
        "Col(4,8)",
        "Row(64,64).TileBy([4,4],[16,16])",
        "AntiDiag(1)",
        "AntiDiag(2)",
        "AntiDiag(17)",
        "AntiDiag(40)",
        "Morton(8,8)",
        "Morton(4,16,2)",
        "Hilbert(1,1)",
        "Hilbert(2,2)",
        "Hilbert(8,8)",
        "SwizzleRows([8,8],3)",
        "Swizzle(3,4,3)",
        "Swizzle(2,1,-4)",
        "Skew(5,8)",
        "Fan(16,-3,2)",
        "Table([3,1,2,0])",
        "Table([4,0,3,1,2])",
        "OrderBy(Table([5,0,3,1,2,4]),Row(4)).GroupBy([3,8])",
        "Grouped(7,5,2)",
        "Grouped(3,5,8)",
        "BlockCyclic(24,3,2)",
        "Reverse(3,2)",
        "RegP([2,3,4],[2,3,1])",
        "GenP([6], |i| { let j = 5 - i; max(i, j) * 2 - 6 + (if i < j { 0 } else { 1 }) }, \
         |p| if p % 2 == 0 { 2 - p / 2 } else { 3 + p / 2 })",
        "GenP([5,6], |i,j| (5-1-i)*6 + (6-1-j), |p| (5-1-p/6, 6-1-p%6))",
    ] {
        agree(chain, &[]);
    }
}

#[test]
fn closures_that_pass_below_zero() {
    for chain in [
        "GenP([3], |i| (if i - 1 < 0 { 0 - 2 } else { i - 3 }) + (if i < 1 { 2 } else { 3 }), |p| p)",
        "GenP([4,5], |i,j| { let s = if i % 2 == 0 { 1 } else { -1 }; i*5 + s*j + (if i % 2 == 0 { 0 } else { 4 }) }, \
         |p| { let i = p / 5; let s = 1 - i % 2 * 2; (i, s * (p % 5 - i % 2 * 4)) })",
        "GenP([8], |i| if (i - 4) < 0 { i + 4 } else { i - 4 }, |p| (p - 4) + 8*(if p - 4 < 0 {1} else {0}))",
        "GenP([8], |i| -i + 7, |p| 0 - p + 7)",
        "GenP([7], |i| (i - 3) * (i - 3) * 0 + max(i - 4, 0 - (4 - i)) + 4, |p| min(p - 9, p) + 9)",
        "GenP([6], |i| { let d = 2 - i; if d * d < 2 { i } else { i } }, |p| (p - 6) * (0 - 1) * (0 - 1) + 6)",
    ] {
        agree(chain, &[]);
    }
    agree("GenP([n], |i| (if i - 1 < 0 { 0 - 2 } else { i - 3 }) + (if i < 1 { 2 } else { 3 }), |p| p)", &[("n", 5)]);
}

/// What is read here refuses to shift by 64 places.
#[test]
fn closures_that_shift_by_more_than_there_is() {
    for chain in [
        "GenP([3, 100], |i, j| i * 100 + (j + ((i + 70) >> i * 40)) % 100, |p| (p / 100, (p % 100 + 100 - ((p / 100 + 70) >> p / 100 * 40)) % 100))",
        "GenP([3, 100], |i, j| (i + ((j + 5000000000) >> j)) % 3 * 100 + j, |p| ((p / 100 + 3 - ((p % 100 + 5000000000) >> p % 100) % 3) % 3, p % 100))",
        "GenP([3, 100], |i, j| (i + ((if j < 9 { j } else { 0 }) << j % 40)) % 3 * 100 + j, |p| ((p / 100 + 3 - ((if p % 100 < 9 { p % 100 } else { 0 }) << p % 100 % 40) % 3) % 3, p % 100))",
    ] {
        agree(chain, &[]);
    }
    let symbols =
        "GenP([r, c], |i, j| (i ^ ((j + r) >> j) % r) * c + j, |p| (p / c ^ ((p % c + r) >> p % c) % r, p % c))";
    for (r, c) in [(4, 100), (2, 64), (8, 3)] {
        agree(symbols, &[("r", r), ("c", c)]);
    }
}

#[test]
fn stages_that_leave_the_bijections() {
    for chain in [
        "Row(65,66).PadBy([65,65] => [65,66])",
        "Row(3,4).ExpandBy([3,4] => [4,4])",
        "Row(10,10).ExpandBy([10,10]=>[12,12]).ExpandBy([12,12]=>[16,16]).TileBy([4,4],[4,4])",
        "Row(10,10).ExpandBy([10,10]=>[12,12]).OrderBy(AntiDiag(12))",
        "Row(10,10).ExpandBy([10,10]=>[12,12]).OrderBy(AntiDiag(12)).ExpandBy([12,12]=>[16,16])",
        "Row(6,6).PadBy([5,5]=>[6,6]).OrderBy(AntiDiag(5)).PadBy([4,4]=>[5,5])",
        "Row(7,9).PadBy([5,8]=>[7,9]).ExpandBy([5,8]=>[8,8]).TileBy([2,2],[4,4])",
        "Col(6,6).ExpandBy([6,6]=>[8,8]).PadBy([5,7]=>[8,8])",
    ] {
        agree(chain, &[]);
    }
}

#[test]
fn symbols() {
    let tiles = "Row(M,K).TileBy([M/BM,K/BK],[BM,BK])";
    for (m, k, bm, bk) in [(8, 12, 4, 3), (1, 1, 1, 1), (6, 6, 6, 1), (12, 10, 3, 5), (16, 32, 8, 8)] {
        agree(tiles, &[("M", m), ("K", k), ("BM", bm), ("BK", bk)]);
    }
    for n in [1, 2, 5, 12] {
        agree("AntiDiag(n)", &[("n", n)]);
        agree("Skew(n, n + 2)", &[("n", n)]);
        agree("GenP([n], |i| n - 1 - i, |p| n - 1 - p)", &[("n", n)]);
        agree("Row(t0, 3)", &[("t0", n)]);
    }
    // Euclid's algorithm, unrolled: what is used twice has to have a name, or the text grows without bound.
    for chain in
        ["Fan(n, 21, -14)", "OrderBy(Skew(2, 32)).OrderBy(Fan(n, 31, -5), Fan(1, -1, 15), BlockCyclic(4, 1, 1))"]
    {
        assert!(json(&["show", chain])["inv"].to_string().len() < 50_000, "{chain}");
        agree(chain, &[("n", 16)]);
    }
    let grouped = "Grouped(m, n, g)";
    for (m, n, g) in [(7, 5, 2), (4, 4, 8), (9, 2, 3)] {
        agree(grouped, &[("m", m), ("n", n), ("g", g)]);
    }
    let ragged =
        "Row(M,K).ExpandBy([M,K] => [ceil_div(M,4)*4, ceil_div(K,4)*4]).TileBy([ceil_div(M,4), ceil_div(K,4)],[4,4])";
    for (m, k) in [(1, 1), (4, 8), (5, 7), (10, 3)] {
        agree(ragged, &[("M", m), ("K", k)]);
    }
    let padded = "Row(M, K + 1).PadBy([M, K] => [M, K + 1])";
    for (m, k) in [(1, 1), (4, 8), (5, 7)] {
        agree(padded, &[("M", m), ("K", k)]);
    }
}

#[test]
fn parameters_called_like_shared_subexpressions() {
    let shown = json(&["show", "Grouped(t0, t1, 2)"]);
    assert!(shown["inv"][0].as_str().unwrap().starts_with("let tt0 = "), "{shown}");
    agree("Grouped(t0, t1, 2)", &[("t0", 7), ("t1", 3)]);
}

#[test]
fn large_numbers() {
    // Beyond a table: compared at some points with the formulas of the contract.
    let shown = Shown::new("Fan(1000003,-3,-2)", &[]);
    for i in [0, 1, 2, 333_333, 999_999, 1_000_002] {
        let position = (i64::try_from(i).unwrap() * -3 - 2).rem_euclid(1_000_003).unsigned_abs();
        assert_eq!(shown.position(&[i]), Ok(Some(position)));
        assert_eq!(shown.index(position), Ok(Some(vec![i])));
    }
    let shown = Shown::new("Row(1000,1000).ExpandBy([1000,1000] => [1024,1024]).TileBy([16,16],[64,64])", &[]);
    for index in [[0, 0, 0, 0], [15, 15, 39, 39], [15, 15, 40, 39], [3, 15, 1, 40], [7, 8, 63, 63]] {
        let [row, column] = [index[0] * 64 + index[2], index[1] * 64 + index[3]];
        let expected = (row < 1000 && column < 1000).then_some(row * 1000 + column);
        assert_eq!(shown.position(&index), Ok(expected));
        if let Some(position) = expected {
            assert_eq!(shown.index(position), Ok(Some(index.to_vec())));
        }
    }
    // The square root of an index of 64 bits: 4294967295 is the largest side.
    let n = 1_500_000_000;
    let shown = Shown::new("AntiDiag(n)", &[("n", n)]);
    for (i, j) in [(0, 0), (0, n - 1), (n - 1, 0), (1, n - 1), (n / 2, n / 3), (n - 1, n - 1)] {
        let position = shown.position(&[i, j]).unwrap().unwrap();
        assert_eq!(shown.index(position), Ok(Some(vec![i, j])));
    }
}

#[test]
fn random_chains() {
    for seed in 0..60 {
        let chain = chains::chain(seed);
        let text = chain.to_string();
        agree(&text, &[]);
        let table = json(&["table", &text]);
        for (index, position) in chains::indices(&numbers(&table["dims"])).zip(table["apply"].as_array().unwrap()) {
            assert_eq!(Value::from(chain.apply(&index)), *position, "{text} at {index:?}");
        }
    }
}

#[test]
fn operation_counts_are_no_worse_than_the_reference_prints() {
    // From the recorded expressions of LEGO's implementation: its count for the same chain.
    for (chain, apply, inv) in [
        ("Row(M,K).TileBy([M/BM,K/BK],[BM,BK])", Some(6), None),
        ("Col(M,K).TileBy([M/BM,K/BK],[BM,BK])", Some(6), None),
        ("OrderBy(AntiDiag(n)).TileBy([n,n])", Some(42), None),
        ("OrderBy(Row(48,48,48),Row(8,8,8)).TileBy([48,48,48],[8,8,8])", Some(10), None),
        ("Row(384,384,384).TileBy([48,48,48],[8,8,8])", Some(10), None),
        ("OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])", Some(18), Some(13)),
        ("RegP([2,2,2,2,2],[5,2,4,3,1])", Some(8), None),
        ("Row(4,8)", None, Some(3)),
        ("Col(4,8)", None, Some(3)),
        ("Row(8,8,8).TileBy([8,8,8])", None, Some(6)),
        ("Row(1024,1024).TileBy([32,32],[4,1],[8,32])", Some(10), None),
        ("Row(1024,1024).TileBy([32,32],[1,4],[32,8])", Some(10), None),
    ] {
        let shown = json(&["show", chain]);
        for (key, most) in [("apply_ops", apply), ("inv_ops", inv)] {
            if let Some(most) = most {
                assert!(shown[key].as_u64().unwrap() <= most, "{chain}: {key} {} > {most}", shown[key]);
            }
        }
    }
}

#[test]
fn dims_and_size() {
    let shown = json(&["show", "Row(M,64).TileBy([M/8,8],[8,8])"]);
    assert_eq!(shown["dims"], serde_json::json!(["M / 8", 8, 8, 8]));
    assert_eq!(shown["span"], Value::Null);
    assert_eq!((&shown["guard"], &shown["inv_guard"]), (&Value::Null, &Value::Null));
    let shown = json(&["show", "Row(65,66).PadBy([65,65] => [65,66])"]);
    assert_eq!((&shown["span"], &shown["guard"]), (&4290.into(), &Value::Null));
    assert!(shown["inv_guard"].is_string());
    let run = lego(&["show", "Row(p, i1)", "--json"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["errors"].as_array().unwrap().len(), 2);
}
