//! The registers of a block: those that each warp has, and those that are free.
//!
//! A block begins with as many registers for each thread as the kernel's bounds leave. A warp gives some back to the block, or waits until the
//! block has as many as it wants (PTX ISA 9.2, `setmaxnreg`). Amounts are those of one thread; each of the 32 lanes of a warp has as many.

use crate::device::host::Site;
use crate::device::wgmma::{LEAST_REGISTERS, WARPGROUP};
use lego_machine::limits::WARP;

/// The warps of a warpgroup.
pub(super) const WARPS: u32 = WARPGROUP / WARP;

/// The registers of the warps of a block, and those that no warp has.
#[derive(Default)]
pub(super) struct Registers {
    /// Empty until the first change.
    pub(super) warps: Vec<Warp>,
    /// What a thread has at first.
    first: u32,
    free: u32,
    /// The warps that wait, in the order in which they came.
    waiting: Vec<u32>,
}

/// The registers of a warp.
#[derive(Clone, Copy)]
pub(super) struct Warp {
    has: u32,
    /// What it waits for; 0 if it does not.
    pub(super) wants: u32,
    /// How many changes it called, and the last two, the last one first.
    pub(super) calls: u32,
    pub(super) changes: [Option<Change>; 2],
}

/// A call of a warp.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) count: u32,
    pub(super) takes: bool,
    pub(super) site: Site,
    /// When each lane called.
    pub(super) epoch: u32,
    pub(super) clocks: [u32; WARP as usize],
}

impl Change {
    pub(super) fn words(&self) -> String {
        words(self.count, self.takes)
    }
}

/// A change, as a kernel calls it.
pub(super) fn words(count: u32, takes: bool) -> String {
    format!("`{}_registers::<{count}>`", if takes { "more" } else { "fewer" })
}

impl Registers {
    /// Makes so many warps, if there are none yet.
    pub(super) fn begin(&mut self, warps: u32, first: u32) {
        if self.warps.is_empty() {
            let warp = Warp { has: first, wants: 0, calls: 0, changes: [None; 2] };
            *self = Self { warps: vec![warp; warps as usize], first, ..Self::default() };
        }
    }

    /// Lets a warp have another number, and gives the warps that then have what they wanted; what is wrong otherwise.
    pub(super) fn change(&mut self, warp: u32, count: u32, takes: bool) -> Result<Vec<u32>, String> {
        let (all, first) = (self.warps.len() as u32, self.first);
        let here = &mut self.warps[warp as usize];
        let has = here.has;
        if takes && count < has || !takes && count > has {
            let does = if takes { "takes" } else { "gives back" };
            return Err(format!("{} of threads that have {has} registers, which {does} none", words(count, takes)));
        }
        let least = count * WARPS + LEAST_REGISTERS * all.saturating_sub(WARPS);
        if least > first * all {
            return Err(format!(
                "{} never ends: with {LEAST_REGISTERS} for each thread of other warpgroups the block has {} registers, and it began with {}, \
                 {first} for each of {} threads",
                words(count, takes),
                least * WARP,
                first * all * WARP,
                all * WARP
            ));
        }
        if takes {
            here.wants = count;
            self.waiting.push(warp);
        } else {
            here.has = count;
            self.free += has - count;
        }
        let (warps, free) = (&mut self.warps, &mut self.free);
        let mut served = Vec::new();
        self.waiting.retain(|&warp| {
            let Warp { has, wants, .. } = &mut warps[warp as usize];
            let more = *wants - *has;
            if more > *free {
                return true;
            }
            *free -= more;
            (*has, *wants) = (*wants, 0);
            served.push(warp);
            false
        });
        Ok(served)
    }

    /// What a warp that waits lacks, in words.
    pub(super) fn missing(&self, warp: u32) -> String {
        let Warp { has, wants, .. } = self.warps[warp as usize];
        format!(
            "{has} of which it has: the other {} of its warp are wanted, and {} are free of the {} with which the block began",
            (wants - has) * WARP,
            self.free * WARP,
            self.first * WARP * self.warps.len() as u32
        )
    }
}
