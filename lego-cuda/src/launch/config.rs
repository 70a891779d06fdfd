//! The shape of a launch: grid, block and shared memory.

use super::error::Error;
use super::integer::Integer;

/// Grid, block and shared memory of a launch.
///
/// Extents and bytes are [integers](Integer) of any type; one that does not fit 32 bits is an error of the launch. A grid with an extent
/// of 0, as a size of 0 gives it, has no blocks: the launch checks its arguments as any other, starts nothing, and is `Ok`.
///
/// ```
/// use lego_cuda::launch::Launch;
/// let launch = Launch::grid([16, 8]).block(256);
/// assert_eq!((launch.grid, launch.block), ([16, 8, 1], Some([256, 1, 1])));
/// let rows = vec![0.0_f32; 1000];
/// assert_eq!(Launch::grid(rows.len().div_ceil(256)).grid, [4, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The extents of the grid, in blocks; x first. One of 0 is a launch that starts no block.
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
    /// What was given and does not fit 32 bits, if anything: what it was to be, and its value. A launch refuses it.
    pub unfit: Option<(&'static str, i128)>,
}

/// What the extents of a grid and of a block count.
const BLOCKS: [&str; 3] = ["blocks in x", "blocks in y", "blocks in z"];
const THREADS: [&str; 3] = ["threads in x", "threads in y", "threads in z"];

impl Launch {
    /// A grid of these extents, in blocks.
    pub fn grid(extents: impl Extents) -> Self {
        let mut launch = Self {
            grid: [1; 3],
            block: None,
            dynamic_shared: 0,
            cooperative: false,
            covering: false,
            partial: false,
            unfit: None,
        };
        launch.grid = launch.fit_all(BLOCKS, extents);
        launch
    }

    /// The number in 32 bits; one that does not fit is noted, and is the nearest that does.
    fn fit(&mut self, what: &'static str, value: i128) -> u32 {
        let fitting = value.clamp(0, u32::MAX.into()) as u32;
        if i128::from(fitting) != value {
            self.unfit.get_or_insert((what, value));
        }
        fitting
    }

    fn fit_all(&mut self, what: [&'static str; 3], extents: impl Extents) -> [u32; 3] {
        let [x, y, z] = extents.three();
        [self.fit(what[0], x), self.fit(what[1], y), self.fit(what[2], z)]
    }

    /// That all that was given fits 32 bits.
    ///
    /// # Errors
    /// [`Error::Extent`] where it does not.
    pub(crate) fn check_fit(&self, kernel: &'static str) -> Result<(), Error> {
        self.unfit.map_or(Ok(()), |(what, value)| Err(Error::Extent { kernel, what, value }))
    }

    /// The least grid whose threads reach every element of each `Split` that the kernel takes; blocks grow likewise, where
    /// neither the kernel requires nor the caller says their extents. Where no `Split` has an element, as those of a size of 0 have
    /// none, the grid has no blocks, and the launch starts nothing.
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
        // Each `Split` with an element makes all extents 1 or more.
        Self { covering: true, ..Self::grid([0; 3]) }
    }

    /// Elements of a `Split` may lie beyond all threads. Without this such a launch is an error, because mostly it is one.
    #[must_use]
    pub fn partial(self) -> Self {
        Self { partial: true, ..self }
    }

    /// Blocks of these extents, in threads; needless where the kernel requires some.
    #[must_use]
    pub fn block(mut self, extents: impl Extents) -> Self {
        self.block = Some(self.fit_all(THREADS, extents));
        self
    }

    /// Bytes of shared memory besides those of the kernel's dynamic tiles.
    #[must_use]
    pub fn dynamic_shared(mut self, bytes: impl Integer) -> Self {
        self.dynamic_shared = self.fit("bytes of shared memory", bytes.value());
        self
    }

