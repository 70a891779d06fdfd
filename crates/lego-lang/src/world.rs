//! Worlds: where the sizes and closures of a text get their meaning, as numbers or as symbols.

use crate::exact::Exact;
use crate::syntax::Comparison;
use lego_core::chain::Scalar;
use lego_core::{LayoutError, Text};
use std::collections::BTreeMap;

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The position: `f([i0, …])`.
    Position,
    /// A component of the index: `f_inv(p)[k]`.
    Component(usize),
}

/// Where sizes and closures get their meaning.
///
/// Law: what a world answers agrees with [`Numbers`] for every choice of the parameters. Both branches of a choice are
/// asked for, so a value that does not exist (a division by zero, say) must be accepted where nobody needs it.
pub trait World {
    /// The values.
    type Value: Scalar;

    /// A number, which may be below zero.
    fn constant(&self, value: i128) -> Self::Value;

    /// The number that a value is, if it is one.
    fn as_constant(&self, value: Self::Value) -> Option<i128>;

    /// Whether a value made of numbers and parameters is 0 for every choice of the parameters. `false` where that is not
    /// known.
    fn is_zero(&self, value: Self::Value) -> bool {
        self.as_constant(value) == Some(0)
    }

    /// What a name stands for; `None` if for nothing. A path comes without blanks: `crate::B`.
    fn parameter(&self, name: &str) -> Option<Self::Value>;

    /// The error for a name that stands for nothing.
    fn unknown(&self, name: &str) -> LayoutError {
        LayoutError::UnknownName { name: name.into() }
    }

    /// Whether a size made of names may be 0, so that the layout is empty: where their values are given beside the text.
    fn may_be_empty(&self) -> bool {
        true
    }

    /// `value / divisor`, where the division is exact or will be asserted to be.
    fn quotient(&self, value: Self::Value, divisor: Self::Value) -> Self::Value {
        value / divisor
    }

    /// The quotient, rounded up.
    fn ceil_div(&self, value: Self::Value, divisor: Self::Value) -> Self::Value {
        (value + (divisor - self.constant(1))) / divisor
    }

    /// The smaller of two.
    fn minimum(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        one.smaller(other)
    }

    /// The larger of two.
    fn maximum(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        Self::Value::choose(one.less(other), || other, || one)
    }

    /// `one | other`.
    fn bit_or(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        (one ^ other) + (one & other)
    }

    /// The answer to a comparison.
    fn compare(&self, comparison: Comparison, left: Self::Value, right: Self::Value) -> Truth<Self>;

    /// One of the answers is yes.
    fn or(&self, one: Truth<Self>, other: Truth<Self>) -> Truth<Self>;

    /// The opposite answer.
    fn not(&self, one: Truth<Self>) -> Truth<Self>;

    /// What the function at a path gives, a number below `bound`; `None` if paths cannot be called here.
    ///
    /// Law: whether it is `None` depends on the path alone.
    fn call(&self, path: &str, arguments: &[Self::Value], part: Part, bound: Self::Value) -> Option<Self::Value> {
        let _ = (path, arguments, part, bound);
        None
    }
}

impl<W: World> World for &W {
    type Value = W::Value;

    fn constant(&self, value: i128) -> Self::Value {
        (**self).constant(value)
    }

    fn as_constant(&self, value: Self::Value) -> Option<i128> {
        (**self).as_constant(value)
    }

    fn is_zero(&self, value: Self::Value) -> bool {
        (**self).is_zero(value)
    }

    fn parameter(&self, name: &str) -> Option<Self::Value> {
        (**self).parameter(name)
    }

    fn unknown(&self, name: &str) -> LayoutError {
        (**self).unknown(name)
    }

    fn may_be_empty(&self) -> bool {
        (**self).may_be_empty()
    }

    fn quotient(&self, value: Self::Value, divisor: Self::Value) -> Self::Value {
        (**self).quotient(value, divisor)
    }

    fn ceil_div(&self, value: Self::Value, divisor: Self::Value) -> Self::Value {
        (**self).ceil_div(value, divisor)
    }

    fn minimum(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        (**self).minimum(one, other)
    }

    fn maximum(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        (**self).maximum(one, other)
    }

    fn bit_or(&self, one: Self::Value, other: Self::Value) -> Self::Value {
        (**self).bit_or(one, other)
    }

    fn compare(&self, comparison: Comparison, left: Self::Value, right: Self::Value) -> Truth<Self> {
        (**self).compare(comparison, left, right)
    }

    fn or(&self, one: Truth<Self>, other: Truth<Self>) -> Truth<Self> {
        (**self).or(one, other)
    }

    fn not(&self, one: Truth<Self>) -> Truth<Self> {
        (**self).not(one)
    }

    fn call(&self, path: &str, arguments: &[Self::Value], part: Part, bound: Self::Value) -> Option<Self::Value> {
        (**self).call(path, arguments, part, bound)
    }
}

/// The answer to a comparison in a world.
pub type Truth<W> = <<W as World>::Value as Scalar>::Truth;

/// The world of numbers: every parameter has a value.
///
/// ```
/// use lego_lang::{Numbers, World};
/// let numbers = Numbers::new(&[("M", 1024)]);
/// assert_eq!(numbers.parameter("M").and_then(|m| numbers.as_constant(m)), Some(1024));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    parameters: BTreeMap<String, i128>,
}

impl Numbers {
    /// The world in which parameters have these values.
    #[must_use]
    pub fn new(parameters: &[(&str, u64)]) -> Self {
        parameters.iter().map(|&(name, value)| (name.to_owned(), i128::from(value))).collect()
    }
}

impl FromIterator<(String, i128)> for Numbers {
    fn from_iter<T: IntoIterator<Item = (String, i128)>>(parameters: T) -> Self {
        Self { parameters: parameters.into_iter().collect() }
    }
}

impl World for Numbers {
    type Value = Exact;

    fn constant(&self, value: i128) -> Exact {
        Exact::from(value)
    }

    fn as_constant(&self, value: Exact) -> Option<i128> {
        value.value().ok()
    }

    fn parameter(&self, name: &str) -> Option<Exact> {
        self.parameters.get(name).copied().map(Exact::from)
    }

    fn unknown(&self, name: &str) -> LayoutError {
        LayoutError::ValueNeeded { name: Text::new(name) }
    }

    fn ceil_div(&self, value: Exact, divisor: Exact) -> Exact {
        value.ceil_div(divisor)
    }

    fn bit_or(&self, one: Exact, other: Exact) -> Exact {
        one.bit_or(other)
    }

    fn compare(&self, comparison: Comparison, left: Exact, right: Exact) -> Truth<Self> {
        left.compare(comparison, right)
    }

    fn or(&self, one: Truth<Self>, other: Truth<Self>) -> Truth<Self> {
        // As `||` does: the right side counts only where the left one is no.
        if one == Ok(false) { other } else { one }
    }

    fn not(&self, one: Truth<Self>) -> Truth<Self> {
        one.map(|holds| !holds)
    }
}
