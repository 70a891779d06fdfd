//! The registers of a block, as `setmaxnreg` moves them from warp to warp.
//!
//! A block begins with as many registers for each thread as the kernel's bounds leave. A warp gives some back to the block, or waits until the
//! block has as many as it wants (PTX ISA 9.2, `setmaxnreg`). Amounts are those of one thread; each of the 32 lanes of a warp has as many.

use super::block::{Block, State, Wait};
use super::fault::FaultKind;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;
use crate::device::wgmma::{LEAST_REGISTERS, WARPGROUP};
use lego_machine::limits::WARP;

/// The warps of a warpgroup.
const WARPS: u32 = WARPGROUP / WARP;

/// The registers of the warps of a block, and those that no warp has.
#[derive(Default)]
pub(super) struct Registers {
    /// Empty until the first change.
    warps: Vec<Warp>,
    /// What a thread has at first.
    first: u32,
    free: u32,
    /// The warps that wait, in the order in which they came.
    waiting: Vec<u32>,
}

/// The registers of a warp.
#[derive(Clone, Copy)]
struct Warp {
    has: u32,
    /// What it waits for; 0 if it does not.
    wants: u32,
    /// How many changes it called, and the last two, the last one first.
    calls: u32,
    changes: [Option<Change>; 2],
}

/// A call of a warp.
#[derive(Clone, Copy)]
struct Change {
    count: u32,
    takes: bool,
    site: Site,
    /// When each lane called.
    epoch: u32,
    clocks: [u32; WARP as usize],
}

impl Change {
    fn words(&self) -> String {
        words(self.count, self.takes)
    }
}

/// A change, as a kernel calls it.
fn words(count: u32, takes: bool) -> String {
    format!("`{}_registers::<{count}>`", if takes { "more" } else { "fewer" })
}

impl Registers {
    /// Makes so many warps, if there are none yet.
    fn begin(&mut self, warps: u32, first: u32) {
        if self.warps.is_empty() {
            let warp = Warp { has: first, wants: 0, calls: 0, changes: [None; 2] };
            *self = Self { warps: vec![warp; warps as usize], first, ..Self::default() };
        }
    }

    /// Lets a warp have another number, and gives the warps that then have what they wanted; what is wrong otherwise.
    fn change(&mut self, warp: u32, count: u32, takes: bool) -> Result<Vec<u32>, String> {
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

impl Block {
    /// Lets the registers of the running thread's warp be so many: more, for which it waits, or fewer.
    pub(super) fn change_registers(&self, count: u32, takes: bool, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let name = words(count, takes);
        let me = self.current.get();
        let Some(first) = self.grid.registers else {
            let what =
                "has no effect in a kernel that says neither `min_blocks` of so many threads nor `max_registers`";
            return self.misuse(site, format!("{name} {what}"));
        };
        if self.count() < me / WARPGROUP * WARPGROUP + WARPGROUP {
            return self.misuse(site, format!("{name} by a warpgroup of fewer than {WARPGROUP} threads"));
        }
        let mut call = [0; 10];
        (call[0], call[1]) = (count, takes.into());
        let all = self.gather_words("a change of registers", call, site);
        if all.iter().any(|other| *other != call) {
            return self.misuse(site, "the lanes of a warp ask for different numbers of registers".to_owned());
        }
        let warp = me / WARP;
        // The first lane that goes on does it for its warp.
        let calls = self.own(&self.register_calls, |calls| {
            *calls += 1;
            *calls
        });
        let is_first = {
            let mut registers = self.registers.borrow_mut();
            registers.begin(self.count().div_ceil(WARP), first);
            registers.warps[warp as usize].calls < calls
        };
        if is_first {
            let apart = self.is_apart(warp, count, takes, site);
            let changed = match apart {
                Some(what) => Err(what),
                None => self.registers.borrow_mut().change(warp, count, takes),
            };
            match changed {
                Ok(served) => served.into_iter().for_each(|warp| self.go_on_with_registers(warp)),
                Err(what) => return self.misuse(site, what),
            }
        }
        if self.registers.borrow().warps[warp as usize].wants > 0 {
            self.suspend(State::Waits(Wait::Registers { count }, site));
        }
    }

    /// Wakes the lanes of a warp that wait for registers.
    fn go_on_with_registers(&self, warp: u32) {
        self.change();
        for thread in warp * WARP..(warp + 1) * WARP {
            if let State::Waits(Wait::Registers { .. }, _) = self.threads[thread as usize].state.get() {
                self.wake(thread);
            }
        }
    }

    /// Notes the call of a warp; says what is wrong where the warps of its warpgroup do not call the same, or have not met since the last call.
    fn is_apart(&self, warp: u32, count: u32, takes: bool, site: Site) -> Option<String> {
        let (mut registers, order) = (self.registers.borrow_mut(), self.order.borrow());
        let lanes = |warp: u32| warp * WARP..(warp + 1) * WARP;
        let clocks = std::array::from_fn(|lane| order.clock(warp * WARP + lane as u32));
        let change = Change { count, takes, site, epoch: order.epoch(), clocks };
        let mine = registers.warps[warp as usize].calls;
        let is_known = |other: u32, change: &Change| {
            let stamps = lanes(other).zip(change.clocks);
            let mut stamps =
                stamps.map(|(lane, clock)| Stamp::new(self.number, lane, change.epoch, clock, Touch::WRITE, 0));
            stamps.any(|stamp| lanes(warp).any(|lane| order.is_before(stamp, lane)))
        };
        let here = &mut registers.warps[warp as usize];
        here.calls += 1;
        here.changes = [Some(change), here.changes[0]];
        let warpgroup = warp / WARPS * WARPS;
        for other in (warpgroup..warpgroup + WARPS).filter(|other| *other != warp) {
            let Warp { calls, changes: [last, before], .. } = registers.warps[other as usize];
            let (same, earlier) = if calls > mine { (last, before) } else { (None, last) };
            if let Some(same) = same
                && ((same.count, same.takes) != (count, takes) || same.site != site)
            {
                let (name, others) = (change.words(), same.words());
                return Some(format!(
                    "{name} by warp {warp}, and {others} by warp {other} of its warpgroup at {}",
                    same.site
                ));
            }
            let has_met = calls >= mine && earlier.is_none_or(|earlier| is_known(other, &earlier));
            if mine > 0 && !has_met {
                return Some(format!(
                    "{} by warp {warp}, before it has met warp {other} of its warpgroup behind the change before",
                    change.words()
                ));
            }
        }
        None
    }

    /// Notes a warp that has not called what another of its warpgroup did, as the block ends.
    pub(super) fn look_for_changes(&self) {
        let registers = self.registers.borrow();
        for (number, warps) in (0..).zip(registers.warps.chunks(WARPS as usize)) {
            let (Some(most), Some(least)) = (
                warps.iter().max_by_key(|warp| warp.calls).copied(),
                (0..).zip(warps).min_by_key(|(_, warp)| warp.calls).map(|(at, warp)| (at, warp.calls)),
            ) else {
                continue;
            };
            if let Some(last) = most.changes[0]
                && least.1 < most.calls
            {
                let warp = number * WARPS + least.0;
                let what = format!(
                    "{} by another warp of its warpgroup and not by warp {warp}: all four call it",
                    last.words()
                );
                self.note_of(warp * WARP, Some(last.site.into()), FaultKind::Misuse { what });
            }
        }
    }
}
