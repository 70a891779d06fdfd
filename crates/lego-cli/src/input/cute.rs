//! Expressions of CuTe's algebra as they are written, with values of their names.

use crate::args::Values;
use crate::report::failure::{Complaint, Excerpt, Failure, Source, warn};
use lego_algebra::cute::{ComposedLayout, Error, IntTuple, Layout, Swizzle, ThreadValue};
use lego_algebra::expression::{Expression, Fault, Value, evaluate_syntax, parse};
use lego_lang::TextRange;

/// A value as it is, or as a thread-value layout of a tile.
pub(crate) fn tiled(text: &str, value: Value, tile: &[u64]) -> Result<Value, Failure> {
    if tile.is_empty() {
        return Ok(value);
    }
    let sides: Vec<i64> = tile.iter().map(|&side| i64::try_from(side).unwrap_or(i64::MAX)).collect();
    let layout = match value.plain() {
        Value::Layout(layout) => layout,
        other => {
            return Err(all_wrong(
                text,
                format!("--tile is for a layout of (thread, value), and this is {}", other.kind()),
            ));
        }
    };
    let held = IntTuple::flat(&sides).and_then(|tile| ThreadValue::new(&layout, &tile));
    held.map(|held| Value::ThreadValue(Box::new(held))).map_err(|error| match error {
        Error::Rank { found, .. } => {
            all_wrong(text, format!("--tile is for a layout of (thread, value), of rank 2; this one has rank {found}"))
        }
        error => all_wrong(text, error.to_string()),
    })
}

/// An expression with what --let says of its names.
pub(crate) fn with_values(text: &str, values: &Values) -> Result<Expression, Failure> {
    let values = values.options()?.values;
    let mut expression = parse(text).map_err(|fault| failure(text, fault))?;
    for (name, &value) in &values {
        if i64::try_from(value).is_err() {
            return Err(Failure::Usage(format!("--let {name}={value}: a size fits 64 bits")));
        }
        if !expression.names().contains(&name.as_str()) {
            warn(&format!("--let {name} has no effect: the expression has no such name"));
        }
    }
    expression.put_in(&|name| values.get(name).and_then(|&value| i64::try_from(value).ok()));
    Ok(expression)
}

/// The value of an expression whose names all have one.
pub(crate) fn number(text: &str, expression: &Expression) -> Result<Value, Failure> {
    if let Some(fact) = expression.facts.first() {
        return Err(failure(text, Fault::at(&fact.left, "a fact is of sizes without values, and this is of numbers")));
    }
    evaluate_syntax(&expression.root, &|_| None).map_err(|fault| failure(text, fault))
}

/// The layout that a value is; a swizzle alone is one of all that it looks at.
///
/// # Errors
/// What else it is.
pub(crate) fn composed(value: Value) -> Result<ComposedLayout, String> {
    match value.plain() {
        Value::Layout(layout) => Ok(ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout }),
        Value::Composed(composed) => Ok(composed),
        Value::Swizzle(swizzle) => {
            let layout = Layout::mode_of(1 << swizzle.width(), 1).map_err(|error| error.to_string())?;
            Ok(ComposedLayout { swizzle, offset: 0, layout })
        }
        other => Err(format!("this is {}, and a layout is needed, such as (4,8):(8,1)", other.kind())),
    }
}

/// The expression on one line, with the values of its names.
pub(crate) fn title(text: &str, values: &Values) -> Result<String, Failure> {
    let mut title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let known = parse(text).map_err(|fault| failure(text, fault))?;
    for (name, value) in values.options()?.values {
        if known.names().contains(&name.as_str()) {
            title.push_str(&format!(", {name} = {value}"));
        }
    }
    Ok(title)
}

/// An error of the whole expression.
pub(crate) fn whole(text: &str, message: String) -> Complaint {
    let place = Excerpt { source: Source::Chain, text: text.into(), range: TextRange::new(0, text.len()) };
    Complaint { message, place: Some(place) }
}

pub(crate) fn all_wrong(text: &str, message: String) -> Failure {
    whole(text, message).into()
}

pub(crate) fn failure(text: &str, fault: Fault) -> Failure {
    let range = TextRange::new(fault.start, fault.end);
    let place = Excerpt { source: Source::Chain, text: text.into(), range };
    Complaint { message: fault.message, place: Some(place) }.into()
}
