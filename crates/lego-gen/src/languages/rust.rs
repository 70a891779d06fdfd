//! Rust without a dependency: `const fn`s, for who cannot or need not use `layout!`.

use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Facts, Language, Written};
use crate::source_file::{self, ABOUT, Direction, Function, Given, Parts, SourceFile, What, nest};
use crate::syntax::{Along, Root, Slices, Syntax};
use crate::text::{Text, rows};
use crate::unit::{Case, Integer, Loop, Names, Reserved, Unit};
use crate::width::Width;
use lego_expr::{Abilities, Dialect, Op, Range, Shared, Shifts, Variable};

/// Rust.
pub(crate) struct Rust;

const WORDS: &[&str] = words! {
    as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return
    self Self static struct super trait true type unsafe use where while async await dyn abstract become box do final
    macro override priv typeof unsized virtual yield try gen i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 usize isize bool
    Some None Ok Err Option core std
};

/// Templates compute in integers without a sign.
const SYNTAX: Syntax = Syntax {
    slices: Slices::Lists,
    abilities: Abilities { negative: false, ..Syntax::LIKE_C.abilities },
    brackets: ["[", "]"],
    choice: |truth, then, otherwise| format!("(if {truth} {{ {then} }} else {{ {otherwise} }})"),
    binary: |op, left, right| {
        matches!(op, Op::Min | Op::Max).then(|| format!("std::cmp::{}({left}, {right})", op.sign()))
    },
    root: Root::Exact(|argument| format!("({argument}).isqrt()")),
    masks: false,
    range: |slice| slice.operands.join(".."),
    head: |slice| format!("for {} in {}", slice.name, slice.operands.join("..")),
    heads: None,
    list: |syntax, value, slices| {
        let map = |inner: String, (axis, slice): (usize, &Along)| {
            let map = if axis == 0 { "map" } else { "flat_map" };
            format!("({}).{map}(move |{}| {inner})", (syntax.range)(slice), slice.name)
        };
        slices.iter().rev().enumerate().fold(value.to_owned(), map)
    },
    ..Syntax::LIKE_C
};

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
        self.names.variable(variable)
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

    fn call(&self, function: &lego_expr::Function, _: u32, arguments: Vec<String>) -> String {
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
    fn facts(&self) -> Facts {
        Facts::new(["rust", "Rust", "Rust 1.84 or later"], &["rs"]).with(&SYNTAX)
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Rust", words: &[WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        source_file::write(&File { unit, index: if unit.request.width == Width::Bits32 { "i32" } else { "i64" } })
    }
}

/// A file that is being written.
struct File<'f, 'u> {
    unit: &'f Unit<'u>,
    /// The type of indices, positions and sizes.
    index: &'static str,
}

impl File<'_, '_> {
    fn own(&self, integer: Integer) -> String {
        match integer {
            Integer::Index => self.unit.request.name.clone(),
            _ => self.unit.own(integer.short_name(self.index)),
        }
    }

    /// A statement that takes arguments to the type in which is computed, under their names.
    fn converted(&self, own: &[String], integer: Integer) -> Option<String> {
        let names: Vec<&str> = own.iter().map(String::as_str).chain(self.unit.names.sizes()).collect();
        let values: Vec<String> =
            names.iter().map(|name| format!("{name} as {}", integer.short_name(self.index))).collect();
        match (&names[..], &values[..]) {
            _ if integer == Integer::Index => None,
            ([name], [value]) => Some(format!("let {name} = {value};")),
            _ => Some(format!("let ({}) = ({});", names.join(", "), values.join(", "))),
        }
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

    fn expressions(&self, _: What, integer: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, own: self.own(integer), first, integer: integer.short_name(self.index) }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        (ABOUT[what as usize], "; `None` where there is none")
    }

