//! What is printed reads back as the same value: layouts, tuples, and conditions behind `where`.

use lego_algebra::cute::Layout;
use lego_algebra::expression::{self, evaluate as numbers};
use lego_algebra::symbolic::{Answer, Result, Value, evaluate};
use random::Random;

const NAMES: [&str; 4] = ["M", "N", "K", "B"];

fn holds(text: &str) -> Option<Result> {
    match evaluate(text) {
        Ok(Answer::Holds(result)) => Some(*result),
        _ => None,
    }
}

/// A size with arithmetic inside of arithmetic.
fn size(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.one_in(4) {
        return match random.below(3) {
            0 => random.pick(&[1, 2, 3, 4, 6, 8, 16]).to_string(),
            _ => (*random.pick(&NAMES)).to_owned(),
        };
    }
    let (one, two) = (size(random, depth - 1), size(random, depth - 1));
    match random.below(12) {
        0 | 1 => format!("{one}*({two})"),
        2 => format!("({one})/({two})"),
        3 => format!("({one})/{}", random.pick(&["2", "4", "B", "(2*K)", "(M/4)"])),
        4 => format!("({one} + {two})"),
        5 => format!("({one} + {two}*({one}) - {two})"),
        6 => format!("ceil_div({one}, {two})"),
        7 | 8 => format!("min({one}, {two})"),
        9 => format!("ceil_div({one}, {})", random.pick(&["2", "B", "(M/4)", "(N + 1)"])),
        _ => format!("max({one}, {two})"),
    }
}

/// A tree of sizes with brackets of one and of several.
fn tree(random: &mut Random, shape: &[u8], sizes: &mut impl FnMut(&mut Random) -> String) -> String {
    let mut text = String::new();
    for sign in shape {
        match sign {
            b'*' => text.push_str(&sizes(random)),
            // A tuple of one needs its comma where it has arithmetic in it.
            b'1' => text.push_str(&format!("({},)", sizes(random))),
            sign => text.push(char::from(*sign)),
        }
    }
    text
}

fn values(random: &mut Random, count: usize, sample: &[i64]) -> Vec<i64> {
    match random.below(3) {
        0 => (0..count).map(|_| *random.pick(&[0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 96])).collect(),
        1 => sample.iter().map(|value| value * *random.pick(&[1, 1, 2, 3, 5])).collect(),
        _ => sample.to_vec(),
    }
}

/// The value of a layout's text for numbers, by the evaluation of numbers.
fn layout_of_text(text: &str, names: &[String], values: &[i64]) -> Option<Layout> {
    let value = |name: &str| names.iter().position(|other| other == name).map(|k| values[k]);
    match numbers(text, &value) {
        Ok(expression::Value::Layout(layout)) => Some(layout),
        _ => None,
    }
}

#[test]
fn printed_layouts_and_conditions_read_back_as_they_are() {
    let rounds: u64 = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1500);
    let mut random = Random::new(77);
    let (mut read, mut compared) = (0u64, 0u64);
    for _ in 0..rounds {
        let shape = *random.pick(&["*", "(*,*)", "1", "(1,*)", "((*,*),1)", "((1))", "(*,(*,1))"]);
        let shapes = tree(&mut random, shape.as_bytes(), &mut |random| size(random, 2));
        let strides = tree(&mut random, shape.as_bytes(), &mut |random| {
            let sign = if random.one_in(4) { "-" } else { "" };
            format!("{sign}{}", size(random, 1))
        });
        let text = format!("{shapes}:{strides}");
        let Some(result) = holds(&text) else { continue };
        let printed = result.to_string();
        let again =
            holds(&printed).unwrap_or_else(|| panic!("{text} is printed as {printed}: {:?}", evaluate(&printed)));
        let facts = result.assumes().join(", ");
        let with_facts = if facts.is_empty() { printed.clone() } else { format!("{printed} where {facts}") };
        let stated = holds(&with_facts).unwrap_or_else(|| panic!("{text}: {with_facts}: {:?}", evaluate(&with_facts)));
        assert_eq!(stated.conditions, [], "{text}: {with_facts}");
        read += 1;
        let Value::Layout(layout) = &result.value else { panic!("{text}") };
        let Value::Layout(told) = &again.value else { panic!("{text}: {printed}") };
        assert_eq!(layout.profile(), told.profile(), "{text}: {printed}");
        let names = result.context.names().to_vec();
        for _ in 0..8 {
            let values = values(&mut random, names.len(), result.sample());
            if !result.holds(&values) {
                continue;
            }
            let Some(expected) = layout.numbers(&result.context, &values) else { continue };
            compared += 1;
            // The text itself, for numbers, without anything of symbols.
            assert_eq!(layout_of_text(&printed, &names, &values), Some(expected), "{text}: {printed} at {values:?}");
            for (other, layout) in [
                (&again, told),
                (
                    &stated,
                    match &stated.value {
                        Value::Layout(layout) => layout,
                        _ => panic!(),
                    },
                ),
            ] {
                let order: Vec<i64> = other
                    .context
                    .names()
                    .iter()
                    .map(|name| values[names.iter().position(|own| own == name).unwrap()])
                    .collect();
                // Without the facts another of two sizes that are not both 0 may be the one that is at least 1.
                if core::ptr::eq(other, &again) && values.contains(&0) && !other.holds(&order) {
                    continue;
                }
                assert!(
                    other.holds(&order),
                    "{text}: {printed} asks for {:?} at {names:?} = {values:?}",
                    other.assumes()
                );
                assert_eq!(layout.numbers(&other.context, &order), Some(expected), "{text}: {printed}");
            }
        }
    }
    println!("{read} read back, {compared} compared");
    assert!(read * 6 > rounds && compared > rounds, "{read} of {rounds}, {compared} compared");
}

