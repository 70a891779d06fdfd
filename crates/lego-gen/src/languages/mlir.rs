//! MLIR: functions of the dialects `func`, `arith` and `scf`, which every lowering takes.
//!
//! Indices, positions and sizes are `i64`, or `i32`. A function that gives several numbers has several results; `inv` says
//! first whether there is an index.

use super::ssa::{Function, Functions, Gives, Integer, Machine, Nest, Value, Writer, functions, nest, predicate};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Facts, Language, Written};
use crate::text::{Text, rows_of};
use crate::unit::{Case, Reserved, Unit};
use lego_expr::{Comparison, Op};

/// MLIR.
pub(crate) struct Mlir;

/// It ends for every number, without regard to its sign: a root that is not selected may be of anything.
const ISQRT: &str = "\
// The integer square root of %x, bit by bit from the highest.
func.func private @$own_isqrt_$type(%x: $type) -> $type {
  %from = arith.constant 0 : index
  %to = arith.constant $steps : index
  %step = arith.constant 1 : index
  %zero = arith.constant 0 : $type
  %one = arith.constant 1 : $type
  %two = arith.constant 2 : $type
  %highest = arith.constant $highest : $type
  %all:3 = scf.for %k = %from to %to step %step
      iter_args(%rest = %x, %root = %zero, %bit = %highest) -> ($type, $type, $type) {
    %sum = arith.addi %root, %bit : $type
    %is = arith.cmpi uge, %rest, %sum : $type
    %less = arith.subi %rest, %sum : $type
    %half = arith.shrui %root, %one : $type
    %more = arith.addi %half, %bit : $type
    %rest.next = arith.select %is, %less, %rest : $type
    %root.next = arith.select %is, %more, %half : $type
    %bit.next = arith.shrui %bit, %two : $type
    scf.yield %rest.next, %root.next, %bit.next : $type, $type, $type
  }
  return %all#1 : $type
}
";

const GCD: &str = "\
// The greatest common divisor of %x and %b, which are not below zero.
func.func private @$own_gcd_$type(%x: $type, %b: $type) -> $type {
  %zero = arith.constant 0 : $type
  %all:2 = scf.while (%left = %x, %right = %b) : ($type, $type) -> ($type, $type) {
    %goes = arith.cmpi ne, %right, %zero : $type
    scf.condition(%goes) %left, %right : $type, $type
  } do {
  ^next(%left: $type, %right: $type):
    %rest = arith.remui %left, %right : $type
    scf.yield %right, %rest : $type, $type
  }
  return %all#0 : $type
}
";

/// The instructions of `arith` and `func`.
#[derive(Clone, Copy)]
struct Instructions;

/// An operation of `arith`.
fn operation(name: &str, bits: u32, [left, right]: [&Value; 2]) -> String {
    format!("arith.{name} {}, {} : i{bits}", left.name, right.name)
}

impl Machine for Instructions {
    fn number(self, writer: &Writer<'_>, value: i128, bits: u32) -> Value {
        writer.result(format!("arith.constant {value} : i{bits}"), false)
    }

    fn binary(self, op: Op, operands: [&Value; 2], integer: Integer) -> String {
        let name = match (op, integer.is_signed) {
            (Op::Add, _) => "addi",
            (Op::Sub, _) => "subi",
            (Op::Mul, _) => "muli",
            (Op::Div, _) => "divui",
            (Op::Rem, _) => "remui",
            (Op::And, _) => "andi",
            (Op::Or, _) => "ori",
            (Op::Xor, _) => "xori",
            (Op::Shl, _) => "shli",
            (Op::Shr, _) => "shrui",
            (Op::Min, true) => "minsi",
            (Op::Min, false) => "minui",
            (Op::Max, true) => "maxsi",
            (Op::Max, false) => "maxui",
        };
        operation(name, integer.bits, operands)
    }

    fn compare(self, comparison: Comparison, operands: [&Value; 2], integer: Integer) -> String {
        operation(&format!("cmpi {},", predicate(comparison, integer.is_signed)), integer.bits, operands)
    }

    fn is_inside(self, operands: [&Value; 2], bits: u32) -> String {
        operation("cmpi ult,", bits, operands)
    }

    fn select(self, truth: &Value, [then, otherwise]: [&Value; 2], bits: u32) -> String {
        format!("arith.select {}, {}, {} : i{bits}", truth.name, then.name, otherwise.name)
    }

