//! LLVM IR: functions that a compiler, or whoever makes IR, links to its own module.
//!
//! Their types are those of the functions that the target `c` writes, so that C declares and calls them. Pointers have no
//! type of what they point to (`ptr`), as in LLVM 15 and later; LLVM 14 reads that where it is told `-opaque-pointers`.

use super::ssa::{Function, Functions, Gives, Integer, Machine, Nest, Value, Writer, functions, nest, predicate};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Facts, Language, Written};
use crate::text::{Text, rows_of};
use crate::unit::{Case, Reserved, Unit};
use lego_expr::{Comparison, Op, Output};

/// LLVM IR.
pub(crate) struct Llvm;

/// It ends for every number, without regard to its sign: a root that is not selected may be of anything.
const ISQRT: &str = "\
; The integer square root of %x, bit by bit from the highest.
define internal $type @$own_isqrt_$type($type %x) nounwind {
entry:
  br label %next
next:
  %rest = phi $type [ %x, %entry ], [ %rest.next, %next ]
  %root = phi $type [ 0, %entry ], [ %root.next, %next ]
  %bit = phi $type [ $highest, %entry ], [ %bit.next, %next ]
  %sum = add $type %root, %bit
  %less = sub $type %rest, %sum
  %is = icmp uge $type %rest, %sum
  %half = lshr $type %root, 1
  %more = add $type %half, %bit
  %rest.next = select i1 %is, $type %less, $type %rest
  %root.next = select i1 %is, $type %more, $type %half
  %bit.next = lshr $type %bit, 2
  %ends = icmp eq $type %bit.next, 0
  br i1 %ends, label %end, label %next
end:
  ret $type %root.next
}
";

const GCD: &str = "\
; The greatest common divisor of %x and %b, which are not below zero.
define internal $type @$own_gcd_$type($type %x, $type %b) nounwind {
entry:
  br label %test
test:
  %left = phi $type [ %x, %entry ], [ %right, %next ]
  %right = phi $type [ %b, %entry ], [ %rest, %next ]
  %ends = icmp eq $type %right, 0
  br i1 %ends, label %end, label %next
next:
  %rest = urem $type %left, %right
  br label %test
end:
  ret $type %left
}
";

/// The instructions of LLVM IR.
#[derive(Clone, Copy)]
struct Instructions;

/// Operands of a type after their instruction.
fn operation(instruction: &str, bits: u32, [left, right]: [&Value; 2]) -> String {
    format!("{instruction} i{bits} {}, {}", left.name, right.name)
}

impl Machine for Instructions {
    fn number(self, _: &Writer<'_>, value: i128, _: u32) -> Value {
        <Value as Output>::number(value)
    }

    fn binary(self, op: Op, operands: [&Value; 2], integer: Integer) -> String {
        let Integer { bits, is_signed } = integer;
        let name = match op {
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Mul => "mul",
            Op::Div => "udiv",
            Op::Rem => "urem",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Shl => "shl",
            Op::Shr => "lshr",
            Op::Min | Op::Max => {
                let sign = if is_signed { 's' } else { 'u' };
                return self.call(&format!("llvm.{sign}{}.i{bits}", op.sign()), &operands, [bits; 2]);
            }
        };
        operation(name, bits, operands)
    }

    fn compare(self, comparison: Comparison, operands: [&Value; 2], integer: Integer) -> String {
        operation(&format!("icmp {}", predicate(comparison, integer.is_signed)), integer.bits, operands)
    }

    fn is_inside(self, operands: [&Value; 2], bits: u32) -> String {
        operation("icmp ult", bits, operands)
    }

    fn select(self, truth: &Value, [then, otherwise]: [&Value; 2], bits: u32) -> String {
        format!("select i1 {}, i{bits} {}, i{bits} {}", truth.name, then.name, otherwise.name)
    }

    fn call(self, function: &str, arguments: &[&Value], [from, to]: [u32; 2]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|value| format!("i{from} {}", value.name)).collect();
        let sign = if to == 1 { "zeroext " } else { "" };
        format!("call {sign}i{to} @{function}({})", arguments.join(", "))
    }

    fn widened(self, value: &Value, [from, to]: [u32; 2]) -> String {
        format!("sext i{from} {} to i{to}", value.name)
    }

    fn narrowed(self, value: &Value, [from, to]: [u32; 2]) -> String {
        format!("trunc i{from} {} to i{to}", value.name)
    }
}

