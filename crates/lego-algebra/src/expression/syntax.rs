//! The form of an expression: what the parser gives, and evaluation goes through.

use crate::cute::{IntTuple, Layout};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// An expression, and the facts that stand after its `where`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What is to be evaluated.
    pub root: Node,
    /// What holds of its names.
    pub facts: Vec<Fact>,
}

/// A fact of names, as `M % 64 == 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The left side.
    pub left: Node,
    /// How the sides compare.
    pub relation: Relation,
    /// The right side.
    pub right: Node,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Differs,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `<`
    Below,
}

/// A part of an expression, and bytes `start..end` of the text that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
    /// What it is.
    pub syntax: Syntax,
}

/// What a part of an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `4`, `_4`
    Number(i64),
    /// `M`, `LayoutLeft`
    Name(String),
    /// `_`
    Keep,
    /// `(2, 4:1, _)`
    Tuple(Vec<Node>),
    /// `<3:4, 8:2>`
    Tiler(Vec<Node>),
    /// `shape : stride`
    Layout(Box<Node>, Box<Node>),
    /// `A o B`
    Composition(Box<Node>, Box<Node>),
    /// `f(A, B)`, and `Sw<3,4,3>` or `Shape<_2,_4>{}`
    Call {
        /// The function's name.
        name: String,
        /// What it is called with.
        arguments: Vec<Node>,
    },
    /// `a * b`; the operator is one of `+ - * / %`
    Arithmetic(char, Box<Node>, Box<Node>),
    /// `-a`
    Negative(Box<Node>),
}

/// A tuple of numbers, at no place of a text.
impl From<&IntTuple> for Node {
    fn from(tuple: &IntTuple) -> Self {
        let syntax = match tuple.leaves() {
            [number] if tuple.depth() == 0 => Syntax::Number(*number),
            _ => Syntax::Tuple((0..tuple.rank()).filter_map(|k| tuple.element(k)).map(|k| Self::from(&k)).collect()),
        };
        Self { start: 0, end: 0, syntax }
    }
}

/// A layout of numbers, at no place of a text.
impl From<&Layout> for Node {
    fn from(layout: &Layout) -> Self {
        let [shape, stride] = [layout.shape(), layout.stride()].map(|tuple| Box::new(Self::from(&tuple)));
        Self { start: 0, end: 0, syntax: Syntax::Layout(shape, stride) }
    }
}

/// Names without a value, each once.
#[derive(Default)]
struct Names<'a> {
    /// All words that were looked at.
    seen: BTreeSet<&'a str>,
    in_order: Vec<&'a str>,
}

impl Expression {
    /// Puts in the values of names that have one.
    pub fn put_in(&mut self, values: &dyn Fn(&str) -> Option<i64>) {
        self.root.put_in(values);
        for fact in &mut self.facts {
            fact.left.put_in(values);
            fact.right.put_in(values);
        }
    }

    /// The names without a value, each once, in the order in which they stand.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = Names::default();
        self.root.collect(&mut names);
        for fact in &self.facts {
            fact.left.collect(&mut names);
            fact.right.collect(&mut names);
        }
        names.in_order
    }
}

#[cfg(feature = "symbolic")]
impl Fact {
    /// The number of parts of both sides.
    pub(crate) fn parts(&self) -> usize {
        self.left.parts() + self.right.parts()
    }
}

impl Node {
    /// The number of parts, this one among them.
    #[cfg(feature = "symbolic")]
    pub(crate) fn parts(&self) -> usize {
        1 + match &self.syntax {
            Syntax::Number(_) | Syntax::Keep | Syntax::Name(_) => 0,
            Syntax::Tuple(elements) | Syntax::Tiler(elements) | Syntax::Call { arguments: elements, .. } => {
                elements.iter().map(Self::parts).sum()
            }
            Syntax::Layout(one, two) | Syntax::Composition(one, two) | Syntax::Arithmetic(_, one, two) => {
                one.parts() + two.parts()
            }
            Syntax::Negative(one) => one.parts(),
        }
    }

    fn put_in(&mut self, values: &dyn Fn(&str) -> Option<i64>) {
        match &mut self.syntax {
            Syntax::Number(_) | Syntax::Keep => {}
            Syntax::Name(name) => {
                if let Some(value) = values(name) {
                    self.syntax = Syntax::Number(value);
                }
            }
            Syntax::Tuple(elements) | Syntax::Tiler(elements) | Syntax::Call { arguments: elements, .. } => {
                elements.iter_mut().for_each(|element| element.put_in(values));
            }
            Syntax::Layout(one, two) | Syntax::Composition(one, two) | Syntax::Arithmetic(_, one, two) => {
                one.put_in(values);
                two.put_in(values);
            }
            Syntax::Negative(one) => one.put_in(values),
        }
    }

    /// The names without brackets behind them, each once, in the order in which they stand.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = Names::default();
        self.collect(&mut names);
        names.in_order
    }

    fn collect<'a>(&'a self, names: &mut Names<'a>) {
        match &self.syntax {
            Syntax::Number(_) | Syntax::Keep => {}
            Syntax::Name(name) => {
                if names.seen.insert(name) && !super::value::is_constant(name) {
                    names.in_order.push(name);
                }
            }
            Syntax::Tuple(elements) | Syntax::Tiler(elements) | Syntax::Call { arguments: elements, .. } => {
                elements.iter().for_each(|element| element.collect(names));
            }
            Syntax::Layout(one, two) | Syntax::Composition(one, two) | Syntax::Arithmetic(_, one, two) => {
                one.collect(names);
                two.collect(names);
            }
            Syntax::Negative(one) => one.collect(names),
        }
    }
}
