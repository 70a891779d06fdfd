//! Chains over symbols that nothing is known of: what is left to prove, and where.

use lego_core::LayoutError;
use lego_core::chain::{Requirement, Scalar};
use lego_lang::compile::{Options, compile};
use lego_lang::syntax::Comparison;
use lego_lang::{Elaborated, Exact, Numbers, Part, Truth, World, elaborate, parse};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Rem, Shl, Shr, Sub};

/// A number, or the number of an expression in a list of texts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opaque {
    Number(Exact),
    Symbol(usize),
}

thread_local! {
    static TEXTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn symbol(text: String) -> Opaque {
    TEXTS.with_borrow_mut(|texts| {
        let known = texts.iter().position(|found| *found == text);
        Opaque::Symbol(known.unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        }))
    })
}

impl Opaque {
    fn text(self) -> String {
        match self {
            Self::Number(number) => number.value().map_or("undefined".to_owned(), |value| value.to_string()),
            Self::Symbol(symbol) => TEXTS.with_borrow(|texts| texts[symbol].clone()),
        }
    }

    fn joined(self, operator: &str, other: Self, numbers: fn(Exact, Exact) -> Exact) -> Self {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::Number(numbers(a, b)),
            _ => symbol(format!("({} {operator} {})", self.text(), other.text())),
        }
    }
}

macro_rules! operators {
    ($($name:ident $method:ident $symbol:literal)*) => {$(
        impl $name for Opaque {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.joined($symbol, other, Exact::$method)
            }
        }
    )*};
}
operators!(Add add "+" Sub sub "-" Mul mul "*" Div div "/" Rem rem "%" BitAnd bitand "&" BitXor bitxor "^" Shl shl "<<" Shr shr ">>");

impl Scalar for Opaque {
    type Truth = Option<bool>;

    fn lift(self, value: u64) -> Self {
        Self::Number(value.into())
    }

    fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => number.number(),
            Self::Symbol(_) => None,
        }
    }

    fn less(self, other: Self) -> Option<bool> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.less(b).ok(),
            _ => None,
        }
    }

    fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
        Some(one? && other?)
    }

    fn settled(truth: Option<bool>) -> Option<bool> {
        truth
    }

    fn choose(truth: Option<bool>, then: impl FnOnce() -> Self, otherwise: impl FnOnce() -> Self) -> Self {
        match truth {
            Some(true) => then(),
            Some(false) => otherwise(),
            None => symbol(format!("choose({}, {})", then().text(), otherwise().text())),
        }
    }

    fn isqrt(self) -> Self {
        symbol(format!("isqrt({})", self.text()))
    }
}

/// A world where M, N, K and B stand for something, and paths can be called.
struct Symbols;

impl World for Symbols {
    type Value = Opaque;

    fn constant(&self, value: i128) -> Opaque {
        Opaque::Number(value.into())
    }

    fn as_constant(&self, value: Opaque) -> Option<i128> {
        match value {
            Opaque::Number(number) => number.value().ok(),
            Opaque::Symbol(_) => None,
        }
    }

    fn parameter(&self, name: &str) -> Option<Opaque> {
        ["M", "N", "K", "crate::B"].contains(&name).then(|| symbol(name.to_owned()))
    }

    fn compare(&self, comparison: Comparison, left: Opaque, right: Opaque) -> Truth<Self> {
        match (left, right) {
            (Opaque::Number(a), Opaque::Number(b)) => a.compare(comparison, b).ok(),
            _ => None,
        }
    }

    fn or(&self, one: Option<bool>, other: Option<bool>) -> Option<bool> {
        Some(one? || other?)
    }

    fn not(&self, one: Option<bool>) -> Option<bool> {
        one.map(|holds| !holds)
    }

    fn call(&self, path: &str, arguments: &[Opaque], part: Part, bound: Opaque) -> Option<Opaque> {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.text()).collect();
        Some(symbol(format!("{path}({}){part:?} below {}", arguments.join(", "), bound.text())))
    }
}

fn elaborated(text: &str) -> Elaborated<'static, Opaque> {
    let layout = parse(text).unwrap();
    elaborate(&layout, &Symbols).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The demands: the text at the place and the requirement.
