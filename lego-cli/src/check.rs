//! `lego check`: whether a text is a layout.

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;
use serde_json::json;
use std::io::Write;

/// Says `ok`, or everything that is wrong.
pub(crate) fn run(input: &Input, output: &mut Output) -> Result<u8, Failure> {
    input.compiled()?;
    if output.json {
        output.json(&json!({ "ok": true }))?;
    } else {
        writeln!(output, "ok")?;
    }
    Ok(0)
}
