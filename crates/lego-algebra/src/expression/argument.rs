//! The arguments of a function: values with their places, taken as what the function asks for.

use super::Fault;
use super::syntax::Node;
use super::value::Value;
use crate::cute::{ComposedLayout, Error, IntTuple, Layout, Slice, Swizzle, ThreadValue, Tiler};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The arguments of one call.
pub(super) struct Arguments<'a> {
    pub(super) call: &'a Node,
    pub(super) name: &'a str,
    pub(super) nodes: &'a [Node],
    /// A thread-value layout is its layout here.
    pub(super) values: Vec<Value>,
    /// The thread-value layouts among them.
    pub(super) held: Vec<Option<ThreadValue>>,
}

impl<'a> Arguments<'a> {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are as many as the function takes.
    pub(super) fn count(&self, least: usize, most: usize) -> Result<(), Fault> {
        if (least..=most).contains(&self.len()) {
            return Ok(());
        }
        let wanted = match (least, most) {
            (least, most) if least == most => least.to_string(),
            (least, usize::MAX) => format!("at least {least}"),
            _ => format!("{least} to {most}"),
        };
        let found = self.len();
        Err(Fault::at(self.call, format!("{} takes {wanted} arguments, and here are {found}", self.name)))
    }

    /// What an operation says, at the whole call.
    pub(super) fn said<T>(&self, result: Result<T, Error>) -> Result<T, Fault> {
        result.map_err(|error| Fault::of_modes(self.call, error.to_string()))
    }

    fn wrong<T>(&self, k: usize, wanted: &str) -> Result<T, Fault> {
        let found = self.values[k].kind();
        Err(Fault::at(&self.nodes[k], format!("{} takes {wanted} here, and this is {found}", self.name)))
    }

    /// What an operation says, at an argument.
    pub(super) fn at<T>(&self, k: usize, result: Result<T, Error>) -> Result<T, Fault> {
        result.map_err(|error| Fault::at(&self.nodes[k], error.to_string()))
    }

    pub(super) fn value(&self, k: usize) -> &Value {
        &self.values[k]
    }

    pub(super) fn number(&self, k: usize) -> Result<i64, Fault> {
        match self.value(k) {
            Value::Number(number) => Ok(*number),
            _ => self.wrong(k, "a number"),
        }
    }

    /// A number or a tuple of numbers.
    pub(super) fn tuple(&self, k: usize) -> Result<IntTuple, Fault> {
        match int_tuple(self.value(k)) {
            Some(tuple) => self.at(k, tuple),
            None => self.wrong(k, "a number or a tuple of numbers"),
        }
    }

    /// A layout.
    pub(super) fn layout(&self, k: usize) -> Result<Layout, Fault> {
        match self.value(k) {
            Value::Layout(layout) => Ok(*layout),
            Value::Composed(_) => self.wrong(k, "a layout without a swizzle"),
            _ => self.wrong(k, "a layout, as (4,8):(8,1)"),
        }
    }

    /// A layout, with a swizzle and an offset or without.
    pub(super) fn composed(&self, k: usize) -> Result<ComposedLayout, Fault> {
        match self.value(k) {
            Value::Composed(composed) => Ok(*composed),
            _ => self.layout(k).map(|layout| ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout }),
        }
    }

    /// A layout from (thread, value) to a tile.
    pub(super) fn held(&self, k: usize) -> Result<ThreadValue, Fault> {
        match self.held[k] {
            Some(held) => Ok(held),
            None => {
                self.wrong(k, "a layout of (thread, value), as make_layout_tv or thread_value(L, (16,8)) gives it,")
            }
        }
    }

    /// Whether a number is below a count.
    pub(super) fn within(&self, k: usize, what: &str, count: i64) -> Result<(), Fault> {
        let number = self.number(k)?;
        if (0..count).contains(&number) {
            return Ok(());
        }
        Err(Fault::at(&self.nodes[k], format!("there is no {what} {number}: there are {count}, from 0 on")))
    }

    /// A layout, a number n for n:1, or a tiler.
    pub(super) fn tiler(&self, k: usize) -> Result<Tiler, Fault> {
        match tiler(self.value(k)) {
            Some(tiler) => self.at(k, tiler),
            None => self.wrong(k, "a layout or a tiler, as <3:4, _> or (2,4)"),
        }
    }

    /// A coordinate with parts left open.
    pub(super) fn slice(&self, k: usize) -> Result<Slice, Fault> {
        let (mut open, mut leaf) = (0, 0);
        match slice(self.value(k), &mut open, &mut leaf) {
            Some(at) => Ok(Slice { at: self.at(k, at)?, open }),
            None => self.wrong(k, "a coordinate, as (2,_)"),
        }
    }
}

/// Numbers in brackets.
pub(super) fn int_tuple(value: &Value) -> Option<Result<IntTuple, Error>> {
    match value {
        Value::Number(number) => Some(Ok(IntTuple::int(*number))),
        Value::Tuple(elements) | Value::Tiler(elements) => {
            let elements: Option<Result<Vec<_>, _>> = elements.iter().map(int_tuple).collect();
            Some(elements?.and_then(|elements| IntTuple::tuple(&elements)))
        }
        _ => None,
    }
}

fn tiler(value: &Value) -> Option<Result<Tiler, Error>> {
    match value {
        Value::Number(number) => Some(Tiler::shape_of(&IntTuple::int(*number))),
        Value::Keep => Some(Ok(Tiler::KEEP)),
        Value::Layout(layout) => Some(Tiler::layout(layout)),
        Value::Tuple(elements) | Value::Tiler(elements) => {
            let elements: Option<Result<Vec<_>, _>> = elements.iter().map(tiler).collect();
            Some(elements?.and_then(|elements| Tiler::tuple(&elements)))
        }
        _ => None,
    }
}

fn slice(value: &Value, open: &mut u32, leaf: &mut u32) -> Option<Result<IntTuple, Error>> {
    match value {
        Value::Number(number) => {
            *leaf += 1;
            Some(Ok(IntTuple::int(*number)))
        }
        Value::Keep => {
            *open |= 1u32.checked_shl(*leaf).unwrap_or(0);
            *leaf += 1;
            Some(Ok(IntTuple::int(0)))
        }
        Value::Tuple(elements) => {
            let elements: Option<Result<Vec<_>, _>> = elements.iter().map(|value| slice(value, open, leaf)).collect();
            Some(elements?.and_then(|elements| IntTuple::tuple(&elements)))
        }
        _ => None,
    }
}
