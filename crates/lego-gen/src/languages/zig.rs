//! Zig: functions of a file, `null` where there is nothing.

use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Facts, Language, Written};
use crate::source_file::{self, ABOUT, Function, Given, Parts, SourceFile, What, nest};
use crate::syntax::{Root, Syntax};
use crate::text::{Text, grouped, has_word, joined, rows};
use crate::unit::{Case, Integer, Loop, Names, Reserved, Unit};
use crate::width::Width;
use lego_expr::{ATOM, Abilities, Dialect, Op, Operator, Range, Shared, Shifts, Variable, precedence};

/// Zig.
pub(crate) struct Zig;

const WORDS: &[&str] = words! {
    addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else
    enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub
    resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while isize
    usize c_char c_short c_ushort c_int c_uint c_long c_ulong c_longlong c_ulonglong c_longdouble f16 f32 f64 f80 f128 bool
    anyopaque void noreturn type anyerror comptime_int comptime_float true false null undefined std
};

/// Zig's integer types: a letter and the number of bits.
const TYPES: &[&str] = words! { i0 i1 i2 i3 i4 i5 i6 i7 i8 i9 u0 u1 u2 u3 u4 u5 u6 u7 u8 u9 };

/// Templates compute in `usize`: numbers alone have no type at run time, and the built-in minimum has one with fewer
/// bits.
const SYNTAX: Syntax = Syntax {
    letter: "x",
    abilities: Abilities { min_max: false, negative: false, ..Syntax::LIKE_C.abilities },
    brackets: [".{ ", " }"],
    choice: |truth, then, otherwise| format!("@as(usize, if ({truth}) {then} else {otherwise})"),
    binary: |op, left, right| shift(op, left, right, "usize"),
    truths: ["and", "or", "!="],
    root: Root::Exact(|argument| format!("@as(usize, std.math.sqrt({argument}))")),
    masks: false,
    head: |slice| format!("for ({}..{}) |{}|", slice.low, slice.high, slice.name),
    ..Syntax::LIKE_C
};

/// A shift: a number of places that is not written out has a type of its own, and what is shifted by it needs one.
fn shift(op: Op, left: &str, right: &str, integer: &str) -> Option<String> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match op {
        Op::Shl | Op::Shr if !is_number(right) => {
            let left = if is_number(left) { format!("@as({integer}, {left})") } else { left.to_owned() };
            Some(format!("{left} {} @intCast({right})", op.sign()))
        }
        _ => None,
    }
}

/// Expressions of Zig in one integer type.
struct Expressions<'a> {
    names: &'a Names,
    first: usize,
    integer: &'static str,
    /// The type of variables, where it is another one.
    converts: bool,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        Abilities { merges: false, shifts: Shifts::BelowWidth, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        let name = self.names.variable(variable);
        if self.converts { format!("@as({}, @intCast({name}))", self.integer) } else { name }
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("const {} = {};", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        format!("@as({}, if ({truth}) {then} else {otherwise})", self.integer)
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice | Operator::Binary(Op::Div | Op::Rem | Op::Min | Op::Max) => ATOM,
            other => precedence(other),
        }
    }

    /// Bit operations all bind alike, which is why their operands have brackets.
    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) | Operator::Truths(_) => ATOM,
            Operator::Choice | Operator::Binary(Op::Div | Op::Rem | Op::Min | Op::Max) => 0,
            other => precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Div => format!("@divTrunc({left}, {right})"),
            Op::Rem => format!("@rem({left}, {right})"),
            Op::Min | Op::Max => format!("@as({}, @{}({left}, {right}))", self.integer, op.sign()),
            _ => shift(op, &left, &right, self.integer).unwrap_or_else(|| format!("{left} {} {right}", op.sign())),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        joined(op, ["and", "or", "!="], &left, &right)
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("@as({}, @intCast(std.math.sqrt(@as(u64, @intCast({argument})))))", self.integer)
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        format!("([_]{}{{ {entries} }})[@intCast({place})]", self.integer)
    }

    /// Their greatest common divisor.
    fn call(&self, function: &lego_expr::Function, _: u32, arguments: Vec<String>) -> String {
        let arguments: Vec<String> = arguments.iter().map(|value| format!("@as(u64, @intCast({value}))")).collect();
        format!("@as({}, @intCast(std.math.{}({})))", self.integer, function.path, arguments.join(", "))
    }

    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<String> {
        Some(self.integer[1..].to_owned())
    }
}

