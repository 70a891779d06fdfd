//! The language of expressions: what `lego show` prints, and what messages and documentation say.

use crate::emit::dialect::Dialect;
use crate::emit::print::print;
use crate::emit::shared::{Printed, Shared};
use crate::graph::arena::Arena;
use crate::graph::node::{Function, Id, Node, Variable};
use crate::graph::program::reachable;
use crate::legal::abilities::{Abilities, Shifts};
use crate::ranges::knowledge::Unknown;

/// Rust on integers that are not below zero, with `isqrt`, `min` and `max`; the names are those of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expressions {
    /// What the names of shared values begin with.
    pub prefix: String,
    /// How many bits the integers have, if that is meant.
    pub bits: Option<u32>,
}

impl Default for Expressions {
    fn default() -> Self {
        Self { prefix: "t".to_owned(), bits: None }
    }
}

impl Expressions {
    /// The operators, functions, comparisons and branches of some expressions; a shared subexpression counts once.
    #[must_use]
    pub fn operations(arena: &Arena, roots: &[Id]) -> usize {
        let is_leaf = |id: &Id| matches!(arena.get(*id), Node::Constant(_) | Node::Variable(_) | Node::Within(..));
        reachable(arena, roots).iter().filter(|id| !is_leaf(id)).count()
    }
}

impl Dialect for Expressions {
    type Output = String;

    fn abilities(&self) -> Abilities {
        Abilities { negative: false, merges: false, shifts: Shifts::BelowWidth, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        variable.name.clone()
    }

    fn shared(&self, number: usize) -> String {
        format!("{}{number}", self.prefix)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("let {} = {};", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        format!("if {truth} {{ {then} }} else {{ {otherwise} }}")
    }

    fn call(&self, function: &Function, part: u32, arguments: Vec<String>) -> String {
        format!("{}({})[{part}]", function.path, arguments.join(", "))
    }

    fn width(&self) -> Option<String> {
        self.bits.map(|bits| bits.to_string())
    }
}

/// Text of one expression, without statements: for messages.
#[must_use]
pub fn plain(arena: &Arena, id: Id) -> String {
    let Printed { mut values, .. } = print(arena, &[id], &Expressions::default(), &Unknown);
    values.swap_remove(0)
}
