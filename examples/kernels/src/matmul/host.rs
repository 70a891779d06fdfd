//! The launch.

use super::kernel::{Left, Matmul, Product, Right};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
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
    if n.is_multiple_of(4) && k.is_multiple_of(4) {
        multiply_by::<4, 2, B>(module, a, b, c, [m, n, k])
    } else {
        multiply_by::<1, 8, B>(module, a, b, c, [m, n, k])
    }
}

/// The same by vectors of `V` elements, which divides n and k.
fn multiply_by<const V: usize, const COPIES: usize, B: Backend>(
    module: &Module<B>,
    a: &Buffer<f32, B>,
    b: &Buffer<f32, B>,
    c: &mut Buffer<f32, B>,
    [m, n, k]: [usize; 3],
) -> Result<(), Error>
where
    [f32; V]: Element,
    Matmul<V, COPIES>: Instance,
{
    let left = Left::<V>::new(m, k / V).map_err(Error::layout("a"))?;
    let right = Right::<V>::new(k, n / V).map_err(Error::layout("b"))?;
    let product = Product::new(m, n).map_err(Error::layout("c"))?;
    let (a, b, c) = (a.view_vectors(left), b.view_vectors(right), c.view_mut(product));
    Matmul::<V, COPIES>::launch(module, Launch::covering(), a, b, c)
}
