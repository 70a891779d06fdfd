//! `lego batch`: questions of a program, one JSON object a line, each answered by a line.
//!
//! ```text
//! {"op": "composition", "args": [A, B]}   →   {"result": {"shape": …, "stride": …}, "table": […]}
//! anything that is wrong                  →   {"error": "…"}
//! ```
//!
//! A family of operations is a file: its `find` gives the operation of a name. An error of one line is an answer, and the
//! program goes on with the next.

mod arguments;
mod cute;
mod linear;
mod plan;
mod sides;

use crate::report::failure::Failure;
use crate::report::output::Output;
use arguments::Operation;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// The families, each asked for an operation by its name.
const FAMILIES: [fn(&str) -> Option<Operation>; 4] = [linear::find, plan::find, cute::find, sides::find];

/// A line longer than this is no question.
const LONGEST: u64 = 1 << 26;

/// Answers each line of standard input.
pub(crate) fn run(output: &mut Output) -> Result<u8, Failure> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(0);
        }
        if read as u64 == LONGEST && line.last() != Some(&b'\n') {
            // What is left of the line is no question either.
            input.skip_until(b'\n')?;
            output.json(&json!({ "error": format!("a line has more than {LONGEST} bytes") }))?;
        } else if line.iter().any(|byte| !byte.is_ascii_whitespace()) {
            let answer = match answer(&line) {
                Ok(mut result) => {
                    // The values of a layout stand beside it: it is shape and stride alone.
                    let layout = result.as_object_mut().filter(|object| object.contains_key("shape"));
                    match layout.and_then(|layout| layout.remove("table")) {
                        Some(table) => json!({ "result": result, "table": table }),
                        None => json!({ "result": result }),
                    }
                }
                Err(error) => json!({ "error": error }),
            };
            output.json(&answer)?;
        } else {
            output.json(&json!({ "error": "an empty line is no question" }))?;
        }
        output.flush()?;
    }
}

fn answer(line: &[u8]) -> Result<Value, String> {
    let question: Value = serde_json::from_slice(line).map_err(|error| format!("no JSON: {error}"))?;
    let name = question["op"].as_str().ok_or("a question is {\"op\": \"…\", \"args\": […]}; this has no op")?;
    let operation = FAMILIES.iter().find_map(|find| find(name)).ok_or_else(|| format!("unknown op {name}"))?;
    let none = Vec::new();
    let arguments = match &question["args"] {
        Value::Array(arguments) => arguments,
        Value::Null => &none,
        _ => return Err("args is a list".into()),
    };
    operation(arguments).map_err(|error| format!("{name}: {error}"))
}
