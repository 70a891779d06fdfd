//! Expressions of the language around a placeholder, with its texts in place of the indices.

use super::host::{Family, Host};
use lego_expr::{
    ATOM, Abilities, Choices, Dialect, Function, Kind, Op, Operator, Range, Shared, Shifts, Variable, precedence,
};
use std::cell::Cell;
use std::collections::HashMap;

/// Expressions of a language.
///
/// Operations on bits and comparisons have brackets in and around them: where languages differ in how tightly they bind, a
/// reader need not know.
pub(super) struct Expressions<'a> {
    pub(super) host: Host,
    /// What stands for the indices, by their names.
    pub(super) texts: &'a HashMap<String, String>,
    /// Whether a square root was asked for that the language cannot take exactly.
    pub(super) inexact: Cell<bool>,
    /// Whether values are computed where they do not exist too, to be masked: a list is then read inside of its bounds there.
    pub(super) is_guarded: bool,
}

/// Roots in double precision are exact below this.
const EXACT: i128 = 1 << 52;

impl<'a> Expressions<'a> {
    pub(super) fn new(host: Host, texts: &'a HashMap<String, String>) -> Self {
        Self { host, texts, inexact: Cell::new(false), is_guarded: false }
    }
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        let family = self.host.family();
        let is_shader = matches!(self.host, Host::Glsl | Host::Hlsl | Host::Metal | Host::Wgsl);
        let is_eager = matches!(family, Family::Arrays(_) | Family::Fortran | Family::Wgsl);
        Abilities {
            isqrt: !is_shader && self.host != Host::Jax,
            look_up: matches!(family, Family::Python | Family::Script),
            min_max: !matches!(self.host, Host::C | Host::Cpp | Host::Mdspan),
            negative: !matches!(family, Family::Rust | Family::Wgsl),
            merges: false,
            shifts: if matches!(family, Family::Python) { Shifts::Endless } else { Shifts::BelowWidth },
            choices: if is_eager { Choices::Eager } else { Choices::Lazy },
        }
    }

    fn variable(&self, variable: &Variable) -> String {
        match variable.kind {
            Kind::Index { .. } => self.texts.get(&variable.name).unwrap_or(&variable.name).clone(),
            Kind::Size => variable.name.clone(),
        }
    }

    fn shared(&self, number: usize) -> String {
        format!("t{number}")
    }

    /// Nothing is computed ahead: a placeholder is one expression.
    fn statement(&self, shared: &Shared<String>) -> String {
        shared.value.clone()
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        match self.host.family() {
            Family::C | Family::Julia | Family::Script => format!("({truth} ? {then} : {otherwise})"),
            Family::Python => format!("({then} if {truth} else {otherwise})"),
            Family::Arrays(module) => format!("{module}.where({truth}, {then}, {otherwise})"),
            Family::Fortran => format!("merge({then}, {otherwise}, {truth})"),
            Family::Wgsl => format!("select({otherwise}, {then}, {truth})"),
            Family::Rust => format!("(if {truth} {{ {then} }} else {{ {otherwise} }})"),
        }
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice => ATOM,
            Operator::Truths(_) | Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => 0,
            other => precedence(other),
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Truths(_) | Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => ATOM,
            other => precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        let call = |function: &str| format!("{function}({left}, {right})");
        let infix = |sign: &str| format!("{left} {sign} {right}");
        match (op, self.host.family()) {
            (Op::Div, Family::Python | Family::Arrays(_)) => infix("//"),
            (Op::Div, Family::Julia) => infix("÷"),
            (Op::Div, Family::Script) => format!("Math.floor({left} / {right})"),
            (Op::Min | Op::Max, Family::Arrays(module)) => call(&format!("{module}.{}imum", op.sign())),
            (Op::Min | Op::Max, Family::Script) => call(&format!("Math.{}", op.sign())),
            (Op::Min | Op::Max, Family::Rust) => call(&format!("std::cmp::{}", op.sign())),
            (Op::Min | Op::Max, _) => call(op.sign()),
            (Op::Xor, Family::Julia) => infix("⊻"),
            (Op::Rem, Family::Fortran) => call("mod"),
            (Op::And, Family::Fortran) => call("iand"),
            (Op::Or, Family::Fortran) => call("ior"),
            (Op::Xor, Family::Fortran) => call("ieor"),
            (Op::Shl, Family::Fortran) => call("shiftl"),
            (Op::Shr, Family::Fortran) => call("shiftr"),
            (op, _) => infix(op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        let sign = match (op, self.host.family()) {
            (Op::And, Family::Python) => "and",
            (Op::Or, Family::Python) => "or",
            (Op::And, Family::Arrays(_)) => "&",
            (Op::Or, Family::Arrays(_)) => "|",
            (Op::And, Family::Fortran) => ".and.",
            (Op::Or, Family::Fortran) => ".or.",
            (_, Family::Fortran) => ".neqv.",
            (Op::And, _) => "&&",
            (Op::Or, _) => "||",
            _ => "!=",
        };
        format!("{left} {sign} {right}")
    }

    fn compare(&self, comparison: lego_expr::Comparison, left: String, right: String) -> String {
        let sign = match (comparison, self.host.family()) {
            (lego_expr::Comparison::NotEqual, Family::Fortran) => "/=",
            (lego_expr::Comparison::Equal, Family::Script) => "===",
            (lego_expr::Comparison::NotEqual, Family::Script) => "!==",
            _ => comparison.sign(),
        };
        format!("{left} {sign} {right}")
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let list = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        // Python refuses a place behind the last one, which JavaScript reads as a value that nothing is made of.
        if self.is_guarded && self.host.family() == Family::Python {
            format!("[{list}][({place}) % {}]", entries.len())
        } else {
            format!("[{list}][{place}]")
        }
    }

    fn isqrt(&self, argument: String, range: Range) -> String {
        let exact = || {
            if range.high >= EXACT {
                self.inexact.set(true);
            }
        };
        match self.host {
            Host::Python => format!("math.isqrt({argument})"),
            Host::Julia => format!("isqrt({argument})"),
            Host::Rust => format!("({argument}).isqrt()"),
            host => {
                exact();
                match host {
                    Host::NumPy => format!("np.sqrt({argument}).astype(np.int64)"),
                    Host::Triton => format!("tl.sqrt(({argument}).to(tl.float64)).to(tl.int64)"),
                    Host::Numba => format!("int(math.sqrt({argument}))"),
                    Host::Fortran => format!("int(sqrt(dble({argument})))"),
                    Host::JavaScript | Host::TypeScript => format!("Math.floor(Math.sqrt({argument}))"),
                    Host::OpenCl => format!("((long)sqrt((double)({argument})))"),
                    _ => format!("((long long)sqrt((double)({argument})))"),
                }
            }
        }
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}({})", function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        self.host.family() == Family::C
    }
}
