//! Runs the alignment with each layout asked for, and times it.

use crate::blocks::{Pair, Table};
use crate::kernel::{ByDiagonals, ByRows, Kernel};
use crate::layouts::{AntiDiagonalTile, PaddedTile, RowTile, SkewTile};
use crate::options::{BlockSize, LayoutChoice, Options};
use crate::reference;
use crate::score::Scoring;
use crate::traceback::{Alignment, trace};
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::time::{Duration, Instant};

/// How many letters of each sequence are also aligned by the plain reference.
pub(crate) const PREFIX: usize = 2000;

/// What came out of one layout.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The layout's name.
    pub(crate) name: &'static str,
    /// The shortest time for the table of scores.
    pub(crate) fill: Duration,
    /// The shortest time for the way back.
    pub(crate) back: Duration,
    /// The best alignment.
    pub(crate) alignment: Alignment,
}

/// A layout to be run.
#[derive(Clone, Copy)]
struct Job {
    name: &'static str,
    choice: LayoutChoice,
    align: fn(&'static str, &Pair, bool, &dyn Fn(usize)) -> Outcome,
}

/// Aligns two sequences with each layout asked for.
///
/// `Err` if scores do not fit, if there are no threads to be had, and if two layouts do not agree with each other or with
/// the reference, which would be a fault of this program.
pub(crate) fn run(options: &Options, first: &[u8], second: &[u8]) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let scoring = Scoring { hit: options.hit, miss: options.miss, gap: options.gap };
    let pair = Pair::new(first, second, scoring, options.block())?;
    let (first, second) = (&first[..first.len().min(PREFIX)], &second[..second.len().min(PREFIX)]);
    let prefix = Pair::new(first, second, scoring, options.block())?;
    let reference = reference::score(first, second, scoring);

    let all = options.layout == LayoutChoice::All;
    let jobs: Vec<Job> = jobs(options.block).into_iter().filter(|job| all || job.choice == options.layout).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads()).build()?;
    for job in &jobs {
        let score = pool.install(|| (job.align)(job.name, &prefix, options.plain, &|_| {})).alignment.score;
        if score != reference {
            return Err(format!("{} scores {score} where the reference scores {reference}", job.name).into());
        }
    }

    let mut outcomes: Vec<Outcome> = Vec::new();
    let bar = progress_bar(jobs.len() * usize::from(options.repeat) * pair.blocks());
    // Round after round, so that what else the machine does meanwhile does not meet one layout alone.
    for _ in 0..options.repeat {
        for job in &jobs {
            bar.set_prefix(job.name);
            let progress = |blocks| bar.inc(blocks as u64);
            let outcome = pool.install(|| (job.align)(job.name, &pair, options.plain, &progress));
            record(&mut outcomes, outcome, &pair)?;
        }
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

/// Checks an outcome, and keeps the shorter times of a layout.
fn record(outcomes: &mut Vec<Outcome>, new: Outcome, pair: &Pair) -> Result<(), String> {
    let (name, score, worth) = (new.name, new.alignment.score, new.alignment.worth(pair));
    if worth != score {
        return Err(format!("{name}: the columns score {worth}, not {score}"));
    }
    if let Some(other) = outcomes.iter().find(|other| other.alignment != new.alignment) {
        return Err(format!("{name} and {} found different alignments", other.name));
    }
    match outcomes.iter_mut().find(|old| old.name == name) {
        Some(old) => (old.fill, old.back) = (old.fill.min(new.fill), old.back.min(new.back)),
        None => outcomes.push(new),
    }
    Ok(())
}

/// All layouts for a size of blocks.
fn jobs(block: BlockSize) -> [Job; 5] {
    match block {
        BlockSize::B64 => jobs_of::<65>(),
        BlockSize::B128 => jobs_of::<129>(),
        BlockSize::B256 => jobs_of::<257>(),
    }
}

fn jobs_of<const N: usize>() -> [Job; 5] {
    use LayoutChoice::{All, AntiDiagonal, Padded, Row, Skew};
    [
        Job { name: "row", choice: Row, align: align::<ByDiagonals<RowTile<N>>> },
        Job { name: "padded", choice: Padded, align: align::<ByDiagonals<PaddedTile<N>>> },
        Job { name: "anti-diagonal", choice: AntiDiagonal, align: align::<ByDiagonals<AntiDiagonalTile<N>>> },
        Job { name: "skew", choice: Skew, align: align::<ByDiagonals<SkewTile<N>>> },
        Job { name: "row, by rows", choice: All, align: align::<ByRows<N>> },
    ]
}

/// Computes the table and the alignment, and how long each took.
fn align<K: Kernel>(name: &'static str, pair: &Pair, plain: bool, progress: &dyn Fn(usize)) -> Outcome {
    let start = Instant::now();
    let table = Table::compute::<K>(pair, plain, progress);
    let fill = start.elapsed();
    let alignment = trace::<K>(&table);
    Outcome { name, fill, back: start.elapsed() - fill, alignment }
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(blocks: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:14} {bar:40} {percent:>3} %  {human_pos} of {human_len} blocks")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(blocks as u64).with_style(style)
}
