//! The launch of conversions.

use super::kernel::ConvertTiles;
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Copies tiles of N×N elements, each of which a block converts between two layouts of its registers `2·times + 1` times. The cycles of
/// the first 2·times are written too, where the device has a clock.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::conversion::{SHUFFLES, convert};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let tiles: Vec<u32> = (0..2 * 32 * 32).collect();
/// let (mut output, mut cycles) = (device.poisoned(tiles.len())?, device.poisoned(2)?);
/// convert::<u32, 32, 8, 4, SHUFFLES, _>(&module, &device.buffer_from(&tiles)?, &mut output, &mut cycles, 1)?;
/// assert_eq!(output.read()?, tiles);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Length`] if the lengths differ or are no whole tiles, and the launch's.
pub fn convert<T: Element, const N: usize, const R: usize, const E: usize, const WAY: u32, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    cycles: &mut Buffer<u64, B>,
    times: u32,
) -> Result<(), Error>
where
    ConvertTiles<T, N, R, E, WAY>: Instance,
{
    let tiles = input.len() / (N * N);
    if input.len() != output.len() || !input.len().is_multiple_of(N * N) {
        return Err(Error::Length { what: "output", elements: output.len(), needed: tiles * N * N });
    }
    if cycles.len() != tiles {
        return Err(Error::Length { what: "cycles", elements: cycles.len(), needed: tiles });
    }
    if tiles == 0 {
        return Ok(());
    }
    ConvertTiles::<T, N, R, E, WAY>::launch(module, Launch::grid(tiles), input, output, cycles, times)
}
