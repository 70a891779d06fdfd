//! `--score-only`: the score of the best alignment without the alignment, timed and checked.

use crate::fasta::Record;
use crate::options::Options;
use crate::reference;
use crate::report::{self, count};
use crate::run::{self, PREFIX};
use crate::score::Scoring;
use crate::score_alone::score;
use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

/// Computes the score as often as the options say, and writes it with the shortest time to `out`.
///
/// `Err` if scores do not fit, if there are no threads to be had, if `out` cannot be written to, and if a score is not the
/// reference's or that of another round, which would be a fault of this program.
pub(crate) fn run(
    options: &Options,
    first: &Record,
    second: &Record,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let scoring = Scoring { hit: options.hit, miss: options.miss, gap: options.gap };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads()).build()?;
    let timed = |[first, second]: [&[u8]; 2]| -> Result<(i64, Duration), String> {
        pool.install(|| {
            let start = Instant::now();
            let score = score(first, second, scoring, options.plain)?;
            Ok((score, start.elapsed()))
        })
    };

    let prefixes = [first, second].map(|record| &record.letters[..record.letters.len().min(PREFIX)]);
    let (found, expected) = (timed(prefixes)?.0, reference::score(prefixes[0], prefixes[1], scoring));
    if found != expected {
        return Err(format!("the beginnings score {found} where the reference scores {expected}").into());
    }

    let whole = [&first.letters[..], &second.letters[..]];
    let (score, mut shortest) = timed(whole)?;
    for _ in 1..options.repeat {
        let (again, time) = timed(whole)?;
        if again != score {
            return Err(format!("the score was {score} and then {again}").into());
        }
        shortest = shortest.min(time);
    }

    report::inputs(out, options, first, second)?;
    writeln!(out, "run      the score alone, {}, {}", run::threads(options), run::instructions(options))?;
    writeln!(out)?;
    writeln!(out, "{:<14} {:>8}  {:>15}  {:>9}", "", "seconds", "Gcell/s a core", "score")?;
    let seconds = shortest.as_secs_f64();
    let speed = first.letters.len() as f64 * second.letters.len() as f64 / seconds / options.threads() as f64 / 1e9;
    writeln!(out, "{:<14} {seconds:>8.4}  {speed:>15.3}  {score:>9}", "score alone")?;
    writeln!(out)?;
    let [rows, columns] = prefixes.map(|prefix| count(prefix.len()));
    writeln!(
        out,
        "seconds: best of {}. checked: on the first {rows} × {columns} letters the score is the plain reference's.",
        options.repeat
    )?;
    Ok(())
}
