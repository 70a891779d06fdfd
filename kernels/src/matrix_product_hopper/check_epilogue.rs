//! Products with an epilogue, compared with the same computed in `f64`; and what is refused.

use super::check::{is_hopper, sizes};
use super::epilogue::{Activated, Bias, Residual};
use super::hard_scaled::HardScaled;
use super::host::matrix_product_hopper_with;
use crate::activation::{Gelu, Relu, Same};
use crate::matrix_product::check::{check_products_ending, numbers, values};
use crate::matrix_product::{ByColumns, ByRows};
use core::cell::RefCell;
use half::f16;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// Whether the copy engine can bring the operands: rows that begin at multiples of so many elements.
fn is_aligned([m, n, k]: [usize; 3], multiple: usize) -> bool {
    k.is_multiple_of(multiple) || m == 1 && n == 1
}

/// What launches a product with an epilogue that reads these numbers.
type Launches<'a, D> =
    &'a dyn Fn(&[f16], [&Buffer<f16, D>; 2], &mut Buffer<f16, D>, [usize; 3], [f32; 2]) -> Result<(), Error>;

/// Compares products with an epilogue that reads `count` numbers with what a function gives of the value, of where it is by rows and
/// of the numbers.
fn check_with<D: Backend>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
    count: impl Fn([usize; 2]) -> usize,
    launch: Launches<'_, D>,
    right: impl Fn(f64, usize, &[f64]) -> f64,
) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let mut sizes: Vec<_> = sizes(random, scale).into_iter().filter(|sizes| is_aligned(*sizes, 8)).collect();
    // Rows of any length, whose elements are stored one by one where no vector begins.
    let any = |random: &mut Random| [1 + random.index(200), 1 + random.index(200), 8 * (1 + random.index(20))];
    sizes.extend((0..3).map(|_| any(random)));
    let (given, mut others) = (RefCell::default(), Random::new(random.bits()));
    check_products_ending::<f16, f16, ByRows, ByColumns, D>(
        module,
        random,
        &sizes,
        10,
        &mut |_, a, b, c, [m, n, k], factors| {
            let read: Vec<f16> = numbers(&mut others, count([m, n]));
            launch(&read, [a, b], c, [m, n, k], factors)?;
            given.replace(values(&read));
            Ok(())
        },
        &|value, at| right(value, at, &given.borrow()),
    )
}

fn check_bias<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    let launch = |bias: &[f16], [a, b]: [&Buffer<f16, D>; 2], c: &mut Buffer<f16, D>, sizes, factors| {
        let bias: Vec<f32> = bias.iter().map(|x| x.to_f32()).collect();
        let bias = module.device().buffer_from(&bias)?;
        matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Bias<Gelu>, D>(module, a, b, c, sizes, factors, &bias)
    };
    check_with(module, random, scale, |[_, n]| n, &launch, |value, at, bias| gelu(value + bias[at % bias.len()]))
}

fn check_residual<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    let launch = |residual: &[f16], [a, b]: [&Buffer<f16, D>; 2], c: &mut Buffer<f16, D>, sizes, factors| {
        let residual = module.device().buffer_from(residual)?;
        matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Residual<f16, Same>, D>(
            module, a, b, c, sizes, factors, &residual,
        )
    };
    check_with(module, random, scale, |[m, n]| m * n, &launch, |value, at, residual| value + residual[at])
}

fn check_relu<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    let launch = |_: &[f16], [a, b]: [&Buffer<f16, D>; 2], c: &mut Buffer<f16, D>, sizes, factors| {
        matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Activated<Relu>, D>(
            module,
            a,
            b,
            c,
            sizes,
            factors,
            (),
        )
    };
    check_with(module, random, scale, |_| 0, &launch, |value, _, _| value.max(0.0))
}

/// An epilogue that is not one of the crate's own pieces.
fn check_hard_scaled<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    let launch = |scales: &[f16], [a, b]: [&Buffer<f16, D>; 2], c: &mut Buffer<f16, D>, sizes, factors| {
        let scales: Vec<f32> = scales.iter().map(|x| x.to_f32()).collect();
        let scales = module.device().buffer_from(&scales)?;
        matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, HardScaled, D>(
            module, a, b, c, sizes, factors, &scales,
        )
    };
    let right = |value: f64, at: usize, scales: &[f64]| (value * scales[at % scales.len()]).clamp(-6.0, 6.0);
    check_with(module, random, scale, |[_, n]| n, &launch, right)
}

/// `x/2·(1 + erf(x/√2))`, of which the integral is the sum of a series: exact to 1e-12 for numbers up to 8.
pub(crate) fn gelu(x: f64) -> f64 {
    let z = x * core::f64::consts::FRAC_1_SQRT_2;
    if z.abs() > 5.0 {
        return if z > 0.0 { x } else { 0.0 };
    }
    // erf(z) = 2/√π·exp(-z²)·Σ 2^n·z^(2n+1)/(1·3·…·(2n+1)), of which all terms have one sign.
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= 2.0 * z * z / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 * x * (1.0 + core::f64::consts::FRAC_2_SQRT_PI * (-z * z).exp() * sum)
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    let numbers = device.zeroed::<f16>(64)?;
    let (bias, short) = (device.zeroed::<f32>(8)?, device.zeroed::<f32>(7)?);
    let mut c = device.zeroed::<f16>(64)?;
    let mut with = |sizes, bias: &Buffer<f32, D>| {
        let (a, b) = (&numbers, &numbers);
        matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Bias<Gelu>, D>(
            module,
            a,
            b,
            &mut c,
            sizes,
            [1.0, 0.0],
            bias,
        )
    };
    let refused = [
        with([0, 8, 8], &bias),
        with([8, 0, 8], &bias),
        with([8, 8, 0], &bias),
        with([8, 8, 16], &bias),
        with([9, 8, 8], &bias),
        with([1 << 16, 1, 1 << 16], &bias),
        with([8, 8, 8], &short),
    ];
    let unaligned = with([8, 8, 7], &bias);
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    match unaligned {
        Err(Error::TensorMap { .. }) => Ok(()),
        result => Err(Failure::Wrong(format!("the launch of rows that begin anywhere gives {result:?}"))),
    }
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![
        Check { name: "matrix_product_hopper_f16_f16_nt_bias_gelu", run: check_bias::<D> },
        Check { name: "matrix_product_hopper_f16_f16_nt_residual", run: check_residual::<D> },
        Check { name: "matrix_product_hopper_f16_f16_nt_relu", run: check_relu::<D> },
        Check { name: "matrix_product_hopper_f16_f16_nt_hard_scaled", run: check_hard_scaled::<D> },
        Check { name: "matrix_product_hopper_refusals", run: check_refusals::<D> },
    ]
}
