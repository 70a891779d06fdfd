//! The barriers in the shared memory of a block: the arrivals and the bytes that each waits for, and the threads that wait for it.

use super::order::Joined;
use super::pieces::Arriving;
use std::collections::HashMap;

/// The barriers of a block, by their places in its memory.
#[derive(Default)]
pub(super) struct Mbarriers(pub(super) HashMap<usize, Mbarrier>);

/// A barrier.
pub(super) struct Mbarrier {
    /// The arrivals of each phase, and those that this one still waits for.
    pub(super) arrivals: u32,
    /// The thread that made it, and whether it has made it known to the copy engine and to other blocks.
    pub(super) maker: u32,
    pub(super) is_known: bool,
    pub(super) left: u32,
    /// The bytes that were expected in the phase and have not come; below 0 where more came.
    pub(super) bytes: i64,
    pub(super) phase: u32,
    /// What was done before the arrivals of the phase.
    pub(super) joined: Joined,
    /// The same of the phase before.
    pub(super) ended: Joined,
    pub(super) waiting: Vec<u32>,
    /// The boxes whose bytes it is to count, and that have not come.
    pub(super) arriving: Vec<Arriving>,
    /// The last phase of whose end each thread knows.
    pub(super) passed: HashMap<u32, Passed>,
}

/// That a thread has waited for the end of a phase, or asked and was told of it.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    /// How many phases had ended.
    phase: u32,
    /// Whether it waited.
    waited: bool,
    /// Its time when it first passed, which stands still while it does nothing that others learn of.
    time: (u32, u32),
}

impl Passed {
    /// Whether a thread that was told of the same phase before is wrong to take it for another now: it has waited for it twice, or handed something on in
    /// between. Who asks for one phase again and again, as of several barriers in turn, or asks and then waits, is right.
    pub(super) fn repeats(before: Option<Self>, now: Self) -> bool {
        before
            .is_some_and(|before| before.phase == now.phase && (before.waited && now.waited || before.time != now.time))
    }

    /// What is kept of both: of one phase the time of the first.
    fn joined(before: Option<Self>, now: Self) -> Self {
        match before {
            Some(before) if before.phase == now.phase => Self { waited: before.waited || now.waited, ..before },
            _ => now,
        }
    }
}

impl Mbarrier {
    /// One in phase 0 that a thread makes, for so many arrivals a phase.
    pub(super) fn new(arrivals: u32, maker: u32) -> Self {
        Self {
            arrivals,
            maker,
            is_known: false,
            left: arrivals,
            bytes: 0,
            phase: 0,
            joined: Joined::default(),
            ended: Joined::default(),
            waiting: Vec::new(),
            arriving: Vec::new(),
            passed: HashMap::new(),
        }
    }

    /// What a thread knows that passes now.
    pub(super) fn passing(&self, waited: bool, time: (u32, u32)) -> Passed {
        Passed { phase: self.phase, waited, time }
    }

    /// Notes that a thread passes.
    pub(super) fn pass(&mut self, thread: u32, now: Passed) {
        let before = self.passed.get(&thread).copied();
        self.passed.insert(thread, Passed::joined(before, now));
    }
}

impl Mbarriers {
    /// The bytes that are on their way, of all barriers, and the place of the first of these, if there are any.
    pub(super) fn arriving(&self) -> Option<(u64, usize)> {
        let of = |barrier: &Mbarrier| barrier.arriving.iter().map(|arriving| u64::from(arriving.bytes)).sum::<u64>();
        let place = *self.0.iter().filter(|(_, barrier)| of(barrier) > 0).map(|(place, _)| place).min()?;
        Some((self.0.values().map(of).sum(), place))
    }

    /// What the phase of a barrier waits for, in words.
    pub(super) fn missing(&self, place: u32) -> String {
        match self.0.get(&(place as usize)) {
            None => "which is not there any more".to_owned(),
            Some(Mbarrier { arrivals, left, bytes, .. }) => {
                let bytes = match bytes {
                    0 => String::new(),
                    bytes if *bytes > 0 => format!(" and {bytes} bytes that no copy brings"),
                    bytes => format!(", while {} bytes have come that nobody expects", -bytes),
                };
                format!("which lacks {left} of {arrivals} arrivals{bytes}")
            }
        }
    }
}
