//! Products of numbers of one byte, by rows and by columns, compared with those computed in `f64`; and what is refused.

use super::bytes::{ByteOperand, Turned, matrix_product_bytes};
use super::check::is_hopper;
use super::output::Output;
use crate::matrix_product::check::{Stride, compare, element, values};
use crate::matrix_product::{ByColumns, ByRows};
use half::{bf16, f16};
use lego_cuda::device::{E4m3, E5m2, Float8};
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

pub(super) fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    if scale == Scale::Small {
        // Of all sizes of blocks: at both edges, and with more steps than stages. What is turned is of any sides; columns of a left operand that
        // are a multiple of 16 long are turned in registers.
        let turned = [[160, 496, 608], [160, 368, 608], [160, 144, 608], [160, 112, 608], [96, 80, 864], [16, 1, 33]];
        let any = [[129, 264, 535], [130, 120, 1100], [1, 1, 1], [77, 1, 33]];
        return [&turned[..], &any].concat();
    }
    let mut sizes = vec![
        [1, 1, 1],
        [1, 1000, 1],
        [1000, 1, 17],
        [128, 256, 128],
        [16, 512, 1024],
        [512, 64, 512],
        [1000, 777, 515],
        // More blocks than run at once.
        [2056, 4104, 80],
        [2051, 4099, 77],
        [2064, 4099, 77],
    ];
    sizes.extend((0..8).map(|_| std::array::from_fn(|_| 16 * (1 + random.index(30)))));
    sizes.extend((0..8).map(|_| std::array::from_fn(|_| 1 + random.index(300))));
    sizes
}

/// Products of bytes. Those of a GPU are added with fewer digits.
fn check<T, O, A, B, D, const DIGITS: i32>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    T: Float8 + ByteOperand<O>,
    O: Output,
    A: Stride,
    B: Stride,
    D: Backend,
{
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    // Made once: what one product leaves there is nothing to the next.
    let turned = &mut Turned::new();
    for [m, n, k] in sizes(random, scale) {
        let mut some = |count: usize| -> Vec<T> { (0..count).map(|_| T::from_f32(2.0 * random.unit())).collect() };
        let (a, b) = (some(m * k), some(k * n));
        let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
        let mut c = device.poisoned::<O>(m * n)?;
        // Over some powers of two, with a sign.
        let scales = [0, 1].map(|_| random.unit() * 2.0_f32.powi(random.index(6) as i32 - 3));
        matrix_product_bytes::<T, O, A, B, D>(module, &left, &right, &mut c, [m, n, k], scales, turned)?;
        let wide = |numbers: &[T]| -> Vec<f64> { numbers.iter().map(|x| x.to_f32().into()).collect() };
        let (a, b) = (wide(&a), wide(&b));
        let both = f64::from(scales[0] * scales[1]);
        let product = |at: usize| both * element::<A, B>(&a, &b, [m, n, k], [at / n, at % n]);
        let all: Vec<f64> = (0..m * n).map(product).collect();
        compare(&format!("{m}x{n}x{k}"), &values(&c.read()?), &all, DIGITS)?;
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    let (bytes, mut c) = (device.zeroed::<E4m3>(64)?, device.zeroed::<f16>(64)?);
    let turned = &mut Turned::new();
    for sizes in [
        [0, 4, 16],
        [4, 0, 16],
        [4, 4, 0],
        [5, 4, 16],
        [4, 5, 16],
        [64, 2, 1],
        [1 << 16, 1, 1 << 16],
        [1, usize::MAX, 2],
        // Fewer than 2^32 elements, but not as the product takes them.
        [1 << 30, 1, 1],
    ] {
        let result = matrix_product_bytes::<E4m3, f16, ByColumns, ByRows, D>(
            module, &bytes, &bytes, &mut c, sizes, [1.0; 2], turned,
        );
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("a product of {sizes:?} gives {result:?}")));
        }
    }
    Ok(())
}

macro_rules! checks {
    ($($name:literal: $byte:ident, $output:ident, $a:ident, $b:ident, $digits:literal;)*) => {
        pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
            vec![
                $(Check { name: $name, run: check::<$byte, $output, $a, $b, D, $digits> },)*
                Check { name: "matrix_product_hopper_bytes_refusals", run: check_refusals::<D> },
            ]
        }
    };
}
checks! {
    "matrix_product_hopper_e4m3_f16_nn": E4m3, f16, ByRows, ByRows, 8;
    "matrix_product_hopper_e4m3_f16_nt": E4m3, f16, ByRows, ByColumns, 8;
    "matrix_product_hopper_e4m3_f16_tn": E4m3, f16, ByColumns, ByRows, 8;
    "matrix_product_hopper_e4m3_f16_tt": E4m3, f16, ByColumns, ByColumns, 8;
    "matrix_product_hopper_e5m2_f16_nn": E5m2, f16, ByRows, ByRows, 8;
    "matrix_product_hopper_e5m2_f16_nt": E5m2, f16, ByRows, ByColumns, 8;
    "matrix_product_hopper_e5m2_f16_tn": E5m2, f16, ByColumns, ByRows, 8;
    "matrix_product_hopper_e5m2_f16_tt": E5m2, f16, ByColumns, ByColumns, 8;
    "matrix_product_hopper_e4m3_bf16_nt": E4m3, bf16, ByRows, ByColumns, 7;
    "matrix_product_hopper_e4m3_bf16_tn": E4m3, bf16, ByColumns, ByRows, 7;
    "matrix_product_hopper_e5m2_bf16_nn": E5m2, bf16, ByRows, ByRows, 7;
    "matrix_product_hopper_e5m2_bf16_tt": E5m2, bf16, ByColumns, ByColumns, 7;
}
