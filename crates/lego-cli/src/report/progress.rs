//! Progress: a line on the terminal that says how far something long is.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A line on the terminal that says how far a long comparison is.
#[derive(Debug)]
pub(crate) struct Progress {
    /// What is being done, before the number of indices.
    doing: &'static str,
    /// `None` where nobody looks, and where there may be no clock.
    start: Option<Instant>,
    shown: Mutex<Option<Instant>>,
}

impl Progress {
    pub(crate) fn new(doing: &'static str) -> Self {
        Self { doing, start: stderr().is_terminal().then(Instant::now), shown: Mutex::new(None) }
    }

    /// Says on a terminal how many of how many indices are done, after a while and not all the time.
    pub(crate) fn show(&self, done: u64, of: u64) {
        let Some(start) = self.start else { return };
        let now = Instant::now();
        let Ok(mut shown) = self.shown.try_lock() else { return };
        let waited = now - shown.unwrap_or(start);
        if waited < Duration::from_millis(if shown.is_none() { 700 } else { 150 }) {
            return;
        }
        *shown = Some(now);
        let left = (now - start).as_secs_f64() * (of.saturating_sub(done) as f64 / done.max(1) as f64);
        let percent = done as f64 * 100.0 / of as f64;
        let _ = write!(stderr(), "\r\x1b[K{} {of} indices: {percent:.1} %, about {left:.0} s left", self.doing);
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.shown.lock().is_ok_and(|shown| shown.is_some()) {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
