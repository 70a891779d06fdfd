//! Boxes of tensors on their way between global and shared memory.

/// A part of a box: at most 16 bytes that lie together in both memories.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The address in global memory; where the tensor has no elements, none.
    pub(super) global: Option<usize>,
    /// The place in the block's memory.
    pub(super) shared: usize,
    pub(super) bytes: usize,
    /// The number of its place in the source.
    pub(super) site: u32,
}

/// A box that is on its way to shared memory.
pub(super) struct Arriving {
    pub(super) pieces: Vec<Piece>,
    pub(super) bytes: u32,
    /// The block and the thread that began the copy, and epoch and clock then.
    pub(super) block: u32,
    pub(super) thread: u32,
    pub(super) time: (u32, u32),
}
