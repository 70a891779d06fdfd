//! Rust without a dependency: `const fn`s, for who cannot or need not use `layout!`.

use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::text::{Text, grouped, rows};
use crate::unit::{Case, Formula, Helpers, Integer, Limits, Names, Reserved, Unit};
use lego_expr::{Abilities, Dialect, Function, Kind, Op, Printed, Range, Shared, Shifts, Variable};

/// Rust.
pub(crate) struct Rust;

const WORDS: &[&str] = &[
    "as", "break", "const", "continue", "crate", "else", "enum", "extern", "false", "fn", "for", "if", "impl", "in",
    "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self", "static", "struct", "super",
    "trait", "true", "type", "unsafe", "use", "where", "while", "async", "await", "dyn", "abstract", "become", "box",
    "do", "final", "macro", "override", "priv", "typeof", "unsized", "virtual", "yield", "try", "gen", "i8", "i16",
    "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "usize", "isize", "bool", "Some", "None", "Ok", "Err",
    "Option", "core", "std",
];

/// Sizes are called as in the layout, and not every function needs all of its parameters.
const LINTS: &str = "#[allow(non_snake_case, unused_variables, unused_comparisons, clippy::all)]";

const MIN: &str = "\
const fn $own_min(x: $type, b: $type) -> $type {
    if x < b { x } else { b }
}
";

const MAX: &str = "\
const fn $own_max(x: $type, b: $type) -> $type {
    if x > b { x } else { b }
}
";

const GCD: &str = "\
/// The greatest common divisor of x and b, which are not below zero.
const fn $own_gcd(mut x: $type, mut b: $type) -> $type {
    while b != 0 {
        (x, b) = (b, x % b);
    }
    x
}
";

/// Expressions of Rust in one integer type with a sign.
struct Expressions<'a> {
    names: &'a Names,
    own: String,
    first: usize,
    integer: &'static str,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        Abilities { merges: false, shifts: Shifts::BelowWidth, ..Abilities::ALL }
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
        format!("let {} = {};", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        format!("if {truth} {{ {then} }} else {{ {otherwise} }}")
    }

    fn block(&self) -> Option<fn(Vec<String>, String) -> String> {
        Some(|statements, value| format!("{} {value}", statements.join(" ")))
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Min | Op::Max => format!("{}_{}({left}, {right})", self.own, op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("({argument}).isqrt()")
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        format!("[{entries}][({place}) as usize]")
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}_{}({})", self.own, function.path, arguments.join(", "))
    }

    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<String> {
        Some(self.integer.trim_start_matches(['u', 'i']).to_owned())
    }
}

impl Language for Rust {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Rust", words: &[WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let is_short = unit.request.width.bits() == 32;
        let types = if is_short {
            &[Integer::Index, Integer::Signed64, Integer::Unsigned64][..]
        } else {
            &[Integer::Index, Integer::Unsigned64]
        };
        let computed = unit.computed(types)?;
        let tests = unit.tests(Limits { most: Some(unit.request.width.most()), computed: Some(i64::MAX as u128) })?;
        let file = File { unit, index: if is_short { "i32" } else { "i64" } };
        let [apply, inv] = [(&unit.compiled.apply, computed.apply), (&unit.compiled.inv, computed.inv)]
            .map(|(map, integer)| Formula::new(unit, map, |first| file.dialect(integer, first)));
        let (apply, inv) = (apply?, inv?);
        let text = file.write(&tests, [(&apply, computed.apply), (&inv, computed.inv)])?;
        Ok(Written { text, operations: [apply.operations, inv.operations] })
    }
}

/// A file that is being written.
struct File<'f, 'u> {
    unit: &'f Unit<'u>,
    /// The type of indices, positions and sizes.
    index: &'static str,
}

