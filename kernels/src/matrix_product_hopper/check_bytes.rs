//! Products of numbers of one byte, compared with those computed in `f64`.

use super::check::{is_hopper, sizes};
use super::epilogue::Plain;
use super::host::matrix_product_bytes;
use super::launch::{Kernels, Multiplies};
use super::layouts::AlongBytes;
use crate::matrix_product::check::{compare, element, values};
use crate::matrix_product::{ByColumns, ByRows, Programs};
use half::f16;
use lego_cuda::device::E4m3;
use lego_cuda::device::matrix::Operand;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// Products of bytes. Those of a GPU are added with fewer digits.
fn check_bytes<T, D>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
    of: fn(f32) -> T,
    value: fn(T) -> f32,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32>,
    D: Backend,
    Kernels: Multiplies<T, f16, AlongBytes, AlongBytes, Programs, Plain, D>,
{
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    for [m, n, k] in sizes(random, scale) {
        let k = k.next_multiple_of(16);
        let mut some = |count: usize| -> Vec<T> { (0..count).map(|_| of(2.0 * random.unit())).collect() };
        let (a, b) = (some(m * k), some(k * n));
        let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
        let mut c = device.poisoned::<f16>(m * n)?;
        matrix_product_bytes::<T, f16, D>(module, &left, &right, &mut c, [m, n, k], [0.125, 2.0])?;
        let wide = |numbers: &[T]| -> Vec<f64> { numbers.iter().map(|x| value(*x).into()).collect() };
        let (a, b) = (wide(&a), wide(&b));
        let product = |at: usize| 0.25 * element::<ByRows, ByColumns>(&a, &b, [m, n, k], [at / n, at % n]);
        let all: Vec<f64> = (0..m * n).map(product).collect();
        compare(&format!("{m}x{n}x{k}"), &values(&c.read()?), &all, 8)?;
    }
    Ok(())
}

fn check_e4m3<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    check_bytes::<E4m3, D>(module, random, scale, E4m3::from_f32, E4m3::to_f32)
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![Check { name: "matrix_product_hopper_e4m3_f16_nt", run: check_e4m3::<D> }]
}
