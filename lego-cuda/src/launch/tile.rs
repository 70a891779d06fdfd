//! Shared tiles whose layouts a launch passes: how many bytes they need.

use super::argument::Argument;
use super::backend::Backend;
use super::device::Device;
use super::error::Error;
use super::placement::Placement;
use crate::device::Element;
use crate::kernel::PlacedTile;
use crate::view::{Placed, Shared, SharedAbi};
use lego_core::{LayoutError, Mapping32};
use std::fmt;
use std::marker::PhantomData;

/// The layout of a shared tile: what a launch takes for a parameter that is `#[shared(layout)]`. Every layout becomes one.
///
/// The launch adds the bytes that the layout needs, and is refused where the device does not have them:
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{sync_threads, thread_idx};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::view::{BlockX, Global, Shared, Split, ThreadX};
///
/// layout!(pub type Rows(m, n) = Row(m, n););
///
/// /// Turns each row around, by a tile as long as a row.
/// #[lego_cuda::lego_kernel(where row.n == input.n, output.n == input.n)]
/// pub fn turn(
///     input: Global<'_, u32, Rows>,
///     output: Split<'_, u32, Rows, (BlockX, ThreadX)>,
///     #[shared(layout)] row: Shared<'_, u32, Rows>,
/// ) {
///     let ([i, j], [_, n]) = (output.index([]), row.dims());
///     row.set([0, j], input.get([i, j]));
///     sync_threads();
///     output.set([], row.get([0, n - 1 - j]));
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let rows = |m, n| Rows::new(m, n).map_err(Error::layout("input"));
/// let input = device.buffer_from(&(0..15).collect::<Vec<_>>())?;
/// let mut output = device.poisoned::<u32>(15)?;
/// let (input, layout) = (input.view(rows(3, 5)?), rows(3, 5)?);
/// Turn::launch(&module, Launch::covering(), input, output.view_mut(layout), rows(1, 5)?)?;
/// assert_eq!(output.read()?[..6], [4, 3, 2, 1, 0, 9]);
///
/// // More than a block has is an error before anything runs: 4 MB here.
/// let input = device.buffer_from(&(0..15).collect::<Vec<_>>())?;
/// let input = input.view(rows(3, 5)?);
/// let error = Turn::launch(&module, Launch::covering(), input, output.view_mut(layout), rows(200_000, 5)?).unwrap_err();
/// assert!(matches!(error, Error::SharedMemory { bytes: 4_000_000, .. }), "{error}");
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
pub struct TileLayout<T, L> {
    layout: L,
    /// Where the tile begins and how many elements it has there, once it is placed.
    offset: u64,
    len: u32,
    elements: PhantomData<fn() -> T>,
}

impl<T: Element, L: Mapping32> TileLayout<T, L> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The bytes that the tile needs, padding included.
    ///
    /// # Errors
    /// Where the layout's sizes do not fit 32 bits.
    pub fn bytes(&self) -> Result<u64, LayoutError> {
        Ok(bytes_of::<T>(self.len()?))
    }

    fn len(&self) -> Result<u32, LayoutError> {
        self.layout.check_u32()?;
        Ok(self.layout.span_u32())
    }
}

fn bytes_of<T: Element>(len: u32) -> u64 {
    u64::from(len) * T::BYTES as u64
}

impl<T, L> From<L> for TileLayout<T, L> {
    fn from(layout: L) -> Self {
        Self { layout, offset: 0, len: 0, elements: PhantomData }
    }
}

impl<T, L: fmt::Debug> fmt::Debug for TileLayout<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TileLayout").field(&self.layout).finish()
    }
}

// SAFETY: the layout is checked, and `place` gives the tile the bytes of all elements that are handed over; before, these are
// none. A launch that cannot add all of them is refused, so that offsets which leave 32 bits reach no kernel.
unsafe impl<T: Element, L: Mapping32> Argument for Placed<Shared<'_, T, L>> {
    type Host<'h, B: Backend> = TileLayout<T, L>;

    fn check<B: Backend>(host: &TileLayout<T, L>, _: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        host.bytes().map(drop).map_err(Error::layout(parameter))
    }

    fn place<B: Backend>(
        host: &mut TileLayout<T, L>,
        memory: &mut Placement,
        parameter: &'static str,
    ) -> Result<Option<PlacedTile>, Error> {
        let len = host.len().map_err(Error::layout(parameter))?;
        let tile = memory.add(parameter, bytes_of::<T>(len));
        (host.offset, host.len) = (tile.offset, len);
        Ok(Some(tile))
    }

    fn abi<B: Backend>(host: &mut TileLayout<T, L>) -> SharedAbi<L> {
        SharedAbi::new(host.layout, u32::try_from(host.offset).unwrap_or(u32::MAX), host.len)
    }
}
