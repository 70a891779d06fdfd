//! A cursor over all elements, in the order of the index and in that of memory: WGSL can hand a function neither to another nor
//! to a macro, so that the loop stays the caller's, and the functions say where it begins and what comes next.

use super::file::File;
use crate::error::Error;
use crate::source_file::{SourceFile, What};
use crate::text::{Text, grouped};
use crate::unit::Integer;

impl File<'_, '_> {
    /// The type of an element, and the functions that give the first and the next.
    pub(super) fn cursor(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, element) = (self.unit, self.unit.own("element"));
        text.line("/// An element: its index, and its position, which is -1 behind the last.");
        let fields = [format!("index: {},", self.array_type()), "p: i32,".to_owned()];
        text.block(&format!("struct {element} {{"), fields, "}");
        self.by_index(text)?;
        self.by_memory(text);
        let sizes = unit.names.sizes().map(|size| format!(", {size}")).collect::<String>();
        let [first, next] = ["first", "next"].map(|what| unit.own(what));
        let list = sizes.trim_start_matches(", ");
        text.line(format!(
            "// for (var at = {first}({list}); at.p >= 0; at = {next}(at{sizes})) {{ … }} visits every element once,"
        ));
        text.line("// in the order of the index; with _in_memory behind both names in that of memory.");
        text.blank();
        Ok(())
    }

    /// In the order of the index. Every axis is carried over into the one before it at its end, which partial tiles have earlier.
    fn by_index(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, element) = (self.unit, self.unit.own("element"));
        let loops = unit.loops(&self.expressions(What::Dims, Integer::Index, 0))?;
        let names = &unit.names.index;
        let mut body: Vec<String> =
            names.iter().enumerate().map(|(k, name)| format!("var {name} = index[{k}];")).collect();
        body.push("loop {".to_owned());
        let mut before: Option<&str> = None;
        for axis in &loops.axes {
            let name = axis.name.as_str();
            let is_past = |end: &String| format!("{name} >= {}", grouped(end));
            let past = axis.ends.iter().map(is_past).collect::<Vec<_>>().join(" || ");
            let then = match before {
                None => "break;".to_owned(),
                Some(before) => format!("{name} = 0; {before}++; continue;"),
            };
            body.push(format!("    if ({past}) {{ {then} }}"));
            before = Some(name);
        }
        let (all, last) = (names.join(", "), names[names.len() - 1].as_str());
        let arguments: Vec<&str> = names.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        body.push(format!("    let p = {}({});", unit.own("apply"), arguments.join(", ")));
        body.push(format!("    if (p >= 0) {{ return {element}({}({all}), p); }}", self.array_type()));
        body.push(format!("    {last}++;"));
        body.push("}".to_owned());
        body.push(format!("return {element}(index, -1);"));
        let sizes: String = unit.names.sizes().map(|size| format!(", {size}")).collect();
        let begin = format!("index: {}", self.array_type());
        let more = self.parameters(&[], None);
        let head = format!("{}({}) -> {element}", unit.own("from"), joined(&begin, &more));
        Self::write_function(
            text,
            "The first element at an index or after it, in the order of the index.",
            &head,
            body,
        );
        let head = format!("{}({more}) -> {element}", unit.own("first"));
        let about = "The first element in the order of the index.";
        Self::write_function(
            text,
            about,
            &head,
            vec![format!("return {}({}(){sizes});", unit.own("from"), self.array_type())],
        );
        let head = format!("{}({}) -> {element}", unit.own("next"), joined(&format!("element: {element}"), &more));
        let body = vec![
            "var index = element.index;".to_owned(),
            format!("index[{}]++;", names.len() - 1),
            format!("return {}(index{sizes});", unit.own("from")),
        ];
        Self::write_function(text, "The element after another in the order of the index.", &head, body);
        Ok(())
    }

    /// In the order of memory.
    fn by_memory(&self, text: &mut Text) {
        let (unit, element) = (self.unit, self.unit.own("element"));
        let sizes: String = unit.names.sizes().map(|size| format!(", {size}")).collect();
        let span = format!("{}({})", unit.own("span"), sizes.trim_start_matches(", "));
        let from = unit.own("from_in_memory");
        let body = vec![
            format!("var index: {};", self.array_type()),
            format!("let end = {span};"),
            "for (var next = p; next < end; next++) {".to_owned(),
            format!("    if ({}(next{sizes}, &index)) {{ return {element}(index, next); }}", unit.own("inv")),
            "}".to_owned(),
            format!("return {element}(index, -1);"),
        ];
        let more = self.parameters(&[], None);
        let about = "The first element at a position or behind it, in the order of memory.";
        Self::write_function(text, about, &format!("{from}({}) -> {element}", joined("p: i32", &more)), body);
        let head = format!("{}({more}) -> {element}", unit.own("first_in_memory"));
        let about = "The first element in the order of memory.";
        Self::write_function(text, about, &head, vec![format!("return {from}(0{sizes});")]);
        let head =
            format!("{}({}) -> {element}", unit.own("next_in_memory"), joined(&format!("element: {element}"), &more));
        let about = "The element after another in the order of memory.";
        Self::write_function(text, about, &head, vec![format!("return {from}(element.p + 1{sizes});")]);
    }
}

/// A parameter, and those behind it, of which there may be none.
fn joined(first: &str, more: &str) -> String {
    if more.is_empty() { first.to_owned() } else { format!("{first}, {more}") }
}
