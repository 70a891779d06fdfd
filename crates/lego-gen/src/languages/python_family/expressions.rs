//! Expressions of Python, and of what is written like it.

use crate::unit::{Names, Unit};
use lego_expr::{
    ATOM, Abilities, Choices, Dialect, Function, Op, Operator, Range, Shared, Shifts, Variable, operands, precedence,
};

/// How a relative of Python writes what Python itself writes otherwise, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Kinship {
    /// Integers without end, branches.
    Python,
    /// Arrays: everything is computed, and chosen from.
    NumPy,
    /// Arrays that are traced, of integers of a fixed width.
    Jax,
    /// Tensors in a program of a GPU.
    Triton,
    /// Python that is compiled: integers of a machine, branches.
    Numba,
}

impl Kinship {
    /// What a module with functions of whole arrays is called in a file; `None` where a function takes numbers.
    fn module(self) -> Option<&'static str> {
        match self {
            Self::Python | Self::Numba => None,
            Self::NumPy => Some("np"),
            Self::Jax => Some("jnp"),
            Self::Triton => Some("tl"),
        }
    }
}

/// Expressions of Python.
pub(in crate::languages) struct Expressions<'a> {
    names: &'a Names,
    /// What the names of the file's own functions begin with.
    own: &'a str,
    /// The bits of an integer.
    bits: u32,
    /// The number of the first value that is computed ahead.
    first: usize,
    pub(super) kinship: Kinship,
}

impl<'a> Expressions<'a> {
    /// Expressions whose names for what is computed ahead begin at a number.
    pub(in crate::languages) fn new(unit: &'a Unit<'_>, kinship: Kinship, first: usize) -> Self {
        let (own, bits) = (unit.request.name.as_str(), unit.request.width.bits());
        Self { names: &unit.names, own, bits, first, kinship }
    }

    /// The statements of values that are computed ahead.
    pub(in crate::languages) fn statements(&self, shared: &[Shared<String>]) -> Vec<String> {
        shared.iter().map(|shared| self.statement(shared)).collect()
    }

    /// Whether an operation is written as a call of a function of JAX, whose `//` and `%` would ask for signs.
    fn is_called(&self, operator: Operator) -> bool {
        self.kinship == Kinship::Jax && matches!(operator, Operator::Binary(Op::Div | Op::Rem))
    }
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        let choices = if self.kinship.module().is_some() { Choices::Eager } else { Choices::Lazy };
        let shifts = match self.kinship {
            // A shift by too many places gives 0, also of an integer with a width.
            Kinship::Python | Kinship::NumPy | Kinship::Jax => Shifts::Endless,
            Kinship::Triton | Kinship::Numba => Shifts::BelowWidth,
        };
        // Nothing in a program of Triton's is looked into by a tensor but memory.
        let look_up = self.kinship != Kinship::Triton;
        Abilities { look_up, merges: false, shifts, choices, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        self.names.variable(variable)
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("{} = {}", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let (bits, are_numbers) = (self.bits, is_number(&then) && is_number(&otherwise));
        match self.kinship {
            // Conditional expressions group from the right.
            Kinship::Python | Kinship::Numba if truth.contains(" if ") || then.contains(" if ") => {
                format!("({then}) if ({truth}) else {otherwise}")
            }
            Kinship::Python | Kinship::Numba => format!("{then} if {truth} else {otherwise}"),
            // Two numbers have a type of their own, which need not be that of what is computed with them.
            Kinship::Triton if are_numbers => format!("tl.where({truth}, {then}, {otherwise}).to(tl.int{bits})"),
            Kinship::Triton => format!("tl.where({truth}, {then}, {otherwise})"),
            Kinship::NumPy | Kinship::Jax => {
                let module = self.kinship.module().unwrap_or_default();
                let then = if are_numbers { format!("{module}.int{bits}({then})") } else { then };
                format!("{module}.where({truth}, {then}, {otherwise})")
            }
        }
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice if self.kinship.module().is_some() => ATOM,
            operator if self.is_called(operator) => ATOM - 1,
            other => precedence(other),
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        if self.is_called(operator) { 0 } else { operands(operator) }
    }

    /// The arguments of a call stand by themselves.
    fn divisor(&self, divisor: &String) -> Option<String> {
        self.is_called(Operator::Binary(Op::Div)).then(|| divisor.clone())
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match (op, self.kinship.module()) {
            (Op::Div | Op::Rem, _) if self.kinship == Kinship::Jax => {
                let typed =
                    |side: String| if is_number(&side) { format!("jnp.int{}({side})", self.bits) } else { side };
                format!("lax.{}({}, {})", if op == Op::Div { "div" } else { "rem" }, typed(left), typed(right))
            }
            (Op::Div, _) => format!("{left} // {right}"),
            (Op::Min | Op::Max, Some(module)) => format!("{module}.{}imum({left}, {right})", op.sign()),
            (Op::Min | Op::Max, None) => format!("{}({left}, {right})", op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        match self.kinship {
            Kinship::Python => format!("math.isqrt({argument})"),
            _ => format!("_{}_isqrt({argument})", self.own),
        }
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match (self.kinship.module(), self.bits) {
            // Of whole arrays some places may be outside of it, where nothing is asked for.
            (Some(module), bits) => {
                format!("{module}.take({module}.array([{entries}], {module}.int{bits}), {place}, mode=\"clip\")")
            }
            (None, _) => format!("({entries})[{place}]"),
        }
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("math.{}({})", function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which is not known of an integer with a sign.
    fn masks(&self) -> bool {
        matches!(self.kinship, Kinship::Jax | Kinship::Triton | Kinship::Numba)
    }

    fn width(&self) -> Option<String> {
        let has_end = matches!(self.kinship, Kinship::Triton | Kinship::Numba);
        has_end.then(|| self.bits.to_string())
    }
}

/// Whether an expression is a number that is written out.
fn is_number(text: &str) -> bool {
    text.parse::<i128>().is_ok()
}
