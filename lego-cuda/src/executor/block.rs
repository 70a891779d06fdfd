//! A block in flight: its threads, what they wait for, and what they have in common.
//!
//! A block and all its threads stay on one operating-system thread, with the others of its cluster, so nothing here is shared with another
//! worker but the [`Grid`]. No borrow is held where a thread is suspended.

use super::barriers::Barriers;
use super::cluster::{self, Cluster, Meeting, Visits};
use super::collective::Call;
use super::copies::Copies;
use super::counter::{Counter, PendingRequests};
use super::fault::{Fault, FaultKind, Standing};
use super::grid::Grid;
use super::maps::AcquiredMaps;
use super::mbarriers::Mbarriers;
use super::order::Order;
use super::panic;
use super::per_thread::PerThread;
#[cfg(feature = "half")]
use super::products::Products;
use super::proxy_fences::ProxyFences;
use super::ready::Ready;
#[cfg(feature = "half")]
use super::registers::Registers;
#[cfg(feature = "half")]
use super::right_operand::RightOperand;
use super::shadow::Now;
use super::shared::Shared;
use super::site::{KnownSite, SiteCache, SourceLocation};
use super::stamp::{Stamp, Touch};
use super::stores::Stores;
#[cfg(feature = "half")]
use super::warpgroups::WarpgroupCalls;
use crate::device::Dim3;
use crate::device::host::Site;
use crate::device::operands::{LaneWords, WarpWords};
use corosensei::Yielder;
use corosensei::stack::DefaultStack;
#[cfg(feature = "half")]
use lego_machine::limits::WARP;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What a suspended thread is told when it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wake {
    Go,
    /// Unwind: the block is stopped.
    Stop,
}

/// What a thread does.
#[derive(Clone, Copy)]
pub(super) enum State {
    Ready,
    Waits(Wait, Site),
    /// It goes round in a loop, and lets others run.
    Spins(Option<Site>),
    Ended,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    Barrier {
        id: u32,
        threads: u32,
    },
    Lanes {
        what: &'static str,
        mask: u32,
    },
    Grid,
    /// So many registers for each thread of the warp.
    #[cfg(feature = "half")]
    Registers {
        count: u32,
    },
    /// All threads of the cluster, in a meeting that orders what is in memory or not.
    Cluster {
        orders: bool,
    },
    /// The end of a phase of the barrier at a place of shared memory.
    Mbarrier {
        place: u32,
        phase: u32,
    },
}

impl Wait {
    /// `mbarrier` names the `Mbarrier` at a place.
    fn words(self, mbarrier: impl Fn(u32) -> String) -> String {
        match self {
            Self::Barrier { id: 0, .. } => "waits at `sync_threads`".to_owned(),
            Self::Barrier { id, threads } => format!("waits at barrier {id} for {threads} threads"),
            Self::Lanes { what, mask } => format!("waits at {what} for the lanes {mask:#x}"),
            Self::Grid => "waits at `sync_grid`".to_owned(),
            #[cfg(feature = "half")]
            Self::Registers { count } => format!("waits for {count} registers a thread"),
            Self::Cluster { orders } => format!("waits at {}", cluster::meeting(orders)),
            Self::Mbarrier { phase, place } => {
                format!("waits for the end of phase {phase} of an `Mbarrier`{}", mbarrier(place))
            }
        }
    }
}

/// How often a thread may catch what unwinds it.
const MOST_STOPS: u32 = 1000;

/// One thread of a block.
pub(super) struct Thread {
    /// How to suspend it; null until it begins.
    pub(super) yielder: Cell<*const Yielder<Wake, ()>>,
    pub(super) state: Cell<State>,
    /// What it calls together with others of its warp, and the answer.
    pub(super) call: Cell<Option<Call>>,
    pub(super) answer: Cell<u32>,
    /// What it gives to a matrix instruction, and what all lanes gave.
    pub(super) words: Cell<LaneWords>,
    pub(super) gathered: Cell<Option<Rc<WarpWords>>>,
    /// The last atomic that changed nothing: its address and what was there.
    pub(super) idle_read: Cell<Option<(usize, u64)>>,
    /// Where it loaded last, and how often in a row.
    pub(super) repeated: Cell<(usize, u32)>,
    /// How often it was unwound.
    stops: Cell<u32>,
}

impl Thread {
    fn new() -> Self {
        Self {
            yielder: Cell::new(std::ptr::null()),
            state: Cell::new(State::Ready),
            call: Cell::new(None),
            answer: Cell::new(0),
            words: Cell::default(),
            gathered: Cell::default(),
            idle_read: Cell::new(None),
            repeated: Cell::new((0, 0)),
            stops: Cell::new(0),
        }
    }
}

