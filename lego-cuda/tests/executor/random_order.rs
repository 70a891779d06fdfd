//! Random programs of several blocks with atomics, fences and barriers: the races that are reported are those of a model with
//! a full vector clock for each thread.

use crate::harness::{Buffer, ignore, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::fence;
use lego_cuda::device::{Dim3, Warp, block_idx, global, linear_thread_idx, shared, sleep, sync_threads};
use lego_cuda::executor::{Executor, FaultKind, Options};
use random::Random;
use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

const BLOCKS: usize = 3;
const THREADS: usize = 4;
const ALL: usize = BLOCKS * THREADS;
/// Words of global memory, and of shared memory after them.
const GLOBAL: usize = 4;
const WORDS: usize = GLOBAL + 2;

/// What a thread does to memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Load,
    Store,
    Update(Scope),
    /// An exchange that compares, and does not find what it expects.
    Fail(Scope),
    /// These are of global memory alone.
    LoadAtomic(Scope),
    LoadAcquire(Scope),
    StoreAtomic(Scope),
    StoreRelease(Scope),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Access(Kind, usize),
    Fence(Scope),
    Sleep,
    Block,
    /// Of the first two lanes.
    Lanes,
}

impl Kind {
    fn scope(self) -> Option<Scope> {
        match self {
            Self::Load | Self::Store => None,
            Self::Update(scope)
            | Self::Fail(scope)
            | Self::LoadAtomic(scope)
            | Self::LoadAcquire(scope)
            | Self::StoreAtomic(scope)
            | Self::StoreRelease(scope) => Some(scope),
        }
    }

    /// An exchange counts as a write, even if it fails.
    fn writes(self) -> bool {
        !matches!(self, Self::Load | Self::LoadAtomic(_) | Self::LoadAcquire(_))
    }

    fn is_wide(self) -> bool {
        self.scope().is_some_and(|scope| scope != Scope::Block)
    }

    fn races(self, other: Self, same_block: bool) -> bool {
        let both_atomic = self.scope().is_some() && other.scope().is_some();
        (self.writes() || other.writes()) && !(both_atomic && (same_block || (self.is_wide() && other.is_wide())))
    }
}

fn scope(random: &mut Random) -> Scope {
    [Scope::Block, Scope::Gpu, Scope::Gpu, Scope::System][random.index(4)]
}

fn program(random: &mut Random) -> Vec<Vec<Vec<Step>>> {
    // Most atomics are on two words and most plain accesses on others, so that many programs have no race.
    let access = |random: &mut Random| {
        let word = if random.below(8) == 0 { random.index(WORDS) } else { [0, 1, GLOBAL][random.index(3)] };
        let flag = if random.below(12) == 0 { random.index(WORDS) } else { [2, 3, GLOBAL + 1][random.index(3)] };
        let of_word = [Kind::Load, Kind::Load, Kind::Store][random.index(3)];
        let (scope, is_global) = (self::scope(random), flag < GLOBAL);
        let of_flag = match random.below(6) {
            0 if is_global => Kind::LoadAtomic(scope),
            1 if is_global => Kind::LoadAcquire(scope),
            2 if is_global => Kind::StoreAtomic(scope),
            3 if is_global => Kind::StoreRelease(scope),
            4 => Kind::Fail(scope),
            _ => Kind::Update(scope),
        };
        if random.below(4) == 0 { Step::Access(of_word, word) } else { Step::Access(of_flag, flag) }
    };
    // A plain access and a flag, with a fence between or without: what one thread releases and another acquires.
    let handed = |random: &mut Random| -> Vec<Step> {
        let (scope, word, flag) = (self::scope(random), random.index(2), 2 + random.index(2));
        let is_fenced = random.below(4) != 0;
        let fence = is_fenced.then(|| Step::Fence(self::scope(random)));
        let number = |kind| Step::Access(kind, word);
        let mut steps = Vec::new();
        if random.below(2) == 0 {
            steps.push(number(Kind::Store));
            steps.extend(fence);
            let kind = [Kind::Update(scope), Kind::StoreAtomic(scope), Kind::StoreRelease(scope)][random.index(3)];
            steps.push(Step::Access(kind, flag));
        } else {
            let kind = [Kind::Update(scope), Kind::LoadAtomic(scope), Kind::LoadAcquire(scope)][random.index(3)];
            steps.push(Step::Access(kind, flag));
            steps.extend(fence);
            steps.push(number(if random.below(2) == 0 { Kind::Load } else { Kind::Store }));
        }
        steps
    };
    let thread = |random: &mut Random, is_idle: bool| -> Vec<Step> {
        let mut steps = Vec::new();
        if random.below(4) == 0 {
            steps.extend(handed(random));
        }
        for _ in 0..if is_idle { 0 } else { random.below(5) } {
            steps.push(match random.below(6) {
                0 | 1 => Step::Fence(scope(random)),
                2 => Step::Sleep,
                _ => access(random),
            });
        }
        steps
    };
    let block = |random: &mut Random| {
        let mut threads = vec![Vec::new(); THREADS];
        for _ in 0..1 + random.below(3) {
            let barrier = [Some(Step::Block), Some(Step::Lanes), None][random.index(3)];
            for (number, steps) in threads.iter_mut().enumerate() {
                let is_idle = random.below(3) != 0;
                steps.extend(thread(random, is_idle));
                steps.extend(barrier.filter(|barrier| *barrier == Step::Block || number < 2));
            }
        }
        threads
    };
    (0..BLOCKS).map(|_| block(random)).collect()
}

