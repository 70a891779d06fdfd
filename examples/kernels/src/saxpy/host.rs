//! The launch.

use super::kernel::{Line, Saxpy};
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Adds `a` times each element of `x` to that of `y`.
///
/// Law: each element is `a.mul_add(x, y)`, rounded once.
///
/// # Errors
/// [`Error::Layout`] if there are no elements or 2^32 or more, [`Error::Length`] if `x` is shorter than `y`; the launch's.
pub fn add_scaled<B: Backend>(
    module: &Module<B>,
    a: f32,
    x: &Buffer<f32, B>,
    y: &mut Buffer<f32, B>,
) -> Result<(), Error> {
    let line = Line::new(y.len()).map_err(Error::layout("y"))?;
    Saxpy::launch(module, Launch::covering(), a, x.view(line), y.view_mut(line))
}
