//! Epilogues of one's own, by kernels of one's own, on the executor; and what is at hand and has no kernel in this crate.
// The kernel that is called asks for promises, and so does the launch.
#![allow(unsafe_code)]

use half::f16;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};
use lego_kernels::matrix_product::Programs;
use lego_kernels::matrix_product_hopper::{
    Activated, Activation, Along, Barriers, Bias, Blocks, Epilogue, EpilogueArguments, Gelu, LeftRing, Relu, Residual,
    RightRing, StagedPairs, Stored, TileAlong, Whole, matrix_product_hopper_kernel,
};
use random::Random;

/// No less than one number and no more than another, and 100 more on the diagonal.
struct Clamped;

impl Epilogue for Clamped {
    type Reads<'a> = [f32; 2];

    fn apply([least, most]: [f32; 2], value: f32, [row, column]: [u32; 2]) -> f32 {
        value.max(least).min(most) + if row == column { 100.0 } else { 0.0 }
    }
}

impl<D: lego_cuda::launch::Backend> EpilogueArguments<'_, D> for Clamped {
    type Host = [f32; 2];

    fn reads([least, most]: [f32; 2], _: [usize; 2]) -> Result<[f32; 2], Error> {
        Ok([least, most])
    }
}

/// The product of narrow blocks with an epilogue.
///
/// # Safety
/// That of the kernel.
#[lego_kernel(threads = 384, grid = x, min_blocks = 1, instances(
    clamped = <Clamped>,
    relu = <Activated<Relu>>,
    bias_relu = <Bias<Relu>>,
    residual_gelu = <Residual<f16, Gelu>>,
))]
#[allow(clippy::too_many_arguments)] // those of the kernel
unsafe fn product_with<E: Epilogue>(
    a: TensorMap<'_, f16, TileAlong<2>>,
    b: TensorMap<'_, f16, TileAlong<2>>,
    c: GlobalMut<'_, f16, Blocks<2, 2>>,
    steps: u32,
    reads: E::Reads<'_>,
    #[shared(dynamic)] left: Shared<'_, u64, LeftRing<2, 2>>,
    #[shared(dynamic)] right: Shared<'_, u64, RightRing<2, 2>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers<2, 2>>,
) {
    // SAFETY: as the caller promises.
    unsafe {
        matrix_product_hopper_kernel::<f16, f16, Along, Along, Programs, E, Whole, 2, 2, 64>(
            a, b, c, steps, 0.5, 0.0, 8, reads, 0, left, right, staged, barriers,
        );
    }
}

/// The product's sizes: narrow blocks at both edges, and a part of a step.
const SIZES: [usize; 3] = [150, 140, 72];

/// Compares a product with what a function gives of value and index. A macro, since what is passed lives as long as the buffers.
macro_rules! check {
    ($epilogue:ty, $module:expr, $given:expr, $right:expr) => {{
        let ([m, n, k], random) = (SIZES, &mut Random::new(random::seed()));
        let (a, b) = (numbers(random, m * k), numbers(random, n * k));
        let device = $module.device();
        let (left, transposed) = (device.buffer_from(&a).unwrap(), device.buffer_from(&b).unwrap());
        let mut c = device.poisoned::<f16>(m * n).unwrap();
        let rows = |count| <Along as Stored<2>>::of(count, k).unwrap();
        let reads = <$epilogue as EpilogueArguments<'_, Executor>>::reads($given, [m, n]).unwrap();
        // SAFETY: both operands have these extents, and so has what the epilogue reads.
        unsafe {
            ProductWith::<$epilogue>::launch(
                $module,
                Launch::grid(3),
                left.tensor_map(rows(m)).unwrap(),
                transposed.tensor_map(rows(n)).unwrap(),
                c.view_mut(Blocks::<2, 2>::new(m, n).unwrap()),
                2,
                reads,
            )
        }
        .unwrap();
        let right: &dyn Fn(f64, [usize; 2]) -> f64 = &$right;
        compare([&a, &b], &c.read().unwrap(), right);
    }};
}

fn numbers(random: &mut Random, count: usize) -> Vec<f16> {
    (0..count).map(|_| f16::from_f32(random.unit())).collect()
}

fn compare([a, b]: [&[f16]; 2], found: &[f16], right: &dyn Fn(f64, [usize; 2]) -> f64) {
    let [_, n, k] = SIZES;
    for (at, found) in found.iter().enumerate() {
        let [i, j] = [at / n, at % n];
        let sum: f64 = (0..k).map(|p| a[i * k + p].to_f64() * b[j * k + p].to_f64()).sum();
        let right = right(0.5 * sum, [i, j]);
        assert!((found.to_f64() - right).abs() <= right.abs() / 2048.0 + 1e-5, "[{i}, {j}]: {found} and not {right}");
    }
}

#[test]
fn an_epilogue_of_ones_own_gets_value_and_index() {
    let module = Device::new(Executor::new()).without_program().unwrap();
    check!(Clamped, &module, [-0.5, 1.5], |value, [i, j]| value.clamp(-0.5, 1.5) + if i == j { 100.0 } else { 0.0 });
}

#[test]
fn activations_bias_and_residual_are_what_they_say() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    check!(Activated<Relu>, &module, (), |value, _| value.max(0.0));
    let random = &mut Random::new(random::seed());
    let bias: Vec<f32> = (0..140).map(|_| random.unit()).collect();
    let given = device.buffer_from(&bias).unwrap();
    check!(Bias<Relu>, &module, &given, |value, [_, j]| (value + f64::from(bias[j])).max(0.0));
    let residual: Vec<f16> = (0..150 * 140).map(|_| f16::from_f32(random.unit())).collect();
    let given = device.buffer_from(&residual).unwrap();
    check!(Residual<f16, Gelu>, &module, &given, |value, [i, j]| {
        f64::from(Gelu::of((value + residual[i * 140 + j].to_f64()) as f32))
    });
}
