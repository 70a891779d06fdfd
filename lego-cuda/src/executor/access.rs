//! Accesses to memory, checked before they touch it.

use super::allocation::Allocation;
use super::block::Block;
use super::copies::Copy;
use super::counter::Instruction;
use super::fault::{Access, FaultKind, Space};
use super::number;
use super::page::Page;
use super::releases::{By, Effect, Scoped};
use super::shadow::Now;
use super::shared::Shared;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;
use crate::device::operands::{Atomic, Operation, Scope};

/// An access to be checked.
#[derive(Clone, Copy)]
struct Check {
    access: Access,
    touch: Touch,
    /// Whether it reads bytes that must have been written.
    reads: bool,
    site: Site,
}

/// What was wrong with an access that has happened.
#[derive(Default)]
struct Wrong {
    /// An access that it races with.
    race: Option<Stamp>,
    /// Whether it read what nobody wrote.
    unwritten: bool,
}

/// What an access of the past did.
fn access_of(touch: Touch) -> Access {
    match (touch.is_pending(), touch.is_atomic(), touch.writes()) {
        (true, ..) => Access::Copy,
        (_, true, true) => Access::Atomic,
        (_, true, false) => Access::AtomicLoad,
        (_, _, true) => Access::Store,
        _ if touch.is_constant_read() => Access::ConstantLoad,
        _ => Access::Load,
    }
}

fn is_wide(atomic: Atomic) -> bool {
    atomic.scope != Scope::Block
}

fn atomic_check(atomic: Atomic, site: Site) -> Check {
    let (access, reads) = match atomic.operation {
        Operation::LoadAcquire | Operation::LoadRelaxed => (Access::AtomicLoad, true),
        Operation::StoreRelease | Operation::StoreRelaxed | Operation::Exchange => (Access::Atomic, false),
        _ => (Access::Atomic, true),
    };
    Check { access, touch: Touch::atomic(access == Access::Atomic, is_wide(atomic)), reads, site }
}

/// Calls a function of a number of bytes that an instruction moves.
macro_rules! sized {
    ($bytes:expr, $self:ident.$method:ident($($argument:expr),*)) => {
        match $bytes {
            1 => $self.$method::<1>($($argument),*),
            2 => $self.$method::<2>($($argument),*),
            4 => $self.$method::<4>($($argument),*),
            8 => $self.$method::<8>($($argument),*),
            _ => $self.$method::<16>($($argument),*),
        }
    };
}

impl Block {
    /// Does something with so many bytes of global memory, if the access is right; faults are noted.
    #[inline]
    fn on_global<const N: usize, R>(
        &self,
        address: usize,
        check: Check,
        act: impl FnOnce(&Allocation, usize, &mut Page) -> R,
    ) -> Option<R> {
        if !address.is_multiple_of(N) {
            self.unaligned(Space::Global, address as u64, N, check);
            return None;
        }
        let Some((tracked, offset)) = self.grid.memory.find(address, N, self.worker.last_allocations.at(check.site))
        else {
            self.outside(Space::Global, N, check, || self.grid.memory.describe(address));
            return None;
        };
        self.count_access(Space::Global, address as u64, N, check);
        let mut wrong = Wrong::default();
        let done = {
            let order = self.order.borrow();
            let now = Now { stamp: self.stamp(&order, check.touch, self.site_number(check.site)), order: &order };
            let mut page = tracked.page(offset).lock();
            let page = match &mut *page {
                Some(page) => page,
                None => Page::open(&mut page),
            };
            page.begin(self.grid_barriers.get());
            if self.grid.options.global_races {
                wrong.race = page.touch(offset, N, &now);
            }
            wrong.unwritten = check.reads && !tracked.allocation.is_written::<N>(offset);
            act(&tracked.allocation, offset, page)
        };
        if wrong.race.is_some() || wrong.unwritten {
            self.note_wrong(Space::Global, N, wrong, check, &|| self.grid.memory.describe(address));
        }
        Some(done)
    }

    /// Does something with so many bytes of the block's memory, if the access is right; faults are noted.
    #[inline]
    fn on_shared<const N: usize, R>(
        &self,
        offset: u32,
        check: Check,
        act: impl FnOnce(&mut Shared, usize) -> R,
    ) -> Option<R> {
        if !offset.is_multiple_of(N as u32) {
            self.unaligned(Space::Shared, offset.into(), N, check);
            return None;
        }
        let mut shared = self.shared.borrow_mut();
        let Some(at) = shared.find(offset, N as u32) else {
            drop(shared);
            self.outside(Space::Shared, N, check, || self.shared.borrow().windows.describe(offset));
            return None;
        };
        self.count_access(Space::Shared, at as u64, N, check);
        let order = self.order.borrow();
        let stamp = self.stamp(&order, check.touch, self.site_number(check.site));
        let race = shared.touch(at, N, &Now { stamp, order: &order });
        drop(order);
        let wrong = Wrong { race, unwritten: check.reads && !shared.is_written::<N>(at) };
        let done = act(&mut shared, at);
        if wrong.race.is_some() || wrong.unwritten {
            drop(shared);
            self.note_wrong(Space::Shared, N, wrong, check, &|| self.shared.borrow().windows.describe(offset));
        }
        Some(done)
    }

