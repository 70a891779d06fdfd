//! The launch of gathers.

use super::kernel::{GatherTiles, ROWS};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Gathers along the rows of tiles of 512×N elements, each by a block, so many times: `output[i][j] = input[i][index[i][j]]`, and again
/// from what came of that. The cycles of each block's gathers are written too, where the device has a clock.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::gather::{LANES, gather};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let tile: Vec<f32> = (0..1024).map(|n| n as f32).collect();
/// // The columns of a row change places.
/// let index: Vec<u32> = (0..1024).map(|n| 1 - n % 2).collect();
/// let (input, index) = (device.buffer_from(&tile)?, device.buffer_from(&index)?);
/// let (mut output, mut cycles) = (device.poisoned(1024)?, device.poisoned(1)?);
/// gather::<f32, 2, 4, 2, 4, LANES, _>(&module, &input, &index, &mut output, &mut cycles, 1)?;
/// assert_eq!(output.read()?[..4], [1.0, 0.0, 3.0, 2.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Length`] if the lengths differ or are no whole tiles, and the launch's: an index that is not on the row ends it.
pub fn gather<
    T: Element,
    const N: usize,
    const R: usize,
    const P: usize,
    const MEMORY: usize,
    const WAY: u32,
    B: Backend,
>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    index: &Buffer<u32, B>,
    output: &mut Buffer<T, B>,
    cycles: &mut Buffer<u64, B>,
    times: u32,
) -> Result<(), Error>
where
    GatherTiles<T, N, R, P, MEMORY, WAY>: Instance,
{
    let tiles = input.len() / (N * ROWS);
    let needed = tiles * N * ROWS;
    for (what, elements, needed) in [
        ("input", input.len(), needed),
        ("index", index.len(), needed),
        ("output", output.len(), needed),
        ("cycles", cycles.len(), tiles),
    ] {
        if elements != needed {
            return Err(Error::Length { what, elements, needed });
        }
    }
    if tiles == 0 {
        return Ok(());
    }
    GatherTiles::<T, N, R, P, MEMORY, WAY>::launch(module, Launch::grid(tiles), input, index, output, cycles, times)
}