impl Language for Llvm {
    fn facts(&self) -> Facts {
        Facts::new(["llvm", "LLVM IR", "LLVM 15 or later, or LLVM 14 with -opaque-pointers"], &["ll"])
    }

    /// Names of values begin with `%`, those of functions with `@`, and labels have a dot.
    fn reserved(&self) -> Reserved {
        Reserved { language: "LLVM IR", words: &[], prefixes: &[], case: Case::Told }
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
            let numbers = table.iter().map(|position| format!("{index} {}", number(position)));
            body.line("; The positions of all indices in row-major order; -1 where there is none.");
            let mut lines = rows_of(numbers);
            if let Some(last) = lines.last_mut() {
                last.pop();
            }
            let head = format!("@{} = constant [{} x {index}] [", unit.own("table"), table.len());
            body.block(&head, lines, "]");
        }
        let body = body.finish();
        let mut text = Text::default();
        text.lines("", unit.header(["-1", "false"]).into_iter().map(|line| format!("; {line}")));
        text.blank();
        helpers(&mut text, unit, &body);
        Ok(Written { text: text.finish() + body.trim_end() + "\n", operations })
    }
}

/// A function: a block of instructions for each condition, one for the values, and one where a condition fails.
fn write(text: &mut Text, function: &Function, index: &str) {
    let mut arguments: Vec<String> =
        function.arguments.iter().map(|name| format!("i{} %{name}", function.bits)).collect();
    let gives = match function.gives {
        Gives::Number => index,
        Gives::Truth | Gives::Index => "zeroext i1",
        Gives::Axes => "void",
    };
    match function.gives {
        Gives::Axes => arguments.insert(0, "ptr %data".to_owned()),
        Gives::Index => arguments.push("ptr %index".to_owned()),
        Gives::Number | Gives::Truth => {}
    }
    text.line(format!("; {}", function.about));
    text.line(format!("define {gives} @{}({}) nounwind {{", function.name, arguments.join(", ")));
    for (number, stage) in function.stages.iter().enumerate() {
        text.lines("  ", &stage.lines);
        text.line(format!("  ; {}", stage.words));
        text.line(format!("  br i1 {}, label %holds.{number}, label %fails.0", stage.holds.name));
        text.line(format!("holds.{number}:"));
    }
    text.lines("  ", &function.lines);
    let to = if function.gives == Gives::Index { "%index" } else { "%data" };
    if matches!(function.gives, Gives::Axes | Gives::Index) {
        for (axis, value) in function.values.iter().enumerate() {
            text.line(format!("  %at.{axis} = getelementptr {index}, ptr {to}, i64 {axis}"));
            text.line(format!("  store {index} {}, ptr %at.{axis}", value.name));
        }
    }
    let (value, none) = match function.gives {
        Gives::Number => (format!("{index} {}", function.values[0].name), format!("{index} -1")),
        Gives::Truth | Gives::Index => ("i1 true".to_owned(), "i1 false".to_owned()),
        Gives::Axes => ("void".to_owned(), "void".to_owned()),
    };
    text.line(format!("  ret {value}"));
    if !function.stages.is_empty() {
        text.line("fails.0:");
        text.line(format!("  ret {none}"));
    }
    text.line("}");
    text.blank();
}

/// Functions that call another, by its pointer, for every element.
struct Visits<'f, 'u> {
    unit: &'f Unit<'u>,
    /// The type of indices.
    index: &'f str,
}

impl Visits<'_, '_> {
    /// Arguments of their types: some, the sizes, and perhaps one more.
    fn arguments(&self, first: &[String], last: Option<&str>) -> String {
        let numbers = first.iter().map(String::as_str).chain(self.unit.names.sizes());
        let numbers = numbers.map(|name| format!("{} %{name}", self.index));
        numbers.chain(last.map(|name| format!("ptr %{name}"))).collect::<Vec<_>>().join(", ")
    }

    fn head(&self, text: &mut Text, what: &str, order: &str) {
        let (unit, sizes) = (self.unit, self.arguments(&[], Some("visit")));
        text.line(format!(
            "; Calls visit(ptr index, {} p, ptr context) for every element once, in the order of {order}.",
            self.index
        ));
        text.line(format!("define void @{}({sizes}, ptr %context) {{", unit.own(what)));
        text.line("entry.0:");
        text.line(format!("  %index = alloca [{} x {}]", unit.rank(), self.index));
    }

