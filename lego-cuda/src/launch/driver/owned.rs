//! Owners of what the driver made: handles and memory.

use super::raw::RawDriver;
use super::{bind, is_idle};
use std::sync::Arc;

/// A handle of the driver, which any thread may use.
#[derive(Clone, Copy)]
pub(super) struct Handle<T>(pub(super) *mut T);

// SAFETY: only the driver reads or writes through a handle, and takes it from any thread on which the context is
// current. Every use makes the context current first, and a handle is valid until its last owner gives it back.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: a shared handle is only copied and passed to the driver, which threads may call at the same time. Graphs are
// the exception, and have a lock.
unsafe impl<T> Sync for Handle<T> {}

/// The owner of what the driver made in a context: an event, a stream, a module, pinned memory. Dropping it gives that
/// back.
pub struct Owned<R: RawDriver, T> {
    handle: Handle<T>,
    pub(super) context: Arc<R::Context>,
    give_back: unsafe fn(*mut T) -> R::CUresult,
}

impl<R: RawDriver, T> Owned<R, T> {
    /// Takes ownership of a handle.
    ///
    /// # Safety
    /// The handle is valid in the context and has no other owner. `give_back` gives it back, and may be called while
    /// the context is current and this is dropped.
    pub(super) unsafe fn new(
        handle: *mut T,
        context: &Arc<R::Context>,
        give_back: unsafe fn(*mut T) -> R::CUresult,
    ) -> Self {
        Self { handle: Handle(handle), context: Arc::clone(context), give_back }
    }

    /// Returns the driver's handle.
    pub(super) fn raw(&self) -> *mut T {
        self.handle.0
    }
}

impl<R: RawDriver, T> Drop for Owned<R, T> {
    fn drop(&mut self) {
        // What goes wrong here cannot be said; a device that has failed says it at the next call.
        if bind::<R>(&self.context).is_ok() {
            // SAFETY: the handle is valid in this context, which is current, and is given back once, as the caller of
            // `new` promised.
            let _ = unsafe { (self.give_back)(self.handle.0) };
        }
    }
}

/// Memory of the device.
pub struct Memory<R: RawDriver> {
    pub(super) address: u64,
    pub(super) bytes: usize,
    pub(super) owner: MemoryOwner,
    pub(super) context: Arc<R::Context>,
}

/// Who gives memory back.
pub(super) enum MemoryOwner {
    /// This back end, which allocated it.
    Ours,
    /// The crate whose slice it was: the function gives it back.
    #[cfg(feature = "cudarc")]
    Slice(Box<dyn FnOnce() + Send + Sync>),
    /// Somebody else.
    Foreign,
}

impl<R: RawDriver> Drop for Memory<R> {
    fn drop(&mut self) {
        let owner = std::mem::replace(&mut self.owner, MemoryOwner::Foreign);
        // What goes wrong here cannot be said; a device that has failed says it at the next call.
        if matches!(owner, MemoryOwner::Foreign) || !is_idle::<R>(&self.context) {
            return;
        }
        match owner {
            MemoryOwner::Foreign => {}
            // SAFETY: the memory was allocated in this context, which is current, is given back once, and nothing uses
            // it: all work has ended.
            MemoryOwner::Ours => drop(unsafe { R::cuMemFree_v2(self.address) }),
            #[cfg(feature = "cudarc")]
            MemoryOwner::Slice(give_back) => give_back(),
        }
    }
}