/// Times of all threads: what is ordered before.
type Clock = [u32; ALL];

fn join(into: &mut Clock, from: &Clock) {
    into.iter_mut().zip(from).for_each(|(into, &from)| *into = from.max(*into));
}

/// What a thread knows, and what of it passes on by atomics: to its block, and to all.
#[derive(Clone, Default)]
struct Thread {
    known: Clock,
    fenced: [Clock; 2],
    read: [Clock; 2],
}

/// What the value of a word carries: from which block, how far, and what.
#[derive(Clone)]
struct Message {
    block: usize,
    wide: bool,
    clock: Clock,
    /// The thread, if it released it by a store.
    stored_by: Option<usize>,
}

/// A word: who accessed it, with the time of each, and what it carries.
#[derive(Clone, Default)]
struct Word {
    accesses: Vec<(usize, u32, Kind)>,
    messages: Vec<Message>,
    stored: Option<usize>,
}

/// The model.
struct Model {
    threads: Vec<Thread>,
    /// Those of global memory, and those of each block.
    words: BTreeMap<(usize, usize), Word>,
    /// The threads that wait, of each block, at a barrier of the block or of lanes.
    waiting: BTreeMap<(usize, bool), Vec<usize>>,
    races: HashSet<(usize, usize)>,
}

impl Model {
    fn new() -> Self {
        let (words, waiting, races) = (BTreeMap::new(), BTreeMap::new(), HashSet::new());
        Self { threads: vec![Thread::default(); ALL], words, waiting, races }
    }

    fn step(&mut self, me: usize, step: Step) {
        self.threads[me].known[me] += 1;
        match step {
            Step::Sleep => {}
            Step::Access(kind, word) => self.access(me, kind, word),
            Step::Fence(scope) => {
                let (thread, wide) = (&mut self.threads[me], scope != Scope::Block);
                let read = thread.read[usize::from(wide)];
                join(&mut thread.known, &read);
                thread.fenced[0] = thread.known;
                if wide {
                    thread.fenced[1] = thread.known;
                }
            }
            Step::Block | Step::Lanes => {
                let (block, is_block) = (me / THREADS, step == Step::Block);
                let waiting = self.waiting.entry((block, is_block)).or_default();
                waiting.push(me);
                if waiting.len() == if is_block { THREADS } else { 2 } {
                    let met = std::mem::take(waiting);
                    let mut all = Thread::default();
                    for thread in met.iter().map(|&thread| &self.threads[thread]) {
                        join(&mut all.known, &thread.known);
                        (0..2).for_each(|wide| join(&mut all.fenced[wide], &thread.fenced[wide]));
                        (0..2).for_each(|wide| join(&mut all.read[wide], &thread.read[wide]));
                    }
                    met.into_iter().for_each(|thread| self.threads[thread] = all.clone());
                }
            }
        }
    }

    fn access(&mut self, me: usize, kind: Kind, word: usize) {
        let block = me / THREADS;
        let word = self.words.entry((word, if word < GLOBAL { 0 } else { block })).or_default();
        let thread = &mut self.threads[me];
        for &(other, time, before) in &word.accesses {
            if kind.races(before, block == other / THREADS) && other != me && thread.known[other] < time {
                self.races.insert((me.min(other), me.max(other)));
            }
        }
        word.accesses.push((me, thread.known[me], kind));
        let wide = kind.is_wide();
        let reads = !matches!(kind, Kind::Load | Kind::Store | Kind::StoreAtomic(_) | Kind::StoreRelease(_));
        if reads {
            let mut read = [Clock::default(); 2];
            for message in &word.messages {
                if message.block == block {
                    join(&mut read[0], &message.clock);
                }
                if message.block == block || (message.wide && wide) {
                    join(&mut read[1], &message.clock);
                }
            }
            if let Kind::LoadAcquire(_) = kind {
                join(&mut thread.known, &read[1]);
            } else {
                (0..2).for_each(|wide| join(&mut thread.read[wide], &read[wide]));
            }
        }
        let stores = matches!(kind, Kind::StoreAtomic(_) | Kind::StoreRelease(_));
        if stores {
            // What the thread itself released by a store before, it releases again.
            let is_next = word.stored.replace(me) == Some(me);
            word.messages.retain(|message| is_next && message.stored_by == Some(me));
        }
        let stored_by = matches!(kind, Kind::StoreRelease(_)).then_some(me);
        let released = match kind {
            Kind::StoreRelease(_) => [thread.known; 2],
            Kind::StoreAtomic(_) | Kind::Update(_) => thread.fenced,
            _ => return,
        };
        word.messages.push(Message { block, wide: false, clock: released[0], stored_by });
        if wide {
            word.messages.push(Message { block, wide, clock: released[1], stored_by });
        }
    }
}

