//! `cargo xtask results`: the tables and plots of what was measured on GPUs, in benches/results, in the guide and in the
//! `NOTES.md` of kernels.

mod beside;
mod chart;
mod notes;
mod plots;
mod product;
mod roof;
mod roofline;
mod steps;
mod templates;

use crate::steps::root;
use plots::Plot;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Rows of one run: by benchmark and case, the milliseconds and billions of bytes a second of each kernel or peer.
#[derive(Default)]
struct Measurements {
    name: String,
    about: Value,
    rows: BTreeMap<(String, Case), BTreeMap<String, Time>>,
    /// All of them in the order of the file, cases as they are written there.
    all: Vec<Row>,
    /// Templates beside kernels by hand.
    templates: Vec<templates::Template>,
}

/// What one kernel or peer took.
struct Row {
    bench: String,
    case: String,
    peer: String,
    time: Time,
}

/// A type and a size, in the order of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    number: String,
    size: u64,
}

#[derive(Clone, Copy)]
struct Time {
    milliseconds: f64,
    gigabytes: Option<f64>,
}

/// Writes tables and plots; with `--check` says whether it is what would be written.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let check = match arguments {
        [] => false,
        [option] if option == "--check" => true,
        _ => {
            eprintln!("cargo xtask results [--check]: `{}` is neither", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    let texts = match texts() {
        Ok(texts) => texts,
        Err(error) => return fail(&error),
    };
    for (path, text) in texts {
        if !check {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            if let Err(error) = folder {
                return fail(&format!("{}: {error}", path.display()));
            }
            if let Err(error) = std::fs::write(&path, text) {
                return fail(&format!("{}: {error}", path.display()));
            }
        } else if !std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            let files = "the files in benches/results";
            return fail(&format!("{} is not what {files} say: `cargo xtask results` writes it", path.display()));
        }
    }
    ExitCode::SUCCESS
}

fn fail(words: &str) -> ExitCode {
    eprintln!("{words}");
    ExitCode::FAILURE
}

/// What is written, and where.
fn texts() -> Result<Vec<(PathBuf, String)>, String> {
    let folder = root().join("benches").join("results");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let runs = files.iter().map(read).collect::<Result<Vec<Measurements>, String>>()?;
    let mut text = String::from(
        "<!-- Made by: cargo xtask results -->\n\n# Measured on GPUs\n\n\
         By `benches/peers/measure.sh`, kernels and peers in one call unless the method says otherwise; each output was compared\n\
         with a reference. What is behind its peer says so by a ratio below 1.\n",
    );
    let mut texts = vec![steps::guide(&runs)?];
    for run in runs.iter().rev() {
        let plots = plots::of(run);
        let roofline = roofline::of(run);
        write_run(&mut text, run, &plots);
        if let Some(roofline) = &roofline {
            roofline::write(&mut text, roofline);
        }
        texts.extend(plots.into_iter().chain(roofline).map(|plot| (folder.join(PLOTS).join(plot.file), plot.svg)));
    }
    texts.push((folder.join("README.md"), text));
    texts.extend(notes::notes(&runs)?);
    Ok(texts)
}

/// The folder of the plots, in that of the results.
const PLOTS: &str = "plots";

/// The plots of a benchmark, where it has some.
fn write_plots(text: &mut String, plots: &[Plot], bench: &str) {
    for plot in plots.iter().filter(|plot| plot.bench == bench) {
        let _ = writeln!(text, "\n![{}: bandwidth against size]({PLOTS}/{})", plot.title, plot.file);
    }
}

