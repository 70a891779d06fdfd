//! Random expressions over symbols: what is said to hold is compared with the numbers, for values for which the conditions do.
//!
//! `LEGO_ROUNDS` is the number of comparisons; `cargo xtask night` makes a million.

use lego_algebra::cute::Layout;
use lego_algebra::expression::{self, Node, Syntax, Value as Number, evaluate_syntax};
use lego_algebra::symbolic::{Answer, Value, evaluate};
use random::Random;

const NAMES: [&str; 4] = ["M", "N", "K", "B"];

/// A size, as text.
fn size(random: &mut Random) -> String {
    match random.below(10) {
        0..=2 => (*random.pick(&NAMES)).to_owned(),
        3 => format!("{}*{}", random.pick(&[2, 3, 4, 8]), random.pick(&NAMES)),
        4 => format!("{}/{}", random.pick(&NAMES), random.pick(&[2, 4, 6])),
        5 => format!("ceil_div({}, {})", random.pick(&NAMES), random.pick(&["2", "8", "B", "3*K"])),
        _ => random.pick(&[1, 2, 3, 4, 6, 8, 16]).to_string(),
    }
}

/// A layout, as text: compact in some order, with a pitch, or of any strides.
fn layout(random: &mut Random, modes: usize) -> String {
    let shape: Vec<String> = (0..1 + random.index(modes)).map(|_| size(random)).collect();
    let mut order: Vec<usize> = (0..shape.len()).collect();
    random.shuffle(&mut order);
    let mut stride = vec![String::new(); shape.len()];
    let mut product = "1".to_owned();
    let kind = random.below(3);
    for k in order {
        stride[k] = match kind {
            0 => product.clone(),
            1 => {
                if random.one_in(3) {
                    product = format!("{}*{product}", random.pick(&["2", "4", "K", "B"]));
                }
                if random.one_in(8) { "0".to_owned() } else { product.clone() }
            }
            _ => match random.below(4) {
                0 => "1".to_owned(),
                1 => random.pick(&[2, 3, 4, 8]).to_string(),
                2 => (*random.pick(&NAMES)).to_owned(),
                _ => product.clone(),
            },
        };
        product = format!("{product}*{}", shape[k]);
        if random.one_in(12) {
            stride[k] = format!("-{}", stride[k]);
        }
    }
    match (shape.len(), random.one_in(3)) {
        (1, _) => format!("({}):({})", shape[0], stride[0]),
        (3, true) => {
            format!("(({},{}),{}):(({},{}),{})", shape[0], shape[1], shape[2], stride[0], stride[1], stride[2])
        }
        _ => format!("({}):({})", shape.join(","), stride.join(",")),
    }
}

fn tiler(random: &mut Random) -> String {
    let one = |random: &mut Random| match random.below(4) {
        0 => "_".to_owned(),
        1 => format!("{}:{}", random.pick(&[2, 4, 8]), random.pick(&[1, 1, 2, 4])),
        _ => size(random),
    };
    if random.one_in(3) { layout(random, 2) } else { format!("<{},{}>", one(random), one(random)) }
}

fn expression(random: &mut Random) -> String {
    let text = match random.below(11) {
        10 => format!("cosize({})", layout(random, 3)),
        0 => format!("coalesce({})", layout(random, 4)),
        1 => format!("composition({}, {})", layout(random, 3), layout(random, 2)),
        2 => format!("composition({}, {})", layout(random, 3), tiler(random)),
        3 => format!("complement({}, {})", layout(random, 3), size(random)),
        4 => format!("right_inverse({})", layout(random, 3)),
        5 => format!("left_inverse({})", layout(random, 3)),
        6 => format!("inverse({})", layout(random, 3)),
        7 => {
            let form = random.pick(&["logical", "zipped", "tiled", "flat"]);
            format!("{form}_divide({}, {})", layout(random, 3), tiler(random))
        }
        8 => {
            let form = random.pick(&["logical", "zipped", "tiled", "flat"]);
            format!("{form}_product({}, {})", layout(random, 2), tiler(random))
        }
        _ => format!("{}_product({}, {})", random.pick(&["blocked", "raked"]), layout(random, 2), layout(random, 2)),
    };
    match random.below(4) {
        0 => format!("{text} where M % {} == 0", random.pick(&["4", "B", "8", "K"])),
        1 => format!("{text} where N >= {}", random.pick(&["8", "B", "2*K"])),
        _ => text,
    }
}

/// Values of which many fulfil conditions, and many do not.
fn values(random: &mut Random, names: &[String], sample: &[i64]) -> Vec<i64> {
    let usual = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 18, 24, 32, 36, 48, 60, 64, 96, 128];
    match random.below(3) {
        0 => (0..names.len()).map(|_| *random.pick(&usual)).collect(),
        1 => sample.iter().map(|&value| if random.one_in(2) { value } else { *random.pick(&usual) }).collect(),
        _ => sample.iter().map(|value| value * *random.pick(&[0, 1, 1, 2, 3])).collect(),
    }
}

