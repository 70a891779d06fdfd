//! Random pairs of small layouts: what is decided from their form must be what every index says.

use crate::gap::Gap;
use crate::pair::{Pair, shapes_differ};
use crate::points::PlainEvaluation;
use crate::samples::Random;
use lego_core::chain::unflatten;
use lego_expr::Arena;
use lego_lang::Reading;
use lego_lang::compile::{Options, maps_in};
use std::fmt::Write;

impl Random {
    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }

    fn divisor(&mut self, n: u64) -> u64 {
        let divisors: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
        self.one_of(&divisors)
    }

    /// Extents with a product.
    fn extents(&mut self, n: u64, most: u64) -> Vec<u64> {
        let mut extents = Vec::new();
        let mut rest = n;
        for _ in 0..self.below(most) {
            let extent = self.divisor(rest);
            extents.push(extent);
            rest /= extent;
        }
        extents.push(rest);
        extents
    }
}

fn list(extents: &[u64]) -> String {
    extents.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// A piece with so many elements.
fn piece(random: &mut Random, n: u64) -> String {
    let extents = random.extents(n, 4);
    let root = n.isqrt();
    let two = random.extents(n, 2);
    let [r, c] = if let [r, c] = two[..] { [r, c] } else { [1, n] };
    match random.below(14) {
        0 => format!("Col({})", list(&extents)),
        1 if root * root == n => format!("AntiDiag({root})"),
        2 => format!("Reverse({})", list(&extents)),
        3 if extents.iter().all(|n| n.is_power_of_two()) => format!("Morton({})", list(&extents)),
        4 if root * root == n && root.is_power_of_two() => format!("Hilbert({root}, {root})"),
        5 if c.is_power_of_two() => format!("SwizzleRows([{r}, {c}], {})", random.below(u64::from(c.ilog2()) + 1)),
        6 if random.below(2) == 0 => format!("Skew({r}, {c})"),
        6 => format!("Rotate({r}, {c}, {})", random.below(4 * c) as i64 - 2 * c as i64),
        7 => {
            let steps: Vec<u64> = (1..=n).filter(|a| (2..=n).all(|d| a % d != 0 || n % d != 0)).collect();
            format!("Fan({n}, {}, {})", random.one_of(&steps), random.below(2 * n) as i64 - n as i64)
        }
        8 => format!("Grouped({r}, {c}, {})", 1 + random.below(r + 1)),
        9 => {
            let block = random.divisor(n);
            format!("BlockCyclic({n}, {block}, {})", random.divisor(n / block))
        }
        10 if n.is_power_of_two() => {
            let bits = n.ilog2();
            let b = u64::from(bits / 2).min(random.below(4));
            let s = b + random.below(u64::from(bits) - 2 * b + 1);
            let sign = if random.below(2) == 0 { "-" } else { "" };
            format!("Swizzle({b}, {}, {sign}{s})", u64::from(bits) - b - s)
        }
        11 => closure(random, &[r, c]),
        _ => {
            let mut order: Vec<usize> = (1..=extents.len()).collect();
            for k in (1..order.len()).rev() {
                order.swap(k, random.below(k as u64 + 1) as usize);
            }
            format!("RegP([{}], {order:?})", list(&extents))
        }
    }
}

/// A closure that need not be a bijection.
fn closure(random: &mut Random, extents: &[u64]) -> String {
    let body = expression(random, 3);
    format!("GenP([{}], |i, j| {body}, |p| (0, 0), unchecked)", list(extents))
}

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(5) == 0 {
        let number = random.below(12).to_string();
        return random.one_of(&["i".to_owned(), "j".to_owned(), "(i * 6 + j)".to_owned(), number]);
    }
    let (a, b) = (expression(random, depth - 1), expression(random, depth - 1));
    let number = 1 + random.below(9);
    match random.below(14) {
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} - {b})"),
        3 => format!("({a} * {number})"),
        4 | 5 => format!("({a} / {number})"),
        6 | 7 => format!("({a} % {number})"),
        8 => format!("({a} ^ {b})"),
        9 => format!("({a} & {b})"),
        10 => format!("min({a}, {b})"),
        11 => format!("({a} {} {})", random.one_of(&["<<", ">>"]), random.below(3)),
        12 => format!("({a} {} ({b} + 1))", random.one_of(&["/", "%", "|", "*"])),
        _ => {
            let sign = random.one_of(&["<", "<=", "==", "!="]);
            format!("(if {a} {sign} {number} {{ {b} }} else {{ {a} + {} }})", random.below(3))
        }
    }
}

/// A chain seen in some extents.
fn chain(random: &mut Random, extents: &[u64]) -> String {
    let n = extents.iter().product();
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let first = random.divisor(n);
        let stage = if random.below(3) == 0 {
            format!("OrderBy({}, {})", piece(random, first), piece(random, n / first))
        } else {
            format!("OrderBy({})", piece(random, n))
        };
        let _ = write!(text, "{stage}.");
    }
    let _ = write!(text, "GroupBy([{}])", list(extents));
    match random.below(8) {
        0 => {
            let larger: Vec<u64> = extents.iter().map(|&n| n + random.below(3)).collect();
            let _ = write!(text, ".ExpandBy([{}] => [{}])", list(extents), list(&larger));
        }
        1 => {
            let smaller: Vec<u64> = extents.iter().map(|&n| n - random.below(n.min(3))).collect();
            let _ = write!(text, ".PadBy([{}] => [{}])", list(&smaller), list(extents));
        }
        _ => {}
    }
    text
}

