//! Products of matrices whose rows begin anywhere: the copy engine, which wants them at multiples of 16 bytes, gets copies.

use super::bytes::{Turned, room};
use super::epilogue::Plain;
use super::host::{MajorHopper, matrix_product_hopper};
use super::launch::{Job, Kernels, Multiplies, has_kernels, launch};
use super::layouts::{Along, LINE, Stored};
use super::output::Output;
use crate::matrix_product::{MatrixProduct, Programs};
use crate::permute::copy_aligned;
use lego::Mapping32;
use lego_cuda::device;
use lego_cuda::device::Element;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module};

/// As [`matrix_product_hopper`], and an operand whose rows do not begin at multiples of 16 bytes (of one by columns, whose columns do not) is
/// copied before, by a launch of its own, into memory that the caller keeps: `copies` takes some only if there is too little from before.
/// So every size is multiplied by the kernel for Hopper, where the device and the program have it.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product()).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{Turned, matrix_product_hopper_copied};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 9])?, device.buffer_from(&[f16::from_f32(0.5); 6])?);
/// let mut c = device.poisoned::<f16>(6)?;
/// let copies = &mut Turned::new();
/// let (sizes, factors) = ([3, 2, 3], [1.0, 0.0]);
/// matrix_product_hopper_copied::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, sizes, factors, copies)?;
/// assert_eq!(c.read()?, [f16::from_f32(1.5); 6]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`matrix_product_hopper`]; [`Error::OutOfMemory`] where there is no room for the copies.
pub fn matrix_product_hopper_copied<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    sizes @ [m, n, k]: [usize; 3],
    factors: [f32; 2],
    copies: &mut Turned<T, D>,
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
    let padded = [is_copied::<T, A::LeftHopper>(m, k), is_copied::<T, B::RightHopper>(n, k)];
    let is_hopper = has_kernels::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>(module);
    if padded == [false; 2] || !is_hopper || sizes.contains(&0) {
        return matrix_product_hopper::<T, O, A, B, D>(module, a, b, c, sizes, factors);
    }
    // All is looked at before the first launch.
    let matrix = |what, rows, columns| Along::new(rows, columns).map_err(Error::layout(what));
    a.view(matrix("a", m, k)?).check(module.device(), "a")?;
    b.view(matrix("b", n, k)?).check(module.device(), "b")?;
    c.view(matrix("c", m, n)?).check(module.device(), "c")?;
    let [left, right] = copies.both();
    let a = if padded[0] { copied::<T, A::LeftHopper, D>(module, a, [m, k], "a", left)? } else { a };
    let b = if padded[1] { copied::<T, B::RightHopper, D>(module, b, [n, k], "b", right)? } else { b };
    let job = Job { sizes, factors, group: None, padded };
    launch::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>(module, [a, b], c, job, ())?
}

/// Whether the lines of an r×k operand do not all begin at multiples of 16 bytes.
pub(crate) fn is_copied<T: Element, L: Stored<2>>(r: usize, k: usize) -> bool {
    let [lines, elements] = L::lines(r, k);
    lines > 1 && !elements.wrapping_mul(T::BYTES).is_multiple_of(16)
}

/// A copy of an r×k operand in this memory.
fn copied<'a, T: Element, L: Stored<2>, D: Backend>(
    module: &Module<D>,
    given: &Buffer<T, D>,
    [r, k]: [usize; 2],
    what: &'static str,
    memory: &'a mut Option<Buffer<T, D>>,
) -> Result<&'a Buffer<T, D>, Error> {
    let count = L::padded(r, k).map_err(Error::layout(what))?.span_u32() as usize;
    let made = room(memory, module.device(), count)?;
    copy_aligned(module, given, made, L::lines(r, k), LINE)?;
    Ok(made)
}
