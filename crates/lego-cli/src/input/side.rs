//! Layouts of any system as relations: a chain, CuTe's notation, isl's notation, a task mapping, a linear layout.

use super::cute::composed;
use super::linear;
use super::system::{System, system};
use super::text::source;
use crate::report::failure::{Complaint, Excerpt, Failure, Source};
use lego_algebra::cute::{ComposedLayout, Swizzle};
use lego_algebra::expression::{self, Fault, evaluate};
use lego_algebra::linear::LinearLayout;
use lego_algebra::symbolic;
use lego_expr::{Arena, Id};
use lego_lang::compile::{Options, compile_reading};
use lego_lang::{Reading, TextRange};
use lego_relation::{Coordinates, Relation, TaskMapping};
use std::ops::Range;

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
            symbolic::Answer::OutOfBudget { steps } => Err(self.all_wrong(format!(
                "not decided for all sizes within {steps} steps. `lego cute --no-limit` goes on without this limit and prints the layout; \
                 or give some sizes a value: --let M=1024"
            ))),
            symbolic::Answer::Undecided(why) => Err(self.all_wrong(format!(
                "not decided for all sizes: {why}. Say more of them, as … where M % 64 == 0, or give some a value: --let M=1024"
            ))),
        }
    }

    /// Whether it is an expression of CuTe's algebra in which sizes have no value.
    pub(crate) fn is_symbolic(&self, options: &Options) -> Result<bool, Failure> {
        Ok(self.system == System::Cute && self.symbolic(options)?.is_some())
    }

    /// What is relied upon of sizes without a value, for the relation that it is. That a size is at least 1 is not, where the relation
    /// is empty without it.
    pub(crate) fn assumes(&self, options: &Options, relation: &Relation<'_>) -> Result<Vec<String>, Failure> {
        let needless: Vec<String> = relation.empty_without().iter().map(|name| format!("{name} >= 1")).collect();
        let all = self.conditions(options)?;
        Ok(all.into_iter().filter(|condition| !needless.contains(condition)).collect())
    }

    /// The conditions under which there is such a layout.
    fn conditions(&self, options: &Options) -> Result<Vec<String>, Failure> {
        match self.system {
            System::Chain => {
                let compiled = compile_reading(&Reading::new(&self.text), options);
                let compiled = compiled.map_err(|_| self.all_wrong("this is no layout"))?;
                let assertions = compiled.assertions.iter();
                Ok(assertions.map(|assertion| assertion.condition.describe(&compiled.arena)).collect())
            }
            System::Cute => Ok(self.symbolic(options)?.map_or(Vec::new(), |result| result.assumes_of_positive_sizes())),
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
        composed(value).map_err(|message| self.all_wrong(message))
    }

    /// An error of the whole text.
    pub(crate) fn all_wrong(&self, message: impl Into<String>) -> Failure {
        self.wrong(0..self.text.len(), message)
    }

    /// An error at a place of the text.
    fn wrong(&self, place: Range<usize>, message: impl Into<String>) -> Failure {
        let range = TextRange::new(place.start, place.end);
        let place = Excerpt { source: self.source.clone(), text: self.text.as_str().into(), range };
        Complaint { message: message.into(), place: Some(place) }.into()
    }
}