/// What one worker has for all its blocks.
pub(super) struct Worker {
    pub(super) sites: SiteCache,
    pub(super) counter: RefCell<Counter>,
    /// The number of the allocation that the copy which ended last read.
    pub(super) last_copied: Cell<usize>,
    /// The numbers of the places in the source where the copy engine is told to bring boxes.
    pub(super) engine_sites: RefCell<Vec<u32>>,
    pub(super) stacks: RefCell<Vec<DefaultStack>>,
    pub(super) shared: RefCell<Vec<Shared>>,
    /// The threads of blocks that have ended without a fault.
    pub(super) threads: RefCell<Vec<Box<[Thread]>>>,
}

/// One block in flight.
pub(super) struct Block {
    pub(super) grid: Arc<Grid>,
    pub(super) worker: Rc<Worker>,
    pub(super) number: u32,
    pub(super) index: Dim3,
    pub(super) threads: Box<[Thread]>,
    /// The thread that runs.
    pub(super) current: Cell<u32>,
    /// How many have begun. The others are all ready, before those that waited.
    begun: Cell<u32>,
    pub(super) ready: Ready,
    pub(super) spinning: RefCell<Vec<u32>>,
    pub(super) order: RefCell<Order>,
    pub(super) shared: RefCell<Shared>,
    pub(super) barriers: RefCell<Barriers>,
    pub(super) mbarriers: RefCell<Mbarriers>,
    /// The asynchronous copies of each thread.
    pub(super) copies: PerThread<Copies>,
    /// What each thread stores by TMA.
    pub(super) stores: PerThread<Stores>,
    /// The fences of each thread that let engines read what it stored.
    pub(super) proxy_fences: PerThread<ProxyFences>,
    /// The tensor maps in global memory that its threads let the copy engine see.
    pub(super) acquired_maps: RefCell<AcquiredMaps>,
    /// The products of warpgroups of each thread.
    #[cfg(feature = "half")]
    pub(super) products: PerThread<Products>,
    /// The right operand that was multiplied by last.
    #[cfg(feature = "half")]
    pub(super) right_operand: RefCell<RightOperand>,
    /// The registers of its warps, and how often each thread has changed them.
    #[cfg(feature = "half")]
    pub(super) registers: RefCell<Registers>,
    #[cfg(feature = "half")]
    pub(super) register_calls: PerThread<u32>,
    /// The calls of its warpgroups; empty until the first.
    #[cfg(feature = "half")]
    pub(super) warpgroups: RefCell<Vec<WarpgroupCalls>>,
    pending: Option<RefCell<PendingRequests>>,
    /// How many threads have not ended.
    pub(super) live: Cell<u32>,
    /// How many wait for the grid, and how many of its barriers the block has passed.
    pub(super) at_grid: Cell<u32>,
    pub(super) grid_barriers: Cell<u32>,
    /// The cluster, where there are several blocks in one.
    pub(super) cluster: Option<Rc<Cluster<Self>>>,
    pub(super) meeting: Cell<Option<Meeting>>,
    /// What other blocks did in the memory of this one.
    pub(super) visits: RefCell<Visits>,
    /// Whether a fault was found.
    pub(super) faulty: Cell<bool>,
    /// Whether a thread ended by a fault, so that the block cannot go on.
    pub(super) failing: Cell<bool>,
    /// Whether all threads are being unwound; what they do meanwhile is no fault.
    pub(super) stopping: Cell<bool>,
    /// Whether something changed that others may wait for, since the worker asked.
    pub(super) changed: Cell<bool>,
}

