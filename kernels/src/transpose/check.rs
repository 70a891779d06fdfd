//! Transposes of matrices of many shapes, compared element by element.

use super::host::{Transpose, TransposeMany, naive, shifted_f16, shifted_f32, shifted_u8, tile, wide_f16, wide_f32};
use super::{PaddedTile, RowTile, SwizzledTile};
use half::f16;
use lego_cuda::device::Element;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] = &[(1, 1), (32, 32), (31, 33), (64, 96), (5, 130), (128, 128), (136, 72)];
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
const FULL: &[(usize, usize)] =
    &[(1, 1), (31, 33), (1, 5000), (3001, 1), (96, 160), (1024, 1024), (1000, 1003), (2056, 4104)];

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

fn check<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    run: Transpose<T, B>,
) -> Result<(), Failure> {
    for &(m, n) in if scale == Scale::Small { SMALL } else { FULL } {
        let matrix: Vec<T> = (0..m * n).map(|_| T::of(random.bits() as u16)).collect();
        let input = module.device().buffer_from(&matrix)?;
        let mut output = module.device().poisoned(m * n)?;
        run(module, &input, &mut output, m, n)?;
        compare(&format!("{m}×{n}"), &output.read()?, |i| matrix[i % m * n + i / m])?;
    }
    Ok(())
}

impl Number for u8 {
    fn of(bits: u16) -> Self {
        bits as u8
    }
}

/// Many matrices of sides that vectors divide or do not.
fn check_many<T: Number, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    run: TransposeMany<T, B>,
) -> Result<(), Failure> {
    for &sides in if scale == Scale::Small { SMALL_MANY } else { FULL_MANY } {
        let [matrices, m, n] = sides;
        let all: Vec<T> = (0..matrices * m * n).map(|_| T::of(random.bits() as u16)).collect();
        let input = module.device().buffer_from(&all)?;
        let mut output = module.device().poisoned(all.len())?;
        run(module, &input, &mut output, sides)?;
        compare(&format!("{sides:?}"), &output.read()?, |i| all[i / (m * n) * m * n + i % m * n + i / m % n])?;
    }
    Ok(())
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
