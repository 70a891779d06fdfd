//! Layouts of any system as relations: a chain, CuTe's notation, isl's notation, a task mapping, a linear layout; the text tells
//! which it is.

use crate::cute::source;
use crate::failure::{Complaint, Excerpt, Failure, Source};
use crate::linear;
use lego_algebra::cute::{ComposedLayout, Layout, Swizzle};
use lego_algebra::expression::{self, Fault, Value, evaluate};
use lego_algebra::linear::LinearLayout;
use lego_algebra::linear::families::Fragment;
use lego_algebra::symbolic;
use lego_expr::{Arena, Id};
use lego_lang::compile::{Options, compile_reading};
use lego_lang::{Reading, TextRange};
use lego_relation::{Coordinates, Relation, TaskMapping};
use std::ops::Range;

/// What is easily taken for the other way round where layouts of two systems meet.
pub(crate) const ORDERS: &str = "a layout of CuTe's has one dim for each top-level mode; its integer coordinates have the first mode \
                                 fastest, where a chain's last index is fastest: Row(4, 8) is (4,8):(8,1)";

/// A system of layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// A chain of the language.
    Chain,
    /// A layout of CuTe's, or an expression of its algebra.
    Cute,
    /// A map in isl's notation.
    Isl,
    /// A task mapping.
    Tasks,
    /// A linear layout over F2.
    Linear,
}

/// A text and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) text: String,
    pub(crate) system: System,
    source: Source,
}

impl Side {
    /// The text of an argument: itself, standard input for `-`, a file for `@FILE`.
    pub(crate) fn read(argument: &str, source_of: Source) -> Result<Self, Failure> {
        let text = source(argument)?;
        Ok(Self { system: system(&text), text, source: source_of })
    }

    /// A text that is known to be of a system.
    pub(crate) fn new(text: String, system: System, source: Source) -> Self {
        Self { text, system, source }
    }

    /// The relation, in an arena; a linear layout gives a number for each out dim. `known` are sizes that are variables of the arena already.
    pub(crate) fn relation<'a>(
        &self,
        arena: &'a Arena,
        options: &Options,
        known: &[(String, Id)],
        coordinates: Coordinates,
    ) -> Result<Relation<'a>, Failure> {
        let composed = match self.system {
            System::Chain => {
                let reading = Reading::new(&self.text);
                return Relation::of_reading(arena, &reading, options, known).map_err(|errors| {
                    Failure::Wrong(
                        errors.iter().map(|error| Complaint::at(error, self.source.clone(), &self.text)).collect(),
                    )
                });
            }
            System::Isl => {
                return Relation::of_isl_with(arena, &self.text, &options.values, known)
                    .map_err(|error| self.wrong(error.place, error.message));
            }
            System::Tasks => {
                let mapping = TaskMapping::parse(&self.text).map_err(|error| self.wrong(error.place, error.message))?;
                let layout = mapping.thread_value().map_err(|error| self.all_wrong(error.to_string()))?.layout();
                ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout }
            }
            System::Linear => {
                return Relation::of_linear_layout(arena, &self.linear()?)
                    .map_err(|error| self.all_wrong(error.to_string()));
            }
            System::Cute => {
                if let Some(result) = self.symbolic(options)? {
                    return Relation::of_symbolic(arena, &result, coordinates, known)
                        .map_err(|error| self.all_wrong(error.to_string()));
                }
                self.cute(options)?
            }
        };
        Relation::of_cute(arena, &composed, coordinates).map_err(|error| self.all_wrong(error.to_string()))
    }

    /// What an expression of CuTe's algebra is in which sizes have no value, if there are any.
    fn symbolic(&self, options: &Options) -> Result<Option<Box<symbolic::Result>>, Failure> {
        let fault = |Fault { start, end, message, .. }: Fault| self.wrong(start..end, message);
        let mut expression = expression::parse(&self.text).map_err(fault)?;
        expression.put_in(&|name| options.values.get(name).and_then(|&value| i64::try_from(value).ok()));
        if expression.names().is_empty() && expression.facts.is_empty() {
            return Ok(None);
        }
        match symbolic::evaluate_expression(&expression).map_err(fault)? {
            symbolic::Answer::Holds(result) => Ok(Some(result)),
            symbolic::Answer::Refused(refusal) => {
                Err(self.wrong(refusal.fault.start..refusal.fault.end, refusal.to_string()))
            }
            symbolic::Answer::Undecided(why) => Err(self.all_wrong(format!(
                "not decided for all sizes: {why}. Say more of them, as … where M % 64 == 0, or give some a value: --let M=1024"
            ))),
        }
    }

    /// Whether it is an expression of CuTe's algebra in which sizes have no value.
    pub(crate) fn is_symbolic(&self, options: &Options) -> Result<bool, Failure> {
        Ok(self.system == System::Cute && self.symbolic(options)?.is_some())
    }

    /// What is relied upon of sizes without a value.
    pub(crate) fn assumes(&self, options: &Options) -> Result<Vec<String>, Failure> {
        match self.system {
            System::Chain => {
                let compiled = compile_reading(&Reading::new(&self.text), options);
                let compiled = compiled.map_err(|_| self.all_wrong("this is no layout"))?;
                let assertions = compiled.assertions.iter();
                Ok(assertions.map(|assertion| assertion.condition.describe(&compiled.arena)).collect())
            }
            System::Cute => Ok(self.symbolic(options)?.map_or(Vec::new(), |result| result.assumes())),
            System::Isl | System::Tasks | System::Linear => Ok(Vec::new()),
        }
    }

    /// The linear layout of a text that is one.
    pub(crate) fn linear(&self) -> Result<LinearLayout, Failure> {
        linear::read(&self.text, &[], &self.source)
    }

    /// The layout of an expression of CuTe's algebra; a swizzle alone is one of all that it looks at.
    pub(crate) fn cute(&self, options: &Options) -> Result<ComposedLayout, Failure> {
        let names = |name: &str| options.values.get(name).and_then(|&value| i64::try_from(value).ok());
        let value = evaluate(&self.text, &names)
            .map_err(|Fault { start, end, message, .. }| self.wrong(start..end, message))?;
        let of_layout = |layout| ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout };
        match value.plain() {
            Value::Layout(layout) => Ok(of_layout(layout)),
            Value::Composed(composed) => Ok(composed),
            Value::Swizzle(swizzle) => {
                let layout =
                    Layout::mode_of(1 << swizzle.width(), 1).map_err(|error| self.all_wrong(error.to_string()))?;
                Ok(ComposedLayout { swizzle, offset: 0, layout })
            }
            other => {
                Err(self.all_wrong(format!("this is {}, and a layout is needed, such as (4,8):(8,1)", other.kind())))
            }
        }
    }

    /// An error of the whole text.
    pub(crate) fn all_wrong(&self, message: impl Into<String>) -> Failure {
        self.wrong(0..self.text.len(), message)
    }

    /// An error at a place of the text.
    fn wrong(&self, place: Range<usize>, message: impl Into<String>) -> Failure {
        let range = TextRange::new(place.start, place.end);
        let place = Excerpt { source: self.source.clone(), text: self.text.clone(), range };
        Complaint { message: message.into(), place: Some(place) }.into()
    }
}

