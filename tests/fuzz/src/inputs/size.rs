//! Sizes: small numbers, numbers at limits, symbols alone and in company.

use random::Random;

/// Numbers near the limits of index types and of what is looked at one by one.
const LIMITS: [u64; 14] = [
    0,
    1,
    4095,
    4096,
    4097,
    65_535,
    65_536,
    65_537,
    (1 << 31) - 1,
    4_294_967_291,
    1 << 32,
    (1 << 32) + 1,
    1 << 63,
    u64::MAX,
];

/// The names of sizes without a value.
pub(crate) const SYMBOLS: [&str; 4] = ["M", "N", "K", "B"];

/// A small number, at least 1.
pub(crate) fn small(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => 1 << random.below(6),
        1 => *random.pick(&[1, 2, 3, 5, 7, 11, 13, 31]),
        _ => 1 + random.below(16),
    }
}

/// A number, rarely one at a limit.
pub(crate) fn number(random: &mut Random) -> u64 {
    match random.below(24) {
        0 => *random.pick(&LIMITS),
        1 => random.bits() >> random.below(64),
        2 => 1 + random.below(2000),
        _ => small(random),
    }
}

/// A size as text.
pub(crate) fn size(random: &mut Random, symbols: bool) -> String {
    if symbols { expression(random, 2) } else { number(random).to_string() }
}

/// A size of CuTe's algebra as text: there are no `min` and `max`, and numbers have 63 bits.
pub(crate) fn algebraic(random: &mut Random, symbols: bool) -> String {
    if symbols { deep(random, 2, 6) } else { (number(random) & (u64::MAX >> 1)).to_string() }
}

/// An expression of sizes, so deep at most.
pub(crate) fn expression(random: &mut Random, depth: u64) -> String {
    deep(random, depth, 8)
}

fn deep(random: &mut Random, depth: u64, operations: u64) -> String {
    if depth == 0 || random.one_in(2) {
        let symbol = *random.pick(&SYMBOLS);
        return if random.one_in(3) { small(random).to_string() } else { symbol.to_owned() };
    }
    let part = |random: &mut Random| {
        let text = deep(random, depth - 1, operations);
        let is_plain = text.chars().all(char::is_alphanumeric) || text.starts_with(char::is_lowercase);
        if is_plain { text } else { format!("({text})") }
    };
    let (a, b) = (part(random), part(random));
    match random.below(operations) {
        0 => format!("{a} + {b}"),
        1 => format!("{a} - {b}"),
        2 => format!("{a}*{b}"),
        3 => format!("{a}/{b}"),
        4 => format!("{a}/{}", small(random)),
        5 => format!("ceil_div({a}, {b})"),
        6 => format!("min({a}, {b})"),
        _ => format!("max({a}, {b})"),
    }
}

/// Facts that a layout may state at its end.
pub(crate) fn facts(random: &mut Random) -> String {
    let fact = |random: &mut Random| {
        let (a, b) = (expression(random, 1), expression(random, 1));
        let operator = *random.pick(&["==", ">=", "<=", "<", ">"]);
        if random.one_in(2) { format!("{a} % ({b}) == 0") } else { format!("{a} {operator} {b}") }
    };
    let facts: Vec<String> = (0..1 + random.below(2)).map(|_| fact(random)).collect();
    format!(" where {}", facts.join(", "))
}

/// Values of some symbols, as `--let` takes them.
pub(crate) fn values(random: &mut Random, arguments: &mut Vec<String>) {
    for symbol in SYMBOLS {
        if random.one_in(3) {
            arguments.extend(["--let".to_owned(), format!("{symbol}={}", number(random))]);
        }
    }
}

/// Texts of numbers, in brackets or not.
pub(crate) fn list(random: &mut Random, count: u64, symbols: bool) -> String {
    let sizes: Vec<String> = (0..count).map(|_| size(random, symbols)).collect();
    sizes.join(", ")
}
