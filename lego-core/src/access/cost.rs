//! What an access of a tile costs: positions element by element, the requests that they make, and their wavefronts and
//! sectors.

use super::fault::Fault;
use super::pattern::Pattern;
use crate::mapping::Mapping;
use lego_machine::limits::{WARP, WIDEST_ACCESS, is_access_width};
use lego_machine::{Collision, Cost, Request, Vector};

/// The cost of one access by all threads of a block: the sums over the requests of its warps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccessCost {
    /// Number of requests: one for each warp of which a thread takes part.
    pub requests: u64,
    /// Wavefronts, if the memory is shared.
    pub wavefronts: Cost,
    /// Sectors, if the memory is global.
    pub sectors: Cost,
    /// The first of the warps with the most wavefronts above ideal, if one has any.
    pub worst: Option<WorstWarp>,
}

/// A warp whose lanes collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorstWarp {
    /// The warp, from 0.
    pub warp: u64,
    /// Wavefronts of its request.
    pub wavefronts: Cost,
    /// Its lanes that collide.
    pub collision: Collision,
}

impl AccessCost {
    /// The cost of an access that no thread makes.
    pub const ZERO: Self = Self { requests: 0, wavefronts: Cost::ZERO, sectors: Cost::ZERO, worst: None };

    /// Returns the wavefronts above ideal.
    #[must_use]
    pub const fn extra_wavefronts(&self) -> u64 {
        self.wavefronts.extra()
    }

    /// Returns the sectors above ideal.
    #[must_use]
    pub const fn extra_sectors(&self) -> u64 {
        self.sectors.extra()
    }

    /// Adds the request of a warp, if a lane takes part in it.
    const fn add(&mut self, warp: u64, request: &Request) {
        if request.lanes() == 0 {
            return;
        }
        let wavefronts = request.wavefronts();
        self.requests += 1;
        self.wavefronts = self.wavefronts.plus(wavefronts);
        self.sectors = self.sectors.plus(request.sectors());
        let most = match &self.worst {
            Some(worst) => worst.wavefronts.extra(),
            None => 0,
        };
        if wavefronts.extra() > most {
            if let Some(collision) = request.collision() {
                self.worst = Some(WorstWarp { warp, wavefronts, collision });
            }
        }
    }
}

/// Counts the cost of an access from the positions of its elements, v for each of threads 0, 1, 2, …; 32 threads are a
/// warp.
///
/// A thread moves its v elements at once, as a [`Vector`] of memory. The tile begins at an address that suits every
/// access.
///
/// ```
/// use lego_core::access::AccessCounter;
/// // 32 threads access 2 elements of 4 bytes each: 0 and 1, 2 and 3, …
/// let mut counter = AccessCounter::new(4, 2);
/// for position in 0..64 {
///     counter.add(Some(position));
/// }
/// let cost = counter.cost()?;
/// assert_eq!((cost.wavefronts.taken, cost.wavefronts.ideal, cost.sectors.taken), (2, 2, 8));
///
/// // 256 threads store a 16×16 tile by columns: of each warp 2 lanes want each of 16 words of a bank.
/// let mut counter = AccessCounter::new(4, 1);
/// (0..256).for_each(|thread| counter.add(Some(thread % 16 * 16 + thread / 16)));
/// let cost = counter.cost()?;
/// assert_eq!((cost.requests, cost.wavefronts.taken, cost.wavefronts.ideal), (8, 8 * 8, 8));
/// assert_eq!(cost.worst.unwrap().collision.words, 8);
/// # Ok::<_, lego_core::access::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AccessCounter {
    /// Bytes of an element, and the elements that a thread moves at once.
    bytes: u32,
    vector: u32,
    /// The thread's vector so far, the number of its elements that do not exist, and the first that is not in it.
    elements: Vector,
    missing: u32,
    outside: Option<u64>,
    /// Number of elements so far.
    count: u64,
    /// The request of the warp so far.
    request: Request,
    cost: AccessCost,
    fault: Option<Fault>,
}

impl AccessCounter {
    /// Creates a counter without accesses, for elements of `bytes` bytes in vectors of `vector` elements.
    #[must_use]
    pub const fn new(bytes: u32, vector: u32) -> Self {
        let at_once = bytes as u64 * vector as u64;
        let is_width =
            at_once <= WIDEST_ACCESS as u64 && is_access_width(at_once as usize) && is_access_width(bytes as usize);
        Self {
            bytes,
            vector,
            elements: Vector::new(if is_width { vector } else { 1 }),
            missing: 0,
            outside: None,
            count: 0,
            request: Request::new(if is_width { at_once as u32 } else { 1 }),
            cost: AccessCost::ZERO,
            fault: if is_width { None } else { Some(Fault::Width { bytes, vector }) },
        }
    }

    /// Adds the next element by its position; `None` for one that does not exist.
    pub const fn add(&mut self, position: Option<usize>) {
        self.count += 1;
        if self.fault.is_some() {
            return;
        }
        match position {
            Some(position) => {
                if !self.elements.add(position as u64) && self.outside.is_none() {
                    self.outside = Some(position as u64);
                }
            }
            None => self.missing += 1,
        }
        if self.count % self.vector as u64 == 0 {
            self.access();
        }
    }

