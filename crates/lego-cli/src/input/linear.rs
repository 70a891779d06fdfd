//! Linear layouts as they are written: a text, JSON, an encoding, the name of a fragment, a layout of CuTe.

use crate::json::family::family;
use crate::json::linear::from_json;
use crate::report::failure::{Complaint, Excerpt, Failure, Source};
use lego_algebra::cute;
use lego_algebra::linear::families::Fragment;
use lego_algebra::linear::{Dim, LinearLayout};
use lego_lang::TextRange;
use serde_json::{Value, json};

/// A layout by its text, as JSON, as the encoding of a family, by the name of a fragment, or as a layout of CuTe.
pub(crate) fn read(text: &str, shape: &[u64], source: &Source) -> Result<LinearLayout, Failure> {
    let wrong = |message: String, range: TextRange| {
        let place = Excerpt { source: source.clone(), text: text.into(), range };
        Failure::from(Complaint { message, place: Some(place) })
    };
    let failure = |message: String| wrong(message, TextRange::all(text));
    if text.trim_start().starts_with('{') {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            // Lines and columns count from 1; at the end of the text there is no column to point at.
            let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let start = (before + error.column()).saturating_sub(1).min(text.len());
            let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let end = text[start..].chars().next().map_or(start, |c| start + c.len_utf8());
            wrong(format!("no JSON: {error}"), TextRange::new(start, end))
        })?;
        if value.get("kind").is_none() {
            return from_json(&value).map_err(failure);
        }
        let sizes = match (shape.is_empty(), value.get("shape")) {
            (true, None) => {
                let message = "an encoding is of a tensor: give its sizes, as --shape 64,64 or \"shape\": [64, 64]";
                return Err(failure(message.into()));
            }
            (false, Some(_)) => {
                return Err(Failure::Usage(
                    "the encoding has a \"shape\" and there is --shape: one of them is needed".into(),
                ));
            }
            (true, Some(sizes)) => sizes.clone(),
            (false, None) => json!(shape),
        };
        let found = family(&sizes, &value).map_err(failure)?;
        return found.map_err(|error| failure(error.to_string()));
    }
    if !shape.is_empty() {
        return Err(Failure::Usage("--shape is for encodings, {\"kind\": …}".into()));
    }
    if !text.contains(':') && !text.contains('→') && !text.contains("->") {
        let fragment = Fragment::named(text.trim()).and_then(|fragment| fragment.linear());
        return fragment.map_err(|error| failure(error.to_string()));
    }
    if !text.contains('→') && !text.contains("->") {
        return of_cute(text).map_err(failure);
    }
    LinearLayout::parse(text).map_err(|error| {
        let end = text[error.at..].chars().next().map_or(error.at, |c| error.at + c.len_utf8());
        wrong(error.to_string(), TextRange::new(error.at, end))
    })
}

/// A layout of CuTe, its modes named `mode0`, `mode1`, … and its value `value`.
fn of_cute(text: &str) -> Result<LinearLayout, String> {
    let layout = cute::Layout::parse(text).map_err(|error| error.to_string())?;
    let names = (0..layout.rank()).map(|k| Dim::new(&format!("mode{k}")).map_err(|error| error.to_string()));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    LinearLayout::from_cute(&layout, &names, Dim::named("value")).map_err(|error| error.to_string())
}
