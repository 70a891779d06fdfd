//! Global memory: allocations in the memory of the host, each access checked against them.
//!
//! # Races
//!
//! Two workers may access one place at the same time. All bytes are moved by atomic operations on whole 8-byte words,
//! always the same words: loads and stores with `Relaxed` order, narrower stores by compare-and-exchange. So a kernel's
//! race is no undefined behaviour here, whatever the sizes of the accesses; the value is that of one of the writes.

use super::shadow::Page;
use crate::device::operands::{Atomic, Operation};
use crate::launch::Error;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const WORD: usize = 8;
/// What an allocation begins at a multiple of.
const ALIGN: usize = 256;
/// Bytes before and after each allocation that belong to none: an access a little outside meets no other allocation.
/// The system gives such memory lazily, so it costs addresses only.
const GAP: usize = 64 << 10;

/// A run of global memory, and which of its bytes were written.
pub(super) struct Allocation {
    heap: NonNull<u8>,
    layout: Layout,
    bytes: usize,
    /// After a gap.
    first: NonNull<AtomicU64>,
    /// After another gap, for each word a bit for each byte.
    written: NonNull<AtomicU8>,
}

// SAFETY: the memory is owned, and reached by atomic operations alone.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Memory of so many bytes, or `None` where there is not so much.
    fn new(bytes: usize) -> Option<Self> {
        let end = bytes.checked_next_multiple_of(ALIGN)?.checked_add(2 * GAP)?;
        let layout = Layout::from_size_align(end.checked_add(bytes.div_ceil(WORD))?, ALIGN).ok()?;
        // SAFETY: the layout has bytes.
        let heap = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // SAFETY: both lie inside what was allocated; the gap is a multiple of the alignment.
        let (first, written) = unsafe { (heap.add(GAP).cast(), heap.add(end).cast()) };
        Some(Self { heap, layout, bytes, first, written })
    }

    /// The address that kernels see. A kernel may be given a slice of it, so its provenance is exposed.
    pub(super) fn address(&self) -> usize {
        self.first.as_ptr().expose_provenance()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    fn word(&self, index: usize) -> &AtomicU64 {
        assert!(index * WORD < self.bytes.next_multiple_of(WORD), "word {index} of {} bytes", self.bytes);
        // SAFETY: the word lies inside the allocation, whose size is a multiple of 8; it is zeroed memory that only
        // atomic operations reach, but for slices that a kernel reads while nothing writes.
        unsafe { self.first.add(index).as_ref() }
    }

    fn written(&self, word: usize) -> &AtomicU8 {
        assert!(word < self.bytes.div_ceil(WORD), "word {word} of {} bytes", self.bytes);
        // SAFETY: there is a byte for each word, zeroed; only atomic operations reach it.
        unsafe { self.written.add(word).as_ref() }
    }

    /// Calls a function with each word that a range touches, the bytes of it that the range has, and where these are
    /// in the range.
    fn pieces(offset: usize, bytes: usize, mut piece: impl FnMut(usize, std::ops::Range<usize>, usize)) {
        let mut done = 0;
        while done < bytes {
            let at = offset + done;
            let (word, inside) = (at / WORD, at % WORD);
            let length = (WORD - inside).min(bytes - done);
            piece(word, inside..inside + length, done);
            done += length;
        }
    }

    /// Reads bytes from an offset on.
    pub(super) fn read(&self, offset: usize, into: &mut [u8]) {
        Self::pieces(offset, into.len(), |word, inside, done| {
            let bytes = self.word(word).load(Ordering::Relaxed).to_ne_bytes();
            into[done..done + inside.len()].copy_from_slice(&bytes[inside]);
        });
    }

    /// Writes bytes from an offset on.
    pub(super) fn write(&self, offset: usize, from: &[u8]) {
        Self::pieces(offset, from.len(), |word, inside, done| {
            let from = &from[done..done + inside.len()];
            let mask = bits(&inside);
            let written = self.written(word);
            if written.load(Ordering::Relaxed) & mask != mask {
                written.fetch_or(mask, Ordering::Relaxed);
            }
            if let Ok(whole) = from.try_into() {
                self.word(word).store(u64::from_ne_bytes(whole), Ordering::Relaxed);
            } else {
                self.update_word(word, Ordering::Relaxed, |old| {
                    let mut bytes = old.to_ne_bytes();
                    bytes[inside.clone()].copy_from_slice(from);
                    u64::from_ne_bytes(bytes)
                });
            }
        });
    }

    /// Sets all of so many bytes.
    pub(super) fn fill(&self, offset: usize, bytes: usize, value: u8) {
        let values = [value; 4096];
        for start in (0..bytes).step_by(values.len()) {
            self.write(offset + start, &values[..values.len().min(bytes - start)]);
        }
    }

    /// Whether all bytes of a range were written.
    pub(super) fn is_written(&self, offset: usize, bytes: usize) -> bool {
        let mut all = true;
        Self::pieces(offset, bytes, |word, inside, _| {
            let mask = bits(&inside);
            all &= self.written(word).load(Ordering::Relaxed) & mask == mask;
        });
        all
    }

    /// Updates an aligned number of 4 or 8 bytes atomically; returns its old bits, and whether they changed.
    pub(super) fn update(&self, offset: usize, atomic: Atomic) -> (u64, bool) {
        let bytes = super::number::bytes_of(atomic.kind);
        let (word, inside) = (offset / WORD, offset % WORD..offset % WORD + bytes);
        let part = |word: u64| super::number::from_bytes(&word.to_ne_bytes()[inside.clone()]);
        if matches!(atomic.operation, Operation::LoadAcquire | Operation::LoadRelaxed) {
            return (part(self.word(word).load(Ordering::Acquire)), false);
        }
        let old = self.update_word(word, Ordering::AcqRel, |old| {
            let mut bytes = old.to_ne_bytes();
            let new = super::number::updated(part(old), atomic);
            super::number::to_bytes(new, &mut bytes[inside.clone()]);
            u64::from_ne_bytes(bytes)
        });
        self.written(word).fetch_or(bits(&inside), Ordering::Relaxed);
        let old = part(old);
        (old, super::number::updated(old, atomic) != old)
    }

    fn update_word(&self, word: usize, order: Ordering, new: impl Fn(u64) -> u64) -> u64 {
        let word = self.word(word);
        let mut old = word.load(Ordering::Relaxed);
        while let Err(now) = word.compare_exchange_weak(old, new(old), order, Ordering::Relaxed) {
            old = now;
        }
        old
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and nothing borrows from it.
        unsafe { dealloc(self.heap.as_ptr(), self.layout) }
    }
}

