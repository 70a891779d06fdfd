//! Functions that visit every element once: in the order of the index, in the order of memory.

use super::file::Parts;
use super::flavour::Visitors;
use crate::error::Error;
use crate::text::{Text, grouped};
use crate::unit::{Integer, Loops};

impl Parts<'_, '_> {
    /// Both functions.
    pub(super) fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let loops = self.unit.loops(&self.dialect(Integer::Index, 0))?;
        self.by_index(text, &loops);
        self.by_memory(text);
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
        let mut body = Vec::new();
        let mut indent = String::new();
        for (axis, own) in loops.axes.iter().enumerate() {
            let mut end = grouped(&own.ends[0]);
            if own.ends.len() > 1 {
                body.push(format!("{indent}{index} end{axis} = {end};"));
                end = format!("end{axis}");
                for other in &own.ends[1..] {
                    body.push(format!("{indent}if ({} < {end}) {end} = {other};", grouped(other)));
                }
            }
            let name = &own.name;
            body.push(format!("{indent}for ({index} {name} = 0; {name} < {end}; {name}++) {{"));
            indent.push_str("    ");
        }
        let arguments: Vec<&str> = unit.names.index.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        body.push(format!("{indent}const {index} p = {}({});", unit.own("apply"), arguments.join(", ")));
        if loops.is_open {
            body.push(format!("{indent}if (p < 0) continue;"));
        }
        body.extend(self.visit(&unit.names.index, "p").into_iter().map(|line| format!("{indent}{line}")));
        for _ in 0..loops.axes.len() {
            indent.truncate(indent.len() - 4);
            body.push(format!("{indent}}}"));
        }
        self.visiting(text, "Visits every element once, in the order of the index.", "each", body);
    }

    fn by_memory(&self, text: &mut Text) {
        let (unit, index) = (self.unit, &self.index);
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let arguments = |first: &str| [first].into_iter().chain(sizes.iter().copied()).collect::<Vec<_>>().join(", ");
        let components: Vec<String> = (0..unit.rank()).map(|axis| format!("index[{axis}]")).collect();
        let visit = match self.flavour.visitors {
            Visitors::Callables => format!("visit({}, p);", components.join(", ")),
            _ => "visit(index, p, context);".to_owned(),
        };
        let body = vec![
            format!("const {index} end = {}({});", unit.own("span"), sizes.join(", ")),
            format!("for ({index} p = 0; p < end; p++) {{"),
            format!("    {index} index[{}] = {{0}};", unit.constant("RANK")),
            format!("    if ({}({}, index)) {{", unit.own("inv"), arguments("p")),
            format!("        {visit}"),
            "    }".to_owned(),
            "}".to_owned(),
        ];
        self.visiting(text, "Visits every element once, in the order of memory.", "each_in_memory", body);
    }
}
