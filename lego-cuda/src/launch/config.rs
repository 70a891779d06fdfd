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
    /// Bytes of shared memory besides those of the kernel's dynamic tiles, and behind them: what a kernel takes by
    /// [`shared::dynamic`](crate::device::shared::dynamic), which looks at them when it runs. A tile of a layout is better off
    /// as a parameter, `#[shared(layout)]`, for which the launch adds what the layout needs.
    pub dynamic_shared: u32,
    /// Whether all blocks must run at once, as `sync_grid` needs.
    pub cooperative: bool,
    /// Whether grid and block grow until the threads reach every element of each `Split`.
    pub covering: bool,
    /// Whether elements of a `Split` may lie beyond all threads.
    pub partial: bool,
}

impl Launch {
    /// A grid of these extents, in blocks.
    pub fn grid(extents: impl Extents) -> Self {
        let (block, dynamic_shared) = (None, 0);
        Self { grid: extents.three(), block, dynamic_shared, cooperative: false, covering: false, partial: false }
    }

    /// The least grid whose threads reach every element of each `Split` that the kernel takes; blocks grow likewise, where
    /// neither the kernel requires nor the caller says their extents.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::executor::Executor;
    /// use lego_cuda::launch::{Device, Error, Launch};
    /// use lego_cuda::view::{BlockX, Split, ThreadX};
    ///
    /// layout!(pub type Rows(m) = Row(m, 32););
    ///
    /// /// Sets every element.
    /// #[lego_cuda::lego_kernel(threads = 32)]
    /// pub fn set(output: Split<'_, f32, Rows, (BlockX, ThreadX)>, value: f32) {
    ///     output.set([], value);
    /// }
    ///
    /// # fn main() -> Result<(), Error> {
    /// let device = Device::new(Executor::new());
    /// let module = device.without_program()?;
    /// let rows = Rows::new(3).map_err(Error::layout("output"))?;
    /// let mut output = device.poisoned::<f32>(rows.span())?;
    /// Set::launch(&module, Launch::covering(), output.view_mut(rows), 7.0)?;
    /// assert_eq!(output.read()?, vec![7.0; 96]);
    ///
    /// // Two blocks for three rows would leave one out.
    /// let error = Set::launch(&module, Launch::grid(2), output.view_mut(rows), 8.0).unwrap_err();
    /// assert!(error.to_string().contains("`BlockX` goes up to 2"), "{error}");
    /// # Ok(())
    /// # }
    /// ```
    pub fn covering() -> Self {
        Self { covering: true, ..Self::grid(1) }
    }

    /// Elements of a `Split` may lie beyond all threads. Without this such a launch is an error, because mostly it is one.
    #[must_use]
    pub fn partial(self) -> Self {
        Self { partial: true, ..self }
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
