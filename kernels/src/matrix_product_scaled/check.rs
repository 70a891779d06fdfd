//! Products with scales, compared with those of the same bytes and scales computed in `f64`.

use super::host::{matrix_product_scaled, matrix_product_scaled_by};
use super::kernel::MatrixProductScaled;
use super::layouts::{BlockScales, RowScales, RowScalesByRows, SCALED, ScaleLayout};
use super::quantised::quantised;
use crate::matrix_product::check::{check_refused, compare, values};
use crate::matrix_product_hopper::{BlockSize, Division, Output, SharedSums, Shares, Whole, has_entry, running};
use half::{bf16, f16};
use lego::Mapping32;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::{E4m3, E5m2, Float8};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    // Odd numbers of rows and columns; a last block along k of 16 elements; more steps than stages, an odd number of them, and one.
    let mut sizes = vec![[131, 267, 5 * 128 + 16], [5, 140, 8 * 128 + 16], [1, 1, 16]];
    if scale == Scale::Small {
        return sizes;
    }
    sizes.extend([
        [1, 300, 128],
        [300, 1, 256],
        [128, 256, 128],
        [129, 257, 384],
        // Even and odd numbers of steps, and of tiles.
        [640, 1000, 2048],
        [777, 515, 1936],
        // More blocks than run at once.
        [2050, 4100, 272],
        [5000, 900, 144],
        // A last round of few blocks and long sums.
        [2050, 2112, 1808],
    ]);
    sizes.extend((0..16).map(|_| [1 + random.index(600), 1 + random.index(600), 16 * (1 + random.index(80))]));
    sizes
}

/// Some scales, over several powers of two.
fn scales(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| (1.0 + random.unit().abs()) * 2_f32.powi(random.below(10) as i32 - 7)).collect()
}

/// Where the scale of an element is.
fn place<L: ScaleLayout<Position32 = u32>>(layout: L, [row, k]: [usize; 2]) -> usize {
    layout.apply_u32([row as u32 / L::ROWS, k as u32 / SCALED]) as usize
}

/// The elements of an operand as they are to be multiplied.
fn scaled<T: Float8, L: ScaleLayout<Position32 = u32>>(bytes: &[T], scales: &[f32], k: usize, layout: L) -> Vec<f64> {
    let of = |(at, byte): (usize, &T)| f64::from(byte.to_f32()) * f64::from(scales[place(layout, [at / k, at % k])]);
    bytes.iter().enumerate().map(of).collect()
}

/// The product of operands by rows and by columns.
fn product(a: &[f64], b: &[f64], [m, n, k]: [usize; 3]) -> Vec<f64> {
    let element = |at: usize| {
        let (row, column) = (&a[at / n * k..][..k], &b[at % n * k..][..k]);
        row.iter().zip(column).map(|(a, b)| a * b).sum()
    };
    (0..m * n).map(element).collect()
}

fn check<T, O, L, D, const DIGITS: i32>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    T: Float8 + Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout<Position32 = u32>,
    D: Backend,
    MatrixProductScaled<T, O, L, Whole, 4, 128>: Instance,
    MatrixProductScaled<T, O, L, Whole, 3, 96>: Instance,
    MatrixProductScaled<T, O, L, Shares, 2, 64>: Instance,
{
    if !is_there(module) {
        return Ok(());
    }
    let (device, wrong) = (module.device(), Error::layout("the scales"));
    let shared = &mut SharedSums::new();
    for [m, n, k] in sizes(random, scale) {
        let (of_left, of_right) = (L::of(m, k).map_err(&wrong)?, BlockScales::of(n, k).map_err(&wrong)?);
        let mut some = |count: usize| -> Vec<T> { (0..count).map(|_| T::from_f32(4.0 * random.unit())).collect() };
        let (a, b) = (some(m * k), some(n * k));
        let scales_a = scales(random, of_left.span_u32() as usize);
        let scales_b = scales(random, of_right.span_u32() as usize);
        let right = product(&scaled(&a, &scales_a, k, of_left), &scaled(&b, &scales_b, k, of_right), [m, n, k]);
        let (a, b) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
        let (scales_a, scales_b) = (device.buffer_from(&scales_a)?, device.buffer_from(&scales_b)?);
        let (steps, running) = (k.div_ceil(SCALED as usize), running(module));
        let by_parts = Division::by_parts([m, n], steps, running, 3);
        let whole = [BlockSize::Wide, BlockSize::Medium, BlockSize::Narrow].map(Division::whole);
        for division in whole.into_iter().chain((by_parts.parts > 1).then_some(by_parts)) {
            let mut c = device.poisoned::<O>(m * n)?;
            matrix_product_scaled_by::<T, O, L, D>(
                module,
                [&a, &b],
                &mut c,
                [m, n, k],
                [&scales_a, &scales_b],
                division,
                shared,
            )?;
            compare(&format!("{m}x{n}x{k} by {division}"), &values(&c.read()?), &right, DIGITS)?;
        }
    }
    Ok(())
}

