//! A whole module of Julia.

use super::dialect::Expressions;
use crate::error::Error;
use crate::source_file::{ABOUT, Direction, Function, Given, Parts, Section, SourceFile, What};
use crate::text::{Text, has_word, rows_of};
use crate::unit::{Computed, Integer, Unit};

/// A file that is being written.
pub(super) struct File<'f, 'u> {
    pub(super) unit: &'f Unit<'u>,
    /// The type of what functions give.
    pub(super) result: &'static str,
}

/// The type in which is computed: that of Julia's literals, or that of as many bits without a sign.
fn type_of(integer: Integer) -> &'static str {
    if integer == Integer::Unsigned64 { "UInt64" } else { "Int64" }
}

/// A tuple of values.
pub(super) fn tuple(values: &[String]) -> String {
    match values {
        [one] => format!("({one},)"),
        values => format!("({})", values.join(", ")),
    }
}

/// Whether a value binds at least as tightly as a sum, so that something may be added to it.
fn is_sum(value: &str) -> bool {
    let mut depth = 0;
    value.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth > 0 || !"?&|⊻<>=!".contains(c)
    })
}

impl File<'_, '_> {
    /// A value of the type in which is computed as one that a function gives; `add` is added to it.
    pub(super) fn given(&self, value: &str, integer: Integer, add: &str) -> String {
        let sum = if add.is_empty() || is_sum(value) { format!("{value}{add}") } else { format!("({value}){add}") };
        if type_of(integer) == self.result { sum } else { format!("{}({sum})", self.result) }
    }

    /// Writes a function: what it is called, its documentation, its parameters ahead of the sizes with their types, its
    /// body.
    pub(super) fn write_function(
        &self,
        text: &mut Text,
        what: &str,
        about: &str,
        own: [&[String]; 2],
        body: Vec<String>,
    ) {
        let (name, sizes) = (self.unit.own(what), || self.unit.names.sizes());
        let plain: Vec<&str> = own[0].iter().map(String::as_str).chain(sizes()).collect();
        let sizes = sizes().map(|size| format!("{size}::Integer"));
        let typed: Vec<String> = own[1].iter().cloned().chain(sizes).collect();
        text.line("\"\"\"");
        text.line(format!("    {name}({})", plain.join(", ")));
        text.blank();
        text.line(about);
        text.line("\"\"\"");
        text.block(&format!("function {name}({})", typed.join(", ")), body, "end");
    }
}

impl SourceFile for File<'_, '_> {
    type Expressions<'d>
        = Expressions<'d>
    where
        Self: 'd;

    const ORDER: &'static [Section] = &[
        Section::Function(What::Check),
        Section::Function(What::Dims),
        Section::Function(What::Span),
        Section::Function(What::Strides),
        Section::Function(What::Apply),
        Section::Function(What::Inv),
        Section::Loops,
        Section::Table,
    ];

    fn unit(&self) -> &Unit<'_> {
        self.unit
    }

    fn computed(&self) -> Result<Computed, Error> {
        self.unit.computed(&[Integer::Index, Integer::Signed64, Integer::Unsigned64])
    }

    fn tested_in(&self) -> Integer {
        Integer::Index
    }

    fn expressions(&self, _: What, integer: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, first, integer: type_of(integer) }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        match what {
            What::Check => ("Throws an `ArgumentError`, with the reason, where there is no such layout", ""),
            What::Dims => ("The extents: the components of an index are at most these", ""),
            What::Span => ("The number of positions that an array must have", ""),
            What::Inv => ("The index at a position, a tuple", "; `nothing` where there is none"),
            _ => (ABOUT[what as usize], "; `nothing` where it has none"),
        }
    }

    fn head(&self, text: &mut Text, _: &Parts, _: &str) -> Result<(), Error> {
        let (unit, name) = (self.unit, &self.unit.request.name);
        text.lines("# ", unit.header_from(1, ["nothing", "nothing"]));
        text.line(format!("module {}{}", name[..1].to_uppercase(), &name[1..]));
        text.blank();
        text.line(format!("export {}, {}", unit.constant("RANK"), unit.public(&["each", "each_in_memory"]).join(", ")));
        text.blank();
        text.line("# The number of axes.");
        text.line(format!("const {} = {}", unit.constant("RANK"), unit.rank()));
        text.blank();
        Ok(())
    }

    fn foot(&self, text: &mut Text) -> Result<(), Error> {
        text.line("end # module");
        Ok(())
    }

    /// A function. Parameters that occur in its body are taken to the type in which is computed first, and count from 0
    /// there.
    fn function(&self, text: &mut Text, function: Function<'_>) {
        let occurs = |name: &&str| function.body.iter().any(|line| has_word(line, name));
        let own = function.own.iter().map(String::as_str).filter(occurs).map(|name| (name, " - 1"));
        let sizes = self.unit.names.sizes().filter(occurs).map(|name| (name, ""));
        let integer = type_of(function.integer);
        let (names, values): (Vec<&str>, Vec<String>) =
            own.chain(sizes).map(|(name, less)| (name, format!("{integer}({name}){less}"))).unzip();
        let converted = (!names.is_empty()).then(|| format!("{} = {}", names.join(", "), values.join(", ")));
        let typed: Vec<String> = function.own.iter().map(|name| format!("{name}::Integer")).collect();
        let lines = function.checks.iter().chain(&converted).chain(&function.body).cloned().collect();
        self.write_function(text, function.what.name(), &function.about, [function.own, &typed], lines);
    }

    fn unless(&self, what: What, condition: &str, words: &str) -> Vec<String> {
        vec![match what {
            What::Check => format!("({condition}) || throw(ArgumentError({:?}))", format!("it must hold that {words}")),
            _ => format!("({condition}) || return nothing"),
        }]
    }

    fn outside(&self, direction: &Direction<'_>) -> Vec<String> {
        let check = self.unit.has_sizes().then(|| self.unit.call("check", &[]));
        let inside = direction.each(|name, bound| format!("1 <= {name} <= {bound}")).join(" && ");
        check.into_iter().chain(self.unless(direction.what, &inside, "")).collect()
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let more = if given.what.is_direction() { " + 1" } else { "" };
        let values: Vec<String> = given.values.iter().map(|value| self.given(value, given.integer, more)).collect();
        vec![match given.what {
            What::Check => "return nothing".to_owned(),
            What::Span | What::Apply => format!("return {}", values[0]),
            What::Dims | What::Inv | What::Strides => format!("return {}", tuple(&values)),
        }]
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        let number = |position: &Option<u64>| position.map_or(0, |position| position + 1).to_string();
        let about =
            "# The positions of all indices, those that differ in the last component one after the other; 0 where";
        text.lines("", [about, "# there is none."]);
        let head = format!("const {} = {}[", self.unit.own("table"), self.result);
        text.block(&head, rows_of(positions.iter().map(number)), "]");
        Ok(())
    }

    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        self.visitors(text)
    }
}
