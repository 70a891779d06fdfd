//! The launch of a transpose of bytes.

use super::kernel::{Bytes, SIDE, TransposeByteTiles};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Transposes an m×n matrix of bytes whose sides are multiples of 16: element `[i, j]` of the input is `[j, i]` of the output.
///
/// Matrices of other sides are turned by [`permute`](crate::permute::permute).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::transpose_bytes::{PLANNED, transpose_bytes};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let matrix: Vec<u8> = (0..16 * 48).map(|n| (n % 251) as u8).collect();
/// let mut output = device.poisoned(matrix.len())?;
/// transpose_bytes::<PLANNED, 4096, _>(&module, &device.buffer_from(&matrix)?, &mut output, 16, 48)?;
/// assert_eq!(output.read()?[16 * 5 + 3], matrix[48 * 3 + 5]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Length`] if a side is no multiple of 16 (as the length that the next multiples need), or a buffer has not m·n bytes;
/// [`Error::Layout`] if m·n is beyond 32 bits; and the launch's.
pub fn transpose_bytes<const WAY: u32, const WORDS: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<u8, B>,
    output: &mut Buffer<u8, B>,
    m: usize,
    n: usize,
) -> Result<(), Error>
where
    TransposeByteTiles<WAY, WORDS>: Instance,
{
    let whole = |side: usize| side.checked_next_multiple_of(16).unwrap_or(usize::MAX);
    let needed = whole(m).saturating_mul(whole(n));
    for (what, elements) in [("input", input.len()), ("output", output.len())] {
        if elements != needed || whole(m) != m || whole(n) != n {
            return Err(Error::Length { what, elements, needed });
        }
    }
    if needed == 0 {
        return Ok(());
    }
    let layout = |layout: Result<Bytes, lego::LayoutError>| layout.map_err(Error::layout("input"));
    let side = SIDE as usize;
    let grid = Launch::grid([n.div_ceil(side), m.div_ceil(side)]);
    let (input, output) = (input.view(layout(Bytes::new(m, n))?), output.view_mut(layout(Bytes::new(n, m))?));
    TransposeByteTiles::<WAY, WORDS>::launch(module, grid, input, output)
}
