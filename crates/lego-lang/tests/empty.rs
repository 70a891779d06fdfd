//! Sizes of 0: a size that is a symbol or has a value beside the text may be 0, and the layout is then empty.

use lego_core::Mapping;
use lego_core::dynamic::DynLayout;
use lego_expr::Program;
use lego_lang::compile::{Compiled, Condition, Options, compile};
use lego_lang::dynamic::ParseLayout;
use lego_lang::equal::{Equality, equal};
use lego_lang::{Numbers, RuntimeLayout, elaborate, parse};
use std::collections::BTreeMap;

fn with(values: &[(&str, u64)]) -> Options {
    let values = values.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    Options { values, ..Options::default() }
}

/// Chains with a value for each of their sizes, for which they are layouts.
const CHAINS: &[(&str, &[(&str, u64)])] = &[
    ("Row(A)", &[("A", 5)]),
    ("Row(A, B)", &[("A", 3), ("B", 4)]),
    ("Col(A, B)", &[("A", 3), ("B", 4)]),
    ("Col(A, B, C)", &[("A", 3), ("B", 4), ("C", 2)]),
    ("RegP([A, B, C, D], [2, 4, 1, 3])", &[("A", 3), ("B", 4), ("C", 2), ("D", 3)]),
    ("Reverse(A, B, C)", &[("A", 3), ("B", 4), ("C", 2)]),
    ("AntiDiag(A)", &[("A", 5)]),
    ("Morton(A, B)", &[("A", 8), ("B", 4)]),
    ("SwizzleRows([A, B], 2)", &[("A", 5), ("B", 8)]),
    ("Skew(A, B)", &[("A", 5), ("B", 7)]),
    ("Rotate(A, B, 3)", &[("A", 5), ("B", 7)]),
    ("Fan(A, 3, 2)", &[("A", 7)]),
    ("Grouped(A, B, G)", &[("A", 5), ("B", 3), ("G", 2)]),
    ("BlockCyclic(A, P, Q)", &[("A", 24), ("P", 2), ("Q", 3)]),
    ("Cute((A, (4, B/4)):(1, (A, 4*A)))", &[("A", 3), ("B", 8)]),
    ("Cute((A, B):(B, 1))", &[("A", 3), ("B", 4)]),
    ("GenP([A, B], |i, j| (A-1-i)*B + (B-1-j))", &[("A", 3), ("B", 4)]),
    ("GenP([A, B], |i, j| j*A + i, |p| (p % A, p / A))", &[("A", 3), ("B", 4)]),
    ("Row(A, B).GroupBy([A*B])", &[("A", 3), ("B", 4)]),
    ("Row(A*B).GroupBy([A, B])", &[("A", 3), ("B", 4)]),
    ("Row(A, B).TileBy([A/2, B/4], [2, 4])", &[("A", 6), ("B", 8)]),
    ("TileOrderBy(Row(A, B), Col(2, 4))", &[("A", 3), ("B", 2)]),
    ("OrderBy(Row(A, B), Col(C, D)).TileBy([A*C, B*D])", &[("A", 3), ("B", 2), ("C", 2), ("D", 5)]),
    ("OrderBy(Row(A), AntiDiag(B)).OrderBy(Col(A, B, B)).GroupBy([A, B], [B])", &[("A", 3), ("B", 4)]),
    ("Row(A, B+1).PadBy([A, B] => [A, B+1])", &[("A", 3), ("B", 4)]),
    ("Row(A, 8).PadBy([A, B] => [A, 8])", &[("A", 3), ("B", 4)]),
    ("Row(8).PadBy([A] => [8])", &[("A", 3)]),
    ("Row(A, B).ExpandBy([A, B] => [ceil_div(A, 4)*4, ceil_div(B, 8)*8])", &[("A", 3), ("B", 9)]),
    ("Row(A, B).ExpandBy([A, B] => [8, 8])", &[("A", 3), ("B", 4)]),
    ("Row(A).ExpandBy([A] => [1])", &[("A", 1)]),
    ("Row(4*A).ExpandBy([4*A] => [4])", &[("A", 1)]),
    ("Row(B).ExpandBy([B] => [8]).PadBy([A] => [8])", &[("A", 3), ("B", 5)]),
    ("Row(A, B).ExpandBy([A, B] => [C, D])", &[("A", 3), ("B", 4), ("C", 4), ("D", 4)]),
    ("Row(max(A, 1), 2).GroupBy([2*max(A, 1)])", &[("A", 3)]),
    ("Row(A - B, 4)", &[("A", 7), ("B", 3)]),
    ("Row(ceil_div(A, 8), min(A, 3))", &[("A", 9)]),
    ("compose(Row(A, 4), Col(4, A))", &[("A", 3)]),
    ("Row(A, B) where A % 3 == 0, B >= 1", &[("A", 3), ("B", 4)]),
];

