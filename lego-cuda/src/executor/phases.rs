//! The phases of barriers in shared memory: how threads and bytes arrive, when a phase ends, and who then goes on.

use super::block::{Block, State, Wait};
use super::cluster::Visit;
use super::mbarriers::{Mbarrier, Passed};
use super::pieces::Arriving;
use super::shared::Shared;
use crate::device::host::Site;
use crate::device::mbarrier::MOST_ARRIVALS;

impl Block {
    pub(super) fn init_mbarrier(&self, at: u32, arrivals: u32, site: Site) {
        if self.is_unwinding() {
            return;
        }
        if arrivals == 0 || arrivals > MOST_ARRIVALS {
            let which = self.place_of(at, site).map_or_else(String::new, |place| self.which(self, place as usize));
            let what = format!("an `Mbarrier` for {arrivals} arrivals: 1 to {MOST_ARRIVALS} can be{which}");
            return self.misuse(site, what);
        }
        self.store_shared(at, &[0; 8], site);
        let Some(place) = self.on_mbarrier(self, at, false, site) else { return };
        if self.mbarriers.borrow_mut().0.insert(place, Mbarrier::new(arrivals, self.current.get())).is_some() {
            let which = self.which(self, place);
            self.misuse(site, format!("an `Mbarrier` is made where one is, which was not invalidated{which}"));
        }
    }

    pub(super) fn invalidate_mbarrier(&self, at: u32, site: Site) {
        let Some(place) = self.known_mbarrier(self, at, true, site) else { return };
        let ended = self.mbarriers.borrow_mut().0.remove(&place);
        if ended.is_some_and(|barrier| !barrier.waiting.is_empty()) {
            self.misuse(site, format!("an `Mbarrier` is invalidated at which threads wait{}", self.which(self, place)));
        }
        self.store_shared(at, &[0; 8], site);
    }

    /// What the running thread has made is known to the copy engine, and to other blocks behind a meeting.
    pub(super) fn publish(&self) {
        let me = self.current.get();
        let mut mbarriers = self.mbarriers.borrow_mut();
        mbarriers.0.values_mut().filter(|barrier| barrier.maker == me).for_each(|barrier| barrier.is_known = true);
    }

    /// The place of a barrier that was made, in this block or another of its cluster; what is none is a fault.
    pub(super) fn known_mbarrier(&self, home: &Self, at: u32, writes: bool, site: Site) -> Option<usize> {
        if self.is_unwinding() {
            return None;
        }
        let place = self.on_mbarrier(home, at, writes, site)?;
        if home.mbarriers.borrow().0.contains_key(&place) {
            return Some(place);
        }
        self.misuse(site, format!("there is no `Mbarrier` here: `init` makes one{}", self.which(home, place)));
        None
    }

    /// The `Mbarrier` at a place of the block's memory, as the kernel names it.
    pub(super) fn named_mbarrier(&self, shared: &Shared, place: usize) -> String {
        let is_made = |at: usize| self.mbarriers.try_borrow().is_ok_and(|barriers| barriers.0.contains_key(&at));
        shared.windows.mbarrier(place, &is_made)
    }

    /// Which `Mbarrier` a fault is about, for the end of its words: that at a place of the memory of a block.
    pub(super) fn which(&self, home: &Self, place: usize) -> String {
        let which = home.named_mbarrier(&home.shared.borrow(), place);
        let of_block = if home.number == self.number { String::new() } else { format!(" in block {}", home.index) };
        format!(" (the `Mbarrier` is {which}{of_block})")
    }

    /// Counts an arrival of the running thread at a barrier of this block or of another of its cluster, and bytes that are to come.
    pub(super) fn arrive_at_mbarrier(&self, home: &Self, at: u32, bytes: u32, site: Site) {
        let Some(place) = self.known_mbarrier(home, at, true, site) else { return };
        home.note_visit(self, Visit::Arrival, site);
        let is_wrong = home.with_mbarrier(place, |barrier| {
            if barrier.left == 0 {
                return Some((barrier.arrivals, barrier.phase));
            }
            barrier.left -= 1;
            barrier.bytes += i64::from(bytes);
            let (mut order, me) = (self.order.borrow_mut(), self.current.get());
            if home.number == self.number {
                order.release(&mut barrier.joined, me);
            } else {
                order.release_reads(&mut barrier.joined, me);
            }
            None
        });
        if let Some((arrivals, phase)) = is_wrong {
            let what = format!(
                "one more arrival than the {arrivals} of phase {phase} of an `Mbarrier`, whose bytes have not come{}",
                self.which(home, place)
            );
            return self.misuse(site, what);
        }
        self.change();
        home.settle(place, false);
    }

