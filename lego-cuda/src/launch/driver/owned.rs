//! What the driver made, and who gives it back.

use super::raw::RawDriver;
use super::{bind, is_idle};
use std::sync::Arc;

/// A name that the driver has for something.
#[derive(Clone, Copy)]
pub(super) struct Handle<T>(pub(super) *mut T);

// SAFETY: a handle is a name: nothing is read or written through it but by the driver, which takes it from any thread while
// the context is current there. Every use makes it current, and a handle is valid until its last owner gives it back.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: as above; functions of the driver may be called at the same time. Those of graphs may not, which have a lock.
unsafe impl<T> Sync for Handle<T> {}

/// What the driver made in a context and takes back when this is dropped: an event, a stream, pinned memory.
pub struct Owned<R: RawDriver, T> {
    handle: Handle<T>,
    pub(super) context: Arc<R::Context>,
    give_back: unsafe fn(*mut T) -> R::CUresult,
}

impl<R: RawDriver, T> Owned<R, T> {
    /// Takes what the driver made.
    ///
    /// # Safety
    /// The handle is one of the context, and nobody else gives it back. `give_back` does so at a time when the last owner may
    /// be gone.
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
            // SAFETY: the handle is one of this context, which is current, and is given back once, as `new` was promised.
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
    /// It was allocated here.
    Ours,
    /// It was a slice of the crate, and is given back by this function.
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
            // SAFETY: the memory was allocated in this context, which is current, is given back once, and nothing uses it:
            // all work has ended.
            MemoryOwner::Ours => drop(unsafe { R::cuMemFree_v2(self.address) }),
            #[cfg(feature = "cudarc")]
            MemoryOwner::Slice(give_back) => give_back(),
        }
    }
}