fn read(path: &PathBuf) -> Result<Measurements, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parsed(&name, &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The rows of a run, from the text of its file.
fn parsed(name: &str, text: &str) -> Result<Measurements, String> {
    let mut run = Measurements { name: name.to_owned(), ..Measurements::default() };
    for (number, line) in text.lines().enumerate() {
        let at = || format!("line {}", number + 1);
        let row: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", at()))?;
        if row.get("device").is_some() {
            run.about = row;
            continue;
        }
        if let Some(template) = templates::Template::read(&row).map_err(|error| format!("{}: {error}", at()))? {
            run.templates.push(template);
            continue;
        }
        let word = |key: &str| row[key].as_str().map(str::to_owned).ok_or_else(|| format!("{}: no `{key}`", at()));
        let (bench, case, peer) = (word("bench")?, word("case")?, word("peer")?);
        if row["checked"] == Value::Bool(false) {
            return Err(format!("{}: the output of {peer} was wrong", at()));
        }
        let milliseconds = row["ms"].as_f64().ok_or_else(|| format!("{}: no `ms`", at()))?;
        let time = Time { milliseconds, gigabytes: row["gbps"].as_f64() };
        run.rows.entry((bench.clone(), Case::read(&case))).or_default().insert(peer.clone(), time);
        run.all.push(Row { bench, case, peer, time });
    }
    Ok(run)
}

impl Case {
    /// `float32 8192x8192` and the like: the type, and the first number of the size.
    fn read(text: &str) -> Self {
        let (number, size) = text.split_once(' ').unwrap_or((text, ""));
        let number = if number == "f32" { "float32" } else { number };
        let digits: String = size.trim_start_matches("2^").chars().take_while(char::is_ascii_digit).collect();
        let size = digits.parse().unwrap_or(0);
        Self { number: number.to_owned(), size: if text.contains("2^") { 1 << size } else { size } }
    }
}

fn write_run(text: &mut String, run: &Measurements, plots: &[Plot]) {
    let about = |key: &str| run.about[key].as_str().unwrap_or("unknown").to_owned();
    let _ = writeln!(
        text,
        "\n## {}, {}\n\nDriver {}, CUDA {}, torch {}. {}. `{}`",
        about("device"),
        about("date"),
        about("driver"),
        about("cuda"),
        about("torch"),
        about("method"),
        run.name
    );
    let has = |bench: &str| run.all.iter().any(|row| row.bench == bench);
    if has("transpose") {
        write_transposes(text, run);
        write_plots(text, plots, "transpose");
    }
    if has("nw") {
        write_tables(text, run);
    }
    if has("nw_score") {
        write_scores(text, run);
    }
    beside::write(text, run, plots);
    templates::write(text, run);
}

/// What torch copies of so many elements: the most that memory gives.
fn copy(run: &Measurements, size: u64) -> Option<f64> {
    let case = Case { number: "float32".to_owned(), size };
    run.rows.get(&("copy".to_owned(), case))?.values().find_map(|time| time.gigabytes)
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}

fn write_transposes(text: &mut String, run: &Measurements) {
    text.push_str("\n### Transposes by layouts of a tile, GB/s\n\n");
    text.push_str("| n×n | naive | tile row | padded | swizzled | CUDA C++ tile | CUDA C++ padded | torch | copy of f32 | padded / CUDA C++ padded | padded / copy |\n");
    text.push_str("|---|---|---|---|---|---|---|---|---|---|---|\n");
    for ((_, case), peers) in run.rows.iter().filter(|((bench, _), _)| bench == "transpose") {
        let short = if case.number == "float16" { "f16" } else { "f32" };
        let of = |peer: &str| peers.get(peer).and_then(|time| time.gigabytes);
        let ours = |kernel: &str| of(&format!("lego transpose_{kernel}_{short}"));
        let padded = ours("padded");
        let (peer, copied) = (of("cuda tile padded"), copy(run, case.size));
        let ratio = |to: Option<f64>| Some(padded? / to?);
        let _ = write!(text, "| {short} {} ", case.size);
        for value in [ours("naive"), ours("row"), padded, ours("swizzled"), of("cuda tile"), peer, of("torch"), copied]
        {
            let _ = write!(text, "| {} ", shown(value, 0));
        }
        let _ = writeln!(text, "| {} | {} |", shown(ratio(peer), 2), shown(ratio(copied), 2));
    }
}

fn write_tables(text: &mut String, run: &Measurements) {
    text.push_str(
        "\n### Needleman-Wunsch, milliseconds (in brackets: the CUDA C++ kernel of the same layout / ours)\n\n",
    );
    text.push_str("| n×n | row | padded | anti-diagonal | skewed | sweep | row / anti-diagonal | CUDA C++ padded / sweep | memory floor / sweep |\n");
    text.push_str("|---|---|---|---|---|---|---|---|---|\n");
    // The floor: each reference read and each score written once, as fast as the largest copy.
    let best = [16384, 8192, 4096].into_iter().find_map(|size| copy(run, size));
    for ((_, case), peers) in run.rows.iter().filter(|((bench, _), _)| bench == "nw") {
        let of = |peer: &str| peers.get(peer).map(|time| time.milliseconds);
        let ours = |kernel: &str| of(&format!("lego nw_{kernel}"));
        let _ = write!(text, "| {} ", case.size);
        for (kernel, peer) in [
            ("row", "cuda row-major tile"),
            ("padded", "cuda padded tile"),
            ("anti_diagonal", "cuda anti-diagonal tile"),
        ] {
            let ratio = of(peer).and_then(|peer| Some(peer / ours(kernel)?));
            let _ = write!(text, "| {} ({}) ", shown(ours(kernel), 3), shown(ratio, 2));
        }
        let sweep = ours("sweep");
        let over = |time: Option<f64>| Some(time? / sweep?);
        let floor = best.map(|gigabytes| 8.0 * (case.size * case.size) as f64 / gigabytes / 1e6);
        let turned = ours("row").and_then(|row| Some(row / ours("anti_diagonal")?));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            shown(ours("skewed"), 3),
            shown(sweep, 3),
            shown(turned, 2),
            shown(over(of("cuda padded tile")), 2),
            shown(over(floor), 2)
        );
    }
}

fn write_scores(text: &mut String, run: &Measurements) {
    text.push_str(
        "\n### Needleman-Wunsch, the score alone\n\n| letters | milliseconds | 10^9 cells a second |\n|---|---|---|\n",
    );
    for row in run.all.iter().filter(|row| row.bench == "nw_score") {
        let letters = Case::read(&row.case).size;
        let cells = (letters * letters) as f64 / row.time.milliseconds / 1e6;
        let _ = writeln!(text, "| {letters} and {letters} | {:.3} | {cells:.0} |", row.time.milliseconds);
    }
}
