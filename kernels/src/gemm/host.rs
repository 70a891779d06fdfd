//! The function of the host.

use super::layouts::{MatrixLayout, RowsLayout};
use crate::matrix_product::{MatrixProduct, Programs, Tight, matrix_product_pitched};
use crate::matrix_product_group::{MajorGroup, Matrices, MatrixProductGroup, Problem, ProductGroup, Region};
use crate::matrix_product_hopper::{
    Kernels, MajorHopper, MatrixProductHopper, Multiplies, Output, Plain, SharedSums, Shares, Turned, is_copied,
    matrix_product_hopper_copied, matrix_product_hopper_shared,
};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use lego::LayoutError;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::{Element, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module};

/// Memory that products need besides their matrices: made when it is needed, and used again.
///
/// It holds copies of operands that the copy engine does not take, and sums that several blocks of threads share.
pub struct GemmMemory<T: Element, D: Backend> {
    copies: Turned<T, D>,
    shared: SharedSums<D>,
}

impl<T: Element, D: Backend> GemmMemory<T, D> {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { copies: Turned::new(), shared: SharedSums::new() }
    }
}

impl<T: Element, D: Backend> Default for GemmMemory<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

/// That there are kernels of products of `T` that are `O`, whose left operand is stored as `A` and the right one as `B`, on the devices of `D`:
/// implemented for [`Kernels`], for every type of which all ways have a kernel.
pub trait Products<T: Element, O: Element, A, B, D: Backend> {
    /// The product of dense matrices.
    #[doc(hidden)]
    fn dense(
        module: &Module<D>,
        operands: [&Buffer<T, D>; 2],
        c: &mut Buffer<O, D>,
        sizes: [usize; 3],
        factors: [f32; 2],
        memory: &mut GemmMemory<T, D>,
    ) -> Result<(), Error>;

    /// That of matrices with these pitches.
    #[doc(hidden)]
    fn pitched(
        module: &Module<D>,
        operands: [&Buffer<T, D>; 2],
        c: &mut Buffer<O, D>,
        sizes: [usize; 3],
        factors: [f32; 2],
        pitches: [usize; 3],
    ) -> Result<(), Error>;
}

impl<T, O, A, B, D> Products<T, O, A, B, D> for Kernels
where
    T: Operand<Sum = f32> + Stored,
    O: Output,
    A: MajorHopper + MajorGroup,
    B: MajorHopper + MajorGroup,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Self: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    fn dense(
        module: &Module<D>,
        [a, b]: [&Buffer<T, D>; 2],
        c: &mut Buffer<O, D>,
        sizes @ [m, n, k]: [usize; 3],
        factors: [f32; 2],
        memory: &mut GemmMemory<T, D>,
    ) -> Result<(), Error> {
        // Both go on to the other kernels where those for Hopper are not there.
        if is_copied::<T, A::LeftHopper>(m, k) || is_copied::<T, B::RightHopper>(n, k) {
            matrix_product_hopper_copied::<T, O, A, B, D>(module, a, b, c, sizes, factors, &mut memory.copies)
        } else {
            matrix_product_hopper_shared::<T, O, A, B, D>(module, a, b, c, sizes, factors, &mut memory.shared)
        }
    }

    fn pitched(
        module: &Module<D>,
        [a, b]: [&Buffer<T, D>; 2],
        c: &mut Buffer<O, D>,
        sizes: [usize; 3],
        factors: [f32; 2],
        pitches: [usize; 3],
    ) -> Result<(), Error> {
        let problem = Problem::new(sizes, pitches.map(|pitch| Matrices::of(0).pitch(pitch)));
        match ProductGroup::<T, O, A, B, D>::of(module, &[a], &[b], vec![&mut *c], &[problem]) {
            Ok(mut group) => return group.launch(module, factors),
            // Other GPUs have the kernel of warps.
            Err(Error::NoKernel { .. }) => {}
            Err(error) => return Err(error),
        }
        matrix_product_pitched::<T, O, A, B, D>(module, a, b, c, sizes, factors, pitches)
    }
}

