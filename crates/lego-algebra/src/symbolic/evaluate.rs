//! The value of an expression in a context: what is known of its sizes.

use super::answer::Value;
use super::condition::Condition;
use super::context::{Context, Stop};
use super::inverse::Gaps;
use super::layout::SymbolicLayout;
use super::operation::{Form, Operation};
use super::term::Term;
use super::tiler::SymbolicTiler;
use crate::cute::Profile;
use crate::expression::{Fault, Node, Syntax};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Why the evaluation of a part ends.
pub(super) enum Halt {
    Stop(Stop),
    Fault(Fault),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// The value of a part.
pub(super) fn value(context: &mut Context, node: &Node) -> Result<Value, Halt> {
    let fault = |message: String| Halt::Fault(Fault::at(node, message));
    context.take_steps(1)?;
    match &node.syntax {
        Syntax::Number(number) => Ok(Value::Term(Term::number(*number))),
        Syntax::Keep => Ok(Value::Keep),
        Syntax::Name(name) => match (context.symbol(name), name.as_str()) {
            (Some(term), _) => Ok(Value::Term(context.normal(&term)?)),
            (None, "LayoutLeft" | "GenColMajor") => Ok(Value::Order(false)),
            (None, "LayoutRight" | "GenRowMajor") => Ok(Value::Order(true)),
            (None, "X" | "Underscore") => Ok(Value::Keep),
            _ => Err(fault(format!("{name} is for numbers only, not for sizes that are symbols"))),
        },
        Syntax::Tuple(elements) | Syntax::Tiler(elements) => {
            let elements = elements.iter().map(|node| value(context, node)).collect::<Result<_, _>>()?;
            Ok(Value::Tuple(elements))
        }
        Syntax::Negative(inner) => {
            let term = number(context, inner)?;
            Ok(Value::Term(context.times(&Term::number(-1), &term)?))
        }
        Syntax::Arithmetic('+' | '-', ..) => {
            let mut terms = Vec::new();
            add_up(context, node, false, &mut terms)?;
            Ok(Value::Term(context.sum(&terms)?))
        }
        Syntax::Arithmetic(operator, left, right) => {
            let (one, two) = (number(context, left)?, number(context, right)?);
            arithmetic(context, node, *operator, &one, &two).map(Value::Term)
        }
        Syntax::Layout(shape, stride) => {
            let (shape, stride) = (value(context, shape)?, value(context, stride)?);
            let (mut profile, mut shapes) = (Profile::start(), Vec::new());
            let (mut other, mut strides) = (Profile::start(), Vec::new());
            let is_tree = leaves(&shape, &mut profile, &mut shapes)? && leaves(&stride, &mut other, &mut strides)?;
            let (profile, other) = (profile.finish(), other.finish());
            if !is_tree || !profile.is_congruent(&other) {
                return Err(fault("shape and stride need the same brackets, around sizes".into()));
            }
            if shapes.iter().any(|shape| shape.coefficient < 0) {
                return Err(fault("extents start at 0".into()));
            }
            Ok(Value::Layout(SymbolicLayout { profile, modes: shapes.into_iter().zip(strides).collect() }))
        }
        Syntax::Composition(left, right) => {
            let (a, b) = (layout(context, left)?, layout(context, right)?);
            Ok(Value::Layout(a.composition(context, &b)?))
        }
        Syntax::Call { name, arguments } => call(context, node, name, arguments),
    }
}

/// The numbers and brackets of a tuple; whether it is one of numbers.
fn leaves(value: &Value, profile: &mut crate::cute::Builder, terms: &mut Vec<Term>) -> Result<bool, Stop> {
    match value {
        Value::Term(term) => {
            profile.leaf()?;
            terms.push(term.clone());
            Ok(true)
        }
        Value::Tuple(elements) => {
            profile.open();
            for element in elements {
                if !leaves(element, profile, terms)? {
                    return Ok(false);
                }
            }
            profile.close()?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn number(context: &mut Context, node: &Node) -> Result<Term, Halt> {
    match value(context, node)? {
        Value::Term(term) => Ok(term),
        _ => Err(Halt::Fault(Fault::at(node, "a number is asked for here"))),
    }
}

fn layout(context: &mut Context, node: &Node) -> Result<SymbolicLayout, Halt> {
    match value(context, node)? {
        Value::Layout(layout) => Ok(layout),
        _ => Err(Halt::Fault(Fault::at(node, "a layout is asked for here, as (M,N):(N,1)"))),
    }
}

/// The product of the numbers of a tuple.
fn product(context: &mut Context, node: &Node) -> Result<Term, Halt> {
    let (mut profile, mut terms) = (Profile::start(), Vec::new());
    let value = value(context, node)?;
    if !leaves(&value, &mut profile, &mut terms)? {
        return Err(Halt::Fault(Fault::at(node, "a number or a tuple of numbers is asked for here")));
    }
    Ok(terms.iter().try_fold(Term::number(1), |product, term| context.times(&product, term))?)
}

fn tiler(value: &Value) -> Option<Result<SymbolicTiler, Stop>> {
    match value {
        Value::Keep => Some(Ok(SymbolicTiler::Keep)),
        Value::Layout(layout) => Some(Ok(SymbolicTiler::Layout(layout.clone()))),
        Value::Term(extent) => {
            let stride = Term::number(i64::from(!extent.is(1)));
            Some(SymbolicLayout::of_modes(alloc::vec![(extent.clone(), stride)]).map(SymbolicTiler::Layout))
        }
        Value::Tuple(elements) => {
            let tilers: Option<Result<Vec<_>, _>> = elements.iter().map(tiler).collect();
            Some(tilers?.map(SymbolicTiler::Modes))
        }
        Value::Order(_) => None,
    }
}

/// The terms of a sum, with their signs: of all of it at once, since a part of it may be below 0.
fn add_up(context: &mut Context, node: &Node, is_negative: bool, terms: &mut Vec<Term>) -> Result<(), Halt> {
    context.take_steps(1)?;
    match &node.syntax {
        Syntax::Arithmetic(sign @ ('+' | '-'), left, right) => {
            add_up(context, left, is_negative, terms)?;
            add_up(context, right, is_negative != (*sign == '-'), terms)?;
        }
        Syntax::Negative(inner) => add_up(context, inner, !is_negative, terms)?,
        _ => {
            let term = number(context, node)?;
            terms.push(if is_negative { context.times(&Term::number(-1), &term)? } else { term });
        }
    }
    Ok(())
}

fn arithmetic(context: &mut Context, node: &Node, operator: char, one: &Term, two: &Term) -> Result<Term, Halt> {
    Ok(match operator {
        '*' => context.times(one, two)?,
        '/' => match context.exactly(one, two)? {
            Some(quotient) => quotient,
            None => return Ok(context.assume(Condition::Divides { by: two.clone(), of: one.clone() })?),
        },
        _ => return Err(Halt::Fault(Fault::at(node, "a remainder is for facts: … where M % 64 == 0"))),
    })
}

/// The divides and products that take a tiler.
const TILED: [(&str, Operation, Form); 9] = [
    ("composition", Operation::Compose, Form::Logical),
    ("logical_divide", Operation::Divide, Form::Logical),
    ("zipped_divide", Operation::Divide, Form::Zipped),
    ("tiled_divide", Operation::Divide, Form::Tiled),
    ("flat_divide", Operation::Divide, Form::Flat),
    ("logical_product", Operation::Product, Form::Logical),
    ("zipped_product", Operation::Product, Form::Zipped),
    ("tiled_product", Operation::Product, Form::Tiled),
    ("flat_product", Operation::Product, Form::Flat),
];

fn call(context: &mut Context, node: &Node, name: &str, arguments: &[Node]) -> Result<Value, Halt> {
    let fault = |message: String| Err(Halt::Fault(Fault::at(node, message)));
    if let Some((_, operation, form)) = TILED.iter().find(|(other, ..)| *other == name) {
        let [a, b] = arguments else {
            return fault(format!("{name} takes 2 arguments, and here are {}", arguments.len()));
        };
        let (layout, by) = (layout(context, a)?, value(context, b)?);
        let Some(tiler) = tiler(&by) else {
            return Err(Halt::Fault(Fault::at(b, "a layout or a tiler is asked for here")));
        };
        return Ok(Value::Layout(layout.by(context, *operation, *form, &tiler?)?));
    }
    match (name, arguments) {
        ("size" | "product", [one]) => match value(context, one)? {
            Value::Layout(layout) => Ok(Value::Term(layout.size(context)?)),
            _ => product(context, one).map(Value::Term),
        },
        ("cosize", [one]) => {
            let layout = layout(context, one)?;
            Ok(Value::Term(layout.cosize(context)?))
        }
        ("ceil_div", [one, two]) => {
            let (one, two) = (number(context, one)?, number(context, two)?);
            Ok(Value::Term(context.ceil_div(&one, &two)?))
        }
        ("min" | "max", [one, two]) => {
            let (one, two) = (number(context, one)?, number(context, two)?);
            Ok(Value::Term(context.extremum(name == "max", &one, &two)?))
        }
        ("coalesce", [one]) => Ok(Value::Layout(layout(context, one)?.coalesce(context)?)),
        ("right_inverse", [one]) => Ok(Value::Layout(layout(context, one)?.right_inverse(context)?)),
        ("left_inverse", [one]) => Ok(Value::Layout(layout(context, one)?.left_inverse(context)?)),
        ("inverse", [one]) => Ok(Value::Layout(layout(context, one)?.inverse(context)?)),
        ("complement", [one]) => {
            Ok(Value::Layout(layout(context, one)?.complement(context, &Term::number(1), Gaps::Checked)?))
        }
        ("complement", [one, cotarget]) => {
            let (layout, cotarget) = (layout(context, one)?, product(context, cotarget)?);
            Ok(Value::Layout(layout.complement(context, &cotarget, Gaps::Checked)?))
        }
        ("blocked_product" | "raked_product", [one, two]) => {
            let (tile, order) = (layout(context, one)?, layout(context, two)?);
            Ok(Value::Layout(tile.paired(context, &order, name == "raked_product")?))
        }
        ("get" | "layout", [one, index]) => {
            let (whole, index) = (value(context, one)?, number(context, index)?);
            let k = index.as_number().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX);
            let part = match &whole {
                Value::Layout(layout) => layout.mode(k).map(Value::Layout),
                Value::Tuple(elements) => elements.get(k).cloned(),
                _ => None,
            };
            match part {
                Some(part) => Ok(part),
                None => fault("there is no such element".into()),
            }
        }
        ("make_shape" | "make_stride" | "make_tile" | "make_tuple" | "Shape" | "Stride" | "Tile", elements) => {
            let elements = elements.iter().map(|node| value(context, node)).collect::<Result<_, _>>()?;
            Ok(Value::Tuple(elements))
        }
        ("Int", [one]) => number(context, one).map(Value::Term),
        ("make_layout" | "Layout", arguments) => make_layout(context, node, arguments),
        _ if crate::expression::names().any(|other| other == name) => fault(format!(
            "{name} is for numbers here: give each size a value, as --let M=64; over symbols there are composition, coalesce, \
             complement, the inverses, divides and products"
        )),
        _ => fault(match crate::expression::nearest(name) {
            Some(near) => format!("no function {name}; the nearest is {near}"),
            None => format!("no function {name}"),
        }),
    }
}

/// Of layouts, or of a shape and an order.
fn make_layout(context: &mut Context, node: &Node, arguments: &[Node]) -> Result<Value, Halt> {
    let values = arguments.iter().map(|node| value(context, node)).collect::<Result<Vec<_>, _>>()?;
    let layouts: Option<Vec<SymbolicLayout>> = values
        .iter()
        .map(|value| match value {
            Value::Layout(layout) => Some(layout.clone()),
            _ => None,
        })
        .collect();
    if let Some(layouts) = layouts {
        return Ok(Value::Layout(SymbolicLayout::join(&layouts)?));
    }
    let right = match &values[..] {
        [_] | [_, Value::Order(false)] => false,
        [_, Value::Order(true)] => true,
        _ => {
            return Err(Halt::Fault(Fault::at(
                node,
                "layouts, or a shape and LayoutLeft or LayoutRight, are asked for here",
            )));
        }
    };
    let (mut profile, mut shapes) = (Profile::start(), Vec::new());
    if !leaves(&values[0], &mut profile, &mut shapes)? {
        return Err(Halt::Fault(Fault::at(node, "a shape is asked for here")));
    }
    let (mut strides, mut stride) = (alloc::vec![Term::number(0); shapes.len()], Term::number(1));
    let order: Vec<usize> = if right { (0..shapes.len()).rev().collect() } else { (0..shapes.len()).collect() };
    for k in order {
        strides[k] = stride.clone();
        stride = context.times(&stride, &shapes[k])?;
    }
    let modes = shapes.into_iter().zip(strides).collect();
    Ok(Value::Layout(SymbolicLayout { profile: profile.finish(), modes }))
}
