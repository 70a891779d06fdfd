//! The copy engine: boxes of tensors, piece by piece.
//!
//! The bytes of a box that is loaded arrive at the latest moment that the hardware may choose: when all threads have arrived at the phase
//! of its barrier, and one waits for its end. What a store reads of shared memory it reads when its thread waits for the reads
//! of its group. What it writes nobody may read or write before the thread has waited for the writes.

use super::block::Block;
use super::cluster::Visit;
use super::fault::FaultKind;
use super::pieces::Arriving;
use super::stores::{self, StoredBox, Stores, Written};
use crate::device::host::Site;
use crate::device::tensor::{MOST_AXES, TensorDescription, TensorWords};
use std::ops::Range;

impl Block {
    /// Begins to load a box into the memory of the blocks of some ranks.
    pub(super) fn load_box(
        &self,
        map: &TensorWords,
        index: &[u32; MOST_AXES],
        to: u32,
        barrier: u32,
        ranks: Range<u32>,
        site: Site,
    ) {
        let tensor = TensorDescription::from_words(map);
        let number = self.known_site(site).number();
        if !self.worker.engine_sites.borrow().contains(&number) {
            self.worker.engine_sites.borrow_mut().push(number);
        }
        for rank in ranks {
            self.with_peer(rank, Visit::Copy, site, |home| self.load_box_into(home, &tensor, index, to, barrier, site));
        }
        // What the thread does from now on comes later.
        self.order.borrow_mut().tick(self.current.get());
    }

    fn load_box_into(
        &self,
        home: &Self,
        tensor: &TensorDescription,
        index: &[u32; MOST_AXES],
        to: u32,
        barrier: u32,
        site: Site,
    ) {
        let Some(place) = self.known_mbarrier(home, barrier, true, site) else { return };
        if !home.mbarriers.borrow().0[&place].is_known {
            let what = format!(
                "the copy engine does not know the `Mbarrier`: who made it calls `mbarrier::fence_init`{}",
                self.which(home, place)
            );
            return self.misuse(site, what);
        }
        let mut pieces = Vec::new();
        self.each_piece(tensor, index, to, site, &mut |shared, global, bytes| {
            pieces.extend(self.begin_piece(home, shared, global, bytes, false, site));
        });
        let thread = self.current.get();
        let time = {
            let order = self.order.borrow();
            (order.epoch(), order.clock(thread))
        };
        let bytes = tensor.boxed.iter().product::<u32>() * tensor.element;
        home.bring(place, Arriving { pieces, bytes, block: self.number, thread, time });
        self.change();
    }

    pub(super) fn store_box(&self, map: &TensorWords, index: &[u32; MOST_AXES], from: u32, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let tensor = TensorDescription::from_words(map);
        if let Some(axis) = index.iter().position(|at| (*at as i32) < 0) {
            let at = index[axis] as i32;
            return self.misuse(site, format!(
                "a box is stored from {at} on along axis {axis} of its map, the innermost of which is 0: a GPU calls the instruction illegal where an \
                 index is below 0, and takes it of loads alone"
            ));
        }
        let mut pieces = Vec::new();
        self.each_piece(&tensor, index, from, site, &mut |shared, global, bytes| {
            if global.is_some() {
                pieces.extend(self.begin_piece(self, shared, global, bytes, true, site));
            }
        });
        self.own(&self.stores, |stores| stores.begin(StoredBox { pieces, site }));
    }

