//! Products with powers of two as scales, compared with those of the same bytes and scales computed in `f64`.

use super::host::matrix_product_mx;
use super::kernel::MatrixProductMx;
use super::layouts::{MxScales, SCALED};
use super::quantised::mx_quantised;
use crate::matrix_product::check::{check_refused, compare, values};
use crate::matrix_product_hopper::{Output, has_entry};
use half::{bf16, f16};
use lego::Mapping32;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::{E4m3, E5m2, E8m0, Float8};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    // Odd numbers of rows and columns, several blocks; a last scale for 16 elements; a step of one block; more steps than stages.
    let mut sizes = vec![[131, 137, 128 + 48], [3, 5, 6 * 128 + 80], [1, 1, 16]];
    if scale == Scale::Small {
        return sizes;
    }
    sizes.extend([
        [1, 300, 128],
        [300, 1, 32],
        [128, 128, 160],
        [129, 257, 384],
        // Even and odd numbers of steps, and of tiles.
        [640, 1000, 2048],
        [777, 515, 1936],
        // More blocks than run at once.
        [2050, 4100, 272],
        [5000, 900, 144],
    ]);
    sizes.extend((0..16).map(|_| [1 + random.index(600), 1 + random.index(600), 16 * (1 + random.index(80))]));
    sizes
}

/// Scales by codes, where the layout has them; what lies between rows is no number.
fn scales(layout: MxScales, mut code: impl FnMut([u32; 2]) -> u8) -> Vec<E8m0> {
    let mut scales = vec![E8m0::NAN; layout.span_u32() as usize];
    let [rows, blocks] = layout.dims_u32();
    for index in (0..rows).flat_map(|row| (0..blocks).map(move |block| [row, block])) {
        scales[layout.apply_u32(index) as usize] = E8m0::from_bits(code(index));
    }
    scales
}

/// The product of operands by rows and by columns, as bytes and scales say, and that of the sizes of their numbers.
fn product<T: Float8>(
    [a, b]: [&[T]; 2],
    [scales_a, scales_b]: [&[E8m0]; 2],
    [m, n, k]: [usize; 3],
) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let wide = |bytes: &[T], scales: &[E8m0], r: usize| -> Result<Vec<f64>, Failure> {
        let layout = MxScales::new(r, k).map_err(Error::layout("the scales"))?;
        let scale = |at: usize| scales[layout.apply_u32([(at / k) as u32, (at % k) as u32 / SCALED]) as usize].to_f64();
        Ok(bytes.iter().enumerate().map(|(at, byte)| f64::from(byte.to_f32()) * scale(at)).collect())
    };
    let (a, b) = (wide(a, scales_a, m)?, wide(b, scales_b, n)?);
    let element = |at: usize| -> (f64, f64) {
        let (row, column) = (&a[at / n * k..][..k], &b[at % n * k..][..k]);
        let products = row.iter().zip(column).map(|(a, b)| a * b);
        products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()))
    };
    Ok((0..m * n).map(element).unzip())
}

/// Computes a product of these bytes and scales.
fn computed<T, O, D>(
    module: &Module<D>,
    [a, b]: [&[T]; 2],
    [scales_a, scales_b]: [&[E8m0]; 2],
    [m, n, k]: [usize; 3],
) -> Result<Vec<f64>, Failure>
where
    T: Float8 + Operand<Sum = f32>,
    O: Output,
    D: Backend,
    MatrixProductMx<T, O>: Instance,
{
    let device = module.device();
    let mut c = device.poisoned::<O>(m * n)?;
    matrix_product_mx::<T, O, D>(
        module,
        &device.buffer_from(a)?,
        &device.buffer_from(b)?,
        &mut c,
        [m, n, k],
        &device.buffer_from(scales_a)?,
        &device.buffer_from(scales_b)?,
    )?;
    Ok(values(&c.read()?))
}

/// The layouts of the scales of both operands.
fn layouts([m, n, k]: [usize; 3]) -> Result<[MxScales; 2], Failure> {
    let of = |r| MxScales::new(r, k).map_err(Error::layout("the scales"));
    Ok([of(m)?, of(n)?])
}

fn check<T, O, D, const DIGITS: i32>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    T: Float8 + Operand<Sum = f32>,
    O: Output,
    D: Backend,
    MatrixProductMx<T, O>: Instance,
{
    if !is_there(module) {
        return Ok(());
    }
    for sizes in sizes(random, scale) {
        let [m, n, k] = sizes;
        let mut some = |count: usize| -> Vec<T> { (0..count).map(|_| T::from_f32(4.0 * random.unit())).collect() };
        let (a, b) = (some(m * k), some(n * k));
        let [scales_a, scales_b] = layouts(sizes)?.map(|layout| scales(layout, |_| 120 + random.below(8) as u8));
        let (right, _) = product([&a, &b], [&scales_a, &scales_b], sizes)?;
        let found = computed::<T, O, D>(module, [&a, &b], [&scales_a, &scales_b], sizes)?;
        compare(&format!("{m}x{n}x{k}"), &found, &right, DIGITS)?;
    }
    Ok(())
}

