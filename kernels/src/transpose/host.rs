//! Launches that transpose an m×n matrix, whose output is n×m.

use super::{Blocks, TileLayout, TransposeNaive, TransposeTile, Turned};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// A launch that transposes an m×n matrix.
pub type Transpose<T, B> = fn(&Module<B>, &Buffer<T, B>, &mut Buffer<T, B>, usize, usize) -> Result<(), Error>;

fn layout<L>(layout: Result<L, lego::LayoutError>) -> Result<L, Error> {
    layout.map_err(Error::layout("input"))
}

/// Elements along rows to elements along columns.
///
/// # Errors
/// The launch's.
pub fn naive<T: Element, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error>
where
    TransposeNaive<T>: Instance,
{
    let grid = Launch::grid([n.div_ceil(32), m.div_ceil(32)]);
    let (input, output) = (input.view(layout(Blocks::new(m, n))?), output.view_mut(layout(Turned::new(n, m))?));
    TransposeNaive::<T>::launch(module, grid, input, output)
}

/// By 32×32 tiles of a layout.
///
/// # Errors
/// The launch's.
pub fn tile<T: Element, L: TileLayout + 'static, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error>
where
    TransposeTile<T, L>: Instance,
{
    let grid = Launch::grid([n.div_ceil(32), m.div_ceil(32)]);
    let (input, output) = (input.view(layout(Blocks::new(m, n))?), output.view_mut(layout(Blocks::new(n, m))?));
    TransposeTile::<T, L>::launch(module, grid, input, output)
}
