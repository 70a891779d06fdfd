//! Transposes of matrices of many shapes, compared element by element.

use super::host::{Transpose, TransposeMany, naive, shifted_f16, shifted_f32, shifted_u8, tile, wide_f16, wide_f32};
use super::{PaddedTile, RowTile, SwizzledTile};
use half::f16;
use lego_cuda::device::Element;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] = &[(1, 1), (32, 32), (31, 33), (64, 96), (5, 130), (128, 128), (136, 72)];
const FULL: &[(usize, usize)] =
    &[(1, 1), (31, 33), (1, 5000), (3001, 1), (96, 160), (1024, 1024), (1000, 1003), (2056, 4104)];

/// `[matrices, m, n]`.
const SMALL_MANY: &[[usize; 3]] = &[
    [1, 1, 1],
    [1, 64, 64],
    [3, 5, 7],
    [2, 31, 130],
    [1, 200, 203],
    [1, 203, 200],
    [1, 277, 281],
    [5, 1, 17],
    [2, 17, 1],
];
const FULL_MANY: &[[usize; 3]] = &[
    [1, 1, 1],
    [1, 1, 5_000_017],
    [1, 5_000_017, 1],
    [7, 3, 5],
    [1000, 31, 33],
    [3, 1000, 1003],
    [2, 1003, 1000],
    [1, 2053, 4099],
    [1, 4096, 4096],
    [5, 640, 641],
    [1, 2050, 4102],
];

/// An element of a matrix.
pub(super) trait Number: Element + PartialEq + std::fmt::Debug {
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

impl Number for u8 {
    fn of(bits: u16) -> Self {
        bits as u8
    }
}

/// Where an element of the output comes from: the places of both are counted over `[matrices, m, n]`.
pub(super) fn source([_, m, n]: [usize; 3], place: usize) -> usize {
    place / (m * n) * m * n + place % m * n + place / m % n
}

/// One launch on fresh data, compared.
fn compared<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    sides: [usize; 3],
    run: impl FnOnce(&Buffer<T, B>, &mut Buffer<T, B>) -> Result<(), Error>,
) -> Result<(), Failure> {
    let all: Vec<T> = (0..sides.iter().product()).map(|_| T::of(random.bits() as u16)).collect();
    let input = module.device().buffer_from(&all)?;
    let mut output = module.device().poisoned(all.len())?;
    run(&input, &mut output)?;
    let [matrices, m, n] = sides;
    compare(&format!("{matrices} of {m}×{n}"), &output.read()?, |place| all[source(sides, place)])
}

fn check<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    run: Transpose<T, B>,
) -> Result<(), Failure> {
    let shapes = if scale == Scale::Small { SMALL } else { FULL };
    let one = |&(m, n): &(usize, usize)| {
        compared(module, random, [1, m, n], |input, output| run(module, input, output, m, n))
    };
    shapes.iter().try_for_each(one)
}

/// Many matrices of sides that vectors divide or do not.
fn check_many<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    run: TransposeMany<T, B>,
) -> Result<(), Failure> {
    let shapes = if scale == Scale::Small { SMALL_MANY } else { FULL_MANY };
    let many = |&sides: &[usize; 3]| compared(module, random, sides, |input, output| run(module, input, output, sides));
    shapes.iter().try_for_each(many)
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! checks {
        ($($name:literal: $check:ident::<$type:ty>, $run:expr;)*) => {
            vec![$(Check { name: $name, run: |module, random, scale| $check::<$type, B>(module, random, scale, $run) }),*]
        };
    }
    checks! {
        "transpose_naive_f32": check::<f32>, naive::<f32, B>;
        "transpose_naive_f16": check::<f16>, naive::<f16, B>;
        "transpose_row_f32": check::<f32>, tile::<f32, RowTile, B>;
        "transpose_padded_f32": check::<f32>, tile::<f32, PaddedTile, B>;
        "transpose_swizzled_f32": check::<f32>, tile::<f32, SwizzledTile, B>;
        "transpose_row_f16": check::<f16>, tile::<f16, RowTile, B>;
        "transpose_padded_f16": check::<f16>, tile::<f16, PaddedTile, B>;
        "transpose_swizzled_f16": check::<f16>, tile::<f16, SwizzledTile, B>;
        "transpose_wide_f32": check::<f32>, wide_f32::<B>;
        "transpose_wide_f16": check::<f16>, wide_f16::<B>;
        "transpose_shifted_f32": check_many::<f32>, shifted_f32::<B>;
        "transpose_shifted_f16": check_many::<f16>, shifted_f16::<B>;
        "transpose_shifted_u8": check_many::<u8>, shifted_u8::<B>;
    }
}
