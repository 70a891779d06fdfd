//! The times of products on Hopper, under the names that `benches/peers/peers.py` has for its own.

use super::block_size::BlockSize;
use super::bytes::{ByteOperand, Turned, matrix_product_bytes};
use super::copied::matrix_product_hopper_copied;
use super::epilogue::Plain;
use super::host::{MajorHopper, matrix_product_hopper, matrix_product_hopper_ordered};
use super::launch::{Job, Kernels, Multiplies};
use super::layouts::{Across, Along, Curve, Order};
use super::shared::{SharedSums, matrix_product_hopper_shared};
use super::tuned::{Way, matrix_product_hopper_tuned};
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::bench::{SIDES, SIZES, time_product};
use crate::matrix_product::check::Stride;
use crate::matrix_product::{ByColumns, ByRows, Programs};
use core::cell::Cell;
use half::f16;
use lego_cuda::device::{E4m3, E5m2, Float8};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

pub(super) fn benches<D: Backend>() -> Vec<Bench<D>> {
    vec![Bench { name: "matrix_product_hopper", run }, Bench { name: "gemm_tile_sizes", run: run_tile_sizes }]
}

/// Sizes of products that are timed by tiles of every size, m×n×k: squares, long and flat ones, and rows that begin at
/// 128 bytes, at 32 bytes, and at 16 bytes only.
const TILED: [[usize; 3]; 47] = [
    [128, 128, 128],
    [256, 256, 256],
    [512, 512, 512],
    [768, 768, 768],
    [1024, 1024, 1024],
    [1216, 1216, 1216],
    [1408, 1408, 1408],
    [1536, 1536, 1536],
    [1920, 1920, 1920],
    [2048, 2048, 2048],
    [2304, 2304, 2304],
    [2560, 2560, 2560],
    [2816, 2816, 2816],
    [3072, 3072, 3072],
    [3584, 3584, 3584],
    [4096, 4096, 4096],
    [5120, 5120, 5120],
    [6144, 6144, 6144],
    [7168, 7168, 7168],
    [8192, 8192, 8192],
    [2048, 1024, 4096],
    [4096, 2112, 7168],
    [12288, 3072, 768],
    [8192, 3072, 1024],
    [4096, 11008, 4096],
    [4096, 14336, 4096],
    [2048, 8192, 512],
    [16384, 1024, 1024],
    [1280, 5120, 640],
    [8192, 64, 8192],
    [16, 8192, 8192],
    [720, 720, 720],
    [1008, 1008, 1008],
    [1200, 1200, 1200],
    [1264, 1264, 1264],
    [2000, 2000, 2000],
    [4000, 4000, 4000],
    [6000, 2000, 3008],
    [1000, 776, 520],
    [1000, 1000, 1000],
    [896, 1016, 1016],
    [1024, 1024, 1000],
    [2040, 2040, 2040],
    [3000, 3000, 3000],
    [5000, 5000, 5000],
    [200, 200, 200],
    [2048, 2000, 272],
];

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for side in SIDES {
        let sizes = [side; 3];
        time::<ByRows, ByRows, D>(timer, emit, "matrix_product_hopper_f16_f16_nn", &format!("f16 {side} NN"), sizes)?;
        time_tuned(timer, emit, &format!("f16 {side} NN"), sizes)?;
        time::<ByRows, ByColumns, D>(
            timer,
            emit,
            "matrix_product_hopper_f16_f16_nt",
            &format!("f16 {side} NT"),
            sizes,
        )?;
        time::<ByColumns, ByRows, D>(
            timer,
            emit,
            "matrix_product_hopper_f16_f16_tn",
            &format!("f16 {side} TN"),
            sizes,
        )?;
        time::<ByColumns, ByColumns, D>(
            timer,
            emit,
            "matrix_product_hopper_f16_f16_tt",
            &format!("f16 {side} TT"),
            sizes,
        )?;
    }
    // Where rows do not begin at multiples of 16 bytes, the other kernel is launched, and its benchmark has the time.
    for sizes in SIZES.into_iter().filter(|sizes| sizes[1..].iter().all(|extent| extent.is_multiple_of(8))) {
        let [m, n, k] = sizes;
        let case = format!("f16 {m}x{n}x{k} NN");
        time::<ByRows, ByRows, D>(timer, emit, "matrix_product_hopper_f16_f16_nn", &case, sizes)?;
        time_tuned(timer, emit, &case, sizes)?;
    }
    for sizes in [[16, 8192, 8192], [8192, 64, 8192], [3072, 3072, 3072]] {
        time_shared(timer, emit, sizes)?;
    }
    for sizes in [[1000, 777, 515], [4099, 4097, 4095]] {
        time_copied(timer, emit, sizes)?;
    }
    for side in [2048, 4096, 8192] {
        time_bytes::<E4m3, D>(timer, emit, ("e4m3", "matrix_product_hopper_e4m3_f16_nt"), side)?;
        time_bytes::<E5m2, D>(timer, emit, ("e5m2", "matrix_product_hopper_e5m2_f16_nt"), side)?;
    }
    for side in [4096, 8192] {
        for group in [1, 4, 16] {
            let name = ("matrix_product_hopper_f16_f16_nt", format!("f16 {side} NT, groups of {group}"));
            time_ordered::<Programs, D>(timer, emit, name, side, group)?;
        }
        let name = ("matrix_product_hopper_f16_f16_nt_curve", format!("f16 {side} NT, Hilbert"));
        time_ordered::<Curve, D>(timer, emit, name, side, 1)?;
    }
    Ok(())
}

