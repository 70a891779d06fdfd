//! A machine for tests: every thread of a block is an operating-system thread, the blocks run one after the other.
//!
//! It has the semantics and checks nothing that the tests do not need.

use lego_cuda::device::atomic::{Atomic, Kind, Operation};
use lego_cuda::device::global::Cache;
use lego_cuda::device::host::{Machine, Site, with_machine};
use lego_cuda::device::shared::Tile;
use lego_cuda::device::warp::{Reduction, Shuffle, Vote};
use lego_cuda::device::{Dim3, Scope};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex};

/// Runs a kernel's body for every thread of a grid.
pub(crate) fn launch(grid: Dim3, block: Dim3, dynamic_bytes: u32, body: impl Fn() + Sync) {
    for index in 0..grid.count() {
        let at = unlinear(grid, index);
        let shared = Arc::new(Block::new(dynamic_bytes));
        std::thread::scope(|scope| {
            for thread in 0..block.count() {
                let (shared, body) = (Arc::clone(&shared), &body);
                scope.spawn(move || {
                    let thread = unlinear(block, thread);
                    with_machine(Rc::new(Thread { thread, block: at, extents: block, grid, shared }), body);
                });
            }
        });
    }
}

fn unlinear(extents: Dim3, index: u32) -> Dim3 {
    Dim3::new(index % extents.x, index / extents.x % extents.y, index / extents.x / extents.y)
}

/// What the threads of a block have in common.
struct Block {
    memory: Mutex<Vec<u8>>,
    tiles: Mutex<HashMap<usize, u32>>,
    dynamic: u32,
    meetings: Mutex<HashMap<MeetingPoint, Meeting>>,
    changed: Condvar,
}

/// Where threads meet: a barrier of the block, or the lanes of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum MeetingPoint {
    Barrier(u32),
    Lanes { warp: u32, mask: u32 },
}

/// A meeting under way, and what was said at the last one.
#[derive(Default)]
struct Meeting {
    said: HashMap<u32, u32>,
    arrived: u32,
    result: HashMap<u32, u32>,
    round: u64,
}

