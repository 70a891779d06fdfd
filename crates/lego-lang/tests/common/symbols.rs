//! Random chains of symbolic sizes, with facts.

// The oldest compiler for this crate has no `is_multiple_of`; those of the command's tests, which are built of it too, have.
#![allow(clippy::manual_is_multiple_of)]

use super::random::chain;
use super::{Chain, Random};

/// A chain of symbols, and values for which it is a layout.
pub struct Symbolic {
    pub text: String,
    pub values: Vec<(&'static str, u64)>,
}

/// The names of the symbols.
pub const NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// Sizes written with symbols of known values.
struct Sizes<'r> {
    random: &'r mut Random,
    values: Vec<(&'static str, u64)>,
}

impl Sizes<'_> {
    /// An expression that has a value.
    fn of(&mut self, value: u64, depth: u32) -> String {
        let (name, own) = *self.random.pick(&self.values);
        let deeper = |sizes: &mut Self, value: u64| {
            if depth > 0 && sizes.random.one_in(3) { sizes.of(value, depth - 1) } else { value.to_string() }
        };
        match self.random.below(10) {
            0 | 1 if own == value => name.to_owned(),
            0..=3 if value > 0 && value % own == 0 => {
                let factor = deeper(self, value / own);
                if factor == "1" { name.to_owned() } else { format!("({name}*({factor}))") }
            }
            2..=4 if value > 0 && own % value == 0 => {
                let divisor = deeper(self, own / value);
                if divisor == "1" { name.to_owned() } else { format!("({name}/({divisor}))") }
            }
            5 if own < value => format!("({name} + {})", deeper(self, value - own)),
            5 if own > value => format!("({name} - {})", deeper(self, own - value)),
            6 if own >= value => format!("min({name}, {})", deeper(self, value)),
            6 => format!("max({name}, {})", deeper(self, value)),
            7 if value > 0 => match (1..=own).find(|&divisor| own.div_ceil(divisor) == value) {
                Some(divisor) => format!("ceil_div({name}, {})", deeper(self, divisor)),
                None => value.to_string(),
            },
            _ => value.to_string(),
        }
    }

    /// A fact that holds.
    fn fact(&mut self) -> String {
        let ((one, value), (other, least)) = (*self.random.pick(&self.values), *self.random.pick(&self.values));
        match self.random.below(8) {
            0 => format!("{one} % {} == 0", self.random.divisor(value)),
            1 => format!("{one} >= {}", 1 + self.random.below(value)),
            2 => format!("{one} <= {}", value + self.random.below(40)),
            3 if value <= least => format!("{one} <= {other}"),
            4 if value > least => format!("{other} < {one}"),
            5 => format!("{one} * {other} >= {}", self.random.below(value * least + 1)),
            6 if value % least == 0 && one != other => format!("{one} % {other} == 0"),
            7 if value != least => format!("{one} != {other}"),
            _ => format!("{one} + {other} <= {}", value + least),
        }
    }
}

/// A chain in which some numbers are written with symbols.
///
/// A number stays what it is; only how it is written changes, each place by itself. So sizes that have to agree become
/// expressions of which the simplifier cannot know it, and facts that it may use once they are asserted.
pub fn with_symbols(chain: &Chain, random: &mut Random) -> Symbolic {
    let mut values: Vec<(&'static str, u64)> =
        NAMES.into_iter().map(|name| (name, *random.pick(&[1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16]))).collect();
    let share = 2 + random.below(3);
    let mut sizes = Sizes { random, values: values.clone() };
    let (text, mut written) = (chain.to_string(), String::new());
    let mut rest = text.as_str();
    // The calls that are open, and how many lists each has had.
    let mut open: Vec<(String, usize)> = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').count();
        if length == 0 {
            match first {
                '(' => {
                    let word = written.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
                    open.push((word.to_owned(), 0));
                }
                ')' => drop(open.pop()),
                '[' => open.last_mut().into_iter().for_each(|call| call.1 += 1),
                _ => {}
            }
            written.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, later) = rest.split_at(length);
        rest = later;
        // The order of the axes is no size, tables and matrices have numbers, and strides have to be products of the sizes.
        let is_order = open.last().is_some_and(|(name, lists)| name == "RegP" && *lists == 2 || name == "Table")
            || open.iter().any(|(name, _)| name == "Cute" || name == "Linear");
        match word.parse::<u64>() {
            Ok(value) if !is_order && sizes.random.one_in(share) => written.push_str(&sizes.of(value, 2)),
            _ => written.push_str(word),
        }
    }
    if sizes.random.one_in(2) {
        let facts: Vec<String> = (0..1 + sizes.random.below(3)).map(|_| sizes.fact()).collect();
        written = format!("{written} where {}", facts.join(", "));
    }
    values.retain(|(name, _)| {
        let mut words = written.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word == *name)
    });
    Symbolic { text: written, values }
}

/// The chain of a seed with symbols, and the chain that it is for their values.
pub fn symbolic(seed: u64) -> (Symbolic, Chain) {
    let model = chain(seed);
    let mut random = Random::new(seed ^ 0x9e37_79b9);
    (with_symbols(&model, &mut random), model)
}

/// A text that is a layout for some values of its symbols or for none: sizes and closures of any kind.
pub fn wild(seed: u64) -> String {
    let mut wild = Wild { random: Random::new(seed ^ 0x5bd1_e995) };
    wild.chain()
}

struct Wild {
    random: Random,
}

