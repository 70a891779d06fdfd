//! Expressions as instructions.

use super::machine::{Integer, Machine};
use super::writer::{Value, Writer};
use crate::unit::Names;
use lego_expr::{Abilities, Choices, Comparison, Dialect, Function, Op, Range, Shared, Shifts, Variable};

/// Expressions in one integer type. Both branches of a choice are computed, and one is selected.
#[derive(Clone, Copy)]
pub(super) struct Expressions<'a, M> {
    pub(super) machine: M,
    pub(super) names: &'a Names,
    pub(super) writer: &'a Writer<'a>,
    /// What the names of the file's own functions begin with.
    pub(super) own: &'a str,
    /// The bits of an index.
    pub(super) index: u32,
    /// The type in which is computed.
    pub(super) integer: Integer,
}

impl<M: Machine> Expressions<'_, M> {
    fn result(&self, instruction: String, is_truth: bool) -> Value {
        self.writer.result(instruction, is_truth)
    }

    /// A call of a function of the file's own for this type.
    fn own(&self, what: &str, arguments: &[&Value]) -> Value {
        let name = format!("{}_{what}_i{}", self.own, self.integer.bits);
        let bits = [self.integer.bits; 2];
        self.result(self.machine.call(&name, arguments, bits), false)
    }
}

impl<M: Machine> Dialect for Expressions<'_, M> {
    type Output = Value;

    fn abilities(&self) -> Abilities {
        Abilities {
            look_up: false,
            merges: false,
            shifts: Shifts::BelowWidth,
            choices: Choices::Eager,
            ..Abilities::ALL
        }
    }

    fn variable(&self, variable: &Variable) -> Value {
        let name = self.names.variable(variable);
        let value = Value { name: format!("%{name}"), is_truth: false };
        if self.integer.bits == self.index {
            return value;
        }
        self.result(self.machine.widened(&value, [self.index, self.integer.bits]), false)
    }

    /// A value is named as soon as it is written: what was written last has the name already.
    fn shared(&self, _: usize) -> Value {
        self.writer.last()
    }

    fn statement(&self, shared: &Shared<Value>) -> Value {
        shared.name.clone()
    }

    fn choice(&self, truth: Value, then: Value, otherwise: Value) -> Value {
        let is_truth = then.is_truth || otherwise.is_truth;
        let bits = if is_truth { 1 } else { self.integer.bits };
        self.result(self.machine.select(&truth, [&then, &otherwise], bits), is_truth)
    }

    fn number(&self, value: i128) -> Value {
        self.machine.number(self.writer, value, self.integer.bits)
    }

    fn binary(&self, op: Op, left: Value, right: Value) -> Value {
        self.result(self.machine.binary(op, [&left, &right], self.integer), false)
    }

    fn truths(&self, op: Op, left: Value, right: Value) -> Value {
        let truth = Integer { bits: 1, is_signed: false };
        self.result(self.machine.binary(op, [&left, &right], truth), true)
    }

    fn compare(&self, comparison: Comparison, left: Value, right: Value) -> Value {
        self.result(self.machine.compare(comparison, [&left, &right], self.integer), true)
    }

    fn isqrt(&self, argument: Value, _: Range) -> Value {
        self.own("isqrt", &[&argument])
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<Value>) -> Value {
        self.own(&function.path, &arguments.iter().collect::<Vec<_>>())
    }

    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<Value> {
        Some(self.number(self.integer.bits.into()))
    }
}