    #[cold]
    fn unaligned(&self, space: Space, address: u64, bytes: usize, Check { access, site, .. }: Check) {
        self.fail(site, FaultKind::Unaligned { space, access, bytes: bytes as u32, address });
    }

    #[cold]
    fn outside(&self, space: Space, bytes: usize, Check { access, site, .. }: Check, place: impl FnOnce() -> String) {
        let kind = FaultKind::OutOfBounds { space, access, bytes: bytes as u32, place: String::new() };
        self.fail_at(site, kind, place);
    }

    #[cold]
    fn note_wrong(&self, space: Space, bytes: usize, wrong: Wrong, check: Check, place: &dyn Fn() -> String) {
        let Check { access, site, .. } = check;
        if let Some(other) = wrong.race {
            let kind = FaultKind::Race {
                space,
                access,
                other: access_of(other.touch()),
                other_block: self.grid.index(other.block()),
                other_thread: self.grid.threads[other.thread() as usize],
                other_site: self.grid.sites.site(other.site()).into(),
                place: String::new(),
            };
            self.note(site, kind, place);
        }
        // What a copy has not written yet is said once.
        let is_awaited = wrong.race.is_some_and(|other| other.touch() == Touch::PENDING_WRITE);
        if wrong.unwritten && !is_awaited {
            let kind = FaultKind::Uninitialized { space, access, bytes: bytes as u32, place: String::new() };
            self.note(site, kind, place);
        }
    }

    /// Counts an access for the profile, if there is one.
    #[inline(always)]
    fn count_access(&self, space: Space, address: u64, bytes: usize, check: Check) {
        if self.is_profiled() {
            self.count_profiled(space, address, bytes, check);
        }
    }

    fn count_profiled(&self, space: Space, address: u64, bytes: usize, Check { access, site, .. }: Check) {
        let access = match access {
            Access::Load | Access::ConstantLoad => Access::Load,
            Access::Store | Access::Copy | Access::AtomicLoad | Access::Atomic => access,
        };
        self.profiled(|open, counter| {
            let instruction = Instruction { site: self.site_number(site), space, access, bytes: bytes as u32 };
            open.access(counter, self.current.get(), instruction, address);
        });
    }

    pub(super) fn load_global(&self, address: usize, into: &mut [u8], constant: bool, site: Site) {
        sized!(into.len(), self.load_global_sized(address, into, constant, site));
        self.after_load(address, site);
    }

    fn load_global_sized<const N: usize>(&self, address: usize, into: &mut [u8], constant: bool, site: Site) {
        let (access, touch) =
            if constant { (Access::ConstantLoad, Touch::CONSTANT_READ) } else { (Access::Load, Touch::READ) };
        let check = Check { access, touch, reads: true, site };
        let loaded = self.on_global::<N, _>(address, check, |allocation, offset, _| allocation.load::<N>(offset));
        if let (Some(loaded), Some(into)) = (loaded, into.first_chunk_mut::<N>()) {
            *into = loaded;
        }
    }

