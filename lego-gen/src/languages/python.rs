//! Python: integers without end, `None` where there is nothing.

use super::python_family::{self as family, Expressions, Kinship};
use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::text::{Text, rows};
use crate::unit::{Case, Formula, Helpers, Limits, Reserved, Unit};
use lego_expr::{Id, Printed};

/// Python.
pub(crate) struct Python;

impl Language for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn title(&self) -> &'static str {
        "Python"
    }

    fn extension(&self) -> &'static str {
        "py"
    }

    fn needs(&self) -> &'static str {
        "Python 3.9 or later"
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: family::WORDS, prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let dialect =
            |first| Expressions { names: &unit.names, own: &unit.request.name, first, kinship: Kinship::Python };
        let plain = dialect(0);
        let tests = unit.tests(Limits { most: None, computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let mut text = Text::default();
        text.lines("", family::docstring(unit, "None"));
        text.blank();
        let sizes: Vec<Id> = unit.compiled.dims.iter().copied().chain([unit.compiled.span]).collect();
        let helpers = [unit.helpers_of(&tests), Helpers::of(unit, &sizes), apply.helpers, inv.helpers]
            .into_iter()
            .fold(Helpers::default(), Helpers::or);
        if helpers.isqrt || helpers.gcd {
            text.line("import math");
            text.blank();
        }
        text.line(format!("{} = {}", unit.constant("RANK"), unit.rank()));
        text.blank();
        text.blank();
        if unit.has_sizes() {
            let mut body = Vec::new();
            for test in &tests {
                let Printed { shared, values } = unit.test(test, &plain)?;
                body.extend(plain.statements(&shared));
                body.push(format!("if not ({}):", values[0]));
                body.push(format!("    raise ValueError({:?})", format!("it must hold that {}", test.words)));
            }
            let about = "Raises ValueError, with the reason, where there is no such layout.";
            text.lines("", family::function(&unit.own("check"), &family::parameters(unit, &[]), about, body));
        }
        let dims = unit.sizes(&unit.compiled.dims, &plain)?;
        let about = "The extents: the components of an index are below them.";
        let body = vec![format!("return {}", family::tuple(&dims))];
        text.lines("", family::function(&unit.own("dims"), &family::parameters(unit, &[]), about, body));
        let span = unit.sizes(&[unit.compiled.span], &plain)?;
        let about = "The number of positions that a buffer must have.";
        let body = vec![format!("return {}", span[0])];
        text.lines("", family::function(&unit.own("span"), &family::parameters(unit, &[]), about, body));
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let mut body = self.checks(unit, &index, &dims);
        body.extend(family::ahead(&apply, &plain));
        body.push(format!("return {}", apply.values[0]));
        let is_partial = |is| if is || unit.has(Extra::Checks) { "; None where there is none" } else { "" };
        let about = format!("The position of an index{}.", is_partial(unit.expands()));
        text.lines("", family::function(&unit.own("apply"), &family::parameters(unit, &index), &about, body));
        let mut body = self.checks(unit, &["p"], &span);
        body.extend(family::ahead(&inv, &plain));
        body.push(format!("return {}", family::tuple(&inv.values)));
        let about = format!("The index at a position, a tuple{}.", is_partial(unit.pads()));
        text.lines("", family::function(&unit.own("inv"), &family::parameters(unit, &["p"]), &about, body));
        if unit.has(Extra::Strides) {
            let strides = unit.sizes(&unit.strides()?, &plain)?;
            let about = "How far the position moves for a step along each axis.";
            let body = vec![format!("return {}", family::tuple(&strides))];
            text.lines("", family::function(&unit.own("strides"), &family::parameters(unit, &[]), about, body));
        }
        if unit.has(Extra::Loops) {
            text.lines("", self.loops(unit, &plain)?);
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| position.map_or("None".to_owned(), |position| position.to_string());
            text.line("# The positions of all indices in row-major order; None where there is none.");
            text.block(&format!("{} = (", unit.constant("TABLE")), rows(table.iter().map(number)), ")");
        }
        Ok(Written { text: text.finish().trim_end().to_owned() + "\n", operations: [apply.operations, inv.operations] })
    }
}

impl Python {
    /// Generators of all elements: in the order of the index, in the order of memory.
    fn loops(&self, unit: &Unit<'_>, dialect: &Expressions<'_>) -> Result<Vec<String>, Error> {
        let loops = unit.loops(dialect)?;
        let sizes = family::parameters(unit, &[]);
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let (mut body, mut indent) = (Vec::new(), String::new());
        for axis in &loops.axes {
            let end = if let [end] = &axis.ends[..] { end.clone() } else { format!("min({})", axis.ends.join(", ")) };
            body.push(format!("{indent}for {} in range({end}):", axis.name));
            indent.push_str("    ");
        }
        body.push(format!("{indent}p = {}({})", unit.own("apply"), family::parameters(unit, &index)));
        if loops.is_open {
            body.push(format!("{indent}if p is None:"));
            body.push(format!("{indent}    continue"));
        }
        body.push(format!("{indent}yield {}, p", family::tuple(&unit.names.index)));
        let about = "Gives every element once, its index and its position, in the order of the index.";
        let mut lines = family::function(&unit.own("each"), &sizes, about, body);
        let body = vec![
            format!("for p in range({}({sizes})):", unit.own("span")),
            format!("    index = {}({})", unit.own("inv"), family::parameters(unit, &["p"])),
            "    if index is not None:".to_owned(),
            "        yield index, p".to_owned(),
        ];
        let about = "Gives every element once, its index and its position, in the order of memory.";
        lines.extend(family::function(&unit.own("each_in_memory"), &sizes, about, body));
        Ok(lines)
    }

    /// Statements that leave a function for arguments out of range, and for sizes of no layout.
    fn checks(&self, unit: &Unit<'_>, arguments: &[&str], bounds: &[String]) -> Vec<String> {
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            lines.push(format!("{}({})", unit.own("check"), family::parameters(unit, &[])));
        }
        let inside: Vec<String> =
            arguments.iter().zip(bounds).map(|(argument, bound)| format!("0 <= {argument} < {bound}")).collect();
        lines.push(format!("if not ({}):", inside.join(" and ")));
        lines.push("    return None".to_owned());
        lines
    }
}