/// Each chain with each of its sizes 0 in turn, and with all, where that is a layout.
fn zeros() -> Vec<(&'static str, Vec<(&'static str, u64)>)> {
    let mut all = Vec::new();
    for &(chain, values) in CHAINS {
        for k in 0..=values.len() {
            let chosen: Vec<(&str, u64)> = values
                .iter()
                .enumerate()
                .map(|(i, &(name, value))| (name, if i == k || k == values.len() { 0 } else { value }))
                .collect();
            if RuntimeLayout::parse(chain, &chosen).is_ok() {
                all.push((chain, chosen));
            }
        }
    }
    all
}

#[test]
fn every_size_but_a_divisor_may_be_0() {
    // What stays wrong: divisors, what facts and subtractions say, and tiles and strides that do not multiply to the whole.
    let refused = |chain: &str, name: &str| match chain {
        _ if chain.starts_with("Grouped") => name == "G",
        _ if chain.starts_with("BlockCyclic") => name != "A",
        _ if chain.ends_with("B >= 1") => name == "B",
        _ if chain.starts_with("Row(A - B") => name == "A",
        _ if chain.ends_with("[C, D])") => name == "C" || name == "D",
        _ => false,
    };
    for &(chain, values) in CHAINS {
        for k in 0..values.len() {
            let mut chosen = values.to_vec();
            chosen[k].1 = 0;
            let found = RuntimeLayout::parse(chain, &chosen);
            assert_eq!(found.is_err(), refused(chain, values[k].0), "{chain} {chosen:?}: {found:?}");
        }
    }
}

#[test]
fn an_empty_layout_has_no_index_and_no_position() {
    for (chain, values) in zeros() {
        let layout = RuntimeLayout::parse(chain, &values).unwrap();
        let is_empty = !["Row(max(A, 1)", "Row(A - B"].iter().any(|start| chain.starts_with(start));
        if !is_empty {
            continue;
        }
        let has_index = layout.dims().iter().all(|&extent| extent > 0);
        assert!(!has_index || chain.contains("ExpandBy"), "{chain} {values:?}: {:?}", layout.dims());
        assert_eq!(layout.span(), 0, "{chain} {values:?}");
        assert_eq!(layout.count(), layout.dims().iter().product::<u64>());
        for index in 0..3_u64.pow(layout.dims().len() as u32) {
            let index: Vec<u64> = (0..layout.dims().len()).map(|k| index / 3_u64.pow(k as u32) % 3).collect();
            assert_eq!(layout.apply(&index), None, "{chain} {values:?} at {index:?}");
        }
        assert!((0..9).all(|position| layout.inv(position).is_none()));
    }
}

/// The values of sizes of a layout for values of its parameters.
fn numbers(compiled: &Compiled, values: &[(&str, u64)], ids: &[lego_expr::Id]) -> Vec<Option<i128>> {
    let named: BTreeMap<&str, u64> = values.iter().copied().collect();
    let program = Program::new(&compiled.arena, ids);
    program.run(|number| i128::from(named.get(compiled.arena.variable_of(number).name.as_str()).copied().unwrap_or(0)))
}

