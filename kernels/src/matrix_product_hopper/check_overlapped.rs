//! Products of more blocks of each size than run at once: whole ones, which are stored while the next is multiplied, and one at the edge, which is not.

use super::block_size::BlockSize;
use super::check::is_hopper;
use super::epilogue::Plain;
use super::launch::{Job, Kernels, Multiplies, running};
use super::layouts::Along;
use crate::matrix_product::Programs;
use crate::matrix_product::check::{compare, element, numbers, values};
use crate::matrix_product::{ByColumns, ByRows};
use half::f16;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Failure, Random, Scale};

pub(super) fn check<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    for size in BlockSize::ALL {
        // Of fewer steps than a block is stored in, and of more.
        for k in [64, 72 * size.columns() / 64 + 64] {
            // Two rounds and a part of a third; the last block is at the edge.
            let rounds = if scale == Scale::Small { 1 } else { 2 };
            let (m, n) = ((rounds * running(module) + 2) * size.rows() - 8, size.columns());
            let (a, b): (Vec<f16>, Vec<f16>) = (numbers(random, m * k), numbers(random, k * n));
            let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
            let (a, b) = (values(&a), values(&b));
            let mut c = device.poisoned::<f16>(m * n)?;
            for group in [1, 3] {
                c.poison()?;
                let job = Job { sizes: [m, n, k], factors: [0.5, 0.0], group: Some(group), padded: [false; 2] };
                <Kernels as Multiplies<f16, f16, Along, Along, Programs, Plain, D>>::launch_by(
                    size,
                    module,
                    [&left, &right],
                    &mut c,
                    job,
                    0,
                )??;
                let found = values(&c.read()?);
                // Of a large product some of the elements of every row.
                let step = if scale == Scale::Small { 1 } else { 7 };
                let at: Vec<usize> = (0..m * n).step_by(step).collect();
                let wanted =
                    at.iter().map(|at| 0.5 * element::<ByRows, ByColumns>(&a, &b, [m, n, k], [at / n, at % n]));
                let found: Vec<f64> = at.iter().map(|at| found[*at]).collect();
                compare(&format!("{m}x{n}x{k} by {size}"), &found, &wanted.collect::<Vec<_>>(), 10)?;
            }
        }
    }
    Ok(())
}
