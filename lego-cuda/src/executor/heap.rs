//! Zeroed memory of the host that is owned by bytes, not by a type.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Memory that is given back when this is dropped. Who reads and writes it keeps threads apart.
pub(super) struct Heap {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory is owned, and nothing is read or written here.
unsafe impl Send for Heap {}
// SAFETY: as above.
unsafe impl Sync for Heap {}

impl Heap {
    /// So many zeroed bytes, at least one, from a multiple of `align` on; `None` where there is not so much memory, or `align` is no
    /// power of two.
    pub(super) fn new(bytes: usize, align: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes.max(1), align).ok()?;
        // SAFETY: the layout has bytes.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Self { start, layout })
    }

    /// Where it begins.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, is given back once, and nothing borrows from it.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}
