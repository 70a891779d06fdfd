//! The launch.

use super::kernel::{Left, Matmul, Product, Right};
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Sets the m×n matrix `c` to the product of the m×k matrix `a` and the k×n matrix `b`, all by rows.
///
/// Law: each element is the sum over k in order, each summand by one fused multiply-add.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter; the launch's.
pub fn multiply<B: Backend>(
    module: &Module<B>,
    a: &Buffer<f32, B>,
    b: &Buffer<f32, B>,
    c: &mut Buffer<f32, B>,
    [m, n, k]: [usize; 3],
) -> Result<(), Error> {
    let left = Left::new(m, k).map_err(Error::layout("a"))?;
    let right = Right::new(k, n).map_err(Error::layout("b"))?;
    let product = Product::new(m, n).map_err(Error::layout("c"))?;
    Matmul::launch(module, Launch::covering(), a.view(left), b.view(right), c.view_mut(product))
}
