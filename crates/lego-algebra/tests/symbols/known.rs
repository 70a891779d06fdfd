//! Answers to questions that people have, and to those that CuTe answers wrongly or not at all.

use lego_algebra::cute::{Error, IntTuple, Layout, Swizzle, ThreadValue};
use lego_algebra::symbolic::{Answer, Result, evaluate};

fn holds(text: &str) -> Result {
    match evaluate(text) {
        Ok(Answer::Holds(result)) => *result,
        other => panic!("{text}: {other:?}"),
    }
}

/// The value, and the conditions beside that sizes are at least 1.
fn answer(text: &str) -> (String, Vec<String>) {
    let result = holds(text);
    let conditions = result.assumes().into_iter().filter(|condition| !condition.ends_with(" >= 1")).collect();
    (result.to_string(), conditions)
}

fn is(text: &str, value: &str, conditions: &[&str]) {
    let expected: Vec<String> = conditions.iter().map(ToString::to_string).collect();
    assert_eq!(answer(text), (value.to_owned(), expected), "{text}");
}

/// CuTe refuses symbols in coalesce, composition and right_inverse.
#[test]
fn operations_that_cute_refuses_over_symbols_have_their_conditions() {
    is("coalesce((M,(1,N)):(1,(7,M)))", "M*N:1", &[]);
    is("coalesce((M,N):(1,K))", "(M,N):(1,K)", &[]);
    is("composition((M,N):(1,K), 8:1)", "8:1", &["M >= 8"]);
    is("composition((M,N):(1,K), M:1)", "M:1", &[]);
    is("composition((M,N):(1,M), (M*N):1)", "M*N:1", &[]);
    is("composition((M,N):(N,1), (4,8):(1,M))", "(4,8):(N,1)", &["M >= 4"]);
    is("right_inverse((M,8,N):(8,1,K))", "(8,M):(M,1)", &["K != 1", "K != 8", "K != 8*M"]);
    is("left_inverse((M,N):(2,2*M))", "(2,M*N):(M*N,1)", &[]);
    is("inverse((M,N):(N,1))", "(N,M):(M,1)", &[]);
    is("complement(M:2, 4*M)", "(2,2):(1,2*M)", &[]);
    is("complement((M,N):(1,K), K*N)", "K/M:M", &["K % M == 0"]);
    is(
        "blocked_product((BM,BN):(BN,1), (M/BM,N/BN):(N/BN,1))",
        "((BM,M/BM),(BN,N/BN)):((BN,BM*N),(1,BM*BN))",
        &["M % BM == 0", "N % BN == 0"],
    );
    is("zipped_divide((M,N):(N,1), (64,32))", "((64,32),(ceil_div(M, 64),ceil_div(N, 32))):((N,1),(64*N,32))", &[]);
    is(
        "zipped_divide((M,N):(N,1), (64,32)) where M % 64 == 0, N % 32 == 0",
        "((64,32),(M/64,N/32)):((N,1),(64*N,32))",
        &["M % 64 == 0", "N % 32 == 0"],
    );
    is(
        "zipped_divide((M,N):(N,1), (64,32)) where M == 128",
        "((64,32),(2,ceil_div(N, 32))):((N,1),(64*N,32))",
        &["M == 128"],
    );
}

/// A right inverse is the longest one for all sizes that its conditions allow: where another stride could lead on, it says that
/// it does not.
#[test]
fn right_inverses_are_the_longest_where_their_conditions_hold() {
    is("right_inverse(3:M)", "1:0", &["M != 1"]);
    is("right_inverse(3:M) where M == 1", "3:1", &["M == 1"]);
    is("right_inverse(3:M) where M != 1", "1:0", &["M != 1"]);
    is("right_inverse((4,8):(M,1))", "8:4", &["M != 8"]);
    is("right_inverse((4,8):(M,1)) where M == 8", "(8,4):(4,1)", &["M == 8"]);
    is("right_inverse((4,M):(1,1))", "M:4", &["M >= 4"]);
    is("right_inverse((M,N):(N,1))", "(N,M):(M,1)", &[]);
    is("right_inverse((M,N):(-1,1))", "N:M", &[]);
    is("right_inverse((M,N):(1,K)) where K >= 2*M, K >= 2", "M:1", &["K >= 2*M", "K >= 2"]);
}

#[test]
fn what_does_not_hold_is_refused_with_numbers() {
    let refused = |text: &str| match evaluate(text) {
        Ok(Answer::Refused(refusal)) => refusal.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        refused("inverse((M,N):(1,K))"),
        "it fails for M = 1, N = 2, K = 2: not onto: no coordinate has the value 1"
    );
    is("inverse((M,N):(1,K)) where K == M", "M*N:1", &["K == M"]);
    let text = refused("composition((4,M):(1,K), (8,2):(3,1))");
    assert!(text.starts_with("it fails for M = 1, K = 1: mode 0 of B, 8:3,"), "{text}");
    let text = refused("left_inverse((M,N):(1,0)) where N >= 2");
    assert!(text.contains("not injective"), "{text}");
}