impl File<'_, '_> {
    fn integer(&self, integer: Integer) -> &'static str {
        match integer {
            Integer::Index => self.index,
            Integer::Signed64 => "i64",
            Integer::Unsigned64 => "u64",
        }
    }

    fn own(&self, integer: Integer) -> String {
        match integer {
            Integer::Index => self.unit.request.name.clone(),
            Integer::Signed64 => self.unit.own("i64"),
            Integer::Unsigned64 => self.unit.own("u64"),
        }
    }

    fn dialect(&self, integer: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, own: self.own(integer), first, integer: self.integer(integer) }
    }

    /// A statement that takes arguments to the type in which is computed, under their names.
    fn converted<'n>(&self, names: impl Iterator<Item = &'n str>, integer: Integer) -> Option<String> {
        let names: Vec<&str> = names.collect();
        let type_name = self.integer(integer);
        if integer == Integer::Index || names.is_empty() {
            return None;
        }
        let values: Vec<String> = names.iter().map(|name| format!("{name} as {type_name}")).collect();
        Some(match (&names[..], &values[..]) {
            ([name], [value]) => format!("let {name} = {value};"),
            _ => format!("let ({}) = ({});", names.join(", "), values.join(", ")),
        })
    }

    fn tested_in(&self) -> Integer {
        if self.index == "i32" { Integer::Signed64 } else { Integer::Index }
    }

    fn parameters(&self, first: &[String]) -> String {
        let sizes = self.unit.names.sizes().map(|size| format!("{size}: {}", self.index));
        first.iter().cloned().chain(sizes).collect::<Vec<_>>().join(", ")
    }

    fn function(&self, text: &mut Text, about: &str, head: &str, body: Vec<String>) {
        text.line(format!("/// {about}"));
        text.line("#[must_use]");
        text.line("#[inline]");
        text.block(&format!("pub const fn {head} {{"), body, "}");
    }

    fn write(&self, tests: &[crate::unit::Test], formulas: [(&Formula, Integer); 2]) -> Result<String, Error> {
        let (unit, index) = (self.unit, self.index);
        let mut text = Text::default();
        // A file that may be included says nothing of the crate around it, so that lints are told of the module.
        text.lines("", unit.header(["None", "None"]).into_iter().map(|line| format!("// {line}")));
        text.blank();
        text.line("/// The number of axes.");
        text.line(format!("pub const {}: usize = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        self.helpers(&mut text, tests, formulas);
        let plain = self.dialect(Integer::Index, 0);
        if unit.has_sizes() {
            let dialect = self.dialect(self.tested_in(), 0);
            let mut body = Vec::new();
            for test in tests {
                let Printed { shared, values } = unit.test(test, &dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                body.push(format!("// {}", test.words));
                body.push(format!("if !({}) {{", values[0]));
                body.push("    return false;".to_owned());
                body.push("}".to_owned());
            }
            body.push("true".to_owned());
            let about = "Whether there is such a layout. Without, the other functions give nothing of use.";
            // What does not fit the type of indices is to be refused, and not cut off.
            let tested: Vec<String> = unit.names.sizes().map(|size| format!("{size}: i64")).collect();
            text.line(LINTS);
            self.function(&mut text, about, &format!("{}({}) -> bool", unit.own("check"), tested.join(", ")), body);
        }
        let rank = unit.constant("RANK");
        let dims = unit.sizes(&unit.compiled.dims, &plain)?;
        let head = format!("{}({}) -> [{index}; {rank}]", unit.own("dims"), self.parameters(&[]));
        let about = "The extents: the components of an index are below them.";
        text.line(LINTS);
        self.function(&mut text, about, &head, vec![format!("[{}]", dims.join(", "))]);
        let span = unit.sizes(&[unit.compiled.span], &plain)?;
        let head = format!("{}({}) -> {index}", unit.own("span"), self.parameters(&[]));
        text.line(LINTS);
        self.function(&mut text, "The number of positions that a buffer must have.", &head, vec![span[0].clone()]);
        for (is_apply, (formula, integer)) in [true, false].into_iter().zip(formulas) {
            let (arguments, bounds) = if is_apply {
                (unit.names.index.clone(), dims.clone())
            } else {
                (vec![unit.names.position.clone()], span.clone())
            };
            let is_optional = self.is_optional()[usize::from(!is_apply)];
            let mut body = self.checks(&arguments, &bounds);
            body.extend(self.converted(arguments.iter().map(String::as_str).chain(unit.names.sizes()), integer));
            body.extend(self.ahead(formula, integer));
            let value = |value: &String| {
                if integer == Integer::Index { value.clone() } else { format!("({value}) as {index}") }
            };
            let values: Vec<String> = formula.values.iter().map(value).collect();
            let result = if is_apply { values[0].clone() } else { format!("[{}]", values.join(", ")) };
            body.push(if is_optional { format!("Some({result})") } else { result });
            let gives = if is_apply { index.to_owned() } else { format!("[{index}; {rank}]") };
            let gives = if is_optional { format!("Option<{gives}>") } else { gives };
            let typed: Vec<String> = arguments.iter().map(|name| format!("{name}: {index}")).collect();
            let (name, about) = if is_apply {
                (unit.own("apply"), "The position of an index")
            } else {
                (unit.own("inv"), "The index at a position")
            };
            let none = if is_optional { "; `None` where there is none" } else { "" };
            text.line(LINTS);
            let head = format!("{name}({}) -> {gives}", self.parameters(&typed));
            self.function(&mut text, &format!("{about}{none}."), &head, body);
        }
        if unit.has(Extra::Strides) {
            let strides = unit.sizes(&unit.strides()?, &plain)?;
            let head = format!("{}({}) -> [{index}; {rank}]", unit.own("strides"), self.parameters(&[]));
            let about = "How far the position moves for a step along each axis.";
            text.line(LINTS);
            self.function(&mut text, about, &head, vec![format!("[{}]", strides.join(", "))]);
        }
        if unit.has(Extra::Loops) {
            self.loops(&mut text, &plain)?;
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| position.map_or("-1".to_owned(), |position| position.to_string());
            text.line("/// The positions of all indices in row-major order; -1 where there is none.");
            let head = format!("pub const {}: [{index}; {}] = [", unit.constant("TABLE"), table.len());
            text.block(&head, rows(table.iter().map(number)), "];");
        }
        Ok(text.finish().trim_end().to_owned() + "\n")
    }

    /// Whether `apply` is an `Option`, and `inv`.
    fn is_optional(&self) -> [bool; 2] {
        let checks = self.unit.has(Extra::Checks);
        [checks || self.unit.expands(), checks || self.unit.pads()]
    }

    /// Functions that visit all elements: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text, dialect: &Expressions<'_>) -> Result<(), Error> {
        let (unit, index, rank) = (self.unit, self.index, self.unit.constant("RANK"));
        let loops = unit.loops(dialect)?;
        let [applied, inverted] = self.is_optional();
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let visit = format!("mut visit: impl FnMut([{index}; {rank}], {index})");
        let typed: Vec<String> = sizes.iter().map(|size| format!("{size}: {index}")).chain([visit]).collect();
        let mut body = Vec::new();
        let mut indent = String::new();
        for axis in &loops.axes {
            let (first, others) =
                axis.ends.split_first().map_or(("0", &[][..]), |(first, others)| (first.as_str(), others));
            let others: String = others.iter().map(|end| format!(".min({end})")).collect();
            let end = if others.is_empty() { first.to_owned() } else { format!("({first}){others}") };
            body.push(format!("{indent}for {} in 0..{end} {{", axis.name));
            indent.push_str("    ");
        }
        let arguments: Vec<&str> = unit.names.index.iter().map(String::as_str).chain(sizes.iter().copied()).collect();
        let apply = format!("{}({})", unit.own("apply"), arguments.join(", "));
        let components = unit.names.index.join(", ");
        body.push(if applied {
            format!("{indent}if let Some(p) = {apply} {{ visit([{components}], p) }}")
        } else {
            format!("{indent}visit([{components}], {apply})")
        });
        for _ in &loops.axes {
            indent.truncate(indent.len() - 4);
            body.push(format!("{indent}}}"));
        }
        let write = |text: &mut Text, about: &str, name: &str, body: Vec<String>| {
            text.line(format!(
                "/// Visits every element once, with its index and its position, in the order of {about}."
            ));
            text.line(LINTS);
            text.block(&format!("pub fn {}({}) {{", unit.own(name), typed.join(", ")), body, "}");
        };
        write(text, "the index", "each", body);
        let arguments = ["p"].into_iter().chain(sizes.iter().copied()).collect::<Vec<_>>().join(", ");
        let inv = format!("{}({arguments})", unit.own("inv"));
        let body = vec![
            format!("for p in 0..{}({}) {{", unit.own("span"), sizes.join(", ")),
            if inverted {
                format!("    if let Some(index) = {inv} {{ visit(index, p) }}")
            } else {
                format!("    visit({inv}, p)")
            },
            "}".to_owned(),
        ];
        write(text, "memory", "each_in_memory", body);
        Ok(())
    }

    fn helpers(&self, text: &mut Text, tests: &[crate::unit::Test], formulas: [(&Formula, Integer); 2]) {
        let unit = self.unit;
        let mut needed = vec![(self.tested_in(), unit.helpers_of(tests)), (Integer::Index, unit.helpers_of_sizes())];
        needed.extend(formulas.map(|(formula, integer)| (integer, formula.helpers)));
        for integer in [Integer::Index, Integer::Signed64, Integer::Unsigned64] {
            let of_type = needed.iter().filter(|(of, _)| *of == integer);
            let helpers = of_type.fold(Helpers::default(), |all, (_, helpers)| all.or(*helpers));
            let own = self.own(integer);
            let blanks = [("$own", own.as_str()), ("$type", self.integer(integer))];
            for (is_needed, template) in [(helpers.min, MIN), (helpers.max, MAX), (helpers.gcd, GCD)] {
                if is_needed {
                    text.filled(template, &blanks);
                }
            }
        }
    }

    /// Statements that leave a function for arguments out of range, and for sizes of no layout.
    fn checks(&self, arguments: &[String], bounds: &[String]) -> Vec<String> {
        let unit = self.unit;
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut truths = Vec::new();
        if unit.has_sizes() {
            let sizes: Vec<&str> = unit.names.sizes().collect();
            let wide = if self.index == "i32" { " as i64" } else { "" };
            truths.push(format!("{}({}{wide})", unit.own("check"), sizes.join(&format!("{wide}, "))));
        }
        let inside = arguments.iter().zip(bounds);
        truths.extend(inside.map(|(name, bound)| format!("{name} >= 0 && {name} < {}", grouped(bound))));
        vec![format!("if !({}) {{", truths.join(" && ")), "    return None;".to_owned(), "}".to_owned()]
    }

    fn ahead(&self, formula: &Formula, integer: Integer) -> Vec<String> {
        let dialect = self.dialect(integer, 0);
        let statements = |shared: &[Shared<String>]| -> Vec<String> {
            shared.iter().map(|shared| dialect.statement(shared)).collect()
        };
        let mut lines = Vec::new();
        if let Some(guard) = &formula.guard {
            lines.extend(statements(&guard.shared));
            lines.push(format!("if !({}) {{", guard.values[0]));
            lines.push("    return None;".to_owned());
            lines.push("}".to_owned());
        }
        lines.extend(statements(&formula.shared));
        lines
    }
}
