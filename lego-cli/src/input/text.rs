//! The text of an argument: itself, standard input, or a file.

use crate::report::failure::{Complaint, Failure};
use std::io::Read;

/// A text longer than this is no layout.
const LONGEST: u64 = 1 << 20;

/// The text of an argument: itself, or standard input for `-`.
pub(crate) fn text(argument: &str) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut bytes = Vec::new();
    std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Complaint::new(format!("standard input has more than {LONGEST} bytes; a chain is shorter")).into());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_end().to_owned()),
        Err(_) => Err(Complaint::new("standard input is not UTF-8 text").into()),
    }
}

/// The text of an argument: itself, standard input for `-`, a file for `@FILE`.
pub(crate) fn source(argument: &str) -> Result<String, Failure> {
    let Some(path) = argument.strip_prefix('@') else { return text(argument) };
    let wrong = |why: String| Failure::from(Complaint::new(format!("{path}: {why}")));
    let length = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if length > LONGEST {
        return Err(wrong(format!("more than {LONGEST} bytes; an expression is shorter")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}
