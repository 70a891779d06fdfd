//! The shape of a launch: grid, block and shared memory.

/// Grid, block and shared memory of a launch.
///
/// ```
/// use lego_cuda::launch::Launch;
/// let launch = Launch::grid([16, 8]).block(256);
/// assert_eq!((launch.grid, launch.block), ([16, 8, 1], Some([256, 1, 1])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The extents of the grid, in blocks; x first.
    pub grid: [u32; 3],
    /// The extents of a block, in threads; those that the kernel requires where this is `None`.
    pub block: Option<[u32; 3]>,
    /// Bytes of shared memory besides those of the kernel's dynamic tiles.
    pub dynamic_shared: u32,
    /// Whether all blocks must run at once, as `sync_grid` needs.
    pub cooperative: bool,
}

impl Launch {
    /// A grid of these extents, in blocks.
    pub fn grid(extents: impl Extents) -> Self {
        Self { grid: extents.three(), block: None, dynamic_shared: 0, cooperative: false }
    }

    /// Blocks of these extents, in threads; needless where the kernel requires some.
    #[must_use]
    pub fn block(self, extents: impl Extents) -> Self {
        Self { block: Some(extents.three()), ..self }
    }

    /// Bytes of shared memory besides those of the kernel's dynamic tiles.
    #[must_use]
    pub fn dynamic_shared(self, bytes: u32) -> Self {
        Self { dynamic_shared: bytes, ..self }
    }

    /// The extents of a block where a kernel has these bounds; those of a single thread where nothing says them.
    pub fn block_of(&self, bounds: &lego_machine::image::Bounds) -> [u32; 3] {
        self.block.or(bounds.required_threads).unwrap_or([1; 3])
    }

    /// All blocks run at once.
    #[must_use]
    pub fn cooperative(self) -> Self {
        Self { cooperative: true, ..self }
    }
}

/// One to three extents, x first.
pub trait Extents {
    /// All three; those not given are 1.
    fn three(self) -> [u32; 3];
}

impl Extents for u32 {
    fn three(self) -> [u32; 3] {
        [self, 1, 1]
    }
}

impl Extents for [u32; 1] {
    fn three(self) -> [u32; 3] {
        [self[0], 1, 1]
    }
}

impl Extents for [u32; 2] {
    fn three(self) -> [u32; 3] {
        [self[0], self[1], 1]
    }
}

impl Extents for [u32; 3] {
    fn three(self) -> [u32; 3] {
        self
    }
}