    /// Calls a function with the offset in shared memory, the address, and the bytes of each piece of a box.
    fn each_piece(
        &self,
        tensor: &TensorDescription,
        index: &[u32; MOST_AXES],
        at: u32,
        site: Site,
        visit: &mut dyn FnMut(u32, Option<usize>, usize),
    ) {
        let &TensorDescription { address, element, extents, strides, boxed, swizzle, .. } = tensor;
        let Some(first) = self.place_of(at, site) else { return };
        let multiple = swizzle.period().max(128);
        if !first.is_multiple_of(multiple) {
            return self
                .misuse(site, format!("a box begins at {first} of shared memory, and {multiple} is to divide that"));
        }
        let unit = 16 / element;
        if !index[0].is_multiple_of(unit) {
            let (at, bytes) = (index[0] as i32, element);
            return self.misuse(site, format!(
                "a box begins at {at} along its innermost axis, of elements of {bytes} bytes, and 16 is to divide their product: a GPU calls the \
                 instruction illegal"
            ));
        }
        // Where along an axis the tensor has an element.
        let inside = |axis: usize, step: u32| {
            let at = i64::from(index[axis] as i32) + i64::from(step);
            u64::try_from(at).ok().filter(|at| *at < extents[axis])
        };
        let rows: u32 = boxed[1..].iter().product();
        for row in 0..rows {
            let (mut rest, mut start) = (row, Some(address));
            for axis in 1..MOST_AXES {
                let step = rest % boxed[axis];
                rest /= boxed[axis];
                start = start.and_then(|start| Some(start + strides[axis] * inside(axis, step)?));
            }
            for first_of_unit in (0..boxed[0]).step_by(unit as usize) {
                let linear = (row * boxed[0] + first_of_unit) * element;
                let offset = at.wrapping_add(swizzle.apply(first + linear).wrapping_sub(first));
                let address_of =
                    |step| start.and_then(|start| Some((start + inside(0, step)? * u64::from(element)) as usize));
                let (low, high) = (address_of(first_of_unit), address_of(first_of_unit + unit - 1));
                match (low, high) {
                    (Some(low), Some(_)) if low.is_multiple_of(16) => visit(offset, Some(low), 16),
                    (None, None) if start.is_none() => visit(offset, None, 16),
                    _ => (0..unit).for_each(|step| {
                        visit(offset + step * element, address_of(first_of_unit + step), element as usize);
                    }),
                }
            }
        }
    }

    /// The bytes of boxes arrive.
    pub(super) fn end_loads(&self, arriving: &[Arriving]) {
        for copy in arriving {
            copy.pieces.iter().for_each(|piece| self.end_piece(piece, Some(copy)));
        }
    }

    /// Waits until TMA has read all but `pending` groups of the running thread from shared memory.
    pub(super) fn wait_for_reads(&self, pending: u32) {
        while let Some(group) = self.own(&self.stores, |stores| stores.next_read(pending)) {
            let written = group.iter().map(|stored| self.read_box(stored)).collect();
            self.own(&self.stores, |stores| stores.note_read(written));
        }
    }

    /// Waits until TMA has written all but `pending` groups of the running thread to global memory.
    pub(super) fn wait_for_stores(&self, pending: u32) {
        self.wait_for_reads(pending);
        for Written { addresses, site } in self.own(&self.stores, |stores| stores.take_written(pending)) {
            addresses.into_iter().for_each(|range| self.end_writes(range, site));
        }
    }

    /// TMA has read a box of the running thread. Its bytes are then in global memory, but nobody may rely on that before
    /// the thread has waited for the writes: until then every access to them is a race.
    fn read_box(&self, stored: &StoredBox) -> Written {
        stored.pieces.iter().for_each(|piece| self.end_piece(piece, None));
        Written { addresses: stores::ranges(&stored.pieces), site: self.known_site(stored.site).number() }
    }

    /// The running thread ends. The block's shared memory goes to another block as soon as the block has ended, and no other
    /// thread can wait for what TMA still reads there.
    pub(super) fn leave_stores(&self) {
        let (committed, open) = self.own(&self.stores, Stores::take_unread);
        let first = committed.first().map(|stored| (stored.site, true));
        if let Some((site, is_committed)) = first.or(open.first().map(|stored| (stored.site, false)))
            && !self.failing.get()
        {
            let cure = if is_committed {
                "a thread that stores calls `tensor::wait_read::<0>` before it ends"
            } else {
                "the store is in no group: `tensor::commit` ends one, and `tensor::wait_read::<0>` waits for it"
            };
            let what = format!(
                "the thread ends while TMA may still read this box in shared memory, which another block may get: {cure}"
            );
            self.note(site, FaultKind::Misuse { what }, String::new);
        }
        committed.iter().chain(&open).for_each(|stored| drop(self.read_box(stored)));
    }
}
