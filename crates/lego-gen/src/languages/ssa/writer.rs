//! The lines of a function, and the names of their results.

use crate::unit::Names;
use lego_expr::Output;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// What an instruction takes or gives: a name, or a number where instructions take such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Value {
    pub(in super::super) name: String,
    /// Whether it is a truth, one bit, and no integer.
    pub(in super::super) is_truth: bool,
}

/// The dialect writes everything that is more than a name itself.
impl Output for Value {
    fn word(word: &str) -> Self {
        Self { name: word.to_owned(), is_truth: false }
    }

    fn number(value: i128) -> Self {
        Self::word(&value.to_string())
    }

    fn infix(left: Self, _: &str, _: Self) -> Self {
        left
    }

    fn call(function: &str, _: Vec<Self>) -> Self {
        Self::word(function)
    }

    fn bracketed(inner: Self) -> Self {
        inner
    }

    fn sequence(parts: Vec<Self>) -> Self {
        parts.into_iter().last().unwrap_or_else(|| Self::word(""))
    }
}

/// The lines of a function that is being written.
///
/// Law: no two instructions of a function are the same, so that what they compute is computed once.
pub(in super::super) struct Writer<'a> {
    names: &'a Names,
    lines: RefCell<Vec<String>>,
    known: RefCell<HashMap<String, Value>>,
    last: RefCell<Value>,
    count: Cell<usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        Self {
            names,
            lines: RefCell::default(),
            known: RefCell::default(),
            last: RefCell::new(Value::word("")),
            count: Cell::new(0),
        }
    }

    /// The result of an instruction, which becomes a line if it is new.
    pub(in super::super) fn result(&self, instruction: String, is_truth: bool) -> Value {
        let known = self.known.borrow().get(&instruction).cloned();
        let value = known.unwrap_or_else(|| {
            let name = format!("%{}", self.names.shared(self.count.get()));
            self.count.set(self.count.get() + 1);
            self.lines.borrow_mut().push(format!("{name} = {instruction}"));
            let value = Value { name, is_truth };
            self.known.borrow_mut().insert(instruction, value.clone());
            value
        });
        self.last.replace(value.clone());
        value
    }

    /// The result of the instruction that was asked for last.
    pub(super) fn last(&self) -> Value {
        self.last.borrow().clone()
    }

    /// The lines since they were last taken.
    pub(super) fn take(&self) -> Vec<String> {
        self.lines.take()
    }
}