/// Sets the matrix `c` to `alpha·a·b + beta·c`, by the fastest kernel there is for it: `factors` are alpha and beta, and each matrix is a buffer and
/// [how it lies there](MatrixLayout), `c` by rows.
///
/// Law: element `[i, j]` is rounded once from the sum over k of `a[i, k]·b[k, j]`, which is computed in `f32` in an order that is not
/// specified, times alpha, and from `beta·c[i, j]`. Where beta is 0, `c` is not read. What lies between the lines of `c` stays as it is.
///
/// There are kernels of `f16` and of `bf16`, whose products are of the same type or of `f32`. On a GPU of compute capability 9.0 blocks of threads share the last
/// blocks of a product where that is faster, and dense operands whose rows begin at no multiple of 16 bytes are copied before; those with a pitch of no
/// multiple of 16 bytes are read element by element, which is slower, and so are both on other GPUs.
///
/// Nothing need be there behind the last line of a matrix: it may be a part of a larger one, at any multiple of 16 bytes.
///
/// `memory` is kept for the next product, so that none is taken for each: products that run at the same time, by several streams, want one each.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error};
/// use lego_kernels::gemm::{Columns, GemmMemory, PitchedRows, Rows, gemm};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let wrong = |what| Error::layout(what);
/// // 2×3 by rows, of which each begins four elements behind the one before, and 3×2 by columns.
/// let a = device.buffer_from(&[1.0, 2.0, 3.0, 99.0, 4.0, 5.0, 6.0].map(f16::from_f32))?;
/// let b = device.buffer_from(&[1.0, 0.0, 1.0, 0.0, 2.0, 0.0].map(f16::from_f32))?;
/// let mut c = device.poisoned::<f16>(4)?;
/// let (of_a, of_b) = (PitchedRows::new(2, 3, 4).map_err(wrong("a"))?, Columns::new(3, 2).map_err(wrong("b"))?);
/// let of_c = Rows::new(2, 2).map_err(wrong("c"))?;
/// gemm(&module, (&a, of_a), (&b, of_b), (&mut c, of_c), [1.0, 0.0], &mut GemmMemory::new())?;
/// assert_eq!(c.read()?, [4.0, 4.0, 10.0, 10.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// A matrix of another library is a buffer by [`Device::foreign`](lego_cuda::launch::Device::foreign), from its address on the device and its length; where
/// the library describes it, [`gemm_foreign`](super::gemm_foreign) multiplies it as it lies.
///
/// # Errors
/// All before the first launch: [`Error::Layout`] where extents do not agree, a matrix has 2^32 elements or more, with those between its lines, or `c`
/// shares memory with `a` or `b`; [`Error::Length`] where a buffer is shorter than its matrix; [`Error::OtherDevice`]; [`Error::OutOfMemory`];
/// [`Error::NoKernel`] where the program has none. Then the launch's.
pub fn gemm<T, O, A, B, C, D>(
    module: &Module<D>,
    (a, of_a): (&Buffer<T, D>, A),
    (b, of_b): (&Buffer<T, D>, B),
    (c, of_c): (&mut Buffer<O, D>, C),
    factors: [f32; 2],
    memory: &mut GemmMemory<T, D>,
) -> Result<(), Error>
where
    T: Element,
    O: Element,
    A: MatrixLayout,
    B: MatrixLayout,
    C: RowsLayout,
    D: Backend,
    Kernels: Products<T, O, A::Major, B::Major, D>,
{
    let ([m, k], [of_b_rows, n], [of_c_rows, of_c_columns]) = (of_a.extents(), of_b.extents(), of_c.extents());
    agree("b", ("a row of `a`", k), ("a column of `b`", of_b_rows))?;
    agree("c", ("a column of `a`", m), ("a column of `c`", of_c_rows))?;
    agree("c", ("a row of `b`", n), ("a row of `c`", of_c_columns))?;
    let device = module.device();
    a.view(Tight(of_a)).check(device, "a")?;
    b.view(Tight(of_b)).check(device, "b")?;
    c.view(Tight(of_c)).check(device, "c")?;
    are_apart(region(c, &of_c), [("`a`", region(a, &of_a)), ("`b`", region(b, &of_b))])?;
    if of_a.is_dense() && of_b.is_dense() && of_c.is_dense() {
        Kernels::dense(module, [a, b], c, [m, n, k], factors, memory)
    } else {
        let pitches = [of_a.pitch(), of_b.pitch(), of_c.pitch()];
        Kernels::pitched(module, [a, b], c, [m, n, k], factors, pitches)
    }
}

/// That two extents are the same.
pub(super) fn agree(
    parameter: &'static str,
    (left, left_size): (&'static str, usize),
    (right, right_size): (&'static str, usize),
) -> Result<(), Error> {
    if left_size == right_size {
        return Ok(());
    }
    let (left_size, right_size) = (left_size as u128, right_size as u128);
    let mismatch = LayoutError::SizeMismatch { left: left.into(), left_size, right: right.into(), right_size };
    Err(Error::layout(parameter)(mismatch))
}

/// The bytes of a matrix.
fn region<T: Element, L: MatrixLayout, D: Backend>(buffer: &Buffer<T, D>, layout: &L) -> Region {
    let [lines, length, pitch] = layout.lines().map(|number| number as u64);
    Region::one(buffer.address(), [lines, T::BYTES as u64 * length, T::BYTES as u64 * pitch])
}

/// That a product shares no byte with an operand: buffers are borrowed, but two may be of the same memory of another library. What lies between the lines of
/// one may be the other.
fn are_apart(product: Region, operands: [(&'static str, Region); 2]) -> Result<(), Error> {
    for (name, operand) in operands {
        if let Some(at) = product.first_shared(&operand) {
            let at: String = format!("the byte at {at:#x}");
            let shared = LayoutError::Overlap { first: name.into(), second: "`c`".into(), at: (&*at).into() };
            return Err(Error::layout("c")(shared));
        }
    }
    Ok(())
}
