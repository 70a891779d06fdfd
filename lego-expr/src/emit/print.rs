//! Expressions as Rust text.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use std::collections::HashMap;
use std::fmt::Write;

/// Expressions as text: shared subexpressions first, as `let t0 = …;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The statements, each with its name and its value.
    pub lets: Vec<(String, String)>,
    /// The expressions.
    pub values: Vec<String>,
}

impl Printed {
    /// One text of an expression alone: its statements and its value.
    #[must_use]
    pub fn text(&self, k: usize) -> String {
        let mut text = String::new();
        for (name, value) in &self.lets {
            let _ = write!(text, "let {name} = {value}; ");
        }
        text + &self.values[k]
    }
}

/// How an arena's variables and functions are named in the text.
pub trait Names {
    /// A variable.
    fn variable(&self, arena: &Arena, number: u32) -> String {
        arena.variable_of(number).name
    }

    /// A number.
    fn number(&self, value: i128) -> String {
        value.to_string()
    }

    /// A call of a function of the user's; `arguments` are printed.
    fn call(&self, arena: &Arena, function: u32, part: u32, arguments: &[String]) -> String {
        format!("{}({})[{part}]", arena.function_of(function).path, arguments.join(", "))
    }

    /// Whether a quotient and a remainder by a power of two are written as a shift and a mask. A compiler makes them the
    /// same, but the second of two quotients it first merges with the other, and divides twice.
    fn shifts(&self) -> bool {
        false
    }

    /// The width of the type in which the text is computed: a shift by so many places is 0. Without a width the text is about
    /// integers of any size.
    fn bits(&self) -> Option<String> {
        None
    }

    /// A value by which is divided, no number, where it stands by itself as `text`; `None` to leave it as it is.
    fn divisor(&self, _text: &str) -> Option<String> {
        None
    }

    /// The integer square root of a node, which is printed.
    fn isqrt(&self, _argument: Id, text: &str) -> String {
        format!("isqrt({text})")
    }
}

/// The names that the arena has.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Names for Plain {}

/// The names that the arena has, in a type of so many bits.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u32);

impl Names for Bits {
    fn bits(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}

/// Text of one expression, without statements: for messages.
#[must_use]
pub fn plain(arena: &Arena, id: Id) -> String {
    let printer = Printer { arena, names: &Plain, named: HashMap::default() };
    printer.expression(id, 0)
}

/// Prints expressions that share subexpressions.
///
/// A node gets a name if it is used twice and has a value wherever it might be computed: `may_hoist` says so. One that
/// may only be computed in the branch that it stands in is written out each time.
pub fn print(arena: &Arena, roots: &[Id], names: &dyn Names, prefix: &str, may_hoist: &dyn Fn(Id) -> bool) -> Printed {
    let order = reachable(arena, roots);
    let mut uses: HashMap<Id, usize, FastHash> = HashMap::default();
    for &id in &order {
        for &operand in arena.operands(id).iter() {
            *uses.entry(operand).or_default() += 1;
        }
    }
    for root in roots {
        *uses.entry(*root).or_default() += 1;
    }
    // What compares with the width of the type is read with the shift beside it.
    let widths: Vec<Id> = order.iter().filter_map(|&id| shift::by_width(arena, id)).map(|[truth, ..]| truth).collect();
    let mut printer = Printer { arena, names, named: HashMap::default() };
    let mut lets = Vec::new();
    for id in order {
        let leaf = matches!(arena.get(id), Node::Constant(_) | Node::Variable(_) | Node::Within(..));
        if !leaf && !widths.contains(&id) && uses.get(&id).is_some_and(|&count| count > 1) && may_hoist(id) {
            let name = format!("{prefix}{}", lets.len());
            lets.push((name.clone(), printer.expression(id, 0)));
            printer.named.insert(id, name);
        }
    }
    Printed { lets, values: roots.iter().map(|&root| printer.expression(root, 0)).collect() }
}

struct Printer<'a> {
    arena: &'a Arena,
    names: &'a dyn Names,
    named: HashMap<Id, String, FastHash>,
}

