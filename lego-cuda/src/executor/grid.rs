//! The grid of a launch while it runs: what all its blocks have in common.

use super::fault::{Fault, Faults};
use super::memory::Snapshot;
use super::options::Options;
use super::profile::Profile;
use super::shared::Windows;
use super::site::Sites;
use super::traces::Trace;
use crate::device::Dim3;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// One launch, while it runs.
pub(super) struct Grid {
    pub(super) kernel: &'static str,
    pub(super) extents: Dim3,
    pub(super) block: Dim3,
    pub(super) blocks: u32,
    /// How many of them are a cluster, which divides the extent in x.
    pub(super) cluster: u32,
    /// What each thread has when a block begins, where the kernel says it.
    #[cfg_attr(not(feature = "half"), allow(dead_code))] // only `wgmma` speaks of registers
    pub(super) registers: Option<u32>,
    pub(super) cooperative: bool,
    /// The index of each thread of a block.
    pub(super) threads: Vec<Dim3>,
    pub(super) windows: Windows,
    pub(super) memory: Snapshot,
    pub(super) sites: Sites,
    pub(super) options: Options,
    /// How many blocks can be in flight.
    pub(super) residency: u32,
    pub(super) workers: usize,
    pub(super) profile: Mutex<Profile>,
    /// What threads printed.
    pub(super) traces: Mutex<Vec<Trace>>,
    faults: Mutex<Faults>,
    /// What is right and slow.
    warnings: Mutex<Faults>,
    stopped: AtomicBool,
    next: AtomicU32,
    in_flight: AtomicU32,
    ended: AtomicU32,
    /// How many blocks reached the barriers of the grid, all together.
    arrived: AtomicU32,
    /// Counts what workers changed for others.
    changes: AtomicU64,
    /// The workers that have nothing to do but to wait for others.
    pub(super) idle: AtomicUsize,
}

/// What a launch is made of.
pub(super) struct Setup {
    pub(super) kernel: &'static str,
    pub(super) extents: Dim3,
    pub(super) block: Dim3,
    pub(super) blocks: u32,
    pub(super) cluster: u32,
    pub(super) registers: Option<u32>,
    pub(super) cooperative: bool,
    pub(super) windows: Windows,
    pub(super) memory: Snapshot,
    pub(super) options: Options,
    pub(super) residency: u32,
}

impl Grid {
    pub(super) fn new(setup: Setup) -> Self {
        let Setup {
            kernel,
            extents,
            block,
            blocks,
            cluster,
            registers,
            cooperative,
            windows,
            memory,
            options,
            residency,
        } = setup;
        Self {
            kernel,
            extents,
            block,
            blocks,
            cluster,
            registers,
            cooperative,
            threads: (0..block.count()).map(|thread| unlinear(block, thread)).collect(),
            windows,
            memory,
            sites: Sites::default(),
            residency,
            workers: options.workers.min((blocks / cluster) as usize).max(1),
            profile: Mutex::default(),
            traces: Mutex::default(),
            faults: Mutex::new(Faults::new(options.most_faults)),
            warnings: Mutex::new(Faults::new(options.most_faults)),
            stopped: AtomicBool::new(false),
            next: AtomicU32::new(0),
            in_flight: AtomicU32::new(0),
            ended: AtomicU32::new(0),
            arrived: AtomicU32::new(0),
            changes: AtomicU64::new(0),
            idle: AtomicUsize::new(0),
            options,
        }
    }

    /// The index of a block.
    pub(super) fn index(&self, block: u32) -> Dim3 {
        unlinear(self.extents, block)
    }

    /// The blocks of the next cluster to run, if there is one and it can be in flight too.
    pub(super) fn take(&self) -> Option<Range<u32>> {
        let more =
            |flying: u32| (flying == 0 || flying + self.cluster <= self.residency).then(|| flying + self.cluster);
        self.in_flight.try_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        let next = |next: u32| (next < self.blocks).then(|| next + self.cluster);
        let taken = self.next.try_update(Ordering::Relaxed, Ordering::Relaxed, next).ok();
        if taken.is_none() {
            self.in_flight.fetch_sub(self.cluster, Ordering::Relaxed);
        }
        taken.map(|first| first..first + self.cluster)
    }

    /// Whether all blocks were taken.
    pub(super) fn is_exhausted(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.blocks
    }

    /// A block that was taken is no more.
    pub(super) fn give_back(&self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        self.ended.fetch_add(1, Ordering::Release);
    }

    /// How many blocks have ended.
    pub(super) fn ended(&self) -> u32 {
        self.ended.load(Ordering::Acquire)
    }

    /// A block is at its barrier of the grid; they are numbered from 0.
    pub(super) fn arrive(&self) {
        self.arrived.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether all blocks were at a barrier of the grid.
    pub(super) fn has_passed(&self, barrier: u32) -> bool {
        let arrived = self.arrived.load(Ordering::Acquire);
        u64::from(arrived) >= u64::from(self.blocks) * (u64::from(barrier) + 1)
    }

    /// A worker changed something that others may wait for.
    pub(super) fn change(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Notes a fault, and asks for its place in memory if that has to be told; from now on no block is begun, and blocks without a fault are stopped.
    pub(super) fn note(&self, fault: Fault, place: impl FnOnce() -> String) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).add(fault, place);
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Notes what is right and slow; the launch goes on.
    #[cfg(feature = "half")]
    pub(super) fn warn(&self, warning: Fault) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).add(warning, String::new);
    }

    /// What is right and slow.
    pub(super) fn warnings(&self) -> Vec<Fault> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).described().to_vec()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The faults, and the words about them, if there are any.
    pub(super) fn faults(&self) -> Option<(Vec<Fault>, String)> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        (!faults.described().is_empty()).then(|| (faults.described().to_vec(), faults.to_string()))
    }
}

fn unlinear(extents: Dim3, index: u32) -> Dim3 {
    Dim3::new(index % extents.x, index / extents.x % extents.y, index / extents.x / extents.y)
}
