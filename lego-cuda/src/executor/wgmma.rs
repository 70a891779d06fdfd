//! Products of a warpgroup: computed at once from what shared memory holds, and under way until they are waited for.
//!
//! Each warp computes its 16 rows by itself. That the four of a warpgroup call the same is compared
//! ([`warpgroups`](super::warpgroups)).

use super::block::{Block, State};
use super::fault::{Fault, FaultKind};
use super::products::RegisterRead;
use super::right_operand::Source;
use super::warpgroups::{Missing, WarpgroupCall, WarpgroupCalls};
use crate::device::host::{Site, pass_register_time};
use crate::device::wgmma::{K_BYTES, LeftOperand, M, OperandLayout, Product, SumsUse, WARPGROUP};
use lego_machine::limits::WARP;
use std::cell::Cell;

impl Block {
    /// Compares a call of the running thread with those of the others of its warpgroup. One of fewer threads multiplies nothing.
    fn note_call(&self, call: WarpgroupCall, site: Site) {
        let me = self.current.get();
        if self.is_unwinding() || self.count() < me / WARPGROUP * WARPGROUP + WARPGROUP {
            return;
        }
        let noted = {
            let mut all = self.warpgroups.borrow_mut();
            if all.is_empty() {
                all.resize_with((self.count() / WARPGROUP) as usize, WarpgroupCalls::default);
            }
            let describe = |at| self.shared.borrow().windows.describe(at);
            all[(me / WARPGROUP) as usize].note(me, call, site, &describe)
        };
        if let Err(what) = noted {
            self.misuse(site, what);
        }
    }

    /// Notes calls that some threads of a warpgroup have made and others have not, as these have ended.
    pub(super) fn look_for_calls(&self) {
        let has_ended = |thread: u32| matches!(self.state(thread), State::Ended);
        for (number, calls) in (0..).zip(self.warpgroups.borrow().iter()) {
            if let Some(Missing { words, site, thread }) = calls.missing(number * WARPGROUP, &has_ended) {
                self.note_of(thread, Some(site.into()), FaultKind::Misuse { what: words });
            }
        }
    }

    pub(super) fn fence_products(&self, site: Site) {
        self.note_call(WarpgroupCall::Fence, site);
        self.own(&self.products, |products| {
            products.fences += 1;
            products.fenced = pass_register_time();
        });
    }

    pub(super) fn end_products(&self, site: Site) {
        self.note_call(WarpgroupCall::Commit, site);
        self.own(&self.products, |products| {
            products.ended += 1;
            products.reads.commit();
        });
    }

    /// Waits until at most so many groups are under way, with sums or without.
    pub(super) fn wait_for_products(&self, pending: u32, sums: Option<&Cell<SumsUse>>, site: Site) {
        self.note_call(WarpgroupCall::Wait { pending }, site);
        let (reads, waited) = self.own(&self.products, |products| {
            products.waited = products.waited.max(products.ended.saturating_sub(pending.into()));
            let waited = products.waited;
            products.registers.retain(|read| read.group > waited);
            (products.reads.wait(pending as usize), products.waited)
        });
        self.end_reads(reads);
        if let Some(sums) = sums {
            let used = sums.get();
            if used.group <= waited {
                sums.set(SumsUse { group: 0, ..used });
            }
        }
    }

    /// A thread reads sums.
    pub(super) fn use_sums(&self, sums: &Cell<SumsUse>, site: Site) {
        let used = sums.get();
        if used.group != 0 {
            self.misuse(site, "sums are read, and `Sums::wait` has not waited for their products".to_owned());
        }
        sums.set(SumsUse { fences: self.own(&self.products, |products| products.fences), ..used });
    }

