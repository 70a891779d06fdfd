//! What is generated: a layout under a name of its own, with the sizes for which it is looked at.

use crate::common::symbols::{NAMES, symbolic};
use crate::common::{self, Random};
use crate::points::{Digest, MODULUS, Points};
use lego_gen::{Extra, Generated, Request, Target, Width, generate};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Options, compile};
use std::collections::BTreeMap;

/// A layout in a language.
pub struct Case {
    /// The chain.
    pub text: String,
    pub file: Generated,
    /// What the names in the file begin with.
    pub name: String,
    pub rank: usize,
    pub has_table: bool,
    pub has_strides: bool,
    pub has_checks: bool,
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
    /// What a program has to answer: of `apply`, of `inv`, and of sizes, strides and table.
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
    /// Chains, each with values of its sizes: as many lists as there are instances.
    chains: Vec<(String, Vec<BTreeMap<String, u64>>)>,
}

pub fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(20)
}

/// Sizes that are tried for symbols, in this order.
const TRIED: [u64; 11] = [2, 4, 8, 3, 6, 16, 12, 5, 64, 128, 7];

/// The most indices and positions of an instance with symbols.
const MOST: u64 = 1 << 14;

impl Chains {
    pub fn all() -> Self {
        let mut chains = Vec::new();
        let zoo = include_str!("../../../zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
        for chain in zoo.filter_map(|line| line.split_once(": ")).map(|(_, chain)| chain.to_owned()) {
            let names = parameters(&chain);
            if names.is_empty() {
                chains.push((chain, vec![BTreeMap::new()]));
                continue;
            }
            let found = values(&chain, &names, &mut Random::new(chain.len() as u64));
            assert!(!found.is_empty(), "{chain}: no sizes were found");
            // The same with numbers: the first of the values.
            chains.push((with_values(&chain, &found[0]), vec![BTreeMap::new()]));
            chains.push((chain, found));
        }
        for seed in 0..rounds() {
            chains.push((common::chain(seed).to_string(), vec![BTreeMap::new()]));
            let (chain, _) = symbolic(seed);
            if compile(&chain.text, &Options::default()).is_err() {
                // Sizes that are symbols may hide the inverse of a closure that is written without one.
                continue;
            }
            let own: BTreeMap<String, u64> =
                chain.values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            let names = parameters(&chain.text);
            let mut found =
                if names.is_empty() { Vec::new() } else { values(&chain.text, &names, &mut Random::new(seed)) };
            found.retain(|values| *values != own);
            found.insert(0, own);
            chains.push((chain.text, found));
        }
        Self { chains }
    }

    /// The files of a target, and what has to be answered. `widths` are those that the target has; a table has `most_in_table`
    /// indices at most.
    pub fn cases(&self, target: Target, widths: &[Width], most_in_table: i128) -> Vec<Case> {
        let mut cases = Vec::new();
        for (number, (text, values)) in self.chains.iter().enumerate() {
            let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
            let mut request = Request::new(target);
            request.name = format!("m{number}");
            request.width = widths[number % widths.len()];
            let extras =
                [Extra::Table, Extra::Strides, Extra::Checks].into_iter().filter(|e| target.extras().contains(e));
            let is_large = compiled.arena.number(compiled.count).is_some_and(|count| count > most_in_table);
            for (k, extra) in extras.enumerate() {
                if number % (k + 2) == 0 && !(is_large && extra == Extra::Table) {
                    request = request.with(extra);
                }
            }
            if let Some(case) = Case::new(text, &compiled, request, widths, values) {
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
        widths: &[Width],
        values: &[BTreeMap<String, u64>],
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
                            if !widths.contains(&Width::Bits64) {
                                return None;
                            }
                            request.width = Width::Bits64;
                        }
                        None => {
                            let reasons = ["no bound is known", "no wider integers"];
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
        let has_strides = request.extras.contains(&Extra::Strides);
        let has_table = request.extras.contains(&Extra::Table);
        let mut instances = Vec::new();
        for values in values {
            let list: Vec<(&str, u64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let layout =
                RuntimeLayout::parse(text, &list).unwrap_or_else(|errors| panic!("{text} {list:?}: {errors:?}"));
            let sizes = file.sizes.iter().map(|name| values[name]).collect();
            instances.push(Instance::new(sizes, &layout, has_strides, has_table));
        }
        let refused = if file.sizes.is_empty() { Vec::new() } else { refused(text, &file.sizes) };
        let has_checks = request.extras.contains(&Extra::Checks);
        let (rank, name, text) = (compiled.dims.len(), request.name, text.to_owned());
        Some(Self { text, file, name, rank, has_table, has_strides, has_checks, instances, refused })
    }
}

impl Instance {
    fn new(sizes: Vec<u64>, layout: &RuntimeLayout, has_strides: bool, has_table: bool) -> Self {
        let (dims, span) = (layout.dims().to_vec(), layout.span());
        let (indices, positions) = (Points::of(layout.count()), Points::of(span));
        let (mut apply, mut inv, mut own) = (Digest::default(), Digest::default(), Digest::default());
        let index = |flat: u64| common::unflatten(&dims, flat);
        for flat in indices.all() {
            apply.take(layout.apply(&index(flat)));
        }
        for position in positions.all() {
            match layout.inv(position) {
                Some(index) => index.into_iter().for_each(|component| inv.take(Some(component))),
                None => inv.take(None),
            }
        }
        dims.iter().for_each(|&extent| own.take(Some(extent)));
        own.take(Some(span));
        if has_strides {
            for axis in 0..dims.len() {
                // A step that cannot be made has a stride all the same: what the file says of it is taken from a larger one.
                let mut unit = vec![0; dims.len()];
                unit[axis] = 1;
                own.take(if dims[axis] > 1 { difference(layout, &unit) } else { None });
            }
        }
        if has_table {
            (0..layout.count()).for_each(|flat| own.take(layout.apply(&index(flat))));
        }
        Self { sizes, dims, span, indices, positions, answer: Answer { apply: apply.0, inv: inv.0, sizes: own.0 } }
    }
}

/// By how much the position of an index is above that of index 0, modulo what answers are counted by: it may be below.
fn difference(layout: &RuntimeLayout, index: &[u64]) -> Option<u64> {
    let first = layout.apply(&vec![0; index.len()])?;
    Some((layout.apply(index)? % MODULUS + MODULUS - first % MODULUS) % MODULUS)
}

/// The parameters of a chain.
fn parameters(chain: &str) -> Vec<String> {
    compile(chain, &Options::default()).map(|compiled| compiled.parameters).unwrap_or_default()
}

/// A chain with numbers for its sizes.
fn with_values(chain: &str, values: &BTreeMap<String, u64>) -> String {
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

/// Up to three lists of values for which a chain is a layout that is not too large.
fn values(chain: &str, names: &[String], random: &mut Random) -> Vec<BTreeMap<String, u64>> {
    let mut found: Vec<BTreeMap<String, u64>> = Vec::new();
    for _ in 0..2000 {
        let values: BTreeMap<String, u64> = names.iter().map(|name| (name.clone(), *random.pick(&TRIED))).collect();
        let list: Vec<(&str, u64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        if found.contains(&values) {
            continue;
        }
        if let Ok(layout) = RuntimeLayout::parse(chain, &list) {
            if layout.count() <= MOST && layout.span() <= MOST {
                found.push(values);
            }
        }
        if found.len() == 3 {
            break;
        }
    }
    found
}

/// Values for which a chain is no layout, or one that is far too large for 32 bits.
fn refused(chain: &str, names: &[String]) -> Vec<Vec<u64>> {
    let mut random = Random::new(7);
    let mut refused = Vec::new();
    for _ in 0..60 {
        let values: Vec<u64> = names.iter().map(|_| *random.pick(&[1, 2, 3, 5, 6, 7, 0, 40])).collect();
        let list: Vec<(&str, u64)> = names.iter().map(String::as_str).zip(values.iter().copied()).collect();
        if RuntimeLayout::parse(chain, &list).is_err() && refused.len() < 3 {
            refused.push(values);
        }
    }
    assert!(NAMES.len() == 4);
    refused
}
