//! Matrices of many sizes, compared with what `f64` gives; and what is refused.

use super::host::bias_activation;
use super::kernel::BiasActivation;
use crate::activation::{Activation, Gelu, Relu};
use crate::matrix_product::check::{compare, numbers, values};
use crate::matrix_product_hopper::gelu;
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// Of random sizes, beside another way to compute the activation.
fn check<T, F, B, const DIGITS: i32>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    activation: fn(f64) -> f64,
) -> Result<(), Failure>
where
    T: Stored,
    F: Activation,
    B: Backend,
    BiasActivation<T, F>: Instance,
{
    let most = if scale == Scale::Small { 600 } else { 6000 };
    let mut sizes = vec![[1, 1], [3, 255], [2, 256], [5, 257], [17, 1]];
    sizes.extend((0..4).map(|_| [1 + random.index(most / 20), 1 + random.index(most)]));
    for [m, n] in sizes {
        let before: Vec<T> = numbers(random, m * n);
        let bias: Vec<f32> = (0..n).map(|_| random.unit()).collect();
        let device = module.device();
        // Behind the matrix there are elements that stay.
        let behind: Vec<T> = numbers(random, 9);
        let mut output = device.buffer_from(&[before.as_slice(), behind.as_slice()].concat())?;
        bias_activation::<T, F, B>(module, &mut output, &device.buffer_from(&bias)?, [m, n])?;
        let found = output.read()?;
        let sum = |at: usize| f64::from(before[at].widen()) + f64::from(bias[at % n]);
        let right: Vec<f64> = (0..m * n).map(|at| activation(sum(at))).collect();
        compare(&format!("{m}x{n}"), &values(&found[..m * n]), &right, DIGITS)?;
        if values(&found[m * n..]) != values(&behind) {
            return Err(Failure::Wrong(format!("{m}x{n}: an element behind the matrix has changed")));
        }
    }
    Ok(())
}

fn relu(x: f64) -> f64 {
    x.max(0.0)
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (mut values, bias) = (device.zeroed::<f16>(64)?, device.zeroed::<f32>(8)?);
    let mut launch = |sizes| bias_activation::<f16, Relu, B>(module, &mut values, &bias, sizes);
    let refused = [launch([0, 8]), launch([8, 0]), launch([9, 8]), launch([4, 16]), launch([1 << 16, 1 << 16])];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "bias_gelu_f16", run: |m, random, scale| check::<f16, Gelu, B, 10>(m, random, scale, gelu) },
        Check { name: "bias_gelu_bf16", run: |m, random, scale| check::<bf16, Gelu, B, 7>(m, random, scale, gelu) },
        Check { name: "bias_relu_f16", run: |m, random, scale| check::<f16, Relu, B, 10>(m, random, scale, relu) },
        Check { name: "bias_relu_bf16", run: |m, random, scale| check::<bf16, Relu, B, 7>(m, random, scale, relu) },
        Check { name: "bias_refusals", run: check_refusals::<B> },
    ]
}
