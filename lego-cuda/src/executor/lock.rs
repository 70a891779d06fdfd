//! A lock for a few instructions: of two workers one turns round until the other has gone on.
//!
//! Every access of a kernel to global memory takes one, which costs one atomic exchange.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that one worker at a time reaches.
#[derive(Default)]
pub(super) struct Lock<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached by the holder of the lock alone: it goes from thread to thread, as `Send` allows.
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    /// Waits until nobody else holds it.
    #[inline(always)]
    pub(super) fn lock(&self) -> Held<'_, T> {
        while self.taken.swap(true, Ordering::Acquire) {
            // The holder may have been put aside by the system.
            std::thread::yield_now();
        }
        // SAFETY: who took the lock borrows the value alone, until it gives it back.
        Held { value: unsafe { &mut *self.value.get() }, taken: &self.taken }
    }
}

/// A lock that is held until this is dropped.
pub(super) struct Held<'a, T> {
    value: &'a mut T,
    taken: &'a AtomicBool,
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.taken.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_holds_it() {
        let lock = Lock::<u64>::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..10_000 {
                        let mut held = lock.lock();
                        *held = std::hint::black_box(*held) + 1;
                    }
                });
            }
        });
        assert_eq!(*lock.lock(), 40_000);
    }
}
