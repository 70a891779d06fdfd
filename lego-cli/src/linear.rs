//! `lego linear`: a linear layout over F2, its bases, its matrix, and what there is to say of it.

use crate::batch::{family, linear_from_json, linear_json};
use crate::failure::{Complaint, Excerpt, Failure, Source};
use crate::input::text;
use crate::output::Output;
use lego_algebra::cute;
use lego_algebra::linear::families::Fragment;
use lego_algebra::linear::{BitMatrix, Dim, LinearLayout};
use lego_lang::TextRange;
use serde_json::{Value, json};
use std::io::Write;

/// Prints a layout; status 0, or 1 for one that is wrong.
pub(crate) fn run(argument: &str, shape: &[u64], output: &mut Output) -> Result<u8, Failure> {
    let layout = read(&text(argument)?, shape)?;
    if output.json {
        let mut value = linear_json(&layout);
        value["rank"] = layout.rank().into();
        value["surjective"] = layout.is_surjective().into();
        value["injective"] = layout.is_injective().into();
        value["distributed"] = layout.is_distributed().into();
        value["memory"] = layout.is_memory_layout().into();
        value["cute"] = layout.to_cute().ok().map_or(Value::Null, |cute| cute.to_string().into());
        value["text"] = layout.to_string().into();
        output.json(&value)?;
        return Ok(0);
    }
    let (ins, outs) = (layout.ins().total_bits(), layout.outs().total_bits());
    writeln!(output, "{layout}")?;
    writeln!(output, "bits     {ins} in, {outs} out, rank {}", layout.rank())?;
    let values = match (layout.is_surjective(), layout.injective()) {
        (true, Ok(())) => "each once: invertible".to_owned(),
        (false, Ok(())) => "each at most once: injective, not onto".to_owned(),
        (onto, Err(_)) => {
            let times = 1u128 << (ins - layout.rank());
            format!(
                "{} {times} times{}",
                if onto { "each" } else { "those that are there" },
                if onto { "" } else { ", not onto" }
            )
        }
    };
    writeln!(output, "values   {values}")?;
    let families = [(layout.is_distributed(), "distributed"), (layout.is_memory_layout(), "memory")];
    let families: Vec<&str> = families.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    writeln!(output, "family   {}", if families.is_empty() { "none".to_owned() } else { families.join(", ") })?;
    match layout.to_cute() {
        Ok(cute) => writeln!(output, "cute     {cute}")?,
        Err(error) => writeln!(output, "cute     none: {error}")?,
    }
    if ins > 0 && outs > 0 {
        write!(output, "\n{}", BitMatrix(&layout))?;
    }
    Ok(0)
}

/// A layout by its text, as JSON, as the encoding of a family, by the name of a fragment, or as a layout of CuTe.
fn read(text: &str, shape: &[u64]) -> Result<LinearLayout, Failure> {
    let failure = |message: String| Failure::from(Complaint::new(message));
    if text.trim_start().starts_with('{') {
        let value: Value = serde_json::from_str(text).map_err(|error| failure(format!("no JSON: {error}")))?;
        if value.get("kind").is_none() {
            return linear_from_json(&value).map_err(failure);
        }
        if shape.is_empty() {
            return Err(Failure::Usage("an encoding is of a tensor: --shape 64,64".into()));
        }
        let found = family(&json!(shape), &value).map_err(failure)?;
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
        let place = Excerpt { source: Source::Chain, text: text.to_owned(), range: TextRange::new(error.at, end) };
        Complaint { message: error.to_string(), place: Some(place) }.into()
    })
}

/// A layout of CuTe, its modes named `mode0`, `mode1`, … and its value `value`.
fn of_cute(text: &str) -> Result<LinearLayout, String> {
    let layout = cute::Layout::parse(text).map_err(|error| error.to_string())?;
    let names = (0..layout.rank()).map(|k| Dim::new(&format!("mode{k}")).map_err(|error| error.to_string()));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    LinearLayout::from_cute(&layout, &names, Dim::named("value")).map_err(|error| error.to_string())
}
