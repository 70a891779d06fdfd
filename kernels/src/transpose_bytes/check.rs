//! Transposes of bytes, compared element by element.

use super::host::transpose_bytes;
use super::kernel::{BYTES_132, COLUMNS_33, COLUMNS_36, PLANNED, ROWS_164, TransposeByteTiles};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] = &[(0, 16), (16, 16), (128, 128), (16, 272), (144, 112), (256, 128)];
const FULL: &[(usize, usize)] =
    &[(0, 0), (16, 16), (256, 256), (4096, 16), (16, 4112), (1024, 2048), (1040, 3216), (4096, 4096)];

fn check<const WAY: u32, const WORDS: usize, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    TransposeByteTiles<WAY, WORDS>: Instance,
{
    for &(m, n) in if scale == Scale::Small { SMALL } else { FULL } {
        let matrix: Vec<u8> = (0..m * n).map(|_| random.bits() as u8).collect();
        let input = module.device().buffer_from(&matrix)?;
        let mut output = module.device().poisoned(m * n)?;
        transpose_bytes::<WAY, WORDS, B>(module, &input, &mut output, m, n)?;
        compare(&format!("{m}×{n}"), &output.read()?, |i| matrix[i % m * n + i / m])?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "transpose_bytes_planned", run: check::<PLANNED, 4096, B> },
        Check { name: "transpose_bytes_columns_33", run: check::<COLUMNS_33, 4224, B> },
        Check { name: "transpose_bytes_columns_36", run: check::<COLUMNS_36, 4608, B> },
        Check { name: "transpose_bytes_rows_164", run: check::<ROWS_164, 5248, B> },
        Check { name: "transpose_bytes_bytes_132", run: check::<BYTES_132, 4224, B> },
    ]
}
