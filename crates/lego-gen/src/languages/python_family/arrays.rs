//! The bodies of functions that take whole arrays: everything is computed, and then chosen from.

use super::expressions::{Expressions, Kinship};
use super::file::File;
use crate::error::Error;
use crate::extra::Extra;
use crate::source_file::{Direction, What};
use crate::text::{grouped, has_word};
use crate::unit::{Formula, Unit};
use lego_expr::Dialect;

/// A function from arrays, which broadcast, to arrays.
pub(in crate::languages) struct Arrays<'a> {
    formula: &'a Formula,
    dialect: Expressions<'a>,
    /// The arrays.
    pub(in crate::languages) arguments: Vec<&'a str>,
    /// What the arguments are below.
    bounds: Vec<String>,
}

/// The statements of a function, and what it gives.
pub(in crate::languages) struct Body {
    pub(in crate::languages) lines: Vec<String>,
    pub(in crate::languages) values: Vec<String>,
}

impl Body {
    /// Whether a name is used.
    pub(in crate::languages) fn uses(&self, name: &str) -> bool {
        self.lines.iter().chain(&self.values).any(|text| has_word(text, name))
    }
}

impl<'a> Arrays<'a> {
    /// A direction; its bounds are written with functions of arrays if the relative has no others.
    pub(in crate::languages) fn new(file: &'a File<'_, '_>, direction: &'a Direction<'_>) -> Result<Self, Error> {
        let (unit, dialect) = (file.unit, file.plain());
        let bounds = match (dialect.kinship, direction.what) {
            (Kinship::NumPy, _) => direction.bounds.clone(),
            (_, What::Apply) => unit.sizes(&unit.compiled.dims, &dialect)?,
            _ => unit.sizes(&[unit.compiled.span], &dialect)?,
        };
        Ok(Self { formula: direction.formula, dialect, arguments: direction.arguments(), bounds })
    }

    /// The function, whose values are -1 where there is none. `filled` makes an array of a value that depends on no array.
    pub(in crate::languages) fn body(&self, unit: &Unit<'_>, filled: impl Fn(&str) -> String) -> Body {
        let Self { formula, dialect, arguments, bounds } = self;
        let mut lines = Vec::new();
        let mut truths = Vec::new();
        if unit.has(Extra::Checks) {
            let inside = arguments.iter().zip(bounds);
            truths.extend(
                inside.map(|(argument, bound)| format!("({argument} >= 0) & ({argument} < {})", grouped(bound))),
            );
        }
        if let Some(guard) = &formula.guard {
            lines.extend(dialect.statements(&guard.shared));
            truths.push(guard.values[0].clone());
        }
        lines.extend(dialect.statements(&formula.shared));
        let guard = formula.guard.iter().flat_map(|guard| &guard.shared);
        let mut arrays: Vec<&str> = arguments.clone();
        for shared in guard.chain(&formula.shared) {
            if arrays.iter().any(|array| has_word(&shared.value, array)) {
                arrays.push(&shared.name);
            }
        }
        let shaped = |value: &String| {
            let is_array = arrays.iter().any(|array| has_word(value, array));
            if is_array { value.clone() } else { filled(value) }
        };
        let mut values: Vec<String> = formula.values.iter().map(shaped).collect();
        if !truths.is_empty() {
            let all: Vec<String> = truths.iter().map(|truth| format!("({truth})")).collect();
            lines.push(format!("exists = {}", all.join(" & ")));
            let chosen = |value: &String| dialect.choice("exists".to_owned(), value.clone(), "-1".to_owned());
            values = values.iter().map(chosen).collect();
        }
        Body { lines, values }
    }
}
