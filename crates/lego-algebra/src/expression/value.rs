//! What an expression can be.

use crate::cute::{ComposedLayout, Layout, Swizzle, ThreadValue};
use crate::linear::families::Fragment;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A tuple of values: a shape, a coordinate, a tiler.
    Tuple(Vec<Value>),
    /// A tuple written as a tiler, `<…>`.
    Tiler(Vec<Value>),
    /// `_`
    Keep,
    /// A layout.
    Layout(Layout),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A swizzle after a layout.
    Composed(ComposedLayout),
    /// A layout from (thread, value) to a tile: of `make_layout_tv`, or a fragment of a matrix instruction. Inside of an expression
    /// it is its layout.
    ThreadValue(Box<ThreadValue>),
    /// Yes or no.
    Truth(bool),
    /// `LayoutLeft`, and `LayoutRight` if true.
    Order(bool),
}

impl Value {
    /// What kind of value this is, with its article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Tuple(_) => "a tuple",
            Value::Tiler(_) => "a tiler",
            Value::Keep => "`_`",
            Value::Layout(_) => "a layout",
            Value::Swizzle(_) => "a swizzle",
            Value::Composed(_) => "a composed layout",
            Value::ThreadValue(_) => "a thread-value layout",
            Value::Truth(_) => "yes or no",
            Value::Order(_) => "an order",
        }
    }

    /// The same as functions take it: a thread-value layout is its layout.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Value::ThreadValue(held) => Value::Layout(held.layout()),
            other => other,
        }
    }
}

/// The names that are values by themselves.
pub(super) fn constant(name: &str) -> Option<Value> {
    match name {
        "LayoutLeft" | "GenColMajor" => Some(Value::Order(false)),
        "LayoutRight" | "GenRowMajor" => Some(Value::Order(true)),
        "X" | "Underscore" => Some(Value::Keep),
        "true" => Some(Value::Truth(true)),
        "false" => Some(Value::Truth(false)),
        _ => Fragment::named(name)
            .ok()
            .and_then(|fragment| fragment.held().ok())
            .map(|held| Value::ThreadValue(Box::new(held))),
    }
}

/// Whether a name is a value by itself, so that it is none of a size.
pub(super) fn is_constant(name: &str) -> bool {
    constant(name).is_some()
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            // Brackets around one number are a tuple, around one layout they are brackets.
            Value::Tuple(elements) => list(f, elements, "(", if needs_comma(elements) { ",)" } else { ")" }),
            Value::Tiler(elements) => list(f, elements, "<", ">"),
            Value::Keep => f.write_str("_"),
            Value::Layout(layout) => layout.fmt(f),
            Value::Swizzle(swizzle) => swizzle.fmt(f),
            Value::Composed(composed) => composed.fmt(f),
            Value::ThreadValue(held) => held.layout().fmt(f),
            Value::Truth(truth) => truth.fmt(f),
            Value::Order(right) => f.write_str(if *right { "LayoutRight" } else { "LayoutLeft" }),
        }
    }
}

/// Whether a tuple is one element in brackets that a reader does not take for a tuple.
fn needs_comma(elements: &[Value]) -> bool {
    matches!(
        elements,
        [Value::Tiler(_) | Value::Layout(_) | Value::Swizzle(_) | Value::Composed(_) | Value::ThreadValue(_)]
    )
}

fn list(f: &mut fmt::Formatter<'_>, elements: &[Value], open: &str, close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (k, element) in elements.iter().enumerate() {
        if k > 0 {
            f.write_str(",")?;
        }
        element.fmt(f)?;
    }
    f.write_str(close)
}
