//! From the form of an expression to its value.

use super::Fault;
use super::argument::{Arguments, int_tuple};
use super::functions::call;
use super::parser::parse;
use super::syntax::{Node, Syntax};
use super::value::{Value, constant};
use crate::cute::{ComposedLayout, Layout};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The value of an expression; `names` gives the values of the names in it.
///
/// # Errors
/// The first thing that is wrong, and where.
///
/// ```
/// use lego_algebra::expression::evaluate;
/// let value = evaluate("coalesce((M,N):(1,M))", &|name| match name { "M" => Some(4), "N" => Some(8), _ => None });
/// assert_eq!(value.unwrap().to_string(), "32:1");
/// ```
pub fn evaluate(text: &str, names: &dyn Fn(&str) -> Option<i64>) -> Result<Value, Fault> {
    let expression = parse(text)?;
    if let Some(fact) = expression.facts.first() {
        return Err(Fault::at(&fact.left, "a fact is of sizes without values; here all have one"));
    }
    evaluate_syntax(&expression.root, names)
}

/// The value of a part of an expression.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_syntax(node: &Node, names: &dyn Fn(&str) -> Option<i64>) -> Result<Value, Fault> {
    let part = |node: &Node| evaluate_syntax(node, names).map(Value::plain);
    let all = |nodes: &[Node]| nodes.iter().map(part).collect::<Result<Vec<_>, _>>();
    match &node.syntax {
        Syntax::Number(number) => Ok(Value::Number(*number)),
        Syntax::Keep => Ok(Value::Keep),
        Syntax::Name(name) => match constant(name).or_else(|| names(name).map(Value::Number)) {
            Some(value) => Ok(value),
            None => Err(Fault::at(node, format!("{name} has no value; give it one, as --let {name}=64"))),
        },
        Syntax::Tuple(elements) => Ok(Value::Tuple(all(elements)?)),
        Syntax::Tiler(elements) => Ok(Value::Tiler(all(elements)?)),
        Syntax::Negative(inner) => match part(inner)? {
            Value::Number(number) => {
                number.checked_neg().map(Value::Number).ok_or_else(|| Fault::at(node, "a number goes beyond 64 bits"))
            }
            other => Err(Fault::at(inner, format!("`-` takes a number, and this is {}", other.kind()))),
        },
        Syntax::Arithmetic(operator, left, right) => {
            let number = |node: &Node| match part(node)? {
                Value::Number(number) => Ok(number),
                other => Err(Fault::at(node, format!("`{operator}` takes numbers, and this is {}", other.kind()))),
            };
            arithmetic(node, *operator, number(left)?, number(right)?).map(Value::Number)
        }
        Syntax::Layout(shape, stride) => {
            let tuple = |node: &Node| {
                let value = part(node)?;
                int_tuple(&value)
                    .ok_or_else(|| {
                        Fault::at(node, format!("`:` takes numbers in brackets, and this is {}", value.kind()))
                    })?
                    .map_err(|error| Fault::at(node, error.to_string()))
            };
            let layout = Layout::new(&tuple(shape)?, &tuple(stride)?);
            layout.map(Value::Layout).map_err(|error| Fault::at(node, error.to_string()))
        }
        Syntax::Composition(left, right) => {
            let (one, two) = (part(left)?, part(right)?);
            compose(one, two)
                .unwrap_or_else(|(one, two)| {
                    let message =
                        format!("no composition of {} and {}: layouts, or a swizzle, an offset and a layout", one, two);
                    Err(message)
                })
                .map_err(|message| Fault::of_modes(node, message))
        }
        Syntax::Call { name, arguments } => {
            let (mut values, mut held) = (Vec::with_capacity(arguments.len()), Vec::with_capacity(arguments.len()));
            for argument in arguments {
                let value = evaluate_syntax(argument, names)?;
                held.push(if let Value::ThreadValue(held) = &value { Some(**held) } else { None });
                values.push(value.plain());
            }
            call(&Arguments { call: node, name, nodes: arguments, values, held })
        }
    }
}

/// `a o b`; the kinds where there is none. An offset after a layout waits for the swizzle before it.
fn compose(one: Value, two: Value) -> Result<Result<Value, alloc::string::String>, (&'static str, &'static str)> {
    let said = |result: Result<Value, crate::cute::Error>| Ok(result.map_err(|error| error.to_string()));
    match (one, two) {
        (Value::Layout(a), Value::Layout(b)) => said(a.composition(&b).map(Value::Layout)),
        (Value::Composed(a), Value::Layout(b)) => said(a.composition(&b).map(Value::Composed)),
        (Value::Number(offset), Value::Layout(layout)) => {
            Ok(Ok(Value::Composed(ComposedLayout { swizzle: crate::cute::Swizzle::IDENTITY, offset, layout })))
        }
        (Value::Swizzle(swizzle), Value::Layout(layout)) => {
            Ok(Ok(Value::Composed(ComposedLayout { swizzle, offset: 0, layout })))
        }
        (Value::Swizzle(swizzle), Value::Composed(inner)) if inner.swizzle.bits() == 0 => {
            Ok(Ok(Value::Composed(ComposedLayout { swizzle, ..inner })))
        }
        (one, two) => Err((one.kind(), two.kind())),
    }
}

fn arithmetic(node: &Node, operator: char, a: i64, b: i64) -> Result<i64, Fault> {
    let result = match operator {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        _ if b == 0 => return Err(Fault::at(node, "a division by 0")),
        '/' if a % b != 0 => {
            return Err(Fault::at(
                node,
                format!("{a}/{b}: {b} does not divide {a}; rounded up it is ceil_div({a}, {b})"),
            ));
        }
        '/' => a.checked_div(b),
        _ => a.checked_rem_euclid(b),
    };
    result.ok_or_else(|| Fault::at(node, "a number goes beyond 64 bits"))
}