#[test]
fn symbols_say_of_0_what_numbers_say() {
    for (chain, values) in zeros() {
        let expected = RuntimeLayout::parse(chain, &values).unwrap();
        let symbols = compile(chain, &Options::default()).unwrap();
        // What is asserted holds.
        for assertion in &symbols.assertions {
            use lego_lang::compile::Requirement as R;
            let of = |id: &lego_expr::Id| numbers(&symbols, &values, &[*id])[0].unwrap();
            let holds = match &assertion.condition {
                Condition::Fact(_, truth) => of(truth) != 0,
                Condition::Fits { bound, .. } => of(bound) < 1 << 32,
                Condition::Requirement(R::Positive { value, .. }) => of(value) > 0,
                Condition::Requirement(R::Divides { value, divisor, .. }) => of(value) % of(divisor) == 0,
                Condition::Requirement(R::AtMost { value, most, .. }) => of(value) <= of(most),
                Condition::Requirement(R::Equal { left_size, right_size, .. }) => of(left_size) == of(right_size),
                Condition::Requirement(R::PowerOfTwo { value, .. }) => {
                    of(value) & (of(value) - 1) == 0 || of(value) == 0
                }
                Condition::Requirement(R::Coprime { .. }) => true,
            };
            assert!(holds, "{chain} {values:?}: {}", assertion.condition.describe(&symbols.arena));
        }
        let sizes = numbers(&symbols, &values, &[&symbols.dims[..], &[symbols.count, symbols.span]].concat());
        let known = [expected.dims(), &[expected.count(), expected.span()]].concat();
        assert_eq!(sizes, known.iter().map(|&n| Some(i128::from(n))).collect::<Vec<_>>(), "{chain} {values:?}");
        // Where there are indices, and so an ExpandBy, every one is without a position: a guard says so.
        let program = Program::new(&symbols.arena, symbols.apply.guards());
        for flat in 0..expected.count() {
            let index = lego_core::chain::unflatten(expected.dims(), flat);
            if expected.apply(&index).is_some() {
                continue;
            }
            let guards = program.run(|number| {
                let name = symbols.arena.variable_of(number).name;
                let axis = name.strip_prefix('i').and_then(|axis| axis.parse::<usize>().ok());
                let value = values.iter().find(|(own, _)| *own == name).map(|&(_, value)| value);
                value.or(axis.map(|axis| index[axis])).unwrap_or(0).into()
            });
            assert!(guards.contains(&Some(0)), "{chain} {values:?} at {index:?}");
        }
    }
}

#[test]
fn layouts_made_at_run_time_may_be_empty() {
    for (chain, values) in zeros() {
        let expected = RuntimeLayout::parse(chain, &values).unwrap();
        macro_rules! of_rank {
            ($($rank:literal)*) => {
                match expected.dims().len() {
                    $($rank => {
                        let layout = DynLayout::<$rank>::parse(chain, &values).unwrap();
                        assert_eq!(layout.dims().map(|n| n as u64).as_slice(), expected.dims(), "{chain} {values:?}");
                        assert_eq!(layout.span() as u64, expected.span(), "{chain} {values:?}");
                        for flat in 0..3_usize.pow($rank) {
                            let index: [usize; $rank] = std::array::from_fn(|k| flat / 3_usize.pow(k as u32) % 3);
                            let place = expected.apply(&index.map(|i| i as u64)).map(|p| p as usize);
                            assert_eq!(layout.try_apply(index), place, "{chain} {values:?} at {index:?}");
                        }
                        let symbols = compile(chain, &Options::default()).unwrap();
                        assert_eq!(symbols.instantiate::<$rank>(&values).map(|other| other == layout), Ok(true));
                    })*
                    rank => panic!("{chain}: rank {rank}"),
                }
            };
        }
        of_rank!(1 2 3 4);
    }
}

#[test]
fn empty_layouts_of_the_same_dims_are_equal() {
    let same = |one, other, values: &[(&str, u64)]| equal(one, other, &with(values)).unwrap();
    assert_eq!(same("Row(N, 4)", "Col(N, 4)", &[("N", 0)]), Equality::Equal);
    assert_eq!(same("Row(N, 4)", "Col(N, 4)", &[("N", 1)]), Equality::Equal);
    assert!(matches!(same("Row(N, 4)", "Col(N, 4)", &[("N", 2)]), Equality::Different(_)));
    assert!(matches!(same("Row(N, 4)", "Row(N, 5)", &[("N", 0)]), Equality::Different(_)));
    assert_eq!(same("Row(N, M)", "Col(N, M)", &[("N", 0)]), Equality::Equal);
}