    /// The extents of a block where a kernel has these bounds; those of a single thread where nothing says them.
    pub fn block_of(&self, bounds: &lego_machine::image::Bounds) -> [u32; 3] {
        self.block.or(bounds.required_threads).unwrap_or([1; 3])
    }

    /// True if the grid has no blocks.
    pub(super) fn is_empty(&self) -> bool {
        self.grid.contains(&0)
    }

    /// All blocks run at once.
    #[must_use]
    pub fn cooperative(self) -> Self {
        Self { cooperative: true, ..self }
    }
}

/// One to three extents, x first: an [`Integer`], an array or a tuple of some.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extents of a launch",
    label = "one to three extents are expected",
    note = "extents are integers of any type, x first: `n.div_ceil(256)`, `[16, 8]`, `(m.div_ceil(32), 4, 1)`"
)]
pub trait Extents {
    /// All three; those not given are 1.
    fn three(self) -> [i128; 3];
}

impl<I: Integer> Extents for I {
    fn three(self) -> [i128; 3] {
        [self.value(), 1, 1]
    }
}

impl<I: Integer> Extents for [I; 1] {
    fn three(self) -> [i128; 3] {
        self[0].three()
    }
}

impl<I: Integer> Extents for [I; 2] {
    fn three(self) -> [i128; 3] {
        [self[0].value(), self[1].value(), 1]
    }
}

impl<I: Integer> Extents for [I; 3] {
    fn three(self) -> [i128; 3] {
        self.map(I::value)
    }
}

impl<I: Integer, J: Integer> Extents for (I, J) {
    fn three(self) -> [i128; 3] {
        [self.0.value(), self.1.value(), 1]
    }
}

impl<I: Integer, J: Integer, K: Integer> Extents for (I, J, K) {
    fn three(self) -> [i128; 3] {
        [self.0.value(), self.1.value(), self.2.value()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_types_are_extents() {
        assert_eq!(Launch::grid(7).grid, [7, 1, 1]);
        assert_eq!(Launch::grid([7_usize]).grid, [7, 1, 1]);
        assert_eq!(Launch::grid((7_usize, 3_u32)).grid, [7, 3, 1]);
        assert_eq!(Launch::grid((7_u8, 3_i64, 2)).grid, [7, 3, 2]);
        assert_eq!(Launch::grid([7_u64, 3, u32::MAX.into()]).grid, [7, 3, u32::MAX]);
        assert_eq!(Launch::grid(1).block([8, 4]).dynamic_shared(12_usize).dynamic_shared, 12);
        assert_eq!(Launch::grid(u32::MAX).block(u32::MAX).check_fit("k"), Ok(()));
        assert_eq!(Launch::grid([3, 0]).check_fit("k"), Ok(()));
        assert!([[0, 1, 1], [1, 0, 1], [1, 1, 0]].into_iter().all(|grid| Launch::grid(grid).is_empty()));
        assert!(!Launch::grid(1).is_empty());
    }

    #[test]
    fn what_does_not_fit_is_kept_to_be_refused() {
        let refused = |launch: Launch| launch.check_fit("k").unwrap_err().to_string();
        assert_eq!(
            refused(Launch::grid([1_usize, 1 << 32])),
            "`k` with 4294967296 blocks in y: what does not fit 32 bits no launch takes"
        );
        assert!(refused(Launch::grid(-1)).contains("with -1 blocks in x"));
        assert!(refused(Launch::grid(u64::MAX)).contains("with 18446744073709551615 blocks in x"));
        assert!(refused(Launch::covering().block((1, 1, i64::MIN))).contains("-9223372036854775808 threads in z"));
        // The first is named.
        let both = Launch::grid(1_u64 << 40).block(-1).dynamic_shared(usize::MAX);
        assert_eq!(both.unfit, Some(("blocks in x", 1 << 40)));
        assert!(refused(Launch::grid(1).dynamic_shared(usize::MAX)).contains("bytes of shared memory"));
    }
}