fn demands(text: &str) -> Vec<(String, String)> {
    let shown = |requirement: &Requirement<Opaque>| match requirement {
        Requirement::Positive { value, .. } => format!("{} >= 1", value.text()),
        Requirement::Divides { value, divisor, .. } => format!("{} % {} == 0", value.text(), divisor.text()),
        Requirement::AtMost { value, most, .. } => format!("{} <= {}", value.text(), most.text()),
        Requirement::PowerOfTwo { value, .. } => format!("{} is a power of two", value.text()),
        Requirement::Coprime { negative, factor, size } => {
            format!("{negative} {} coprime {}", factor.text(), size.text())
        }
        Requirement::Equal { left_size, right_size, .. } => format!("{} == {}", left_size.text(), right_size.text()),
    };
    let place = |range: lego_lang::TextRange| range.of(text).to_owned();
    elaborated(text).demands.iter().map(|(range, requirement)| (place(*range), shown(requirement))).collect()
}

#[track_caller]
fn demanded(text: &str, expected: &[(&str, &str)]) {
    let found = demands(text);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(place, requirement)| (place.as_str(), requirement.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn divisors_are_positive_and_quotients_exact() {
    demanded(
        "Row(M, K).TileBy([M/64, K/crate::B], [64, crate::B])",
        &[
            ("M/64", "M % 64 == 0"),
            ("crate::B", "crate::B >= 1"),
            ("K/crate::B", "K % crate::B == 0"),
            (
                "TileBy([M/64, K/crate::B], [64, crate::B])",
                "(((M / 64) * 64) * ((K / crate::B) * crate::B)) == (M * K)",
            ),
            ("Row(M, K)", "M == ((M / 64) * 64)"),
            ("Row(M, K)", "K == ((K / crate::B) * crate::B)"),
        ],
    );
    demanded("GroupBy([M - 2])", &[("2", "2 <= M")]);
    demanded("GroupBy([M / 1, 12 / 4])", &[]);
    demanded("GroupBy([min(4, 9), ceil_div(M, N)])", &[("N", "N >= 1")]);
}

#[test]
fn pieces_demand_what_they_need() {
    demanded("Morton(M, 8)", &[("M", "M is a power of two")]);
    demanded("Fan(M, -N, 0)", &[("-N", "true N coprime M")]);
    demanded("GenP([M, N], antidiag, antidiag_inv)", &[("[M, N]", "M == N")]);
    demanded("GenP([M, M], antidiag, antidiag_inv)", &[]);
    demanded("Grouped(M, N, K)", &[("K", "K >= 1")]);
    demanded("ExpandBy([M] => [N])", &[("M", "M <= N")]);
}

#[test]
fn constants_are_checked_among_symbols() {
    let errors = elaborate(&parse("Row(M, 0).GroupBy([M, 100/64], [X])").unwrap(), &Symbols).unwrap_err();
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "this size is 0, but a size is at least 1",
            "100/64: 64 does not divide 100; divisors near it: 50, 100, 25, 20",
            "nothing is called X here",
        ]
    );
    let errors = elaborate(&parse("Row(M, 4294967296, 4294967296)").unwrap(), &Symbols).unwrap_err();
    assert_eq!(errors[0].to_string(), "the size of Row does not fit an index of 64 bits");
    let errors = elaborate(&parse("RegP([2, 2], [M, 1])").unwrap(), &Symbols).unwrap_err();
    assert_eq!(errors[0].to_string(), "RegP needs a known axis number here");
}

#[test]
fn facts_are_handed_on_unless_constants_decide_them() {
    let text = "Row(M, 4) where M % 64 == 0, 4 < 5, N / 2 >=  K";
    let facts = elaborated(text).facts;
    let shown: Vec<_> = facts
        .iter()
        .map(|(range, fact)| (range.of(text), fact.left.text(), fact.comparison, fact.right.text(), fact.text.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("M % 64 == 0", "(M % 64)".into(), Comparison::Equal, "0".into(), "M % 64 == 0"),
            ("N / 2 >=  K", "(N / 2)".into(), Comparison::GreaterEqual, "K".into(), "N / 2 >= K"),
        ]
    );
    assert!(demands(text).contains(&("N / 2".into(), "N % 2 == 0".into())));
}

