//! A layer of a network, forward: `y = x + gelu(x·W1 + b)·W2` for some tokens, as two matrix products on tensor cores.
//!
//! On a Hopper GPU the epilogues of the products do the rest, so that nothing but `x`, the weights, the hidden numbers and `y` goes through memory. On
//! other GPUs bias and activation are a launch of their own, and the second product is added to a copy of `x`. Without a GPU it runs on the executor,
//! which runs the same kernels on the CPU with small sizes. Some tokens are computed once more on the CPU in `f64`, and the program fails where they
//! differ.
//!
//! ```text
//! cargo run --release --package lego-kernels-program --example network
//! ```

use half::f16;
use lego_cuda::device::math::erf;
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Buffer, Copies, Cudarc, Device, Error, Module};
use lego_kernels::activation::{Gelu, Same};
use lego_kernels::bias_activation::bias_activation;
use lego_kernels::gemm::{Columns, GemmMemory, Rows, gemm};
use lego_kernels::matrix_product::{ByColumns, ByRows};
use lego_kernels::matrix_product_hopper::{Bias, Residual, matrix_product_hopper_with};
use lego_kernels_program::KERNELS;
use random::Random;
use std::process::ExitCode;

/// How many tokens there are, how many numbers each has, and how many are hidden.
#[derive(Clone, Copy)]
struct Sizes {
    tokens: usize,
    width: usize,
    hidden: usize,
}

/// What the layer has learnt: `first` is width×hidden and `second` hidden×width, both stored column by column.
struct Layer {
    first: Vec<f16>,
    bias: Vec<f32>,
    second: Vec<f16>,
}

/// So many tokens are computed on the CPU too.
const COMPARED: usize = 8;

