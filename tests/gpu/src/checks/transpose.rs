//! Transposes of many shapes.

use super::{Check, Failure, Scale, compare};
use half::f16;
use lego::{Layout32, StaticLayout};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};
use lego_kernels::transpose::{
    Blocks, Blocks64, Blocks128, PaddedTile, RowTile, Squares, SwizzledTile, TileLayout, TransposeNaive, TransposeTile,
    TransposeWide, Turned, Units4, Units8,
};
use rand::RngExt;
use rand::rngs::StdRng;

const SMALL: &[(usize, usize)] = &[(1, 1), (32, 32), (31, 33), (64, 96), (5, 130), (128, 128), (136, 72)];
const FULL: &[(usize, usize)] =
    &[(1, 1), (31, 33), (1, 5000), (3001, 1), (96, 160), (1024, 1024), (1000, 1003), (2056, 4104)];

/// An element of a matrix.
pub trait Number: Element + PartialEq + std::fmt::Debug {
    /// One of 64 thousand values.
    fn of(bits: u16) -> Self;
}

impl Number for f32 {
    fn of(bits: u16) -> Self {
        f32::from(bits) - 30000.5
    }
}

impl Number for f16 {
    fn of(bits: u16) -> Self {
        // No NaN, which is not equal to itself.
        f16::from_bits(bits & 0xbfff)
    }
}

/// A launch that transposes an m×n matrix.
pub type Run<T, B> = fn(&Module<B>, &Buffer<T, B>, &mut Buffer<T, B>, usize, usize) -> Result<(), Error>;

fn layout<L>(layout: Result<L, lego::LayoutError>) -> Result<L, Error> {
    layout.map_err(Error::layout("input"))
}

/// Elements along rows to elements along columns.
///
/// # Errors
/// The launch's.
pub fn naive<T: Number, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error>
where
    TransposeNaive<T>: Instance,
{
    let grid = Launch::grid([n.div_ceil(32) as u32, m.div_ceil(32) as u32]);
    let (input, output) = (input.view(layout(Blocks::new(m, n))?), output.view_mut(layout(Turned::new(n, m))?));
    TransposeNaive::<T>::launch(module, grid, input, output)
}

/// By 32×32 tiles of a layout.
///
/// # Errors
/// The launch's.
pub fn tile<T: Number, L: TileLayout + 'static, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error>
where
    TransposeTile<T, L>: Instance,
{
    let grid = Launch::grid([n.div_ceil(32) as u32, m.div_ceil(32) as u32]);
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
    T: Number + Default,
    M: Squares,
    U: StaticLayout + Layout32<Index32 = [u32; 3], Position32 = u32>,
    [T; S]: Element,
    TransposeWide<T, M, U, S>: Instance,
{
    let side = 16 * S;
    let grid = Launch::grid([m.div_ceil(side) as u32, n.div_ceil(side) as u32]);
    let (input, output) = (input.view(layout(squares(m, n))?), output.view_mut(layout(squares(n, m))?));
    TransposeWide::<T, M, U, S>::launch(module, grid, input, output)
}

fn check<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut StdRng,
    scale: Scale,
    run: Run<T, B>,
) -> Result<(), Failure> {
    for &(m, n) in if scale == Scale::Small { SMALL } else { FULL } {
        let matrix: Vec<T> = (0..m * n).map(|_| T::of(random.random())).collect();
        let input = module.device().buffer_from(&matrix)?;
        let mut output = module.device().poisoned(m * n)?;
        run(module, &input, &mut output, m, n)?;
        compare(&format!("{m}×{n}"), &output.read()?, |i| matrix[i % m * n + i / m])?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! checks {
        ($($name:literal: $type:ty, $run:expr;)*) => {
            vec![$(Check {
                name: $name,
                run: |module, random, scale| check::<$type, B>(module, random, scale, $run),
            }),*]
        };
    }
    checks! {
        "transpose_naive_f32": f32, naive::<f32, B>;
        "transpose_naive_f16": f16, naive::<f16, B>;
        "transpose_row_f32": f32, tile::<f32, RowTile, B>;
        "transpose_padded_f32": f32, tile::<f32, PaddedTile, B>;
        "transpose_swizzled_f32": f32, tile::<f32, SwizzledTile, B>;
        "transpose_row_f16": f16, tile::<f16, RowTile, B>;
        "transpose_padded_f16": f16, tile::<f16, PaddedTile, B>;
        "transpose_swizzled_f16": f16, tile::<f16, SwizzledTile, B>;
        "transpose_wide_f32": f32, wide_f32::<B>;
        "transpose_wide_f16": f16, wide_f16::<B>;
    }
}
