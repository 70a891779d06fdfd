//! Random programs: the races that are reported are those of a model that knows every order.

use crate::harness::{ignore, shape, try_launch};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::{Dim3, Warp, lane, linear_thread_idx, shared, sync_threads, warp_idx};
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
    writes: bool,
}

impl Access {
    fn execute(self) {
        let Self { first, bytes, writes, .. } = self;
        macro_rules! execute {
            ($type:ty) => {{
                let place = shared::dynamic::<$type>(first, 1).at(0);
                if writes { place.set(Default::default()) } else { ignore(place.get()) }
            }};
        }
        match bytes {
            1 => execute!(u8),
            2 => execute!(u16),
            4 => execute!(u32),
            8 => execute!(u64),
            _ => execute!([u32; 4]),
        }
    }

    fn meets(self, other: Self) -> bool {
        (self.writes || other.writes) && self.first < other.first + other.bytes && other.first < self.first + self.bytes
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
            let bytes = 1 << below(random, 5);
            let first = below(random, BYTES / bytes) * bytes;
            // Few threads, so that one meets itself too.
            let thread = [0, 1, 5, 31, 32, 40][below(random, 6) as usize];
            Access { thread, first, bytes, writes: below(random, 3) == 0 }
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

/// The pairs of threads that race, the smaller first.
fn races(program: &[(Vec<Access>, Sync)]) -> BTreeSet<(u32, u32)> {
    let mut races = BTreeSet::new();
    // For each thread the last phase of each other that is ordered before it, from 1.
    let mut known = vec![vec![0; THREADS]; THREADS];
    for (now, (accesses, sync)) in program.iter().enumerate() {
        for (i, later) in accesses.iter().enumerate() {
            let before =
                program[..now].iter().enumerate().flat_map(|(p, (all, _))| all.iter().map(move |one| (p, one)));
            for (phase, earlier) in before.chain(accesses[..i].iter().map(|one| (now, one))) {
                let (a, b) = (later.thread, earlier.thread);
                if a != b && later.meets(*earlier) && known[a as usize][b as usize] <= phase {
                    races.insert((a.min(b), a.max(b)));
                }
            }
        }
        let (release, learn) = sync.threads();
        let mut joined = vec![0; THREADS];
        for thread in release {
            joined.iter_mut().zip(&known[thread]).for_each(|(joined, &known)| *joined = known.max(*joined));
            joined[thread] = now + 1;
        }
        for thread in learn {
            known[thread].iter_mut().zip(&joined).for_each(|(known, &joined)| *known = joined.max(*known));
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
        let outcome = try_launch(&executor, shape(1, THREADS as u32).dynamic(BYTES), |_| {
            for (accesses, sync) in &program {
                accesses
                    .iter()
                    .filter(|access| access.thread == linear_thread_idx())
                    .for_each(|access| access.execute());
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