/// Rust's precedence, loosest first.
fn precedence(op: Op) -> u8 {
    match op {
        Op::Or => 2,
        Op::Xor => 3,
        Op::And => 4,
        Op::Shl | Op::Shr => 5,
        Op::Add | Op::Sub => 6,
        Op::Mul | Op::Div | Op::Rem => 7,
        Op::Min | Op::Max => 9,
    }
}

/// How tightly the left operand must bind to need no parentheses; those of a shift are there for the reader.
fn inside(op: Op) -> u8 {
    if matches!(op, Op::Shl | Op::Shr) { 8 } else { precedence(op) }
}

const COMPARISON: u8 = 1;

impl Printer<'_> {
    fn is_power_of_two(&self, id: Id) -> bool {
        self.arena.number(id).is_some_and(|number| number > 0 && number.count_ones() == 1)
    }

    /// The text of a node where anything looser than `context` needs parentheses.
    fn expression(&self, id: Id, context: u8) -> String {
        if let Some(name) = self.named.get(&id) {
            return name.clone();
        }
        if let Some([_, amount, shift]) = shift::by_width(self.arena, id) {
            let bits = self.names.bits().unwrap_or_else(|| shift::END.to_string());
            let (amount, shift) = (self.expression(amount, COMPARISON + 1), self.expression(shift, 0));
            let text = format!("if {amount} < {bits} {{ {shift} }} else {{ {} }}", self.names.number(0));
            return if context > 0 { format!("({text})") } else { text };
        }
        let (text, own) = match self.arena.get(id) {
            Node::Within(a, _) => return self.expression(a, context),
            Node::Constant(value) => (self.names.number(value), if value < 0 { 7 } else { 10 }),
            Node::Variable(number) => (self.names.variable(self.arena, number), 10),
            Node::Binary(op @ (Op::Min | Op::Max), a, b) => {
                // The language of expressions has no minimum: it is a choice.
                let (a, b) = (self.expression(a, 6), self.expression(b, 6));
                let (first, second) = if op == Op::Min { (&a, &b) } else { (&b, &a) };
                (format!("if {a} < {b} {{ {first} }} else {{ {second} }}"), 0)
            }
            Node::Binary(op @ (Op::Div | Op::Rem), a, b) if self.names.shifts() && self.is_power_of_two(b) => {
                let number = self.arena.number(b).unwrap_or(1);
                let (op, number) = match op {
                    Op::Div => (Op::Shr, i128::from(number.trailing_zeros())),
                    _ => (Op::And, number - 1),
                };
                let own = precedence(op);
                (format!("{} {} {}", self.expression(a, inside(op)), op.symbol(), self.names.number(number)), own)
            }
            Node::Binary(op, a, b) => {
                let own = precedence(op);
                if matches!(op, Op::Div | Op::Rem)
                    && self.arena.number(b).is_none()
                    && let Some(divisor) = self.names.divisor(&self.expression(b, 0))
                {
                    return format!("({} {} {divisor})", self.expression(a, own), op.symbol());
                }
                // Comparisons bind looser than `&`, so truths get their parentheses from the same rule.
                let left = self.expression(a, inside(op));
                let right = self.expression(b, inside(op).max(own + 1));
                (format!("{left} {} {right}", op.symbol()), own)
            }
            Node::Compare(comparison, a, b) => {
                let sign = comparison.sign();
                // `a < b` reads a `<` after an identifier in a cast as generics; there are no casts in here.
                let (left, right) = (self.expression(a, COMPARISON + 1), self.expression(b, COMPARISON + 1));
                (format!("{left} {sign} {right}"), COMPARISON)
            }
            Node::Choose(c, a, b) => {
                let (c, a, b) = (self.expression(c, 0), self.expression(a, 0), self.expression(b, 0));
                (format!("if {c} {{ {a} }} else {{ {b} }}"), 0)
            }
            Node::Isqrt(a) => (self.names.isqrt(a, &self.expression(a, 0)), 10),
            Node::Call { function, part, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|&a| self.expression(a, 0)).collect();
                (self.names.call(self.arena, function, part, &arguments), 10)
            }
        };
        if own < context { format!("({text})") } else { text }
    }
}
