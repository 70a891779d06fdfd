//! Global memory: the allocations that live, and each access found among them.

use super::allocation::Allocation;
use super::lock::Lock;
use super::outputs::{self, Output};
use super::page::Page;
use crate::launch::{Error, PassedBuffer};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// All live allocations of an executor.
#[derive(Default)]
pub(super) struct Registry(Mutex<Live>);

#[derive(Default)]
struct Live {
    by_address: BTreeMap<usize, Arc<Allocation>>,
    bytes: u64,
}

/// Memory of the executor; dropping it gives it back, unless it belongs to somebody else.
pub struct Memory {
    allocation: Arc<Allocation>,
    /// Where in the allocation it begins, and how much of it there is.
    start: usize,
    bytes: usize,
    /// Where it is to be given back.
    registry: Option<Arc<Registry>>,
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
        Ok(Self { allocation, start: 0, bytes, registry: Some(Arc::clone(registry)) })
    }

    /// A part of memory that belongs to somebody else.
    ///
    /// # Errors
    /// Where nobody has memory there.
    pub(super) fn foreign(registry: &Registry, address: u64, bytes: usize) -> Result<Self, Error> {
        let live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = usize::try_from(address).ok().and_then(|address| {
            let (first, allocation) = live.by_address.range(..=address).next_back()?;
            let start = address - first;
            (bytes <= allocation.bytes().checked_sub(start)?).then(|| (Arc::clone(allocation), start))
        });
        match found {
            Some((allocation, start)) => Ok(Self { allocation, start, bytes, registry: None }),
            None => {
                let words = format!("no buffer of this device has {bytes} bytes at {address:#x}");
                Err(Error::Driver { doing: "looking at foreign memory", words })
            }
        }
    }

    /// Where in the allocation a range lies.
    ///
    /// # Errors
    /// Unless it lies inside of this memory.
    pub(super) fn place(&self, offset: usize, bytes: usize) -> Result<usize, Error> {
        if offset.checked_add(bytes).is_some_and(|end| end <= self.bytes) {
            return Ok(self.start + offset);
        }
        let words = format!("{bytes} bytes at {offset} of {} bytes", self.bytes);
        Err(Error::Driver { doing: "copying memory", words })
    }

    /// Copies bytes of another memory; those that nobody wrote there, nobody wrote here.
    ///
    /// # Errors
    /// Unless they lie inside of both.
    pub(super) fn copy_from(&self, to: usize, other: &Self, from: usize, bytes: usize) -> Result<(), Error> {
        let (to, from) = (self.place(to, bytes)?, other.place(from, bytes)?);
        let mut part = [0; 1024];
        for done in (0..bytes).step_by(part.len()) {
            let part = &mut part[..(bytes - done).min(1024)];
            other.allocation.read(from + done, part);
            self.allocation.write(to + done, part);
            if !other.allocation.is_all_written(from + done..from + done + part.len()) {
                let unwritten = (done..done + part.len()).filter(|byte| !other.allocation.is_written::<1>(from + byte));
                unwritten.for_each(|byte| self.allocation.forget(to + byte, 1));
            }
        }
        Ok(())
    }

    /// The address that kernels see.
    pub(super) fn address(&self) -> usize {
        self.allocation.address() + self.start
    }

    pub(super) fn allocation(&self) -> &Allocation {
        &self.allocation
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let Some(registry) = &self.registry else { return };
        let mut live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        live.by_address.remove(&self.allocation.address());
        live.bytes -= self.allocation.bytes() as u64;
    }
}

/// The allocations that live when a launch begins. It keeps them alive until it ends.
pub(super) struct Snapshot {
    /// By rising address.
    tracked: Box<[Tracked]>,
    /// What the launch passes.
    passed: Vec<PassedBuffer>,
}

/// An allocation, and what is known of the accesses of this launch to it.
pub(super) struct Tracked {
    pub(super) allocation: Arc<Allocation>,
    start: usize,
    bytes: usize,
    pages: OnceLock<Box<[LazyPage]>>,
}

/// A page; `None` until it is touched.
type LazyPage = Lock<Option<Box<Page>>>;

impl Tracked {
    /// Where in the allocation a range of addresses begins, if it is all there.
    #[inline(always)]
    fn holds(&self, address: usize, bytes: usize) -> Option<usize> {
        // That of an address before the start is larger than any allocation.
        let offset = address.wrapping_sub(self.start);
        if offset <= self.bytes && bytes <= self.bytes - offset { Some(offset) } else { None }
    }

    /// The page of an offset.
    #[inline]
    pub(super) fn page(&self, offset: usize) -> &LazyPage {
        let pages = match self.pages.get() {
            Some(pages) => pages,
            None => self.make_pages(),
        };
        &pages[offset / Page::BYTES]
    }