    /// A box is on its way, and the barrier counts its bytes.
    pub(super) fn bring(&self, place: usize, arriving: Arriving) {
        self.with_mbarrier(place, |barrier| barrier.arriving.push(arriving));
        self.settle(place, false);
    }

    /// Waits for the end of the last phase of a parity, or says whether it has come.
    pub(super) fn wait_at_mbarrier(&self, at: u32, parity: u32, waits: bool, site: Site) -> bool {
        let Some(place) = self.known_mbarrier(self, at, false, site) else { return true };
        if parity > 1 {
            let which = self.which(self, place);
            self.misuse(site, format!("a phase of parity {parity} is waited for: it is 0 or 1{which}"));
        }
        self.settle(place, true);
        let me = self.current.get();
        let time = self.time(me);
        let (phase, repeats) = self.with_mbarrier(place, |barrier| {
            let before = barrier.passed.get(&me).copied();
            (barrier.phase, Passed::repeats(before, barrier.passing(waits, time)))
        });
        if phase % 2 != parity {
            if repeats {
                let does = if waits { "waits" } else { "asks" };
                let which = if phase == 0 { "before the first".to_owned() } else { format!("{}", phase - 1) };
                let what = format!(
                    "a thread {does} a second time for phase {which} of an `Mbarrier`, and passes at once: was the parity turned?{}",
                    self.which(self, place)
                );
                self.misuse(site, what);
            }
            self.pass(place, me, waits);
            return true;
        }
        if !waits {
            self.spin(Some(site));
            return false;
        }
        self.with_mbarrier(place, |barrier| barrier.waiting.push(me));
        self.suspend(State::Waits(Wait::Mbarrier { place: place as u32, phase }, site));
        true
    }

    /// A thread goes on behind the phase that has ended.
    fn pass(&self, place: usize, thread: u32, waited: bool) {
        let time = self.time(thread);
        self.with_mbarrier(place, |barrier| {
            barrier.pass(thread, barrier.passing(waited, time));
            self.order.borrow_mut().learn_more(thread, &barrier.ended);
        });
    }

    /// Ends the phase of a barrier if nothing is missing; lets bytes come if nothing else is, and somebody waits.
    fn settle(&self, place: usize, is_asked: bool) {
        let arriving = self.with_mbarrier(place, |barrier| {
            let lacks_bytes = barrier.left == 0 && barrier.bytes != 0;
            let comes = lacks_bytes && (is_asked || !barrier.waiting.is_empty());
            if comes { std::mem::take(&mut barrier.arriving) } else { Vec::new() }
        });
        self.end_loads(&arriving);
        self.with_mbarrier(place, |barrier| {
            let order = self.order.borrow();
            for Arriving { bytes, block, thread, time, .. } in arriving {
                barrier.bytes -= i64::from(bytes);
                if block == self.number {
                    order.release_copy(&mut barrier.joined, thread, time.1);
                } else {
                    order.release_copy_of(&mut barrier.joined, block, thread, time);
                }
            }
        });
        let waiting = self.with_mbarrier(place, |barrier| {
            if barrier.left > 0 || barrier.bytes != 0 {
                return Vec::new();
            }
            barrier.phase = barrier.phase.wrapping_add(1);
            barrier.left = barrier.arrivals;
            barrier.ended = std::mem::take(&mut barrier.joined);
            std::mem::take(&mut barrier.waiting)
        });
        // Who lets a phase end does not wait for it yet.
        for thread in waiting {
            self.pass(place, thread, true);
            self.wake(thread);
            self.change();
        }
    }

    /// The epoch and the clock of a thread.
    fn time(&self, thread: u32) -> (u32, u32) {
        let order = self.order.borrow();
        (order.epoch(), order.clock(thread))
    }

    fn with_mbarrier<R>(&self, place: usize, act: impl FnOnce(&mut Mbarrier) -> R) -> R {
        let mut all = self.mbarriers.borrow_mut();
        act(all.0.get_mut(&place).expect("its place was looked up before"))
    }
}
