//! `lego convert`: a layout of one system in another one.

use crate::args::{Notation, Values};
use crate::input::side::Side;
use crate::json::linear::to_json;
use crate::report::failure::{Failure, Source};
use crate::report::output::Output;
use crate::sides::converted::{Converted, no_table, value_json, values_json};
use lego_expr::Arena;
use lego_relation::{Coordinates, Effort, Relation, cute_text};
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
    if to == Notation::Table {
        return table(&side, &relation, most, output);
    }
    let (name, text, mut json) = match Converted::new(&side, &relation, to, most)? {
        Converted::Table(values) => ("table", String::new(), json!({ "table": values_json(&values) })),
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
    let conditions = if relation.parameters().is_empty() { Vec::new() } else { side.assumes(&options, &relation)? };
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

/// Prints the values at the integer coordinates as they are computed: one a line, `-` where there is none; or as JSON.
fn table(side: &Side, relation: &Relation<'_>, most: u64, output: &mut Output) -> Result<u8, Failure> {
    let effort = Effort { points: most, ..Effort::default() };
    let (_, values) = relation.each_value(&effort).map_err(|why| no_table(side, why))?;
    if output.json {
        write!(output, "{{\"to\":\"table\",\"dims\":{},\"table\":[", json!(relation.dims()))?;
        for (k, value) in values.enumerate() {
            write!(output, "{}{}", if k > 0 { "," } else { "" }, value_json(value.as_deref()))?;
        }
        writeln!(output, "]}}")?;
        return Ok(0);
    }
    for value in values {
        match value {
            None => writeln!(output, "-")?,
            Some(all) => {
                let all: Vec<String> = all.iter().map(u64::to_string).collect();
                writeln!(output, "{}", all.join(" "))?;
            }
        }
    }
    Ok(0)
}
