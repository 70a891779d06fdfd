//! Tables of recorded times in the `NOTES.md` of a problem's kernels.
//!
//! A table stands between two comments, of which the first names the file and the benchmark:
//!
//! ```text
//! <!-- results: h200-lud.jsonl lud -->
//! <!-- end of results -->
//! ```

use super::{Measurements, Row, shown};
use crate::steps::root;
use std::fmt::Write as _;
use std::path::PathBuf;

const START: &str = "<!-- results: ";
const END: &str = "<!-- end of results -->";

/// Each `NOTES.md` that has such tables, as it should be.
pub(super) fn notes(runs: &[Measurements]) -> Result<Vec<(PathBuf, String)>, String> {
    let folder = root().join("kernels").join("src");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path().join("NOTES.md"))).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let filled = paths.into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = filled(&text, runs).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((path, text))
    });
    filled.collect()
}

/// A text with its tables written anew.
fn filled(text: &str, runs: &[Measurements]) -> Result<String, String> {
    let (mut new, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(START) {
        let (words, after) = after.split_once(" -->\n").ok_or("a comment `results:` does not end")?;
        let (_, behind) = after.split_once(END).ok_or_else(|| format!("`{words}` has no `{END}`"))?;
        let (file, bench) = words.split_once(' ').ok_or_else(|| format!("`{words}` is no file and benchmark"))?;
        let run = runs.iter().find(|run| run.name == file).ok_or_else(|| format!("benches/results has no {file}"))?;
        let rows: Vec<&Row> = run.all.iter().filter(|row| row.bench == bench).collect();
        if rows.is_empty() {
            return Err(format!("{file} has no rows of `{bench}`"));
        }
        let _ = write!(new, "{before}{START}{words} -->\n\n{}\n{END}", table(run, &rows));
        rest = behind;
    }
    Ok(new + rest)
}

/// The times of a benchmark: for each case the fastest of our kernels, each peer, and the fastest peer by ours.
fn table(run: &Measurements, rows: &[&Row]) -> String {
    let (mut cases, mut peers): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for row in rows {
        if !cases.contains(&row.case.as_str()) {
            cases.push(&row.case);
        }
        if !is_ours(&row.peer) && !peers.contains(&row.peer.as_str()) {
            peers.push(&row.peer);
        }
    }
    let word = |key: &str| run.about[key].as_str().unwrap_or("unknown");
    let mut text = format!(
        "Milliseconds, {}, {}, by `benches/results/{}`.\n\n| case | ours |",
        word("device"),
        word("date"),
        run.name
    );
    peers.iter().for_each(|peer| text.push_str(&format!(" {peer} |")));
    text.push_str(if peers.is_empty() { "\n|---|--:|" } else { " fastest peer / ours |\n|---|--:|--:|" });
    text.push_str(&"--:|".repeat(peers.len()));
    text.push('\n');
    for case in cases {
        let least = |is_wanted: &dyn Fn(&str) -> bool| {
            let times = rows.iter().filter(|row| row.case == case && is_wanted(&row.peer));
            times.map(|row| row.time.milliseconds).min_by(f64::total_cmp)
        };
        let ours = least(&is_ours);
        let _ = write!(text, "| {case} | {} |", shown(ours, 4));
        peers.iter().for_each(|name| text.push_str(&format!(" {} |", shown(least(&|peer| peer == *name), 4))));
        if !peers.is_empty() {
            let ratio = least(&|peer| !is_ours(peer)).and_then(|peer| Some(peer / ours?));
            let _ = write!(text, " {} |", shown(ratio, 2));
        }
        text.push('\n');
    }
    text
}

fn is_ours(peer: &str) -> bool {
    peer.starts_with("lego ")
}

#[cfg(test)]
mod tests {
    use super::super::parsed;
    use super::{END, START, filled};

    #[test]
    fn tables_are_written_where_they_are_asked_for() {
        let rows = concat!(
            "{\"device\":\"NVIDIA H200\",\"date\":\"2026-11-28\"}\n",
            "{\"bench\":\"lud\",\"case\":\"f32 512\",\"ms\":0.5,\"peer\":\"lego lud\"}\n",
            "{\"bench\":\"lud\",\"case\":\"f32 512\",\"ms\":0.4,\"peer\":\"lego lud_small\"}\n",
            "{\"bench\":\"lud\",\"case\":\"f32 512\",\"ms\":0.8,\"peer\":\"cusolver\"}\n",
            "{\"bench\":\"lud\",\"case\":\"f32 1024\",\"ms\":2.0,\"peer\":\"lego lud\"}\n",
            "{\"bench\":\"nw\",\"case\":\"i32 512\",\"ms\":7.0,\"peer\":\"lego nw\"}\n",
        );
        let runs = [parsed("a.jsonl", rows).unwrap()];
        let text = format!("before\n{START}a.jsonl lud -->\nold\n{END}\nbehind\n");
        let expected = format!(
            "before\n{START}a.jsonl lud -->\n\n\
             Milliseconds, NVIDIA H200, 2026-11-28, by `benches/results/a.jsonl`.\n\n\
             | case | ours | cusolver | fastest peer / ours |\n|---|--:|--:|--:|\n\
             | f32 512 | 0.4000 | 0.8000 | 2.00 |\n| f32 1024 | 2.0000 | - | - |\n\n{END}\nbehind\n"
        );
        assert_eq!(filled(&text, &runs).unwrap(), expected);
        assert_eq!(filled(&expected, &runs).unwrap(), expected);
        for (wrong, error) in [
            (format!("{START}b.jsonl lud -->\n{END}"), "benches/results has no b.jsonl"),
            (format!("{START}a.jsonl gemm -->\n{END}"), "a.jsonl has no rows of `gemm`"),
            (format!("{START}a.jsonl lud -->\n"), "`a.jsonl lud` has no `<!-- end of results -->`"),
        ] {
            assert_eq!(filled(&wrong, &runs).unwrap_err(), error);
        }
    }
}
