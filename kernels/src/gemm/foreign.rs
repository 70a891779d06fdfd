//! The product of matrices that other libraries have, whose layouts are known when the program runs.

use super::host::{GemmMemory, Products, agree, gemm};
use super::layouts::{PitchedColumns, PitchedRows};
use crate::matrix_product::{ByColumns, ByRows};
use crate::matrix_product_hopper::Kernels;
use lego_cuda::device::Element;
use lego_cuda::launch::foreign::{DlElement, ForeignMatrix};
use lego_cuda::launch::{Backend, Buffer, Error, Module};

/// An operand as it is multiplied: where it lies, or its transpose.
struct Seen<'a, T: Element + DlElement, D: Backend> {
    buffer: &'a Buffer<T, D>,
    extents: [usize; 2],
    pitch: usize,
    is_by_rows: bool,
}

impl<'a, T: Element + DlElement, D: Backend> Seen<'a, T, D> {
    fn of(matrix: &'a ForeignMatrix<T, D>) -> Self {
        let extents = [matrix.rows(), matrix.columns()];
        Self { buffer: matrix.buffer(), extents, pitch: matrix.pitch(), is_by_rows: matrix.is_by_rows() }
    }

    /// The transpose is the same memory, whose rows are columns.
    fn transposed(self) -> Self {
        let [rows, columns] = self.extents;
        Self { extents: [columns, rows], is_by_rows: !self.is_by_rows, ..self }
    }

    fn by_rows(&self) -> Result<(&'a Buffer<T, D>, PitchedRows), Error> {
        Ok((self.buffer, rows(self.extents, self.pitch)?))
    }

    fn by_columns(&self) -> Result<(&'a Buffer<T, D>, PitchedColumns), Error> {
        let [rows, columns] = self.extents;
        let layout = PitchedColumns::new(rows, columns, self.pitch).map_err(Error::layout("a foreign matrix"))?;
        Ok((self.buffer, layout))
    }
}

fn rows([rows, columns]: [usize; 2], pitch: usize) -> Result<PitchedRows, Error> {
    PitchedRows::new(rows, columns, pitch).map_err(Error::layout("a foreign matrix"))
}

/// As [`gemm`], of matrices that other libraries have: sets `c` to `alpha·a·b + beta·c`, each of the three by rows or by columns as it is described.
///
/// Law: that of [`gemm`]. Where k is 0, `c` is multiplied by beta; where m or n is, there is nothing to compute. A product by columns is computed as the
/// transposed product of the transposed matrices.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_cuda::launch::foreign::{DlElement, MatrixDescription};
/// use lego_kernels::gemm::{GemmMemory, gemm_foreign};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // Another library has these, the second one by columns, and room for the product by columns.
/// let a = device.buffer_from(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(f16::from_f32))?;
/// let b = device.buffer_from(&[1.0, 0.0, 1.0, 0.0, 2.0, 0.0].map(f16::from_f32))?;
/// let c = device.zeroed::<f16>(4)?;
/// let (place, dtype) = (device.described()?, f16::DATA_TYPE);
/// let of = |address, shape, strides| MatrixDescription { address, device: place, dtype, shape, strides };
/// // SAFETY: the memory lives longer than what is made of it, and all work has one order.
/// let (left, right, mut product) = unsafe {
///     let left = device.foreign_matrix::<f16>(&of(a.address(), [2, 3], [3, 1]))?;
///     let right = device.foreign_matrix::<f16>(&of(b.address(), [3, 2], [1, 3]))?;
///     (left, right, device.foreign_matrix::<f16>(&of(c.address(), [2, 2], [1, 2]))?)
/// };
/// gemm_foreign(&module, &left, &right, &mut product, [1.0, 0.0], &mut GemmMemory::new())?;
/// assert_eq!(c.read()?, [4.0, 10.0, 4.0, 10.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`gemm`].
pub fn gemm_foreign<T, O, D>(
    module: &Module<D>,
    a: &ForeignMatrix<T, D>,
    b: &ForeignMatrix<T, D>,
    c: &mut ForeignMatrix<O, D>,
    factors: [f32; 2],
    memory: &mut GemmMemory<T, D>,
) -> Result<(), Error>
where
    T: Element + DlElement,
    O: Element + DlElement,
    D: Backend,
    Kernels: Products<T, O, ByRows, ByRows, D>
        + Products<T, O, ByRows, ByColumns, D>
        + Products<T, O, ByColumns, ByRows, D>
        + Products<T, O, ByColumns, ByColumns, D>,
{
    let [m, n, k] = [a.rows(), b.columns(), a.columns()];
    agree("b", ("a row of `a`", k), ("a column of `b`", b.rows()))?;
    agree("c", ("a column of `a`", m), ("a column of `c`", c.rows()))?;
    agree("c", ("a row of `b`", n), ("a row of `c`", c.columns()))?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    let (left, right) = (Seen::of(a), Seen::of(b));
    // (a·b)ᵀ = bᵀ·aᵀ.
    let (left, right, sizes) = match c.is_by_rows() {
        true => (left, right, [m, n]),
        false => (right.transposed(), left.transposed(), [n, m]),
    };
    let (pitch, c) = (c.pitch(), c.buffer_mut());
    if k == 0 {
        // No layout has an extent of 0, and which one nothing has does not matter.
        let (operands, [m, n], pitches) = ([left.buffer, right.buffer], sizes, [0, sizes[1], pitch]);
        return <Kernels as Products<T, O, ByRows, ByRows, D>>::pitched(
            module,
            operands,
            c,
            [m, n, 0],
            factors,
            pitches,
        );
    }
    let c = (c, rows(sizes, pitch)?);
    match (left.is_by_rows, right.is_by_rows) {
        (true, true) => gemm(module, left.by_rows()?, right.by_rows()?, c, factors, memory),
        (true, false) => gemm(module, left.by_rows()?, right.by_columns()?, c, factors, memory),
        (false, true) => gemm(module, left.by_columns()?, right.by_rows()?, c, factors, memory),
        (false, false) => gemm(module, left.by_columns()?, right.by_columns()?, c, factors, memory),
    }
}
