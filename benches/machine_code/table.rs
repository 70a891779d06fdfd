//! The table of counts.

use crate::{exceptions, ptx, x86, zoo};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Instructions of both sides.
struct Pair {
    ours: f64,
    by_hand: f64,
}

impl Pair {
    fn ratio(&self) -> f64 {
        self.ours / self.by_hand
    }
}

struct Row {
    layout: &'static str,
    way: &'static str,
    x86: Option<Pair>,
    ptx: Option<Pair>,
}

/// All counts, and what could not be counted here.
pub(crate) struct Table {
    rows: Vec<Row>,
    missing: Vec<String>,
    ptx_compiler: Option<String>,
}

impl Table {
    /// Counts every case.
    pub(crate) fn count() -> Self {
        let mut missing = Vec::new();
        let (ptx, ptx_compiler) = match ptx::counts() {
            Ok((counts, compiler)) => (counts, Some(compiler)),
            Err(why) => {
                missing.push(format!("PTX is not counted: {why}"));
                (HashMap::new(), None)
            }
        };
        let mut rows = Vec::new();
        let mut has_valgrind = true;
        for layout in zoo::names() {
            for way in ["apply", "inv"] {
                let x86 = if has_valgrind {
                    let both = x86::count(layout, way, "ours")
                        .and_then(|ours| Ok((ours, x86::count(layout, way, "by_hand")?)));
                    both.map(|(ours, by_hand)| Pair { ours, by_hand }).map_err(|why| {
                        has_valgrind = false;
                        missing.push(format!("x86-64 is not counted: {why}"));
                    })
                } else {
                    Err(())
                };
                let of = |side: &str| ptx.get(&format!("{layout}_{way}_{side}")).map(|&count| count as f64);
                let ptx = of("ours").zip(of("by_hand")).map(|(ours, by_hand)| Pair { ours, by_hand });
                rows.push(Row { layout, way, x86: x86.ok(), ptx });
            }
        }
        Self { rows, missing, ptx_compiler }
    }

    /// Whether every ratio is at most 1, but for the exceptions.
    pub(crate) fn holds(&self) -> bool {
        self.rows.iter().all(|row| {
            let pairs = [&row.x86, &row.ptx];
            let most = pairs.into_iter().flatten().map(Pair::ratio).fold(0.0, f64::max);
            most <= 1.0 || exceptions::reason(row.layout, row.way).is_some()
        })
    }

    /// The table as Markdown.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(
            "| layout | | x86-64 | by hand | ratio | PTX | by hand | ratio | |\n|---|---|--:|--:|--:|--:|--:|--:|---|\n",
        );
        let mut reasons: Vec<&str> = Vec::new();
        for row in &self.rows {
            let _ = write!(text, "| {} | {} ", row.layout, row.way);
            let mut is_more = false;
            for pair in [&row.x86, &row.ptx] {
                let Some(pair) = pair else {
                    text.push_str("| | | ");
                    continue;
                };
                is_more |= pair.ratio() > 1.0;
                let digits = |count: f64| if count.fract() == 0.0 { 0 } else { 1 };
                let (ours, by_hand) = (pair.ours, pair.by_hand);
                let _ =
                    write!(text, "| {ours:.*} | {by_hand:.*} | {:.2} ", digits(ours), digits(by_hand), pair.ratio());
            }
            let note = match exceptions::reason(row.layout, row.way) {
                Some(reason) if is_more => {
                    let known = reasons.iter().position(|&known| known == reason);
                    let number = known.unwrap_or_else(|| {
                        reasons.push(reason);
                        reasons.len() - 1
                    });
                    format!("{}", number + 1)
                }
                None if is_more => "TOO MANY".to_owned(),
                _ => String::new(),
            };
            let _ = writeln!(text, "| {note} |");
        }
        text.push('\n');
        for (number, reason) in reasons.iter().enumerate() {
            let _ = writeln!(text, "{}. {reason}", number + 1);
        }
        for missing in &self.missing {
            let _ = writeln!(text, "{missing}");
        }
        text
    }

    /// Writes the table to the results, if nothing is missing.
    ///
    /// # Errors
    /// What kept it from being written, in words.
    pub(crate) fn record(&self) -> Result<(), String> {
        if !self.missing.is_empty() {
            return Ok(());
        }
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let rustc = version("rustc", &["--version"]).unwrap_or_else(|| "an unknown rustc".to_owned());
        let valgrind = version("valgrind", &["--version"]).unwrap_or_else(|| "an unknown valgrind".to_owned());
        let ptx = self.ptx_compiler.as_deref().unwrap_or("not counted");
        // One table for each pair of compilers, since another one makes other instructions: the first is that of the documents.
        let compilers = format!("x86-64 (no extensions): {rustc}, ");
        let first = results.join("machine_code.md");
        let recorded = std::fs::read_to_string(&first).unwrap_or_default();
        let is_first = recorded.is_empty()
            || recorded.contains(&compilers) && recorded.contains(&format!("PTX for sm_90a: {ptx}."));
        let path = if is_first {
            first
        } else {
            let release = rustc.split_whitespace().nth(1).unwrap_or("unknown");
            let path = results.join(format!("machine_code-rustc-{release}-ptx-{ptx}.md"));
            println!("{} was recorded with other compilers; this table is in {}", first.display(), path.display());
            path
        };
        let text = format!(
            "<!-- Made by: cargo bench --bench machine_code -->\n\n# Instructions beside code by hand\n\n\
             `apply` and `inv` of layouts of the zoo as `layout!` generates them, beside the best that we could write by hand\n\
             (`benches/machine_code`), both optimised alike; x86-64: executed instructions of a call, `ret` and the\n\
             stores of the result counted, on average over the indices; PTX: the instructions of the functions for `u32`, without what\n\
             hands over parameters and results. Both sides give the same on every index. A table in memory is no candidate.\n\n\
             {compilers}{valgrind}. PTX for sm_90a: {ptx}.\n\n{}",
            self.text()
        );
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// What a tool says of itself.
fn version(tool: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(tool).args(arguments).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