#[test]
fn divisors_keep_their_brackets() {
    for (text, printed) in [
        ("K/(M/4):2", "K/(M/4):2"),
        ("K/M/4:2", "K/(4*M):2"),
        ("K*(M/4):2", "K*(M/4):2"),
        ("3*(M/4):2", "3*(M/4):2"),
        ("2*(M/4):2", "M/2:2"),
        ("K/(M + N):2", "K/(M + N):2"),
        // Brackets around an operand are brackets; around a number or a name alone they are a tuple of one.
        ("(M)/4:1", "M/4:1"),
        ("4*(M):(1)", "(4*M):(1)"),
        ("(M)*(N):(K)+(1)", "M*N:(K + 1)"),
        ("(M):(1)", "(M):(1)"),
        // A divisor that is a product itself: both quotients rounded up are the same one.
        ("(ceil_div(N,B),M/4,N/M,ceil_div(N,B)):(1,1,1,1)", "(ceil_div(N, B),M/4,N/M,ceil_div(N, B)):(1,1,1,1)"),
        ("K/(M*N):2", "K/(M*N):2"),
        ("(2*M,):(4*N,)", "(2*M,):(4*N,)"),
        ("(8):(4*M)", "(8):(4*M)"),
        ("((8)):((4*M,))", "((8)):((4*M,))"),
        ("make_tile(M:1)", "(M:1,)"),
        ("M:-(2*N)", "M:-2*N"),
        ("cosize((M,8):(K,1))", "(M*K - K + 8)"),
    ] {
        assert_eq!(holds(text).unwrap().to_string(), printed, "{text}");
        assert_eq!(holds(printed).unwrap().to_string(), printed, "{text}");
    }
    // A quotient in a fact states that it is one.
    let result = holds("logical_divide(N:1, (M/2):1) where N % (M/2) == 0").unwrap();
    assert_eq!(result.to_string(), "(M/2,N/(M/2)):(1,M/2)");
    assert_eq!(result.assumes(), ["M % 2 == 0", "N % (M/2) == 0"]);
}

/// Values of numbers: tuples of one, and the smallest number, which has no positive counterpart.
#[test]
fn values_of_numbers_read_back_as_they_are() {
    let value = |text: &str| numbers(text, &|_| None).unwrap();
    for text in [
        "make_tile(4:1)",
        "make_shape(4)",
        "make_shape(Sw<1,0,1>)",
        "make_tile(make_shape(4:1))",
        "make_coord(_)",
        "(0 - 9223372036854775807) - 1",
        "(1,):(-9223372036854775807,)",
        "make_shape(Sw<2,0,2> o -3 o 4:1, 2)",
        "make_shape(make_tile(4:1))",
        "<4:1>",
    ] {
        let first = value(text);
        assert_eq!(value(&first.to_string()), first, "{text} is printed as {first}");
    }
    assert_eq!(
        lego_algebra::cute::IntTuple::parse("(-9223372036854775808)").unwrap().to_string(),
        "(-9223372036854775808)"
    );
    assert!(lego_algebra::cute::IntTuple::parse("9223372036854775808").is_err());
    assert!(numbers("9223372036854775808", &|_| None).is_err());
}
