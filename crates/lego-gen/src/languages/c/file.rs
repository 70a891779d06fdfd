//! A whole file of C.

use super::dialect::Expressions;
use super::flavour::Flavour;
use super::helpers;
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, grouped, has_word, rows};
use crate::unit::{Computed, Formula, Helpers, Integer, Limits, Test, Unit};
use lego_expr::{Dialect, Id, Printed, Shared};
use std::collections::BTreeSet;

/// Sizes are tested in 64 bits, where the language has them.
const MOST_TESTED: u128 = i64::MAX as u128;

/// The file of a layout.
pub(super) fn write(flavour: &Flavour, unit: &Unit<'_>) -> Result<Written, Error> {
    flavour.names(unit)?;
    let computed = unit.computed(flavour.habits.types(unit.request.width))?;
    let parts = Parts::new(flavour, unit);
    let most = unit.request.width.most();
    let tested = if flavour.habits.has_wider { MOST_TESTED } else { most };
    let tests = unit.tests(Limits { most: Some(most), computed: Some(tested) })?;
    let formula = |map, integer| Formula::new(unit, map, |first| parts.dialect(integer, first));
    let formulas = [formula(&unit.compiled.apply, computed.apply)?, formula(&unit.compiled.inv, computed.inv)?];
    let mut text = Text::default();
    parts.head(&mut text);
    parts.helpers(&mut text, &tests, &formulas, computed);
    parts.lists(&mut text, &formulas);
    parts.sizes(&mut text, &tests)?;
    parts.apply(&mut text, &formulas[0], computed.apply);
    parts.inv(&mut text, &formulas[1], computed.inv);
    if unit.has(Extra::Strides) {
        parts.strides(&mut text)?;
    }
    if unit.has(Extra::Table) {
        parts.table(&mut text)?;
    }
    if unit.has(Extra::Loops) {
        parts.loops(&mut text)?;
    }
    if unit.has(Extra::Array) {
        parts.array(&mut text);
    }
    if flavour.has_policy {
        parts.policy(&mut text)?;
    }
    text.line(format!("#endif // {}", parts.guard()));
    Ok(Written { text: text.finish(), operations: formulas.map(|formula| formula.operations) })
}

/// What the parts of a file are made of.
pub(super) struct Parts<'f, 'u> {
    pub(super) flavour: &'f Flavour,
    pub(super) unit: &'f Unit<'u>,
    /// The name of the type of indices, positions and sizes.
    pub(super) index: String,
    /// The sizes as parameters.
    pub(super) sizes: Vec<String>,
}

impl<'f, 'u> Parts<'f, 'u> {
    fn new(flavour: &'f Flavour, unit: &'f Unit<'u>) -> Self {
        let plain = flavour.index_type(unit.request.width).to_owned();
        let index = if flavour.habits.has_typedef { unit.own("index_t") } else { plain };
        let sizes = unit.names.sizes().map(|size| format!("{index} {size}")).collect();
        Self { flavour, unit, index, sizes }
    }

    /// The name of a type in which is computed, and its bits.
    fn integer(&self, integer: Integer) -> (&str, u32) {
        match integer {
            Integer::Index => (&self.index, self.unit.request.width.bits()),
            Integer::Signed64 => (self.flavour.integers[1], 64),
            Integer::Unsigned64 => (self.flavour.integers[2], 64),
        }
    }

    /// What the names of helpers begin with: those for 64 bits stand beside those of the type of indices.
    fn own(&self, integer: Integer) -> String {
        match integer {
            Integer::Index => self.unit.request.name.clone(),
            Integer::Signed64 => self.unit.own("long"),
            Integer::Unsigned64 => self.unit.own("ulong"),
        }
    }

