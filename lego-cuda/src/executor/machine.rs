//! Blocks as machines: the primitives of a kernel, executed for the thread that runs.

use super::block::Block;
use super::cluster::Visit;
use super::collective::Collective;
use super::copies::Copies;
use super::fault::FaultKind;
use super::stores::Stores;
use super::traces::Trace;
use crate::device::host::{Machine, Site};
use crate::device::operands::{
    Atomic, Cache, Dim3, Kind, LaneWords, Operation, Reduction, Scope, Shuffle, Tile, Vote, WarpWords,
};
use crate::device::tensor::{MOST_AXES, TensorWords};
#[cfg(feature = "half")]
use crate::device::wgmma::{Product, SumsUse};
use crate::launch::Elements;
use lego_machine::limits::{STATIC_SHARED_PER_BLOCK, WARP};
#[cfg(feature = "half")]
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::PoisonError;

impl Machine for Block {
    fn thread_idx(&self) -> Dim3 {
        self.grid.threads[self.current.get() as usize]
    }

    fn block_idx(&self) -> Dim3 {
        self.index
    }

    fn block_dim(&self) -> Dim3 {
        self.grid.block
    }

    fn grid_dim(&self) -> Dim3 {
        self.grid.extents
    }

    fn barrier(&self, id: u32, threads: Option<u32>, site: Site) {
        self.at_barrier(id, threads, true, site);
    }

    fn barrier_arrive(&self, id: u32, threads: u32, site: Site) {
        self.at_barrier(id, Some(threads), false, site);
    }

    unsafe fn barrier_grid(&self, counter: *mut u32, site: Site) {
        // On a GPU the threads count in it; here it is looked at only, which finds an address or a value that is wrong.
        let read =
            Atomic { operation: Operation::LoadRelaxed, kind: Kind::U32, value: 0, expected: 0, scope: Scope::Gpu };
        let value = self.update_global(counter.addr(), read, site) as u32;
        if value << 1 != 0 {
            self.misuse(site, format!("the counter of `sync_grid` holds {value}: it is to be 0 before the launch"));
        }
        self.thread().idle_read.set(None);
        self.at_grid_barrier(site);
    }

    fn barrier_warp(&self, mask: u32, site: Site) {
        self.together(Collective::Sync, mask, 0, site);
    }

    fn cluster_blocks(&self) -> u32 {
        self.grid.cluster
    }

    fn cluster_rank(&self) -> u32 {
        self.rank()
    }

    fn barrier_cluster(&self, orders: bool, site: Site) {
        self.at_cluster_barrier(orders, site);
    }

    fn fence(&self, scope: Scope) {
        self.order.borrow_mut().fence(self.current.get(), scope != Scope::Block);
    }

    fn shuffle(&self, shuffle: Shuffle, value: u32, site: Site) -> u32 {
        self.together(Collective::Shuffle(shuffle), shuffle.mask, value, site)
    }

    fn vote(&self, vote: Vote, mask: u32, predicate: bool, site: Site) -> u32 {
        self.together(Collective::Vote(vote), mask, predicate.into(), site)
    }

    fn match_any(&self, mask: u32, value: u32, site: Site) -> u32 {
        self.together(Collective::Match, mask, value, site)
    }

    fn reduce(&self, reduction: Reduction, mask: u32, value: u32, site: Site) -> u32 {
        self.together(Collective::Reduce(reduction), mask, value, site)
    }

    fn gather(&self, instruction: &'static str, words: LaneWords, site: Site) -> Rc<WarpWords> {
        self.gather_words(instruction, words, site)
    }

    fn active_mask(&self) -> u32 {
        // Threads run one after the other.
        1 << (self.current.get() % WARP)
    }

    unsafe fn global_load(&self, from: *const u8, into: &mut [u8], cache: Cache, site: Site) {
        let constant = matches!(cache, Cache::ReadOnly | Cache::ReadOnlyOnce);
        self.load_global(from.addr(), into, constant, site);
    }

    unsafe fn global_store(&self, to: *mut u8, from: &[u8], _: Cache, site: Site) {
        self.store_global(to.addr(), from, site);
    }

    unsafe fn global_atomic(&self, at: *mut u8, atomic: Atomic, site: Site) -> u64 {
        self.update_global(at.addr(), atomic, site)
    }

    fn shared_tile(&self, tile: &'static Tile) -> u32 {
        let offset = self.shared.borrow_mut().windows.asked(tile, STATIC_SHARED_PER_BLOCK);
        if self.cluster.is_some() {
            // It is at the same place in all blocks of a cluster; where there is no room, that is said below.
            self.each_other(|other| {
                let _same = other.shared.borrow_mut().windows.asked(tile, STATIC_SHARED_PER_BLOCK);
            });
        }
        offset.unwrap_or_else(|bytes| {
            panic!(
                "with tile `{}` the kernel has {bytes} bytes of static shared memory, and {STATIC_SHARED_PER_BLOCK} are possible: \
                 make it dynamic",
                tile.name
            )
        })
    }

    fn shared_dynamic(&self) -> (u32, u32) {
        self.shared.borrow().windows.dynamic()
    }

    fn shared_placed(&self, offset: u32, bytes: u32) -> u32 {
        let found = self.shared.borrow().windows.placed(offset, bytes);
        found.unwrap_or_else(|| panic!("the launch placed no tile of {bytes} bytes at {offset} of its shared memory"))
    }

