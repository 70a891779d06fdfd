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
        live.bytes -= self.allocation.bytes() as u64;
    }
}

/// The allocations that live when a launch begins. It keeps them alive until it ends.
pub(super) struct Snapshot {
    /// By rising address.
    tracked: Vec<Tracked>,
    /// What the launch passes.
    passed: Vec<PassedBuffer>,
}

/// An allocation, and what is known of the accesses of this launch to it.
pub(super) struct Tracked {
    pub(super) allocation: Arc<Allocation>,
    start: usize,
    pages: OnceLock<Box<[LazyPage]>>,
}

/// A page; `None` until it is touched.
type LazyPage = Lock<Option<Box<Page>>>;

impl Tracked {
    /// The page of an offset.
    #[inline]
    pub(super) fn page(&self, offset: usize) -> &LazyPage {
        let pages = self
            .pages
            .get_or_init(|| (0..self.allocation.bytes().div_ceil(Page::BYTES)).map(|_| Lock::default()).collect());
        &pages[offset / Page::BYTES]
    }
}

impl Snapshot {
    pub(super) fn of(registry: &Registry, passed: &[PassedBuffer]) -> Self {
        let live = registry.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tracked = |(&start, allocation): (&usize, &Arc<Allocation>)| Tracked {
            allocation: Arc::clone(allocation),
            start,
            pages: OnceLock::new(),
        };
        Self { tracked: live.by_address.iter().map(tracked).collect(), passed: passed.to_vec() }
    }

    /// The allocation that holds a range of addresses, and where in it the range begins. `last` is where the caller
    /// keeps the number of what it found before.
    pub(super) fn find(&self, address: usize, bytes: usize, last: &Cell<usize>) -> Option<(&Tracked, usize)> {
        let holds = |index: usize| {
            let tracked = self.tracked.get(index)?;
            let offset = address.checked_sub(tracked.start)?;
            (offset.checked_add(bytes)? <= tracked.allocation.bytes()).then_some((tracked, offset))
        };
        holds(last.get()).or_else(|| {
            last.set(self.tracked.partition_point(|tracked| tracked.start <= address).checked_sub(1)?);
            holds(last.get())
        })
    }

    /// A launch has ended that was to write a buffer.
    pub(super) fn note_output(&self, output: Output) {
        let start = output.buffer.address as usize;
        let Ok(found) = self.tracked.binary_search_by_key(&start, |tracked| tracked.start) else { return };
        self.tracked[found].allocation.note_output(output);
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
        let parameter = self.passed.iter().find(|buffer| buffer.address == nearest.start as u64);
        if address == 0 {
            "the address is null".to_owned()
        } else if let Some(buffer) = parameter {
            match address.checked_sub(nearest.start) {
                Some(byte) => outputs::describe(buffer, byte as u64),
                None => {
                    let before = nearest.start - address;
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
