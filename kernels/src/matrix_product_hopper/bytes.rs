//! Products of matrices of one byte an element, by rows or by columns.
//!
//! Tensor cores take elements of one byte from shared memory only where they lie side by side along the sum: a left operand by rows, a right one
//! by columns. A left operand by columns goes through registers, where it is turned; a right one by rows is turned in memory before.

use super::epilogue::Plain;
use super::kernel::MatrixProductHopper;
use super::launch::{Job, Kernels, Multiplies, has_entry, launch};
use super::layouts::{AcrossBytes, Along, AlongBytes, BYTES_UNIT};
use super::output::Output;
use super::sharing::Whole;
use crate::matrix_product::{Major, Programs};
use crate::permute::permute_aligned;
use lego::Mapping;
use lego_cuda::device::Element;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module};

/// A number of one byte that has kernels whose products are stored as `O`: [`E4m3`](lego_cuda::device::E4m3) and
/// [`E5m2`](lego_cuda::device::E5m2), for `f16`.
pub trait ByteOperand<O: Output>: Operand<Sum = f32> {
    /// That the program has the kernels.
    #[doc(hidden)]
    fn has_kernels<D: Backend>(module: &Module<D>) -> Result<(), Error>;

    /// `c = scale·a·b` of a right operand that lies along the sum, and a left one that lies so, or across.
    #[doc(hidden)]
    fn multiply<D: Backend>(
        module: &Module<D>,
        operands: [&Buffer<Self, D>; 2],
        c: &mut Buffer<O, D>,
        sizes: [usize; 3],
        scale: f32,
        is_left_along: bool,
    ) -> Result<(), Error>;
}

impl<T, O> ByteOperand<O> for T
where
    T: Operand<Sum = f32>,
    O: Output,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 4, 128>: Instance,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 3, 96>: Instance,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 2, 64>: Instance,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 1, 32>: Instance,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 1, 1, 32>: Instance,
    MatrixProductHopper<T, O, AcrossBytes, AlongBytes, Programs, Plain, Whole, 2, 4, 128>: Instance,
    MatrixProductHopper<T, O, AcrossBytes, AlongBytes, Programs, Plain, Whole, 2, 3, 96>: Instance,
    MatrixProductHopper<T, O, AcrossBytes, AlongBytes, Programs, Plain, Whole, 2, 2, 64>: Instance,
    MatrixProductHopper<T, O, AcrossBytes, AlongBytes, Programs, Plain, Whole, 2, 1, 32>: Instance,
    MatrixProductHopper<T, O, AcrossBytes, AlongBytes, Programs, Plain, Whole, 1, 1, 32>: Instance,
{
    fn has_kernels<D: Backend>(module: &Module<D>) -> Result<(), Error> {
        // The others are in the same programs.
        has_entry(module, <Kernels as Multiplies<T, O, AlongBytes, AlongBytes, Programs, Plain, D>>::ENTRY)
    }

    fn multiply<D: Backend>(
        module: &Module<D>,
        operands: [&Buffer<T, D>; 2],
        c: &mut Buffer<O, D>,
        sizes: [usize; 3],
        scale: f32,
        is_left_along: bool,
    ) -> Result<(), Error> {
        let job = Job { sizes, factors: [scale, 0.0], group: None, padded: [false; 2] };
        if is_left_along {
            launch::<T, O, AlongBytes, AlongBytes, Programs, Plain, D>(module, operands, c, job, ())?
        } else {
            launch::<T, O, AcrossBytes, AlongBytes, Programs, Plain, D>(module, operands, c, job, ())?
        }
    }
}

/// Memory for operands as the product takes them: made when it is needed, and used again.
pub struct Turned<T: Element, D: Backend> {
    left: Option<Buffer<T, D>>,
    right: Option<Buffer<T, D>>,
}

impl<T: Element, D: Backend> Turned<T, D> {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { left: None, right: None }
    }

    /// Memory for the left operand, and for the right one.
    pub(super) fn both(&mut self) -> [&mut Option<Buffer<T, D>>; 2] {
        [&mut self.left, &mut self.right]
    }
}

impl<T: Element, D: Backend> Default for Turned<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

