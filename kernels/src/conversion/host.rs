//! The launch of conversions.

use super::kernel::ConvertTiles;
use lego::{Layout32, StaticMapping};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Copies tiles of N×N elements, each of which a block converts between two layouts of its registers `2·times` times. Their cycles are
/// written too, where the device has a clock.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::conversion::{ByColumns, SHUFFLES, convert};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let tiles: Vec<u32> = (0..2 * 32 * 32).collect();
/// let (mut output, mut cycles) = (device.poisoned(tiles.len())?, device.poisoned(2)?);
/// convert::<u32, ByColumns<32>, 32, 8, 4, 1, SHUFFLES, _>(&module, &device.buffer_from(&tiles)?, &mut output, &mut cycles, 1)?;
/// assert_eq!(output.read()?, tiles);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Length`] if the lengths differ or are no whole tiles, and the launch's.
pub fn convert<
    T: Element,
    L,
    const N: usize,
    const R: usize,
    const E: usize,
    const V: usize,
    const WAY: u32,
    B: Backend,
>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    cycles: &mut Buffer<u64, B>,
    times: u32,
) -> Result<(), Error>
where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
    ConvertTiles<T, L, N, R, E, V, WAY>: Instance,
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
    ConvertTiles::<T, L, N, R, E, V, WAY>::launch(module, Launch::grid(tiles), input, output, cycles, times)
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{ByColumns, ByHalves, ByRows};
    use lego_cuda::view::{Conversion, Way};

    /// What was faster on a GPU in every case that was timed, both ways.
    #[test]
    fn the_chosen_way_is_the_faster_one() {
        macro_rules! way {
            ($other:ty, $n:literal, $r:literal: $($element:ty)*; $way:expr) => {$(
                assert_eq!(Conversion::<$element, ByRows<$n>, $other, $r>::WAY, $way);
                assert_eq!(Conversion::<$element, $other, ByRows<$n>, $r>::WAY, $way);
            )*};
        }
        way!(ByColumns<32>, 32, 8: u8 u16 u32 u64; Way::Shared);
        way!(ByColumns<64>, 64, 32: u8 u16 u32 u64; Way::Shared);
        way!(ByColumns<128>, 128, 128: u8; Way::Shared);
        way!(ByHalves<64, 32>, 64, 32: u8 u32 u64; Way::Shuffles);
    }
}
