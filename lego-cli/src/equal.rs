//! `lego equal`: whether two layouts are the same map.

use crate::failure::{Complaint, Failure, Source};
use crate::input::Two;
use crate::output::Output;
use lego_lang::equal::{Differs, Effort, Equality, equal_readings};
use serde_json::json;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// So many steps are taken to decide without looking at every index: some seconds.
const STEPS: u64 = 1 << 26;

/// Says whether the layouts are equal; status 0, 1 or 3.
pub(crate) fn run(input: &Two, output: &mut Output) -> Result<u8, Failure> {
    let progress = Progress::default();
    // Without symbols there is always an answer: in the last resort every index is looked at, however long that takes.
    let effort = Effort { points: u64::MAX, steps: STEPS, progress: &|done, of| progress.show(done, of) };
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
        Equality::Undecided => (3, "not decided".to_owned(), json!({ "equal": null })),
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

/// A line on the terminal that says how far a long comparison is.
struct Progress {
    start: Instant,
    shown: Mutex<Option<Instant>>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { start: Instant::now(), shown: Mutex::new(None) }
    }
}

impl Progress {
    fn show(&self, done: u64, of: u64) {
        let now = Instant::now();
        let Ok(mut shown) = self.shown.try_lock() else { return };
        let waited = now - shown.unwrap_or(self.start);
        if !stderr().is_terminal() || waited < Duration::from_millis(if shown.is_none() { 700 } else { 150 }) {
            return;
        }
        *shown = Some(now);
        let left = (now - self.start).as_secs_f64() * (of.saturating_sub(done) as f64 / done.max(1) as f64);
        let percent = done as f64 * 100.0 / of as f64;
        let _ = write!(stderr(), "\r\x1b[Kcomparing {of} indices: {percent:.1} %, about {left:.0} s left");
    }

    /// Takes the line away.
    fn clear(&self) {
        if self.shown.lock().is_ok_and(|shown| shown.is_some()) {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
