//! Formulas: what a compiler of the language hands over, straight-line code on integers.

use alloc::sync::Arc;
use alloc::vec::Vec;

/// An operation on two integers. A comparison gives 1 where it holds and 0 elsewhere.
///
/// `Div`, `Rem`, the bit operations and the shifts are those of non-negative integers.
///
/// The compiler has operations of its own, which this crate does not know: there a comparison gives a truth and no number, so
/// that only truths are chosen by. Steps have operations of their own too, one for each way in which a machine computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, rounded down
    Div,
    /// `a % b`
    Rem,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
}

/// A value of a [`Formula`]: an input, a number, or what an operation makes of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

impl Value {
    pub(super) fn place(self) -> usize {
        self.0 as usize
    }
}

/// How a value is made; operands are values before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Input(usize),
    Constant(i128),
    Binary(Op, Value, Value),
    /// `if c { a } else { b }`
    Choose(Value, Value, Value),
    Isqrt(Value),
    /// The entry of a list of the formula at a place.
    LookUp(usize, Value),
}

/// Results computed from inputs, where all guards are other than 0.
///
/// Values are integers between two limits; where a choice does not take a branch, what that computes need not exist.
///
/// ```
/// use lego_core::dynamic::{Formula, Op};
/// // Col(4, 8): [i, j] to j·4 + i.
/// let mut col = Formula::new(2, 0, 31);
/// let (i, j, four) = (col.input(0), col.input(1), col.constant(4));
/// let column = col.binary(Op::Mul, j, four);
/// let position = col.binary(Op::Add, column, i);
/// col.result(position);
/// assert_eq!(col.results(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    pub(super) inputs: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) guards: Vec<Value>,
    pub(super) results: Vec<Value>,
    pub(super) lists: Vec<Arc<[u64]>>,
    pub(super) least: i128,
    pub(super) largest: u128,
}

impl Formula {
    /// A formula without results, of so many inputs, that passes through nothing below `least` or above `largest`.
    ///
    /// 64 bits do where both limits fit them, signed or not; otherwise it is computed in 128 bits.
    #[must_use]
    pub fn new(inputs: usize, least: i128, largest: u128) -> Self {
        let nodes = (0..inputs).map(Node::Input).collect();
        Self { inputs, nodes, guards: Vec::new(), results: Vec::new(), lists: Vec::new(), least, largest }
    }

    /// An input.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn input(&self, number: usize) -> Value {
        assert!(number < self.inputs, "a formula of {} inputs has no input {number}", self.inputs);
        Value(number as u32)
    }

    /// A number.
    pub fn constant(&mut self, number: i128) -> Value {
        self.node(Node::Constant(number))
    }

    /// An operation.
    ///
    /// # Panics
    /// If an operand is a value of a longer formula.
    pub fn binary(&mut self, op: Op, a: Value, b: Value) -> Value {
        self.own(&[a, b]);
        // Numbers stand on the right where they may.
        let commutes =
            matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Min | Op::Max | Op::Equal | Op::NotEqual);
        let exchanged = commutes && self.constant_at(a).is_some();
        self.node(if exchanged { Node::Binary(op, b, a) } else { Node::Binary(op, a, b) })
    }

    /// `if truth { then } else { otherwise }`; a truth is other than 0.
    ///
    /// # Panics
    /// If an operand is a value of a longer formula.
    pub fn choose(&mut self, truth: Value, then: Value, otherwise: Value) -> Value {
        self.own(&[truth, then, otherwise]);
        self.node(Node::Choose(truth, then, otherwise))
    }

    /// The integer square root.
    ///
    /// # Panics
    /// If the operand is a value of a longer formula.
    pub fn isqrt(&mut self, a: Value) -> Value {
        self.own(&[a]);
        self.node(Node::Isqrt(a))
    }

    /// The entry of a list at a place, which is inside of it wherever the entry is asked for; elsewhere some number.
    ///
    /// # Panics
    /// If the operand is a value of a longer formula.
    pub fn look_up(&mut self, entries: Arc<[u64]>, place: Value) -> Value {
        self.own(&[place]);
        let found = self.lists.iter().position(|list| *list == entries);
        let list = found.unwrap_or_else(|| {
            self.lists.push(entries);
            self.lists.len() - 1
        });
        self.node(Node::LookUp(list, place))
    }

    /// There are results only where this value is other than 0.
    ///
    /// # Panics
    /// If it is a value of a longer formula.
    pub fn guard(&mut self, truth: Value) {
        self.own(&[truth]);
        if !matches!(self.nodes[truth.place()], Node::Constant(number) if number != 0) {
            self.guards.push(truth);
        }
    }

    /// The next result.
    ///
    /// # Panics
    /// If it is a value of a longer formula.
    pub fn result(&mut self, value: Value) {
        self.own(&[value]);
        self.results.push(value);
    }

    /// How many results there are.
    #[must_use]
    pub fn results(&self) -> usize {
        self.results.len()
    }

    /// The same values with other results and no guards.
    pub(super) fn of(&self, results: Vec<Value>) -> Self {
        Self { guards: Vec::new(), results, ..self.clone() }
    }

    /// The same formula with a value as one more input, the last: what it is made of is no longer asked for.
    pub(super) fn with_input(&self, value: Value) -> Self {
        let moved = |old: Value| match old.place() {
            _ if old == value => Value(self.inputs as u32),
            place if place < self.inputs => old,
            _ => Value(old.0 + 1),
        };
        let inputs = self.inputs + 1;
        let rest = self.nodes[self.inputs..].iter().map(|node| match *node {
            Node::Input(_) | Node::Constant(_) => *node,
            Node::Binary(op, a, b) => Node::Binary(op, moved(a), moved(b)),
            Node::Choose(c, a, b) => Node::Choose(moved(c), moved(a), moved(b)),
            Node::Isqrt(a) => Node::Isqrt(moved(a)),
            Node::LookUp(list, place) => Node::LookUp(list, moved(place)),
        });
        let nodes = (0..inputs).map(Node::Input).chain(rest).collect();
        let all = |values: &[Value]| values.iter().map(|&value| moved(value)).collect();
        let (guards, results) = (all(&self.guards), all(&self.results));
        Self { inputs, nodes, guards, results, lists: self.lists.clone(), ..*self }
    }

    /// The value at a place.
    pub(super) fn value(&self, place: usize) -> Value {
        Value(place as u32)
    }

    pub(super) fn constant_at(&self, value: Value) -> Option<i128> {
        match self.nodes[value.place()] {
            Node::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// Whether values may lie below zero.
    pub(super) fn is_signed(&self) -> bool {
        self.least < 0
    }

    /// Whether 64 bits hold every value.
    pub(super) fn is_narrow(&self) -> bool {
        if self.is_signed() {
            self.least >= i128::from(i64::MIN) && self.largest <= i64::MAX as u128
        } else {
            self.largest <= u128::from(u64::MAX)
        }
    }

    fn node(&mut self, node: Node) -> Value {
        self.nodes.push(node);
        Value(self.nodes.len() as u32 - 1)
    }

    fn own(&self, operands: &[Value]) {
        assert!(operands.iter().all(|value| value.place() < self.nodes.len()), "a value of another formula");
    }
}
