//! Fences between what threads store in shared memory and what the copy engine and the tensor cores read there.
//!
//! These are readers of their own, *proxies*: that a store is ordered before the read is not enough, who stored is to call
//! [`fence_proxy`](crate::device::tensor::fence_proxy) between. What the copy engine itself has brought needs none.

use super::block::Block;
use super::fault::FaultKind;
use super::order::Order;
use super::shared::Shared;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;

impl Block {
    /// What the running thread has stored in shared memory is for all readers.
    pub(super) fn fence_proxies(&self) {
        let (mut order, me) = (self.order.borrow_mut(), self.current.get());
        order.tick(me);
        self.own(&self.proxy_fences, |fences| fences.add(order.epoch(), order.clock(me)));
    }

    /// Looks, as an engine begins to read so many bytes of the block's memory, whether threads that stored there have called the fence.
    pub(super) fn look_for_fences(&self, shared: &Shared, (offset, at): (u32, usize), bytes: usize, site: Site) {
        let order = self.order.borrow();
        let unfenced = shared.find_write(at, bytes, &|stamp| !self.is_fenced(&order, stamp));
        if let Some(stamp) = unfenced {
            let kind = FaultKind::Unfenced {
                other_thread: self.grid.threads[stamp.thread() as usize],
                other_site: self.grid.sites.site(stamp.site()).into(),
                place: String::new(),
            };
            self.note(site, kind, || shared.windows.describe(offset));
        }
    }

    /// Whether an engine may read for the running thread what was written so; of another block's writes that is not known.
    fn is_fenced(&self, order: &Order, write: Stamp) -> bool {
        let is_others = write.block() != self.number || write.touch().is_pending();
        if is_others || self.worker.engine_sites.borrow().contains(&write.site()) {
            return true;
        }
        let fence = self.proxy_fences.with(write.thread(), self.count(), |fences| fences.first_behind(write.clock));
        let is_known = |(epoch, clock)| {
            let fence = Stamp::new(self.number, write.thread(), epoch, clock, Touch::WRITE, 0);
            order.is_before(fence, self.current.get())
        };
        fence.is_some_and(is_known)
    }
}
