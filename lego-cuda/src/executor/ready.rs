//! The threads of a block that are ready to go on, in the order in which they became so.

use std::cell::Cell;

/// A ring of numbers of threads, each at most once in it. Every wait of a thread goes through it, also where nothing is optimized:
/// so it has no layers.
pub(super) struct Ready {
    threads: Box<[Cell<u32>]>,
    first: Cell<usize>,
    len: Cell<usize>,
}

impl Ready {
    /// Room for the threads of a block; none is ready.
    pub(super) fn of(threads: usize) -> Self {
        Self { threads: vec![Cell::new(0); threads].into(), first: Cell::new(0), len: Cell::new(0) }
    }

    /// Adds a thread, which is not there yet.
    pub(super) fn push(&self, thread: u32) {
        let (len, room) = (self.len.get(), self.threads.len());
        assert!(len < room, "a thread is ready once");
        let place = self.first.get() + len;
        self.threads[if place < room { place } else { place - room }].set(thread);
        self.len.set(len + 1);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len.get() == 0
    }

    /// Takes the thread that has been ready longest.
    pub(super) fn pop(&self) -> Option<u32> {
        let (len, first) = (self.len.get(), self.first.get());
        if len == 0 {
            return None;
        }
        self.first.set(if first + 1 < self.threads.len() { first + 1 } else { 0 });
        self.len.set(len - 1);
        Some(self.threads[first].get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    #[test]
    fn it_is_a_queue() {
        for threads in [1, 2, 7] {
            let (ready, mut queue) = (Ready::of(threads), VecDeque::new());
            for step in 0..100 {
                if queue.len() < threads && step % 5 != 2 {
                    ready.push(step);
                    queue.push_back(step);
                }
                if step % 3 != 0 {
                    assert_eq!(ready.pop(), queue.pop_front());
                }
            }
        }
        assert_eq!(Ready::of(3).pop(), None);
    }
}
