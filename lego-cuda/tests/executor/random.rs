//! Random programs: the races that are reported are those of a model that knows every order.

use crate::harness::{Buffer, ignore, shape, try_launch};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::{Dim3, Warp, copy_async, lane, linear_thread_idx, shared, sync_threads, warp_idx};
use lego_cuda::executor::{Executor, FaultKind, Options};
use random::Random;
use std::collections::{BTreeSet, HashSet};

const THREADS: usize = 64;
const BYTES: u32 = 32;

/// A number below another one.
fn below(random: &mut Random, end: u32) -> u32 {
    random.below(end.into()) as u32
}

/// One access to the shared memory of the block.
#[derive(Clone, Copy, Debug)]
struct Access {
    thread: u32,
    first: u32,
    bytes: u32,
    does: Does,
    /// Which of several places in the source it is at.
    place: u32,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    Read,
    Write,
    /// Begins an asynchronous copy to the bytes, at least 4 of them.
    Copy,
    /// Waits for the copies of the thread; the bytes say nothing.
    Wait,
}

impl Access {
    fn execute(self, from: *const u8) {
        let Self { first, bytes, does, place, .. } = self;
        macro_rules! execute {
            ($type:ty) => {{
                let element = shared::dynamic::<$type>(first, 1).at(0);
                match (does, place) {
                    (Does::Write, _) => element.set(Default::default()),
                    (_, 0) => ignore(element.get()),
                    (_, 1) => ignore(element.get()),
                    _ => ignore(element.get()),
                }
            }};
        }
        macro_rules! copy {
            ($type:ty) => {{
                // SAFETY: the source has 16 bytes, which nothing writes.
                unsafe { copy_async::copy(shared::dynamic::<$type>(first, 1).at(0), from.cast()) };
                copy_async::commit();
            }};
        }
        match (does, bytes) {
            (Does::Wait, _) => copy_async::wait::<0>(),
            (Does::Copy, 4) => copy!(u32),
            (Does::Copy, 8) => copy!(u64),
            (Does::Copy, _) => copy!([u32; 4]),
            (_, 1) => execute!(u8),
            (_, 2) => execute!(u16),
            (_, 4) => execute!(u32),
            (_, 8) => execute!(u64),
            _ => execute!([u32; 4]),
        }
    }

    fn meets(self, other: Self) -> bool {
        let both = [self.does, other.does];
        !both.contains(&Does::Wait)
            && both != [Does::Read; 2]
            && self.first < other.first + other.bytes
            && other.first < self.first + self.bytes
    }
}

/// What threads do between two phases.
#[derive(Clone, Copy, Debug)]
enum Sync {
    Nothing,
    Block,
    /// The lanes of a mask, of one warp.
    Lanes(u32, u32),
    /// One warp arrives, the other waits, at the barrier of a number.
    Arrive(u32, u32),
    /// A shuffle, which orders no memory.
    Vote,
}

impl Sync {
    fn execute(self) {
        match self {
            Self::Nothing => {}
            Self::Block => sync_threads(),
            Self::Lanes(warp, mask) if warp_idx() == warp && mask >> lane() & 1 == 1 => Warp::lanes(mask).sync(),
            Self::Lanes(..) => {}
            Self::Arrive(warp, id) if warp_idx() == warp => NamedBarrier::new(id, 64).arrive(),
            Self::Arrive(_, id) => NamedBarrier::new(id, 64).sync(),
            Self::Vote => ignore(Warp::ALL.any(true)),
        }
    }

    /// The threads that release what they know, and those that learn all of it.
    fn threads(self) -> (Vec<usize>, Vec<usize>) {
        let warp = |warp: u32| (32 * warp as usize..32 * (warp as usize + 1)).collect::<Vec<_>>();
        match self {
            Self::Nothing | Self::Vote => (vec![], vec![]),
            Self::Block => ((0..THREADS).collect(), (0..THREADS).collect()),
            Self::Lanes(of, mask) => {
                let lanes: Vec<_> = warp(of).into_iter().filter(|thread| mask >> (thread % 32) & 1 == 1).collect();
                (lanes.clone(), lanes)
            }
            Self::Arrive(of, _) => ((0..THREADS).collect(), warp(1 - of)),
        }
    }
}