/// Whether a text is of CuTe's algebra and no chain: `Swizzle(3, 4, 3)` is both, and taken for a chain where chains are meant.
pub(crate) fn is_only_cute(text: &str) -> bool {
    system(text) == System::Cute && Reading::new(text).layout().is_none()
}

/// What a text is: isl's maps begin with a brace or a bracket, CuTe's layouts with a parenthesis, a number, `Sw` or a function
/// of its algebra; a linear layout has an arrow, or is JSON. The name of a fragment is CuTe's thread-value layout.
pub(crate) fn system(text: &str) -> System {
    let text = text.trim_start();
    let word: String = text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    match signs.next() {
        Some('{') if signs.next() == Some('"') => System::Linear,
        Some('{' | '[') => System::Isl,
        _ if text.contains("->") || text.contains('→') => System::Linear,
        Some('(' | '0'..='9') => System::Cute,
        _ if text.starts_with("Sw<") => System::Cute,
        _ if word == "spatial" || word == "repeat" => System::Tasks,
        _ if expression::names().any(|name| name == word) || Fragment::named(&word).is_ok() => System::Cute,
        _ => System::Chain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_chain_too_is_one() {
        for text in ["(4,8):(8,1)", "Swizzle(3,4,3) o 0 o (8,8):(8,1)", "composition(8:1, 4:2)", "mma_m16n8_f32_C"] {
            assert!(is_only_cute(text), "{text}");
        }
        for text in ["Swizzle(3, 4, 3)", "Row(4, 8)", "Cute((4,8):(8,1))", "{ [i] -> [i] : 0 <= i < 4 }"] {
            assert!(!is_only_cute(text), "{text}");
        }
    }

    #[test]
    fn the_text_tells_the_system() {
        for (text, expected) in [
            ("Row(4, 8)", System::Chain),
            (" OrderBy(Row(4, 8))", System::Chain),
            ("((2,2),4):((1,8),2)", System::Cute),
            ("8:1", System::Cute),
            ("Sw<3,4,3> o 0 o (8,8):(8,1)", System::Cute),
            ("composition(8:1, 4:2)", System::Cute),
            ("mma_m16n8_f32_C", System::Cute),
            ("{ [i] -> [i] : 0 <= i < 4 }", System::Isl),
            ("[N] -> { [i] -> [i] : 0 <= i < N }", System::Isl),
            ("spatial(4, 8) * repeat(2, 1)", System::Tasks),
            ("lane: (0,1) (0,2) -> row: 4, column: 4", System::Linear),
            ("lane: (1) → x: 2", System::Linear),
            (" { \"in_dims\": {} }", System::Linear),
            ("GenP([4], |i| i, |p| p)", System::Chain),
        ] {
            assert_eq!(system(text), expected, "{text}");
        }
    }
}
