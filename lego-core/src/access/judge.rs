//! The accesses of a tile, position by position: which requests they make, and what those take.

use super::fault::Fault;
use super::pattern::Pattern;
use crate::mapping::Mapping;
use lego_machine::limits::{WIDEST_ACCESS, is_access_width};
use lego_machine::{Accesses, Report};

/// The positions that threads access, given one after the other, v for each thread.
///
/// A thread moves its v elements at once: their positions are v neighbours from a multiple of v on, in any order, since a thread
/// has its registers in any order. The tile begins at an address that suits every access.
///
/// ```
/// use lego_core::access::Judge;
/// // 32 threads access 2 elements of 4 bytes each: 0 and 1, 2 and 3, …
/// let mut judge = Judge::new(4, 2);
/// for position in 0..64 {
///     judge.take(Some(position));
/// }
/// let report = judge.report()?;
/// assert_eq!((report.wavefronts.taken, report.wavefronts.ideal, report.sectors.taken), (2, 2, 8));
/// # Ok::<_, lego_core::access::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    accesses: Accesses,
    bytes: u32,
    vector: u32,
    /// The positions of the thread's vector so far, and how many of its elements are not there.
    positions: [u64; WIDEST_ACCESS as usize],
    filled: u32,
    missing: u32,
    count: u64,
    fault: Option<Fault>,
}

impl Judge {
    /// No access yet, of elements of so many bytes in vectors of so many elements.
    #[must_use]
    pub const fn new(bytes: u32, vector: u32) -> Self {
        let at_once = bytes as u64 * vector as u64;
        let is_width =
            at_once <= WIDEST_ACCESS as u64 && is_access_width(at_once as usize) && is_access_width(bytes as usize);
        Self {
            accesses: Accesses::new(if is_width { at_once as u32 } else { 1 }),
            bytes,
            vector,
            positions: [0; WIDEST_ACCESS as usize],
            filled: 0,
            missing: 0,
            count: 0,
            fault: if is_width { None } else { Some(Fault::Width { bytes, vector }) },
        }
    }

    /// The next element's position; `None` for one that is not there.
    pub const fn take(&mut self, position: Option<usize>) {
        self.count += 1;
        if self.fault.is_some() {
            return;
        }
        match position {
            Some(position) => {
                self.positions[self.filled as usize] = position as u64;
                self.filled += 1;
            }
            None => self.missing += 1,
        }
        if self.filled + self.missing == self.vector {
            self.access();
        }
    }

    /// What all accesses take.
    ///
    /// # Errors
    /// The first reason why a thread cannot make its access.
    pub const fn report(self) -> Result<Report, Fault> {
        match self.fault {
            Some(fault) => Err(fault),
            None if self.filled + self.missing > 0 => Err(Fault::Rest { count: self.count, vector: self.vector }),
            None => Ok(self.accesses.report()),
        }
    }

    /// The access of a thread whose vector is complete.
    const fn access(&mut self) {
        let thread = self.count / self.vector as u64 - 1;
        if self.filled == 0 {
            self.accesses.push(None);
        } else if self.missing > 0 {
            self.fault = Some(Fault::Partial { thread });
        } else {
            let first = self.positions[0] / self.vector as u64;
            let (mut seen, mut k) = (0_u32, 0);
            while k < self.vector as usize {
                let position = self.positions[k];
                let bit = 1 << (position % self.vector as u64);
                // No two elements share a position, and so these are all of them.
                if position / self.vector as u64 != first || seen & bit != 0 {
                    let positions = [self.positions[0], position];
                    self.fault = Some(Fault::Scattered { thread, positions, vector: self.vector });
                    return;
                }
                seen |= bit;
                k += 1;
            }
            self.accesses.push(Some(first.wrapping_mul(self.vector as u64).wrapping_mul(self.bytes as u64)));
        }
        (self.filled, self.missing) = (0, 0);
    }
}

/// What it takes when the threads of a block access a tile by a pattern: elements of so many bytes, in vectors of so many.
///
/// # Errors
/// Why that is no access.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::access::{Pattern, judge};
/// let column = judge(&Row::<32, 32>, Pattern::Column, 4, 1)?;
/// assert_eq!((column.wavefronts.taken, column.wavefronts.ideal), (32 * 32, 32));
/// # Ok::<_, lego_core::access::Fault>(())
/// ```
pub fn judge<const R: usize, M>(mapping: &M, pattern: Pattern, bytes: u32, vector: u32) -> Result<Report, Fault>
where
    M: Mapping<Index = [usize; R]>,
{
    if !pattern.suits(&mapping.dims()) {
        return Err(Fault::Pattern);
    }
    let (mut judge, mut walk) = (Judge::new(bytes, vector), pattern.walk(mapping.dims()));
    while let Some(index) = walk.next() {
        judge.take(mapping.apply(index).into());
    }
    judge.report()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: u32, vector: u32, positions: &[Option<usize>]) -> Result<Report, Fault> {
        let mut judge = Judge::new(bytes, vector);
        positions.iter().for_each(|position| judge.take(*position));
        judge.report()
    }

    #[test]
    fn vectors_lie_together_from_a_multiple_on_in_any_order() {
        let of = |positions: [usize; 4]| of(4, 4, &positions.map(Some));
        assert_eq!(of([4, 5, 6, 7]).map(|report| report.wavefronts.taken), Ok(1));
        assert_eq!(of([6, 4, 7, 5]).map(|report| report.wavefronts.taken), Ok(1));
        assert_eq!(of([2, 3, 4, 5]), Err(Fault::Scattered { thread: 0, positions: [2, 4], vector: 4 }));
        assert_eq!(of([4, 5, 6, 6]), Err(Fault::Scattered { thread: 0, positions: [4, 6], vector: 4 }));
        assert_eq!(of([0, 32, 64, 96]), Err(Fault::Scattered { thread: 0, positions: [0, 32], vector: 4 }));
    }

    #[test]
    fn accesses_that_are_none_say_why() {
        for (bytes, vector) in [(3, 1), (32, 1), (0, 1), (4, 0), (4, 3), (8, 4), (u32::MAX, u32::MAX)] {
            assert_eq!(of(bytes, vector, &[Some(0)]), Err(Fault::Width { bytes, vector }));
        }
        assert_eq!(of(4, 2, &[Some(0), Some(1), Some(2)]), Err(Fault::Rest { count: 3, vector: 2 }));
        assert_eq!(of(4, 2, &[None, None, Some(0), None]), Err(Fault::Partial { thread: 1 }));
        assert_eq!(of(4, 2, &[None, None, Some(0), Some(1)]).map(|report| report.requests), Ok(1));
        assert_eq!(of(4, 2, &[None; 4]).map(|report| report.requests), Ok(0));
        assert!(of(16, 1, &[Some(usize::MAX)]).is_ok());
    }
}
