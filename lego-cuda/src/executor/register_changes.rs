//! What a block does with its registers: `setmaxnreg` moves them from warp to warp.

use super::block::{Block, State, Wait};
use super::fault::FaultKind;
use super::registers::{Change, WARPS, Warp, words};
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;
use crate::device::wgmma::WARPGROUP;
use lego_machine::limits::WARP;

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
