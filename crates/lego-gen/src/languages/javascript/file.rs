//! A whole module of JavaScript or TypeScript.

use super::expressions::Expressions;
use super::helpers::{GCD, ISQRT, MAX, MIN};
use super::numbers::Numbers;
use crate::error::Error;
use crate::extra::Extra;
use crate::text::{Text, grouped, rows};
use crate::unit::{Formula, Test, Unit};
use lego_expr::{Dialect, Printed, Shared};

/// A file that is being written.
pub(super) struct File<'f, 'u> {
    pub(super) typed: bool,
    pub(super) numbers: Numbers,
    pub(super) unit: &'f Unit<'u>,
}

impl File<'_, '_> {
    /// The type of an integer, after a colon; nothing in JavaScript.
    fn of(&self) -> &'static str {
        match (self.typed, self.numbers) {
            (false, _) => "",
            (true, Numbers::Big) => ": bigint",
            (true, _) => ": number",
        }
    }

    /// A type, after a colon; nothing in JavaScript.
    fn typed(&self, name: &str) -> String {
        if self.typed { format!(": {name}") } else { String::new() }
    }

    fn parameters(&self, first: &[&str]) -> String {
        let names = first.iter().copied().chain(self.unit.names.sizes());
        names.map(|name| format!("{name}{}", self.of())).collect::<Vec<_>>().join(", ")
    }

    fn function(&self, text: &mut Text, about: &str, head: &str, gives: &str, body: Vec<String>) {
        text.line(format!("/** {about} */"));
        text.line(format!("export function {head}{} {{", self.typed(gives)));
        text.lines("  ", body);
        text.line("}");
        text.blank();
    }

    pub(super) fn write(
        &self,
        tests: &[Test],
        formulas: [&Formula; 2],
        dialect: &Expressions<'_>,
    ) -> Result<String, Error> {
        let unit = self.unit;
        let mut text = Text::default();
        text.lines("", unit.header(["null", "null"]).into_iter().map(|line| format!("// {line}")));
        let integers = match self.numbers {
            Numbers::Big => "BigInt",
            _ => "number",
        };
        text.line(format!("// Indices, positions and sizes are of type {integers}."));
        text.blank();
        text.line("/** The number of axes. */");
        text.line(format!("export const {} = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        self.helpers(&mut text, tests, formulas);
        let integer = if self.numbers == Numbers::Big { "bigint" } else { "number" };
        if unit.has_sizes() {
            let mut body = Vec::new();
            for test in tests {
                let Printed { shared, values } = unit.test(test, dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                body.push(format!("if (!({})) return false; // {}", values[0], test.words));
            }
            body.push("return true;".to_owned());
            let head = format!("{}({})", unit.own("check"), self.parameters(&[]));
            let about = "Whether there is such a layout. Without, the other functions give nothing of use.";
            self.function(&mut text, about, &head, "boolean", body);
        }
        let dims = unit.sizes(&unit.compiled.dims, dialect)?;
        let head = format!("{}({})", unit.own("dims"), self.parameters(&[]));
        let about = "The extents: the components of an index are below them.";
        let array = format!("{integer}[]");
        self.function(&mut text, about, &head, &array, vec![format!("return [{}];", dims.join(", "))]);
        let span = unit.sizes(&[unit.compiled.span], dialect)?;
        let head = format!("{}({})", unit.own("span"), self.parameters(&[]));
        let about = "The number of positions that a buffer must have.";
        self.function(&mut text, about, &head, integer, vec![format!("return {};", span[0])]);
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let is_partial = |is| if is || unit.has(Extra::Checks) { "; null where there is none" } else { "" };
        let mut body = self.checks(&index, &dims);
        body.extend(self.ahead(formulas[0], dialect));
        body.push(format!("return {};", formulas[0].values[0]));
        let head = format!("{}({})", unit.own("apply"), self.parameters(&index));
        let about = format!("The position of an index{}.", is_partial(unit.expands()));
        self.function(&mut text, &about, &head, &format!("{integer} | null"), body);
        let mut body = self.checks(&["p"], &span);
        body.extend(self.ahead(formulas[1], dialect));
        body.push(format!("return [{}];", formulas[1].values.join(", ")));
        let head = format!("{}({})", unit.own("inv"), self.parameters(&["p"]));
        let about = format!("The index at a position{}.", is_partial(unit.pads()));
        self.function(&mut text, &about, &head, &format!("{array} | null"), body);
        if unit.has(Extra::Strides) {
            let strides = unit.sizes(&unit.strides()?, dialect)?;
            let head = format!("{}({})", unit.own("strides"), self.parameters(&[]));
            let about = "How far the position moves for a step along each axis.";
            self.function(&mut text, about, &head, &array, vec![format!("return [{}];", strides.join(", "))]);
        }
        if unit.has(Extra::Loops) {
            self.loops(&mut text, dialect)?;
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| {
                position.map_or("null".to_owned(), |position| self.numbers.literal(position.into()))
            };
            text.line("/** The positions of all indices in row-major order; null where there is none. */");
            let of = self.typed(&format!("({integer} | null)[]"));
            text.line(format!("export const {}{of} = [", unit.constant("TABLE")));
            text.lines("  ", rows(table.iter().map(number)));
            text.line("];");
        }
        Ok(text.finish().trim_end().to_owned() + "\n")
    }

    /// Generators of all elements: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text, dialect: &Expressions<'_>) -> Result<(), Error> {
        let unit = self.unit;
        let loops = unit.loops(dialect)?;
        let zero = self.numbers.literal(0);
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let (mut body, mut indent) = (Vec::new(), String::new());
        for axis in &loops.axes {
            let (name, of) = (&axis.name, self.of());
            let ends =
                axis.ends.iter().map(|end| format!("{name} < {}", grouped(end))).collect::<Vec<_>>().join(" && ");
            body.push(format!("{indent}for (let {name}{of} = {zero}; {ends}; {name}++) {{"));
            indent.push_str("  ");
        }
        let arguments: Vec<&str> = unit.names.index.iter().map(String::as_str).chain(sizes.iter().copied()).collect();
        body.push(format!("{indent}const p = {}({});", unit.own("apply"), arguments.join(", ")));
        body.push(format!("{indent}if (p !== null) yield [[{}], p];", unit.names.index.join(", ")));
        for _ in &loops.axes {
            indent.truncate(indent.len() - 2);
            body.push(format!("{indent}}}"));
        }
        let integer = if self.numbers == Numbers::Big { "bigint" } else { "number" };
        let gives = format!("Generator<[{integer}[], {integer}]>");
        let head = |name: &str| format!("* {}({})", unit.own(name), self.parameters(&[]));
        let about = "Gives every element once, its index and its position, in the order of the index.";
        self.function(text, about, &head("each"), &gives, body);
        let arguments = ["p"].into_iter().chain(sizes.iter().copied()).collect::<Vec<_>>().join(", ");
        let body = vec![
            format!("const end = {}({});", unit.own("span"), sizes.join(", ")),
            format!("for (let p{} = {zero}; p < end; p++) {{", self.of()),
            format!("  const index = {}({arguments});", unit.own("inv")),
            "  if (index !== null) yield [index, p];".to_owned(),
            "}".to_owned(),
        ];
        let about = "Gives every element once, its index and its position, in the order of memory.";
        self.function(text, about, &head("each_in_memory"), &gives, body);
        Ok(())
    }

    fn helpers(&self, text: &mut Text, tests: &[Test], formulas: [&Formula; 2]) {
        let unit = self.unit;
        let mut helpers = unit.helpers_of(tests).or(unit.helpers_of_sizes());
        for formula in formulas {
            helpers = helpers.or(formula.helpers);
        }
        let is_big = self.numbers == Numbers::Big;
        let literal = |value| self.numbers.literal(value);
        let (zero, one, four) = (literal(0), literal(1), literal(4));
        let halves = if is_big { ["r / 2n", "b / 4n"] } else { ["Math.floor(r / 2)", "Math.floor(b / 4)"] };
        let blanks = [
            ("$own", unit.request.name.as_str()),
            ("$of", self.of()),
            ("$zero", &zero),
            ("$one", &one),
            ("$four", &four),
            ("$half_r", halves[0]),
            ("$quarter_b", halves[1]),
        ];
        let needed =
            [(helpers.min && is_big, MIN), (helpers.max && is_big, MAX), (helpers.isqrt, ISQRT), (helpers.gcd, GCD)];
        for (_, template) in needed.into_iter().filter(|(is_needed, _)| *is_needed) {
            text.filled(template, &blanks);
        }
    }

    /// Statements that leave a function for arguments out of range, and for sizes of no layout.
    fn checks(&self, arguments: &[&str], bounds: &[String]) -> Vec<String> {
        let unit = self.unit;
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            let sizes: Vec<&str> = unit.names.sizes().collect();
            lines.push(format!("if (!{}({})) return null;", unit.own("check"), sizes.join(", ")));
        }
        let zero = self.numbers.literal(0);
        let inside = arguments.iter().zip(bounds);
        lines.extend(
            inside.map(|(name, bound)| format!("if ({name} < {zero} || {name} >= {}) return null;", grouped(bound))),
        );
        lines
    }

    fn ahead(&self, formula: &Formula, dialect: &Expressions<'_>) -> Vec<String> {
        let statements = |shared: &[Shared<String>]| -> Vec<String> {
            shared.iter().map(|shared| dialect.statement(shared)).collect()
        };
        let mut lines = Vec::new();
        if let Some(guard) = &formula.guard {
            lines.extend(statements(&guard.shared));
            lines.push(format!("if (!({})) return null;", guard.values[0]));
        }
        lines.extend(statements(&formula.shared));
        lines
    }
}
