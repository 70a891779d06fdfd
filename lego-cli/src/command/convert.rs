//! `lego convert`: a layout of one system in another one.

use crate::args::{Notation, Values};
use crate::input::side::Side;
use crate::json::linear::to_json;
use crate::report::failure::{Failure, Source};
use crate::report::output::Output;
use crate::sides::converted::{Converted, values_json};
use lego_expr::Arena;
use lego_relation::{Coordinates, Relation, cute_text};
use serde_json::json;
use std::io::Write;

/// A longer table is of no use on a screen.
const MOST: u64 = 1 << 22;

/// Converts and prints; status 0, 1 where it is not possible, 3 past a limit.
pub(crate) fn run(
    argument: &str,
    values: &Values,
    to: Notation,
    no_limit: bool,
    output: &mut Output,
) -> Result<u8, Failure> {
    let options = values.options()?;
    let side = Side::read(argument, Source::Chain)?;
    let arena = Arena::new();
    let relation = side.relation(&arena, &options, &[], Coordinates::TopLevel)?;
    let most = if no_limit { u64::MAX } else { MOST };
    let (name, text, mut json) = match Converted::new(&side, &relation, to, most)? {
        Converted::Table(values) => return table(&relation, &values, output),
        Converted::Cute(layout) => ("cute", cute_text(&layout), json!({})),
        Converted::Linear(layout) => ("linear", layout.to_string(), json!({ "linear": to_json(&layout) })),
        Converted::Text(text) => {
            let name = match to {
                Notation::Cute => "cute",
                Notation::Isl => "isl",
                _ => "lego",
            };
            (name, text, json!({}))
        }
    };
    // What holds of the sizes where the layout is one.
    let conditions = if relation.parameters().is_empty() { Vec::new() } else { side.assumes(&options)? };
    if output.json {
        json["to"] = name.into();
        json["text"] = text.into();
        json["where"] = json!(conditions);
        output.json(&json)?;
    } else if conditions.is_empty() {
        writeln!(output, "{text}")?;
    } else {
        writeln!(output, "{text} where {}", conditions.join(", "))?;
    }
    Ok(0)
}

/// The values at the integer coordinates, one a line; `-` where there is none.
fn table(relation: &Relation<'_>, values: &[Option<Vec<u64>>], output: &mut Output) -> Result<u8, Failure> {
    if output.json {
        output.json(&json!({ "to": "table", "dims": relation.dims(), "table": values_json(values) }))?;
        return Ok(0);
    }
    for value in values {
        match value.as_deref() {
            None => writeln!(output, "-")?,
            Some(all) => {
                let all: Vec<String> = all.iter().map(u64::to_string).collect();
                writeln!(output, "{}", all.join(" "))?;
            }
        }
    }
    Ok(0)
}