impl Block {
    fn new(dynamic: u32) -> Self {
        Self {
            memory: Mutex::new(vec![0xa5; 1 << 16]),
            tiles: Mutex::default(),
            dynamic,
            meetings: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Says a value where `expected` threads meet; returns what all of them said, if it waits for that.
    fn meet(&self, place: MeetingPoint, expected: u32, who: u32, value: u32, waits: bool) -> HashMap<u32, u32> {
        let mut meetings = self.meetings.lock().unwrap();
        let meeting = meetings.entry(place).or_default();
        meeting.said.insert(who, value);
        meeting.arrived += 1;
        let round = meeting.round;
        if meeting.arrived == expected {
            meeting.result = std::mem::take(&mut meeting.said);
            meeting.arrived = 0;
            meeting.round += 1;
            self.changed.notify_all();
        } else if waits {
            meetings = self.changed.wait_while(meetings, |meetings| meetings[&place].round == round).unwrap();
        }
        meetings[&place].result.clone()
    }
}

/// One thread of a block.
struct Thread {
    thread: Dim3,
    block: Dim3,
    extents: Dim3,
    grid: Dim3,
    shared: Arc<Block>,
}

impl Thread {
    fn number(&self) -> u32 {
        self.extents.linear(self.thread)
    }

    /// What the lanes of a mask say.
    fn lanes(&self, mask: u32, value: u32) -> HashMap<u32, u32> {
        let place = MeetingPoint::Lanes { warp: self.number() / 32, mask };
        self.shared.meet(place, mask.count_ones(), self.number() % 32, value, true)
    }
}

impl Machine for Thread {
    fn thread_idx(&self) -> Dim3 {
        self.thread
    }
    fn block_idx(&self) -> Dim3 {
        self.block
    }
    fn block_dim(&self) -> Dim3 {
        self.extents
    }
    fn grid_dim(&self) -> Dim3 {
        self.grid
    }

    fn barrier(&self, id: u32, threads: Option<u32>, _: Site) {
        let threads = threads.unwrap_or(self.extents.count());
        self.shared.meet(MeetingPoint::Barrier(id), threads, self.number(), 0, true);
    }
    fn barrier_arrive(&self, id: u32, threads: u32, _: Site) {
        self.shared.meet(MeetingPoint::Barrier(id), threads, self.number(), 0, false);
    }
    unsafe fn barrier_grid(&self, _: *mut u32, site: Site) {
        panic!("{site}: the blocks run one after the other")
    }
    fn barrier_warp(&self, mask: u32, _: Site) {
        self.lanes(mask, 0);
    }
    fn fence(&self, _: Scope) {
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    }

    fn shuffle(&self, shuffle: Shuffle, value: u32, _: Site) -> u32 {
        self.lanes(shuffle.mask, value)[&shuffle.lane(self.number() % 32)]
    }
    fn vote(&self, vote: Vote, mask: u32, predicate: bool, _: Site) -> u32 {
        let said = self.lanes(mask, u32::from(predicate));
        let ballot = said.iter().fold(0, |bits, (lane, value)| bits | value << lane);
        match vote {
            Vote::All => u32::from(ballot == mask),
            Vote::Any => u32::from(ballot != 0),
            Vote::Ballot => ballot,
        }
    }
    fn match_any(&self, mask: u32, value: u32, _: Site) -> u32 {
        self.lanes(mask, value).iter().filter(|(_, other)| **other == value).fold(0, |bits, (lane, _)| bits | 1 << lane)
    }
    fn reduce(&self, reduction: Reduction, mask: u32, value: u32, _: Site) -> u32 {
        self.lanes(mask, value).into_values().fold(reduction.neutral(), |all, value| reduction.of(all, value))
    }
    fn active_mask(&self) -> u32 {
        1 << (self.number() % 32)
    }

    unsafe fn global_load(&self, from: *const u8, into: &mut [u8], _: Cache, site: Site) {
        assert!(from.addr().is_multiple_of(into.len()), "{site}: unaligned");
        // SAFETY: as the kernel promises.
        unsafe { from.copy_to_nonoverlapping(into.as_mut_ptr(), into.len()) }
    }
    unsafe fn global_store(&self, to: *mut u8, from: &[u8], _: Cache, site: Site) {
        assert!(to.addr().is_multiple_of(from.len()), "{site}: unaligned");
        // SAFETY: as the kernel promises.
        unsafe { to.copy_from_nonoverlapping(from.as_ptr(), from.len()) }
    }
    unsafe fn global_atomic(&self, at: *mut u8, atomic: Atomic, _: Site) -> u64 {
        // The lock of the block makes it one; blocks do not run at the same time.
        let _one = self.shared.memory.lock().unwrap();
        let bytes = bytes_of(atomic.kind);
        // SAFETY: as the kernel promises.
        let old = unsafe { std::slice::from_raw_parts_mut(at, bytes) };
        update(old, atomic)
    }

    fn shared_tile(&self, tile: &'static Tile) -> u32 {
        let mut tiles = self.shared.tiles.lock().unwrap();
        // Tiles of 4 KiB and more apart, so that an overrun shows.
        let next = 0x4000 + 0x2000 * tiles.len() as u32;
        *tiles.entry(std::ptr::from_ref(tile).addr()).or_insert(next)
    }
    fn shared_dynamic(&self) -> (u32, u32) {
        (0, self.shared.dynamic)
    }
    fn shared_load(&self, offset: u32, into: &mut [u8], _: Site) {
        let memory = self.shared.memory.lock().unwrap();
        into.copy_from_slice(&memory[offset as usize..][..into.len()]);
    }
    fn shared_store(&self, offset: u32, from: &[u8], _: Site) {
        self.shared.memory.lock().unwrap()[offset as usize..][..from.len()].copy_from_slice(from);
    }
    fn shared_atomic(&self, offset: u32, atomic: Atomic, _: Site) -> u64 {
        let mut memory = self.shared.memory.lock().unwrap();
        update(&mut memory[offset as usize..][..bytes_of(atomic.kind)], atomic)
    }

    unsafe fn copy_async(&self, to: u32, from: *const u8, bytes: u32, site: Site) {
        let mut element = [0; 16];
        let element = &mut element[..bytes as usize];
        // SAFETY: as the kernel promises.
        unsafe { self.global_load(from, element, Cache::Default, site) };
        self.shared_store(to, element, site);
    }
    fn copy_async_commit(&self) {}
    fn copy_async_wait(&self, _: u32) {}

    fn trap(&self, site: Site) -> ! {
        panic!("{site}: trap")
    }
    fn sleep(&self, _: u32) {
        std::thread::yield_now();
    }
}

fn bytes_of(kind: Kind) -> usize {
    match kind {
        Kind::U32 | Kind::I32 | Kind::F32 => 4,
        Kind::U64 | Kind::I64 | Kind::F64 => 8,
    }
}

/// Updates a number and returns its old bits; only what the tests use.
fn update(place: &mut [u8], atomic: Atomic) -> u64 {
    let mut bits = [0; 8];
    bits[..place.len()].copy_from_slice(place);
    let old = u64::from_le_bytes(bits);
    let new = match (atomic.operation, atomic.kind) {
        (Operation::Add, Kind::U32 | Kind::U64) => old.wrapping_add(atomic.value),
        (Operation::Max, Kind::U32 | Kind::U64) => old.max(atomic.value),
        (Operation::Add, Kind::F32) => {
            u64::from((f32::from_bits(old as u32) + f32::from_bits(atomic.value as u32)).to_bits())
        }
        (Operation::Exchange | Operation::StoreRelease, _) => atomic.value,
        (Operation::CompareExchange, _) if old == atomic.expected => atomic.value,
        (Operation::CompareExchange | Operation::LoadAcquire, _) => old,
        (operation, kind) => panic!("{operation:?} of {kind:?}"),
    };
    let length = place.len();
    place.copy_from_slice(&new.to_le_bytes()[..length]);
    old
}
