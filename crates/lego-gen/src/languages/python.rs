//! Python: integers without end, `None` where there is nothing.

use super::python_family::{self as family, Expressions, File, Frame, Generators, Kinship};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::unit::{Case, Formula, Limits, Reserved, Unit};

/// Python.
pub(crate) struct Python;

impl Language for Python {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[family::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let dialect = |first| Expressions::new(unit, Kinship::Python, first);
        let plain = dialect(0);
        let tests = unit.tests(Limits { most: None, computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let has_math = apply.helpers.or(inv.helpers).isqrt;
        let frame = Frame { none: "None", decorators: [None; 2], notes: &[], has_math, imports: &[] };
        let mut file = File::new(unit, &tests, frame);
        file.sizes()?;
        let (dims, span) = file.bounds()?;
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let mut body = self.checks(unit, &index, &dims);
        body.extend(family::ahead(&apply, &plain, "None"));
        body.push(format!("return {}", apply.values[0]));
        let about = format!("The position of an index{}.", file.where_none(unit.expands()));
        file.direction("apply", &index, &about, body);
        let mut body = self.checks(unit, &["p"], &span);
        body.extend(family::ahead(&inv, &plain, "None"));
        body.push(format!("return {}", family::tuple(&inv.values)));
        let about = format!("The index at a position, a tuple{}.", file.where_none(unit.pads()));
        file.direction("inv", &["p"], &about, body);
        file.strides()?;
        if unit.has(Extra::Loops) {
            let generators =
                Generators { dialect: &plain, lacks: ["p is None", "index is None"], typed: &str::to_owned };
            file.text.lines("", generators.write(unit, None, &[])?);
        }
        file.table("(", ")")?;
        Ok(file.finish(&apply, &inv))
    }
}

impl Python {
    /// Statements that leave a function for arguments out of range, and for sizes of no layout.
    fn checks(&self, unit: &Unit<'_>, arguments: &[&str], bounds: &[String]) -> Vec<String> {
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            lines.push(format!("{}({})", unit.own("check"), family::parameters(unit, &[])));
        }
        lines.extend(family::inside(arguments, bounds, "None"));
        lines
    }
}
