//! What each thread of a block has of something that most launches do not use.

use std::cell::RefCell;

/// A value for each thread; none are made before the first is asked for.
pub(super) struct PerThread<T>(RefCell<Vec<T>>);

impl<T> Default for PerThread<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Default> PerThread<T> {
    /// Calls a function with the value of a thread, of so many.
    pub(super) fn with<R>(&self, thread: u32, threads: u32, act: impl FnOnce(&mut T) -> R) -> R {
        let mut values = self.0.borrow_mut();
        if values.is_empty() {
            values.resize_with(threads as usize, T::default);
        }
        act(&mut values[thread as usize])
    }

    /// Whether any thread has asked.
    pub(super) fn is_used(&self) -> bool {
        !self.0.borrow().is_empty()
    }
}
