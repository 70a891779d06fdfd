//! Expressions of the language around a placeholder, with its texts in place of the indices.

use super::template_language::TemplateLanguage;
use crate::syntax::Root;
use crate::text::joined;
use lego_expr::{
    ATOM, Abilities, Comparison, Dialect, Function, Kind, Op, Operator, Range, Shared, Variable, precedence,
};
use std::cell::Cell;
use std::collections::HashMap;

/// Expressions of a language.
///
/// Operations on bits and comparisons have brackets in and around them: where languages differ in how tightly they bind, a
/// reader need not know.
pub(super) struct Expressions<'a> {
    pub(super) language: TemplateLanguage,
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
    pub(super) fn new(language: TemplateLanguage, texts: &'a HashMap<String, String>) -> Self {
        Self { language, texts, inexact: Cell::new(false), is_guarded: false }
    }
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        self.language.abilities
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
        (self.language.choice)(&truth, &then, &otherwise)
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
        (self.language.binary)(op, &left, &right).unwrap_or_else(|| match op {
            Op::Min | Op::Max => format!("{}({left}, {right})", op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        })
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        joined(op, self.language.truths, &left, &right)
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        let sign = match comparison {
            Comparison::Equal => self.language.equal[0],
            Comparison::NotEqual => self.language.equal[1],
            _ => comparison.sign(),
        };
        format!("{left} {sign} {right}")
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let list = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match self.is_guarded && self.language.refuses_places {
            true => format!("[{list}][({place}) % {}]", entries.len()),
            false => format!("[{list}][{place}]"),
        }
    }

    fn isqrt(&self, argument: String, range: Range) -> String {
        match self.language.root {
            Root::Exact(root) => root(&argument),
            Root::Rounded(root) => {
                self.inexact.set(self.inexact.get() || range.high >= EXACT);
                root(&argument)
            }
        }
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}({})", function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        self.language.masks
    }
}
