//! A whole module of Julia.

use super::dialect::Expressions;
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, grouped, has_word, rows};
use crate::unit::{Formula, Integer, Limits, Unit};
use lego_expr::{Dialect, Printed};

/// The file of a layout.
pub(super) fn write(unit: &Unit<'_>) -> Result<Written, Error> {
    let types = &[Integer::Index, Integer::Signed64, Integer::Unsigned64];
    let computed = unit.computed(types)?;
    let file = File { unit, result: if unit.request.width.bits() == 32 { "Int32" } else { "Int64" } };
    let formula = |map, integer| Formula::new(unit, map, |first| file.dialect(integer, first));
    let apply = formula(&unit.compiled.apply, computed.apply)?;
    let inv = formula(&unit.compiled.inv, computed.inv)?;
    let mut text = Text::default();
    file.head(&mut text);
    file.sizes(&mut text)?;
    file.direction(&mut text, true, &apply, computed.apply)?;
    file.direction(&mut text, false, &inv, computed.inv)?;
    if unit.has(Extra::Loops) {
        file.loops(&mut text)?;
    }
    if unit.has(Extra::Table) {
        let table = unit.table()?;
        let number = |position: &Option<u64>| position.map_or(0, |position| position + 1).to_string();
        text.line(
            "# The positions of all indices, those that differ in the last component one after the other; 0 where",
        );
        text.line("# there is none.");
        let head = format!("const {} = {}[", unit.own("table"), file.result);
        text.block(&head, rows(table.iter().map(number)), "]");
    }
    text.line("end # module");
    Ok(Written { text: text.finish(), operations: [apply.operations, inv.operations] })
}

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
    pub(super) fn dialect(&self, integer: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, first, integer: type_of(integer) }
    }

    /// A value of the type in which is computed as one that a function gives; `add` is added to it.
    pub(super) fn given(&self, value: &str, integer: Integer, add: &str) -> String {
        let sum = if add.is_empty() || is_sum(value) { format!("{value}{add}") } else { format!("({value}){add}") };
        if type_of(integer) == self.result { sum } else { format!("{}({sum})", self.result) }
    }

    fn head(&self, text: &mut Text) {
        let (unit, name) = (self.unit, &self.unit.request.name);
        text.lines("", unit.header_from(1, ["nothing", "nothing"]).into_iter().map(|line| format!("# {line}")));
        text.line(format!("module {}{}", name[..1].to_uppercase(), &name[1..]));
        text.blank();
        let mut public = vec!["apply", "inv", "dims", "span"];
        public.extend(unit.has_sizes().then_some("check"));
        public.extend(unit.has(Extra::Strides).then_some("strides"));
        public.extend(unit.has(Extra::Table).then_some("table"));
        public.extend(["each", "each_in_memory"].into_iter().filter(|_| unit.has(Extra::Loops)));
        let public: Vec<String> = public.into_iter().map(|what| unit.own(what)).collect();
        text.line(format!("export {}, {}", unit.constant("RANK"), public.join(", ")));
        text.blank();
        text.line("# The number of axes.");
        text.line(format!("const {} = {}", unit.constant("RANK"), unit.rank()));
        text.blank();
    }

    /// A function of some arguments and the sizes. Those that occur in its body are taken to the type in which is computed
    /// first, and `less` is taken from its own; `before` stands ahead of that.
    fn function(
        &self,
        text: &mut Text,
        (what, about): (&str, &str),
        (own, less): (&[String], &str),
        integer: &str,
        [before, body]: [Vec<String>; 2],
    ) {
        let sizes: Vec<String> = self.unit.names.sizes().map(str::to_owned).collect();
        let name = self.unit.own(what);
        let plain: Vec<&str> = own.iter().chain(&sizes).map(String::as_str).collect();
        let typed: Vec<String> = plain.iter().map(|name| format!("{name}::Integer")).collect();
        text.line("\"\"\"");
        text.line(format!("    {name}({})", plain.join(", ")));
        text.blank();
        text.line(about);
        text.line("\"\"\"");
        let occurs = |name: &&String| body.iter().any(|line| has_word(line, name));
        let own = own.iter().filter(occurs).map(|name| (name.as_str(), less));
        let (names, values): (Vec<&str>, Vec<String>) = own
            .chain(sizes.iter().filter(occurs).map(|name| (name.as_str(), "")))
            .map(|(name, less)| (name, format!("{integer}({name}){less}")))
            .unzip();
        let converted = (!names.is_empty()).then(|| format!("{} = {}", names.join(", "), values.join(", ")));
        let lines = before.into_iter().chain(converted).chain(body.iter().cloned());
        text.block(&format!("function {name}({})", typed.join(", ")), lines, "end");
    }

    /// The check of the sizes, the extents, the span, the strides.
    fn sizes(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let dialect = self.dialect(Integer::Index, 0);
        if unit.has_sizes() {
            let limits = Limits { most: Some(unit.request.width.most()), computed: Some(i64::MAX as u128) };
            let mut body = Vec::new();
            for test in unit.tests(limits)? {
                let Printed { shared, values } = unit.test(&test, &dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                let message = format!("it must hold that {}", test.words);
                body.push(format!("({}) || throw(ArgumentError({message:?}))", values[0]));
            }
            body.push("return nothing".to_owned());
            let about = "Throws an `ArgumentError`, with the reason, where there is no such layout.";
            self.function(text, ("check", about), (&[], ""), dialect.integer, [vec![], body]);
        }
        let given = |values: &[String]| -> Vec<String> {
            values.iter().map(|value| self.given(value, Integer::Index, "")).collect()
        };
        let dims = given(&unit.sizes(&unit.compiled.dims, &dialect)?);
        let about = "The extents: the components of an index are at most these.";
        let body = vec![format!("return {}", tuple(&dims))];
        self.function(text, ("dims", about), (&[], ""), dialect.integer, [vec![], body]);
        let span = given(&unit.sizes(&[unit.compiled.span], &dialect)?);
        let about = "The number of positions that an array must have.";
        let body = vec![format!("return {}", span[0])];
        self.function(text, ("span", about), (&[], ""), dialect.integer, [vec![], body]);
        if unit.has(Extra::Strides) {
            let strides = given(&unit.sizes(&unit.strides()?, &dialect)?);
            let about = "How far the position moves for a step along each axis.";
            let body = vec![format!("return {}", tuple(&strides))];
            self.function(text, ("strides", about), (&[], ""), dialect.integer, [vec![], body]);
        }
        Ok(())
    }

    /// `apply` or `inv`.
    fn direction(&self, text: &mut Text, is_apply: bool, formula: &Formula, integer: Integer) -> Result<(), Error> {
        let unit = self.unit;
        let (own, bounds) = if is_apply {
            (unit.names.index.clone(), unit.compiled.dims.clone())
        } else {
            (vec![unit.names.position.clone()], vec![unit.compiled.span])
        };
        let dialect = self.dialect(integer, 0);
        let mut before = Vec::new();
        if unit.has(Extra::Checks) {
            if unit.has_sizes() {
                let sizes: Vec<&str> = unit.names.sizes().collect();
                before.push(format!("{}({})", unit.own("check"), sizes.join(", ")));
            }
            let bounds = unit.sizes(&bounds, &dialect)?;
            let inside = own.iter().zip(bounds).map(|(name, bound)| format!("1 <= {name} <= {}", grouped(&bound)));
            before.push(format!("({}) || return nothing", inside.collect::<Vec<_>>().join(" && ")));
        }
        let mut body = Vec::new();
        if let Some(guard) = &formula.guard {
            body.extend(guard.shared.iter().map(|shared| dialect.statement(shared)));
            body.push(format!("({}) || return nothing", guard.values[0]));
        }
        body.extend(formula.shared.iter().map(|shared| dialect.statement(shared)));
        let values: Vec<String> = formula.values.iter().map(|value| self.given(value, integer, " + 1")).collect();
        body.push(if is_apply { format!("return {}", values[0]) } else { format!("return {}", tuple(&values)) });
        let is_partial = unit.has(Extra::Checks) || if is_apply { unit.expands() } else { unit.pads() };
        let about = match (is_apply, is_partial) {
            (true, true) => ("apply", "The position of an index; `nothing` where it has none."),
            (true, false) => ("apply", "The position of an index."),
            (false, true) => ("inv", "The index at a position, a tuple; `nothing` where there is none."),
            (false, false) => ("inv", "The index at a position, a tuple."),
        };
        self.function(text, about, (&own, " - 1"), dialect.integer, [before, body]);
        Ok(())
    }
}