    fn call(self, function: &str, arguments: &[&Value], [from, to]: [u32; 2]) -> String {
        let names: Vec<&str> = arguments.iter().map(|value| value.name.as_str()).collect();
        let types = vec![format!("i{from}"); names.len()].join(", ");
        format!("func.call @{function}({}) : ({types}) -> i{to}", names.join(", "))
    }

    fn widened(self, value: &Value, [from, to]: [u32; 2]) -> String {
        format!("arith.extsi {} : i{from} to i{to}", value.name)
    }

    fn narrowed(self, value: &Value, [from, to]: [u32; 2]) -> String {
        format!("arith.trunci {} : i{from} to i{to}", value.name)
    }
}

impl Language for Mlir {
    fn facts(&self) -> Facts {
        Facts::new(["mlir", "MLIR", "MLIR 16 or later, with the dialects func, arith and scf"], &["mlir"])
    }

    /// Names of values begin with `%`, those of functions with `@`, and what the file calls otherwise has a dot.
    fn reserved(&self) -> Reserved {
        Reserved { language: "MLIR", words: &[], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let Functions { functions, operations } = functions(unit, Instructions)?;
        let index = format!("i{}", unit.request.width.bits());
        let mut body = Text::default();
        for function in &functions {
            write(&mut body, function, &index);
        }
        if unit.has(Extra::Loops) {
            Visits { unit, index: &index }.write(&mut body, &nest(unit, Instructions)?);
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| position.map_or("-1".to_owned(), |position| position.to_string());
            let mut lines = rows_of(table.iter().map(number));
            if let Some(last) = lines.last_mut() {
                last.pop();
            }
            body.line("// The positions of all indices in row-major order; -1 where there is none.");
            let (name, count) = (unit.own("table"), table.len());
            let head = format!("memref.global constant @{name} : memref<{count}x{index}> = dense<[");
            body.block(&head, lines, "]>");
        }
        let body = body.finish();
        let mut text = Text::default();
        text.lines("", unit.header(["-1", "false"]).into_iter().map(|line| format!("// {line}")));
        text.blank();
        helpers(&mut text, unit, &body);
        Ok(Written { text: text.finish() + body.trim_end() + "\n", operations })
    }
}

/// A function: what comes after a condition stands in its `scf.if`.
fn write(text: &mut Text, function: &Function, index: &str) {
    let arguments: Vec<String> = function.arguments.iter().map(|name| format!("%{name}: i{}", function.bits)).collect();
    let numbers = vec![index; function.values.len()];
    let types = match function.gives {
        Gives::Number | Gives::Axes => numbers,
        Gives::Truth => vec!["i1"],
        Gives::Index => [&["i1"][..], &numbers].concat(),
    };
    let has_truth = types[0] == "i1";
    let list = types.join(", ");
    let gives = if types.len() == 1 { list.clone() } else { format!("({list})") };
    text.line(format!("// {}", function.about));
    text.line(format!("func.func @{}({}) -> {gives} {{", function.name, arguments.join(", ")));
    if has_truth {
        text.line("  %true.0 = arith.constant true");
    }
    let mut none = Vec::new();
    if !function.stages.is_empty() {
        if has_truth {
            text.line("  %false.0 = arith.constant false");
            none.push("%false.0");
        }
        if !function.values.is_empty() {
            text.line(format!("  %none.0 = arith.constant -1 : {index}"));
            none.resize(types.len(), "%none.0");
        }
    }
    let mut indent = "  ".to_owned();
    for (number, stage) in function.stages.iter().enumerate() {
        text.lines(&indent, &stage.lines);
        text.line(format!("{indent}// {}", stage.words));
        let count = types.len();
        text.line(format!("{indent}%result.{number}:{count} = scf.if {} -> ({list}) {{", stage.holds.name));
        indent.push_str("  ");
    }
    text.lines(&indent, &function.lines);
    let truth = has_truth.then(|| "%true.0".to_owned());
    let mut values: Vec<String> =
        truth.into_iter().chain(function.values.iter().map(|value| value.name.clone())).collect();
    for number in (0..function.stages.len()).rev() {
        text.line(format!("{indent}scf.yield {} : {list}", values.join(", ")));
        indent.truncate(indent.len() - 2);
        text.line(format!("{indent}}} else {{"));
        text.line(format!("{indent}  scf.yield {} : {list}", none.join(", ")));
        text.line(format!("{indent}}}"));
        values = (0..types.len()).map(|result| format!("%result.{number}#{result}")).collect();
    }
    text.line(format!("  return {} : {list}", values.join(", ")));
    text.line("}");
    text.blank();
}

/// What a function that is called for every element is given besides: memory of the caller's, which `memref.view` gives a type.
const CONTEXT: &str = "memref<?xi8>";

/// Functions that call another for every element.
struct Visits<'f, 'u> {
    unit: &'f Unit<'u>,
    /// The type of indices.
    index: &'f str,
}

impl Visits<'_, '_> {
    /// A call of a function of the file's with the sizes behind its own arguments.
    fn call(&self, what: &str, own: &[String], gives: &str) -> String {
        let names: Vec<String> =
            own.iter().map(String::as_str).chain(self.unit.names.sizes()).map(|name| format!("%{name}")).collect();
        let types = vec![self.index; names.len()].join(", ");
        format!("func.call @{}({}) : ({types}) -> {gives}", self.unit.own(what), names.join(", "))
    }

