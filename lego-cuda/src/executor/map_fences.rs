//! What a block does with tensor maps in global memory: it fences for one, and copies by it.

use super::block::Block;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;

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
