//! The accesses of threads, put together to requests of warps, and the sums of what these take.

use super::fault::{Access, Space};
use super::profile::Row;
use super::site::Sites;
use lego_machine::limits::WARP;
use lego_machine::{Cost, Request};
use std::collections::HashMap;
use std::ops::Range;

/// A load, store, update or copy in the source of a kernel: accesses of the same are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Instruction {
    pub(super) site: u32,
    pub(super) space: Space,
    pub(super) access: Access,
    pub(super) bytes: u32,
}

#[derive(Clone, Copy, Default)]
struct Count {
    accesses: u64,
    requests: u64,
    measured: u64,
    ideal: u64,
}

/// What a worker counted in one launch.
#[derive(Default)]
pub(super) struct Counter {
    numbers: HashMap<Instruction, u32>,
    counts: Vec<(Instruction, Count)>,
}

impl Counter {
    fn number(&mut self, instruction: Instruction) -> u32 {
        *self.numbers.entry(instruction).or_insert_with(|| {
            self.counts.push((instruction, Count::default()));
            self.counts.len() as u32 - 1
        })
    }

    fn add(&mut self, number: u32, request: &Request) {
        let (instruction, count) = &mut self.counts[number as usize];
        let Cost { taken, ideal } = match (instruction.space, instruction.access) {
            (Space::Shared, Access::Atomic) => request.updates(),
            (Space::Shared, _) => request.wavefronts(),
            (Space::Global, _) => request.sectors(),
        };
        count.accesses += u64::from(request.lanes().count_ones());
        count.requests += 1;
        count.measured += taken;
        count.ideal += ideal;
    }

    /// The rows of the profile.
    pub(super) fn rows(&self, kernel: &'static str, sites: &Sites) -> Vec<Row> {
        let row = |&(instruction, count): &(Instruction, Count)| {
            let Instruction { site, space, access, bytes } = instruction;
            let Count { accesses, requests, measured, ideal } = count;
            Row { kernel, site: sites.site(site), space, access, bytes, accesses, requests, measured, ideal }
        };
        self.counts.iter().map(row).collect()
    }
}

/// The requests of a block that not all lanes have joined yet.
pub(super) struct PendingRequests {
    /// For each thread how often it executed each instruction since its warp met.
    times: Vec<Vec<u32>>,
    /// For each warp.
    requests: Vec<HashMap<(u32, u32), Request>>,
}

impl PendingRequests {
    pub(super) fn new(threads: u32) -> Self {
        let warps = threads.div_ceil(WARP) as usize;
        Self { times: vec![Vec::new(); threads as usize], requests: vec![HashMap::new(); warps] }
    }

    /// An access of a thread.
    pub(super) fn access(&mut self, counter: &mut Counter, thread: u32, instruction: Instruction, address: u64) {
        let number = counter.number(instruction);
        let threads = self.times.len() as u32;
        let times = &mut self.times[thread as usize];
        if times.len() <= number as usize {
            times.resize(number as usize + 1, 0);
        }
        let time = times[number as usize];
        times[number as usize] += 1;

        let (warp, lane) = (thread / WARP, thread % WARP);
        let pending = &mut self.requests[warp as usize];
        let request = pending.entry((number, time)).or_insert_with(|| Request::new(instruction.bytes));
        request.add(lane, address);
        let lanes = (threads - warp * WARP).min(WARP);
        if request.lanes() == u32::MAX >> (WARP - lanes) {
            let request = *request;
            pending.remove(&(number, time));
            counter.add(number, &request);
        }
    }

    /// The threads of some warps met: the next time that they execute an instruction is the first again.
    pub(super) fn meet(&mut self, counter: &mut Counter, threads: Range<u32>) {
        for warp in threads.start / WARP..threads.end.div_ceil(WARP) {
            for ((number, _), request) in self.requests[warp as usize].drain() {
                counter.add(number, &request);
            }
        }
        for times in &mut self.times[threads.start as usize..threads.end as usize] {
            times.fill(0);
        }
    }
}