#[test]
fn what_holds_under_conditions_is_what_numbers_give() {
    let rounds: u64 = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(6000);
    let mut random = Random::new(51);
    let (mut compared, mut expressions, mut holding, mut refused, mut undecided) = (0, 0u64, 0u64, 0u64, 0u64);
    while compared < rounds {
        let text = expression(&mut random);
        expressions += 1;
        let root = expression::parse(&text).unwrap().root;
        let number = |names: &[String], values: &[i64]| {
            evaluate_syntax(&root, &|name| names.iter().position(|other| other == name).map(|k| values[k]))
        };
        match evaluate(&text) {
            Ok(Answer::Holds(result)) => {
                holding += 1;
                let names = result.context.names().to_vec();
                let sample = result.sample().to_vec();
                assert!(
                    result.holds(&sample),
                    "{text}: the conditions {:?} do not hold for {sample:?}",
                    result.assumes()
                );
                for round in 0..16 {
                    let values = if round == 0 { sample.clone() } else { values(&mut random, &names, &sample) };
                    if !result.holds(&values) {
                        continue;
                    }
                    compared += 1;
                    let name = |name: &str| names.iter().position(|other| other == name).map(|k| values[k]);
                    let expected = match number(&names, &values) {
                        Ok(Number::Layout(expected)) => expected,
                        Ok(Number::Number(expected)) => {
                            let Value::Term(term) = &result.value else { panic!("{text}") };
                            let told = result.context.value(term, &values);
                            assert_eq!(told, Some(expected), "{text} is said to be {result}; {names:?} = {values:?}");
                            continue;
                        }
                        // Numbers that are too large for the one are so for the other.
                        Err(fault) if fault.message.contains("64 bits") => continue,
                        other => panic!(
                            "{text} is said to be {result} with {:?}; for {names:?} = {values:?}: {other:?}",
                            result.assumes()
                        ),
                    };
                    let Value::Layout(layout) = &result.value else { panic!("{text}") };
                    let told = layout.numbers(&result.context, &values);
                    let Some(told) = told else { panic!("{text} = {result}: no numbers for {names:?} = {values:?}") };
                    // Where several modes are one for some numbers only, the brackets inside differ.
                    let has_rank = ["zipped", "blocked", "raked"].iter().any(|start| text.starts_with(start));
                    let same = told.eq_as_function(&expected) && (!has_rank || modes(&told) == modes(&expected));
                    assert!(
                        same || inverts(&text, &told, &root, &name),
                        "{text} is said to be {result} with {:?}; for {names:?} = {values:?} that is {told}, and not {expected}",
                        result.assumes()
                    );
                }
            }
            Ok(Answer::Refused(refusal)) => {
                refused += 1;
                let (names, values): (Vec<String>, Vec<i64>) = refusal.values.iter().cloned().unzip();
                assert!(number(&names, &values).is_err(), "{text}: {refusal}");
            }
            Ok(Answer::Undecided(_) | Answer::OutOfBudget { .. }) => undecided += 1,
            Err(fault) => panic!("{text}: {fault}"),
        }
    }
    println!(
        "{expressions} expressions: {holding} hold, {refused} refused, {undecided} not decided; {compared} compared"
    );
    assert!(holding * 3 > expressions, "{holding} of {expressions} hold");
}

/// The sizes of the top-level modes.
fn modes(layout: &Layout) -> Vec<i64> {
    (0..layout.rank()).filter_map(|k| layout.mode(k)).map(|mode| mode.size()).collect()
}

/// For some numbers an inverse has other modes than for all: a way that is as long, and a left inverse has values that it is never
/// asked for. What is told has to invert all the same, and a right inverse to be as long as the longest.
fn inverts(text: &str, told: &Layout, expression: &Node, names: &dyn Fn(&str) -> Option<i64>) -> bool {
    let Syntax::Call { arguments, .. } = &expression.syntax else { return false };
    let Ok(Number::Layout(layout)) = evaluate_syntax(&arguments[0], names) else { return false };
    if layout.is_empty() {
        return told.is_empty() || text.starts_with("left_inverse");
    }
    if text.starts_with("right_inverse") {
        told.size() == longest(&layout, 1)
            && (0..told.size().min(4096)).all(|i| layout.eval(told.eval(i).unwrap()) == Ok(i))
    } else {
        text.starts_with("left_inverse")
            && (0..layout.size().min(4096)).all(|i| told.eval(layout.eval(i).unwrap()) == Ok(i))
    }
}

/// The size of the longest right inverse of whole modes, where so much is reached already: every way is tried.
fn longest(layout: &Layout, reached: i64) -> i64 {
    let (shape, stride) = (layout.shape(), layout.stride());
    let modes = shape.leaves().iter().zip(stride.leaves());
    let ways = modes.filter(|(extent, stride)| **extent > 1 && **stride == reached);
    ways.map(|(extent, _)| longest(layout, reached * extent)).max().unwrap_or(reached)
}
