//! The table of softmax in five steps, in the guide that tells why: what each step changed, what it moves, how fast it is.

use super::Measurements;
use crate::steps::root;
use std::fmt::Write as _;
use std::path::PathBuf;

const BEGIN: &str = "<!-- begin: written by cargo xtask results -->\n";
const END: &str = "<!-- end -->\n";

/// What each step changed, and the sectors that a row of 4096 numbers takes by the executor's profile; a test of the kernels
/// compares these with what is counted.
const STEPS: [(&str, u32); 5] = [
    ("a thread for each row", 16_384),
    ("a block for each row: neighbouring threads at neighbouring numbers", 2048),
    ("largest number and sum in one pass", 1536),
    ("the row stays in registers", 1024),
    ("16 bytes by one instruction", 1024),
];

/// The guide, with its table as the last run says that measured the steps.
///
/// # Errors
/// Where the guide cannot be read, or has no place for the table.
pub(super) fn guide(runs: &[Measurements]) -> Result<(PathBuf, String), String> {
    let path = root().join("book/src/first-kernel.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("{}: no `{}`", path.display(), BEGIN.trim_end()))?;
    let table = table(runs);
    Ok((path, format!("{before}{BEGIN}{table}{END}{after}")))
}

fn table(runs: &[Measurements]) -> String {
    let measured = |run: &&Measurements| run.all.iter().any(|row| row.bench == "softmax_steps");
    let run = runs.iter().rev().find(measured);
    let device =
        run.and_then(|run| run.about["device"].as_str()).map_or("H200", |name| name.trim_start_matches("NVIDIA "));
    let mut text = format!("\n| step | what changed | sectors a row | GB/s ({device}) |\n|---|---|---|---|\n");
    for (number, (change, sectors)) in (1..).zip(STEPS) {
        let kernel = format!("lego softmax_step_{number}");
        let speed = run.and_then(|run| run.all.iter().find(|row| row.peer == kernel)?.time.gigabytes);
        let speed = super::shown(speed, 0).replace('-', "not measured yet");
        let _ = writeln!(text, "| {number} | {change} | {sectors} | {speed} |");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::parsed;

    #[test]
    fn a_step_has_its_speed_once_it_is_measured() {
        assert!(table(&[]).contains("| 5 | 16 bytes by one instruction | 1024 | not measured yet |\n"));
        let rows = "{\"device\":\"NVIDIA H200\"}\n\
                    {\"bench\":\"softmax_steps\",\"case\":\"float32 4096x4096\",\"ms\":0.5,\"gbps\":268.4,\
                     \"peer\":\"lego softmax_step_1\",\"checked\":true}\n";
        let run = parsed("h200.jsonl", rows).unwrap();
        let table = table(&[run]);
        assert!(table.contains("| GB/s (H200) |\n") && table.contains("| 1 | a thread for each row | 16384 | 268 |\n"));
        assert!(table.contains("| 2 | ") && table.contains(" | 2048 | not measured yet |\n"));
    }
}
