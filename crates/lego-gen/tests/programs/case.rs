//! What is generated: a layout under a name of its own, with the sizes for which it is looked at.

use crate::common::symbols::symbolic;
use crate::common::{self, Random};
use crate::language::Language;
use crate::oracle::{Oracle, Values, layout, refused};
use crate::points::{Digest, Points};
use lego_gen::{Extra, Generated, Request, Target, Width, generate};
use lego_lang::compile::{Compiled, Options, compile};
use std::sync::OnceLock;

/// A layout in a language.
pub struct Case {
    /// The chain.
    pub text: String,
    pub file: Generated,
    /// What the names in the file begin with.
    pub name: String,
    pub rank: usize,
    pub width: Width,
    pub has_table: bool,
    pub has_strides: bool,
    pub has_checks: bool,
    pub has_array: bool,
    /// The values of the sizes for which it is looked at; one without values where there are no sizes.
    pub instances: Vec<Instance>,
    /// Values for which there is no such layout.
    pub refused: Vec<Vec<u64>>,
}

/// A layout for values of its sizes.
pub struct Instance {
    /// The values, in the order in which functions take them.
    pub sizes: Vec<u64>,
    pub dims: Vec<u64>,
    pub span: u64,
    /// The indices, by their number in row-major order.
    pub indices: Points,
    pub positions: Points,
    /// How many elements the loops over all visit; `None` where they are not tried.
    pub visited: Option<u64>,
    /// What a program has to answer: of `apply`, of `inv`, and of sizes, strides, table and loops.
    pub answer: Answer,
}

/// The digests of what a program finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub apply: u64,
    pub inv: u64,
    pub sizes: u64,
}

/// The chains that every language is tried with.
pub struct Chains {
    /// Chains, each with what is to be found for values of its sizes.
    chains: Vec<(String, Vec<Oracle>)>,
}

/// How many random chains of each kind there are where nobody says otherwise.
const ROUNDS: u64 = 8;

pub fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS)
}

/// Of how many layouts one is looked at by what takes long: a share in a short run, all in a longer one.
pub fn one_of(many: usize) -> usize {
    if rounds() > ROUNDS { 1 } else { many }
}

/// Chains besides those of the zoo: closures that are not below zero because of the ranges of their indices, and sizes
/// that have to be coprime, of which the check asks a greatest common divisor.
const OTHERS: [&str; 4] = [
    "GenP([M, N], |i, j| (M - 1 - i) * N + (N - 1 - j))",
    "GenP([M, N], |i, j| j * M + (M - 1 - i))",
    "Fan(N + 3, 5, 2)",
    "Fan(16, A, 2)",
];

/// Sizes that are tried for symbols, in this order.
const TRIED: [u64; 11] = [2, 4, 8, 3, 6, 16, 12, 5, 64, 128, 7];

/// The most indices and positions of an instance with symbols.
const MOST: u64 = 1 << 14;

impl Chains {
    /// Those of the zoo and random ones, the same for all languages.
    pub fn all() -> &'static Self {
        static ALL: OnceLock<Chains> = OnceLock::new();
        ALL.get_or_init(Self::collected)
    }

    fn collected() -> Self {
        let mut chains: Vec<(String, Vec<Values>)> = Vec::new();
        let zoo = include_str!("../../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
        let zoo = zoo.filter_map(|line| line.split_once(": ")).map(|(_, chain)| chain);
        for chain in zoo.chain(OTHERS).map(str::to_owned) {
            let names = parameters(&chain);
            if names.is_empty() {
                chains.push((chain, vec![Values::new()]));
                continue;
            }
            let found = values(&chain, &names, &mut Random::new(chain.len() as u64));
            assert!(!found.is_empty(), "{chain}: no sizes were found");
            // The same with numbers: the first of the values.
            chains.push((with_values(&chain, &found[0]), vec![Values::new()]));
            chains.push((chain, found));
        }
        for seed in 0..rounds() {
            chains.push((common::chain(seed).to_string(), vec![Values::new()]));
            let (chain, _) = symbolic(seed);
            if compile(&chain.text, &Options::default()).is_err() {
                // Sizes that are symbols may hide the inverse of a closure that is written without one.
                continue;
            }
            let own: Values = chain.values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            let names = parameters(&chain.text);
            let mut found =
                if names.is_empty() { Vec::new() } else { values(&chain.text, &names, &mut Random::new(seed)) };
            found.retain(|values| *values != own);
            found.insert(0, own);
            chains.push((chain.text, found));
        }
        let with_oracles = |(text, values): (String, Vec<Values>)| {
            let oracles = values.iter().map(|values| Oracle::of(&text, values)).collect();
            (text, oracles)
        };
        Self { chains: chains.into_iter().map(with_oracles).collect() }
    }

    /// The files of a language, and what has to be answered.
    pub fn cases(&self, language: &dyn Language) -> Vec<Case> {
        let (target, widths) = (language.target(), language.widths());
        let mut cases = Vec::new();
        for (number, (text, oracles)) in self.chains.iter().enumerate() {
            let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
            let mut request = Request::new(target);
            request.name = format!("m{number}");
            request.width = widths[number % widths.len()];
            let entries = compiled.longest_list();
            if entries as i128 > language.most_in_table() {
                not_tested::say(format_args!("{}: {text}: a list of {entries} entries", target.title()));
                continue;
            }
            let is_large = compiled.arena.number(compiled.count).is_some_and(|count| count > language.most_in_table());
            let every =
                [(Extra::Loops, 1), (Extra::Table, 2), (Extra::Strides, 3), (Extra::Checks, 4), (Extra::Array, 5)];
            for (extra, every) in every {
                let is_left_out = is_large && extra == Extra::Table || !target.extras().contains(&extra);
                if number % every == 0 && !is_left_out {
                    request = request.with(extra);
                }
            }
            let is_visited = number % language.visited_of() == 0;
            if let Some(case) = Case::new(text, &compiled, request, language, oracles, is_visited) {
                cases.push(case);
            }
        }
        let share = cases.len() * 100 / self.chains.len();
        assert!(share > 85, "{target}: only {share} of 100 layouts could be written");
        cases
    }
}