/// Scales of any size, and some that are none: sums that are numbers are right, and the others are what `f64` says.
fn check_extremes<T, D>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure>
where
    T: Float8 + Operand<Sum = f32>,
    D: Backend,
    MatrixProductMx<T, f32>: Instance,
{
    if !is_there(module) {
        return Ok(());
    }
    const CODES: [u8; 14] = [0, 1, 2, 30, 63, 64, 127, 128, 190, 191, 220, 253, 254, 255];
    // Of the first product all pairs of scales. Of the second some of the steps have moderate ones alone.
    for (sizes, of_steps) in [([14, 14, 32], 1), ([150, 20, 5 * 128], 2)] {
        let [m, n, k] = sizes;
        // Tensor cores add numbers of equal size exactly.
        let mut some = |r: usize| -> Vec<T> {
            let size = [1e-3, 1.0, 448.0][random.index(3)];
            (0..r * k).map(|_| T::from_f32(if random.below(2) == 0 { size } else { -size })).collect()
        };
        let (a, b) = (some(m), some(n));
        let [scales_a, scales_b] = layouts(sizes)?.map(|layout| {
            scales(layout, |[row, block]| match block / 4 % of_steps {
                0 if of_steps == 1 => CODES[row as usize],
                // One scale of the step is extreme, in a few rows.
                0 if block % 4 == row % 4 && row % 3 == 0 => CODES[random.index(CODES.len() - 1)],
                _ => 124 + random.below(6) as u8,
            })
        });
        let (right, whole) = product([&a, &b], [&scales_a, &scales_b], sizes)?;
        let found = computed::<T, f32, D>(module, [&a, &b], [&scales_a, &scales_b], sizes)?;
        for (at, (found, right)) in found.into_iter().zip(right).enumerate() {
            let wanted = f64::from(right as f32);
            // Of several blocks a sum may be the difference of larger ones, which may be beyond all numbers.
            let size = if k == 32 { wanted.abs() } else { whole[at] };
            let near = (found - wanted).abs() <= size * 1e-5 + f64::from(f32::from_bits(1))
                || k > 32 && size > f32::MAX.into();
            if !(near || found == wanted || found.is_nan() && wanted.is_nan()) {
                let place = [at / n, at % n];
                return Err(Failure::Wrong(format!("{m}x{n}x{k}: {found:e} at {place:?} and not {wanted:e}")));
            }
        }
    }
    Ok(())
}

/// Matrices of `f32` that are quantised and multiplied are near to their product.
fn check_quantised<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_there(module) {
        return Ok(());
    }
    let sizes @ [m, n, k] = [40, 72, 400];
    // Blocks are of different sizes, which one scale for all would not do.
    let mut some = |count: usize| -> Vec<f32> {
        (0..count).map(|at| random.unit() * 2_f32.powi(4 * (at / 32 % 5) as i32 - 8)).collect()
    };
    let (a, b) = (some(m * k), some(n * k));
    let (bytes_a, scales_a) = mx_quantised::<E4m3>(&a, [m, k])?;
    let (bytes_b, scales_b) = mx_quantised::<E4m3>(&b, [n, k])?;
    let found = computed::<E4m3, f32, D>(module, [&bytes_a, &bytes_b], [&scales_a, &scales_b], sizes)?;
    let right: Vec<f64> = (0..m * n)
        .map(|at| (0..k).map(|p| f64::from(a[at / n * k + p]) * f64::from(b[at % n * k + p])).sum())
        .collect();
    // Each factor has three digits, and the largest of some blocks less.
    compare("a product of quantised matrices", &found, &right, 2)
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_there(module) {
        return Ok(());
    }
    let device = module.device();
    let (bytes, mut output) = (device.zeroed::<E4m3>(16 * 144)?, device.zeroed::<f16>(256)?);
    let mut launch = |sizes, scales_a, scales_b| {
        let (scales_a, scales_b) = (device.zeroed::<E8m0>(scales_a)?, device.zeroed::<E8m0>(scales_b)?);
        matrix_product_mx::<E4m3, f16, D>(module, &bytes, &bytes, &mut output, sizes, &scales_a, &scales_b)
    };
    let refused = [
        (launch([0, 16, 144], 128, 128), "Layout"),
        (launch([16, 0, 144], 128, 128), "Layout"),
        (launch([16, 16, 0], 128, 128), "Layout"),
        (launch([1 << 16, 1, 1 << 16], 128, 128), "Layout"),
        (launch([16, 16, 136], 128, 128), "TensorMap"),
        (launch([17, 15, 144], 136, 120), "Length"),
        (launch([15, 17, 144], 120, 136), "Length"),
        (launch([16, 16, 144], 127, 128), "Length"),
        (launch([16, 16, 144], 128, 127), "Length"),
    ];
    check_refused(refused)
}

/// Whether there are the kernels for it.
fn is_there<D: Backend>(module: &Module<D>) -> bool {
    has_entry(module, <MatrixProductMx<E4m3, f16> as Instance>::ENTRY).is_ok()
}

pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
    vec![
        Check { name: "matrix_product_mx_e4m3_f16", run: check::<E4m3, f16, D, 8> },
        Check { name: "matrix_product_mx_e4m3_bf16", run: check::<E4m3, bf16, D, 7> },
        Check { name: "matrix_product_mx_e4m3_f32", run: check::<E4m3, f32, D, 8> },
        Check { name: "matrix_product_mx_e5m2_f16", run: check::<E5m2, f16, D, 8> },
        Check { name: "matrix_product_mx_e5m2_bf16", run: check::<E5m2, bf16, D, 7> },
        Check { name: "matrix_product_mx_e5m2_f32", run: check::<E5m2, f32, D, 8> },
        Check { name: "matrix_product_mx_extremes_e4m3", run: check_extremes::<E4m3, D> },
        Check { name: "matrix_product_mx_extremes_e5m2", run: check_extremes::<E5m2, D> },
        Check { name: "matrix_product_mx_quantised", run: check_quantised::<D> },
        Check { name: "matrix_product_mx_refusals", run: check_refusals::<D> },
    ]
}