#[test]
fn what_holds_from_1_on_need_not_hold_for_0() {
    let same = |one, other| equal(one, other, &Options::default()).unwrap();
    // The dims differ for N = 0.
    let Equality::Different(found) = same("Row(max(N, 1), 2)", "Row(N, 2)") else { panic!("taken for equal") };
    assert_eq!(found.parameters, [("N".to_owned(), 0)]);
    // One element is stored, or none.
    assert!(same("Row(N).ExpandBy([N] => [1])", "Row(1)") != Equality::Equal);
    assert_eq!(
        same("Row(N, 2).ExpandBy([N, 2] => [8, 2])", "OrderBy(Row(N, 2)).ExpandBy([N, 2] => [8, 2])"),
        Equality::Equal
    );
    // A demand that 0 alone breaks is asserted.
    let asserted = |chain| {
        let compiled = compile(chain, &Options::default()).unwrap();
        let assertions: Vec<String> =
            compiled.assertions.iter().map(|a| a.condition.describe(&compiled.arena)).collect();
        assertions
    };
    assert_eq!(asserted("Row(max(N, 1)).GroupBy([N])"), ["N == max(N, 1)"]);
    assert_eq!(asserted("Row(N*K).ExpandBy([N*K] => [N*K*K])").len(), 3);
    assert!(asserted("Row(M, K)").iter().all(|condition| !condition.contains(">=")));
    assert!(asserted("Row(M/B)").contains(&"B >= 1".to_owned()));
}

#[test]
fn a_literal_of_0_is_an_error() {
    for chain in
        ["Row(0, 4)", "Row(4).GroupBy([0])", "Row(2 - 2)", "AntiDiag(0)", "Row(4).PadBy([0] => [4])", "Row(N, 0)"]
    {
        let error = compile(chain, &with(&[])).unwrap_err()[0];
        assert!(error.to_string().ends_with("is 0, but a size is at least 1"), "{chain}: {error}");
    }
    // A constant of the text itself is as good as a literal.
    let constants = Options { constants: true, ..with(&[("B", 0)]) };
    assert_eq!(compile("Row(B, 4)", &constants).unwrap_err()[0].to_string(), "B is 0, but a size is at least 1");
    assert!(compile("Row(B, 4)", &with(&[("B", 0)])).is_ok());
    // A divisor is at least 1, wherever it comes from.
    for chain in ["Row(4/N)", "Row(ceil_div(4, N))", "Row(4).TileBy([4/N], [N])", "Grouped(4, 4, N)"] {
        assert!(compile(chain, &with(&[("N", 0)])).is_err(), "{chain}");
    }
    assert!(compile("Row(N, 4)", &with(&[("N", 0)])).is_ok());
    let below = Options { values: [("N".to_owned(), -1)].into(), ..Options::default() };
    assert!(compile("Row(N, 4)", &below).is_err());
}

#[test]
fn other_sizes_are_counted_without_the_one_that_is_0() {
    let large = 1 << 40;
    let of = |chain| RuntimeLayout::parse(chain, &[("A", large), ("B", large), ("C", 0)]).map(|layout| layout.count());
    for chain in ["Row(A, B, C)", "Row(C, A, B)", "Row(A*B, C)", "Row(C).GroupBy([A, C, B])"] {
        assert!(of(chain).is_err(), "{chain}");
    }
    assert_eq!(RuntimeLayout::parse("Row(A, C)", &[("A", u64::MAX), ("C", 0)]).map(|layout| layout.count()), Ok(0));
    let numbers = Numbers::new(&[("A", large), ("C", 0)]);
    assert!(elaborate(&parse("Row(A, C, 8)").unwrap(), &numbers).is_ok());
}
