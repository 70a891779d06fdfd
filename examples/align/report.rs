//! The table of results that the program prints.

use crate::fasta::Record;
use crate::job::Outcome;
use crate::options::{DeviceChoice, Options};
use crate::run::{Comparison, PREFIX};
use std::io::{self, Write};

/// What is printed of a run.
pub(crate) struct Report<'a> {
    pub(crate) options: &'a Options,
    pub(crate) first: &'a Record,
    pub(crate) second: &'a Record,
    pub(crate) comparison: &'a Comparison,
}

impl Report<'_> {
    /// Writes all of it.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        inputs(out, self.options, self.first, self.second)?;
        writeln!(out, "run      {}", self.comparison.machine)?;
        writeln!(out)?;
        writeln!(
            out,
            "{:<14} {:>8}  {:>15}  {:>7}  {:>9}  {:>8}  {:>8}",
            "layout",
            "seconds",
            if self.is_cpu() { "Gcell/s a core" } else { "Gcell/s" },
            "to row",
            "score",
            "identity",
            "gaps"
        )?;
        for outcome in &self.comparison.outcomes {
            self.line(out, outcome)?;
        }
        writeln!(out)?;
        let prefix = |record: &Record| count(record.letters.len().min(PREFIX));
        writeln!(
            out,
            "seconds: the table of scores, best of {}{}; the way back took {:.4} more at most. identity: matching columns \
             of {}. gaps: letters beside nothing.",
            self.options.repeat,
            match self.options.device {
                DeviceChoice::Cpu => "",
                DeviceChoice::Gpu => ", by the device's clock, without the copies to it",
                DeviceChoice::Executor => ", which on the executor say nothing of a GPU",
            },
            self.comparison.outcomes.iter().map(|outcome| outcome.back.as_secs_f64()).fold(0.0, f64::max),
            count(self.comparison.outcomes[0].alignment.steps.len()),
        )?;
        writeln!(
            out,
            "checked: all found the same alignment, its columns add up to its score, and on the first {} × {} letters the \
             score is the plain reference's.",
            prefix(self.first),
            prefix(self.second)
        )
    }

    fn line(&self, out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
        let row = self.comparison.outcomes.iter().find(|other| other.name == "row");
        let ratio =
            row.map_or("-".to_owned(), |row| format!("{:.2}", row.fill.as_secs_f64() / outcome.fill.as_secs_f64()));
        let alignment = &outcome.alignment;
        writeln!(
            out,
            "{:<14} {:>8.4}  {:>15.3}  {ratio:>7}  {:>9}  {:>7.2}%  {:>8}",
            outcome.name,
            outcome.fill.as_secs_f64(),
            self.speed(outcome),
            alignment.score,
            100.0 * alignment.matches as f64 / alignment.steps.len() as f64,
            alignment.gaps,
        )
    }

    /// Billions of cells a second; on the CPU, a second and thread.
    fn speed(&self, outcome: &Outcome) -> f64 {
        let cells = self.first.letters.len() as f64 * self.second.letters.len() as f64;
        let cores = if self.is_cpu() { self.options.threads() } else { 1 };
        cells / outcome.fill.as_secs_f64() / cores as f64 / 1e9
    }

    fn is_cpu(&self) -> bool {
        self.options.device == DeviceChoice::Cpu
    }
}

/// Writes what is aligned, and by which scoring.
pub(crate) fn inputs(out: &mut dyn Write, options: &Options, first: &Record, second: &Record) -> io::Result<()> {
    for (which, record, path) in [("first", first, &options.first), ("second", second, &options.second)] {
        let letters = count(record.letters.len());
        writeln!(out, "{which:<8} {} {} ({letters} letters, {})", record.name, record.description, path.display())?;
    }
    let Options { hit, miss, gap, .. } = options;
    writeln!(out, "scoring  match {hit}, mismatch {miss}, gap {gap} a letter")
}

/// A number with a comma every three digits.
pub(crate) fn count(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 12, 123, 1234, 123456, 1234567].map(count), ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }
}
