//! Templates: a text of any language with placeholders for what layouts say.
//!
//! A placeholder `{{ L[pid_m, k, :, :] }}` becomes the position of that index in the layout `L`, simplified, as an expression
//! of the language around it. The indices are that language's own expressions and stay as they are; `:` becomes what ranges
//! there: `tl.arange` in Triton, a loop variable in C. `L` is defined in a comment of the template, `lego: L = CHAIN`, or given
//! beside it.
//!
//! ```text
//! definitions ──┐                        lego: L = CHAIN, in comments
//! placeholders ─┼─ query ── index        what stands between {{ and }}: a question, the index that it is about
//!               │     │
//! syntax        │     ▼
//!  │            └─ answer ── block       the layout at that index, simplified; Triton's block pointers
//!  │                  │    condition     what has to hold of sizes
//!  └─ dialect ──── layout ── order       how the language writes it; summands by the axes that they lie along
//!                     │
//!                  written ─ context     the text; brackets, where what stands beside the placeholder asks for them
//! ```
//!
//! ```
//! use lego_gen::fill::{Template, fill};
//! let text = "# lego: A = Row(M, K).TileBy([M/BM, K/BK], [BM, BK])\nimport triton\na = a_ptr + {{ A[pid_m, k, :, :] }}\n";
//! let template = Template { file: "matmul.py".into(), ..Template::new(text) };
//! let filled = fill(&template).unwrap();
//! let line = "a = a_ptr + BK * k + K * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BK)[None, :]";
//! assert_eq!(filled.text.lines().nth(2), Some(line));
//! ```

mod answer;
mod block;
mod condition;
mod context;
mod definitions;
mod dialect;
mod fault;
mod index;
mod layout;
mod order;
mod placeholders;
mod query;
mod template_language;
mod written;

pub use fault::{Fault, FaultText};

use crate::error::Error;
use crate::target::{Target, unknown};
use block::Blocks;
use definitions::Definition;
use layout::Reused;
use lego_lang::TextRange;
use lego_lang::compile::{Options, compile};
use placeholders::{Part, Parts};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use template_language::TemplateLanguage;
use written::Written;

/// A template and what is given beside it.
#[derive(Clone, Debug)]
pub struct Template<'t> {
    /// The text.
    pub text: &'t str,
    /// The name of its file, which tells the language if `language` does not.
    pub file: PathBuf,
    /// The language around the placeholders.
    pub language: Option<Target>,
    /// Layouts by their names, which go before those that the template defines.
    pub layouts: BTreeMap<String, String>,
    /// Values of sizes, which go before those that the template gives.
    pub values: BTreeMap<String, i128>,
}

impl<'t> Template<'t> {
    /// A text with nothing beside it.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { text, file: PathBuf::new(), language: None, layouts: BTreeMap::new(), values: BTreeMap::new() }
    }
}

/// A template whose placeholders are filled.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The text.
    pub text: String,
    /// The language of the placeholders.
    pub language: Target,
    /// The names of the layouts.
    pub layouts: Vec<String>,
    /// How many placeholders there were.
    pub placeholders: usize,
    /// What is no error and probably not meant.
    pub warnings: Vec<Fault>,
}

/// Errors and warnings of this number are reported each; a template that is no template would have as many as it has bytes.
const MOST_FAULTS: usize = 100;

