//! Accesses to memory, checked before they touch it.

use super::block::Block;
use super::copies::Copy;
use super::counter::Instruction;
use super::fault::{Access, FaultKind, Space};
use super::memory::Tracked;
use super::number;
use super::shadow::{Stamp, Touch};
use crate::device::host::Site;
use crate::device::operands::{Atomic, Operation};
use lego_machine::limits::WIDEST_ACCESS;
use std::sync::PoisonError;

/// An access to be checked.
#[derive(Clone, Copy)]
struct Check {
    access: Access,
    bytes: usize,
    /// Whether it reads bytes that must have been written.
    reads: bool,
    site: Site,
}

impl Check {
    fn touch(self) -> Touch {
        match self.access {
            Access::Load => Touch::Read,
            Access::ConstantLoad => Touch::ReadConstant,
            Access::Store => Touch::Write,
            Access::Copy if self.reads => Touch::Read,
            Access::Copy => Touch::Pending,
            Access::AtomicLoad => Touch::AtomicRead,
            Access::Atomic => Touch::AtomicWrite,
        }
    }
}

/// What an access of the past did.
fn access_of(touch: Touch) -> Access {
    match touch {
        Touch::Read => Access::Load,
        Touch::ReadConstant => Access::ConstantLoad,
        Touch::Write => Access::Store,
        Touch::Pending => Access::Copy,
        Touch::AtomicRead => Access::AtomicLoad,
        Touch::AtomicWrite => Access::Atomic,
    }
}

fn atomic_check(atomic: Atomic, site: Site) -> Check {
    let (access, reads) = match atomic.operation {
        Operation::LoadAcquire | Operation::LoadRelaxed => (Access::AtomicLoad, true),
        Operation::StoreRelease | Operation::StoreRelaxed | Operation::Exchange => (Access::Atomic, false),
        _ => (Access::Atomic, true),
    };
    Check { access, bytes: number::bytes_of(atomic.kind), reads, site }
}

impl Block {
    /// Where in which allocation an address is, if the access is right; faults are noted.
    fn global(&self, address: usize, check: Check) -> Option<(&Tracked, usize)> {
        let Check { access, bytes, reads, site } = check;
        if !address.is_multiple_of(bytes) {
            self.unaligned(Space::Global, address as u64, check);
            return None;
        }
        let Some((tracked, offset)) = self.grid.memory.find(address, bytes, &self.worker.last_allocation) else {
            let place = self.grid.memory.describe(address);
            self.fail(site, FaultKind::OutOfBounds { space: Space::Global, access, bytes: bytes as u32, place });
            return None;
        };
        self.count_access(Space::Global, address as u64, check);
        if self.grid.options.global_races {
            let number = self.site_number(site);
            let (stamp, me) = (self.stamp(check.touch(), number), self.current.get());
            let race = {
                let order = self.order.borrow();
                let ordered = |earlier: Stamp| {
                    if earlier.block() == self.number { order.in_block(earlier, me) } else { order.across_blocks(me) }
                };
                let mut page = tracked.page(offset).lock().unwrap_or_else(PoisonError::into_inner);
                let cells = page.cells(self.grid_barriers.get());
                cells.touch(offset % super::shadow::Page::BYTES, bytes, stamp, ordered, |_| ())
            };
            if let Some(other) = race {
                self.race(Space::Global, other, check, self.grid.memory.describe(address));
            }
        }
        if reads && !tracked.allocation.is_written(offset, bytes) {
            let place = self.grid.memory.describe(address);
            self.note(site, FaultKind::Uninitialized { space: Space::Global, access, bytes: bytes as u32, place });
        }
        Some((tracked, offset))
    }

    /// Where in the block's memory an offset is, if the access is right; faults are noted.
    fn shared(&self, offset: u32, check: Check) -> Option<usize> {
        let Check { access, bytes, site, .. } = check;
        if !offset.is_multiple_of(bytes as u32) {
            self.unaligned(Space::Shared, offset.into(), check);
            return None;
        }
        let found = self.shared.borrow_mut().find(offset, bytes as u32);
        let Some(at) = found else {
            let place = self.shared.borrow().windows.describe(offset);
            self.fail(site, FaultKind::OutOfBounds { space: Space::Shared, access, bytes: bytes as u32, place });
            return None;
        };
        self.count_access(Space::Shared, at as u64, check);
        let (stamp, me) = (self.stamp(check.touch(), self.site_number(site)), self.current.get());
        let look = {
            let order = self.order.borrow();
            self.shared.borrow_mut().touch(at, bytes, stamp, |earlier| order.in_block(earlier, me))
        };
        let place = || self.shared.borrow().windows.describe(offset);
        if let Some(other) = look.race {
            self.race(Space::Shared, other, check, place());
        }
        if look.unwritten && check.reads {
            let place = place();
            self.note(site, FaultKind::Uninitialized { space: Space::Shared, access, bytes: bytes as u32, place });
        }
        Some(at)
    }

    fn unaligned(&self, space: Space, address: u64, Check { access, bytes, site, .. }: Check) {
        self.fail(site, FaultKind::Unaligned { space, access, bytes: bytes as u32, address });
    }