impl Block {
    pub(super) fn new(grid: Arc<Grid>, worker: Rc<Worker>, cluster: Option<Rc<Cluster<Self>>>, number: u32) -> Self {
        let count = grid.block.count();
        let ended = worker.threads.borrow_mut().pop();
        let threads = ended.unwrap_or_else(|| (0..count).map(|_| Thread::new()).collect());
        let shared = worker.shared.borrow_mut().pop().map_or_else(
            || Shared::new(grid.windows.clone(), cluster.is_some()),
            |mut shared| {
                shared.reuse();
                shared
            },
        );
        Self {
            number,
            index: grid.index(number),
            threads,
            current: Cell::new(0),
            begun: Cell::new(0),
            ready: Ready::of(count as usize),
            spinning: RefCell::default(),
            order: RefCell::new(Order::new(number, count)),
            shared: RefCell::new(shared),
            barriers: RefCell::default(),
            mbarriers: RefCell::default(),
            copies: PerThread::default(),
            stores: PerThread::default(),
            proxy_fences: PerThread::default(),
            acquired_maps: RefCell::default(),
            #[cfg(feature = "half")]
            products: PerThread::default(),
            #[cfg(feature = "half")]
            right_operand: RefCell::default(),
            #[cfg(feature = "half")]
            registers: RefCell::default(),
            #[cfg(feature = "half")]
            register_calls: PerThread::default(),
            #[cfg(feature = "half")]
            warpgroups: RefCell::default(),
            pending: grid.options.profile.then(|| RefCell::new(PendingRequests::new(count))),
            live: Cell::new(count),
            at_grid: Cell::new(0),
            grid_barriers: Cell::new(0),
            cluster,
            meeting: Cell::new(None),
            visits: RefCell::default(),
            faulty: Cell::new(false),
            failing: Cell::new(false),
            stopping: Cell::new(false),
            changed: Cell::new(true),
            grid,
            worker,
        }
    }

    /// How many threads there are.
    pub(super) fn count(&self) -> u32 {
        self.threads.len() as u32
    }

    /// Whether there are threads that have not begun.
    pub(super) fn has_new(&self) -> bool {
        self.begun.get() < self.count()
    }

    /// Makes the next thread that has not begun the one that runs; false if there is none, or none is to begin.
    pub(super) fn begin_thread(&self, yielder: *const Yielder<Wake, ()>) -> bool {
        let thread = self.begun.get();
        if thread >= self.count() || self.stopping.get() {
            return false;
        }
        self.begun.set(thread + 1);
        self.current.set(thread);
        let Thread { yielder: suspends, state, idle_read, repeated, .. } = self.thread();
        suspends.set(yielder);
        state.set(State::Ready);
        idle_read.set(None);
        repeated.set((0, 0));
        true
    }

    /// Calls a function with what the running thread has of something that each has for itself.
    pub(super) fn own<T: Default, R>(&self, values: &PerThread<T>, act: impl FnOnce(&mut T) -> R) -> R {
        values.with(self.current.get(), self.count(), act)
    }

    /// The thread that runs.
    #[inline(always)]
    pub(super) fn thread(&self) -> &Thread {
        &self.threads[self.current.get() as usize]
    }

    /// Suspends the running thread until it is ready again and its turn comes.
    ///
    /// A thread that unwinds is not suspended: others would run while this operating-system thread panics. Callers ask
    /// [`is_unwinding`](Self::is_unwinding) first.
    pub(super) fn suspend(&self, state: State) {
        let thread = self.thread();
        thread.state.set(state);
        // SAFETY: this is called by the thread that runs, whose coroutine put its yielder there and has not ended.
        let wake = unsafe { (*thread.yielder.get()).suspend(()) };
        if wake == Wake::Stop {
            self.stop();
        }
    }

    /// Unwinds the running thread.
    ///
    /// A body that catches that for ever can neither be ended nor left: it borrows what the launch was given. So the
    /// process ends, with the words that the launch would have given.
    pub(super) fn stop(&self) -> ! {
        let stops = &self.thread().stops;
        stops.set(stops.get() + 1);
        if stops.get() > MOST_STOPS {
            let Dim3 { x, y, z } = self.grid.threads[self.current.get() as usize];
            let words = self.grid.faults().map_or_else(String::new, |(_, words)| words);
            eprintln!(
                "`{}`: {words}\nthread ({x}, {y}, {z}) catches the unwinding that is to end it, for the {MOST_STOPS}th time: \
                 a launch that cannot end ends the process",
                self.grid.kernel
            );
            std::process::abort();
        }
        panic::stop()
    }

    /// Whether the running thread drops its values after a fault or a panic; then a primitive that would wait does
    /// nothing. Unwinds the thread if it is to be and was not, or caught what unwound it.
    pub(super) fn is_unwinding(&self) -> bool {
        let unwinding = std::thread::panicking();
        if self.stopping.get() && !unwinding {
            self.stop();
        }
        unwinding
    }

    /// A thread goes on when its turn comes.
    pub(super) fn wake(&self, thread: u32) {
        self.threads[thread as usize].state.set(State::Ready);
        self.ready.push(thread);
    }

    /// Lets others run, other blocks too.
    pub(super) fn spin(&self, site: Option<Site>) {
        if !self.is_unwinding() {
            self.spinning.borrow_mut().push(self.current.get());
            self.suspend(State::Spins(site));
        }
    }