    #[cold]
    fn make_pages(&self) -> &[LazyPage] {
        let count = self.allocation.bytes().div_ceil(Page::BYTES);
        self.pages.get_or_init(|| (0..count).map(|_| Lock::default()).collect())
    }
}

impl Snapshot {
    pub(super) fn of(registry: &Registry, passed: &[PassedBuffer]) -> Self {
        let live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tracked = |(&start, allocation): (&usize, &Arc<Allocation>)| Tracked {
            allocation: Arc::clone(allocation),
            start,
            bytes: allocation.bytes(),
            pages: OnceLock::new(),
        };
        Self { tracked: live.by_address.iter().map(tracked).collect(), passed: passed.to_vec() }
    }

    /// The allocation that holds a range of addresses, and where in it the range begins. `last` is where the caller
    /// keeps the number of what it found before.
    #[inline(always)]
    pub(super) fn find(&self, address: usize, bytes: usize, last: &Cell<usize>) -> Option<(&Tracked, usize)> {
        let number = last.get();
        if number < self.tracked.len() {
            let tracked = &self.tracked[number];
            if let Some(offset) = tracked.holds(address, bytes) {
                return Some((tracked, offset));
            }
        }
        self.search(address, bytes, last)
    }

    #[inline(never)]
    fn search(&self, address: usize, bytes: usize, last: &Cell<usize>) -> Option<(&Tracked, usize)> {
        last.set(self.tracked.partition_point(|tracked| tracked.start <= address).checked_sub(1)?);
        let tracked = &self.tracked[last.get()];
        tracked.holds(address, bytes).map(|offset| (tracked, offset))
    }

    /// A launch has ended that was to write a buffer.
    pub(super) fn note_output(&self, kernel: &'static str, buffer: &PassedBuffer) {
        let address = buffer.address as usize;
        if let Some((tracked, start)) = self.find(address, buffer.bytes as usize, &Cell::new(0)) {
            tracked.allocation.note_output(Output { kernel, buffer: buffer.clone(), start });
        }
    }

    /// Where an address lies relative to the nearest allocation, in words.
    pub(super) fn describe(&self, address: usize) -> String {
        let distance = |tracked: &Tracked| {
            let end = tracked.start + tracked.allocation.bytes();
            if address < tracked.start { tracked.start - address } else { address.saturating_sub(end) }
        };
        let Some(nearest) = self.tracked.iter().min_by_key(|tracked| distance(tracked)) else {
            return "no memory is allocated".to_owned();
        };
        let bytes = nearest.allocation.bytes();
        // Foreign buffers may begin inside of an allocation; the one is meant that begins last before the address.
        let (start, end) = (nearest.start as u64, (nearest.start + bytes) as u64);
        let inside = self.passed.iter().filter(|buffer| start <= buffer.address && buffer.address <= end);
        let parameter = inside.min_by_key(|buffer| {
            let before = (address as u64).checked_sub(buffer.address);
            (before.is_none(), before.unwrap_or(buffer.address))
        });
        if address == 0 {
            "the address is null".to_owned()
        } else if let Some(buffer) = parameter {
            match (address as u64).checked_sub(buffer.address) {
                Some(byte) => outputs::describe(buffer, byte),
                None => {
                    let before = buffer.address - address as u64;
                    format!("{before} bytes before `{}`, of {} bytes", buffer.parameter, buffer.bytes)
                }
            }
        } else if address < nearest.start {
            format!("{} bytes before the nearest allocation, of {bytes} bytes", nearest.start - address)
        } else {
            format!("at byte {} of the nearest allocation, of {bytes} bytes", address - nearest.start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::allocation::ALIGN;
    use super::*;

    #[test]
    fn only_addresses_inside_are_found() {
        let registry = Arc::new(Registry::default());
        let a = Memory::new(&registry, 100, 1000).unwrap();
        let b = Memory::new(&registry, 8, 1000).unwrap();
        drop(Memory::new(&registry, 892, 1000).unwrap());
        assert!(matches!(Memory::new(&registry, 893, 1000), Err(Error::OutOfMemory { bytes: 893 })));
        let snapshot = Snapshot::of(&registry, &[]);
        let last = Cell::new(0);
        for memory in [&a, &b] {
            let (start, bytes) = (memory.allocation.address(), memory.allocation.bytes());
            assert_eq!(start % ALIGN, 0);
            assert_eq!(snapshot.find(start + bytes - 4, 4, &last).map(|(_, offset)| offset), Some(bytes - 4));
            assert!(snapshot.find(start + bytes - 3, 4, &last).is_none());
            assert!(snapshot.find(start - 1, 4, &last).is_none());
        }
        assert!(snapshot.find(usize::MAX, 4, &last).is_none() && snapshot.find(0, 4, &last).is_none());
    }
}
