//! Python: integers without end, `None` where there is nothing.

use super::python_family::{self as family, Expressions, File, Frame, Kinship};
use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::unit::{Case, Formula, Limits, Reserved, Unit};

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
            let loops = self.loops(unit, &plain)?;
            file.text.lines("", loops);
        }
        file.table("(", ")")?;
        Ok(file.finish(&apply, &inv))
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
        lines.extend(family::inside(arguments, bounds, "None"));
        lines
    }
}
