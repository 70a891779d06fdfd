//! Functions that call another for every element: in the order of the index, in the order of memory. What is called comes first
//! among the arguments, so that it can be written behind the call, as a block that begins with `do`.

use super::file::{File, tuple};
use crate::error::Error;
use crate::extra::Extra;
use crate::text::{Text, grouped};
use crate::unit::Integer;

impl File<'_, '_> {
    /// Both functions.
    pub(super) fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let dialect = self.dialect(Integer::Index, 0);
        let loops = unit.loops(&dialect)?;
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let call = |what: &str, own: &[String]| {
            let arguments: Vec<&str> = own.iter().map(String::as_str).chain(sizes.iter().copied()).collect();
            format!("{}({})", unit.own(what), arguments.join(", "))
        };
        let checks = unit.has(Extra::Checks);
        let one_based: Vec<String> =
            unit.names.index.iter().map(|name| self.given(name, Integer::Index, " + 1")).collect();
        let (mut by_index, mut indent) = (Vec::new(), String::new());
        for axis in &loops.axes {
            by_index.push(format!("{indent}for {} in 0:{} - 1", axis.name, grouped(&axis.end(&dialect))));
            indent.push_str("    ");
        }
        by_index.push(format!("{indent}p = {}", call("apply", &one_based)));
        if loops.is_open || checks {
            by_index.push(format!("{indent}p === nothing && continue"));
        }
        by_index.push(format!("{indent}visit({}, p)", tuple(&one_based)));
        for _ in &loops.axes {
            indent.truncate(indent.len() - 4);
            by_index.push(format!("{indent}end"));
        }
        let mut by_memory = vec![format!("for p in one({0}):{1}", self.result, call("span", &[]))];
        by_memory.push(format!("    index = {}", call("inv", &["p".to_owned()])));
        if unit.pads() || checks {
            by_memory.push("    index === nothing && continue".to_owned());
        }
        by_memory.extend(["    visit(index, p)".to_owned(), "end".to_owned()]);
        for (what, order, body) in [("each", "the index", by_index), ("each_in_memory", "memory", by_memory)] {
            let name = unit.own(what);
            let typed: Vec<String> = sizes.iter().map(|size| format!("{size}::Integer")).collect();
            let list = |sizes: &[String]| [&["visit".to_owned()][..], sizes].concat().join(", ");
            let names: Vec<String> = sizes.iter().map(|&size| size.to_owned()).collect();
            text.line("\"\"\"");
            text.line(format!("    {name}({})", list(&names)));
            text.blank();
            text.line(format!("Calls `visit(index, p)` for every element once, in the order of {order}."));
            text.line("\"\"\"");
            let values: Vec<String> = sizes.iter().map(|size| format!("{}({size})", dialect.integer)).collect();
            let converted = (!sizes.is_empty()).then(|| format!("{} = {}", sizes.join(", "), values.join(", ")));
            let lines = converted.into_iter().chain(body).chain(["return nothing".to_owned()]);
            text.block(&format!("function {name}({})", list(&typed)), lines, "end");
        }
        Ok(())
    }
}