impl Wild {
    fn size(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(2) {
            return match self.random.below(3) {
                0 => (*self.random.pick(&["1", "2", "3", "4", "8", "16", "0", "7"])).to_owned(),
                _ => (*self.random.pick(&NAMES)).to_owned(),
            };
        }
        let (one, other) = (self.size(depth - 1), self.size(depth - 1));
        match self.random.below(8) {
            0 => format!("({one} + {other})"),
            1 => format!("({one} - {other})"),
            2 | 3 => format!("{one}*({other})"),
            4 => format!("({one})/({other})"),
            5 => format!("min({one}, {other})"),
            6 => format!("max({one}, {other})"),
            _ => format!("ceil_div({one}, {other})"),
        }
    }

    fn sizes(&mut self, count: u64) -> String {
        (0..count).map(|_| self.size(2)).collect::<Vec<_>>().join(", ")
    }

    fn signed(&mut self) -> String {
        let sign = if self.random.one_in(3) { "-" } else { "" };
        format!("{sign}{}", self.size(1))
    }

    /// An expression of a closure.
    fn expression(&mut self, names: &[&str], depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(4) {
                0 => self.random.below(9).to_string(),
                1 => (*self.random.pick(&NAMES)).to_owned(),
                _ => (*self.random.pick(names)).to_owned(),
            };
        }
        let (one, other) = (self.expression(names, depth - 1), self.expression(names, depth - 1));
        let operator =
            *self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "+", "-", "*", "/", "%"]);
        let comparison = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(12) {
            0 => format!("min({one}, {other})"),
            1 => format!("max({one}, {other})"),
            2 | 3 => {
                let last = self.expression(names, depth - 1);
                format!("(if {one} {comparison} {other} {{ {last} }} else {{ {other} }})")
            }
            4 => {
                let named: Vec<&str> = names.iter().copied().chain(["t"]).collect();
                let body = self.expression(&named, depth - 1);
                format!("{{ let t = {one}; {body} }}")
            }
            _ => format!("(({one}) {operator} ({other}))"),
        }
    }

    fn closure_piece(&mut self) -> String {
        let depth = 1 + self.random.below(4) as u32;
        if self.random.one_in(2) {
            let (forth, back) = (self.expression(&["i"], depth), self.expression(&["p"], depth));
            let size = self.size(1);
            return format!("GenP([{size}], |i| {forth}, |p| {back}, unchecked)");
        }
        let forth = self.expression(&["i", "j"], depth);
        let (one, other) = (self.expression(&["p"], depth), self.expression(&["p"], depth));
        let unchecked = if self.random.one_in(8) { "" } else { ", unchecked" };
        format!("GenP([{}], |i, j| {forth}, |p| ({one}, {other}){unchecked})", self.sizes(2))
    }

    fn piece(&mut self) -> String {
        let n = self.size(2);
        match self.random.below(20) {
            0 => format!("Row({})", self.sizes(2)),
            1 => format!("Col({})", self.sizes(2)),
            2 => format!("AntiDiag({n})"),
            3 => format!("Reverse({})", self.sizes(2)),
            4 => format!("Morton({})", self.sizes(2)),
            5 => format!("Hilbert({n}, {n})"),
            6 => format!("SwizzleRows([{}], {})", self.sizes(2), self.size(1)),
            7 => format!("Swizzle({}, {}, {})", self.size(1), self.size(1), self.signed()),
            8 => format!("Skew({})", self.sizes(2)),
            9 => format!("Fan({n}, {}, {})", self.signed(), self.signed()),
            10 => format!("Grouped({})", self.sizes(3)),
            11 => format!("BlockCyclic({})", self.sizes(3)),
            12 => format!("RegP([{}], [2, 3, 1])", self.sizes(3)),
            13 => format!("Rotate({}, {})", self.sizes(2), self.signed()),
            14 | 15 => self.closure_piece(),
            17 => {
                let (a, b, c) = (self.size(1), self.size(1), self.size(1));
                format!("Cute((({a}),(({b}),({c}))):(({b}),(1,({a})*({b}))))")
            }
            18 => format!("Cute((({n}),{}):(({n}),{}))", self.size(1), self.size(1)),
            16 => {
                let count = 1 + self.random.below(12);
                format!("Table({:?})", self.random.shuffled((0..count).collect::<Vec<u64>>()))
            }
            19 => {
                let mut image = || format!("[{}, {}]", self.random.below(4), self.random.below(3));
                let images: Vec<String> = (0..3).map(|_| image()).collect();
                format!("Linear([4, {}], [{}])", self.random.below(4), images.join(", "))
            }
            _ => format!("GenP([{n}, {n}], antidiag, antidiag_inv)"),
        }
    }

    fn chain(&mut self) -> String {
        let mut stages = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let pieces: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.piece()).collect();
            stages.push(format!("OrderBy({})", pieces.join(", ")));
            match self.random.below(8) {
                0 => stages.push(format!("ExpandBy([{}] => [{}])", self.sizes(2), self.sizes(2))),
                1 => stages.push(format!("PadBy([{}] => [{}])", self.sizes(2), self.sizes(2))),
                2 => {
                    let n = self.size(1);
                    stages.push(format!("ExpandBy([{n}] => [({n}) + {}])", self.size(1)));
                }
                3 => {
                    let n = self.size(1);
                    stages.push(format!("PadBy([{n}] => [({n}) + {}])", self.size(1)));
                }
                _ => {}
            }
        }
        match self.random.below(4) {
            0 => stages.push(format!("GroupBy([{}])", self.sizes(2))),
            1 => stages.push(format!("TileBy([{}], [{}])", self.sizes(2), self.sizes(2))),
            _ => {}
        }
        let mut text = stages.join(".");
        if self.random.one_in(3) {
            let comparison = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
            text = format!("{text} where {} {comparison} {}", self.size(1), self.size(1));
            if self.random.one_in(2) {
                text = format!("{text}, {} % ({}) == 0", self.size(0), self.size(1));
            }
        }
        text
    }
}