#[test]
fn races_between_blocks_are_found_where_they_are_and_nowhere_else() {
    // A failure names its seed; LEGO_SEED repeats it.
    let given = std::env::var("LEGO_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(random::seed);
    let mut random = Random::new(seed);
    let executor = Executor::with(Options::new().workers(1).most_faults(1000));
    let mut counts = [0; 2];
    for number in 0..4000 {
        let program = program(&mut random);
        let memory = Buffer::of(&executor, &[0u32; GLOBAL]);
        let (at, log) = (memory.at(), Mutex::new(Vec::new()));
        let outcome = try_launch(&executor, shape(BLOCKS as u32, THREADS as u32).dynamic(8), |_| {
            let (block, thread) = (block_idx().x as usize, linear_thread_idx() as usize);
            for &step in &program[block][thread] {
                // With one worker the log is in the order in which all happens.
                log.lock().unwrap().push((block * THREADS + thread, step));
                match step {
                    Step::Sleep => sleep(1),
                    Step::Fence(scope) => fence(scope),
                    Step::Block => sync_threads(),
                    Step::Lanes => Warp::lanes(3).sync(),
                    // SAFETY: the words are there; whether the accesses are ordered is what is looked for.
                    Step::Access(kind, word) if word < GLOBAL => unsafe {
                        let word = at.get(word);
                        match kind {
                            Kind::Load => ignore(global::load(word.cast_const())),
                            Kind::Store => global::store(word, 1),
                            Kind::Update(scope) => ignore(atomic::add(word, 1, scope)),
                            Kind::Fail(scope) => ignore(atomic::compare_exchange(word, u32::MAX, 1, scope)),
                            Kind::LoadAtomic(scope) => ignore(atomic::load_relaxed(word.cast_const(), scope)),
                            Kind::LoadAcquire(scope) => ignore(atomic::load_acquire(word.cast_const(), scope)),
                            Kind::StoreAtomic(scope) => atomic::store_relaxed(word, 1, scope),
                            Kind::StoreRelease(scope) => atomic::store_release(word, 1, scope),
                        }
                    },
                    // SAFETY: as above.
                    Step::Access(kind, word) => unsafe {
                        let word = shared::dynamic::<u32>(0, 2).at((word - GLOBAL) as u32);
                        match kind {
                            Kind::Load => ignore(word.get()),
                            Kind::Store => word.set(1),
                            Kind::Fail(scope) => ignore(atomic::compare_exchange(word, u32::MAX, 1, scope)),
                            _ => ignore(atomic::add(word, 1, kind.scope().unwrap())),
                        }
                    },
                }
            }
        });
        let mut model = Model::new();
        let log = log.into_inner().unwrap();
        log.iter().for_each(|&(thread, step)| model.step(thread, step));

        let faults = executor.faults();
        assert_eq!(outcome.is_err(), !faults.is_empty());
        let of = |block: Dim3, thread: Dim3| block.x as usize * THREADS + thread.x as usize;
        let pairs = faults.iter().filter_map(|fault| match fault.kind {
            FaultKind::Race { other_block, other_thread, .. } => {
                let (a, b) = (of(fault.block, fault.thread), of(other_block, other_thread));
                Some((a.min(b), a.max(b)))
            }
            FaultKind::Uninitialized { .. } => None,
            _ => panic!("program {number} of seed {seed}: {fault}"),
        });
        let found: HashSet<_> = pairs.collect();
        let context = || format!("program {number} of seed {seed}: {log:?}: {found:?} of {:?}", model.races);
        assert!(found.is_subset(&model.races), "{}", context());
        assert_eq!(found.is_empty(), model.races.is_empty(), "{}", context());
        counts[usize::from(found.is_empty())] += 1;
    }
    // Both kinds of programs are common enough to say something.
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}
