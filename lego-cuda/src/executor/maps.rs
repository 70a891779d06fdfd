//! The fences behind which the copy engine sees tensor maps in global memory as a host wrote them.
//!
//! The engine has a cache of its own for maps, in which another one of the same address may be left from a launch before: so each block
//! fences for each map, `fence.proxy.tensormap::generic.acquire` (PTX ISA 9.2, 9.7.13.4), before it copies by it.

use super::stamp::Stamp;
use std::collections::HashMap;

/// For each map, by its address, the first fence of each thread that has called one.
#[derive(Default)]
pub(super) struct AcquiredMaps(HashMap<u64, Vec<Stamp>>);

impl AcquiredMaps {
    /// Notes a fence. Of one thread the first is enough: who knows of a later one knows of it.
    pub(super) fn add(&mut self, map: u64, fence: Stamp) {
        let fences = self.0.entry(map).or_default();
        if fences.iter().all(|other| other.thread() != fence.thread()) {
            fences.push(fence);
        }
    }

    pub(super) fn of(&self, map: u64) -> &[Stamp] {
        self.0.get(&map).map_or(&[], Vec::as_slice)
    }
}
