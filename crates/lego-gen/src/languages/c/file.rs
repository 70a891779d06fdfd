//! A whole file of C.

use super::dialect::Expressions;
use super::flavour::Flavour;
use super::helpers;
use crate::error::Error;
use crate::extra::Extra;
use crate::source_file::{ABOUT, Function, Given, Parts, Section, SourceFile, What};
use crate::text::{Text, has_word, rows, rows_of};
use crate::unit::{Computed, Integer, Limits, Unit};
use std::collections::BTreeSet;

/// A file that is being written.
pub(super) struct File<'f, 'u> {
    pub(super) flavour: &'f Flavour,
    pub(super) unit: &'f Unit<'u>,
    /// The name of the type of indices, positions and sizes.
    pub(super) index: String,
    /// The sizes as parameters.
    pub(super) sizes: Vec<String>,
}

impl<'f, 'u> File<'f, 'u> {
    pub(super) fn new(flavour: &'f Flavour, unit: &'f Unit<'u>) -> Self {
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

    /// Expressions of sizes.
    pub(super) fn plain(&self) -> Expressions<'_> {
        self.expressions(What::Dims, Integer::Index, 0)
    }

    fn guard(&self) -> String {
        self.unit.constant("H")
    }

    /// A constant array.
    fn array_of(&self, text: &mut Text, name: &str, count: usize, mut rows: Vec<String>) {
        let [open, close] = self.flavour.brackets(&self.index, count);
        if let (true, Some(last)) = (self.flavour.habits.constructs, rows.last_mut()) {
            last.pop();
        }
        let constants = self.flavour.constants;
        text.block(&format!("{constants} {} {name}[{count}] = {open}", self.index), rows, &close);
    }

    /// An array that a function writes, as a parameter.
    fn output(&self, name: &str) -> String {
        self.flavour.habits.output(&self.index, name, &self.unit.constant("RANK"))
    }

    /// The value in the type of indices.
    fn narrowed(&self, value: &str, integer: Integer) -> String {
        if integer == Integer::Index { value.to_owned() } else { format!("({})({value})", self.index) }
    }
}

impl SourceFile for File<'_, '_> {
    type Expressions<'d>
        = Expressions<'d>
    where
        Self: 'd;