#[test]
fn closures_are_settled_by_structure_for_any_sizes() {
    for settled in [
        "GenP([M, N], |i, j| i*N + j, |p| (p / N, p % N))",
        "GenP([M, N], |i, j| (M-1-i)*N + (N-1-j), |p| (M-1-p/N, N-1-p%N))",
        "GenP([M, N], |i, j| j*M + i, |p| { let q = p / M; (p - q*M, q) })",
        "GenP([M, N, K], |i, j, k| (k*M + i)*N + N - (j + 1), |p| (p / N % M, N - 1 - p % N, p / (M*N)))",
        "GenP([M, N, K], |i, j, k| k*M*N + i*N + j, |p| (p % (M*N) / N, p % N, p / N / M))",
        "GenP([M/8, 8], |i, j| j*(M/8) + i, |p| (p % (M / 8), p / (M/8)))",
        "GenP([2*M, 3], |i, j| i*3 + j, |p| (p/3, p%3))",
        "GenP([M + 1, N], |i, j| j*(M + 1) + i, |p| (p % (M + 1), p / (M + 1)))",
        "GenP([M, 1, N], |i, j, k| i*N + k, |p| (p / N, 0, p % N))",
        "GenP([M], |i| M - 1 - i, |p| M - 1 - p)",
    ] {
        assert!(elaborated(settled).genps.is_empty(), "{settled}");
    }
    for open in [
        "GenP([M, N], |i, j| i*M + j, |p| (p / M, p % M))",
        "GenP([M, N], |i, j| i*N + j, |p| (p / M, p % N))",
        "GenP([M, N], |i, j| i*N + j, |p| (p % N, p / N))",
        "GenP([M, N], |i, j| i*N + j + 1, |p| ((p - 1) / N, (p - 1) % N))",
        "GenP([M, N], |i, j| i*N + (j ^ 1), |p| (p / N, p % N ^ 1))",
        "GenP([M, N], |i, j| i*N + j, |p| (p / N, p % N + 0*(1/K)))",
        "GenP([M, N], |i, j| i*N + j + 1/K - 1/K, |p| (p / N, p % N))",
        "GenP([M, N], |i, j| i*N*N + j, |p| (p / N, p % N))",
        "GenP([M - N, N], |i, j| i*N + j, |p| (p / N, p % (N + 1)))",
    ] {
        let elaborated = elaborated(open);
        let [unverified] = elaborated.genps.as_slice() else { panic!("{open}") };
        assert_eq!(unverified.range.of(open), open);
        assert_eq!(unverified.dims.len(), 2);
    }
}

#[test]
fn paths_are_called_by_the_world() {
    let text = "OrderBy(Row(2), GenP([M, 4], crate::f::<3>, g)).GroupBy([2, M, 4])";
    let elaborated = elaborated(text);
    let [unverified] = elaborated.genps.as_slice() else { panic!() };
    assert_eq!(unverified.range.of(text), "GenP([M, 4], crate::f::<3>, g)");
    assert_eq!((unverified.site.stage, unverified.site.piece), (0, Some(1)));
    assert_eq!(unverified.apply.to_string(), "crate::f::<3>");
    let [i, j, k] = ["i", "j", "k"].map(|name| symbol(name.to_owned()));
    let position = elaborated.chain.apply(&[i, j, k]).value.text();
    assert!(position.contains("crate::f::<3>(j, k)Position below (M * 4)"), "{position}");
    let index = elaborated.chain.inv(symbol("p".to_owned())).value;
    assert!(index[2].text().ends_with("Component(1) below 4"), "{}", index[2].text());
    assert!(self::elaborated(&text.replace("g)", "g, unchecked)")).genps.is_empty());
}

#[test]
fn free_names_in_order_of_appearance() {
    let text = "GenP([N], |i| { let N = M; N - 1 - i + K }, crate::back).GroupBy([(N) / B]) where M::X % 2 == 0";
    let names = parse(text).unwrap().free_names();
    let shown: Vec<(&str, &str)> = names.iter().map(|name| (name.path.as_str(), name.range.of(text))).collect();
    let expected = ["N", "M", "K", "crate::back", "N", "B", "M::X"];
    assert_eq!(shown, expected.map(|name| (name, name)));
}

#[test]
fn numbers_and_symbols_have_the_same_words() {
    let layout = parse("Row(M, 8).TileBy([M/7, 8], [7, 1])").unwrap();
    let world = Numbers::new(&[("M", 100)]);
    let by_numbers = elaborate(&layout, &world).unwrap_err()[0].error;
    let (_, requirement) = elaborate(&layout, &Symbols).unwrap().demands.swap_remove(0);
    let Requirement::Divides { what, .. } = requirement else { panic!("{requirement:?}") };
    assert_eq!(lego_core::check::divides(&what, 100, 7), Err(by_numbers));
}

