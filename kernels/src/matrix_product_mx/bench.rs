//! The times of products with a power of two for each 32 elements, under the names that `benches/peers/peers.py` has for products of bytes without
//! them.

use super::host::matrix_product_mx;
use super::layouts::{MxScales, SCALED};
use half::f16;
use lego::Mapping32;
use lego_cuda::device::{E4m3, E8m0};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

/// Rows, columns, and the extent along k: those of products with a scale for each 128.
const SIZES: [[usize; 3]; 3] = [[4096, 7168, 2048], [4096, 4096, 7168], [4096, 4096, 4096]];

pub(super) fn bench<D: Backend>() -> Bench<D> {
    Bench { name: "matrix_product_mx", run }
}

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    SIZES.into_iter().try_for_each(|sizes| time(timer, emit, sizes))
}

fn time<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, [m, n, k]: [usize; 3]) -> Result<(), Error> {
    let (device, wrong) = (timer.device(), Error::layout("the scales"));
    let (of_left, of_right) = (MxScales::new(m, k).map_err(&wrong)?, MxScales::new(n, k).map_err(&wrong)?);
    let numbers = |seed: u64, count: usize| -> Vec<E4m3> {
        let random = &mut Random::new(seed);
        let some: Vec<E4m3> = (0..1_000_003).map(|_| E4m3::from_f32(4.0 * random.unit())).collect();
        some.into_iter().cycle().take(count).collect()
    };
    let scales = |seed: u64, count: u32| -> Vec<E8m0> {
        let random = &mut Random::new(seed);
        (0..count).map(|_| E8m0::from_bits(124 + random.below(3) as u8)).collect()
    };
    let (a, b) = (numbers(1, m * k), numbers(2, n * k));
    let (scales_a, scales_b) = (scales(3, of_left.span_u32()), scales(4, of_right.span_u32()));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let (of_a, of_b) = (device.buffer_from(&scales_a)?, device.buffer_from(&scales_b)?);
    let mut c = device.poisoned::<f16>(m * n)?;
    let milliseconds = timer.sustained(|| {
        matrix_product_mx::<E4m3, f16, D>(&timer.module, &left, &right, &mut c, [m, n, k], &of_a, &of_b)
    })?;
    let found = c.read()?;
    // Every element takes too long on the host; a step that is no divisor of a row meets all rows and columns of tiles.
    let checked = (0..m * n).step_by(100_003).all(|at| {
        let (i, j) = (at / n, at % n);
        let product = |p: usize| {
            let block = p as u32 / SCALED;
            let scale_a = scales_a[of_left.apply_u32([i as u32, block]) as usize];
            let scale_b = scales_b[of_right.apply_u32([j as u32, block]) as usize];
            let scale = scale_a.to_f64() * scale_b.to_f64();
            f64::from(a[i * k + p].to_f32()) * f64::from(b[j * k + p].to_f32()) * scale
        };
        let (sum, size) = (0..k).map(product).fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        (found[at].to_f64() - sum).abs() <= sum.abs() / 2048.0 + size * 3e-4
    });
    let shape = if m == n && n == k { m.to_string() } else { format!("{m}x{n}x{k}") };
    emit(Row {
        bench: "matmul_f8",
        case: format!("e4m3 {shape} NT, a scale for each 32"),
        kernel: "matrix_product_mx_e4m3_f16",
        milliseconds,
        bytes: (m * k + n * k + 2 * m * n + scales_a.len() + scales_b.len()) as f64,
        checked: Some(checked),
    });
    Ok(())
}