    const ORDER: &'static [Section] = &[
        Section::Helpers,
        Section::Function(What::Check),
        Section::Function(What::Dims),
        Section::Function(What::Span),
        Section::Function(What::Apply),
        Section::Function(What::Inv),
        Section::Function(What::Strides),
        Section::Table,
        Section::Loops,
    ];

    fn unit(&self) -> &Unit<'_> {
        self.unit
    }

    fn computed(&self) -> Result<Computed, Error> {
        self.unit.computed(self.flavour.habits.types(self.unit.request.width))
    }

    /// Sizes are tested in 64 bits, where the language has them.
    fn limits(&self) -> Limits {
        let most = self.unit.request.width.most();
        let computed = if self.flavour.habits.has_wider { i64::MAX as u128 } else { most };
        Limits { most: Some(most), computed: Some(computed) }
    }

    /// 64 bits, so that products of sizes of 32 have room, where the language has them.
    fn tested_in(&self) -> Integer {
        match self.unit.request.width.bits() {
            32 if self.flavour.habits.has_wider => Integer::Signed64,
            _ => Integer::Index,
        }
    }

    fn expressions(&self, what: What, integer: Integer, first: usize) -> Expressions<'_> {
        let (type_name, bits) = self.integer(integer);
        Expressions {
            names: &self.unit.names,
            own: self.own(integer),
            lists: self.unit.own("list"),
            first,
            integer,
            converts: integer != Integer::Index && what != What::Check,
            type_name: type_name.to_owned(),
            is_macro: false,
            bits,
            habits: &self.flavour.habits,
        }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        match what {
            What::Inv => ("Writes the index at a position; false where there is none", ""),
            _ => (ABOUT[what as usize], "; -1 where it has none"),
        }
    }

    fn head(&self, text: &mut Text, _: &Parts, _: &str) -> Result<(), Error> {
        let (unit, flavour) = (self.unit, self.flavour);
        text.lines("// ", unit.header(["-1", "false"]));
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
        Ok(())
    }

    fn foot(&self, text: &mut Text) -> Result<(), Error> {
        if self.unit.has(Extra::Array) {
            self.array(text);
        }
        if self.flavour.has_policy {
            self.policy(text)?;
        }
        text.line(format!("#endif // {}", self.guard()));
        Ok(())
    }

    /// Functions in each type that needs them, and the lists that the maps look into.
    fn helpers(&self, text: &mut Text, parts: &Parts) {
        for integer in [Integer::Index, Integer::Signed64, Integer::Unsigned64] {
            helpers::write(text, parts.helpers(integer), self.flavour, &self.own(integer), self.integer(integer));
        }
        let lists: BTreeSet<u32> = parts.formulas.iter().flat_map(|formula| formula.lists.iter().copied()).collect();
        for list in lists {
            let entries = self.unit.compiled.arena.entries(list);
            text.line("/// Entries that are looked up.");
            let rows = rows_of(entries.iter().map(u64::to_string));
            self.array_of(text, &self.unit.own(&format!("list{list}")), entries.len(), rows);
        }
    }

    /// A function, in which what does not occur is said not to be used.
    fn function(&self, text: &mut Text, function: Function<'_>) {
        let (unit, index, what) = (self.unit, &self.index, function.what);
        let wide = self.integer(function.integer).0;
        let own = function.own.iter().map(|name| format!("{index} {name}"));
        let sizes = self.sizes.iter().cloned();
        let (gives, parameters): (&str, Vec<String>) = match what {
            // What does not fit the type of indices is to be refused, and not cut off.
            What::Check => ("bool", unit.names.sizes().map(|size| format!("{wide} {size}")).collect()),
            What::Dims | What::Strides => ("void", [self.output(what.name())].into_iter().chain(sizes).collect()),
            What::Span | What::Apply => (index, own.chain(sizes).collect()),
            What::Inv => ("bool", own.chain(sizes).chain([self.output("index")]).collect()),
        };
        let parameters = if parameters.is_empty() { self.flavour.nothing.to_owned() } else { parameters.join(", ") };
        let head = format!("{} {gives} {}({parameters}) {{", self.flavour.function, unit.own(what.name()));
        text.line(format!("/// {}", function.about));
        let names: Vec<&str> = function.own.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        let leaves = !function.checks.is_empty() || function.body.len() > unit.rank() + 1;
        let mut body = function.statements();
        // What a shader does not write of the caller's array has no value.
        if what == What::Inv && self.flavour.habits.clears && leaves {
            let zeros = (0..unit.rank()).map(|axis| format!("index[{axis}] = 0;")).collect::<Vec<_>>();
            body.insert(0, zeros.join(" "));
        }
        let occurs = |name: &str| body.iter().any(|line| has_word(line, name));
        let has_unused = self.flavour.habits.says_unused && what != What::Check;
        let unused = names.into_iter().filter(|name| has_unused && !occurs(name)).map(|name| format!("(void){name};"));
        text.block(head.trim_start(), unused.chain(body.iter().cloned()), "}");
    }

    fn leave(&self, what: What, condition: &str) -> String {
        format!("if ({condition}) return {};", if what == What::Apply { "-1" } else { "false" })
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let what = given.what;
        let values = given.values.iter().map(|value| self.narrowed(value, given.integer));
        let written = |array: &str| {
            let values = values.clone().enumerate();
            values.map(|(axis, value)| format!("{array}[{axis}] = {value};")).collect::<Vec<_>>()
        };
        match what {
            What::Check => vec!["return true;".to_owned()],
            What::Span | What::Apply => values.map(|value| format!("return {value};")).collect(),
            What::Dims | What::Strides => written(what.name()),
            What::Inv => [written("index"), vec!["return true;".to_owned()]].concat(),
        }
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        self.array_of(text, &self.unit.own("table"), positions.len(), rows(positions, "-1"));
        Ok(())
    }

    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        self.visitors(text)
    }
}
