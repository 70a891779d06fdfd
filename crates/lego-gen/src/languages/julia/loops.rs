//! Functions that call another for every element: in the order of the index, in the order of memory. What is called comes first
//! among the arguments, so that it can be written behind the call, as a block that begins with `do`.

use super::file::{File, tuple};
use crate::error::Error;
use crate::extra::Extra;
use crate::source_file::{SourceFile, What, nest};
use crate::text::{Text, grouped};
use crate::unit::{Integer, Loop};

impl File<'_, '_> {
    /// Both functions.
    pub(super) fn visitors(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let expressions = self.expressions(What::Dims, Integer::Index, 0);
        let loops = unit.loops(&expressions)?;
        let checks = unit.has(Extra::Checks);
        let one_based: Vec<String> =
            unit.names.index.iter().map(|name| self.given(name, Integer::Index, " + 1")).collect();
        let head = |axis: &Loop| vec![format!("for {} in 0:{} - 1", axis.name, grouped(&axis.end(&expressions)))];
        let skips = |is_partial: bool, name: &str| is_partial.then(|| format!("{name} === nothing && continue"));
        let mut by_index = vec![format!("p = {}", unit.call("apply", &one_based))];
        by_index.extend(skips(loops.is_open || checks, "p"));
        by_index.push(format!("visit({}, p)", tuple(&one_based)));
        let heads: Vec<Vec<String>> = loops.axes.iter().map(head).collect();
        let by_index = nest("    ", &heads, &by_index, Some("end"));
        let over = vec![format!("for p in one({}):{}", self.result, unit.call("span", &[]))];
        let mut by_memory = vec![format!("index = {}", unit.call("inv", &["p".to_owned()]))];
        by_memory.extend(skips(unit.pads() || checks, "index"));
        by_memory.push("visit(index, p)".to_owned());
        let by_memory = nest("    ", &[over], &by_memory, Some("end"));
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let values: Vec<String> = sizes.iter().map(|size| format!("{}({size})", expressions.integer)).collect();
        let converted = (!sizes.is_empty()).then(|| format!("{} = {}", sizes.join(", "), values.join(", ")));
        let visit = ["visit".to_owned()];
        for (what, order, body) in [("each", "the index", by_index), ("each_in_memory", "memory", by_memory)] {
            let about = format!("Calls `visit(index, p)` for every element once, in the order of {order}.");
            let lines = converted.iter().cloned().chain(body).chain(["return nothing".to_owned()]);
            self.write_function(text, what, &about, [&visit, &visit], lines.collect());
        }
        Ok(())
    }
}