    /// The head of a loop that counts a name from 0 to an end, and is entered from a block.
    fn begin(&self, text: &mut Text, name: &str, end: &str, from: &str, after: &str) {
        let index = self.index;
        text.line(format!("  br label %test.{name}"));
        text.line(format!("test.{name}:"));
        text.line(format!("  %{name} = phi {index} [ 0, %{from} ], [ %next.of.{name}, %next.{name} ]"));
        text.line(format!("  %goes.{name} = icmp slt {index} %{name}, {end}"));
        text.line(format!("  br i1 %goes.{name}, label %body.{name}, label %{after}"));
        text.line(format!("body.{name}:"));
    }

    /// The end of such a loop.
    fn end(&self, text: &mut Text, name: &str) {
        text.line(format!("next.{name}:"));
        text.line(format!("  %next.of.{name} = add {} %{name}, 1", self.index));
        text.line(format!("  br label %test.{name}"));
    }

    fn visit(&self, text: &mut Text, last: &str) {
        text.line(format!("  call void %visit(ptr %index, {} %p, ptr %context)", self.index));
        text.line(format!("  br label %next.{last}"));
    }

    /// Both functions: in the order of the index, in the order of memory.
    fn write(&self, text: &mut Text, nest: &Nest) {
        let (unit, index) = (self.unit, self.index);
        self.head(text, "each", "the index");
        let (mut from, mut after) = ("entry.0".to_owned(), "end.0".to_owned());
        for axis in &nest.axes {
            text.lines("  ", &axis.lines);
            self.begin(text, &axis.name, &axis.end.name, &from, &after);
            (from, after) = (format!("body.{}", axis.name), format!("next.{}", axis.name));
        }
        text.line(format!("  %p = call {index} @{}({})", unit.own("apply"), self.arguments(&unit.names.index, None)));
        if nest.is_open {
            text.line(format!("  %exists.0 = icmp sge {index} %p, 0"));
            text.line(format!("  br i1 %exists.0, label %exists.1, label %{after}"));
            text.line("exists.1:");
        }
        for (axis, name) in unit.names.index.iter().enumerate() {
            text.line(format!("  %at.{axis} = getelementptr {index}, ptr %index, i64 {axis}"));
            text.line(format!("  store {index} %{name}, ptr %at.{axis}"));
        }
        self.visit(text, &unit.names.index[unit.rank() - 1]);
        unit.names.index.iter().rev().for_each(|name| self.end(text, name));
        text.lines("", ["end.0:", "  ret void", "}", ""]);
        self.head(text, "each_in_memory", "memory");
        text.line(format!("  %end.p = call {index} @{}({})", unit.own("span"), self.arguments(&[], None)));
        self.begin(text, "p", "%end.p", "entry.0", "end.0");
        let arguments = self.arguments(std::slice::from_ref(&unit.names.position), Some("index"));
        text.line(format!("  %exists.0 = call zeroext i1 @{}({arguments})", unit.own("inv")));
        text.line("  br i1 %exists.0, label %exists.1, label %next.p");
        text.line("exists.1:");
        self.visit(text, "p");
        self.end(text, "p");
        text.lines("", ["end.0:", "  ret void", "}", ""]);
    }
}

/// Declarations of the functions of LLVM's that a text calls, and functions for what LLVM has not.
fn helpers(text: &mut Text, unit: &Unit<'_>, body: &str) {
    let is_called = |name: &str| body.contains(&format!("@{name}("));
    for bits in [32, 64] {
        let names = ["smin", "smax", "umin", "umax"].map(|name| format!("llvm.{name}.i{bits}"));
        for name in names.iter().filter(|name| is_called(name)) {
            text.line(format!("declare i{bits} @{name}(i{bits}, i{bits})"));
            text.blank();
        }
    }
    for bits in [32, 64] {
        let (type_name, highest) = (format!("i{bits}"), (1_u64 << (bits - 2)).to_string());
        let blanks = [("$own", unit.request.name.as_str()), ("$type", &type_name), ("$highest", &highest)];
        for (name, template) in [("isqrt", ISQRT), ("gcd", GCD)] {
            if is_called(&format!("{}_{type_name}", unit.own(name))) {
                text.filled(template, &blanks);
            }
        }
    }
}
