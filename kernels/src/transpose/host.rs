//! Launches that transpose an m×n matrix, whose output is n×m.

use super::shifted::vectors_of_row;
use super::{
    Blocks, Blocks64, Blocks128, Matrices, Piece, Squares, TileLayout, TransposeNaive, TransposeShifted, TransposeTile,
    TransposeWide, Turned, Units4, Units8,
};
use half::f16;
use lego::{Layout32, StaticLayout};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// A launch that transposes an m×n matrix.
pub type Transpose<T, B> = fn(&Module<B>, &Buffer<T, B>, &mut Buffer<T, B>, usize, usize) -> Result<(), Error>;

/// A launch that transposes matrices, one behind the other: `[matrices, m, n]`.
pub type TransposeMany<T, B> = fn(&Module<B>, &Buffer<T, B>, &mut Buffer<T, B>, [usize; 3]) -> Result<(), Error>;

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

/// f32 by squares of 4×4.
///
/// # Errors
/// The launch's.
pub fn wide_f32<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    m: usize,
    n: usize,
) -> Result<(), Error> {
    wide::<f32, Blocks64, Units4, 4, B>(module, input, output, [m, n], Blocks64::new)
}

/// f16 by squares of 8×8.
///
/// # Errors
/// The launch's.
pub fn wide_f16<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f16, B>,
    output: &mut Buffer<f16, B>,
    m: usize,
    n: usize,
) -> Result<(), Error> {
    wide::<f16, Blocks128, Units8, 8, B>(module, input, output, [m, n], Blocks128::new)
}

fn wide<T, M, U, const S: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [m, n]: [usize; 2],
    squares: fn(usize, usize) -> Result<M, lego::LayoutError>,
) -> Result<(), Error>
where
    T: Element + Default,
    M: Squares,
    U: StaticLayout + Layout32<Index32 = [u32; 3], Position32 = u32>,
    [T; S]: Element,
    TransposeWide<T, M, U, S>: Instance,
{
    let side = 16 * S;
    let grid = Launch::grid([m.div_ceil(side), n.div_ceil(side)]);
    let (input, output) = (input.view(layout(squares(m, n))?), output.view_mut(layout(squares(n, m))?));
    TransposeWide::<T, M, U, S>::launch(module, grid, input, output)
}

/// Matrices of f32, one behind the other, of any sides: `[matrices, m, n]`.
///
/// # Errors
/// The launch's.
pub fn shifted_f32<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    sides: [usize; 3],
) -> Result<(), Error> {
    shifted::<f32, 4, 64, 5, B>(module, input, output, sides)
}

/// Matrices of f16, one behind the other, of any sides: `[matrices, m, n]`.
///
/// # Errors
/// The launch's.
pub fn shifted_f16<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f16, B>,
    output: &mut Buffer<f16, B>,
    sides: [usize; 3],
) -> Result<(), Error> {
    shifted::<f16, 8, 128, 9, B>(module, input, output, sides)
}

/// Matrices of bytes, one behind the other, of any sides: `[matrices, m, n]`.
///
/// # Errors
/// The launch's.
pub fn shifted_u8<B: Backend>(
    module: &Module<B>,
    input: &Buffer<u8, B>,
    output: &mut Buffer<u8, B>,
    sides: [usize; 3],
) -> Result<(), Error> {
    shifted::<u8, 16, 128, 10, B>(module, input, output, sides)
}

fn shifted<T, const V: usize, const J: usize, const READS: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [matrices, m, n]: [usize; 3],
) -> Result<(), Error>
where
    T: Element + Default,
    Piece<V, J>: StaticLayout,
    TransposeShifted<T, V, J, READS>: Instance,
{
    let (from, to) = (layout(Matrices::new(matrices, m, n))?, layout(Matrices::new(matrices, n, m))?);
    let vectors = vectors_of_row(u32::try_from(m).unwrap_or(u32::MAX), V as u32) as usize;
    let pieces = matrices * n.div_ceil(J) * vectors.div_ceil(16);
    TransposeShifted::<T, V, J, READS>::launch(
        module,
        Launch::grid(pieces),
        input.view(from),
        input,
        output.view_mut(to),
    )
}