fn main() -> ExitCode {
    let result = match Device::<Cudarc>::open(0) {
        Ok(device) => device.load(&KERNELS).and_then(|module| {
            println!("on {}", device.limits().name);
            run(&module, Sizes { tokens: 4096, width: 4096, hidden: 16384 })
        }),
        Err(why) => {
            println!("no GPU ({why}): by the executor, a few tokens");
            Device::new(Executor::new())
                .without_program()
                .and_then(|module| run(&module, Sizes { tokens: 40, width: 72, hidden: 136 }))
        }
    };
    match result {
        Ok(worst) if worst < 0.02 => {
            println!("the largest difference from f64 is {worst:.5}");
            ExitCode::SUCCESS
        }
        Ok(worst) => {
            eprintln!("a number differs by {worst} from that of the CPU");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the layer on random numbers; the largest difference from what the CPU finds in `f64`.
fn run<B: Copies>(module: &Module<B>, sizes: Sizes) -> Result<f64, Error> {
    let Sizes { tokens, width, hidden } = sizes;
    let random = &mut Random::fresh();
    let mut numbers =
        |count: usize, size: f32| -> Vec<f16> { (0..count).map(|_| f16::from_f32(size * random.unit())).collect() };
    // Sums of so many products of weights are as large as a token's numbers.
    let x = numbers(tokens * width, 1.0);
    let first = numbers(width * hidden, 2.0 / (width as f32).sqrt());
    let second = numbers(hidden * width, 2.0 / (hidden as f32).sqrt());
    let bias = numbers(hidden, 1.0).into_iter().map(f16::to_f32).collect();
    let layer = Layer { first, bias, second };

    let device = module.device();
    let (input, w1, w2) =
        (device.buffer_from(&x)?, device.buffer_from(&layer.first)?, device.buffer_from(&layer.second)?);
    let b = device.buffer_from(&layer.bias)?;
    let (mut h, mut y) = (device.poisoned(tokens * hidden)?, device.poisoned(tokens * width)?);
    let memory = &mut GemmMemory::new();
    let milliseconds = device.time(|| {
        first_half(module, &input, &w1, &b, &mut h, [tokens, hidden, width], memory)?;
        second_half(module, &h, &w2, &input, &mut y, [tokens, width, hidden], memory)
    })?;
    println!("{tokens} tokens of {width} numbers, {hidden} hidden: {milliseconds:.3} ms");
    let found = y.read()?;
    let step = tokens.div_ceil(COMPARED);
    let differences = (0..tokens).step_by(step).flat_map(|token| {
        let right = on_the_cpu(&layer, &x[token * width..][..width]);
        let found = &found[token * width..][..width];
        // What is no number is as far away as can be.
        let far = |(right, found): (f64, &f16)| Some((right - found.to_f64()).abs()).filter(|far| !far.is_nan());
        right.into_iter().zip(found).map(move |pair| far(pair).unwrap_or(f64::INFINITY)).collect::<Vec<_>>()
    });
    Ok(differences.fold(0.0, f64::max))
}

/// h = gelu(x·W1 + b): sizes are those of h, and the width.
fn first_half<B: Copies>(
    module: &Module<B>,
    x: &Buffer<f16, B>,
    w1: &Buffer<f16, B>,
    b: &Buffer<f32, B>,
    h: &mut Buffer<f16, B>,
    sizes @ [tokens, hidden, _]: [usize; 3],
    memory: &mut GemmMemory<f16, B>,
) -> Result<(), Error> {
    let fused = matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Bias<Gelu>, _>(
        module,
        x,
        w1,
        h,
        sizes,
        [1.0, 0.0],
        b,
    );
    match fused {
        // This GPU has no product with an epilogue.
        Err(Error::NoKernel { .. }) => {
            multiply(module, [x, w1], h, sizes, [1.0, 0.0], memory)?;
            bias_activation::<f16, Gelu, _>(module, h, b, [tokens, hidden])
        }
        result => result,
    }
}

/// y = h·W2 + x: sizes are those of y, and how many are hidden.
fn second_half<B: Copies>(
    module: &Module<B>,
    h: &Buffer<f16, B>,
    w2: &Buffer<f16, B>,
    x: &Buffer<f16, B>,
    y: &mut Buffer<f16, B>,
    sizes: [usize; 3],
    memory: &mut GemmMemory<f16, B>,
) -> Result<(), Error> {
    let fused = matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Residual<f16, Same>, _>(
        module,
        h,
        w2,
        y,
        sizes,
        [1.0, 0.0],
        x,
    );
    match fused {
        // The product is added to what is there.
        Err(Error::NoKernel { .. }) => {
            y.copy_from(x)?;
            multiply(module, [h, w2], y, sizes, [1.0, 1.0], memory)
        }
        result => result,
    }
}

/// c = alpha·a·b + beta·c, where `a` and `c` lie by rows and `b` by columns.
fn multiply<B: Copies>(
    module: &Module<B>,
    [a, b]: [&Buffer<f16, B>; 2],
    c: &mut Buffer<f16, B>,
    [m, n, k]: [usize; 3],
    factors: [f32; 2],
    memory: &mut GemmMemory<f16, B>,
) -> Result<(), Error> {
    let wrong = Error::layout("a matrix of the layer");
    let (of_a, of_b) = (Rows::new(m, k).map_err(wrong)?, Columns::new(k, n).map_err(wrong)?);
    gemm(module, (a, of_a), (b, of_b), (c, Rows::new(m, n).map_err(wrong)?), factors, memory)
}

/// The layer for one token, in `f64`; hidden numbers are rounded as they are stored.
fn on_the_cpu(layer: &Layer, x: &[f16]) -> Vec<f64> {
    let dot = |a: &[f16], b: &[f16]| -> f64 { a.iter().zip(b).map(|(a, b)| a.to_f64() * b.to_f64()).sum() };
    let columns = layer.first.chunks(x.len()).zip(&layer.bias);
    let hidden: Vec<f16> = columns
        .map(|(column, bias)| {
            let value = dot(x, column) + f64::from(*bias);
            f16::from_f64(value / 2.0 * (1.0 + f64::from(erf((value / std::f64::consts::SQRT_2) as f32))))
        })
        .collect();
    layer.second.chunks(hidden.len()).zip(x).map(|(column, x)| dot(&hidden, column) + x.to_f64()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Device, Executor, Sizes, run};
    use lego_cuda::executor::Options;

    #[test]
    fn the_executor_finds_what_the_cpu_finds() {
        // A Hopper GPU, and one that has no product with an epilogue.
        for capability in [(9, 0), (8, 0)] {
            let executor = Executor::with(Options::new().capability(capability));
            let module = Device::new(executor).without_program().unwrap();
            let worst = run(&module, Sizes { tokens: 24, width: 40, hidden: 136 }).unwrap();
            assert!(worst < 0.02, "{capability:?}: {worst}");
        }
    }
}
