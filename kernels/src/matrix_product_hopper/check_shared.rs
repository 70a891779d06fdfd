//! Products whose sums are shared by several blocks of threads: right, and the same each time.

use super::check::is_hopper;
use super::epilogue::Plain;
use super::host::MajorHopper;
use super::kernel::MatrixProductHopper;
use super::launch::{Kernels, Multiplies};
use super::layouts::Along;
use super::shared::{SharedSums, matrix_product_hopper_shared};
use super::sharing::Shares;
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::check::{Stride, check_products};
use crate::matrix_product::{ByColumns, ByRows, Programs};
use half::f16;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

fn check<B, D>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    B: MajorHopper + Stride,
    D: Backend,
    MatrixProduct<f16, f16, <ByRows as crate::matrix_product::Major>::Left, B::Right, 8>: Instance,
    MatrixProduct<f16, f16, <ByRows as crate::matrix_product::Major>::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<f16, f16, Along, B::RightHopper, Programs, Plain, D>,
    MatrixProductHopper<f16, f16, Along, B::RightHopper, Programs, Plain, Shares, 2, 2, 64>: Instance,
{
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    let sizes = match scale {
        Scale::Small => SMALL.to_vec(),
        Scale::Full => vec![
            [16, 1024, 8192],
            [16, 8192, 2048],
            [300, 520, 4104],
            [128, 128, 16_384],
            [1000, 48, 3000],
            // Full rounds, and a last one that is shared.
            [2050, 2112, 4104],
            // As other sizes are shared, and not at all.
            [8, 8, 64],
            [136, 264, 2056],
        ],
    };
    // Made once: what one product leaves there is nothing to the next.
    let (shared, mut unlike) = (&mut SharedSums::new(), None);
    let rounds = if scale == Scale::Small { 2 } else { 8 };
    check_products::<f16, f16, ByRows, B, D>(module, random, &sizes, 10, &mut |_, a, b, c, sizes, factors| {
        let mut multiply =
            |c: &mut _| matrix_product_hopper_shared::<f16, f16, ByRows, B, D>(module, a, b, c, sizes, factors, shared);
        let before = if factors[1] == 0.0 { None } else { Some(c.read()?) };
        multiply(c)?;
        let first = c.read()?;
        for _ in 1..rounds {
            let mut again = match &before {
                Some(before) => device.buffer_from(before)?,
                None => device.poisoned(first.len())?,
            };
            multiply(&mut again)?;
            if again.read()? != first {
                unlike = Some(sizes);
            }
        }
        Ok(())
    })?;
    match unlike {
        Some([m, n, k]) => Err(Failure::Wrong(format!("{m}x{n}x{k} is another product the second time"))),
        None => Ok(()),
    }
}

/// Sizes for the executor, of which the last blocks are shared: one in parts, and the last of five.
const SMALL: [[usize; 3]; 2] = [[24, 40, 80 * 64 - 8], [5 * 128 - 8, 120, 40 * 64]];

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![
        Check { name: "matrix_product_hopper_f16_f16_nn_shared", run: check::<ByRows, D> },
        Check { name: "matrix_product_hopper_f16_f16_nt_shared", run: check::<ByColumns, D> },
    ]
}

#[cfg(test)]
mod tests {
    use super::SMALL;
    use crate::matrix_product::{ByColumns, ByRows};
    use crate::matrix_product_hopper::shared::division;
    use half::f16;
    use lego_cuda::executor::Executor;

    #[test]
    fn the_sizes_for_the_executor_are_shared() {
        for sizes in SMALL {
            let steps = sizes[2].div_ceil(64);
            // It has four multiprocessors.
            let divisions = [
                division::<f16, f16, ByRows, ByRows, Executor>(sizes, steps, 4),
                division::<f16, f16, ByRows, ByColumns, Executor>(sizes, steps, 4),
            ];
            assert_eq!(divisions.map(|division| (division.shared, division.parts)), [(1, 4); 2], "{sizes:?}");
        }
    }
}