#[test]
fn facts_that_contradict_each_other_are_errors_at_the_fact() {
    for (facts, wrong) in [
        ("M == 4, M == 5", "M == 5"),
        ("M >= 8, M <= 3", "M <= 3"),
        ("M < 8, K >= 1, M > 8", "M > 8"),
        ("M % 2 == 0, M % 2 == 1", "M % 2 == 1"),
        ("M % 2 == 1, M % 2 == 0", "M % 2 == 0"),
        ("M % 4 == 0, M % 2 == 1", "M % 2 == 1"),
        ("M <= K, K < M", "K < M"),
        ("M == K, M != K", "M != K"),
        ("M < 1", "M < 1"),
        ("M != M", "M != M"),
        ("M == 6, M % 4 == 0", "M % 4 == 0"),
        ("M % 4 == 0, M == 6", "M == 6"),
        ("M % 4 == 1, M % 6 == 0", "M % 6 == 0"),
        ("M % 4 == 2, M % 3 == 1, M % 12 == 6", "M % 12 == 6"),
        ("M % 4 == 4", "M % 4 == 4"),
        ("M % 64 == 0, M < 64", "M < 64"),
        ("M % 2 != 0, M % 4 == 2", "M % 4 == 2"),
        ("M == 2*K, M % 2 == 1", "M % 2 == 1"),
        ("M % 2 == 1, M == 2*K", "M == 2*K"),
        ("M == 2*K + 1, K % 3 == 1, M % 6 == 5", "M % 6 == 5"),
        ("M == 2*K, K == 3, M == 7", "M == 7"),
        ("2*M == 4*K + 3", "2*M == 4*K + 3"),
        ("M == K + 4, K >= 9, M <= 12", "M <= 12"),
        ("M + K <= 8, K >= 4, M >= 5", "M >= 5"),
        ("3*M + 5*K == 7", "3*M + 5*K == 7"),
        ("M*K == 12, M*K % 8 == 0", "M*K % 8 == 0"),
        ("M == 6, K == 4, M % K == 0", "M % K == 0"),
        ("M % K == 0, M == 6, K == 4", "K == 4"),
        ("M >= 3, M <= 4, M != 3, M != 4", "M != 4"),
        ("M % 5 == 3, M >= 4, M <= 7, K >= 1", "M <= 7"),
        ("M % 6 == 3, K == 2*M, K % 4 == 0", "K % 4 == 0"),
    ] {
        let text = format!("Row(M, K) where {facts}");
        let Err(errors) = compile(&text, &Options::default()) else { panic!("{text} is no error") };
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!(errors[0].range.of(&text), wrong, "{text}");
        let message = format!("the fact {wrong} contradicts what is stated before it: no sizes meet both");
        assert_eq!(errors[0].to_string(), message);
    }
    for facts in [
        "M == 4, M >= 4",
        "M % 2 == 0, M % 3 == 1",
        "M <= K, K <= M",
        "M >= 8, M <= 8",
        "M % 4 == 2, M % 2 == 0",
        "M == 6, M % 3 == 0",
        "M % 6 == 2, M % 4 == 0, M % 3 == 2, M == 8",
        "M == 2*K, K % 2 == 1, M % 4 == 2",
        "M == 2*K, M == K + 5, K == 5",
        "3*M + 5*K == 8, M == 1, K == 1",
        "M % 2 != 0, M % 4 == 3",
        "M % K == 0, M == 6, K == 3",
        "M*K == 12, M == 3, K == 4",
        // At both ends of 128 bits nothing is known to be wrong.
        "M <= 170141183460469231731687303715884105727",
        "M < 0 - 170141183460469231731687303715884105727 - 1",
    ] {
        compile(&format!("Row(M, K) where {facts}"), &Options::default()).unwrap();
    }
}

#[test]
fn facts_are_compared_with_what_the_layout_needs() {
    for (text, wrong) in [
        ("Row(M).TileBy([M/4], [4]) where M == 6", "M == 6"),
        ("Row(M).ExpandBy([M] => [8]) where M > 8", "M > 8"),
        ("Row(A - B) where A < B", "A < B"),
        ("Morton(M, M) where M == 12", "M == 12"),
        ("Fan(M, 6, 0) where M % 4 == 0", "M % 4 == 0"),
        ("OrderBy(Row(M)).OrderBy(Row(K)) where M == K + 1", "M == K + 1"),
    ] {
        let Err(errors) = compile(text, &Options::default()) else { panic!("{text} is no error") };
        assert_eq!((errors.len(), errors[0].range.of(text)), (1, wrong), "{text}: {errors:?}");
        assert!(matches!(errors[0].error, LayoutError::Contradiction { .. }), "{text}: {errors:?}");
    }
    for (text, wrong, needed) in [
        ("Row(A + 1).ExpandBy([A + 1] => [A])", "A + 1", "A + 1 <= A"),
        ("Row(2*A + 1).TileBy([(2*A + 1)/4], [4])", "(2*A + 1)/4", "(2 * A + 1) % 4 == 0"),
    ] {
        let Err(errors) = compile(text, &Options::default()) else { panic!("{text} is no error") };
        assert_eq!(errors[0].range.of(text), wrong, "{text}: {errors:?}");
        assert_eq!(errors[0].error, LayoutError::Unmeetable { needed: needed.into() }, "{text}");
    }
}
