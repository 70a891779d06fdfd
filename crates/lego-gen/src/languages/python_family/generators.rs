//! Generators of all elements, one after the other: in the order of the index, in the order of memory.

use super::expressions::Expressions;
use super::functions::{function, parameters, tuple};
use crate::error::Error;
use crate::unit::Unit;

/// How a language writes its generators.
pub(in crate::languages) struct Generators<'a> {
    pub(in crate::languages) dialect: &'a Expressions<'a>,
    /// What holds of a position `p` that is none, and of an `index`.
    pub(in crate::languages) lacks: [&'a str; 2],
    /// A number of Python's in the type of indices.
    pub(in crate::languages) typed: &'a dyn Fn(&str) -> String,
}

impl Generators<'_> {
    /// Both, each behind a decorator if there is one; `ahead` are lines that their bodies begin with.
    ///
    /// # Errors
    /// Texts that would be far longer than there are operations.
    pub(in crate::languages) fn write(
        &self,
        unit: &Unit<'_>,
        decorator: Option<&str>,
        ahead: &[String],
    ) -> Result<Vec<String>, Error> {
        let loops = unit.loops(self.dialect)?;
        let sizes = parameters(unit, &[]);
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let typed: Vec<String> = index.iter().map(|name| (self.typed)(name)).collect();
        let [no_position, no_index] = self.lacks;
        let (mut body, mut indent) = (ahead.to_vec(), String::new());
        for axis in &loops.axes {
            body.push(format!("{indent}for {} in range({}):", axis.name, axis.end(self.dialect)));
            indent.push_str("    ");
        }
        body.push(format!("{indent}p = {}({})", unit.own("apply"), parameters(unit, &index)));
        if loops.is_open {
            body.push(format!("{indent}if {no_position}:"));
            body.push(format!("{indent}    continue"));
        }
        body.push(format!("{indent}yield {}, p", tuple(&typed)));
        let about = "Gives every element once, its index and its position, in the order of the index.";
        let mut lines: Vec<String> = decorator.map(str::to_owned).into_iter().collect();
        lines.extend(function(&unit.own("each"), &sizes, about, body));
        let body = vec![
            format!("for p in range({}({sizes})):", unit.own("span")),
            format!("    index = {}({})", unit.own("inv"), parameters(unit, &["p"])),
            format!("    if {no_index}:"),
            "        continue".to_owned(),
            format!("    yield index, {}", (self.typed)("p")),
        ];
        let about = "Gives every element once, its index and its position, in the order of memory.";
        lines.extend(decorator.map(str::to_owned));
        lines.extend(function(&unit.own("each_in_memory"), &sizes, about, body));
        Ok(lines)
    }
}
