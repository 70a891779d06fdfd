//! Accesses to memory, checked before they touch it.

use super::allocation::Allocation;
use super::block::Block;
use super::cluster::Visit;
use super::copies::Copy;
use super::counter::Instruction;
use super::fault::{Access, FaultKind, Space};
use super::lock::Held;
use super::number;
use super::page::Page;
use super::pieces::{Arriving, Piece};
#[cfg(feature = "half")]
use super::products::Read;
use super::releases::{By, Effect, Scoped};
use super::shared::Shared;
use super::stamp::{Stamp, Touch};
use super::words;
use crate::device::host::Site;
use crate::device::operands::{Atomic, Operation, Scope};
use lego_machine::limits::WIDEST_ACCESS;
use std::cell::RefMut;
use std::ops::Range;

/// An access to be checked.
#[derive(Clone, Copy)]
struct Check {
    access: Access,
    touch: Touch,
    /// Whether it reads bytes that must have been written.
    reads: bool,
    site: Site,
}

/// What is wrong with an access: one that it races with, and whether it reads what nobody wrote.
type Wrong = (Option<Stamp>, bool);

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

/// Global memory that an access reaches, while its page is held.
struct OnGlobal<'a> {
    allocation: &'a Allocation,
    offset: usize,
    page: Held<'a, Option<Box<Page>>>,
}

