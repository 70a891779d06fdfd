//! A whole module of JavaScript or TypeScript.

use super::expressions::Expressions;
use super::helpers::{GCD, ISQRT, MAX, MIN};
use super::numbers::Numbers;
use crate::error::Error;
use crate::source_file::{ABOUT, Function, Given, Parts, SourceFile, What, nest};
use crate::text::{Text, grouped, rows_of};
use crate::unit::{Computed, Integer, Limits, Loop, Unit};
use crate::width::Width;

/// A file that is being written.
pub(super) struct File<'f, 'u> {
    pub(super) typed: bool,
    pub(super) numbers: Numbers,
    pub(super) unit: &'f Unit<'u>,
}

impl File<'_, '_> {
    /// The type of an integer.
    fn integer(&self) -> &'static str {
        if self.numbers == Numbers::Big { "bigint" } else { "number" }
    }

    /// A type, after a colon; nothing in JavaScript.
    fn typed(&self, name: &str) -> String {
        if self.typed { format!(": {name}") } else { String::new() }
    }

    fn write_function(
        &self,
        text: &mut Text,
        about: &str,
        head: &str,
        (own, gives): (&[String], &str),
        body: Vec<String>,
    ) {
        let names = own.iter().map(String::as_str).chain(self.unit.names.sizes());
        let parameters: Vec<String> = names.map(|name| format!("{name}{}", self.typed(self.integer()))).collect();
        text.line(format!("/** {about} */"));
        text.line(format!("export function{head}({}){} {{", parameters.join(", "), self.typed(gives)));
        text.lines("  ", body);
        text.line("}");
        text.blank();
    }
}

impl SourceFile for File<'_, '_> {
    type Expressions<'d>
        = Expressions<'d>
    where
        Self: 'd;

    fn unit(&self) -> &Unit<'_> {
        self.unit
    }

    /// Integers without end fit every layout, unless fewer bits were asked for.
    fn computed(&self) -> Result<Computed, Error> {
        if self.numbers != Numbers::Big || self.unit.request.width == Width::Bits32 {
            self.unit.fits()?;
        }
        Ok(Computed { apply: Integer::Index, inv: Integer::Index })
    }

    fn limits(&self) -> Limits {
        match self.numbers {
            Numbers::Short => Limits { most: Some(self.unit.request.width.most()), computed: Some(i32::MAX as u128) },
            Numbers::Exact => Limits { most: Some((1 << 53) - 1), computed: Some((1 << 53) - 1) },
            Numbers::Big => Limits { most: None, computed: None },
        }
    }

    fn tested_in(&self) -> Integer {
        Integer::Index
    }

    fn expressions(&self, _: What, _: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, own: &self.unit.request.name, first, numbers: self.numbers }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        (ABOUT[what as usize], "; null where there is none")
    }

    fn head(&self, text: &mut Text, _: &Parts, _: &str) -> Result<(), Error> {
        let unit = self.unit;
        text.lines("// ", unit.header(["null", "null"]));
        let integers = if self.numbers == Numbers::Big { "BigInt" } else { "number" };
        text.line(format!("// Indices, positions and sizes are of type {integers}."));
        text.blank();
        text.line("/** The number of axes. */");
        text.line(format!("export const {} = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        Ok(())
    }

    fn helpers(&self, text: &mut Text, parts: &Parts) {
        let helpers = parts.helpers(Integer::Index);
        let is_big = self.numbers == Numbers::Big;
        let halves = if is_big { ["r / 2n", "b / 4n"] } else { ["Math.floor(r / 2)", "Math.floor(b / 4)"] };
        let [zero, one, four] = [0, 1, 4].map(|value| self.numbers.literal(value));
        let blanks = [
            ("$own", self.unit.request.name.as_str()),
            ("$of", &self.typed(self.integer())),
            ("$zero", &zero),
            ("$one", &one),
            ("$four", &four),
            ("$half_r", halves[0]),
            ("$quarter_b", halves[1]),
        ];
        let (min, max) = (helpers.min && is_big, helpers.max && is_big);
        text.needed(&[(min, MIN), (max, MAX), (helpers.isqrt, ISQRT), (helpers.gcd, GCD)], &blanks);
    }

    fn function(&self, text: &mut Text, function: Function<'_>) {
        let integer = self.integer();
        let gives = match function.what {
            What::Check => "boolean".to_owned(),
            What::Dims | What::Strides => format!("{integer}[]"),
            What::Span => integer.to_owned(),
            What::Apply => format!("{integer} | null"),
            What::Inv => format!("{integer}[] | null"),
        };
        let (about, head) = (function.about.clone(), format!(" {}", self.unit.own(function.what.name())));
        self.write_function(text, &about, &head, (function.own, &gives), function.statements());
    }

    fn leave(&self, what: What, condition: &str) -> String {
        format!("if ({condition}) return {};", if what == What::Check { "false" } else { "null" })
    }

    fn zero_or(&self) -> [&'static str; 2] {
        [if self.numbers == Numbers::Big { "0n" } else { "0" }, "||"]
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let values = given.values.join(", ");
        vec![match given.what {
            What::Check => "return true;".to_owned(),
            What::Span | What::Apply => format!("return {values};"),
            What::Dims | What::Inv | What::Strides => format!("return [{values}];"),
        }]
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        let number = |position: &Option<u64>| {
            position.map_or("null".to_owned(), |position| self.numbers.literal(position.into()))
        };
        text.line("/** The positions of all indices in row-major order; null where there is none. */");
        let of = self.typed(&format!("({} | null)[]", self.integer()));
        text.line(format!("export const {}{of} = [", self.unit.constant("TABLE")));
        text.lines("  ", rows_of(positions.iter().map(number)));
        text.line("];");
        Ok(())
    }

    /// Generators of all elements: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, integer, zero) = (self.unit, self.integer(), self.numbers.literal(0));
        let loops = unit.loops(&self.expressions(What::Dims, Integer::Index, 0))?;
        let of = self.typed(integer);
        let head = |axis: &Loop| {
            let name = &axis.name;
            let ends: Vec<String> = axis.ends.iter().map(|end| format!("{name} < {}", grouped(end))).collect();
            vec![format!("for (let {name}{of} = {zero}; {}; {name}++) {{", ends.join(" && "))]
        };
        let inside = [
            format!("const p = {};", unit.call("apply", &unit.names.index)),
            format!("if (p !== null) yield [[{}], p];", unit.names.index.join(", ")),
        ];
        let heads: Vec<Vec<String>> = loops.axes.iter().map(head).collect();
        let by_index = nest("  ", &heads, &inside, Some("}"));
        let by_memory = vec![
            format!("const end = {};", unit.call("span", &[])),
            format!("for (let p{of} = {zero}; p < end; p++) {{"),
            format!("  const index = {};", unit.call("inv", &["p".to_owned()])),
            "  if (index !== null) yield [index, p];".to_owned(),
            "}".to_owned(),
        ];
        let gives = format!("Generator<[{integer}[], {integer}]>");
        for (what, order, body) in [("each", "the index", by_index), ("each_in_memory", "memory", by_memory)] {
            let about = format!("Gives every element once, its index and its position, in the order of {order}.");
            self.write_function(text, &about, &format!(" * {}", unit.own(what)), (&[], &gives), body);
        }
        Ok(())
    }
}
