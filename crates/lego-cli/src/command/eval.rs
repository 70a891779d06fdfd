//! `lego eval`: one point of the map.

use crate::args::Point;
use crate::args::number;
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::report::failure::{Complaint, Excerpt, Failure, Source};
use crate::report::output::Output;
use lego_lang::TextRange;
use serde_json::json;
use std::io::Write;

/// Prints the position of an index, or the index at a position.
pub(crate) fn run(input: &Input, point: &Point, output: &mut Output) -> Result<u8, Failure> {
    match point {
        Point { at: Some(at), .. } => {
            let parts = parts("--at", at)?;
            let map = Points::new(input)?;
            let position = map.position(&inside(&map.dims, at, &parts)?);
            match (output.json, position) {
                (true, position) => output.json(&json!({ "position": position }))?,
                (false, Some(position)) => writeln!(output, "{position}")?,
                (false, None) => writeln!(output, "none")?,
            }
        }
        Point { inv, .. } => {
            let text = inv.as_deref().unwrap_or_default();
            let parts = parts("--inv", text)?;
            let [(position, range)] = parts[..] else {
                return Err(Failure::Usage(format!("--inv takes one position, not {}", parts.len())));
            };
            let map = Points::new(input)?;
            let span = map.span;
            let Some(position) = u64::try_from(position).ok().filter(|&position| position < span) else {
                let there = match span.checked_sub(1) {
                    Some(last) => format!("the layout has positions 0 to {last}"),
                    None => "the layout is empty".to_owned(),
                };
                let message = format!("position {position} is out of range: {there}");
                return Err(Complaint { message, place: Some(place("--inv", text, range)) }.into());
            };
            let index = map.index(position);
            match (output.json, index) {
                (true, index) => output.json(&json!({ "index": index }))?,
                (false, Some(index)) => writeln!(output, "{}", joined(&index, ","))?,
                (false, None) => writeln!(output, "none")?,
            }
        }
    }
    Ok(0)
}

/// Numbers with something between them.
pub(crate) fn joined(numbers: &[u64], between: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}

/// The numbers of `4,2` or `[4, 2]`, each with its place.
fn parts(option: &str, text: &str) -> Result<Vec<(i128, TextRange)>, Failure> {
    let open = text.len() - text.trim_start().trim_start_matches('[').len();
    let inner = text[open..].trim_end().trim_end_matches(']');
    let mut at = open;
    let mut parts = Vec::new();
    for part in inner.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        let digits = part.trim();
        at += part.len() + 1;
        let Some(number) = number(digits) else {
            return Err(Failure::Usage(format!("`{digits}` of {option} is no integer; an example: {option} 4,2")));
        };
        parts.push((number, TextRange::new(start, start + digits.len())));
    }
    Ok(parts)
}

fn place(option: &'static str, text: &str, range: TextRange) -> Excerpt {
    Excerpt { source: Source::Option(option), text: text.into(), range }
}

/// The index, if it is one of the layout.
fn inside(dims: &[u64], text: &str, parts: &[(i128, TextRange)]) -> Result<Vec<u64>, Failure> {
    if parts.len() != dims.len() {
        let message = format!("an index of rank {}, but the layout has rank {}: {dims:?}", parts.len(), dims.len());
        return Err(Complaint { message, place: Some(place("--at", text, TextRange::new(0, text.len()))) }.into());
    }
    let mut index = Vec::with_capacity(dims.len());
    let mut faults = Vec::new();
    for (axis, (&(number, range), &extent)) in parts.iter().zip(dims).enumerate() {
        match u64::try_from(number).ok().filter(|&i| i < extent) {
            Some(i) => index.push(i),
            None => {
                let there = match extent.checked_sub(1) {
                    Some(last) => format!("axis {axis} has indices 0 to {last}"),
                    None => format!("axis {axis} has the extent 0, so that the layout is empty"),
                };
                let message = format!("i{axis} = {number} is out of range: {there}");
                faults.push(Complaint { message, place: Some(place("--at", text, range)) });
            }
        }
    }
    if faults.is_empty() { Ok(index) } else { Err(Failure::Wrong(faults)) }
}
