//! The launch of a copy.

use super::kernel::{CopyElements, THREADS};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Copies a buffer to another of the same length: of `f32` by vectors of `V = 4`, of `u8` by 16.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::copy::copy;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(b"of any length")?;
/// let mut output = device.poisoned(13)?;
/// copy::<u8, 16, _>(&module, &input, &mut output)?;
/// assert_eq!(output.read()?, b"of any length");
/// assert!(copy::<u8, 16, _>(&module, &input, &mut device.poisoned(12)?).is_err());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Length`] if the lengths differ, and the launch's.
pub fn copy<T: Element, const V: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
) -> Result<(), Error>
where
    [T; V]: Element,
    CopyElements<T, V>: Instance,
{
    if input.len() != output.len() {
        return Err(Error::Length { what: "output", elements: output.len(), needed: input.len() });
    }
    if input.is_empty() {
        return Ok(());
    }
    let blocks = input.len().div_ceil(V * THREADS as usize);
    CopyElements::<T, V>::launch(module, Launch::grid(blocks), input, output)
}