// What follows is written without closures and iterators: every access does it, also where nothing is optimized.
impl Block {
    /// The memory of an access to so many bytes, a power of two, of global memory, if it is right; faults are noted.
    #[inline]
    fn on_global<const N: usize>(&self, address: usize, check: &Check) -> Option<OnGlobal<'_>> {
        if address & (N - 1) != 0 {
            self.unaligned(Space::Global, address as u64, N, check);
            return None;
        }
        let (grid, site) = (&*self.grid, self.known_site(check.site));
        let Some((tracked, offset)) = grid.memory.find(address, N, &site.last) else {
            self.outside(Space::Global, N, check, &|| grid.memory.describe(address));
            return None;
        };
        if self.is_profiled() {
            self.count_access(Space::Global, address as u64, N, check);
        }
        let mut held = tracked.page(offset).lock();
        let page = match &mut *held {
            Some(page) => page,
            None => Page::open(&mut held),
        };
        page.begin(self.grid_barriers.get());
        let race =
            if grid.options.global_races { page.touch(offset, N, &self.now(check.touch, site.number())) } else { None };
        let allocation = &*tracked.allocation;
        let unwritten = check.reads && !allocation.is_written::<N>(offset);
        if let (None, false) = (race, unwritten) {
            return Some(OnGlobal { allocation, offset, page: held });
        }
        self.note_wrong(Space::Global, N, (race, unwritten), check, &|| grid.memory.describe(address));
        Some(OnGlobal { allocation, offset, page: held })
    }

    /// The block's memory, and where in it an access to so many bytes, a power of two, is, if it is right; faults are noted.
    #[inline]
    fn on_shared<const N: usize>(&self, offset: u32, check: &Check) -> Option<(RefMut<'_, Shared>, usize)> {
        self.on_shared_of::<N>(self, offset, check)
    }

    /// As [`on_shared`](Self::on_shared), of this block or of another of its cluster.
    #[inline(always)]
    fn on_shared_of<'b, const N: usize>(
        &self,
        home: &'b Self,
        offset: u32,
        check: &Check,
    ) -> Option<(RefMut<'b, Shared>, usize)> {
        if offset as usize & (N - 1) != 0 {
            self.unaligned(Space::Shared, offset.into(), N, check);
            return None;
        }
        let site = self.known_site(check.site);
        let mut held = home.shared.borrow_mut();
        let shared = &mut *held;
        let Some(at) = shared.find(offset, N as u32, &site.last) else {
            drop(held);
            self.outside(Space::Shared, N, check, &|| self.place_in(home, &home.shared.borrow(), offset));
            return None;
        };
        // What an access to another block's memory costs is not known.
        if self.is_profiled() && std::ptr::eq(home, self) {
            self.count_access(Space::Shared, at as u64, N, check);
        }
        let race = shared.touch(at, N, &self.now(check.touch, site.number()));
        let unwritten = check.reads && !shared.is_written::<N>(at);
        if let (None, false) = (race, unwritten) {
            return Some((held, at));
        }
        self.note_wrong(Space::Shared, N, (race, unwritten), check, &|| self.place_in(home, shared, offset));
        Some((held, at))
    }

    /// Where an offset lies in the memory of a block, in words.
    fn place_in(&self, home: &Self, shared: &Shared, offset: u32) -> String {
        let mut place = shared.windows.describe(offset);
        if let Some(at) = shared.place(offset)
            && home.mbarriers.try_borrow().is_ok_and(|barriers| barriers.0.contains_key(&at))
        {
            place = format!("{place}, the `Mbarrier` {}", home.named_mbarrier(shared, at));
        }
        if home.number == self.number { place } else { format!("{place}, in block {}", home.index) }
    }

    #[cold]
    fn unaligned(&self, space: Space, address: u64, bytes: usize, &Check { access, site, .. }: &Check) {
        self.fail(site, FaultKind::Unaligned { space, access, bytes: bytes as u32, address });
    }

    #[cold]
    fn outside(&self, space: Space, bytes: usize, &Check { access, site, .. }: &Check, place: &dyn Fn() -> String) {
        let kind = FaultKind::OutOfBounds { space, access, bytes: bytes as u32, place: String::new() };
        self.fail_at(site, kind, place);
    }

    #[cold]
    fn note_wrong(&self, space: Space, bytes: usize, wrong: Wrong, check: &Check, place: &dyn Fn() -> String) {
        let (&Check { access, site, .. }, (race, unwritten)) = (check, wrong);
        if let Some(other) = race {
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
        let is_awaited = race.is_some_and(|other| other.touch() == Touch::PENDING_WRITE);
        if unwritten && !is_awaited {
            let kind = FaultKind::Uninitialized { space, access, bytes: bytes as u32, place: String::new() };
            self.note(site, kind, place);
        }
    }

    /// Counts an access for the profile.
    #[cold]
    fn count_access(&self, space: Space, address: u64, bytes: usize, &Check { access, site, .. }: &Check) {
        let access = match access {
            Access::Load | Access::ConstantLoad => Access::Load,
            Access::Store | Access::Copy | Access::AtomicLoad | Access::Atomic => access,
        };
        self.profiled(|open, counter| {
            let site = self.known_site(site).number();
            let instruction = Instruction { site, space, access, bytes: bytes as u32 };
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
        if let Some(memory) = self.on_global::<N>(address, &check) {
            into.copy_from_slice(&memory.allocation.load::<N>(memory.offset));
        }
    }

    /// A thread that loads from one place all the time waits for another to change it, if without an order. It would
    /// wait for ever if no other ran.
    #[inline]
    fn after_load(&self, place: usize, site: Site) {
        const PATIENCE: u32 = 1000;
        let repeated = &self.thread().repeated;
        let (last, times) = repeated.get();
        if last != place {
            repeated.set((place, 0));
        } else if times + 1 < PATIENCE {
            repeated.set((place, times + 1));
        } else {
            repeated.set((place, 0));
            self.spin(Some(site));
        }
    }

    pub(super) fn store_global(&self, address: usize, from: &[u8], site: Site) {
        sized!(from.len(), self.store_global_sized(address, from, site));
    }

    fn store_global_sized<const N: usize>(&self, address: usize, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, touch: Touch::WRITE, reads: false, site };
        if let Some(memory) = self.on_global::<N>(address, &check) {
            memory.allocation.store(memory.offset, words::array::<N>(from));
            self.changed.set(true);
        }
    }

    pub(super) fn update_global(&self, address: usize, atomic: Atomic, site: Site) -> u64 {
        let released = self.released(atomic);
        let by = self.by(atomic, &released);
        sized!(number::bytes_of(atomic.kind), self.update_global_sized(address, atomic, &by, site))
    }

    fn update_global_sized<const N: usize>(&self, address: usize, atomic: Atomic, by: &By<'_>, site: Site) -> u64 {
        let Some(mut memory) = self.on_global::<N>(address, &atomic_check(atomic, site)) else { return 0 };
        let (old, changed) = memory.allocation.update(memory.offset, atomic);
        let page = memory.page.get_or_insert_default();
        let read = page.releases().atomic(memory.offset, effect(atomic, old), by);
        drop(memory);
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
        if let Some((shared, at)) = self.on_shared::<N>(offset, &check) {
            into.copy_from_slice(&shared.load::<N>(at));
        }
    }

    pub(super) fn store_shared(&self, offset: u32, from: &[u8], site: Site) {
        sized!(from.len(), self.store_shared_sized(offset, from, site));
    }

    fn store_shared_sized<const N: usize>(&self, offset: u32, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, touch: Touch::WRITE, reads: false, site };
        if let Some((mut shared, at)) = self.on_shared::<N>(offset, &check) {
            shared.store(at, words::array::<N>(from));
            self.changed.set(true);
        }
    }

    pub(super) fn update_shared(&self, offset: u32, atomic: Atomic, site: Site) -> u64 {
        let released = self.released(atomic);
        let by = self.by(atomic, &released);
        sized!(number::bytes_of(atomic.kind), self.update_shared_sized(offset, atomic, &by, site))
    }

    fn update_shared_sized<const N: usize>(&self, offset: u32, atomic: Atomic, by: &By<'_>, site: Site) -> u64 {
        let Some((mut shared, at)) = self.on_shared::<N>(offset, &atomic_check(atomic, site)) else { return 0 };
        let old = number::from_bytes(&shared.load::<N>(at));
        let new = number::updated(old, atomic);
        if new != old || number::writes(atomic.operation) {
            let mut bytes = [0; N];
            number::to_bytes(new, &mut bytes);
            shared.store(at, &bytes);
        }
        let read = shared.releases.atomic(at, effect(atomic, old), by);
        drop(shared);
        self.after_atomic(offset as usize, (old, old != new), &read, atomic, site);
        old
    }

    pub(super) fn load_of_peer(&self, offset: u32, rank: u32, into: &mut [u8], site: Site) {
        let check = Check { access: Access::Load, touch: Touch::READ, reads: true, site };
        self.with_peer(rank, Visit::Load, site, |home| sized!(into.len(), self.load_from(home, offset, into, &check)));
        // Places of other blocks are others than those of this one.
        self.after_load((rank as usize + 1) << 32 | offset as usize, site);
    }

    fn load_from<const N: usize>(&self, home: &Self, offset: u32, into: &mut [u8], check: &Check) {
        if let Some((shared, at)) = self.on_shared_of::<N>(home, offset, check) {
            into.copy_from_slice(&shared.load::<N>(at));
            home.note_visit(self, Visit::Load, check.site);
        }
    }

    pub(super) fn store_to_peer(&self, offset: u32, rank: u32, from: &[u8], site: Site) {
        let check = Check { access: Access::Store, touch: Touch::WRITE, reads: false, site };
        self.with_peer(rank, Visit::Store, site, |home| sized!(from.len(), self.store_to(home, offset, from, &check)));
    }

    fn store_to<const N: usize>(&self, home: &Self, offset: u32, from: &[u8], check: &Check) {
        if let Some((mut shared, at)) = self.on_shared_of::<N>(home, offset, check) {
            shared.store(at, words::array::<N>(from));
            home.note_visit(self, Visit::Store, check.site);
            self.changed.set(true);
        }
    }

    /// The place in a block's memory of a barrier of eight bytes that is used now, if the access is right; faults are noted.
    pub(super) fn on_mbarrier(&self, home: &Self, offset: u32, writes: bool, site: Site) -> Option<usize> {
        let access = if writes { Access::Atomic } else { Access::AtomicLoad };
        let check = Check { access, touch: Touch::atomic(writes, true), reads: true, site };
        self.on_shared_of::<8>(home, offset, &check).map(|(_, at)| at)
    }

    /// Where in the block's memory an offset lies; faults are noted.
    pub(super) fn place_of(&self, offset: u32, site: Site) -> Option<u32> {
        let last = &self.known_site(site).last;
        let at = self.shared.borrow_mut().find(offset, 1, last);
        if at.is_none() {
            let check = Check { access: Access::Copy, touch: Touch::PENDING_READ, reads: false, site };
            self.outside(Space::Shared, 1, &check, &|| self.shared.borrow().windows.describe(offset));
        }
        at.map(|at| at as u32)
    }

    /// Begins to read 16 bytes of an operand.
    #[cfg(feature = "half")]
    pub(super) fn begin_read(&self, offset: u32, site: Site) -> Option<Read> {
        let check = Check { access: Access::Copy, touch: Touch::PENDING_READ, reads: true, site };
        let (shared, at) = self.on_shared::<16>(offset, &check)?;
        self.look_for_fences(&shared, (offset, at), 16, site);
        Some(Read { at, site: self.known_site(site).number() })
    }

    /// Operands have been read.
    #[cfg(feature = "half")]
    pub(super) fn end_reads(&self, reads: Vec<Read>) {
        for Read { at, site } in reads {
            self.shared.borrow_mut().end_read(at, 16, &self.now(Touch::READ, site));
        }
    }

    /// Begins to move a piece of a box between a place in a block's shared memory and one in global memory, if there is one.
    pub(super) fn begin_piece(
        &self,
        home: &Self,
        offset: u32,
        global: Option<usize>,
        bytes: usize,
        stores: bool,
        site: Site,
    ) -> Option<Piece> {
        sized!(bytes, self.begin_piece_sized(home, offset, global, stores, site))
    }

    fn begin_piece_sized<const N: usize>(
        &self,
        home: &Self,
        offset: u32,
        global: Option<usize>,
        stores: bool,
        site: Site,
    ) -> Option<Piece> {
        let read = Check { access: Access::Copy, touch: Touch::PENDING_READ, reads: true, site };
        let write = Check { touch: Touch::PENDING_WRITE, reads: false, ..read };
        let (of_global, of_shared) = if stores { (write, read) } else { (read, write) };
        if let Some(address) = global {
            self.on_global::<N>(address, &of_global)?;
        }
        let (memory, shared) = self.on_shared_of::<N>(home, offset, &of_shared)?;
        if stores {
            self.look_for_fences(&memory, (offset, shared), N, site);
        }
        Some(Piece { global, shared, bytes: N, site: self.known_site(site).number() })
    }

    /// What stores of the running thread write between two addresses has been written.
    pub(super) fn end_writes(&self, addresses: Range<usize>, site: u32) {
        let now = self.now(Touch::WRITE, site);
        let mut at = addresses.start;
        while at < addresses.end {
            // The largest access that is aligned, which lies in one page.
            let bytes = 1 << at.trailing_zeros().min((addresses.end - at).ilog2()).min(WIDEST_ACCESS.ilog2());
            let found = self.grid.memory.find(at, bytes, &self.worker.last_copied);
            let (tracked, offset) = found.expect("the memory was found when the store began, and is kept alive");
            let mut page = tracked.page(offset).lock();
            let page = page.get_or_insert_default();
            page.begin(self.grid_barriers.get());
            page.end(offset, bytes, &now);
            at += bytes;
        }
        self.change();
    }

    /// A piece has been moved: to this block's shared memory by a copy; or by a store of the running thread, whose writes stay
    /// in flight until [`end_writes`](Self::end_writes).
    pub(super) fn end_piece(&self, piece: &Piece, loaded: Option<&Arriving>) {
        sized!(piece.bytes, self.end_piece_sized(piece, loaded));
    }

    fn end_piece_sized<const N: usize>(&self, piece: &Piece, loaded: Option<&Arriving>) {
        let mut now = self.now(Touch::READ, piece.site);
        if let Some(&Arriving { block, thread, time: (began, clock), .. }) = loaded {
            // A block's own copies are remembered as of the epoch in which they end.
            let epoch = if block == self.number { now.order.epoch() } else { began };
            now.stamp = Stamp::new(block, thread, epoch, clock, Touch::READ, piece.site);
        }
        let bytes: [u8; N] = self.shared.borrow().load(piece.shared);
        let mut moved = [0; N];
        if let Some(address) = piece.global {
            let found = self.grid.memory.find(address, N, &self.worker.last_copied);
            let (tracked, offset) = found.expect("the memory was found when the copy began, and is kept alive");
            let mut page = tracked.page(offset).lock();
            let page = page.get_or_insert_default();
            page.begin(self.grid_barriers.get());
            if loaded.is_none() {
                tracked.allocation.store(offset, &bytes);
            } else {
                page.end(offset, N, &now);
                moved = tracked.allocation.load::<N>(offset);
            }
        }
        let mut shared = self.shared.borrow_mut();
        if loaded.is_some() {
            shared.end_copy(piece.shared, &moved, &now);
        } else {
            shared.end_read(piece.shared, N, &now);
        }
        drop(shared);
        self.change();
    }

    pub(super) fn begin_copy(&self, to: u32, from: usize, bytes: usize, site: Site) {
        sized!(bytes, self.begin_copy_sized(to, from, site));
    }

    fn begin_copy_sized<const N: usize>(&self, to: u32, from: usize, site: Site) {
        let read = Check { access: Access::Copy, touch: Touch::PENDING_READ, reads: true, site };
        let write = Check { touch: Touch::PENDING_WRITE, reads: false, ..read };
        if self.on_global::<N>(from, &read).is_none() {
            return;
        }
        let to = self.on_shared::<N>(to, &write).map(|(_, at)| at);
        if let Some(to) = to {
            let copy = Copy { from, to, bytes: N, site: self.known_site(site).number() };
            self.own(&self.copies, |copies| copies.begin(copy));
        }
    }

    /// The bytes of copies arrive.
    pub(super) fn end_copies(&self, copies: Vec<Copy>) {
        for copy in copies {
            sized!(copy.bytes, self.end_copy_sized(copy));
        }
    }

    fn end_copy_sized<const N: usize>(&self, Copy { from, to, site, .. }: Copy) {
        let found = self.grid.memory.find(from, N, &self.worker.last_copied);
        let (tracked, offset) = found.expect("the memory was found when the copy began, and is kept alive");
        let now = self.now(Touch::READ, site);
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
