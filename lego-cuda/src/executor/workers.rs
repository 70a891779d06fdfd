//! The operating-system threads that run the blocks of a launch.
//!
//! A worker takes the blocks in their order, those of a cluster together. While all blocks that it has wait for others it begins one more, as far as
//! so many may be in flight; so a block may wait for every block that fits beside it, as on a GPU, and all blocks of a
//! cooperative launch are in flight when they meet.

use super::block::{Block, Worker};
use super::cluster::Cluster;
use super::coroutines::{Body, Coroutines, Turn};
use super::fault::FaultKind;
use super::grid::Grid;
use super::site::SiteCache;
use corosensei::stack::DefaultStack;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The stacks that no thread uses, kept for the next launch.
#[derive(Default)]
pub(super) struct Stacks(Mutex<Vec<DefaultStack>>);

/// How many of them are kept.
const MOST_STACKS: usize = 4096;

impl Stacks {
    /// A share of them.
    fn take(&self, share: usize) -> Vec<DefaultStack> {
        let mut stacks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = stacks.len() - stacks.len() / share.max(1);
        stacks.split_off(rest)
    }

    fn give_back(&self, stacks: Vec<DefaultStack>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(stacks);
        all.truncate(MOST_STACKS);
    }
}

/// Runs all blocks of a launch.
pub(super) fn run(grid: &Arc<Grid>, body: Body<'_>, stacks: &Stacks) {
    // A thread that drops its values after a panic cannot be told from a kernel's that does.
    let helps = usize::from(!std::thread::panicking());
    std::thread::scope(|scope| {
        for left in (1 + helps..=grid.workers).rev() {
            let share = stacks.take(left);
            scope.spawn(move || work(grid, body, share, stacks));
        }
        if helps == 1 {
            work(grid, body, stacks.take(1), stacks);
        }
    });
}

/// One worker, until there is nothing left to do for it.
fn work(grid: &Arc<Grid>, body: Body<'_>, share: Vec<DefaultStack>, stacks: &Stacks) {
    let worker = Rc::new(Worker {
        sites: SiteCache::new(),
        counter: RefCell::default(),
        last_copied: Cell::new(0),
        engine_sites: RefCell::default(),
        stacks: RefCell::new(share),
        shared: RefCell::default(),
        threads: RefCell::default(),
    });
    let mut blocks: Vec<Coroutines<'_>> = Vec::new();
    let begin = || grid.take().map(|numbers| start(grid, &worker, numbers, body));
    let mut rest = Rest::default();
    loop {
        if blocks.is_empty() && !grid.is_stopped() {
            blocks.extend(begin().unwrap_or_default());
        }
        if blocks.is_empty() && (grid.is_stopped() || grid.is_exhausted()) {
            break;
        }
        let mut changed = false;
        blocks.retain_mut(|block| match block.turn() {
            Turn::Waits { changed: some } => {
                changed |= some;
                true
            }
            turn => {
                end(block, turn);
                changed = true;
                false
            }
        });
        if changed {
            grid.change();
            rest.end(grid);
        } else if let Some(more) = begin() {
            blocks.extend(more);
        } else {
            rest.wait(grid, &blocks);
        }
    }
    grid.idle.fetch_add(usize::from(!rest.is_idle), Ordering::Relaxed);
    drop(blocks);
    let rows = worker.counter.borrow().rows(grid.kernel, &grid.sites);
    grid.profile.lock().unwrap_or_else(PoisonError::into_inner).add(rows);
    stacks.give_back(worker.stacks.take());
}

/// The blocks of a cluster; mostly it is one.
fn start<'a>(grid: &Arc<Grid>, worker: &Rc<Worker>, numbers: Range<u32>, body: Body<'a>) -> Vec<Coroutines<'a>> {
    let cluster = (grid.cluster > 1).then(|| Rc::new(Cluster::default()));
    let start =
        |number| Coroutines::new(Block::new(Arc::clone(grid), Rc::clone(worker), cluster.clone(), number), body);
    numbers.map(start).collect()
}

/// A block has ended, or is stopped here.
fn end(coroutines: &mut Coroutines<'_>, turn: Turn) {
    let block = coroutines.block();
    block.profiled(|open, counter| open.meet(counter, 0..block.count()));
    block.grid.give_back();
    if turn == Turn::Ended {
        coroutines.leave();
    }
}

/// What a worker does while all its blocks wait.
#[derive(Default)]
struct Rest {
    is_idle: bool,
    /// Since when nothing has changed, and the count of changes then.
    since: Option<(Instant, u64)>,
    rounds: u32,
}

impl Rest {
    fn end(&mut self, grid: &Grid) {
        if self.is_idle {
            grid.idle.fetch_sub(1, Ordering::Relaxed);
        }
        *self = Self::default();
    }

    /// Waits a little. If no worker has anything to do and nothing has changed for long, that is a fault.
    fn wait(&mut self, grid: &Grid, blocks: &[Coroutines<'_>]) {
        if !self.is_idle {
            self.is_idle = true;
            grid.idle.fetch_add(1, Ordering::Relaxed);
        }
        let (now, changes) = (Instant::now(), grid.changes());
        let (since, before) = *self.since.get_or_insert((now, changes));
        if changes != before || grid.idle.load(Ordering::Relaxed) < grid.workers {
            self.since = None;
        } else if now - since > grid.options.patience
            && !grid.is_stopped()
            && let Some(first) = blocks.first()
        {
            let block = first.block();
            let (thread, site) = block.first_waiting();
            block.note_of(thread, site, FaultKind::NoProgress { others: block.standings(None) });
        }
        self.rounds += 1;
        if self.rounds < 64 {
            std::thread::yield_now();
        } else {
            std::thread::sleep(Duration::from_micros(20));
        }
    }
}