    /// Notes that something changed that a thread may wait for.
    pub(super) fn change(&self) {
        self.changed.set(true);
    }

    #[inline(always)]
    pub(super) fn known_site(&self, site: Site) -> &KnownSite {
        self.worker.sites.known(&self.grid.sites, site)
    }

    /// What an access now is compared by.
    #[inline(always)]
    pub(super) fn now(&self, touch: Touch, site: u32) -> Now<'_> {
        // SAFETY: the order changes where threads meet, fence or acquire, and never while an access is looked at; what is given
        // here is used for one access.
        let order = unsafe { &*self.order.as_ptr() };
        let thread = self.current.get();
        let stamp = Stamp::new(self.number, thread, order.epoch(), order.clock(thread), touch, site);
        Now { stamp, order }
    }

    /// Whether accesses are counted.
    #[inline(always)]
    pub(super) fn is_profiled(&self) -> bool {
        self.pending.is_some()
    }

    /// Calls a function with what the profile needs, if there is one.
    #[inline(always)]
    pub(super) fn profiled(&self, count: impl FnOnce(&mut PendingRequests, &mut Counter)) {
        if let Some(pending) = &self.pending {
            count(&mut pending.borrow_mut(), &mut self.worker.counter.borrow_mut());
        }
    }

    /// Notes a fault of a thread.
    pub(super) fn note_of(&self, thread: u32, site: Option<SourceLocation>, kind: FaultKind) {
        self.note_at(thread, site, kind, String::new);
    }

    /// Notes a fault of a thread at a place in memory.
    fn note_at(&self, thread: u32, site: Option<SourceLocation>, kind: FaultKind, place: impl FnOnce() -> String) {
        if self.stopping.get() {
            return;
        }
        self.fault();
        let thread = self.grid.threads[thread as usize];
        let fault = Fault { kernel: self.grid.kernel, kind, block: self.index, thread, site, times: 1 };
        self.grid.note(fault, place);
    }

    /// A fault was found.
    pub(super) fn fault(&self) {
        self.faulty.set(true);
        if let Some(cluster) = &self.cluster {
            cluster.faulty.set(true);
        }
    }

    /// Whether a fault was found, in the block or another of its cluster.
    pub(super) fn is_faulty(&self) -> bool {
        self.cluster.as_ref().map_or(self.faulty.get(), |cluster| cluster.faulty.get())
    }

    /// Notes a fault of the running thread at a place in memory; it goes on.
    pub(super) fn note(&self, site: Site, kind: FaultKind, place: impl FnOnce() -> String) {
        self.note_at(self.current.get(), Some(site.into()), kind, place);
    }

    /// Notes a fault of the running thread and unwinds it; returns only if that is under way already.
    pub(super) fn fail(&self, site: Site, kind: FaultKind) {
        self.fail_at(site, kind, String::new);
    }

    /// As [`fail`](Self::fail), at a place in memory.
    pub(super) fn fail_at(&self, site: Site, kind: FaultKind, place: impl FnOnce() -> String) {
        if !self.is_unwinding() {
            self.note(site, kind, place);
            self.failing.set(true);
            self.stop();
        }
    }

    /// As [`fail`](Self::fail), for a primitive that was called wrongly.
    pub(super) fn misuse(&self, site: Site, what: String) {
        self.fail(site, FaultKind::Misuse { what });
    }

    /// The running thread has ended, by itself or not.
    pub(super) fn end_thread(&self) {
        self.thread().state.set(State::Ended);
        self.live.set(self.live.get() - 1);
        if self.live.get() == 0 && !self.failing.get() {
            let arriving = self.mbarriers.borrow().arriving();
            if let Some((bytes, place)) = arriving {
                let which = self.which(self, place);
                let what = format!("the block ends while {bytes} bytes are on their way to its shared memory{which}");
                self.note_of(self.current.get(), None, FaultKind::Misuse { what });
            }
            #[cfg(feature = "half")]
            if !self.stopping.get() {
                self.look_for_changes();
                self.look_for_calls();
            }
            if self.cluster.is_some() && !self.stopping.get() {
                self.end_visits();
            }
        }
        self.change();
    }

    /// What a thread does. One that has not begun is ready.
    pub(super) fn state(&self, thread: u32) -> State {
        if thread < self.begun.get() { self.threads[thread as usize].state.get() } else { State::Ready }
    }

    /// What a thread waits for, in words.
    fn words_of(&self, wait: Wait) -> String {
        wait.words(|place| format!(", {}", self.named_mbarrier(&self.shared.borrow(), place as usize)))
    }

    /// Where the threads are, but for those that do what one does.
    pub(super) fn standings(&self, except: Option<u32>) -> Vec<Standing> {
        self.standings_of(except, false)
    }

    /// As [`standings`](Self::standings), for a fault of another block of the cluster or of this one.
    pub(super) fn standings_of(&self, except: Option<u32>, is_other: bool) -> Vec<Standing> {
        let state = |thread: u32| match self.state(thread) {
            State::Ready => ("runs".to_owned(), None),
            State::Waits(wait, site) => (self.words_of(wait), Some(site.into())),
            State::Spins(site) => ("waits in a loop".to_owned(), site.map(SourceLocation::from)),
            State::Ended => ("ended".to_owned(), None),
        };
        let excepted = except.map(state);
        let block = is_other.then_some(self.index);
        let mut standings: Vec<Standing> = Vec::new();
        for thread in 0..self.count() {
            let (what, site) = state(thread);
            if excepted.as_ref().is_some_and(|(same, at)| *same == what && *at == site) {
                continue;
            }
            match standings.iter_mut().find(|standing| standing.what == what && standing.site == site) {
                Some(standing) => standing.threads += 1,
                None => {
                    let first = self.grid.threads[thread as usize];
                    standings.push(Standing { threads: 1, block, first, what, site });
                }
            }
        }
        standings
    }

    /// Notes that threads wait for what cannot come.
    pub(super) fn note_stuck(&self) {
        let waits = |thread: &u32| match self.state(*thread) {
            State::Waits(wait, site) => Some((*thread, wait, site)),
            _ => None,
        };
        let waiting: Vec<(u32, Wait, Site)> = (0..self.count()).collect::<Vec<_>>().iter().filter_map(waits).collect();
        let lanes = waiting.iter().find(|(_, wait, _)| matches!(wait, Wait::Lanes { .. }));
        // Who waits for registers is what others wait for, mostly.
        #[cfg(feature = "half")]
        let lanes = lanes.or(waiting.iter().find(|(_, wait, _)| matches!(wait, Wait::Registers { .. })));
        let Some(&(thread, wait, site)) = lanes.or(waiting.first()) else { return };
        let same = waiting.iter().filter(|&&(_, other, at)| other == wait && at == site).count();
        let mut others = self.standings(Some(thread));
        others.extend(self.standings_of_peers());
        let words = wait.words(|_| String::new());
        let words = match wait {
            Wait::Mbarrier { place, .. } => format!("{words}, {}", self.mbarriers.borrow().missing(place)),
            #[cfg(feature = "half")]
            Wait::Registers { .. } => format!("{words}, {}", self.registers.borrow().missing(thread / WARP)),
            _ => words,
        };
        let more = if same == 1 { String::new() } else { format!(", with {} more", same - 1) };
        let which = match wait {
            Wait::Mbarrier { place, .. } => self.which(self, place as usize),
            _ => String::new(),
        };
        let waits = format!("{words}{more}{which}");
        let kind = match wait {
            Wait::Lanes { .. } => FaultKind::Lanes { waits, others },
            Wait::Mbarrier { .. } => FaultKind::Deadlock { waits, others },
            #[cfg(feature = "half")]
            Wait::Registers { .. } => FaultKind::Deadlock { waits, others },
            _ if self.live.get() < self.count() || same == waiting.len() => FaultKind::Barrier { waits, others },
            _ => FaultKind::Deadlock { waits, others },
        };
        self.note_of(thread, Some(site.into()), kind);
        // What others wait for may be a warp that has left its warpgroup.
        #[cfg(feature = "half")]
        self.look_for_calls();
    }
}

impl Block {
    /// The first thread that has not ended, and where it is.
    pub(super) fn first_waiting(&self) -> (u32, Option<SourceLocation>) {
        let standing = |thread: u32| match self.state(thread) {
            State::Waits(_, site) => Some((thread, Some(site.into()))),
            State::Spins(site) => Some((thread, site.map(SourceLocation::from))),
            State::Ready => Some((thread, None)),
            State::Ended => None,
        };
        (0..self.count()).find_map(standing).unwrap_or((0, None))
    }

    /// Leaves to the worker's next block what is as good as new: the block has ended without a fault.
    pub(super) fn leave(&mut self) {
        let shared = self.shared.replace(Shared::new(self.grid.windows.clone(), false));
        self.worker.shared.borrow_mut().push(shared);
        self.worker.threads.borrow_mut().push(std::mem::take(&mut self.threads));
    }
}
