//! Files of Python and of what is written like it: what stands around both directions of a layout.

use super::expressions::{Expressions, Kinship};
use super::functions::{docstring, function, parameters, tuple};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, rows};
use crate::unit::{Formula, Test, Unit};
use lego_expr::Printed;

/// What the files of a language have at their beginning, and throughout.
#[derive(Clone, Copy)]
pub(in crate::languages) struct Frame<'a> {
    /// What stands for no position, and for no index.
    pub(in crate::languages) none: &'static str,
    /// The lines before a direction of the layout, and before a function of sizes.
    pub(in crate::languages) decorators: [Option<&'static str>; 2],
    /// Lines of the documentation.
    pub(in crate::languages) notes: &'a [String],
    /// Whether directions use Python's `math`.
    pub(in crate::languages) has_math: bool,
    /// Imports, those together that have no empty line between them.
    pub(in crate::languages) imports: &'a [&'a str],
}

/// A file that is being written. What is asked of sizes alone is answered by plain functions of Python.
pub(in crate::languages) struct File<'f, 'u> {
    pub(in crate::languages) unit: &'f Unit<'u>,
    /// Expressions of sizes, which are numbers of Python.
    numbers: Expressions<'f>,
    /// What must hold of sizes.
    tests: &'f [Test],
    /// The lines before a direction of the layout, and before a function of sizes.
    decorators: [Option<&'static str>; 2],
    /// What stands for no position, and for no index.
    none: &'static str,
    pub(in crate::languages) text: Text,
}

impl<'f, 'u> File<'f, 'u> {
    /// A file without functions yet, with the tests of its sizes.
    pub(in crate::languages) fn new(unit: &'f Unit<'u>, tests: &'f [Test], frame: Frame<'_>) -> Self {
        let Frame { none, decorators, notes, has_math, imports } = frame;
        let mut text = Text::default();
        let mut documentation = docstring(unit, none);
        let end = documentation.len() - 1;
        documentation.splice(end..end, notes.iter().cloned());
        text.lines("", documentation);
        text.blank();
        let of_sizes = unit.helpers_of(tests).or(unit.helpers_of_sizes());
        let has_math = has_math || of_sizes.isqrt || of_sizes.gcd;
        for import in has_math.then_some("import math").iter().chain(imports) {
            text.line(import);
            text.blank();
        }
        text.line(format!("{} = {}", unit.constant("RANK"), unit.rank()));
        text.blank();
        text.blank();
        Self { unit, numbers: Expressions::new(unit, Kinship::Python, 0), tests, decorators, none, text }
    }

    /// The extents and the span, as numbers of Python.
    pub(in crate::languages) fn bounds(&self) -> Result<(Vec<String>, Vec<String>), Error> {
        let compiled = &self.unit.compiled;
        Ok((self.unit.sizes(&compiled.dims, &self.numbers)?, self.unit.sizes(&[compiled.span], &self.numbers)?))
    }

    /// What is asked of sizes: whether there is such a layout, its extents, its span.
    pub(in crate::languages) fn sizes(&mut self) -> Result<(), Error> {
        if self.unit.has_sizes() {
            let mut body = Vec::new();
            for test in self.tests {
                let Printed { shared, values } = self.unit.test(test, &self.numbers)?;
                body.extend(self.numbers.statements(&shared));
                body.push(format!("if not ({}):", values[0]));
                body.push(format!("    raise ValueError({:?})", format!("it must hold that {}", test.words)));
            }
            let about = "Raises ValueError, with the reason, where there is no such layout.";
            let (name, sizes) = (self.unit.own("check"), parameters(self.unit, &[]));
            self.text.lines("", function(&name, &sizes, about, body));
        }
        let (dims, span) = self.bounds()?;
        let about = "The extents: the components of an index are below them.";
        self.of_sizes("dims", about, &tuple(&dims));
        self.of_sizes("span", "The number of positions that a buffer must have.", &span[0]);
        Ok(())
    }

    /// A function of sizes alone.
    fn of_sizes(&mut self, what: &str, about: &str, value: &str) {
        self.text.lines("", self.decorators[1]);
        let body = vec![format!("return {value}")];
        self.text.lines("", function(&self.unit.own(what), &parameters(self.unit, &[]), about, body));
    }

    /// A direction of the layout.
    pub(in crate::languages) fn direction(&mut self, what: &str, arguments: &[&str], about: &str, body: Vec<String>) {
        self.text.lines("", self.decorators[0]);
        self.text.lines("", function(&self.unit.own(what), &parameters(self.unit, arguments), about, body));
    }

    /// What is said of a direction that has no values everywhere.
    pub(in crate::languages) fn where_none(&self, is_partial: bool) -> String {
        let is_partial = is_partial || self.unit.has(Extra::Checks);
        if is_partial { format!("; {} where there is none", self.none) } else { String::new() }
    }

    /// The strides, if they are asked for.
    pub(in crate::languages) fn strides(&mut self) -> Result<(), Error> {
        if self.unit.has(Extra::Strides) {
            let strides = self.unit.sizes(&self.unit.strides()?, &self.numbers)?;
            let about = "How far the position moves for a step along each axis.";
            self.of_sizes("strides", about, &tuple(&strides));
        }
        Ok(())
    }

    /// The table, if it is asked for, between what stands before its numbers and after them.
    pub(in crate::languages) fn table(&mut self, begin: &str, end: &str) -> Result<(), Error> {
        if self.unit.has(Extra::Table) {
            let table = self.unit.table()?;
            let none = self.none;
            let number = |position: &Option<u64>| position.map_or(none.to_owned(), |position| position.to_string());
            self.text.line(format!("# The positions of all indices in row-major order; {none} where there is none."));
            let head = format!("{} = {begin}", self.unit.constant("TABLE"));
            self.text.block(&head, rows(table.iter().map(number)), end);
        }
        Ok(())
    }

    /// The table as an array of NumPy, if it is asked for.
    pub(in crate::languages) fn array(&mut self) -> Result<(), Error> {
        let (dims, _) = self.bounds()?;
        let end = format!("], dtype=np.int{}).reshape({})", self.unit.request.width.bits(), tuple(&dims));
        self.table("np.array([", &end)
    }

    /// The file, with the operations of both directions.
    pub(in crate::languages) fn finish(self, apply: &Formula, inv: &Formula) -> Written {
        let text = self.text.finish().trim_end().to_owned() + "\n";
        Written { text, operations: [apply.operations, inv.operations] }
    }
}