impl Language for Zig {
    fn facts(&self) -> Facts {
        Facts::new(["zig", "Zig", "Zig 0.14 or later"], &["zig"]).with(&SYNTAX)
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Zig", words: &[WORDS], prefixes: TYPES, case: Case::Told }
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
    fn several(&self) -> String {
        format!("[{}]{}", self.unit.constant("RANK"), self.index)
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

    fn expressions(&self, what: What, integer: Integer, first: usize) -> Expressions<'_> {
        let converts = what != What::Check && integer != Integer::Index;
        Expressions { names: &self.unit.names, first, integer: integer.short_name(self.index), converts }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        (ABOUT[what as usize], "; null where there is none")
    }

    fn head(&self, text: &mut Text, _: &Parts, rest: &str) -> Result<(), Error> {
        text.lines("// ", self.unit.header(["null", "null"]));
        text.blank();
        if has_word(rest, "std") {
            text.line("const std = @import(\"std\");");
            text.blank();
        }
        text.line("/// The number of axes.");
        text.line(format!("pub const {}: usize = {};", self.unit.constant("RANK"), self.unit.rank()));
        text.blank();
        Ok(())
    }

    /// A function, in which parameters that do not occur are discarded.
    fn function(&self, text: &mut Text, function: Function<'_>) {
        let (unit, index, what) = (self.unit, self.index, function.what);
        let gives = match what {
            What::Check => "bool".to_owned(),
            What::Apply | What::Span => index.to_owned(),
            What::Inv | What::Dims | What::Strides => self.several(),
        };
        let gives = if function.is_partial { format!("?{gives}") } else { gives };
        let names: Vec<&str> = function.own.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        // What does not fit the type of indices is to be refused by the check, and not cut off.
        let of_names = if what == What::Check { "i64" } else { index };
        let parameters: Vec<String> = names.iter().map(|name| format!("{name}: {of_names}")).collect();
        text.line(format!("/// {}", function.about));
        let head = format!("pub fn {}({}) {gives} {{", unit.own(what.name()), parameters.join(", "));
        let body = function.statements();
        let occurs = |name: &str| body.iter().any(|line| has_word(line, name));
        let unused = names.iter().filter(|name| !occurs(name)).map(|name| format!("_ = {name};"));
        text.block(&head, unused.chain(body.iter().cloned()), "}");
    }

    fn leave(&self, what: What, condition: &str) -> String {
        format!("if ({condition}) return {};", if what == What::Check { "false" } else { "null" })
    }

    fn zero_or(&self) -> [&'static str; 2] {
        ["0", "or"]
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let value = |value: &String| match given.integer {
            Integer::Index => value.clone(),
            _ => format!("@as({}, @intCast({value}))", self.index),
        };
        let values = given.values.iter().map(value).collect::<Vec<_>>().join(", ");
        vec![match given.what {
            What::Check => "return true;".to_owned(),
            What::Span | What::Apply => format!("return {values};"),
            What::Dims | What::Inv | What::Strides => format!("return .{{ {values} }};"),
        }]
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        let head = format!("pub const {} = [_]{}{{", self.unit.constant("TABLE"), self.index);
        text.block(&head, rows(positions, "-1"), "};");
        Ok(())
    }

    /// Functions that call another for every element: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, index, checks) = (self.unit, self.index, self.unit.has(Extra::Checks));
        let loops = unit.loops(&self.expressions(What::Dims, Integer::Index, 0))?;
        let head = |axis: &Loop| {
            let name = &axis.name;
            let ends: Vec<String> = axis.ends.iter().map(|end| format!("{name} < {}", grouped(end))).collect();
            vec![format!("var {name}: {index} = 0;"), format!("while ({}) : ({name} += 1) {{", ends.join(" and "))]
        };
        let (apply, inv) = (unit.call("apply", &unit.names.index), unit.call("inv", &["p".to_owned()]));
        let components = format!(".{{ {} }}", unit.names.index.join(", "));
        let by_index = match checks || unit.expands() {
            true => format!("if ({apply}) |p| visit(context, {components}, p);"),
            false => format!("visit(context, {components}, {apply});"),
        };
        let by_memory = match checks || unit.pads() {
            true => format!("if ({inv}) |index| visit(context, index, p);"),
            false => format!("visit(context, {inv}, p);"),
        };
        let heads: Vec<Vec<String>> = loops.axes.iter().map(head).collect();
        let span = Loop { name: "p".to_owned(), ends: vec![unit.call("span", &[])] };
        let several = self.several();
        let sizes = unit.names.sizes().map(|size| format!("{size}: {index}"));
        let visit = format!("context: anytype, comptime visit: fn (@TypeOf(context), {several}, {index}) void");
        let parameters = sizes.chain([visit]).collect::<Vec<_>>().join(", ");
        for (order, name, heads, inside) in
            [("the index", "each", heads, by_index), ("memory", "each_in_memory", vec![head(&span)], by_memory)]
        {
            text.line(format!(
                "/// Visits every element once, in the order of {order}: visit(context, index, position)."
            ));
            let body = nest("    ", &heads, &[inside], Some("}"));
            text.block(&format!("pub fn {}({parameters}) void {{", unit.own(name)), body, "}");
        }
        Ok(())
    }
}
