//! The times of products with scales, under the names that `benches/peers/peers.py` has for products of bytes without them.

use super::host::{matrix_product_scaled, matrix_product_scaled_by};
use super::layouts::{BlockScales, RowScales, SCALED, ScaleLayout};
use crate::matrix_product_hopper::{BlockSize, Division, SharedSums, running};
use half::f16;
use lego::Mapping32;
use lego_cuda::device::E4m3;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

/// Rows, columns, and the extent along k: those of the layers of DeepSeek-V3 for 4096 tokens, and a cube.
const SIZES: [[usize; 3]; 6] = [
    [4096, 7168, 2048],
    [4096, 2112, 7168],
    [4096, 24576, 1536],
    [4096, 4096, 7168],
    [4096, 7168, 16384],
    [4096, 4096, 4096],
];

pub(super) fn bench<D: Backend>() -> Bench<D> {
    Bench { name: "matrix_product_scaled", run }
}

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for sizes in SIZES {
        time(timer, emit, sizes, None)?;
        // What the rule says is one of these.
        let ([m, n, k], running) = (sizes, running(&timer.module));
        let narrow = Division::all([m, n], k.div_ceil(SCALED as usize), running);
        let mut before = None;
        for division in [BlockSize::Wide, BlockSize::Medium].into_iter().map(Division::whole).chain(narrow) {
            if before.replace(division) != Some(division) && division.parts.is_power_of_two() {
                time(timer, emit, sizes, Some(division))?;
            }
        }
    }
    Ok(())
}

/// The time of a product by blocks of this division, or of that which the rule says.
fn time<D: Backend>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    [m, n, k]: [usize; 3],
    division: Option<Division>,
) -> Result<(), Error> {
    let (device, wrong) = (timer.device(), Error::layout("the scales"));
    let (of_left, of_right) = (RowScales::of(m, k).map_err(&wrong)?, BlockScales::of(n, k).map_err(&wrong)?);
    let numbers = |seed: u64, count: usize| -> Vec<E4m3> {
        let random = &mut Random::new(seed);
        let some: Vec<E4m3> = (0..1_000_003).map(|_| E4m3::from_f32(4.0 * random.unit())).collect();
        some.into_iter().cycle().take(count).collect()
    };
    let scales = |seed: u64, count: u32| -> Vec<f32> {
        let random = &mut Random::new(seed);
        (0..count).map(|_| 0.25 + 0.125 * random.unit()).collect()
    };
    let (a, b) = (numbers(1, m * k), numbers(2, n * k));
    let (scales_a, scales_b) = (scales(3, of_left.span_u32()), scales(4, of_right.span_u32()));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let (of_a, of_b) = (device.buffer_from(&scales_a)?, device.buffer_from(&scales_b)?);
    let (mut c, shared) = (device.poisoned::<f16>(m * n)?, &mut SharedSums::new());
    let milliseconds = timer.sustained(|| {
        let (module, sizes) = (&timer.module, [m, n, k]);
        match division {
            None => matrix_product_scaled::<E4m3, f16, RowScales, D>(
                module, &left, &right, &mut c, sizes, &of_a, &of_b, shared,
            ),
            Some(division) => matrix_product_scaled_by::<E4m3, f16, RowScales, D>(
                module,
                [&left, &right],
                &mut c,
                sizes,
                [&of_a, &of_b],
                division,
                shared,
            ),
        }
    })?;
    let found = c.read()?;
    // Every element takes too long on the host; a step that is no divisor of a row meets all rows and columns of tiles.
    let checked = (0..m * n).step_by(100_003).all(|at| {
        let (i, j) = (at / n, at % n);
        let product = |p: usize| {
            let step = p as u32 / SCALED;
            let scale_a = scales_a[of_left.apply_u32([i as u32, step]) as usize];
            let scale_b = scales_b[of_right.apply_u32([j as u32 / SCALED, step]) as usize];
            f64::from(a[i * k + p].to_f32()) * f64::from(b[j * k + p].to_f32()) * f64::from(scale_a * scale_b)
        };
        let (sum, size) = (0..k).map(product).fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        (found[at].to_f64() - sum).abs() <= sum.abs() / 2048.0 + size * 3e-4
    });
    let shape = if m == n && n == k { m.to_string() } else { format!("{m}x{n}x{k}") };
    let by = division.map(|division| format!(", {division}")).unwrap_or_default();
    emit(Row {
        bench: "matmul_f8",
        case: format!("e4m3 {shape} NT{by}"),
        kernel: "matrix_product_scaled_e4m3_f16",
        milliseconds,
        bytes: (m * k + n * k + 2 * m * n + 4 * (scales_a.len() + scales_b.len())) as f64,
        checked: Some(checked),
    });
    Ok(())
}