impl Case {
    /// A file, with what has to be answered; `None` where the target cannot hold the layout.
    fn new(
        text: &str,
        compiled: &Compiled,
        mut request: Request,
        language: &dyn Language,
        oracles: &[Oracle],
        is_visited: bool,
    ) -> Option<Self> {
        let file = loop {
            match generate(compiled, &request) {
                Ok(file) => break file,
                // A layout without strides, too large for a table, or for the width: the reason says so.
                Err(error) => {
                    let dropped = [(Extra::Table, "table"), (Extra::Strides, "strides")]
                        .into_iter()
                        .find(|(extra, name)| request.extras.contains(extra) && error.message.contains(name));
                    match dropped {
                        Some((extra, _)) => drop(request.extras.remove(&extra)),
                        None if request.width == Width::Bits32 && error.message.contains("--width 64") => {
                            if !language.widths().contains(&Width::Bits64) {
                                return None;
                            }
                            request.width = Width::Bits64;
                        }
                        // An mdspan has a position for every index.
                        None if request.target == Target::Mdspan
                            && error.message.contains("a position for every index") =>
                        {
                            return None;
                        }
                        None => {
                            let reasons = ["no bound is known", "choose another target"];
                            assert!(
                                reasons.iter().any(|reason| error.message.contains(reason)),
                                "{text}: {}: {error}",
                                request.target
                            );
                            return None;
                        }
                    }
                }
            }
        };
        let [has_table, has_strides, has_checks, has_array, _] =
            Extra::ALL.map(|extra| request.extras.contains(&extra));
        let instance = |oracle| Instance::new(oracle, &request, &file.sizes, language, is_visited);
        let instances = oracles.iter().map(instance).collect();
        // Whether a closure is a bijection for other sizes is nothing that a file finds out.
        let is_open = file.sizes.is_empty() || !compiled.unproved.is_empty();
        let refused = if is_open { Vec::new() } else { refused(text, &file.sizes) };
        let (rank, width, name, text) = (compiled.dims.len(), request.width, request.name, text.to_owned());
        Some(Self { text, file, name, rank, width, has_table, has_strides, has_checks, has_array, instances, refused })
    }
}

impl Instance {
    /// The extents by which a program looks for indices and strides: none has any along an axis where the layout is
    /// empty.
    pub fn reached(&self) -> Vec<u64> {
        if self.indices.count == 0 { vec![0; self.dims.len()] } else { self.dims.clone() }
    }

    fn new(oracle: &Oracle, request: &Request, names: &[String], language: &dyn Language, is_visited: bool) -> Self {
        let has = |extra| request.extras.contains(&extra);
        let mut own = Digest::default();
        oracle.dims.iter().for_each(|&extent| own.take(Some(extent)));
        own.take(Some(oracle.span));
        if has(Extra::Strides) {
            oracle.strides.iter().for_each(|&stride| own.take(stride));
        }
        if has(Extra::Table) {
            oracle.table.iter().for_each(|&position| own.take(position));
        }
        let elements = oracle
            .elements
            .filter(|elements| is_visited && has(Extra::Loops) && elements.most <= language.most_visited());
        if let Some(elements) = elements {
            own = own.followed_by(elements.digest);
        }
        Self {
            sizes: names.iter().map(|name| oracle.values[name]).collect(),
            dims: oracle.dims.clone(),
            span: oracle.span,
            indices: oracle.indices,
            positions: oracle.positions,
            visited: elements.map(|elements| elements.count),
            answer: Answer { apply: oracle.apply, inv: oracle.inv, sizes: own.value },
        }
    }
}

/// The parameters of a chain.
fn parameters(chain: &str) -> Vec<String> {
    compile(chain, &Options::default()).map(|compiled| compiled.parameters).unwrap_or_default()
}

/// A chain with numbers for its sizes.
fn with_values(chain: &str, values: &Values) -> String {
    let mut written = String::new();
    let mut word = String::new();
    for c in chain.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let is_size = values.contains_key(&word);
        written.push_str(&if is_size { values[&word].to_string() } else { std::mem::take(&mut word) });
        word.clear();
        written.push(c);
    }
    written.trim_end().to_owned()
}

/// Up to three lists of values for which a chain is a layout that is not too large, and one for which it is empty.
fn values(chain: &str, names: &[String], random: &mut Random) -> Vec<Values> {
    let mut found: Vec<Values> = Vec::new();
    for _ in 0..2000 {
        let values: Values = names.iter().map(|name| (name.clone(), *random.pick(&TRIED))).collect();
        if found.contains(&values) {
            continue;
        }
        if layout(chain, &values).is_some_and(|layout| layout.count().max(layout.span()) <= MOST) {
            found.push(values);
        }
        if found.len() == 3 {
            break;
        }
    }
    let without = |name: &String| {
        found.first().map(|values| {
            values.iter().map(|(own, value)| (own.clone(), if own == name { 0 } else { *value })).collect()
        })
    };
    let empty =
        names.iter().filter_map(without).find(|values| layout(chain, values).is_some_and(|layout| layout.count() == 0));
    found.extend(empty);
    found
}
