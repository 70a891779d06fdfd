//! Launches of scans over a buffer.

use super::{InclusiveSum, Summed, TILE, Tiles};
use lego_cuda::device::GridWide;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// What the blocks of a scan tell each other, for lines of so many elements or fewer; it may be used again and again.
///
/// # Errors
/// [`Error::OutOfMemory`] or the driver's words.
pub fn state<T: Summed, B: Backend>(device: &Device<B>, len: usize) -> Result<Buffer<u64, B>, Error> {
    device.zeroed(GridWide::<T::Before>::words(len.div_ceil(TILE as usize)))
}

/// Sets each element of the output to the sum of the elements of the input up to it.
///
/// # Errors
/// [`Error::Layout`] without elements, [`Error::Length`] where the output or the state is too short, and the launch's.
pub fn inclusive_sum<T: Summed, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    state: &mut Buffer<u64, B>,
) -> Result<(), Error>
where
    InclusiveSum<T>: Instance,
{
    inclusive_sum_of(module, input, output, state, input.len())
}

/// The same of the first `len` elements.
pub(crate) fn inclusive_sum_of<T: Summed, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    state: &mut Buffer<u64, B>,
    len: usize,
) -> Result<(), Error>
where
    InclusiveSum<T>: Instance,
{
    let tiles = Tiles::new(len).map_err(Error::layout("input"))?;
    let grid = Launch::grid(len.div_ceil(TILE as usize));
    InclusiveSum::<T>::launch(module, grid, input.view(tiles), output.view_mut(tiles), state)
}