    pub(super) fn multiply(&self, product: &Product, sums: &mut [u32], used: &Cell<SumsUse>, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let Product { left, right: (b, right), columns, adds, .. } = *product;
        // What all lanes have alike, and the registers of each.
        let [low, high] = [right.bits() as u32, (right.bits() >> 32) as u32];
        let (alike, call) = match left {
            LeftOperand::Shared { start, layout } => {
                let bits = layout.bits();
                (8, [b, low, high, columns, adds.into(), start, bits as u32, (bits >> 32) as u32, 0, 0])
            }
            LeftOperand::Registers { words: [x, y, z, w], .. } => {
                (5, [b, low, high, columns, adds.into(), x, y, z, w, 1])
            }
        };
        let all = self.gather_words("a product of a warpgroup", call, site);
        if all.iter().any(|other| other[..alike] != call[..alike] || other[9] != call[9]) {
            return self.misuse(site, "the lanes of a warp multiply by different descriptors".to_owned());
        }
        let me = self.current.get();
        if self.count() < me / WARPGROUP * WARPGROUP + WARPGROUP {
            let what = format!("a product by a warpgroup of fewer than {WARPGROUP} threads");
            return self.misuse(site, what);
        }
        self.note_call(WarpgroupCall::multiply(product), site);
        let (fences, group) = self.own(&self.products, |products| (products.fences, products.ended + 1));
        // Sums whose products are under way are the tensor cores' already.
        if used.get().group == 0 && used.get().fences == fences {
            self.misuse(site, "a product uses sums that the thread has used since its last `wgmma::fence`".to_owned());
        }
        used.set(SumsUse { fences, group });
        let lane = me % WARP;
        let of_left = match left {
            LeftOperand::Shared { start, layout } => match self.read_operand(start, layout, M, lane, site) {
                Some(first) => Some((first, layout)),
                None => return,
            },
            LeftOperand::Registers { words, set, time } => {
                self.read_registers(RegisterRead { site, set, words, time, fences, group });
                None
            }
        };
        let Some(of_right) = self.read_operand(b, right, columns, lane, site) else { return };
        let shared = self.shared.borrow();
        // Of elements of two bytes half as many.
        let count = K_BYTES / right.element;
        let each = |element: &dyn Fn(u32) -> f64| -> [f64; K_BYTES as usize] {
            std::array::from_fn(|k| if (k as u32) < count { element(k as u32) } else { 0.0 })
        };
        let of_memory = |first: u32, layout: OperandLayout, row: u32| {
            each(&|k| (product.value)(shared.half(layout.swizzle.apply(first + layout.offset([row, k])) as usize)))
        };
        // The warp's own 16 rows, by their number among these.
        let of_registers = |row: u32| {
            each(&|k| {
                let (word, byte) = (k * right.element / 4, k * right.element % 4);
                let register = 5 + row / 8 + 2 * (word / 4);
                (product.value)((all[(4 * (row % 8) + word % 4) as usize][register as usize] >> (8 * byte)) as u16)
            })
        };
        let row = lane / 4;
        let rows = [row, row + 8].map(|row| match of_left {
            Some((first, layout)) => of_memory(first, layout, 16 * (me / WARP % 4) + row),
            None => of_registers(row),
        });
        let source = Source { first: of_right, layout: right, columns, kind: product.kind };
        let mut operand = self.right_operand.borrow_mut();
        // Of each 8 columns the lane has sums of two.
        let mut of_right = operand.columns(source, &shared, product.value).skip(2 * (lane % 4) as usize);
        for four in sums.chunks_mut(4) {
            let (Some(left), Some(right)) = (of_right.next(), of_right.next()) else { return };
            for (value, sum) in four.iter_mut().enumerate() {
                let pairs = rows[value / 2].iter().zip([left, right][value % 2]);
                let before = if adds { f64::from(f32::from_bits(*sum)) } else { 0.0 };
                *sum = ((before + pairs.map(|(a, b)| a * b).sum::<f64>()) as f32).to_bits();
            }
            of_right.by_ref().nth(5);
        }
    }

    /// Notes that a product reads a left operand in registers, and warns where it makes ptxas serialize products.
    fn read_registers(&self, read: RegisterRead) {
        let (is_unfenced, reuses) = self.own(&self.products, |products| {
            let reuses = products.registers.iter().any(|earlier| read.reuses(earlier));
            products.registers.push(read);
            (read.time >= products.fenced, reuses)
        });
        pass_register_time();
        if is_unfenced {
            let what = "a left operand in registers is set after the last `wgmma::fence`, which makes it known to the tensor cores: set it before";
            self.warn(read.site, what);
        }
        if reuses {
            let what = "this product has another left operand in registers while its last one is in flight: ptxas serializes all products of the \
                        kernel (C7513); wait before the registers are set again, or have a second set (see `wgmma::LeftRegisters`)";
            self.warn(read.site, what);
        }
    }

    /// Registers that products of a group read are given back.
    pub(super) fn give_back_registers(&self, group: u64, site: Site) {
        let (ended, waited) = self.own(&self.products, |products| (products.ended, products.waited));
        if group > waited && !self.is_unwinding() {
            let what = if group > ended {
                "registers are given back whose product is in no group: `wgmma::commit` ends one".to_owned()
            } else {
                let most = ended - group;
                format!(
                    "registers are given back whose product is in flight: to have them, wait for all but {most} groups at most"
                )
            };
            self.misuse(site, what);
        }
    }

    /// Registers that products of a group read are dropped.
    pub(super) fn drop_registers(&self, group: u64, site: Site) {
        if self.stopping.get() || std::thread::panicking() {
            return;
        }
        if group > self.own(&self.products, |products| products.waited) {
            let what = "the registers of this product's left operand are dropped while it is in flight: the compiler may set them, and ptxas then \
                        serializes all products of the kernel (C7513); `Sums::wait_for` gives them back";
            self.warn(site, what);
        }
    }

    /// Notes that something of the running thread is right and slow.
    fn warn(&self, site: Site, what: &str) {
        let thread = self.grid.threads[self.current.get() as usize];
        let kind = FaultKind::Slow { what: what.to_owned() };
        self.grid.warn(Fault {
            kernel: self.grid.kernel,
            kind,
            block: self.index,
            thread,
            site: Some(site.into()),
            times: 1,
        });
    }

    /// Notes that the warp reads an operand, each lane a part of it; where in the block's memory the operand begins.
    fn read_operand(&self, start: u32, layout: OperandLayout, extent: u32, lane: u32, site: Site) -> Option<u32> {
        let first = self.place_of(start, site)?;
        for unit in (lane..2 * extent).step_by(WARP as usize) {
            let index = match layout.along_k {
                true => [unit / 2, 16 / layout.element * (unit % 2)],
                false => [8 * (unit % (extent / 8)), unit / (extent / 8)],
            };
            let at = layout.swizzle.apply(first + layout.offset(index));
            let read = self.begin_read(start.wrapping_add(at.wrapping_sub(first)), site)?;
            self.own(&self.products, |products| products.reads.begin(read));
        }
        Some(first)
    }
}