    fn shared_elements(&self, offset: u32, elements: fn() -> Arc<dyn Elements>) {
        // All threads are launched with the same tiles.
        if self.current.get() == 0 {
            self.shared.borrow_mut().windows.know(offset, elements);
        }
    }

    fn shared_load(&self, offset: u32, into: &mut [u8], site: Site) {
        self.load_shared(offset, into, site);
    }

    fn shared_store(&self, offset: u32, from: &[u8], site: Site) {
        self.store_shared(offset, from, site);
    }

    fn cluster_load(&self, offset: u32, rank: u32, into: &mut [u8], site: Site) {
        self.load_of_peer(offset, rank, into, site);
    }

    unsafe fn cluster_store(&self, offset: u32, rank: u32, from: &[u8], site: Site) {
        self.store_to_peer(offset, rank, from, site);
    }

    fn shared_atomic(&self, offset: u32, atomic: Atomic, site: Site) -> u64 {
        self.update_shared(offset, atomic, site)
    }

    unsafe fn copy_async(&self, to: u32, from: *const u8, bytes: u32, site: Site) {
        self.begin_copy(to, from.addr(), bytes as usize, site);
    }

    fn copy_async_commit(&self) {
        self.own(&self.copies, Copies::commit);
    }

    fn copy_async_wait(&self, pending: u32) {
        let ending = self.own(&self.copies, |copies| copies.wait(pending as usize));
        self.end_copies(ending);
    }

    fn mbarrier_init(&self, at: u32, arrivals: u32, site: Site) {
        self.init_mbarrier(at, arrivals, site);
    }

    fn mbarrier_arrive(&self, at: u32, bytes: u32, site: Site) {
        self.arrive_at_mbarrier(self, at, bytes, site);
    }

    unsafe fn mbarrier_arrive_at(&self, at: u32, rank: u32, site: Site) {
        self.with_peer(rank, Visit::Arrival, site, |home| self.arrive_at_mbarrier(home, at, 0, site));
    }

    fn mbarrier_fence_init(&self) {
        self.publish();
    }

    fn mbarrier_wait(&self, at: u32, parity: u32, waits: bool, site: Site) -> bool {
        self.wait_at_mbarrier(at, parity, waits, site)
    }

    fn mbarrier_invalidate(&self, at: u32, site: Site) {
        self.invalidate_mbarrier(at, site);
    }

    #[cfg(feature = "half")]
    fn wgmma(&self, product: &Product, sums: &mut [u32], used: &Cell<SumsUse>, site: Site) {
        self.multiply(product, sums, used, site);
    }

    #[cfg(feature = "half")]
    fn wgmma_fence(&self, site: Site) {
        self.fence_products(site);
    }

    #[cfg(feature = "half")]
    fn wgmma_commit(&self, site: Site) {
        self.end_products(site);
    }

    #[cfg(feature = "half")]
    fn wgmma_wait(&self, pending: u32, sums: Option<&Cell<SumsUse>>, site: Site) {
        self.wait_for_products(pending, sums, site);
    }

    #[cfg(feature = "half")]
    fn wgmma_give_back(&self, group: u64, site: Site) {
        self.give_back_registers(group, site);
    }

    #[cfg(feature = "half")]
    fn wgmma_drop(&self, group: u64, site: Site) {
        self.drop_registers(group, site);
    }

    #[cfg(feature = "half")]
    fn wgmma_use(&self, sums: &Cell<SumsUse>, site: Site) {
        self.use_sums(sums, site);
    }

    #[cfg(feature = "half")]
    fn registers(&self, count: u32, takes: bool, site: Site) {
        self.change_registers(count, takes, site);
    }

    unsafe fn bulk_load(&self, map: &TensorWords, index: &[u32; MOST_AXES], to: u32, barrier: u32, site: Site) {
        self.load_box(map, index, to, barrier, self.rank()..self.rank() + 1, site);
    }

    unsafe fn bulk_load_to_all(&self, map: &TensorWords, index: &[u32; MOST_AXES], to: u32, barrier: u32, site: Site) {
        self.load_box(map, index, to, barrier, 0..self.grid.cluster, site);
    }

    unsafe fn bulk_store(&self, map: &TensorWords, index: &[u32; MOST_AXES], from: u32, site: Site) {
        self.store_box(map, index, from, site);
    }

    fn tensor_map_acquire(&self, map: u64) {
        self.acquire_map(map);
    }

    fn tensor_map_use(&self, map: u64, site: Site) {
        self.use_map(map, site);
    }

    fn fence_proxy(&self) {
        self.fence_proxies();
    }

    fn bulk_commit(&self) {
        self.own(&self.stores, Stores::commit);
    }

    fn bulk_wait_read(&self, pending: u32) {
        self.wait_for_reads(pending);
    }

    fn bulk_wait(&self, pending: u32) {
        self.wait_for_stores(pending);
    }

    fn trap(&self, site: Site) -> ! {
        self.fail(site, FaultKind::Trap);
        self.stop()
    }

    fn trace(&self, line: String, site: Site) {
        let trace = Trace { kernel: self.grid.kernel, block: self.block_idx(), thread: self.thread_idx(), site, line };
        self.grid.traces.lock().unwrap_or_else(PoisonError::into_inner).push(trace);
    }

    fn sleep(&self, _: u32) {
        self.spin(None);
    }
}