/// Fills a template.
///
/// Takes time in proportion to the length of the text, and memory for the filled text.
///
/// # Errors
/// What is wrong, by place: the first 100 errors.
pub fn fill(template: &Template<'_>) -> Result<Filled, Vec<Fault>> {
    let text = template.text;
    let target = template.language.or_else(|| Target::of_file(&template.file, text));
    let wrong = |message: String| vec![Fault::new(TextRange::new(0, 0), message)];
    let target = target.ok_or_else(|| {
        let message = "the name of the file does not tell its language: give it with --target, one of";
        wrong(format!("{message} {}", languages().map(Target::name).collect::<Vec<_>>().join(", ")))
    })?;
    let language = TemplateLanguage::of(target).ok_or_else(|| wrong(no_expressions(target)))?;
    let (definitions, mut warnings) = definitions::definitions(text);
    let mut errors = Vec::new();
    let (mut layouts, names) = layouts(template, &definitions, &mut errors);
    let mut parts = Parts::new(text, &names);
    let mut filled = String::with_capacity(text.len());
    let (mut blocks, mut count) = (Blocks::default(), 0);
    while let Some(part) = parts.next_part() {
        if errors.len() + parts.errors.len() >= MOST_FAULTS {
            let at = parts.at().min(text.len());
            let place = TextRange::new(at, at);
            errors.push(Fault::new(
                place,
                format!("{MOST_FAULTS} errors are reported; the rest of the template is not read"),
            ));
            break;
        }
        match part {
            Part::Text(range) => filled.push_str(range.of(text)),
            Part::Placeholder { whole, name, query } => {
                count += 1;
                let query = match query::query(text, query) {
                    Ok(query) => query,
                    Err(fault) => {
                        errors.push(fault);
                        continue;
                    }
                };
                // What is wrong with the layout has been said.
                let Some(layout) = layouts.get_mut(name.of(text)) else { continue };
                let place = TextRange::new(name.start, whole.start + text[whole.start..whole.end - 2].trim_end().len());
                match layout.next().answer(&query, language, place, &mut blocks) {
                    Ok(Written { text: written, binding }) => {
                        let is_whole = binding >= context::needed(&text[..whole.start], &text[whole.end..]);
                        filled.push_str(&if is_whole { written } else { format!("({written})") });
                    }
                    Err(fault) => errors.push(fault),
                }
            }
        }
    }
    errors.append(&mut parts.errors);
    warnings.append(&mut parts.warnings);
    if errors.is_empty() {
        let layouts = layouts.into_keys().collect();
        return Ok(Filled { text: filled, language: language.target, layouts, placeholders: count, warnings });
    }
    errors.sort_by_key(|fault| (fault.text == FaultText::Template, fault.range));
    Err(errors)
}

/// The languages that templates can be in.
fn languages() -> impl Iterator<Item = Target> {
    Target::ALL.into_iter().filter(|target| target.fills())
}

fn no_expressions(target: Target) -> String {
    format!(
        "{target} has no expressions that a placeholder could be: write functions with `lego gen --target {target}`"
    )
}

/// Returns the language of templates with a name.
///
/// ```
/// use lego_gen::{Target, fill::language};
/// assert_eq!(language("triton"), Ok(Target::Triton));
/// assert!(language("llvm").unwrap_err().message.contains("no expressions"));
/// ```
///
/// # Errors
/// A name of no target, or of one without expressions.
pub fn language(name: &str) -> Result<Target, Error> {
    match name.parse::<Target>() {
        Ok(target) if target.fills() => Ok(target),
        Ok(target) => Err(Error::new(no_expressions(target))),
        Err(_) => Err(unknown(name, languages())),
    }
}

/// The layouts that are right, and the names of all.
fn layouts(
    template: &Template<'_>,
    definitions: &[Definition],
    errors: &mut Vec<Fault>,
) -> (BTreeMap<String, Reused>, BTreeSet<String>) {
    let (mut chains, mut values) = (BTreeMap::new(), BTreeMap::new());
    for definition in definitions {
        let name = &definition.name;
        let is_second = chains.contains_key(name) || values.contains_key(name);
        match definition.value.parse::<i128>() {
            _ if is_second => {}
            Ok(number) => {
                values.insert(name.clone(), number);
            }
            Err(_) => {
                chains.insert(name.clone(), definition);
            }
        }
        if is_second {
            errors.push(Fault::new(definition.range, format!("{name} is defined twice")));
        }
    }
    values.extend(template.values.clone());
    let options = Options { values, ..Options::default() };
    let mut layouts = BTreeMap::new();
    let names: BTreeSet<String> = template.layouts.keys().chain(chains.keys()).cloned().collect();
    for name in &names {
        let (chain, definition) = match template.layouts.get(name) {
            Some(chain) => (chain.as_str(), None),
            None => (chains[name].value.as_str(), Some(chains[name])),
        };
        match compile(chain, &options) {
            Ok(compiled) => {
                layouts.insert(name.clone(), Reused::new(name.clone(), compiled));
            }
            Err(wrong) => errors.extend(wrong.iter().map(|error| match definition {
                Some(definition) => Fault::new(definition.place(error.range), error.to_string()),
                None => Fault { message: error.to_string(), text: FaultText::Given(name.clone()), range: error.range },
            })),
        }
    }
    (layouts, names)
}
