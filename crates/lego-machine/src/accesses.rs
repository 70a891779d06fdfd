//! The accesses of all threads of a block by one instruction: what its warps take together, and the warp that takes the most.

use crate::limits::WARP;
use crate::{Collision, Cost, Request};

/// The accesses of threads 0, 1, 2, …, given one after the other; every 32 of them are a warp and make a request.
///
/// ```
/// use lego_machine::Accesses;
///
/// // 256 threads store a 16×16 tile of 4-byte elements by columns: of each warp 2 lanes want each of 16 words of a bank.
/// let mut accesses = Accesses::new(4);
/// for thread in 0..256 {
///     accesses.push(Some(4 * (thread % 16 * 16 + thread / 16)));
/// }
/// let report = accesses.report();
/// assert_eq!((report.requests, report.wavefronts.taken, report.wavefronts.ideal), (8, 8 * 8, 8));
/// assert_eq!(report.worst.unwrap().collision.words, 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Accesses {
    bytes: u32,
    request: Request,
    threads: u64,
    report: Report,
}

/// What the requests of an instruction take together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The requests: one for each warp of which a thread takes part.
    pub requests: u64,
    /// The wavefronts, if the memory is shared.
    pub wavefronts: Cost,
    /// The sectors, if the memory is global.
    pub sectors: Cost,
    /// The first of the warps that take the most wavefronts above ideal, if any does.
    pub worst: Option<Worst>,
}

/// A warp whose lanes collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The warp, from 0.
    pub warp: u64,
    /// What its request takes.
    pub wavefronts: Cost,
    /// Its lanes that collide.
    pub collision: Collision,
}

impl Accesses {
    /// No access yet, for accesses of 1, 2, 4, 8 or 16 bytes.
    ///
    /// # Panics
    /// If no instruction moves so many bytes.
    pub const fn new(bytes: u32) -> Self {
        let none = Cost { taken: 0, ideal: 0 };
        let report = Report { requests: 0, wavefronts: none, sectors: none, worst: None };
        Self { bytes, request: Request::new(bytes), threads: 0, report }
    }

    /// The next thread accesses an address; `None` if it takes no part.
    pub const fn push(&mut self, address: Option<u64>) {
        let lane = (self.threads % WARP as u64) as u32;
        if let Some(address) = address {
            self.request.add(lane, address);
        }
        self.threads += 1;
        if lane + 1 == WARP {
            self.count();
        }
    }

    /// What all of them take.
    pub const fn report(mut self) -> Report {
        self.count();
        self.report
    }

    /// Counts the request that is open, if a lane takes part in it.
    const fn count(&mut self) {
        if self.request.lanes() == 0 {
            return;
        }
        let (wavefronts, sectors) = (self.request.wavefronts(), self.request.sectors());
        let report = &mut self.report;
        report.requests += 1;
        report.wavefronts.taken += wavefronts.taken;
        report.wavefronts.ideal += wavefronts.ideal;
        report.sectors.taken += sectors.taken;
        report.sectors.ideal += sectors.ideal;
        let most = match &report.worst {
            Some(worst) => worst.wavefronts.taken - worst.wavefronts.ideal,
            None => 0,
        };
        if wavefronts.taken - wavefronts.ideal > most {
            if let Some(collision) = self.request.collision() {
                let warp = (self.threads - 1) / WARP as u64;
                report.worst = Some(Worst { warp, wavefronts, collision });
            }
        }
        self.request = Request::new(self.bytes);
    }
}

impl Report {
    /// The wavefronts above ideal.
    pub const fn extra_wavefronts(&self) -> u64 {
        self.wavefronts.taken - self.wavefronts.ideal
    }

    /// The sectors above ideal.
    pub const fn extra_sectors(&self) -> u64 {
        self.sectors.taken - self.sectors.ideal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warps_are_counted_one_by_one() {
        // 70 threads: two warps and one of 6 lanes. Every third takes no part, nor does any of the second warp.
        let takes_part = |thread: u64| thread % 3 != 0 && thread / 32 != 1;
        let mut accesses = Accesses::new(8);
        let mut requests = [Request::new(8), Request::new(8), Request::new(8)];
        for thread in 0..70 {
            let address = 8 * (thread * thread % 101);
            accesses.push(takes_part(thread).then_some(address));
            if takes_part(thread) {
                requests[thread as usize / 32].add(thread as u32 % 32, address);
            }
        }
        let report = accesses.report();
        let sum = |of: fn(&Request) -> Cost| {
            requests
                .iter()
                .map(of)
                .fold(Cost::default(), |a, b| Cost { taken: a.taken + b.taken, ideal: a.ideal + b.ideal })
        };
        assert_eq!(
            (report.requests, report.wavefronts, report.sectors),
            (2, sum(Request::wavefronts), sum(Request::sectors))
        );
        let worst = report.worst.unwrap();
        let extra = |warp: usize| requests[warp].wavefronts().taken - requests[warp].wavefronts().ideal;
        assert!((0..3).all(|warp| extra(warp) <= extra(worst.warp as usize)));
        assert_eq!(Some(worst.collision), requests[worst.warp as usize].collision());
        assert_eq!(Accesses::new(4).report(), Report::default());
    }
}
