//! Julia: a module. Indices and positions count from 1, as those of Julia's arrays do, and `nothing` says that there is none.

use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::text::{Text, has_word, rows};
use crate::unit::{Case, Formula, Integer, Limits, Names, Reserved, Unit};
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Kind, Op, Operator, Printed, Range, Shared, Variable};

/// Julia.
pub(crate) struct Julia;

/// The words of Julia, and the names that a module uses.
const WORDS: &[&str] = &[
    "abstract",
    "baremodule",
    "begin",
    "break",
    "catch",
    "const",
    "continue",
    "do",
    "else",
    "elseif",
    "end",
    "export",
    "false",
    "finally",
    "for",
    "function",
    "global",
    "if",
    "import",
    "in",
    "isa",
    "let",
    "local",
    "macro",
    "module",
    "mutable",
    "primitive",
    "quote",
    "return",
    "struct",
    "true",
    "try",
    "type",
    "using",
    "where",
    "while",
    "ArgumentError",
    "Int32",
    "Int64",
    "Integer",
    "UInt64",
    "gcd",
    "isqrt",
    "max",
    "min",
    "nothing",
    "throw",
    "xor",
];

/// Expressions of Julia in one integer type.
struct Expressions<'a> {
    names: &'a Names,
    /// The number of the first value that is computed ahead.
    first: usize,
    integer: &'static str,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    /// A shift by as many places as there are bits gives 0.
    fn abilities(&self) -> Abilities {
        Abilities { merges: false, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        match variable.kind {
            Kind::Index { .. } => variable.name.clone(),
            Kind::Size => self.names.variable(&variable.name),
        }
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("{} = {}", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let nested = |text: String| if text.contains(" ? ") { format!("({text})") } else { text };
        format!("{} ? {} : {}", nested(truth), nested(then), nested(otherwise))
    }

    fn block(&self) -> Option<fn(Vec<String>, String) -> String> {
        Some(|statements, value| format!("({}; {value})", statements.join("; ")))
    }

    /// A number that the type of literals does not fit is written so that it has 64 bits.
    fn number(&self, value: i128) -> String {
        if value > i64::MAX.into() { format!("0x{value:016x}") } else { value.to_string() }
    }

    /// Bit operations have brackets around them: they bind like sums, products or more tightly.
    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice | Operator::Negative => 0,
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => 1,
            Operator::Truths(Op::Or) => 2,
            Operator::Truths(Op::And) => 3,
            Operator::Comparison(_) => 4,
            Operator::Binary(Op::Add | Op::Sub) => 6,
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) => 7,
            Operator::Binary(Op::Min | Op::Max) | Operator::Truths(_) => ATOM,
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => ATOM,
            other => self.precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Min | Op::Max => format!("{}({left}, {right})", op.sign()),
            Op::Div => format!("{left} ÷ {right}"),
            Op::Xor => format!("{left} ⊻ {right}"),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::And => format!("{left} && {right}"),
            Op::Or => format!("{left} || {right}"),
            _ => format!("xor({left}, {right})"),
        }
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        format!("{left} {} {right}", comparison.sign())
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(|&entry| self.number(entry.into())).collect::<Vec<_>>().join(", ");
        format!("({entries})[({place}) + 1]")
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("isqrt({argument})")
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}({})", function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        true
    }
}

impl Language for Julia {
    fn name(&self) -> &'static str {
        "julia"
    }

    fn title(&self) -> &'static str {
        "Julia"
    }

    fn extension(&self) -> &'static str {
        "jl"
    }

    fn needs(&self) -> &'static str {
        "Julia 1.6 or later"
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Julia", words: &[WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
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
}

/// A file that is being written.
struct File<'f, 'u> {
    unit: &'f Unit<'u>,
    /// The type of what functions give.
    result: &'static str,
}

/// The type in which is computed: that of Julia's literals, or that of as many bits without a sign.
fn type_of(integer: Integer) -> &'static str {
    if integer == Integer::Unsigned64 { "UInt64" } else { "Int64" }
}

/// A tuple of values.
fn tuple(values: &[String]) -> String {
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
    fn dialect(&self, integer: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, first, integer: type_of(integer) }
    }

    /// A value of the type in which is computed as one that a function gives; `add` is added to it.
    fn given(&self, value: &str, integer: Integer, add: &str) -> String {
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
            let inside =
                own.iter().zip(bounds).map(|(name, bound)| format!("1 <= {name} <= {}", crate::text::grouped(&bound)));
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
