//! Maps and sets in isl's notation.

use super::hostile;
use super::size::{SYMBOLS, number, small};
use random::Random;

const VARIABLES: [&str; 4] = ["i", "j", "k", "l"];

/// A map.
pub(crate) fn map(random: &mut Random, symbols: bool) -> String {
    let rank = 1 + random.index(3);
    let parameters = if symbols { format!("[{}] -> ", SYMBOLS.join(", ")) } else { String::new() };
    let count = 1 + random.below(2);
    let pieces: Vec<String> = (0..1 + random.below(2))
        .map(|_| {
            let values: Vec<String> = (0..count).map(|_| value(random, rank, symbols)).collect();
            let variables = VARIABLES[..rank].join(", ");
            format!("[{variables}] -> [{}] : {}", values.join(", "), domain(random, rank, symbols))
        })
        .collect();
    let text = format!("{parameters}{{ {} }}", pieces.join("; "));
    if random.one_in(25) { hostile::spoil(random, &text) } else { text }
}

/// A condition on an index, as `--domain` takes it.
pub(crate) fn condition(random: &mut Random) -> String {
    let (a, b) = (affine(random, &["i0", "i1"], false), affine(random, &["i0", "i1"], false));
    format!("{a} {} {b}", random.pick(&["<", "<=", "=", ">="]))
}

fn domain(random: &mut Random, rank: usize, symbols: bool) -> String {
    let mut conditions: Vec<String> = VARIABLES[..rank]
        .iter()
        .enumerate()
        .map(|(axis, variable)| {
            let low = if random.one_in(6) { random.below(9) as i64 - 4 } else { 0 };
            let high = match random.below(8) {
                0 if axis > 0 => VARIABLES[axis - 1].to_owned(),
                1 if symbols => format!("floor({}/{})", random.pick(&SYMBOLS), small(random)),
                2 | 3 if symbols => (*random.pick(&SYMBOLS)).to_owned(),
                _ => (number(random) >> 1).to_string(),
            };
            format!("{low} <= {variable} < {high}")
        })
        .collect();
    for _ in 0..random.below(3) {
        let (a, b) = (affine(random, &VARIABLES[..rank], symbols), affine(random, &VARIABLES[..rank], symbols));
        conditions.push(format!("{a} {} {b}", random.pick(&["<", "<=", "=", ">", ">=", "!="])));
    }
    let glue = if random.one_in(8) { " or " } else { " and " };
    if glue == " or " {
        let all = conditions.join(" and ");
        let extra = affine(random, &VARIABLES[..rank], symbols);
        return format!("({all} and {extra} >= 0) or ({all} and {extra} < {})", random.below(5));
    }
    conditions.join(glue)
}

fn value(random: &mut Random, rank: usize, symbols: bool) -> String {
    let inner = affine(random, &VARIABLES[..rank], symbols);
    match random.below(6) {
        0 => format!("({inner}) mod {}", small(random)),
        1 => format!("floor(({inner})/{})", small(random)),
        2 => format!(
            "{}*floor(({inner})/{}) + {}",
            small(random),
            small(random),
            affine(random, &VARIABLES[..rank], symbols)
        ),
        _ => inner,
    }
}

fn affine(random: &mut Random, variables: &[&str], symbols: bool) -> String {
    let mut terms: Vec<String> = Vec::new();
    for variable in variables {
        if random.one_in(4) {
            continue;
        }
        let factor = if random.one_in(8) { number(random) >> 1 } else { small(random) };
        let sign = if random.one_in(8) { "-" } else { "" };
        terms.push(format!("{sign}{factor}{variable}"));
    }
    if symbols && random.one_in(3) {
        terms.push((*random.pick(&SYMBOLS)).to_owned());
    }
    if terms.is_empty() || random.one_in(4) {
        terms.push((random.below(41) as i64 - 8).to_string());
    }
    terms.join(" + ").replace("+ -", "- ")
}