/// Sets the m×n matrix `c`, by rows, to the product of matrices of one byte an element, [`E4m3`](lego_cuda::device::E4m3) or
/// [`E5m2`](lego_cuda::device::E5m2), and a scale of each. `A` and `B` say how these are stored: [`ByRows`](crate::matrix_product::ByRows) or
/// [`ByColumns`](crate::matrix_product::ByColumns).
///
/// Law: element `[i, j]` is rounded once from `scales[0]·scales[1]` times the sum over k of `a[i, k]·b[k, j]`. Tensor cores add these
/// products with fewer digits than `f32` has: relative to a whole product of random numbers, by the Frobenius norm, what is lost was 0.0013 for
/// k = 4096 and 0.0021 for 8192 on an H100, of `E4m3`. The executor adds them as `f64`.
///
/// An operand is multiplied as it lies if its elements lie along k, those of `a` by rows and of `b` by columns, and k is a multiple of 16; `a`
/// by columns too if m is one. Another is first turned, or copied, into `turned`, by a launch of its own: that takes memory only if there is
/// too little from before.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::device::E4m3;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{Turned, matrix_product_bytes};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // Numbers up to 1792, of which an `E4m3` is a quarter.
/// let rows = device.buffer_from(&[1.0, 1792.0].map(|x: f32| [E4m3::from_f32(x / 4.0); 16]).concat())?;
/// let columns = device.buffer_from(&[[1.0, 1792.0].map(|x: f32| E4m3::from_f32(x / 4.0)); 16].concat())?;
/// let b = device.buffer_from(&[E4m3::from_f32(0.5); 16])?;
/// let mut c = device.poisoned::<f16>(2)?;
/// let turned = &mut Turned::new();
/// let (sizes, scales) = ([2, 1, 16], [4.0, 1.0]);
/// matrix_product_bytes::<E4m3, f16, ByRows, ByColumns, _>(&module, &rows, &b, &mut c, sizes, scales, turned)?;
/// assert_eq!(c.read()?, [8.0, 14336.0].map(f16::from_f32));
/// c.poison()?;
/// matrix_product_bytes::<E4m3, f16, ByColumns, ByRows, _>(&module, &columns, &b, &mut c, sizes, scales, turned)?;
/// assert_eq!(c.read()?, [8.0, 14336.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::Layout`] if an extent is 0 or a matrix has 2^32
/// elements or more, an operand with k taken for the next multiple of 16; [`Error::Length`] if a buffer is shorter;
/// [`Error::OutOfMemory`] where there is no room for what is turned; the launches'.
pub fn matrix_product_bytes<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    scales: [f32; 2],
    turned: &mut Turned<T, D>,
) -> Result<(), Error>
where
    T: ByteOperand<O>,
    O: Output,
    A: Major,
    B: Major,
    D: Backend,
{
    T::has_kernels(module)?;
    // All is looked at before the first launch.
    let matrix = |what, rows, columns| Along::new(rows, columns).map_err(Error::layout(what));
    a.view(matrix("a", m, k)?).check(module.device(), "a")?;
    b.view(matrix("b", n, k)?).check(module.device(), "b")?;
    c.view(matrix("c", m, n)?).check(module.device(), "c")?;
    let [left, right] = [("a", m), ("b", n)].map(|(what, r)| AlongBytes::new(r, k).map_err(Error::layout(what)));
    let (left, right) = (left?, right?);
    // Where columns of `a` begin as the copy engine wants it, they are turned where they are multiplied.
    let is_left_along = A::BY_ROWS || m == 1 || !m.is_multiple_of(BYTES_UNIT as usize);
    let a = if is_left_along { along(module, a, left, A::BY_ROWS, &mut turned.left)? } else { a };
    let b = along(module, b, right, !B::BY_ROWS, &mut turned.right)?;
    T::multiply(module, [a, b], c, [m, n, k], scales[0] * scales[1], is_left_along)
}

/// An operand whose elements lie along k, as the layout says: what is given, if it does, else what is made of it in this memory.
fn along<'a, T: Element, D: Backend>(
    module: &Module<D>,
    given: &'a Buffer<T, D>,
    layout: AlongBytes,
    is_along: bool,
    memory: &'a mut Option<Buffer<T, D>>,
) -> Result<&'a Buffer<T, D>, Error> {
    let ([r, k], count, device) = (Mapping::dims(&layout), Mapping::span(&layout), module.device());
    // One row lies along k however it is stored.
    let is_along = is_along || r == 1;
    if is_along && k.is_multiple_of(BYTES_UNIT as usize) {
        return Ok(given);
    }
    let made = room(memory, device, count)?;
    let (dims, order) = if is_along { ([r, k], [0, 1]) } else { ([k, r], [1, 0]) };
    permute_aligned(module, given, made, dims, order, BYTES_UNIT)?;
    Ok(made)
}

/// As many elements at least, in the memory from before if there are so many of this device.
pub(super) fn room<'a, T: Element, D: Backend>(
    memory: &'a mut Option<Buffer<T, D>>,
    device: &Device<D>,
    count: usize,
) -> Result<&'a mut Buffer<T, D>, Error> {
    let fits = |memory: &Buffer<T, D>| memory.len() >= count && memory.device().same(device);
    let room = match memory.take() {
        Some(room) if fits(&room) => room,
        _ => device.poisoned(count)?,
    };
    Ok(memory.insert(room))
}