    pub(super) fn dialect(&self, integer: Integer, first: usize) -> Expressions<'_> {
        let (type_name, bits) = self.integer(integer);
        let (type_name, converts) = (type_name.to_owned(), integer != Integer::Index);
        let (names, habits) = (&self.unit.names, &self.flavour.habits);
        let lists = self.unit.own("list");
        Expressions {
            names,
            own: self.own(integer),
            lists,
            first,
            integer,
            converts,
            type_name,
            is_macro: false,
            bits,
            habits,
        }
    }

    fn guard(&self) -> String {
        self.unit.constant("H")
    }

    /// A list of parameters, of which there may be none.
    fn list(&self, parameters: &[String]) -> String {
        if parameters.is_empty() { self.flavour.nothing.to_owned() } else { parameters.join(", ") }
    }

    fn head(&self, text: &mut Text) {
        let (unit, flavour) = (self.unit, self.flavour);
        text.lines("", unit.header(["-1", "false"]).into_iter().map(|line| format!("// {line}")));
        text.line(format!("#ifndef {}", self.guard()));
        text.line(format!("#define {}", self.guard()));
        text.blank();
        if !flavour.before.is_empty() {
            text.lines("", flavour.before);
            text.blank();
        }
        if flavour.habits.has_typedef {
            text.line("/// An index, a position or a size.");
            text.line(format!("typedef {} {};", flavour.index_type(unit.request.width), self.index));
            text.blank();
        }
        text.line("/// The number of axes.");
        text.line(format!("#define {} {}", unit.constant("RANK"), unit.rank()));
        text.blank();
    }

    /// Functions for what the language does not have, in each type that needs them.
    fn helpers(&self, text: &mut Text, tests: &[Test], formulas: &[Formula; 2], computed: Computed) {
        let unit = self.unit;
        let needed = [
            (self.tested_in(), unit.helpers_of(tests)),
            (Integer::Index, unit.helpers_of_sizes()),
            (computed.apply, formulas[0].helpers),
            (computed.inv, formulas[1].helpers),
        ];
        for integer in [Integer::Index, Integer::Signed64, Integer::Unsigned64] {
            let of_type = needed.iter().filter(|(of, _)| *of == integer);
            let helpers = of_type.fold(Helpers::default(), |all, (_, helpers)| all.or(*helpers));
            helpers::write(text, helpers, self.flavour, &self.own(integer), self.integer(integer));
        }
    }

    /// The lists that the maps look into.
    fn lists(&self, text: &mut Text, formulas: &[Formula; 2]) {
        let lists: BTreeSet<u32> = formulas.iter().flat_map(|formula| formula.lists.iter().copied()).collect();
        for list in lists {
            let entries = self.unit.compiled.arena.entries(list);
            text.line("/// Entries that are looked up.");
            self.array_of(text, &self.unit.own(&format!("list{list}")), entries.iter().map(u64::to_string));
        }
    }

    /// A constant array.
    fn array_of(&self, text: &mut Text, name: &str, numbers: impl ExactSizeIterator<Item = String>) {
        let count = numbers.len();
        let [open, close] = self.flavour.brackets(&self.index, count);
        let mut rows = rows(numbers);
        if let (true, Some(last)) = (self.flavour.habits.constructs, rows.last_mut()) {
            last.pop();
        }
        let constants = self.flavour.constants;
        text.block(&format!("{constants} {} {name}[{count}] = {open}", self.index), rows, &close);
    }

    /// The type in which sizes are tested: 64 bits, so that products of those of 32 have room, where the language has them.
    fn tested_in(&self) -> Integer {
        if self.unit.request.width.bits() == 32 && self.flavour.habits.has_wider {
            Integer::Signed64
        } else {
            Integer::Index
        }
    }

    /// Statements that keep a compiler from warning of parameters that do not occur.
    fn unused<'n>(names: impl IntoIterator<Item = &'n str>, lines: &[String]) -> Vec<String> {
        let occurs = |name: &str| lines.iter().any(|line| has_word(line, name));
        names.into_iter().filter(|name| !occurs(name)).map(|name| format!("(void){name};")).collect()
    }

    /// A function, in which what does not occur is said not to be used.
    fn function<'n>(
        &self,
        text: &mut Text,
        about: &str,
        head: &str,
        names: impl IntoIterator<Item = &'n str>,
        body: Vec<String>,
    ) {
        let unused = if self.flavour.habits.says_unused { Self::unused(names, &body) } else { Vec::new() };
        text.line(format!("/// {about}"));
        text.block(format!("{} {head} {{", self.flavour.function).trim_start(), unused.into_iter().chain(body), "}");
    }

    /// The check of the sizes, the extents, the span.
    fn sizes(&self, text: &mut Text, tests: &[Test]) -> Result<(), Error> {
        let (unit, index, sizes) = (self.unit, &self.index, self.list(&self.sizes));
        if unit.has_sizes() {
            let dialect = Expressions { converts: false, ..self.dialect(self.tested_in(), 0) };
            let mut body = Vec::new();
            for test in tests {
                let Printed { shared, values } = unit.test(test, &dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                body.push(format!("if (!({})) return false; // {}", values[0], test.words));
            }
            body.push("return true;".to_owned());
            let about = "Whether there is such a layout. Without, the other functions give nothing of use.";
            // What does not fit the type of indices is to be refused, and not cut off.
            let wide = self.integer(self.tested_in()).0;
            let tested: Vec<String> = unit.names.sizes().map(|size| format!("{wide} {size}")).collect();
            let head = format!("bool {}({})", unit.own("check"), tested.join(", "));
            self.function(text, about, &head, [], body);
        }
        let dialect = self.dialect(Integer::Index, 0);
        let extents = unit.sizes(&unit.compiled.dims, &dialect)?;
        let body = extents.iter().enumerate().map(|(axis, extent)| format!("dims[{axis}] = {extent};")).collect();
        let dims = self.output("dims");
        let parameters: Vec<String> = [dims].into_iter().chain(self.sizes.iter().cloned()).collect();
        let head = format!("void {}({})", unit.own("dims"), parameters.join(", "));
        self.function(text, "The extents: the components of an index are below them.", &head, unit.names.sizes(), body);
        let span = unit.sizes(&[unit.compiled.span], &dialect)?;
        let head = format!("{index} {}({sizes})", unit.own("span"));
        let body = vec![format!("return {};", span[0])];
        self.function(text, "The number of positions that a buffer must have.", &head, unit.names.sizes(), body);
        Ok(())
    }

    /// What comes before the values: arguments out of range, shared values, and the condition under which there are values.
    fn ahead(&self, formula: &Formula, integer: Integer, none: &str) -> Vec<String> {
        let dialect = self.dialect(integer, 0);
        let statements = |shared: &[Shared<String>]| -> Vec<String> {
            shared.iter().map(|shared| dialect.statement(shared)).collect()
        };
        let mut lines = Vec::new();
        if let Some(guard) = &formula.guard {
            lines.extend(statements(&guard.shared));
            lines.push(format!("if (!({})) return {none};", guard.values[0]));
        }
        lines.extend(statements(&formula.shared));
        lines
    }

    /// Statements that leave a function for arguments below zero or not below their bounds, and for sizes of no layout.
    fn checks(&self, arguments: &[String], bounds: &[Id], none: &str) -> Vec<String> {
        let unit = self.unit;
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            let sizes: Vec<&str> = unit.names.sizes().collect();
            lines.push(format!("if (!{}({})) return {none};", unit.own("check"), sizes.join(", ")));
        }
        let bounds = unit.sizes(bounds, &self.dialect(Integer::Index, 0)).unwrap_or_default();
        for (argument, bound) in arguments.iter().zip(bounds.iter().map(|bound| grouped(bound))) {
            lines.push(format!("if ({argument} < 0 || {argument} >= {bound}) return {none};"));
        }
        lines
    }

    /// An array that a function writes, as a parameter.
    fn output(&self, name: &str) -> String {
        self.flavour.habits.output(&self.index, name, &self.unit.constant("RANK"))
    }

    /// The value in the type of indices.
    fn narrowed(&self, value: &str, integer: Integer) -> String {
        if integer == Integer::Index { value.to_owned() } else { format!("({})({value})", self.index) }
    }

    fn apply(&self, text: &mut Text, formula: &Formula, integer: Integer) {
        let (unit, index) = (self.unit, &self.index);
        let components = unit.names.index.iter().map(|name| format!("{index} {name}"));
        let parameters: Vec<String> = components.chain(self.sizes.iter().cloned()).collect();
        let mut body = self.checks(&unit.names.index, &unit.compiled.dims, "-1");
        body.extend(self.ahead(formula, integer, "-1"));
        body.push(format!("return {};", self.narrowed(&formula.values[0], integer)));
        let none = if unit.expands() || unit.has(Extra::Checks) { "; -1 where it has none" } else { "" };
        let head = format!("{index} {}({})", unit.own("apply"), parameters.join(", "));
        let names = unit.names.index.iter().map(String::as_str).chain(unit.names.sizes());
        self.function(text, &format!("The position of an index{none}."), &head, names, body);
    }

    fn inv(&self, text: &mut Text, formula: &Formula, integer: Integer) {
        let (unit, index, position) = (self.unit, &self.index, &self.unit.names.position);
        let parameters: Vec<String> =
            [format!("{index} {position}")].into_iter().chain(self.sizes.iter().cloned()).collect();
        let mut body = self.checks(std::slice::from_ref(position), &[unit.compiled.span], "false");
        body.extend(self.ahead(formula, integer, "false"));
        if self.flavour.habits.clears && !body.is_empty() {
            let zeros = (0..unit.rank()).map(|axis| format!("index[{axis}] = 0;")).collect::<Vec<_>>().join(" ");
            body.insert(0, zeros);
        }
        let values = formula.values.iter().enumerate();
        body.extend(values.map(|(axis, value)| format!("index[{axis}] = {};", self.narrowed(value, integer))));
        body.push("return true;".to_owned());
        let head = format!("bool {}({}, {})", unit.own("inv"), parameters.join(", "), self.output("index"));
        let names = [position.as_str()].into_iter().chain(unit.names.sizes());
        self.function(text, "Writes the index at a position; false where there is none.", &head, names, body);
    }

    fn strides(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let strides = unit.sizes(&unit.strides()?, &self.dialect(Integer::Index, 0))?;
        let body = strides.iter().enumerate().map(|(axis, stride)| format!("strides[{axis}] = {stride};")).collect();
        let parameters: Vec<String> = [self.output("strides")].into_iter().chain(self.sizes.iter().cloned()).collect();
        let head = format!("void {}({})", unit.own("strides"), parameters.join(", "));
        self.function(text, "How far the position moves for a step along each axis.", &head, unit.names.sizes(), body);
        Ok(())
    }

    fn table(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let table = unit.table()?;
        let numbers = table.iter().map(|position| position.map_or("-1".to_owned(), |position| position.to_string()));
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        self.array_of(text, &unit.own("table"), numbers);
        Ok(())
    }
}
