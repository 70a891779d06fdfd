//! The runs of the alignment, one with each layout asked for: timed, and compared with each other and with the reference.

use crate::blocks::{Pair, Table};
use crate::device;
use crate::job::{Job, Outcome};
use crate::kernel::{self, ByDiagonals, ByRows, Kernel};
use crate::layouts::{AntiDiagonalTile, PaddedTile, RowTile, SkewTile};
use crate::options::{BlockSize, DeviceChoice, LayoutChoice, Options};
use crate::progress::{Progress, progress_bar};
use crate::reference;
use crate::score::Scoring;
use crate::traceback::trace;
use lego_cuda::executor::{self, Executor};
use lego_cuda::launch::{Backend, Device, Module};
use rayon::ThreadPool;
use std::error::Error;
use std::time::Instant;

/// How many letters of each sequence are also aligned by the plain reference.
pub(crate) const PREFIX: usize = 2000;

/// What came out of all layouts asked for.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// One a layout, at least one.
    pub(crate) outcomes: Vec<Outcome>,
    /// What they ran on, in words.
    pub(crate) machine: String,
}

/// Aligns two sequences with each layout asked for.
///
/// `Err` if scores do not fit, if there are no threads to be had, if the device is not there or fails, and if two layouts
/// do not agree with each other or with the reference, which would be a fault of this program.
pub(crate) fn run(options: &Options, first: &[u8], second: &[u8]) -> Result<Comparison, Box<dyn Error>> {
    match options.device {
        DeviceChoice::Cpu => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads()).build()?;
            let (b, instructions) = (options.block(), instructions(options));
            let machine = format!("blocks of {b} × {b} cells, {}, {instructions}", threads(options));
            let outcomes = run_all(options, jobs(options, &pool), first, second)?;
            Ok(Comparison { outcomes, machine })
        }
        DeviceChoice::Gpu => run_gpu(options, first, second),
        DeviceChoice::Executor => {
            let device = Device::new(Executor::with(executor::Options::new().workers(options.threads())));
            run_kernels(options, &device.without_program()?, &format!("executor, {}", threads(options)), first, second)
        }
    }
}

/// How many threads there are, in words.
pub(crate) fn threads(options: &Options) -> String {
    format!("{} thread{}", options.threads(), if options.threads() == 1 { "" } else { "s" })
}

/// Which instructions are used, in words.
pub(crate) fn instructions(options: &Options) -> &'static str {
    if options.plain { "baseline instructions" } else { kernel::instructions() }
}

/// Aligns two sequences on the first GPU.
#[cfg(feature = "gpu")]
fn run_gpu(options: &Options, first: &[u8], second: &[u8]) -> Result<Comparison, Box<dyn Error>> {
    let device = Device::<lego_cuda::launch::Cudarc>::open(0)?;
    let module = device.load(&lego_kernels_program::KERNELS)?;
    run_kernels(options, &module, &device.limits().name, first, second)
}

/// The error of a build without the feature `gpu`, which is off by default because most of the build would be for it.
#[cfg(not(feature = "gpu"))]
fn run_gpu(_: &Options, _: &[u8], _: &[u8]) -> Result<Comparison, Box<dyn Error>> {
    Err("this program was built without --device gpu; build it with the feature `gpu`: \
         cargo run --release --example align --features gpu -- …"
        .into())
}

/// Aligns two sequences on a device that runs kernels; `device` names it in words.
fn run_kernels<B: Backend>(
    options: &Options,
    module: &Module<B>,
    device: &str,
    first: &[u8],
    second: &[u8],
) -> Result<Comparison, Box<dyn Error>> {
    let outcomes = run_all(options, device::jobs(module), first, second)?;
    let b = options.block();
    Ok(Comparison { outcomes, machine: format!("{device}, tiles of {b} × {b} cells") })
}

/// Runs the jobs that the options ask for, and compares what they find with the reference.
fn run_all(options: &Options, jobs: Vec<Job<'_>>, first: &[u8], second: &[u8]) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let scoring = Scoring { hit: options.hit, miss: options.miss, gap: options.gap };
    let pair = Pair::new(first, second, scoring, options.block())?;
    let (start, other) = (&first[..first.len().min(PREFIX)], &second[..second.len().min(PREFIX)]);
    let prefix = Pair::new(start, other, scoring, options.block())?;
    let reference = reference::score(start, other, scoring);
    let compare = |outcome: &Outcome| match outcome.alignment.score {
        score if i64::from(score) == reference => Ok(()),
        score => Err(format!("{} scores {score} where the reference scores {reference}", outcome.name)),
    };
    let is_whole = prefix.lengths() == pair.lengths();

    let all = options.layout == LayoutChoice::All;
    let jobs: Vec<Job<'_>> = jobs.into_iter().filter(|job| all || job.choice == options.layout).collect();
    if !is_whole {
        for job in &jobs {
            compare(&(job.align)(&prefix, &|_| {})?)?;
        }
    }

    let mut outcomes: Vec<Outcome> = Vec::new();
    let bar = progress_bar(jobs.len() * usize::from(options.repeat) * pair.blocks());
    // Round after round, so that what else the machine does meanwhile does not meet one layout alone.
    for _ in 0..options.repeat {
        for job in &jobs {
            bar.set_prefix(job.name);
            let outcome = (job.align)(&pair, &|blocks| bar.inc(blocks as u64))?;
            if is_whole {
                compare(&outcome)?;
            }
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

/// A job for each layout on the CPU.
fn jobs<'a>(options: &Options, pool: &'a ThreadPool) -> Vec<Job<'a>> {
    match options.block {
        BlockSize::B64 => jobs_of::<65>(options.plain, pool),
        BlockSize::B128 => jobs_of::<129>(options.plain, pool),
        BlockSize::B256 => jobs_of::<257>(options.plain, pool),
    }
}

fn jobs_of<const N: usize>(plain: bool, pool: &ThreadPool) -> Vec<Job<'_>> {
    use LayoutChoice::{All, AntiDiagonal, Padded, Row, Skew};
    vec![
        job::<ByDiagonals<RowTile<N>>>("row", Row, plain, pool),
        job::<ByDiagonals<PaddedTile<N>>>("padded", Padded, plain, pool),
        job::<ByDiagonals<AntiDiagonalTile<N>>>("anti-diagonal", AntiDiagonal, plain, pool),
        job::<ByDiagonals<SkewTile<N>>>("skew", Skew, plain, pool),
        job::<ByRows<N>>("row, by rows", All, plain, pool),
    ]
}

/// A job that runs on the threads of a pool: computes the table and the alignment, and how long each took.
fn job<'a, K: Kernel>(name: &'static str, choice: LayoutChoice, plain: bool, pool: &'a ThreadPool) -> Job<'a> {
    let align = move |pair: &Pair, progress: &Progress<'_>| {
        let (start, table) = (Instant::now(), pool.install(|| Table::compute::<K>(pair, plain, progress)));
        let fill = start.elapsed();
        let alignment = trace::<K>(&table);
        Ok(Outcome { name, fill, back: start.elapsed() - fill, alignment })
    };
    Job { name, choice, align: Box::new(align) }
}
