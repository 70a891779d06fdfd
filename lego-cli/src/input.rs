//! What a command works on: the text of a chain and the values of its parameters.

use crate::args::{Chain, Chains, Values};
use crate::failure::{Failure, Fault, Place, Source, warn};
use lego_lang::compile::{Compiled, Options, compile};
use lego_lang::syntax::Role;
use lego_lang::{Diagnostic, nearest, parse};
use std::collections::BTreeMap;
use std::io::Read;

/// A chain and the values of its parameters.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) options: Options,
}

/// Two chains and the values of their parameters.
#[derive(Debug)]
pub(crate) struct Two {
    pub(crate) texts: [String; 2],
    pub(crate) options: Options,
}

impl Chain {
    /// The chain, read from standard input for `-`.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        let options = self.values.options()?;
        let text = text(&self.text)?;
        warn_of_strangers(&[&text], &options);
        Ok(Input { text, options })
    }
}

impl Chains {
    /// The chains; one of them may be read from standard input.
    pub(crate) fn read(&self) -> Result<Two, Failure> {
        if self.left == "-" && self.right == "-" {
            return Err(Failure::Usage("only one of the chains can be read from standard input".into()));
        }
        let options = self.values.options()?;
        let texts = [text(&self.left)?, text(&self.right)?];
        warn_of_strangers(&[&texts[0], &texts[1]], &options);
        Ok(Two { texts, options })
    }
}

/// A text longer than this is no chain.
const LONGEST: u64 = 1 << 20;

fn text(argument: &str) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut bytes = Vec::new();
    std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Fault::new(format!("standard input has more than {LONGEST} bytes; a chain is shorter")).into());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_end().to_owned()),
        Err(_) => Err(Fault::new("standard input is not UTF-8 text").into()),
    }
}

impl Values {
    fn options(&self) -> Result<Options, Failure> {
        let mut values = BTreeMap::new();
        for (name, value) in self.lets.iter().flat_map(|bindings| &bindings.0) {
            if let Some(other) = values.insert(name.clone(), *value).filter(|other| other != value) {
                return Err(Failure::Usage(format!("--let gives {name} two values, {other} and {value}")));
            }
        }
        Ok(Options { values, ..Options::default() })
    }
}

/// The parameters of a chain, in order of appearance; none of a text that is no chain.
fn parameters(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for name in parse(text).map(|layout| layout.free_names()).unwrap_or_default() {
        if name.role == Role::Parameter && !names.contains(&name.path) {
            names.push(name.path);
        }
    }
    names
}

/// Warns of values for names that no chain has: they are likely misspelt, and have no effect.
fn warn_of_strangers(texts: &[&str], options: &Options) {
    if options.values.is_empty() || texts.iter().any(|text| parse(text).is_err()) {
        return;
    }
    let names: Vec<String> = texts.iter().flat_map(|text| parameters(text)).collect();
    for name in options.values.keys().filter(|name| !names.contains(name)) {
        let of = if texts.len() > 1 { "the chains have" } else { "the chain has" };
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

impl Input {
    /// The layout as expressions.
    pub(crate) fn compiled(&self) -> Result<Compiled, Failure> {
        compile(&self.text, &self.options).map_err(|errors| self.failure(&errors))
    }

    /// The layout as expressions without symbols.
    pub(crate) fn numbers(&self) -> Result<Compiled, Failure> {
        let compiled = self.compiled()?;
        if compiled.parameters.is_empty() {
            return Ok(compiled);
        }
        let names = parse(&self.text).map(|layout| layout.free_names()).unwrap_or_default();
        let faults = compiled.parameters.iter().map(|parameter| {
            let message = format!("{parameter} needs a value here: --let {parameter}=…");
            let place = names.iter().find(|name| name.path == *parameter).map(|name| self.place(name.range));
            Fault { message, place }
        });
        Err(Failure::Wrong(faults.collect()))
    }

    /// The chain on one line, with the values of its parameters.
    pub(crate) fn title(&self) -> String {
        let whole = lego_lang::TextRange::new(0, self.text.len());
        let text = parse(&self.text).map_or_else(|_| self.text.clone(), |layout| layout.at(whole));
        let names = parameters(&self.text);
        let values: Vec<String> = names
            .iter()
            .filter_map(|name| self.options.values.get(name).map(|value| format!("{name} = {value}")))
            .collect();
        if values.is_empty() { text } else { format!("{text}, {}", values.join(", ")) }
    }

    /// An error of the chain as a whole.
    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        let place = self.place(lego_lang::TextRange::new(0, self.text.trim_end().len()));
        Fault { message: message.into(), place: Some(place) }
    }

    pub(crate) fn place(&self, range: lego_lang::TextRange) -> Place {
        Place { source: Source::Chain, text: self.text.clone(), range }
    }

    pub(crate) fn failure(&self, errors: &[Diagnostic]) -> Failure {
        Failure::Wrong(errors.iter().map(|error| Fault::at(error, Source::Chain, &self.text)).collect())
    }
}
