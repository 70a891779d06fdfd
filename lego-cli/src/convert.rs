//! `lego convert`: a layout of one system in another one.

use crate::args::{Notation, Values};
use crate::failure::{Complaint, Failure, Source};
use crate::output::Output;
use crate::system::{Side, System};
use lego_expr::Arena;
use lego_lang::Reading;
use lego_lang::compile::compile_reading;
use lego_relation::{Coordinates, Effort, Relation, Undecided, cute_text};
use serde_json::{Value, json};
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
    if to == Notation::Table {
        return table(&relation, &side, no_limit, output);
    }
    let text = match to {
        Notation::Isl => relation.to_isl().map_err(|error| error.to_string()),
        Notation::Cute if relation.parameters().is_empty() => {
            relation.to_cute().map(|layout| cute_text(&layout)).map_err(|error| error.to_string())
        }
        Notation::Cute => relation.to_symbolic_cute().ok_or_else(|| {
            "no strides are proved for all sizes; give the sizes values, as --let M=64, and it is looked at as numbers".into()
        }),
        // A chain is one already.
        Notation::Lego if side.system == System::Chain => Ok(side.text.clone()),
        Notation::Lego | Notation::Table => relation.to_chain().map_err(|error| error.to_string()),
    };
    let text = text.map_err(|message| side.all_wrong(message))?;
    // What holds of the sizes where the layout is one.
    let conditions: Vec<String> = match side.system {
        System::Chain if !relation.parameters().is_empty() => {
            let compiled = compile_reading(&Reading::new(&side.text), &options);
            let compiled = compiled.map_err(|_| side.all_wrong("this is no layout"))?;
            compiled.assertions.iter().map(|assertion| assertion.condition.describe(&compiled.arena)).collect()
        }
        _ => Vec::new(),
    };
    let name = match to {
        Notation::Cute => "cute",
        Notation::Isl => "isl",
        Notation::Lego | Notation::Table => "lego",
    };
    if output.json {
        output.json(&json!({ "to": name, "text": text, "where": conditions }))?;
    } else if conditions.is_empty() {
        writeln!(output, "{text}")?;
    } else {
        writeln!(output, "{text} where {}", conditions.join(", "))?;
    }
    Ok(0)
}

/// The values at the integer coordinates, one a line; `-` where there is none.
fn table(relation: &Relation<'_>, side: &Side, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let effort = Effort { points: if no_limit { u64::MAX } else { MOST }, ..Effort::default() };
    let values = relation.table(&effort).map_err(|why| match why {
        Undecided::Points { count, most } => Failure::Limit(Complaint::new(format!(
            "not decided (limit): the table has {count} values, more than {most}. For all of them: --no-limit"
        ))),
        _ => side.all_wrong(why.to_string()),
    })?;
    if output.json {
        let value = |value: &Option<Vec<u64>>| match value.as_deref() {
            None => Value::Null,
            Some([one]) => json!(one),
            Some(all) => json!(all),
        };
        let values: Vec<Value> = values.iter().map(value).collect();
        output.json(&json!({ "to": "table", "dims": relation.dims(), "table": values }))?;
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
