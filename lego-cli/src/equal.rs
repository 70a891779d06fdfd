//! `lego equal`: whether two layouts are the same map.

use crate::failure::{Complaint, Failure, Source};
use crate::input::Two;
use crate::output::Output;
use crate::progress::Progress;
use lego_lang::equal::{Differs, Effort, Equality, equal_readings};
use serde_json::json;
use std::io::Write;

/// So many steps are taken to decide without looking at every index: some seconds.
const STEPS: u64 = 1 << 26;

/// Where that does not decide, every index of so many is looked at: up to half a minute, and longer only if that is asked for.
const POINTS: u64 = 1 << 30;

/// Says whether the layouts are equal; status 0, 1 or 3.
pub(crate) fn run(input: &Two, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let progress = Progress::new("comparing");
    // Without symbols and without a limit there is always an answer, however long it takes.
    let points = if no_limit { u64::MAX } else { POINTS };
    let effort = Effort { points, steps: STEPS, progress: &|done, of| progress.show(done, of) };
    let answer = equal_readings(&input.chains[0], &input.chains[1], &input.options, &effort);
    progress.clear();
    let answer = answer.map_err(|errors| {
        let faults = errors.iter().zip(&input.chains).enumerate().flat_map(|(k, (errors, chain))| {
            errors.iter().map(move |error| Complaint::at(error, Source::OneOf(k + 1), chain.text()))
        });
        Failure::Wrong(faults.collect())
    })?;
    let (status, text, value) = match answer {
        Equality::Equal => (0, "equal".to_owned(), json!({ "equal": true })),
        Equality::Undecided => {
            let text = if input.has_symbols() { "not decided" } else { "not decided (limit)" };
            (3, text.to_owned(), json!({ "equal": null }))
        }
        Equality::Different(difference) => {
            let mut value = json!({ "equal": false, "witness": difference.what.witness() });
            if !difference.parameters.is_empty() {
                let values = difference.parameters.iter().map(|(name, value)| (name.clone(), json!(*value as i64)));
                value["parameters"] = values.collect::<serde_json::Map<_, _>>().into();
            }
            if !matches!(difference.what, Differs::Position { .. }) {
                value["reason"] = difference.to_string().into();
            }
            (1, format!("not equal: {difference}"), value)
        }
    };
    if output.json {
        output.json(&value)?;
    } else {
        writeln!(output, "{text}")?;
    }
    Ok(status)
}
