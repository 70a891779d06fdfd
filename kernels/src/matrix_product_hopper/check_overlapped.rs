//! Products of more blocks of each size than run at once: whole ones, which are stored while the next is multiplied, and one at the edge, which is not.

use super::block_size::BlockSize;
use super::check::is_hopper;
use super::epilogue::Plain;
use super::launch::{Job, Kernels, Multiplies, running};
use super::layouts::{AcrossBytes, Along, AlongBytes};
use crate::matrix_product::check::{Stride, compare, element, values};
use crate::matrix_product::{ByColumns, ByRows, Programs};
use half::f16;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::{E4m3, Float8};
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// Of operands that lie as `L` and `R`, `a` as `A` says and `b` by columns.
fn check_of<T, A, L, R, D>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
    narrow: fn(f32) -> T,
    widen: fn(&T) -> f64,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32>,
    A: Stride,
    D: Backend,
    Kernels: Multiplies<T, f16, L, R, Programs, Plain, D>,
{
    let device = module.device();
    let step = 128 / T::BYTES;
    for size in BlockSize::ALL {
        // Of fewer steps than a block is stored in, and of more; the last is not whole.
        for k in [step, step * (size.columns() / 64 + 1) + 16] {
            // The last block is at the edge.
            let rounds = if scale == Scale::Small { 1 } else { 2 };
            let (m, n) = ((rounds * running(module) + 2) * size.rows() - 16, size.columns());
            let mut some = |count: usize| -> Vec<T> { (0..count).map(|_| narrow(2.0 * random.unit())).collect() };
            let (a, b) = (some(m * k), some(k * n));
            let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
            let wide = |numbers: &[T]| -> Vec<f64> { numbers.iter().map(widen).collect() };
            let (a, b) = (wide(&a), wide(&b));
            let mut c = device.poisoned::<f16>(m * n)?;
            let job = Job { sizes: [m, n, k], factors: [0.5, 0.0], group: Some(3), padded: [false; 2] };
            Kernels::launch_by(size, module, [&left, &right], &mut c, job, 0)??;
            let found = values(&c.read()?);
            // Of a large product some of the elements of every row.
            let at: Vec<usize> = (0..m * n).step_by(if scale == Scale::Small { 1 } else { 7 }).collect();
            let wanted = at.iter().map(|at| 0.5 * element::<A, ByColumns>(&a, &b, [m, n, k], [at / n, at % n]));
            let found: Vec<f64> = at.iter().map(|at| found[*at]).collect();
            // Bytes are added with fewer digits.
            compare(&format!("{m}x{n}x{k} by {size}"), &found, &wanted.collect::<Vec<_>>(), 8)?;
        }
    }
    Ok(())
}

fn check<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    check_of::<f16, ByRows, Along, Along, D>(module, random, scale, f16::from_f32, |x| x.to_f64())?;
    // Turned on the way to registers: a part of a block waits.
    check_of::<E4m3, ByColumns, AcrossBytes, AlongBytes, D>(module, random, scale, Float8::from_f32, |x| {
        x.to_f32().into()
    })
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![Check { name: "matrix_product_hopper_overlapped", run: check::<D> }]
}
