//! Functions that visit every element once: in the order of the index, in the order of memory. Where a function cannot be given
//! to another they are macros, which stand before a statement as `for` does.

use super::dialect::Expressions;
use super::file::File;
use super::flavour::Visitors;
use crate::error::Error;
use crate::source_file::nest;
use crate::text::{Text, grouped};
use crate::unit::{Loop, Loops};

impl File<'_, '_> {
    /// Both.
    pub(super) fn visitors(&self, text: &mut Text) -> Result<(), Error> {
        let dialect = self.plain();
        if self.flavour.visitors == Visitors::Macros {
            let loops = self.unit.loops(&Expressions { is_macro: true, ..dialect })?;
            self.macros(text, &loops);
        } else {
            self.by_index(text, &self.unit.loops(&dialect)?);
            self.by_memory(text);
        }
        Ok(())
    }

    /// A head of such a function: with a callable of any type in C++, with a pointer to a function in C.
    fn visiting(&self, text: &mut Text, about: &str, name: &str, body: Vec<String>) {
        let (unit, index, function) = (self.unit, &self.index, self.flavour.function);
        text.line(format!("/// {about}"));
        let sizes = self.sizes.iter().cloned();
        match self.flavour.visitors {
            Visitors::Callables => {
                text.line("/// `visit` is called with the index and the position: visit(i0, …, p).");
                let parameters: Vec<String> = sizes.chain(["Visitor&& visit".to_owned()]).collect();
                text.line("template <class Visitor>");
                text.block(&format!("{function} void {}({}) {{", unit.own(name), parameters.join(", ")), body, "}");
            }
            _ => {
                text.line("/// `visit` is called with the index, the position and the context.");
                let visit = format!(
                    "void (*visit)(const {index} index[{}], {index} position, void *context)",
                    unit.constant("RANK")
                );
                let parameters: Vec<String> = sizes.chain([visit, "void *context".to_owned()]).collect();
                text.block(&format!("{function} void {}({}) {{", unit.own(name), parameters.join(", ")), body, "}");
            }
        }
    }

    /// The call of the visitor for an index and a position.
    fn visit(&self, components: &[String], position: &str) -> Vec<String> {
        match self.flavour.visitors {
            Visitors::Callables => vec![format!("visit({}, {position});", components.join(", "))],
            _ => vec![
                format!("const {} index[{}] = {{{}}};", self.index, self.unit.constant("RANK"), components.join(", ")),
                format!("visit(index, {position}, context);"),
            ],
        }
    }

    fn by_index(&self, text: &mut Text, loops: &Loops) {
        let (unit, index) = (self.unit, &self.index);
        let head = |(axis, own): (usize, &Loop)| {
            let (name, mut end, mut lines) = (&own.name, grouped(&own.ends[0]), Vec::new());
            if own.ends.len() > 1 {
                lines.push(format!("{index} end{axis} = {end};"));
                end = format!("end{axis}");
                let others = own.ends[1..].iter();
                lines.extend(others.map(|other| format!("if ({} < {end}) {end} = {other};", grouped(other))));
            }
            lines.push(format!("for ({index} {name} = 0; {name} < {end}; {name}++) {{"));
            lines
        };
        let mut inside = vec![format!("const {index} p = {};", unit.call("apply", &unit.names.index))];
        inside.extend(loops.is_open.then(|| "if (p < 0) continue;".to_owned()));
        inside.extend(self.visit(&unit.names.index, "p"));
        let heads: Vec<Vec<String>> = loops.axes.iter().enumerate().map(head).collect();
        let body = nest("    ", &heads, &inside, Some("}"));
        self.visiting(text, "Visits every element once, in the order of the index.", "each", body);
    }

    fn by_memory(&self, text: &mut Text) {
        let (unit, index) = (self.unit, &self.index);
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let arguments = ["p"].into_iter().chain(sizes.iter().copied()).collect::<Vec<_>>().join(", ");
        let components: Vec<String> = (0..unit.rank()).map(|axis| format!("index[{axis}]")).collect();
        let visit = match self.flavour.visitors {
            Visitors::Callables => format!("visit({}, p);", components.join(", ")),
            _ => "visit(index, p, context);".to_owned(),
        };
        let body = vec![
            format!("const {index} end = {};", self.unit.call("span", &[])),
            format!("for ({index} p = 0; p < end; p++) {{"),
            format!("    {index} index[{}] = {{0}};", unit.constant("RANK")),
            format!("    if ({}({arguments}, index)) {{", unit.own("inv")),
            format!("        {visit}"),
            "    }".to_owned(),
            "}".to_owned(),
        ];
        self.visiting(text, "Visits every element once, in the order of memory.", "each_in_memory", body);
    }

    /// Both as macros. The last loop of each is there for the element alone, and goes once at most: so that what the macro
    /// stands before is one statement, whatever stands around it.
    fn macros(&self, text: &mut Text, loops: &Loops) {
        let (unit, index) = (self.unit, &self.index);
        let position = std::slice::from_ref(&unit.names.position);
        let mut each = Vec::new();
        for axis in &loops.axes {
            let name = &axis.name;
            let ends: Vec<String> = axis.ends.iter().map(|end| format!("{name} < {}", grouped(end))).collect();
            each.push(format!("for ({index} {name} = 0; {}; {name}++)", ends.join(" && ")));
        }
        let apply = self.unit.call("apply", &unit.names.index);
        each.push(format!("for ({index} p = {apply}; p >= 0; p = -1)"));
        let about = [
            "Stands before a statement, which is done for every element once, in the order of the index, with its index and its",
            "position under the names that are given here. `break` goes on with the next element, as `continue` does.",
        ];
        let parameters = [&unit.names.index[..], position].concat();
        self.define(text, &about, "each", &parameters, &each);
        let once = unit.own("once");
        let arguments: Vec<&str> = ["p"].into_iter().chain(unit.names.sizes()).chain(["index"]).collect();
        let in_memory = [
            format!("for ({index} p = 0; p < {}; p++)", self.unit.call("span", &[])),
            format!("for (bool {once} = {}({}); {once}; {once} = false)", unit.own("inv"), arguments.join(", ")),
        ];
        let about = [
            "Stands before a statement, which is done for every element once, in the order of memory, with its position under the",
            "name that is given here and its index in an array of the caller's. `break` goes on with the next, as `continue` does.",
        ];
        self.define(text, &about, "each_in_memory", &["index".to_owned(), "p".to_owned()], &in_memory);
    }

    /// A macro of some parameters and the sizes, a line a loop.
    fn define(&self, text: &mut Text, about: &[&str], what: &str, own: &[String], lines: &[String]) {
        let parameters: Vec<&str> = own.iter().map(String::as_str).chain(self.unit.names.sizes()).collect();
        text.lines("/// ", about);
        let head = format!("#define {}({})", self.unit.constant(what), parameters.join(", "));
        let all: Vec<String> = [head].into_iter().chain(lines.iter().map(|line| format!("    {line}"))).collect();
        text.line(all.join(" \\\n"));
        text.blank();
    }
}
