//! Tensor maps in global memory, which the copy engine sees as a host wrote them only behind a fence of the block.
//!
//! The engine has a cache of its own for maps, in which another one of the same address may be left from a launch before: so each block
//! fences for each map, `fence.proxy.tensormap::generic.acquire` (PTX ISA 9.2, 9.7.13.4), before it copies by it.

use super::block::Block;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;
use std::collections::HashMap;

/// For each map, by its address, the first fence of each thread that has called one.
#[derive(Default)]
pub(super) struct AcquiredMaps(HashMap<u64, Vec<Stamp>>);

impl AcquiredMaps {
    /// Notes a fence. Of one thread the first is enough: who knows of a later one knows of it.
    fn add(&mut self, map: u64, fence: Stamp) {
        let fences = self.0.entry(map).or_default();
        if fences.iter().all(|other| other.thread() != fence.thread()) {
            fences.push(fence);
        }
    }

    fn of(&self, map: u64) -> &[Stamp] {
        self.0.get(&map).map_or(&[], Vec::as_slice)
    }
}

impl Block {
    /// The running thread lets the copy engine see a map.
    pub(super) fn acquire_map(&self, map: u64) {
        let (mut order, me) = (self.order.borrow_mut(), self.current.get());
        order.tick(me);
        let fence = Stamp::new(self.number, me, order.epoch(), order.clock(me), Touch::WRITE, 0);
        self.acquired_maps.borrow_mut().add(map, fence);
    }

    /// The running thread copies by a map: it has called the fence, or has met a thread that did.
    pub(super) fn use_map(&self, map: u64, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let what = {
            let (order, acquired) = (self.order.borrow(), self.acquired_maps.borrow());
            match acquired.of(map) {
                [] => "nobody of the block has called its `acquire`".to_owned(),
                fences if fences.iter().any(|fence| order.is_before(*fence, self.current.get())) => return,
                [fence, ..] => {
                    let thread = self.grid.threads[fence.thread() as usize];
                    format!("thread {thread} has called its `acquire`, and this one has not met it since")
                }
            }
        };
        self.misuse(
            site,
            format!("a box is copied by a map in global memory that the copy engine may have another of: {what}"),
        );
    }
}
