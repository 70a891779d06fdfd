//! The world of symbols: every name without a value is a size of its own.

use super::options::Options;
use crate::syntax::Comparison;
use crate::world::{Part, Truth, World};
use lego_core::LayoutError;
use lego_expr::{Arena, Engine, Id, Kind, Node, Op, Premise, Symbol};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Beside more facts and demands an engine, which takes them all in, is not asked.
pub(super) const MOST_PREMISES: usize = 128;

/// The `part` of a call whose result is a position, not a component of an index.
pub const POSITION: u32 = u32::MAX;

/// The world in which some names have values and the others are symbols.
#[derive(Debug)]
pub(crate) struct Symbols<'a> {
    pub(crate) arena: &'a Arena,
    values: &'a BTreeMap<String, i128>,
    /// The symbols asked for so far, in that order.
    symbols: RefCell<Vec<(String, Id)>>,
    /// Variables of the arena that names without a value mean.
    known: RefCell<Vec<(String, Id)>>,
    /// Whether the user's functions can be called where the result is used.
    calls: bool,
    /// Whether the values are constants of the text itself.
    constants: bool,
    /// Whether a name without a value means nothing.
    is_closed: bool,
}

impl<'a> Symbols<'a> {
    pub(crate) fn new(arena: &'a Arena, options: &'a Options) -> Self {
        let Options { values, calls, constants, .. } = options;
        let (symbols, known) = (RefCell::default(), RefCell::default());
        Self { arena, values, symbols, known, calls: *calls, constants: *constants, is_closed: false }
    }

    /// The same world where every name needs a value.
    #[cfg(feature = "dynamic")]
    pub(super) fn closed(self) -> Self {
        Self { is_closed: true, ..self }
    }

    /// The same world with symbols that are variables of the arena already.
    pub(crate) fn knowing(self, known: &[(String, Id)]) -> Self {
        self.known.borrow_mut().extend_from_slice(known);
        self
    }

    pub(crate) fn symbols(&self) -> Vec<(String, Id)> {
        self.symbols.borrow().clone()
    }

    fn symbol(&self, id: Id) -> Symbol<'a> {
        Symbol::new(self.arena, id)
    }
}

impl<'a> World for Symbols<'a> {
    type Value = Symbol<'a>;

    fn constant(&self, value: i128) -> Symbol<'a> {
        self.symbol(self.arena.constant(value))
    }

    fn as_constant(&self, value: Symbol<'a>) -> Option<i128> {
        self.arena.number(value.id())
    }

    fn is_zero(&self, value: Symbol<'a>) -> bool {
        match self.arena.get(value.id()) {
            Node::Constant(number) => number == 0,
            Node::Variable(_) => false,
            _ if self.arena.premises().len() > MOST_PREMISES => false,
            // What is divided is not below zero, so neither is what it is divided by.
            _ => Engine::new(self.arena).is_equal(value.id(), self.arena.constant(0)),
        }
    }

    fn parameter(&self, name: &str) -> Option<Symbol<'a>> {
        if let Some(&value) = self.values.get(name) {
            return Some(self.constant(value));
        }
        if self.is_closed {
            return None;
        }
        let mut symbols = self.symbols.borrow_mut();
        if let Some((_, id)) = symbols.iter().find(|(symbol, _)| symbol == name) {
            return Some(self.symbol(*id));
        }
        let known = self.known.borrow().iter().find(|(known, _)| known == name).map(|(_, id)| *id);
        let id = known.unwrap_or_else(|| self.arena.variable(name, Kind::Size));
        symbols.push((name.to_owned(), id));
        Some(self.symbol(id))
    }

    fn unknown(&self, name: &str) -> LayoutError {
        let name = name.into();
        if self.is_closed { LayoutError::ValueNeeded { name } } else { LayoutError::UnknownName { name } }
    }

    fn may_be_empty(&self) -> bool {
        !self.constants
    }

    fn quotient(&self, value: Symbol<'a>, divisor: Symbol<'a>) -> Symbol<'a> {
        let constant = self.as_constant(value).is_some() && self.as_constant(divisor).is_some();
        if !constant {
            // The elaboration demands this, and a demand that is a fact is always asserted.
            self.arena.state(Premise::Divides(value.id(), divisor.id()));
        }
        value / divisor
    }

    fn minimum(&self, one: Symbol<'a>, other: Symbol<'a>) -> Symbol<'a> {
        self.symbol(self.arena.binary(Op::Min, one.id(), other.id()))
    }

    fn maximum(&self, one: Symbol<'a>, other: Symbol<'a>) -> Symbol<'a> {
        self.symbol(self.arena.binary(Op::Max, one.id(), other.id()))
    }

    fn bit_or(&self, one: Symbol<'a>, other: Symbol<'a>) -> Symbol<'a> {
        self.symbol(self.arena.binary(Op::Or, one.id(), other.id()))
    }

    fn compare(&self, comparison: Comparison, left: Symbol<'a>, right: Symbol<'a>) -> Truth<Self> {
        use lego_expr::Comparison as C;
        let (comparison, left, right) = match comparison {
            Comparison::Less => (C::Less, left, right),
            Comparison::LessEqual => (C::LessEqual, left, right),
            Comparison::Greater => (C::Less, right, left),
            Comparison::GreaterEqual => (C::LessEqual, right, left),
            Comparison::Equal => (C::Equal, left, right),
            Comparison::NotEqual => (C::NotEqual, left, right),
        };
        self.symbol(self.arena.compare(comparison, left.id(), right.id()))
    }

    fn or(&self, one: Truth<Self>, other: Truth<Self>) -> Truth<Self> {
        self.symbol(match (self.arena.number(one.id()), self.arena.number(other.id())) {
            (Some(0), _) => other.id(),
            (_, Some(0)) => one.id(),
            (Some(_), _) => one.id(),
            (_, Some(_)) => other.id(),
            _ => self.arena.binary(Op::Or, one.id(), other.id()),
        })
    }

    fn not(&self, one: Truth<Self>) -> Truth<Self> {
        self.symbol(self.arena.not(one.id()))
    }

    fn call(&self, path: &str, arguments: &[Symbol<'a>], part: Part, bound: Symbol<'a>) -> Option<Symbol<'a>> {
        if !self.calls {
            return None;
        }
        let part = match part {
            Part::Position => POSITION,
            Part::Component(part) => part as u32,
        };
        let function = self.arena.function(path, bound.id());
        let arguments = arguments.iter().map(|argument| argument.id()).collect();
        Some(self.symbol(self.arena.node(Node::Call { function, part, arguments })))
    }
}
