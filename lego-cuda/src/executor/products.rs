//! Products of warpgroups that a thread has begun and not waited for yet.

use super::copies::Copies;
use crate::device::host::Site;

/// The products of one thread.
#[derive(Default)]
pub(super) struct Products {
    pub(super) fences: u64,
    /// The groups that were ended, and those that were waited for, from the first on.
    pub(super) ended: u64,
    pub(super) waited: u64,
    /// The units of 16 bytes that products under way read.
    pub(super) reads: Copies<Read>,
    /// The time of registers at the last fence.
    pub(super) fenced: u64,
    /// The left operands in registers that products under way read.
    pub(super) registers: Vec<RegisterRead>,
}

/// A left operand in registers that is read.
#[derive(Clone, Copy)]
pub(super) struct RegisterRead {
    /// Where the product is called, and the number of the set of registers: the same of both are the same registers.
    pub(super) site: Site,
    pub(super) set: u64,
    /// The operand.
    pub(super) words: [u32; 4],
    pub(super) time: u64,
    /// The fences before the product, and the number of its group.
    pub(super) fences: u64,
    pub(super) group: u64,
}

impl RegisterRead {
    /// Whether the registers of an earlier product, which is under way, must be set for this one. Products without a fence in between
    /// have registers of their own, even if one call stands for all: a loop over them is unrolled.
    pub(super) fn reuses(&self, earlier: &Self) -> bool {
        (self.site, self.set) == (earlier.site, earlier.set)
            && self.fences > earlier.fences
            && (self.words, self.time) != (earlier.words, earlier.time)
    }
}

/// A unit of an operand that is read.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) at: usize,
    pub(super) site: u32,
}
