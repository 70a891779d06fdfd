//! The arguments of each subcommand.

use super::size::{number, size, small, values};
use super::{Input, chain, cute as algebra, hostile, layout, linear as bits, relation as isl};
use lego_gen::Target;
use random::Random;

const PATTERNS: [&str; 4] = ["Row", "Column", "Diagonal", "AntiDiagonal"];

/// Names that no target has.
const OTHER_TARGETS: [&str; 2] = ["hip", "cobol"];

fn of(text: String) -> Input {
    Input { arguments: vec![text], ..Input::default() }
}

/// A chain, half of the time with symbols, of which some have values.
fn with_values(random: &mut Random) -> Input {
    let symbols = random.one_in(2);
    let mut input = of(chain::chain(random, symbols));
    if symbols {
        values(random, &mut input.arguments);
    }
    input
}

fn flag(input: &mut Input, name: &str, value: impl ToString) {
    input.arguments.extend([name.to_owned(), value.to_string()]);
}

pub(super) fn show(random: &mut Random) -> Input {
    let mut input = with_values(random);
    if random.one_in(4) {
        flag(&mut input, "--cost", random.pick(&["ops", "cpu", "gpu"]));
    }
    if random.one_in(6) {
        input.arguments.push("--explain".into());
    }
    input
}

pub(super) fn eval(random: &mut Random) -> Input {
    let symbols = random.one_in(3);
    let mut input = of(chain::chain(random, symbols));
    if symbols {
        flag(&mut input, "--let", format!("M={0},N={0},K={1},B={1}", number(random), small(random)));
    }
    if random.one_in(2) {
        let at: Vec<String> = (0..1 + random.below(3)).map(|_| number(random).to_string()).collect();
        flag(&mut input, "--at", at.join(","));
    } else {
        flag(&mut input, "--inv", number(random));
    }
    input
}

pub(super) fn table(random: &mut Random) -> Input {
    let mut input = if random.one_in(3) { of(layout(random, false)) } else { with_values(random) };
    match random.below(6) {
        0 => flag(&mut input, "--by", "memory"),
        1 => flag(&mut input, "--banks", *random.pick(&[1, 16, 32, 64])),
        2 => flag(&mut input, "--columns", 1 + random.below(40)),
        3 => flag(&mut input, "--tile", format!("{},{}", small(random), small(random))),
        _ => {}
    }
    input
}

/// Accesses of a tile by threads.
fn accesses(random: &mut Random, input: &mut Input, count: u64) {
    for _ in 0..count {
        flag(input, "--access", random.pick(&PATTERNS));
    }
    if count > 0 && random.one_in(2) {
        flag(input, "--bytes", *random.pick(&[1, 2, 4, 8, 16, 3]));
    }
    if count > 0 && random.one_in(2) {
        flag(input, "--vector", *random.pick(&[1, 2, 4, 8, 16, 5]));
    }
}

pub(super) fn check(random: &mut Random) -> Input {
    let mut input = with_values(random);
    let count = random.below(3);
    accesses(random, &mut input, count);
    input
}

pub(super) fn swizzle(random: &mut Random) -> Input {
    let side = |random: &mut Random| match random.below(6) {
        0 => number(random),
        1 => 1 + random.below(1200),
        _ => small(random) * 4,
    };
    let mut input =
        if random.one_in(4) { with_values(random) } else { of(format!("{},{}", side(random), side(random))) };
    let count = 1 + random.below(3);
    accesses(random, &mut input, count);
    input
}

pub(super) fn equal(random: &mut Random) -> Input {
    let symbols = random.one_in(2);
    let [first, second] = match random.below(8) {
        0 => [layout(random, symbols), layout(random, symbols)],
        1 => {
            let first = layout(random, symbols);
            let second = hostile::spoil(random, &first);
            [first, second]
        }
        2 => bits::pair(random),
        _ => chain::same_dims(random, symbols),
    };
    let mut input = of(first);
    input.arguments.push(second);
    if symbols {
        values(random, &mut input.arguments);
    }
    input
}

pub(super) fn relation(random: &mut Random) -> Input {
    let symbols = random.one_in(3);
    let mut input = of(layout(random, symbols));
    if symbols {
        values(random, &mut input.arguments);
    }
    match random.below(8) {
        0 => flag(&mut input, "--map", random.pick(&["coordinate", "index", "layout", "binary"])),
        1 => flag(&mut input, "--domain", isl::condition(random)),
        2 => flag(&mut input, "--then", layout(random, symbols)),
        3 => flag(&mut input, "--shape", format!("{},{}", small(random), small(random))),
        _ => {}
    }
    input
}

pub(super) fn convert(random: &mut Random) -> Input {
    let symbols = random.one_in(3);
    let mut input = of(layout(random, symbols));
    flag(&mut input, "--to", random.pick(&["cute", "lego", "linear", "isl", "table"]));
    if symbols {
        values(random, &mut input.arguments);
    }
    input
}

pub(super) fn cute(random: &mut Random) -> Input {
    let mut input = of(algebra::question(random));
    if random.one_in(3) {
        values(random, &mut input.arguments);
    }
    if random.one_in(10) {
        flag(&mut input, "--tile", format!("{},{}", small(random), small(random)));
    }
    input
}

pub(super) fn linear(random: &mut Random) -> Input {
    if random.one_in(3) {
        let (text, shape) = bits::encoding(random);
        let mut input = of(text);
        flag(&mut input, "--shape", shape);
        return input;
    }
    let [text, other] = bits::pair(random);
    let mut input = of(text);
    if random.one_in(3) {
        flag(&mut input, "--to", other);
        if random.one_in(2) {
            flag(&mut input, "--bytes", *random.pick(&[1, 2, 4, 8, 16]));
        }
    }
    input
}

pub(super) fn generate(random: &mut Random) -> Input {
    let mut input = with_values(random);
    let targets = [&Target::ALL.map(Target::name)[..], &OTHER_TARGETS].concat();
    flag(&mut input, "--target", random.pick(&targets));
    if random.one_in(3) {
        flag(&mut input, "--width", *random.pick(&[32, 64]));
    }
    if random.one_in(4) {
        flag(&mut input, "--with", random.pick(&["table", "strides", "checks", "table,strides"]));
    }
    if random.one_in(6) {
        let name = random.pick(&["map", "tile", "x", "class", "in"]).to_string();
        flag(&mut input, "--name", if random.one_in(3) { size(random, true) } else { name });
    }
    input
}
