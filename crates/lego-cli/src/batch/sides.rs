//! Layouts of any system in `lego batch`: `equal` of two of them, `convert` of one, and `lego_table` of a chain.

use super::arguments::{Operation, argument, count};
use crate::args::{Chain, Notation, Values};
use crate::input::points::Points;
use crate::input::side::Side;
use crate::input::system::System;
use crate::json::cute::{composed, composed_json, layout, layout_json, swizzle, table};
use crate::json::linear::{from_json, to_json};
use crate::json::value::short;
use crate::report::failure::{Complaint, Failure, Source};
use crate::sides::compare::{Comparison, compare};
use crate::sides::converted::{Converted, values_json};
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Coordinates, Effort};
use serde_json::{Value, json};

/// The operation of a name.
pub(super) fn find(name: &str) -> Option<Operation> {
    match name {
        "equal" => Some(equal),
        "convert" => Some(convert),
        "lego_table" => Some(lego_table),
        _ => None,
    }
}

/// So many coordinates are compared one by one, and so many values are a table.
const MOST: u64 = 1 << 26;
const TABLE: u64 = 1 << 20;

/// The text of a side in its system, given the value of its field.
type Text = fn(&Value) -> Result<String, String>;

/// The systems, each by the name of its field.
const SYSTEMS: [(&str, System, Text); 6] = [
    ("lego", System::Chain, |chain| text(chain, "a chain")),
    ("cute", System::Cute, |cute| match cute.get("swizzle") {
        Some(_) => composed(cute).map(|whole| whole.to_string()),
        None if cute.is_string() => text(cute, "a layout"),
        None => layout(cute).map(|layout| layout.to_string()),
    }),
    ("linear", System::Linear, |linear| match linear {
        Value::String(text) => Ok(text.clone()),
        // As text, so that its errors are the same wherever it is read.
        linear => from_json(linear).map(|layout| layout.to_string()),
    }),
    ("swizzle", System::Cute, |given| swizzle(given).map(|swizzle| swizzle.to_string())),
    ("isl", System::Isl, |map| text(map, "a map")),
    ("tasks", System::Tasks, |mapping| text(mapping, "a task mapping")),
];

fn text(value: &Value, what: &str) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{what} is a text"))
}

fn side(value: &Value, number: usize) -> Result<Side, String> {
    for (name, system, text) in SYSTEMS {
        if let Some(given) = value.get(name) {
            return Ok(Side::new(text(given)?, system, Source::OneOf(number)));
        }
    }
    let names: Vec<String> = SYSTEMS.iter().map(|(name, ..)| format!("{{\"{name}\": …}}")).collect();
    Err(format!("{} is none of {}", short(value), names.join(", ")))
}

/// What a command would say in more lines, on one.
fn message(failure: Failure) -> String {
    match failure {
        Failure::Wrong(faults) => {
            faults.iter().map(|Complaint { message, .. }| message.as_str()).collect::<Vec<_>>().join("; ")
        }
        Failure::Limit(fault) => fault.message,
        Failure::Usage(message) => message,
        Failure::Io(error) => error.to_string(),
    }
}

/// A chain of numbers.
fn chain(text: &str) -> Result<Points, String> {
    if text == "-" {
        return Err("a chain is given as it is".into());
    }
    let chain = Chain { text: text.to_owned(), values: Values { lets: Vec::new() } };
    chain.read().and_then(|input| Points::new(&input)).map_err(message)
}

fn equal(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 2)?;
    let sides = [side(argument(a, 0)?, 1)?, side(argument(a, 1)?, 2)?];
    let effort = Effort { points: MOST, ..Effort::default() };
    match compare(&sides, &Options::default(), &effort).map_err(message)? {
        Comparison::Equal => Ok(Value::Bool(true)),
        Comparison::Undecided => Err(format!("not decided: by form, nor by looking at {MOST} coordinates")),
        Comparison::Different { parameters, index, values } => {
            let value = |value: Option<Vec<i128>>| match value.as_deref() {
                None => Value::Null,
                Some([one]) => json!(one),
                Some(all) => json!(all),
            };
            let mut result = json!({ "equal": false, "witness": index, "values": values.map(value) });
            for (name, value) in parameters {
                result["parameters"][name] = json!(value);
            }
            Ok(result)
        }
    }
}

/// A side in another system: `"cute"`, `"lego"`, `"linear"`, `"isl"` or `"table"`.
fn convert(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 2)?;
    let to = match argument(a, 1)?.as_str() {
        Some("cute") => Notation::Cute,
        Some("lego") => Notation::Lego,
        Some("linear") => Notation::Linear,
        Some("isl") => Notation::Isl,
        Some("table") => Notation::Table,
        _ => return Err(format!("{} is none of \"cute\", \"lego\", \"linear\", \"isl\", \"table\"", short(&a[1]))),
    };
    let side = side(argument(a, 0)?, 1)?;
    let arena = Arena::new();
    let relation = side.relation(&arena, &Options::default(), &[], Coordinates::TopLevel).map_err(message)?;
    Ok(match Converted::new(&side, &relation, to, TABLE).map_err(message)? {
        Converted::Cute(whole) => {
            let is_plain = whole.swizzle.bits() == 0 && whole.offset == 0;
            if is_plain { layout_json(&whole.layout) } else { composed_json(&whole) }
        }
        Converted::Linear(layout) => to_json(&layout),
        Converted::Text(text) => text.into(),
        Converted::Table(values) => values_json(&values),
    })
}

/// The positions of a chain in the row-major order of its indices.
fn lego_table(a: &[Value]) -> Result<Value, String> {
    count(a, 1, 1)?;
    let points = chain(argument(a, 0)?.as_str().ok_or("a chain is a text")?)?;
    // Of too many no table is begun.
    table(i64::try_from(points.count).unwrap_or(i64::MAX), |_| Some(0))?;
    Ok(points.positions().map_err(message)?.into())
}
