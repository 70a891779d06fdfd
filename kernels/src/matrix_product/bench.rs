//! The times of products, under the names that `benches/peers/peers.py` has for its own.

use super::check::{Stride, Value};
use super::host::matrix_product;
use super::kernel::MatrixProduct;
use super::layouts::{ByColumns, ByRows};
use half::f16;
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

pub(super) fn bench<D: Backend>() -> Bench<D> {
    Bench { name: "matrix_product", run }
}

/// The sides of square matrices.
pub(crate) const SIDES: [usize; 4] = [1024, 2048, 4096, 8192];

/// Other sizes, m×n×k.
pub(crate) const SIZES: [[usize; 3]; 9] = [
    [128, 128, 128],
    [256, 256, 256],
    [512, 512, 512],
    [3072, 3072, 3072],
    [16, 8192, 8192],
    [8192, 64, 8192],
    [4096, 4096, 128],
    [12_288, 3072, 768],
    [1000, 777, 515],
];

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for side in SIDES {
        let sizes = [side; 3];
        time::<f16, ByRows, ByRows, D>(timer, emit, "matrix_product_f16_f16_nn", &format!("f16 {side} NN"), sizes)?;
        time::<f16, ByRows, ByColumns, D>(timer, emit, "matrix_product_f16_f16_nt", &format!("f16 {side} NT"), sizes)?;
        time::<f16, ByColumns, ByRows, D>(timer, emit, "matrix_product_f16_f16_tn", &format!("f16 {side} TN"), sizes)?;
        time::<f16, ByColumns, ByColumns, D>(
            timer,
            emit,
            "matrix_product_f16_f16_tt",
            &format!("f16 {side} TT"),
            sizes,
        )?;
    }
    for sizes in SIZES {
        let [m, n, k] = sizes;
        let kernel = match [n, k].iter().all(|extent| extent.is_multiple_of(8)) {
            true => "matrix_product_f16_f16_nn",
            false => "matrix_product_f16_f16_nn_single",
        };
        time::<f16, ByRows, ByRows, D>(timer, emit, kernel, &format!("f16 {m}x{n}x{k} NN"), sizes)?;
    }
    Ok(())
}

/// Random numbers, which repeat after a million: how much power a product takes, and so how fast it is, depends on them.
fn numbers<T: Stored>(seed: u64, count: usize) -> Vec<T> {
    let random = &mut Random::new(seed);
    let some: Vec<T> = (0..count.min(1_000_003)).map(|_| T::narrow(random.unit())).collect();
    some.iter().copied().cycle().take(count).collect()
}

fn time<T, A, B, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    kernel: &'static str,
    case: &str,
    [m, n, k]: [usize; 3],
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    A: Stride,
    B: Stride,
    D: Backend,
    MatrixProduct<T, T, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, T, A::Left, B::Right, 1>: Instance,
{
    time_product::<T, A, B, D>(timer, emit, (kernel, case), [m, n, k], |a, b, c| {
        matrix_product::<T, T, A, B, D>(&timer.module, a, b, c, [m, n, k], [1.0, 0.0])
    })
}

/// Times what launches a product, and looks at some of its elements.
pub(crate) fn time_product<T, A, B, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    (kernel, case): (&'static str, &str),
    [m, n, k]: [usize; 3],
    mut multiply: impl FnMut(&Buffer<T, D>, &Buffer<T, D>, &mut Buffer<T, D>) -> Result<(), Error>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    A: Stride,
    B: Stride,
    D: Backend,
{
    let device = timer.device();
    let (a, b): (Vec<T>, Vec<T>) = (numbers(1, m * k), numbers(2, k * n));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut output = device.poisoned(m * n)?;
    let milliseconds = timer.sustained(|| multiply(&left, &right, &mut output))?;
    let found: Vec<T> = output.read()?;
    // Every element takes too long on the host; a step that is no divisor of a row meets all rows and columns of tiles.
    let checked = (0..m * n).step_by(100_003).all(|at| {
        let [i, j] = [at / n, at % n];
        let products = (0..k).map(|p| a[A::position([i, p], [m, k])].value() * b[B::position([p, j], [k, n])].value());
        let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        let rounding = if T::narrow(1.0 + 1.0 / 512.0).value() > 1.0 { 1.0 / 2048.0 } else { 1.0 / 256.0 };
        (found[at].value() - sum).abs() <= sum.abs() * rounding + size * 1e-5
    });
    let bytes = T::BYTES as f64 * (m * k + k * n + m * n) as f64;
    emit(Row { bench: "matmul", case: case.to_owned(), kernel, milliseconds, bytes, checked: Some(checked) });
    Ok(())
}