    /// Returns the cost of all accesses.
    ///
    /// # Errors
    /// The first reason why a thread cannot make its access.
    pub const fn cost(mut self) -> Result<AccessCost, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.count % self.vector as u64 != 0 {
            return Err(Fault::Rest { count: self.count, vector: self.vector });
        }
        let threads = self.count / self.vector as u64;
        self.cost.add(threads / WARP as u64, &self.request);
        Ok(self.cost)
    }

    /// The access of a thread all of whose elements were added.
    const fn access(&mut self) {
        let (thread, vector) = (self.count / self.vector as u64 - 1, self.vector);
        let (warp, lane) = (thread / WARP as u64, (thread % WARP as u64) as u32);
        if self.missing == 0 {
            if let Some(position) = self.outside {
                self.fault = Some(Fault::Scattered { thread, positions: [self.elements.first(), position], vector });
            } else if let Some(start) = self.elements.start() {
                self.request.add(lane, start.wrapping_mul(self.bytes as u64));
            }
        } else if self.missing < vector {
            self.fault = Some(Fault::Partial { thread });
        }
        (self.elements, self.missing, self.outside) = (Vector::new(vector), 0, None);
        if lane + 1 == WARP {
            self.cost.add(warp, &self.request);
            self.request = Request::new(self.bytes * vector);
        }
    }
}

/// Returns the cost of an access of a tile by the threads of a block, in the order of a pattern: elements of `bytes`
/// bytes, in vectors of `vector` elements.
///
/// # Errors
/// Why threads cannot make the access.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::access::{Pattern, access_cost};
/// let column = access_cost(&Row::<32, 32>, Pattern::Column, 4, 1)?;
/// assert_eq!((column.wavefronts.taken, column.wavefronts.ideal), (32 * 32, 32));
/// # Ok::<_, lego_core::access::Fault>(())
/// ```
pub fn access_cost<const R: usize, M>(
    mapping: &M,
    pattern: Pattern,
    bytes: u32,
    vector: u32,
) -> Result<AccessCost, Fault>
where
    M: Mapping<Index = [usize; R]>,
{
    if !pattern.suits(&mapping.dims()) {
        return Err(Fault::Pattern);
    }
    let (mut counter, mut walk) = (AccessCounter::new(bytes, vector), pattern.walk(mapping.dims()));
    while let Some(index) = walk.next() {
        counter.add(mapping.apply(index).into());
    }
    counter.cost()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: u32, vector: u32, positions: &[Option<usize>]) -> Result<AccessCost, Fault> {
        let mut counter = AccessCounter::new(bytes, vector);
        positions.iter().for_each(|position| counter.add(*position));
        counter.cost()
    }

    #[test]
    fn vectors_are_aligned_neighbours_in_any_order() {
        let of = |positions: [usize; 4]| of(4, 4, &positions.map(Some));
        assert_eq!(of([4, 5, 6, 7]).map(|cost| cost.wavefronts.taken), Ok(1));
        assert_eq!(of([6, 4, 7, 5]).map(|cost| cost.wavefronts.taken), Ok(1));
        assert_eq!(of([2, 3, 4, 5]), Err(Fault::Scattered { thread: 0, positions: [2, 4], vector: 4 }));
        assert_eq!(of([4, 5, 6, 6]), Err(Fault::Scattered { thread: 0, positions: [4, 6], vector: 4 }));
        assert_eq!(of([0, 32, 64, 96]), Err(Fault::Scattered { thread: 0, positions: [0, 32], vector: 4 }));
    }

    #[test]
    fn invalid_accesses_say_why() {
        for (bytes, vector) in [(3, 1), (32, 1), (0, 1), (4, 0), (4, 3), (8, 4), (u32::MAX, u32::MAX)] {
            assert_eq!(of(bytes, vector, &[Some(0)]), Err(Fault::Width { bytes, vector }));
        }
        assert_eq!(of(4, 2, &[Some(0), Some(1), Some(2)]), Err(Fault::Rest { count: 3, vector: 2 }));
        assert_eq!(of(4, 2, &[None, None, Some(0), None]), Err(Fault::Partial { thread: 1 }));
        assert_eq!(of(4, 2, &[None, None, Some(0), Some(1)]).map(|cost| cost.requests), Ok(1));
        assert_eq!(of(4, 2, &[None; 4]).map(|cost| cost.requests), Ok(0));
        assert!(of(16, 1, &[Some(usize::MAX)]).is_ok());
    }

    #[test]
    fn warps_are_counted_one_by_one() {
        // 70 threads: two warps and one of 6 lanes. Every third takes no part, nor does any of the second warp.
        let takes_part = |thread: u64| thread % 3 != 0 && thread / 32 != 1;
        let mut counter = AccessCounter::new(8, 1);
        let mut requests = [Request::new(8), Request::new(8), Request::new(8)];
        for thread in 0..70 {
            let position = thread * thread % 101;
            counter.add(takes_part(thread).then_some(position as usize));
            if takes_part(thread) {
                requests[thread as usize / 32].add(thread as u32 % 32, 8 * position);
            }
        }
        let cost = counter.cost().unwrap();
        let sum = |of: fn(&Request) -> Cost| requests.iter().map(of).fold(Cost::ZERO, Cost::plus);
        assert_eq!(
            (cost.requests, cost.wavefronts, cost.sectors),
            (2, sum(Request::wavefronts), sum(Request::sectors))
        );
        let worst = cost.worst.unwrap();
        let extra = |warp: usize| requests[warp].wavefronts().extra();
        assert!((0..3).all(|warp| extra(warp) <= extra(worst.warp as usize)));
        assert_eq!(Some(worst.collision), requests[worst.warp as usize].collision());
        assert_eq!(of(4, 1, &[]), Ok(AccessCost::default()));
    }
}