fn program(random: &mut Random) -> Vec<(Vec<Access>, Sync)> {
    let phase = |random: &mut Random, number: u32| {
        let access = |random: &mut Random| {
            let does = [Does::Read, Does::Read, Does::Write, Does::Copy, Does::Wait][below(random, 5) as usize];
            let bytes = 1 << if does == Does::Copy { 2 + below(random, 3) } else { below(random, 5) };
            let first = below(random, BYTES / bytes) * bytes;
            // Few threads, so that one meets itself too.
            let thread = [0, 1, 5, 31, 32, 40][below(random, 6) as usize];
            Access { thread, first, bytes, does, place: below(random, 3) }
        };
        let accesses = (0..below(random, 4)).map(|_| access(random)).collect();
        let sync = match below(random, 8) {
            0 => Sync::Nothing,
            1 | 2 => Sync::Block,
            3 | 4 => Sync::Lanes(below(random, 2), [!0, 0b10_0011, 0x101, 0x8000_0001][below(random, 4) as usize]),
            5 | 6 => Sync::Arrive(below(random, 2), number),
            _ => Sync::Vote,
        };
        (accesses, sync)
    };
    (1..2 + below(random, 9)).map(|number| phase(random, number)).collect()
}

/// The pairs of threads that race, the smaller first. A thread races with itself where it uses what its copy has yet to bring.
fn races(program: &[(Vec<Access>, Sync)]) -> BTreeSet<(u32, u32)> {
    // For each phase and each thread the last phase of each other that is ordered before it, from 1.
    let mut known = vec![vec![vec![0; THREADS]; THREADS]];
    for (now, (_, sync)) in program.iter().enumerate() {
        let mut next = known[now].clone();
        let (release, learn) = sync.threads();
        let mut joined = vec![0; THREADS];
        for thread in release {
            joined.iter_mut().zip(&next[thread]).for_each(|(joined, &known)| *joined = known.max(*joined));
            joined[thread] = now + 1;
        }
        for thread in learn {
            next[thread].iter_mut().zip(&joined).for_each(|(known, &joined)| *known = joined.max(*known));
        }
        known.push(next);
    }
    let all: Vec<(usize, Access)> =
        program.iter().enumerate().flat_map(|(phase, (all, _))| all.iter().map(move |one| (phase, *one))).collect();
    // Where an access has ended: that of a copy, where its thread waits.
    let end = |number: usize| {
        let (_, access) = all[number];
        let waits = |&later: &usize| all[later].1.does == Does::Wait && all[later].1.thread == access.thread;
        if access.does == Does::Copy { (number..all.len()).find(waits).unwrap_or(usize::MAX) } else { number }
    };
    let is_before = |one: usize, other: usize| {
        let end = end(one);
        let (Some((ended, a)), (begins, b)) = (all.get(end), all[other]) else { return false };
        if a.thread == b.thread {
            end < other || (end == one && one < other)
        } else {
            known[begins][b.thread as usize][a.thread as usize] > *ended
        }
    };
    let mut races = BTreeSet::new();
    for (later, &(_, a)) in all.iter().enumerate() {
        for (earlier, &(_, b)) in all[..later].iter().enumerate() {
            if a.meets(b) && !is_before(earlier, later) && !is_before(later, earlier) {
                races.insert((a.thread.min(b.thread), a.thread.max(b.thread)));
            }
        }
    }
    races
}

#[test]
fn races_are_found_where_they_are_and_nowhere_else() {
    // A failure names its seed; LEGO_SEED repeats it.
    let given = std::env::var("LEGO_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(random::seed);
    let mut random = Random::new(seed);
    let executor = Executor::with(Options::new().workers(1).most_faults(1000));
    let (mut counts, mut missed) = ([0; 2], 0);
    for number in 0..1000 {
        let program = program(&mut random);
        let expected = races(&program);
        let source = Buffer::of(&executor, &[1_u8; 16]);
        let from = source.at();
        let outcome = try_launch(&executor, shape(1, THREADS as u32).dynamic(BYTES), |_| {
            for (accesses, sync) in &program {
                accesses
                    .iter()
                    .filter(|access| access.thread == linear_thread_idx())
                    .for_each(|access| access.execute(from.get(0).cast_const()));
                sync.execute();
            }
        });
        let faults = executor.faults();
        assert_eq!(outcome.is_err(), !faults.is_empty());
        let pairs = faults.iter().filter_map(|fault| match fault.kind {
            FaultKind::Race { other_thread: Dim3 { x: other, .. }, .. } => {
                Some((fault.thread.x.min(other), fault.thread.x.max(other)))
            }
            FaultKind::Uninitialized { .. } => None,
            _ => panic!("program {number} of seed {seed}: {fault}"),
        });
        let found: HashSet<_> = pairs.collect();
        let context = || format!("program {number} of seed {seed}: {program:?}: {found:?} of {expected:?}");
        assert!(found.iter().all(|pair| expected.contains(pair)), "{}", context());
        missed += usize::from(found.is_empty() && !expected.is_empty());
        counts[usize::from(found.is_empty())] += 1;
    }
    assert_eq!(missed, 0, "programs with races seem to have none, of seed {seed}");
    // Both kinds of programs are common enough to say something.
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