/// A bit for each byte of a word.
fn bits(inside: &std::ops::Range<usize>) -> u8 {
    (0xff_u8 >> (WORD - inside.len())) << inside.start
}

/// All live allocations of an executor.
#[derive(Default)]
pub(super) struct Registry(Mutex<Live>);

#[derive(Default)]
struct Live {
    by_address: BTreeMap<usize, Arc<Allocation>>,
    bytes: u64,
}

/// Memory of the executor; dropping it gives it back.
pub struct Memory {
    allocation: Arc<Allocation>,
    registry: Arc<Registry>,
}

impl Memory {
    pub(super) fn new(registry: &Arc<Registry>, bytes: usize, most: u64) -> Result<Self, Error> {
        let mut live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        if live.bytes.saturating_add(bytes as u64) > most {
            return Err(Error::OutOfMemory { bytes });
        }
        let allocation = Arc::new(Allocation::new(bytes).ok_or(Error::OutOfMemory { bytes })?);
        live.bytes += bytes as u64;
        live.by_address.insert(allocation.address(), Arc::clone(&allocation));
        Ok(Self { allocation, registry: Arc::clone(registry) })
    }

    pub(super) fn allocation(&self) -> &Allocation {
        &self.allocation
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let mut live = self.registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        live.by_address.remove(&self.allocation.address());
        live.bytes -= self.allocation.bytes as u64;
    }
}

/// The allocations that live when a launch begins. It keeps them alive until it ends.
pub(super) struct Snapshot {
    /// By rising address.
    tracked: Vec<Tracked>,
}

/// An allocation, and what is known of the accesses of this launch to it.
pub(super) struct Tracked {
    pub(super) allocation: Arc<Allocation>,
    start: usize,
    pages: OnceLock<Box<[Mutex<Page>]>>,
}

impl Tracked {
    /// The page of an offset.
    pub(super) fn page(&self, offset: usize) -> &Mutex<Page> {
        let pages = self.pages.get_or_init(|| {
            (0..self.allocation.bytes.div_ceil(Page::BYTES)).map(|_| Mutex::new(Page::default())).collect()
        });
        &pages[offset / Page::BYTES]
    }
}

impl Snapshot {
    pub(super) fn of(registry: &Registry) -> Self {
        let live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tracked = |(&start, allocation): (&usize, &Arc<Allocation>)| Tracked {
            allocation: Arc::clone(allocation),
            start,
            pages: OnceLock::new(),
        };
        Self { tracked: live.by_address.iter().map(tracked).collect() }
    }

