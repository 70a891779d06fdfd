//! The text of an argument: itself, standard input, or a file.

use crate::report::failure::{Complaint, Failure};
use std::fs::File;
use std::io::Read;

/// A text longer than this is no layout.
const LONGEST: u64 = 1 << 20;

/// The text of an argument: itself, or standard input for `-`.
pub(crate) fn text(argument: &str) -> Result<String, Failure> {
    match argument {
        "-" => read(std::io::stdin(), "standard input"),
        _ => Ok(argument.to_owned()),
    }
}

/// The text of an argument: itself, standard input for `-`, a file for `@FILE`.
pub(crate) fn source(argument: &str) -> Result<String, Failure> {
    let Some(path) = argument.strip_prefix('@') else { return text(argument) };
    let file = File::open(path).map_err(|error| Complaint::new(format!("{path}: {error}")))?;
    read(file, path)
}

/// All of what is read, without the blanks at its end; a device may go on for ever.
fn read(from: impl Read, name: &str) -> Result<String, Failure> {
    let wrong = |why: String| Failure::from(Complaint::new(format!("{name}: {why}")));
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(wrong(format!("more than {LONGEST} bytes; a layout is shorter")));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_end().to_owned()),
        Err(_) => Err(wrong("not UTF-8 text".to_owned())),
    }
}