/// Times products by tiles of every size. `block_size` holds its rule to the recorded rows.
fn run_tile_sizes<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let kernel = "matrix_product_hopper_f16_f16_nn";
    for sizes @ [m, n, k] in TILED {
        for size in BlockSize::ALL {
            let mut emit = |row| emit(Row { bench: "tile_sizes", ..row });
            let name = (kernel, &*format!("f16 {m}x{n}x{k} NN, {size}"));
            time_product::<f16, ByRows, ByRows, D>(timer, &mut emit, name, sizes, |a, b, c| {
                let job = Job { sizes, factors: [1.0, 0.0], group: None, padded: [false; 2] };
                <Kernels as Multiplies<f16, f16, Along, Across, Programs, Plain, D>>::launch_by(
                    size,
                    &timer.module,
                    [a, b],
                    c,
                    job,
                    0,
                )?
            })?;
        }
    }
    Ok(())
}

/// The time of a product by the way that was measured to be the fastest; the case says which one that is.
fn time_tuned<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, case: &str, sizes: [usize; 3]) -> Result<(), Error> {
    let chosen = Cell::new(None);
    let mut emit = |row: Row| {
        let way = chosen.get().map_or_else(|| "nothing".to_owned(), |way: Way| way.to_string());
        emit(Row { case: format!("{case}, chosen: {way}"), ..row });
    };
    let name = ("matrix_product_hopper_f16_f16_nn", case);
    time_product::<f16, ByRows, ByRows, D>(timer, &mut emit, name, sizes, |a, b, c| {
        let (module, tuner) = (&timer.module, &timer.tuner);
        let way =
            matrix_product_hopper_tuned::<f16, f16, ByRows, ByRows, D>(module, tuner, a, b, c, sizes, [1.0, 0.0])?;
        chosen.set(Some(way));
        Ok(())
    })
}

/// The time of a product whose rows begin anywhere, with that of copying the operands.
fn time_copied<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, sizes: [usize; 3]) -> Result<(), Error> {
    let ([m, n, k], copies) = (sizes, &mut Turned::new());
    let name = ("matrix_product_hopper_f16_f16_nn", &*format!("f16 {m}x{n}x{k} NN"));
    time_product::<f16, ByRows, ByRows, D>(timer, emit, name, sizes, |a, b, c| {
        matrix_product_hopper_copied::<f16, f16, ByRows, ByRows, D>(&timer.module, a, b, c, sizes, [1.0, 0.0], copies)
    })
}

/// The time of a product of few blocks, whose sums several blocks of threads share.
fn time_shared<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, sizes: [usize; 3]) -> Result<(), Error> {
    let ([m, n, k], shared) = (sizes, &mut SharedSums::new());
    let name = ("matrix_product_hopper_f16_f16_nn_shared", &*format!("f16 {m}x{n}x{k} NN, shared"));
    time_product::<f16, ByRows, ByRows, D>(timer, emit, name, sizes, |a, b, c| {
        matrix_product_hopper_shared::<f16, f16, ByRows, ByRows, D>(&timer.module, a, b, c, sizes, [1.0, 0.0], shared)
    })
}