    /// The file may be included in any crate, so it sets no attributes of a crate: what it writes allows lints itself.
    fn head(&self, text: &mut Text, _: &Parts, _: &str) -> Result<(), Error> {
        let unit = self.unit;
        text.lines("// ", unit.header(["None", "None"]));
        text.blank();
        text.line("/// The number of axes.");
        text.line(format!("pub const {}: usize = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        Ok(())
    }

    fn helpers(&self, text: &mut Text, parts: &Parts) {
        for integer in [Integer::Index, Integer::Signed64, Integer::Unsigned64] {
            let (helpers, own) = (parts.helpers(integer), self.own(integer));
            let blanks = [("$own", own.as_str()), ("$type", integer.short_name(self.index))];
            text.needed(&[(helpers.min, MIN), (helpers.max, MAX), (helpers.gcd, GCD)], &blanks);
        }
    }

    fn function(&self, text: &mut Text, function: Function<'_>) {
        let (unit, index) = (self.unit, self.index);
        let several = format!("[{index}; {}]", unit.constant("RANK"));
        let gives = match function.what {
            What::Check => "bool".to_owned(),
            What::Apply if function.is_partial => format!("Option<{index}>"),
            What::Inv if function.is_partial => format!("Option<{several}>"),
            What::Apply | What::Span => index.to_owned(),
            What::Inv | What::Dims | What::Strides => several,
        };
        // What does not fit the type of indices is to be refused by the check, and not cut off.
        let of_sizes = if function.what == What::Check { "i64" } else { index };
        let own = function.own.iter().map(|name| format!("{name}: {index}"));
        let sizes = unit.names.sizes().map(|size| format!("{size}: {of_sizes}"));
        let parameters = own.chain(sizes).collect::<Vec<_>>().join(", ");
        let converted =
            self.converted(function.own, function.integer).filter(|_| function.what.is_direction()).into_iter();
        text.line(LINTS);
        text.line(format!("/// {}", function.about));
        text.line("#[must_use]");
        text.line("#[inline]");
        let head = format!("pub const fn {}({parameters}) -> {gives} {{", unit.own(function.what.name()));
        text.block(&head, function.checks.into_iter().chain(converted).chain(function.body), "}");
    }

    fn unless(&self, what: What, condition: &str, words: &str) -> Vec<String> {
        let comment = (what == What::Check).then(|| format!("// {words}"));
        let none = if what == What::Check { "false" } else { "None" };
        let leave = [format!("if !({condition}) {{"), format!("    return {none};"), "}".to_owned()];
        comment.into_iter().chain(leave).collect()
    }

    fn outside(&self, direction: &Direction<'_>) -> Vec<String> {
        let unit = self.unit;
        let wide = if self.index == "i32" { " as i64" } else { "" };
        let sizes: Vec<String> = unit.names.sizes().map(|size| format!("{size}{wide}")).collect();
        let check = unit.has_sizes().then(|| format!("{}({})", unit.own("check"), sizes.join(", ")));
        let inside = direction.each(|name, bound| format!("{name} >= 0 && {name} < {bound}"));
        self.unless(direction.what, &check.into_iter().chain(inside).collect::<Vec<_>>().join(" && "), "")
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let value = |value: &String| match given.integer {
            Integer::Index => value.clone(),
            _ => format!("({value}) as {}", self.index),
        };
        let values = given.values.iter().map(value).collect::<Vec<_>>().join(", ");
        let result = match given.what {
            What::Check => "true".to_owned(),
            What::Span | What::Apply => values,
            What::Dims | What::Inv | What::Strides => format!("[{values}]"),
        };
        vec![if given.is_partial { format!("Some({result})") } else { result }]
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        let head = format!("pub const {}: [{}; {}] = [", self.unit.constant("TABLE"), self.index, positions.len());
        text.block(&head, rows(positions, "-1"), "];");
        Ok(())
    }

    /// Functions that visit all elements: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, index) = (self.unit, self.index);
        let loops = unit.loops(&self.expressions(What::Dims, Integer::Index, 0))?;
        let checks = unit.has(Extra::Checks);
        let head = |axis: &Loop| {
            let (first, others) = axis.ends.split_first().map_or(("0", &[][..]), |(one, more)| (one.as_str(), more));
            let others: String = others.iter().map(|end| format!(".min({end})")).collect();
            let end = if others.is_empty() { first.to_owned() } else { format!("({first}){others}") };
            vec![format!("for {} in 0..{end} {{", axis.name)]
        };
        let components = format!("[{}]", unit.names.index.join(", "));
        let (apply, inv) = (unit.call("apply", &unit.names.index), unit.call("inv", &["p".to_owned()]));
        let by_index = match checks || unit.expands() {
            true => format!("if let Some(p) = {apply} {{ visit({components}, p) }}"),
            false => format!("visit({components}, {apply})"),
        };
        let by_memory = match checks || unit.pads() {
            true => format!("if let Some(index) = {inv} {{ visit(index, p) }}"),
            false => format!("visit({inv}, p)"),
        };
        let heads: Vec<Vec<String>> = loops.axes.iter().map(head).collect();
        let over = vec![format!("for p in 0..{} {{", unit.call("span", &[]))];
        let bodies = [
            ("the index", "each", nest("    ", &heads, &[by_index], Some("}"))),
            ("memory", "each_in_memory", nest("    ", &[over], &[by_memory], Some("}"))),
        ];
        let visit = format!("mut visit: impl FnMut([{index}; {}], {index})", unit.constant("RANK"));
        let sizes = unit.names.sizes().map(|size| format!("{size}: {index}"));
        let parameters = sizes.chain([visit]).collect::<Vec<_>>().join(", ");
        for (order, name, body) in bodies {
            let about = "Visits every element once, with its index and its position, in the order of";
            text.line(format!("/// {about} {order}."));
            text.line(LINTS);
            text.block(&format!("pub fn {}({parameters}) {{", unit.own(name)), body, "}");
        }
        Ok(())
    }
}