#[test]
fn what_is_wrong_whatever_the_sizes_are_has_its_place() {
    for (text, place, message) in [
        ("compositon(M:1, 4:1)", 0..20, "no function compositon; the nearest is composition"),
        ("crd2idx(M, M:1)", 0..15, "crd2idx is for numbers here"),
        ("coalesce((M,N):(1,M)", 20..20, "expected `,` or `)`"),
        ("coalesce((M,N):(1,(M,2)))", 9..24, "shape and stride need the same brackets"),
        ("coalesce(M)", 9..10, "a layout is asked for here"),
    ] {
        let fault = evaluate(text).unwrap_err();
        assert!(fault.message.contains(message), "{text}: {fault}");
        assert_eq!(fault.start..fault.end, place, "{text}: {fault}");
    }
}

/// A divide by a tile with uneven gaps rounds them down in CuTe: of 384 elements 288 are left.
#[test]
fn a_divide_never_turns_384_elements_into_288() {
    // The gap between the two pairs is 6 long, of which whole multiples of 4 are none.
    let (a, tile) = (Layout::parse("384:1").unwrap(), Layout::parse("(4,2):(1,6)").unwrap());
    let rounded = tile.complement_unchecked(384).unwrap();
    assert!(tile.size() * rounded.size() < 384, "{} * {}", tile.size(), rounded.size());
    let error = a.logical_divide(&tile).unwrap_err();
    assert_eq!(error, Error::Inadmissible { stride: 6, spanned: 4 });
    assert!(matches!(evaluate("logical_divide(M:1, (4,2):(1,6))"), Ok(Answer::Refused(_))));
    // With a gap that fits, nothing is lost, whatever M is.
    is("logical_divide(M:1, (4,2):(1,8))", "((4,2),(2,ceil_div(M, 16))):((1,8),(4,16))", &[]);
    let divided = a.logical_divide(&Layout::parse("(4,2):(1,8)").unwrap()).unwrap();
    assert_eq!(divided.size(), 384);
}

/// CuTe's recast of a swizzle cuts off the bits inside a wide element, and its partition folds an offset into the pointer.
#[test]
fn a_recast_or_a_part_of_a_swizzled_tile_has_right_addresses_or_none() {
    let swizzle = Swizzle::new(3, 0, 3).unwrap();
    assert_eq!(swizzle.upcast(2), Err(Error::RecastSwizzle { base: 0, ratio: 2 }));
    // What CuTe makes of it is no function of the wide elements.
    let cut = Swizzle::new(2, 0, 3).unwrap();
    assert!((0..64).any(|c| 2 * cut.apply(c / 2) + c % 2 != swizzle.apply(c)));

    let tile = lego_algebra::cute::ComposedLayout::parse("Sw<3,0,3> o 0 o (8,8):(8,1)").unwrap();
    let tv = ThreadValue::of(&Layout::parse("(8,2):(2,1)").unwrap(), &Layout::parse("(1,4):(4,1)").unwrap()).unwrap();
    for thread in 0..16 {
        let part = tv.of_thread_swizzled(&tile, thread).unwrap();
        for value in 0..4 {
            let (row, column) = (thread / 2, thread % 2 * 4 + value);
            let at = IntTuple::flat(&[row, column]).unwrap();
            assert_eq!(part.eval(value), tile.crd2idx(&at), "thread {thread}, value {value}");
        }
    }
    // Added after the swizzle, the offset of thread 3 is wrong.
    let part = tv.of_thread_swizzled(&tile, 3).unwrap();
    let folded = |value| part.offset + part.swizzle.apply(part.layout.eval(value).unwrap());
    assert!((0..4).any(|value| Ok(folded(value)) != part.eval(value)));
}

/// `shape_div` says which numbers do not divide each other.
#[test]
fn shape_div_says_what_does_not_divide() {
    let error = IntTuple::flat(&[6, 4]).unwrap().shape_div(&IntTuple::int(4)).unwrap_err();
    assert_eq!(error.to_string(), "shape_div: neither of 6 and 4 divides the other");
}

/// The same walk as for numbers: equal as objects, not only as functions, where nothing is unknown.
#[test]
fn without_symbols_the_answer_is_that_of_numbers() {
    for text in [
        "composition((6,2):(8,2), (4,3):(3,1))",
        "logical_divide((4,8):(8,1), (2,4))",
        "zipped_divide((9,(4,8)):(59,(13,1)), <3:3, (2,4):(1,8)>)",
        "complement((2,2):(1,6), 24)",
        "blocked_product((2,5):(5,1), (3,4):(1,3))",
        "raked_product((2,5):(5,1), (3,4):(1,3))",
        "left_inverse((4,2,2):(4,2,32))",
        "inverse((4,2,2):(2,1,8))",
        "flat_product((2,4):(4,1), <4:1, 2:1>)",
        "tiled_divide((8,8):(8,1), <4, 2>)",
    ] {
        let numbers = lego_algebra::expression::evaluate(text, &|_| None).unwrap();
        assert_eq!(holds(text).to_string(), numbers.to_string(), "{text}");
    }
}
