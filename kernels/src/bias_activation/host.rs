//! The launch.

use super::kernel::{BiasActivation, Elements, OfColumns};
use crate::activation::Activation;
use lego_cuda::device::Stored;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Sets each element of an m×n matrix by rows to `F(element + bias[column])`: `sizes` are `[m, n]`.
///
/// Law: an element is rounded once from the value, which is computed in `f32`.
///
/// There are kernels of `f16` and of `bf16`, with [`Gelu`](crate::activation::Gelu) and with [`Relu`](crate::activation::Relu).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::activation::Relu;
/// use lego_kernels::bias_activation::bias_activation;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let mut values = device.buffer_from(&[1.0, 2.0, 3.0, 4.0].map(f16::from_f32))?;
/// let bias = device.buffer_from(&[0.5, -3.0])?;
/// bias_activation::<f16, Relu, _>(&module, &mut values, &bias, [2, 2])?;
/// assert_eq!(values.read()?, [1.5, 0.0, 3.5, 1.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter, [`Error::Grid`] of more than
/// 16 million columns; the launch's.
pub fn bias_activation<T, F, B>(
    module: &Module<B>,
    values: &mut Buffer<T, B>,
    bias: &Buffer<f32, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    T: Stored,
    F: Activation,
    B: Backend,
    BiasActivation<T, F>: Instance,
{
    let elements = Elements::new(m, n).map_err(Error::layout("values"))?;
    let bias = bias.view(OfColumns::new(n).map_err(Error::layout("bias"))?);
    BiasActivation::<T, F>::launch(module, Launch::covering(), bias, values.view_mut(elements))
}
