//! The input of a command: a chain, read once, and the values of its parameters.

use super::text::text;
use crate::args::Chain;
use crate::report::failure::{Complaint, Excerpt, Failure, Source, warn};
use lego_lang::compile::{Compiled, Options, compile_reading};
use lego_lang::syntax::{FreeName, Layout, Role};
use lego_lang::{Diagnostic, Reading, TextRange, nearest};

/// A chain and the values of its parameters.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) chain: Reading,
    pub(crate) options: Options,
    /// What it was given as.
    pub(crate) source: Source,
}

/// Two chains and the values of their parameters.
#[derive(Debug)]
pub(crate) struct Two {
    pub(crate) chains: [Reading; 2],
    pub(crate) options: Options,
}

impl Chain {
    /// The chain, read from standard input for `-`.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        self.of_text(&text(&self.text)?)
    }

    /// A chain whose text has been read.
    pub(crate) fn of_text(&self, text: &str) -> Result<Input, Failure> {
        let options = self.values.options()?;
        let chain = Reading::new(text);
        warn_of_strangers(std::slice::from_ref(&chain), &options);
        Ok(Input { chain, options, source: Source::Chain })
    }
}

impl Two {
    /// Two chains that have been read, and the values of their parameters.
    pub(crate) fn new(chains: [Reading; 2], options: Options) -> Self {
        warn_of_strangers(&chains, &options);
        Self { chains, options }
    }
}

/// So many parameters without a value are named.
const MOST_FAULTS: usize = 32;

/// The parameters of a chain, in order of appearance.
pub(crate) fn parameters(layout: &Layout) -> Vec<String> {
    let mut names = Vec::new();
    for name in layout.free_names() {
        if name.role == Role::Parameter && !names.contains(&name.path) {
            names.push(name.path);
        }
    }
    names
}

/// Warns of values for names that no chain has: they are likely misspelt, and have no effect.
fn warn_of_strangers(chains: &[Reading], options: &Options) {
    let layouts: Option<Vec<&Layout>> = chains.iter().map(Reading::layout).collect();
    let Some(layouts) = layouts.filter(|_| !options.values.is_empty()) else { return };
    let names: Vec<String> = layouts.into_iter().flat_map(parameters).collect();
    for name in options.values.keys().filter(|name| !names.contains(name)) {
        let of = if chains.len() > 1 { "the chains have" } else { "the chain has" };
        let others: Vec<&str> = names.iter().map(String::as_str).filter(|n| !options.values.contains_key(*n)).collect();
        warn(&match (names.is_empty(), nearest(name, others)) {
            (true, _) => format!("--let {name} has no effect: {of} no parameters"),
            (_, Some(near)) => {
                format!("--let {name} has no effect: {of} no parameter of this name; the nearest is {near}")
            }
            _ => format!("--let {name} has no effect: the parameters are {}", names.join(", ")),
        });
    }
}

impl Two {
    /// Whether a parameter has no value.
    pub(crate) fn has_symbols(&self) -> bool {
        let names = self.chains.iter().filter_map(Reading::layout).flat_map(parameters);
        names.into_iter().any(|name| !self.options.values.contains_key(&name))
    }
}

impl Input {
    /// The layout as expressions.
    pub(crate) fn compiled(&self) -> Result<Compiled, Failure> {
        compile_reading(&self.chain, &self.options).map_err(|errors| self.failure(&errors))
    }

    /// The layout as expressions without symbols.
    pub(crate) fn numbers(&self) -> Result<Compiled, Failure> {
        let compiled = self.compiled()?;
        if compiled.parameters.is_empty() {
            return Ok(compiled);
        }
        let names = self.free_names();
        let faults = compiled.parameters.iter().take(MOST_FAULTS).map(|parameter| {
            let message = format!("{parameter} needs a value here: --let {parameter}=…");
            let place = names.iter().find(|name| name.path == *parameter).map(|name| self.place(name.range));
            Complaint { message, place }
        });
        Err(Failure::Wrong(faults.collect()))
    }

    /// The chain on one line, with the values of its parameters.
    pub(crate) fn title(&self) -> String {
        let text = self.chain.text();
        let Some(layout) = self.chain.layout() else { return text.to_owned() };
        let text = layout.at(TextRange::new(0, text.len()));
        let names = parameters(layout);
        let values: Vec<String> = names
            .iter()
            .filter_map(|name| self.options.values.get(name).map(|value| format!("{name} = {value}")))
            .collect();
        if values.is_empty() { text } else { format!("{text}, {}", values.join(", ")) }
    }

    /// The names that the chain uses and does not bind.
    pub(crate) fn free_names(&self) -> Vec<FreeName> {
        self.chain.layout().map(Layout::free_names).unwrap_or_default()
    }

    /// An error of the chain as a whole.
    pub(crate) fn fault(&self, message: impl Into<String>) -> Complaint {
        let place = self.place(TextRange::all(self.chain.text()));
        Complaint { message: message.into(), place: Some(place) }
    }

    pub(crate) fn place(&self, range: TextRange) -> Excerpt {
        Excerpt { source: self.source.clone(), text: self.chain.text().into(), range }
    }

    pub(crate) fn failure(&self, errors: &[Diagnostic]) -> Failure {
        Failure::Wrong(
            errors.iter().map(|error| Complaint::at(error, self.source.clone(), self.chain.text())).collect(),
        )
    }
}
