//! Transposes of matrices of many shapes, compared element by element.

use super::host::{Transpose, naive, tile};
use super::{PaddedTile, RowTile, SwizzledTile};
use crate::numbers::Pattern;
use half::f16;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] = &[(1, 1), (32, 32), (31, 33), (64, 96), (5, 130), (128, 128), (136, 72)];
const FULL: &[(usize, usize)] =
    &[(1, 1), (31, 33), (1, 5000), (3001, 1), (96, 160), (1024, 1024), (1000, 1003), (2056, 4104)];

fn check<T: Pattern, B: Backend>(
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
    }
}