/// The times of square products of bytes, each operand by rows and by columns: with what turns them.
fn time_bytes<T: Float8 + ByteOperand<f16>, D: Backend>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    (name, kernel): (&str, &'static str),
    side: usize,
) -> Result<(), Error> {
    let (count, device) = (side * side, timer.device());
    let value = |byte: T| f64::from(byte.to_f32());
    let numbers = |seed: u64| -> Vec<T> {
        let random = &mut Random::new(seed);
        let some: Vec<T> = (0..1_000_003).map(|_| T::from_f32(4.0 * random.unit())).collect();
        some.into_iter().cycle().take(count).collect()
    };
    let (a, b) = (numbers(1), numbers(2));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let (mut c, turned) = (device.poisoned::<f16>(count)?, &mut Turned::new());
    let mut time = |case, multiply: MultiplyBytes<T, D>, position: [Position; 2]| {
        c.poison()?;
        let milliseconds =
            timer.sustained(|| multiply(&timer.module, &left, &right, &mut c, [side; 3], [0.25, 0.25], turned))?;
        let found = c.read()?;
        let checked = (0..count).step_by(100_003).all(|at| {
            let ([i, j], [of_a, of_b]) = ([at / side, at % side], position);
            let products =
                (0..side).map(|p| value(a[of_a([i, p], [side; 2])]) * value(b[of_b([p, j], [side; 2])]) / 16.0);
            let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
            (found[at].to_f64() - sum).abs() <= sum.abs() / 2048.0 + size * 1e-3
        });
        let (case, bytes) = (format!("{name} {side} {case}"), (4 * count) as f64);
        emit(Row { bench: "matmul_f8", case, kernel, milliseconds, bytes, checked: Some(checked) });
        Ok(())
    };
    let (rows, columns): (Position, Position) = (ByRows::position, ByColumns::position);
    time("NT", matrix_product_bytes::<T, f16, ByRows, ByColumns, D>, [rows, columns])?;
    time("NN", matrix_product_bytes::<T, f16, ByRows, ByRows, D>, [rows, rows])?;
    time("TN", matrix_product_bytes::<T, f16, ByColumns, ByRows, D>, [columns, rows])?;
    time("TT", matrix_product_bytes::<T, f16, ByColumns, ByColumns, D>, [columns, columns])
}

/// What multiplies bytes.
type MultiplyBytes<T, D> = fn(
    &Module<D>,
    &Buffer<T, D>,
    &Buffer<T, D>,
    &mut Buffer<f16, D>,
    [usize; 3],
    [f32; 2],
    &mut Turned<T, D>,
) -> Result<(), Error>;

/// Where element `[i, j]` of a matrix of these extents is.
type Position = fn([usize; 2], [usize; 2]) -> usize;

/// The time of a square product whose blocks have an order.
fn time_ordered<P, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    (kernel, case): (&'static str, String),
    side: usize,
    group: u32,
) -> Result<(), Error>
where
    P: Order + 'static,
    D: Backend,
    Kernels: Multiplies<f16, f16, Along, Along, P, Plain, D>,
{
    let sizes = [side; 3];
    time_product::<f16, ByRows, ByColumns, D>(timer, emit, (kernel, &case), sizes, |a, b, c| {
        matrix_product_hopper_ordered::<f16, f16, ByRows, ByColumns, P, D>(
            &timer.module,
            a,
            b,
            c,
            sizes,
            [1.0, 0.0],
            group,
        )
    })
}

fn time<A, B, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    kernel: &'static str,
    case: &str,
    sizes: [usize; 3],
) -> Result<(), Error>
where
    A: MajorHopper + Stride,
    B: MajorHopper + Stride,
    D: Backend,
    MatrixProduct<f16, f16, A::Left, B::Right, 8>: Instance,
    MatrixProduct<f16, f16, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<f16, f16, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
{
    time_product::<f16, A, B, D>(timer, emit, (kernel, case), sizes, |a, b, c| {
        matrix_product_hopper::<f16, f16, A, B, D>(&timer.module, a, b, c, sizes, [1.0, 0.0])
    })
}