    /// A thread that loads from one place all the time waits for another to change it, if without an order. It would
    /// wait for ever if no other ran.
    #[inline]
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
        sized!(from.len(), self.store_global_sized(address, from, site));
    }

    fn store_global_sized<const N: usize>(&self, address: usize, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, touch: Touch::WRITE, reads: false, site };
        let from = from.first_chunk::<N>().expect("as many bytes as the access has");
        if self.on_global::<N, _>(address, check, |allocation, offset, _| allocation.store(offset, from)).is_some() {
            self.change();
        }
    }

    pub(super) fn update_global(&self, address: usize, atomic: Atomic, site: Site) -> u64 {
        let released = self.released(atomic);
        let by = self.by(atomic, &released);
        sized!(number::bytes_of(atomic.kind), self.update_global_sized(address, atomic, &by, site))
    }

    fn update_global_sized<const N: usize>(&self, address: usize, atomic: Atomic, by: &By<'_>, site: Site) -> u64 {
        let updated = self.on_global::<N, _>(address, atomic_check(atomic, site), |allocation, offset, page| {
            let (old, changed) = allocation.update(offset, atomic);
            (old, changed, page.releases().atomic(offset, effect(atomic, old), by))
        });
        let Some((old, changed, read)) = updated else { return 0 };
        self.after_atomic(address, (old, changed), &read, atomic, site);
        old
    }

    /// What the running thread has released by fences before an atomic, and by the atomic itself.
    #[inline]
    fn released(&self, atomic: Atomic) -> Scoped {
        let (order, me) = (self.order.borrow(), self.current.get());
        match atomic.operation {
            Operation::StoreRelease => Scoped::all(order.snapshot(me)),
            Operation::LoadAcquire | Operation::LoadRelaxed => Scoped::default(),
            _ => order.fenced(me),
        }
    }

    fn by<'a>(&self, atomic: Atomic, released: &'a Scoped) -> By<'a> {
        By { block: self.number, thread: self.current.get(), wide: is_wide(atomic), released }
    }

    /// The thread learns what an atomic read. An atomic that changes nothing, twice in a row, waits for another thread.
    #[inline]
    fn after_atomic(&self, address: usize, (old, changed): (u64, bool), read: &Scoped, atomic: Atomic, site: Site) {
        let (thread, me) = (self.thread(), self.current.get());
        match atomic.operation {
            Operation::StoreRelease => self.order.borrow_mut().tick(me),
            _ if read.is_none() => {}
            Operation::LoadAcquire => self.order.borrow_mut().acquire(me, &read.wide),
            _ => self.order.borrow_mut().read(me, read),
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
        sized!(into.len(), self.load_shared_sized(offset, into, site));
        self.after_load(offset as usize, site);
    }

    fn load_shared_sized<const N: usize>(&self, offset: u32, into: &mut [u8], site: Site) {
        let check = Check { access: Access::Load, touch: Touch::READ, reads: true, site };
        let loaded = self.on_shared::<N, _>(offset, check, |shared, at| shared.load::<N>(at));
        if let (Some(loaded), Some(into)) = (loaded, into.first_chunk_mut::<N>()) {
            *into = loaded;
        }
    }

    pub(super) fn store_shared(&self, offset: u32, from: &[u8], site: Site) {
        sized!(from.len(), self.store_shared_sized(offset, from, site));
    }

    fn store_shared_sized<const N: usize>(&self, offset: u32, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, touch: Touch::WRITE, reads: false, site };
        let from = from.first_chunk::<N>().expect("as many bytes as the access has");
        if self.on_shared::<N, _>(offset, check, |shared, at| shared.store(at, from)).is_some() {
            self.change();
        }
    }

    pub(super) fn update_shared(&self, offset: u32, atomic: Atomic, site: Site) -> u64 {
        let released = self.released(atomic);
        let by = self.by(atomic, &released);
        sized!(number::bytes_of(atomic.kind), self.update_shared_sized(offset, atomic, &by, site))
    }

    fn update_shared_sized<const N: usize>(&self, offset: u32, atomic: Atomic, by: &By<'_>, site: Site) -> u64 {
        let updated = self.on_shared::<N, _>(offset, atomic_check(atomic, site), |shared, at| {
            let old = number::from_bytes(&shared.load::<N>(at));
            let new = number::updated(old, atomic);
            if new != old || number::writes(atomic.operation) {
                let mut bytes = [0; N];
                number::to_bytes(new, &mut bytes);
                shared.store(at, &bytes);
            }
            (old, old != new, shared.releases.atomic(at, effect(atomic, old), by))
        });
        let Some((old, changed, read)) = updated else { return 0 };
        self.after_atomic(offset as usize, (old, changed), &read, atomic, site);
        old
    }

    pub(super) fn begin_copy(&self, to: u32, from: usize, bytes: usize, site: Site) {
        sized!(bytes, self.begin_copy_sized(to, from, site));
    }

    fn begin_copy_sized<const N: usize>(&self, to: u32, from: usize, site: Site) {
        let read = Check { access: Access::Copy, touch: Touch::PENDING_READ, reads: true, site };
        let write = Check { touch: Touch::PENDING_WRITE, reads: false, ..read };
        if self.on_global::<N, _>(from, read, |_, _, _| ()).is_none() {
            return;
        }
        if let Some(to) = self.on_shared::<N, _>(to, write, |_, at| at) {
            let copy = Copy { from, to, bytes: N, site: self.site_number(site) };
            self.with_copies(|copies| copies.begin(copy));
        }
    }

    /// The bytes of copies arrive.
    pub(super) fn end_copies(&self, copies: Vec<Copy>) {
        for copy in copies {
            sized!(copy.bytes, self.end_copy_sized(copy));
        }
    }

    fn end_copy_sized<const N: usize>(&self, Copy { from, to, site, .. }: Copy) {
        let found = self.grid.memory.find(from, N, self.worker.last_allocations.of_copies());
        let (tracked, offset) = found.expect("the memory was found when the copy began, and is kept alive");
        let order = self.order.borrow();
        let now = Now { stamp: self.stamp(&order, Touch::READ, site), order: &order };
        let bytes = {
            let mut page = tracked.page(offset).lock();
            let page = page.get_or_insert_default();
            page.begin(self.grid_barriers.get());
            page.end(offset, N, &now);
            tracked.allocation.load::<N>(offset)
        };
        self.shared.borrow_mut().end_copy(to, &bytes, &now);
        self.change();
    }
}

/// What an atomic does to a place where it found a value.
fn effect(atomic: Atomic, old: u64) -> Effect {
    match atomic.operation {
        Operation::LoadAcquire | Operation::LoadRelaxed => Effect::Reads,
        Operation::StoreRelease => Effect::Stores { releases: true },
        Operation::StoreRelaxed => Effect::Stores { releases: false },
        Operation::CompareExchange if old != atomic.expected => Effect::Reads,
        _ => Effect::Updates,
    }
}
