//! Symbols: index values of the algebra that are nodes of an arena, so that computing with them writes an expression.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Op};
use crate::graph::vanishing::vanishes_with;
use lego_core::chain::Scalar;
use std::fmt;
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Rem, Shl, Shr, Sub};

/// A node of an arena, as an index value of the algebra.
#[derive(Clone, Copy)]
pub struct Symbol<'a> {
    arena: &'a Arena,
    id: Id,
}

impl<'a> Symbol<'a> {
    /// The symbol of a node.
    #[must_use]
    pub fn new(arena: &'a Arena, id: Id) -> Self {
        Self { arena, id }
    }

    /// The node.
    #[must_use]
    pub fn id(self) -> Id {
        self.id
    }

    fn binary(self, op: Op, other: Self) -> Self {
        Self { arena: self.arena, id: self.arena.binary(op, self.id, other.id) }
    }
}

impl PartialEq for Symbol<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::emit::expressions::plain(self.arena, self.id))
    }
}

macro_rules! operators {
    ($($name:ident $method:ident),*) => {$(
        impl $name for Symbol<'_> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary(Op::$name, other)
            }
        }
    )*};
}
operators!(Add add, Sub sub, Mul mul, Div div, Rem rem, Shl shl, Shr shr);

impl BitAnd for Symbol<'_> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.binary(Op::And, other)
    }
}

impl BitXor for Symbol<'_> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.binary(Op::Xor, other)
    }
}

impl Scalar for Symbol<'_> {
    type Truth = Self;

    fn lift(self, value: u64) -> Self {
        Self { arena: self.arena, id: self.arena.constant(value.into()) }
    }

    fn number(self) -> Option<u64> {
        self.arena.number(self.id).and_then(|value| u64::try_from(value).ok())
    }

    fn less(self, other: Self) -> Self {
        Self { arena: self.arena, id: self.arena.compare(Comparison::Less, self.id, other.id) }
    }

    fn both(one: Self, other: Self) -> Self {
        match (Self::settled(one), Self::settled(other)) {
            (Some(false), _) | (_, Some(true)) => one,
            (Some(true), _) | (_, Some(false)) => other,
            _ => one.binary(Op::And, other),
        }
    }

    fn settled(truth: Self) -> Option<bool> {
        truth.arena.number(truth.id).map(|value| value != 0)
    }

    fn choose(truth: Self, then: impl FnOnce() -> Self, otherwise: impl FnOnce() -> Self) -> Self {
        match Self::settled(truth) {
            Some(true) => then(),
            Some(false) => otherwise(),
            None => Self { arena: truth.arena, id: truth.arena.choose(truth.id, then().id, otherwise().id) },
        }
    }

    fn isqrt(self) -> Self {
        Self { arena: self.arena, id: self.arena.isqrt(self.id) }
    }

    fn look_up(self, entries: &[u64]) -> Self {
        Self { arena: self.arena, id: self.arena.look_up(entries, self.id) }
    }

    fn smaller(self, other: Self) -> Self {
        self.binary(Op::Min, other)
    }

    fn within(self, extent: Self) -> Self {
        Self { arena: self.arena, id: self.arena.within(self.id, extent.id) }
    }

    fn vanishes_with(self, other: Self) -> bool {
        vanishes_with(self.arena, self.id, other.id)
    }

    fn product(self, other: Self) -> Option<Self> {
        let product = self * other;
        // Sizes that are numbers must fit the index type; a product beyond it is a node, but no number of that type.
        (self.arena.number(product.id).is_none() || product.number().is_some()).then_some(product)
    }
}