/// Matrices of `f32` that are quantised and multiplied are near to their product.
fn check_quantised<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_there(module) {
        return Ok(());
    }
    let ([m, n, k], device) = ([40, 72, 400], module.device());
    // Blocks are of different sizes, which one scale for all would not do.
    let mut some = |count: usize| -> Vec<f32> {
        (0..count).map(|at| random.unit() * 2_f32.powi(4 * (at / 128 % 5) as i32 - 8)).collect()
    };
    let (a, b) = (some(m * k), some(n * k));
    let (bytes_a, scales_a) = quantised::<E4m3, RowScales>(&a, [m, k])?;
    let (bytes_b, scales_b) = quantised::<E4m3, BlockScales>(&b, [n, k])?;
    let wide = |numbers: &[f32]| -> Vec<f64> { numbers.iter().map(|x| f64::from(*x)).collect() };
    let right = product(&wide(&a), &wide(&b), [m, n, k]);
    let mut c = device.poisoned::<f32>(m * n)?;
    matrix_product_scaled::<E4m3, f32, RowScales, D>(
        module,
        &device.buffer_from(&bytes_a)?,
        &device.buffer_from(&bytes_b)?,
        &mut c,
        [m, n, k],
        &device.buffer_from(&scales_a)?,
        &device.buffer_from(&scales_b)?,
        &mut SharedSums::new(),
    )?;
    // Each factor has three digits.
    compare("a product of quantised matrices", &values(&c.read()?), &right, 3)
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_there(module) {
        return Ok(());
    }
    let device = module.device();
    let (bytes, mut output) = (device.zeroed::<E4m3>(16 * 144)?, device.zeroed::<f16>(256)?);
    let mut launch = |sizes, scales_a, scales_b| {
        let (scales_a, scales_b) = (device.zeroed::<f32>(scales_a)?, device.zeroed::<f32>(scales_b)?);
        matrix_product_scaled::<E4m3, f16, RowScales, D>(
            module,
            &bytes,
            &bytes,
            &mut output,
            sizes,
            &scales_a,
            &scales_b,
            &mut SharedSums::new(),
        )
    };
    let refused = [
        (launch([0, 16, 144], 32, 2), "Layout"),
        (launch([16, 0, 144], 32, 2), "Layout"),
        (launch([16, 16, 0], 32, 2), "Layout"),
        (launch([1 << 16, 1, 1 << 16], 32, 2), "Layout"),
        (launch([16, 16, 136], 32, 2), "TensorMap"),
        (launch([17, 15, 144], 34, 2), "Length"),
        (launch([15, 17, 144], 30, 2), "Length"),
        (launch([16, 16, 144], 31, 2), "Length"),
        (launch([16, 16, 144], 32, 1), "Length"),
    ];
    check_refused(refused)
}

/// Whether there are the kernels for it.
fn is_there<D: Backend>(module: &Module<D>) -> bool {
    has_entry(module, <MatrixProductScaled<E4m3, f16, RowScales, Whole, 4, 128> as Instance>::ENTRY).is_ok()
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![
        Check { name: "matrix_product_scaled_e4m3_f16", run: check::<E4m3, f16, RowScales, D, 8> },
        Check { name: "matrix_product_scaled_e4m3_bf16", run: check::<E4m3, bf16, RowScales, D, 7> },
        Check { name: "matrix_product_scaled_e4m3_f32", run: check::<E4m3, f32, RowScales, D, 8> },
        Check { name: "matrix_product_scaled_e4m3_bf16_rows", run: check::<E4m3, bf16, RowScalesByRows, D, 7> },
        Check { name: "matrix_product_scaled_e5m2_f16", run: check::<E5m2, f16, RowScales, D, 8> },
        Check { name: "matrix_product_scaled_e5m2_bf16", run: check::<E5m2, bf16, RowScales, D, 7> },
        Check { name: "matrix_product_scaled_quantised", run: check_quantised::<D> },
        Check { name: "matrix_product_scaled_refusals", run: check_refusals::<D> },
    ]
}
