//! NumPy: functions of whole arrays of indices, which broadcast.

use super::python_family::{self as family, Expressions, Kinship};
use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::text::{Text, rows};
use crate::unit::{Case, Formula, Integer, Limits, Reserved, Unit};
use lego_expr::Printed;

/// NumPy.
pub(crate) struct NumPy;

/// Floating point is near enough to be put right by one.
const ISQRT: &str = r#"def _$own_isqrt(x):
    """The integer square root of an array that is not below zero."""
    x = np.maximum(x, 0)
    r = np.sqrt(x.astype(np.float64)).astype(x.dtype)
    r = r - (r > x // np.maximum(r, 1))
    return r + (r + 1 <= x // (r + 1))

"#;

impl Language for NumPy {
    fn name(&self) -> &'static str {
        "numpy"
    }

    fn title(&self) -> &'static str {
        "NumPy"
    }

    fn extension(&self) -> &'static str {
        "py"
    }

    fn needs(&self) -> &'static str {
        "Python 3.9 or later with NumPy"
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: family::WORDS, prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.computed(&[Integer::Index])?;
        let own = unit.request.name.as_str();
        let dialect = |first| Expressions { names: &unit.names, own, first, kinship: Kinship::NumPy };
        // Sizes are numbers of Python.
        let numbers = Expressions { names: &unit.names, own, first: 0, kinship: Kinship::Python };
        let most = Some(unit.request.width.most());
        let tests = unit.tests(Limits { most, computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let mut text = Text::default();
        text.lines("", family::docstring(unit, "-1"));
        text.blank();
        text.line("import math");
        text.blank();
        text.line("import numpy as np");
        text.blank();
        text.line(format!("{} = {}", unit.constant("RANK"), unit.rank()));
        let dtype = format!("np.int{}", unit.request.width.bits());
        text.blank();
        text.blank();
        if apply.helpers.or(inv.helpers).isqrt {
            text.filled(ISQRT, &[("$own", own)]);
        }
        if unit.has_sizes() {
            let mut body = Vec::new();
            for test in &tests {
                let Printed { shared, values } = unit.test(test, &numbers)?;
                body.extend(numbers.statements(&shared));
                body.push(format!("if not ({}):", values[0]));
                body.push(format!("    raise ValueError({:?})", format!("it must hold that {}", test.words)));
            }
            let about = "Raises ValueError, with the reason, where there is no such layout.";
            text.lines("", family::function(&unit.own("check"), &family::parameters(unit, &[]), about, body));
        }
        let dims = unit.sizes(&unit.compiled.dims, &numbers)?;
        let about = "The extents: the components of an index are below them.";
        let body = vec![format!("return {}", family::tuple(&dims))];
        text.lines("", family::function(&unit.own("dims"), &family::parameters(unit, &[]), about, body));
        let span = unit.sizes(&[unit.compiled.span], &numbers)?;
        let about = "The number of positions that a buffer must have.";
        let body = vec![format!("return {}", span[0])];
        text.lines("", family::function(&unit.own("span"), &family::parameters(unit, &[]), about, body));
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let body = self.body(unit, &apply, &dialect(0), &index, &dims, &dtype);
        let is_partial = |is| if is || unit.has(Extra::Checks) { "; -1 where there is none" } else { "" };
        let about = format!("The positions of indices, arrays that broadcast{}.", is_partial(unit.expands()));
        text.lines("", family::function(&unit.own("apply"), &family::parameters(unit, &index), &about, body));
        let body = self.body(unit, &inv, &dialect(0), &["p"], &span, &dtype);
        let about = format!("The indices at positions, an array for each axis{}.", is_partial(unit.pads()));
        text.lines("", family::function(&unit.own("inv"), &family::parameters(unit, &["p"]), &about, body));
        if unit.has(Extra::Strides) {
            let strides = unit.sizes(&unit.strides()?, &numbers)?;
            let about = "How far the position moves for a step along each axis.";
            let body = vec![format!("return {}", family::tuple(&strides))];
            text.lines("", family::function(&unit.own("strides"), &family::parameters(unit, &[]), about, body));
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| position.map_or("-1".to_owned(), |position| position.to_string());
            text.line("# The positions of all indices in row-major order; -1 where there is none.");
            let end = format!("], dtype={dtype}).reshape({})", family::tuple(&dims));
            text.block(&format!("{} = np.array([", unit.constant("TABLE")), rows(table.iter().map(number)), &end);
        }
        Ok(Written { text: text.finish().trim_end().to_owned() + "\n", operations: [apply.operations, inv.operations] })
    }
}

impl NumPy {
    /// The body of a function from arrays to arrays of one shape.
    fn body(
        &self,
        unit: &Unit<'_>,
        formula: &Formula,
        dialect: &Expressions<'_>,
        arguments: &[&str],
        bounds: &[String],
        dtype: &str,
    ) -> Vec<String> {
        let mut lines: Vec<String> =
            arguments.iter().map(|name| format!("{name} = np.asarray({name}, dtype={dtype})")).collect();
        // All axes share in the shape, whether the formula needs them or not.
        if let [first, rest @ ..] = arguments {
            if !rest.is_empty() {
                lines.push(format!("{} = np.broadcast_arrays({first}, {})", arguments.join(", "), rest.join(", ")));
            }
        }
        let mut truths = Vec::new();
        if unit.has(Extra::Checks) {
            if unit.has_sizes() {
                lines.push(format!("{}({})", unit.own("check"), family::parameters(unit, &[])));
            }
            let inside = arguments.iter().zip(bounds);
            truths.extend(inside.map(|(argument, bound)| format!("({argument} >= 0) & ({argument} < {bound})")));
        }
        if let Some(guard) = &formula.guard {
            lines.extend(dialect.statements(&guard.shared));
            truths.push(guard.values[0].clone());
        }
        lines.extend(dialect.statements(&formula.shared));
        // A value that is a number takes the shape of the arguments.
        let shaped = |value: &String| {
            let is_array = arguments.iter().any(|argument| crate::text::has_word(value, argument))
                || formula.shared.iter().any(|shared| crate::text::has_word(value, &shared.name));
            if is_array { value.clone() } else { format!("np.full_like({}, {value})", arguments[0]) }
        };
        let mut values: Vec<String> = formula.values.iter().map(shaped).collect();
        if !truths.is_empty() {
            let all: Vec<String> = truths.iter().map(|truth| format!("({truth})")).collect();
            lines.push(format!("exists = {}", all.join(" & ")));
            values = values.iter().map(|value| format!("np.where(exists, {value}, -1)")).collect();
        }
        let is_inverse = arguments == ["p"];
        lines.push(if is_inverse {
            format!("return {}", family::tuple(&values))
        } else {
            format!("return {}", values[0])
        });
        lines
    }
}
