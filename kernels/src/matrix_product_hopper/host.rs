//! The functions of the host.

use super::epilogue::{EpilogueArguments, Plain};
use super::launch::{Job, Kernels, Multiplies, launch};
use super::layouts::{Across, Along, Order, Stored};
use super::left::StoredLeft;
use super::output::Output;
use crate::matrix_product::{
    ByColumns, ByRows, Major, MatrixProduct, Programs, matrix_product, matrix_product_grouped,
};
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module};

/// How a matrix is stored, for the product on Hopper.
pub trait MajorHopper: Major {
    /// The layout of a left operand.
    type LeftHopper: StoredLeft<2> + StoredLeft<1>;
    /// The layout of a right operand, for blocks of 256 columns, of 192, of 128 and of 64.
    type RightHopper: Stored<4> + Stored<3> + Stored<2> + Stored<1>;
}

impl MajorHopper for ByRows {
    type LeftHopper = Along;
    type RightHopper = Across;
}

impl MajorHopper for ByColumns {
    type LeftHopper = Across;
    type RightHopper = Along;
}

/// As [`matrix_product`](crate::matrix_product::matrix_product), by the kernel for Hopper where device, program and operands allow it: on
/// compute capability 9.0, where all rows of operands (of those by columns all columns) begin at multiples of 16 bytes. Else by the other.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::matrix_product_hopper;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::from_f32(0.5); 16])?);
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_hopper::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0])?;
/// assert_eq!(c.read()?, [f16::from_f32(4.0); 2]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`matrix_product`](crate::matrix_product::matrix_product).
pub fn matrix_product_hopper<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
{
    if [m, n, k].contains(&0) {
        return matrix_product::<T, O, A, B, D>(module, a, b, c, [m, n, k], [alpha, beta]);
    }
    let job = Job { sizes: [m, n, k], factors: [alpha, beta], group: None, padded: [false; 2] };
    match launch::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>(module, [a, b], c, job, ())? {
        Ok(()) => Ok(()),
        Err(_) => matrix_product::<T, O, A, B, D>(module, a, b, c, job.sizes, job.factors),
    }
}

/// As [`matrix_product_hopper`], where blocks are taken in the order `P`, with groups of so many rows.
///
/// Law: what it computes does not depend on it.
///
/// # Errors
/// Those of [`matrix_product_hopper`]; a group of 0 is taken for 1.
pub fn matrix_product_hopper_ordered<T, O, A, B, P, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
    group: u32,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    P: Order + 'static,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, P, Plain, D>,
{
    let group = group.max(1);
    if [m, n, k].contains(&0) {
        return matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, [m, n, k], [alpha, beta], group);
    }
    let job = Job { sizes: [m, n, k], factors: [alpha, beta], group: Some(group), padded: [false; 2] };
    match launch::<T, O, A::LeftHopper, B::RightHopper, P, Plain, D>(module, [a, b], c, job, ())? {
        Ok(()) => Ok(()),
        Err(_) => matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, job.sizes, job.factors, group),
    }
}

/// Sets the m×n matrix `c`, by rows, to `E(alpha·a·b + beta·c)`: as [`matrix_product_hopper`], and with an [epilogue](super::Epilogue).
/// `given` is what the epilogue reads.
///
/// Law: element `[i, j]` is rounded once from the value of the epilogue, which is computed in `f32`.
///
/// There are kernels of `f16` where `a` lies by rows and `b` by columns, of [`Bias<Gelu>`](super::Bias), [`Residual<f16, Same>`](super::Residual),
/// [`Activated<Relu>`](super::Activated) and [`HardScaled`](super::HardScaled).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{Residual, Same, matrix_product_hopper_with};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::from_f32(0.5); 16])?);
/// let residual = device.buffer_from(&[10.0, 20.0].map(f16::from_f32))?;
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Residual<f16, Same>, _>(
///     &module, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0], &residual,
/// )?;
/// assert_eq!(c.read()?, [14.0, 24.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::TensorMap`] if not all rows of an operand (of one by
/// columns all columns) begin at multiples of 16 bytes; [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more,
/// [`Error::Length`] if a buffer is shorter, what the epilogue reads too; the launch's.
pub fn matrix_product_hopper_with<'h, T, O, A, B, E, D>(
    module: &Module<D>,
    a: &'h Buffer<T, D>,
    b: &'h Buffer<T, D>,
    c: &'h mut Buffer<O, D>,
    sizes: [usize; 3],
    factors: [f32; 2],
    given: E::Host,
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, E, D>,
{
    let job = Job { sizes, factors, group: None, padded: [false; 2] };
    launch::<T, O, A::LeftHopper, B::RightHopper, Programs, E, D>(module, [a, b], c, job, given)?
}