    /// The allocation that holds a range of addresses, and where in it the range begins. `last` is where the caller
    /// keeps the number of what it found before.
    pub(super) fn find(&self, address: usize, bytes: usize, last: &Cell<usize>) -> Option<(&Tracked, usize)> {
        let holds = |index: usize| {
            let tracked = self.tracked.get(index)?;
            let offset = address.checked_sub(tracked.start)?;
            (offset.checked_add(bytes)? <= tracked.allocation.bytes).then_some((tracked, offset))
        };
        holds(last.get()).or_else(|| {
            last.set(self.tracked.partition_point(|tracked| tracked.start <= address).checked_sub(1)?);
            holds(last.get())
        })
    }

    /// Where an address lies relative to the nearest allocation, in words.
    pub(super) fn describe(&self, address: usize) -> String {
        let distance = |tracked: &Tracked| {
            let end = tracked.start + tracked.allocation.bytes;
            if address < tracked.start { tracked.start - address } else { address.saturating_sub(end) }
        };
        let Some(nearest) = self.tracked.iter().min_by_key(|tracked| distance(tracked)) else {
            return "no memory is allocated".to_owned();
        };
        let bytes = nearest.allocation.bytes;
        if address == 0 {
            "the address is null".to_owned()
        } else if address < nearest.start {
            format!("{} bytes before the nearest allocation, of {bytes} bytes", nearest.start - address)
        } else {
            format!("at byte {} of the nearest allocation, of {bytes} bytes", address - nearest.start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::operands::{Kind, Scope};

    fn memory(bytes: usize) -> Allocation {
        Allocation::new(bytes).unwrap()
    }

    #[test]
    fn bytes_come_back_and_others_stay() {
        let bytes = 50;
        for offset in 0..20 {
            for length in 0..20 {
                let memory = memory(bytes);
                memory.fill(0, bytes, 0xee);
                let from: Vec<u8> = (1..=length as u8).collect();
                memory.write(offset, &from);
                let mut expected = vec![0xee; bytes];
                expected[offset..offset + length].copy_from_slice(&from);
                let mut found = vec![0; bytes];
                memory.read(0, &mut found);
                assert_eq!(found, expected, "{length} at {offset}");
            }
        }
    }

    #[test]
    fn it_is_known_which_bytes_were_written() {
        let memory = memory(40);
        memory.write(3, &[0; 10]);
        for offset in 0..40 {
            assert_eq!(memory.is_written(offset, 1), (3..13).contains(&offset), "{offset}");
        }
        assert!(memory.is_written(3, 10) && !memory.is_written(3, 11) && !memory.is_written(2, 2));
    }

    #[test]
    fn updates_of_both_halves_of_a_word_lose_nothing() {
        let memory = memory(16);
        memory.fill(0, 16, 0);
        let add = Atomic { operation: Operation::Add, kind: Kind::U32, value: 3, expected: 0, scope: Scope::Gpu };
        std::thread::scope(|scope| {
            for half in [8, 12] {
                let memory = &memory;
                scope.spawn(move || (0..1000).for_each(|_| assert!(memory.update(half, add).1)));
            }
        });
        let mut found = [0; 16];
        memory.read(0, &mut found);
        let numbers: Vec<u32> = found.chunks(4).map(|number| u32::from_ne_bytes(number.try_into().unwrap())).collect();
        assert_eq!(numbers, [0, 0, 3000, 3000]);
    }

    #[test]
    fn only_addresses_inside_are_found() {
        let registry = Arc::new(Registry::default());
        let a = Memory::new(&registry, 100, 1000).unwrap();
        let b = Memory::new(&registry, 8, 1000).unwrap();
        drop(Memory::new(&registry, 892, 1000).unwrap());
        assert!(matches!(Memory::new(&registry, 893, 1000), Err(Error::OutOfMemory { bytes: 893 })));
        let snapshot = Snapshot::of(&registry);
        let last = Cell::new(0);
        for memory in [&a, &b] {
            let (start, bytes) = (memory.allocation.address(), memory.allocation.bytes);
            assert_eq!(start % ALIGN, 0);
            assert_eq!(snapshot.find(start + bytes - 4, 4, &last).map(|(_, offset)| offset), Some(bytes - 4));
            assert!(snapshot.find(start + bytes - 3, 4, &last).is_none());
            assert!(snapshot.find(start - 1, 4, &last).is_none());
        }
        assert!(snapshot.find(usize::MAX, 4, &last).is_none() && snapshot.find(0, 4, &last).is_none());
    }
}