    fn race(&self, space: Space, other: Stamp, Check { access, site, .. }: Check, place: String) {
        let kind = FaultKind::Race {
            space,
            access,
            other: access_of(other.touch()),
            other_block: self.grid.index(other.block()),
            other_thread: self.grid.threads[other.thread() as usize],
            other_site: self.grid.sites.site(other.site()).into(),
            place,
        };
        self.note(site, kind);
    }

    /// Counts an access for the profile: loads, stores and copies.
    fn count_access(&self, space: Space, address: u64, Check { access, bytes, site, .. }: Check) {
        let access = match access {
            Access::Load | Access::ConstantLoad => Access::Load,
            Access::Store | Access::Copy => access,
            Access::AtomicLoad | Access::Atomic => return,
        };
        self.profiled(|open, counter| {
            let instruction = Instruction { site: self.site_number(site), space, access, bytes: bytes as u32 };
            open.access(counter, self.current.get(), instruction, address);
        });
    }

    pub(super) fn load_global(&self, address: usize, into: &mut [u8], constant: bool, site: Site) {
        let access = if constant { Access::ConstantLoad } else { Access::Load };
        if let Some((tracked, offset)) = self.global(address, Check { access, bytes: into.len(), reads: true, site }) {
            tracked.allocation.read(offset, into);
        }
        self.after_load(address, site);
    }

    /// A thread that loads from one place all the time waits for another to change it, if without an order. It would
    /// wait for ever if no other ran.
    fn after_load(&self, place: usize, site: Site) {
        const PATIENCE: u32 = 1000;
        let repeated = &self.thread().repeated;
        let (last, times) = repeated.get();
        let times = if last == place { times + 1 } else { 0 };
        repeated.set((place, times % PATIENCE));
        if times == PATIENCE {
            self.spin(Some(site));
        }
    }

    pub(super) fn store_global(&self, address: usize, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, bytes: from.len(), reads: false, site };
        if let Some((tracked, offset)) = self.global(address, check) {
            tracked.allocation.write(offset, from);
            self.change();
        }
    }

    pub(super) fn update_global(&self, address: usize, atomic: Atomic, site: Site) -> u64 {
        let Some((tracked, offset)) = self.global(address, atomic_check(atomic, site)) else { return 0 };
        let (old, changed) = tracked.allocation.update(offset, atomic);
        self.after_atomic(address, old, changed, atomic, site);
        old
    }

    /// An atomic that changes nothing, twice in a row, waits for another thread.
    fn after_atomic(&self, address: usize, old: u64, changed: bool, atomic: Atomic, site: Site) {
        let thread = self.thread();
        thread.was_atomic.set(true);
        if atomic.operation == Operation::LoadAcquire {
            self.order.borrow_mut().acquire(self.current.get());
        }
        let stores = matches!(atomic.operation, Operation::StoreRelease | Operation::StoreRelaxed);
        if changed {
            self.change();
        }
        if changed || stores {
            thread.idle_read.set(None);
        } else if thread.idle_read.replace(Some((address, old))) == Some((address, old)) {
            self.spin(Some(site));
        }
    }

    pub(super) fn load_shared(&self, offset: u32, into: &mut [u8], site: Site) {
        let check = Check { access: Access::Load, bytes: into.len(), reads: true, site };
        if let Some(at) = self.shared(offset, check) {
            into.copy_from_slice(self.shared.borrow_mut().bytes(at, into.len()));
        }
        self.after_load(offset as usize, site);
    }

    pub(super) fn store_shared(&self, offset: u32, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, bytes: from.len(), reads: false, site };
        if let Some(at) = self.shared(offset, check) {
            self.shared.borrow_mut().bytes(at, from.len()).copy_from_slice(from);
            self.change();
        }
    }

    pub(super) fn update_shared(&self, offset: u32, atomic: Atomic, site: Site) -> u64 {
        let check = atomic_check(atomic, site);
        let Some(at) = self.shared(offset, check) else { return 0 };
        let (old, new) = {
            let mut shared = self.shared.borrow_mut();
            let place = shared.bytes(at, check.bytes);
            let old = number::from_bytes(place);
            let new = number::updated(old, atomic);
            number::to_bytes(new, place);
            (old, new)
        };
        self.after_atomic(offset as usize, old, old != new, atomic, site);
        old
    }

    pub(super) fn begin_copy(&self, to: u32, from: usize, bytes: usize, site: Site) {
        let check = Check { access: Access::Copy, bytes, reads: true, site };
        if self.global(from, check).is_none() {
            return;
        }
        if let Some(to) = self.shared(to, Check { reads: false, ..check }) {
            self.thread().copies.borrow_mut().begin(Copy { from, to, bytes, site: self.site_number(site) });
        }
    }

    /// The bytes of copies arrive.
    pub(super) fn end_copies(&self, copies: Vec<Copy>) {
        for Copy { from, to, bytes, site } in copies {
            let found = self.grid.memory.find(from, bytes, &self.worker.last_allocation);
            let (tracked, offset) = found.expect("the memory was found when the copy began, and is kept alive");
            let mut element = [0; WIDEST_ACCESS as usize];
            let element = &mut element[..bytes];
            tracked.allocation.read(offset, element);
            let stamp = self.stamp(Touch::Write, site);
            self.shared.borrow_mut().complete(to, element, stamp);
            self.change();
        }
    }
}
