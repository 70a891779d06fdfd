//! The language of expressions: what `lego show` prints, and what messages and documentation say.

use crate::emit::dialect::{Dialect, Output};
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

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        format!("{}[{place}]", listed(entries))
    }

    fn call(&self, function: &Function, part: u32, arguments: Vec<String>) -> String {
        format!("{}({})[{part}]", function.path, arguments.join(", "))
    }

    fn block(&self) -> Option<fn(Vec<String>, String) -> String> {
        Some(|statements, value| format!("{} {value}", String::sequence(statements)))
    }

    fn width(&self) -> Option<String> {
        self.bits.map(|bits| bits.to_string())
    }
}

/// Numbers in brackets.
pub(crate) fn listed(entries: &[u64]) -> String {
    let entries: Vec<String> = entries.iter().map(u64::to_string).collect();
    format!("[{}]", entries.join(", "))
}

/// Text of one expression for messages, without statements unless it would be far longer so.
#[must_use]
pub fn plain(arena: &Arena, id: Id) -> String {
    let dialect = Expressions { prefix: free_prefix(arena, id), bits: None };
    match print(arena, &[id], &dialect, &Unknown) {
        Ok(Printed { shared, values }) => {
            let statements = shared.iter().map(|shared| dialect.statement(shared));
            String::sequence(statements.chain(values).collect())
        }
        Err(_) => TOO_LONG.to_owned(),
    }
}

/// What stands for a text that is too long to be read.
pub(crate) const TOO_LONG: &str = "(too long to show)";

/// What names of shared values may begin with: no variable is called so.
fn free_prefix(arena: &Arena, id: Id) -> String {
    let mut prefix = Expressions::default().prefix;
    for id in reachable(arena, &[id]) {
        if let Node::Variable(number) = arena.get(id) {
            let name = arena.variable_of(number).name;
            while name.starts_with(&prefix) {
                prefix.push('t');
            }
        }
    }
    prefix
}
