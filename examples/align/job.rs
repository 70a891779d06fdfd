//! Runs the alignment with each layout asked for, and times it.

use crate::blocks::{Pair, Table, block_size};
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
    /// The time for the way back, once.
    pub(crate) back: Duration,
    /// The best alignment.
    pub(crate) alignment: Alignment,
}

/// A layout to be run.
#[derive(Clone, Copy)]
struct Job {
    name: &'static str,
    choice: LayoutChoice,
    align: fn(&Pair, &Task<'_>) -> (Alignment, Duration, Duration),
}

/// How to run it.
struct Task<'a> {
    repeat: u16,
    plain: bool,
    progress: &'a dyn Fn(usize),
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

    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads()).build()?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for job in jobs(options.block) {
        if options.layout != LayoutChoice::All && options.layout != job.choice {
            continue;
        }
        let bar = progress_bar(job.name, pair.blocks() * usize::from(options.repeat));
        let (checked, (alignment, fill, back)) = pool.install(|| {
            let once = Task { repeat: 1, plain: options.plain, progress: &|_| {} };
            let (checked, _, _) = (job.align)(&prefix, &once);
            let full =
                Task { repeat: options.repeat, plain: options.plain, progress: &|blocks| bar.inc(blocks as u64) };
            (checked, (job.align)(&pair, &full))
        });
        bar.finish_and_clear();

        let name = job.name;
        if checked.score != reference {
            return Err(format!("{name} scores {} where the reference scores {reference}", checked.score).into());
        }
        if alignment.worth(&pair) != alignment.score {
            return Err(format!("{name}: the columns score {}, not {}", alignment.worth(&pair), alignment.score).into());
        }
        if let Some(other) = outcomes.first()
            && other.alignment != alignment
        {
            return Err(format!("{name} and {} found different alignments", other.name).into());
        }
        outcomes.push(Outcome { name, fill, back, alignment });
    }
    Ok(outcomes)
}

/// All layouts for a size of blocks.
fn jobs(block: BlockSize) -> [Job; 5] {
    match block {
        BlockSize::B32 => jobs_of::<33>(),
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

/// Computes the table, the alignment once, and the shortest time of the one and the time of the other.
fn align<K: Kernel>(pair: &Pair, task: &Task<'_>) -> (Alignment, Duration, Duration) {
    assert_eq!(pair.block(), block_size::<K::Layout>());
    let mut fill = Duration::MAX;
    let mut table = None;
    for _ in 0..task.repeat {
        // The old table goes first, so that there is never more than one.
        drop(table.take());
        let start = Instant::now();
        table = Some(Table::compute::<K>(pair, task.plain, task.progress));
        fill = fill.min(start.elapsed());
    }
    let table = table.expect("the table is computed at least once");
    let start = Instant::now();
    let alignment = trace::<K>(&table);
    (alignment, fill, start.elapsed())
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(name: &'static str, blocks: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:14} {bar:40} {percent:>3} %  {human_pos} of {human_len} blocks")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(blocks as u64).with_style(style).with_prefix(name)
}
