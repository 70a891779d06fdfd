//! What the runs of one subcommand took: a line for each in a file, and a summary.

use crate::SLOW;
use crate::inputs::Input;
use crate::measure::Measured;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// What the runs of one subcommand took.
pub(crate) struct Record {
    subcommand: String,
    file: BufWriter<File>,
    times: Vec<Duration>,
    peak: u64,
    /// The number of runs that ended with each of the statuses 0, 1, 2 and 3.
    statuses: [u64; 4],
    failed: Vec<String>,
    slow: Vec<String>,
}

impl Record {
    /// An empty record, whose lines go to `SUBCOMMAND.jsonl` in a folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn new(folder: &Path, subcommand: &str) -> Result<Self, String> {
        let path = folder.join(format!("{subcommand}.jsonl"));
        let file = std::fs::create_dir_all(folder).and_then(|()| File::create(&path));
        let file = BufWriter::new(file.map_err(|error| format!("{}: {error}", path.display()))?);
        let subcommand = subcommand.to_owned();
        let (times, failed, slow) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { subcommand, file, times, peak: 0, statuses: [0; 4], failed, slow })
    }

    /// Adds a run. One that failed or was slow is printed at once.
    pub(crate) fn add(&mut self, seed: u64, input: &Input, measured: Result<Measured, String>) {
        let text = input.shown();
        let measured = match measured {
            Ok(measured) => measured,
            Err(error) => return self.fail(format!("seed {seed}: {text}\n    not measured: {error}")),
        };
        let line = json!({
            "seed": seed,
            "input": text,
            "status": measured.status,
            "signal": measured.signal,
            "cpu_ms": measured.cpu.as_secs_f64() * 1e3,
            "peak_kib": measured.peak >> 10,
            "printed": measured.printed,
        });
        if let Err(error) = writeln!(self.file, "{line}") {
            self.fail(format!("{}.jsonl: {error}", self.subcommand));
        }
        self.times.push(measured.cpu);
        self.peak = self.peak.max(measured.peak);
        if let Some(count) = measured.status.and_then(|status| self.statuses.get_mut(usize::try_from(status).ok()?)) {
            *count += 1;
        }
        if let Some(why) = measured.failure() {
            self.fail(format!("seed {seed}: {text}\n    {why}: {}", first_line(&measured.errors)));
        } else if measured.cpu > SLOW {
            let line = format!("seed {seed}: {:.1} s: {text}", measured.cpu.as_secs_f64());
            println!("slow: {line}");
            self.slow.push(line);
        }
    }

    fn fail(&mut self, why: String) {
        println!("FAILED: {why}");
        self.failed.push(why);
    }

    /// Prints what the runs took; true if none failed.
    pub(crate) fn summarize(mut self) -> bool {
        if let Err(error) = self.file.flush() {
            self.fail(format!("{}.jsonl: {error}", self.subcommand));
        }
        self.times.sort_unstable();
        let at = |share: f64| {
            let index = (self.times.len() as f64 * share) as usize;
            self.times.get(index.min(self.times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        println!(
            "{:8} {} runs, status 0 1 2 3: {:?}; CPU time: median {:.1} ms, 99 % {:.1} ms, most {:.1} ms; \
             peak memory {} MiB; {} failed, {} above {} s",
            self.subcommand,
            self.times.len(),
            self.statuses,
            at(0.5),
            at(0.99),
            at(1.0),
            self.peak >> 20,
            self.failed.len(),
            self.slow.len(),
            SLOW.as_secs()
        );
        self.failed.is_empty()
    }
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing on standard error")
}
