//! Products of warpgroups that a thread has begun and not waited for yet.

use super::copies::Copies;

/// The products of one thread.
#[derive(Default)]
pub(super) struct Products {
    pub(super) fences: u64,
    /// The groups that were ended, and those that were waited for, from the first on.
    pub(super) ended: u64,
    pub(super) waited: u64,
    /// The units of 16 bytes that products under way read.
    pub(super) reads: Copies<Read>,
}

/// A unit of an operand that is read.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) at: usize,
    pub(super) site: u32,
}