/// Another text of the same map, or of nearly the same.
fn rewritten(random: &mut Random, text: &str) -> String {
    let number = 1 + random.below(9);
    // An index as a sum of its parts, a bound that changes nothing, or a number changed by one.
    let index = random.one_of(&["i", "j"]);
    let other = match random.below(6) {
        0 => format!("({index} / {number} * {number} + {index} % {number})"),
        1 => format!("(({index} | {number}) + ({index} & {number}) - {number})"),
        2 => format!("min({index}, {})", 5 + random.below(6)),
        3 => format!("(if {index} == {number} {{ {number} }} else {{ {index} }})"),
        4 => format!("({index} ^ {number} ^ {number})"),
        _ => {
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let at = random.one_of(&digits);
            return format!("{}{}{}", &text[..at], random.below(10), &text[at + 1..]);
        }
    };
    let places: Vec<usize> = text
        .match_indices(index)
        .map(|(at, _)| at)
        .filter(|&at| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic() || c == '|');
            !letter(text[..at].chars().next_back())
                && !letter(text[at + 1..].chars().next())
                && !text[at + 1..].starts_with(", j|")
        })
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = random.one_of(&places);
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

#[derive(Default, Debug)]
struct Tally {
    equal: u32,
    different: u32,
    given_up: u32,
}

/// Decides a pair in both ways; nothing if a text is wrong or the shapes differ.
fn check(left: &str, right: &str, tally: &mut Tally) {
    let (arena, chains) = (Arena::new(), [left, right].map(Reading::new));
    let Ok(maps) = maps_in(&arena, chains.each_ref(), &Options::default()) else { return };
    let [one, other] = maps.maps;
    if shapes_differ(&arena, &one, &other).is_some() || arena.overflowed() {
        return;
    }
    let pair = Pair::new(&arena, &one, &other).unwrap();
    let dims = pair.extents();
    let exact = PlainEvaluation::new(&pair);
    let count: u64 = dims.iter().product();
    let first = (0..count).map(|flat| unflatten(&dims, flat)).find(|index| exact.differ(index));
    let gap = Gap::new(&pair, &dims, 1 << 20);
    match gap.and_then(|mut gap| Ok((gap.witness()?, gap))) {
        Err(_) => tally.given_up += 1,
        Ok((None, _)) => {
            assert_eq!(first, None, "{left} and {right}");
            tally.equal += 1;
        }
        Ok((Some(witness), mut gap)) => {
            assert!(exact.differ(&witness), "{left} and {right} at {witness:?}");
            let (found, is_first) = gap.first(witness);
            if is_first {
                assert_eq!(Some(found), first, "{left} and {right}");
            }
            tally.different += 1;
        }
    }
}

/// Rounds by default, few enough for an unoptimised build; `LEGO_ROUNDS` for a longer run.
fn rounds(default: u64) -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(default)
}

#[test]
fn chains_of_random_pieces() {
    let mut random = Random(1);
    let mut tally = Tally::default();
    for _ in 0..rounds(150) {
        let n = random.one_of(&[4, 6, 8, 9, 12, 16, 18, 24, 32, 36, 48, 60, 64, 72, 96, 100, 144]);
        let extents = random.extents(n, 3);
        let left = chain(&mut random, &extents);
        let right = if random.below(2) == 0 { chain(&mut random, &extents) } else { rewritten(&mut random, &left) };
        check(&left, &right, &mut tally);
    }
    assert!(tally.equal > 20 && tally.different > 20 && tally.given_up <= tally.different / 20, "{tally:?}");
}

#[test]
fn closures_written_differently() {
    let mut random = Random(2);
    let mut tally = Tally::default();
    for _ in 0..rounds(150) {
        let extents = [1 + random.below(9), 1 + random.below(9)];
        let left = closure(&mut random, &extents);
        let mut right = left.clone();
        for _ in 0..1 + random.below(3) {
            right = rewritten(&mut random, &right);
        }
        check(&left, &right, &mut tally);
    }
    assert!(tally.equal > 50 && tally.different > 5 && tally.given_up == 0, "{tally:?}");
}

#[test]
fn single_indices_in_the_middle() {
    let mut random = Random(3);
    let mut tally = Tally::default();
    for _ in 0..rounds(60) {
        let [m, n] = [3 + random.below(60), 3 + random.below(60)];
        let mut part = |of: &str, most: u64| {
            let by = 2 + random.below(most);
            format!("{of} % {by} == {}", random.below(by))
        };
        let (a, b, c) = (part("f", m * n), part("i", m), part("j", n));
        let one = format!("if {a} {{ if {b} {{ if {c} {{ 1 }} else {{ 0 }} }} else {{ 0 }} }} else {{ 0 }}");
        let body = format!("{{ let f = i * {n} + j; f + ({one}) }}");
        check(
            &format!("Row({m}, {n})"),
            &format!("GenP([{m}, {n}], |i, j| {body}, |p| (0, 0), unchecked)"),
            &mut tally,
        );
    }
    assert!(tally.equal > 20 && tally.different > 2 && tally.given_up == 0, "{tally:?}");
}
