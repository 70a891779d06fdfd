//! Filled templates beside the same kernels written by hand.

use super::Measurements;
use serde_json::Value;
use std::fmt::Write as _;

/// A case of a template.
pub(super) struct Template {
    bench: String,
    case: String,
    /// What the filled template took, and the kernel by hand, in milliseconds.
    times: [f64; 2],
}

impl Template {
    /// A row of such a file; `None` where it is a row of another kind.
    ///
    /// # Errors
    /// A row without a time, of what was not checked, or of what failed.
    pub(super) fn read(row: &Value) -> Result<Option<Self>, String> {
        if row.get("by_hand_ms").is_none() {
            return Ok(None);
        }
        let word = |key: &str| row[key].as_str().map(str::to_owned).ok_or_else(|| format!("no `{key}`"));
        let time = |key: &str| row[key].as_f64().ok_or_else(|| format!("no `{key}`"));
        if row["checked"] != Value::Bool(true) {
            return Err("the output was not checked, or wrong".to_owned());
        }
        Ok(Some(Self { bench: word("bench")?, case: word("case")?, times: [time("ms")?, time("by_hand_ms")?] }))
    }
}

/// A table of each template.
pub(super) fn write(text: &mut String, run: &Measurements) {
    let mut benches: Vec<&str> = run.templates.iter().map(|row| row.bench.as_str()).collect();
    benches.dedup();
    for bench in benches {
        let rows: Vec<&Template> = run.templates.iter().filter(|row| row.bench == bench).collect();
        let ratios: Vec<f64> = rows.iter().map(|Template { times: [ours, by_hand], .. }| by_hand / ours).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let _ = write!(
            text,
            "\n### Template `{bench}`, milliseconds; by hand / filled, geometric mean {mean:.3}\n\n\
             | case | filled | by hand | by hand / filled |\n|---|---|---|---|\n"
        );
        for (Template { case, times: [ours, by_hand], .. }, ratio) in rows.iter().zip(&ratios) {
            let _ = writeln!(text, "| {case} | {ours:.4} | {by_hand:.4} | {ratio:.3} |");
        }
    }
}