    /// The type of what is called: of an index, a position and the context.
    fn visitor(&self) -> String {
        format!("({}, {CONTEXT})", vec![self.index; self.unit.rank() + 1].join(", "))
    }

    fn visit(&self, index: &[String]) -> String {
        format!("func.call_indirect %visit({}, %p, %context) : {} -> ()", index.join(", "), self.visitor())
    }

    fn head(&self, text: &mut Text, what: &str, order: &str) {
        let (unit, index) = (self.unit, self.index);
        let sizes: String = unit.names.sizes().map(|size| format!("%{size}: {index}, ")).collect();
        text.line(format!(
            "// Calls %visit with the index, the position and %context for every element once, in the order of {order}."
        ));
        let visitor = self.visitor();
        text.line(format!("func.func @{}({sizes}%visit: {visitor} -> (), %context: {CONTEXT}) {{", unit.own(what)));
        text.line(format!("  %zero.0 = arith.constant 0 : {index}"));
        text.line(format!("  %one.0 = arith.constant 1 : {index}"));
    }

    /// Both functions: in the order of the index, in the order of memory.
    fn write(&self, text: &mut Text, nest: &Nest) {
        let (unit, index) = (self.unit, self.index);
        let to = |name: &str, end: &str| format!("scf.for %{name} = %zero.0 to {end} step %one.0 : {index} {{");
        self.head(text, "each", "the index");
        let mut indent = "  ".to_owned();
        for axis in &nest.axes {
            text.lines(&indent, &axis.lines);
            text.line(format!("{indent}{}", to(&axis.name, &axis.end.name)));
            indent.push_str("  ");
        }
        text.line(format!("{indent}%p = {}", self.call("apply", &unit.names.index, index)));
        let components: Vec<String> = unit.names.index.iter().map(|name| format!("%{name}")).collect();
        let visit = self.visit(&components);
        if nest.is_open {
            text.line(format!("{indent}%exists.0 = arith.cmpi sge, %p, %zero.0 : {index}"));
            text.lines(&indent, ["scf.if %exists.0 {", &format!("  {visit}"), "}"]);
        } else {
            text.line(format!("{indent}{visit}"));
        }
        for _ in &nest.axes {
            indent.truncate(indent.len() - 2);
            text.line(format!("{indent}}}"));
        }
        text.block("  return", [""; 0], "}");
        self.head(text, "each_in_memory", "memory");
        text.line(format!("  %end.0 = {}", self.call("span", &[], index)));
        text.line(format!("  {}", to("p", "%end.0")));
        let gives = format!("(i1, {})", vec![index; unit.rank()].join(", "));
        let inv = self.call("inv", std::slice::from_ref(&unit.names.position), &gives);
        text.line(format!("    %index.0:{} = {inv}", unit.rank() + 1));
        text.line("    scf.if %index.0#0 {");
        let components: Vec<String> = (1..=unit.rank()).map(|result| format!("%index.0#{result}")).collect();
        text.line(format!("      {}", self.visit(&components)));
        text.lines("  ", ["  }", "}"]);
        text.block("  return", [""; 0], "}");
    }
}

/// Functions for what `arith` has not, of those that a text calls.
fn helpers(text: &mut Text, unit: &Unit<'_>, body: &str) {
    for bits in [32, 64_u32] {
        let type_name = format!("i{bits}");
        let (highest, steps) = ((1_u64 << (bits - 2)).to_string(), (bits / 2).to_string());
        let own = unit.request.name.as_str();
        let blanks = [("$own", own), ("$type", &type_name), ("$highest", &highest), ("$steps", &steps)];
        for (name, template) in [("isqrt", ISQRT), ("gcd", GCD)] {
            if body.contains(&format!("@{}_{type_name}(", unit.own(name))) {
                text.filled(template, &blanks);
            }
        }
    }
}
