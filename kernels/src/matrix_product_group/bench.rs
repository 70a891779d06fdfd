//! The times of groups, under the names that `benches/peers/peers.py` has for its own.

use super::host::{ProductGroup, matrix_product_batched};
use super::problem::{Matrices, Problem};
use crate::matrix_product::ByRows;
use half::f16;
use lego_cuda::launch::{Backend, Buffer, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

pub(super) fn bench<D: Backend>() -> Bench<D> {
    Bench { name: "group_gemm", run }
}

/// The sides of the problems of a mixed list.
const SIDES: [usize; 8] = [128, 256, 384, 512, 640, 768, 896, 1024];

/// 64 products of mixed sizes: each side is the length, the width and the depth of eight, and no two are equal.
fn mixed() -> Vec<[usize; 3]> {
    (0..64).map(|at| [SIDES[at % 8], SIDES[(at / 8 + at) % 8], SIDES[(at / 8 * 3 + at) % 8]]).collect()
}

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for side in [128, 256, 512, 1024] {
        for count in [4, 16] {
            time(timer, emit, &format!("f16 {count} of {side}"), &vec![[side; 3]; count])?;
            time_batch(timer, emit, &format!("f16 {count} of {side}, batched"), side, count)?;
        }
    }
    time(timer, emit, "f16 64 of 1024", &[[1024; 3]; 64])?;
    time(timer, emit, "f16 64 mixed", &mixed())
}

fn numbers(random: &mut Random, count: usize) -> Vec<f16> {
    let some: Vec<f16> = (0..count.min(1_000_003)).map(|_| f16::from_f32(random.unit())).collect();
    some.iter().copied().cycle().take(count).collect()
}

/// Whether some elements of a product are right.
fn is_right(a: &[f16], b: &[f16], c: &[f16], [m, n, k]: [usize; 3]) -> bool {
    (0..m * n).step_by(10_007).all(|at| {
        let (i, j) = (at / n, at % n);
        let products = (0..k).map(|p| f64::from(a[i * k + p]) * f64::from(b[p * n + j]));
        let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        (f64::from(c[at]) - sum).abs() <= sum.abs() / 2048.0 + size * 1e-5
    })
}

fn bytes(sizes: &[[usize; 3]]) -> f64 {
    sizes.iter().map(|[m, n, k]| 2.0 * (m * k + k * n + m * n) as f64).sum()
}

/// The time of a list of products, whose matrices have a buffer each.
fn time<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, case: &str, sizes: &[[usize; 3]]) -> Result<(), Error> {
    let (device, random) = (timer.device(), &mut Random::new(1));
    let numbers: Vec<[Vec<f16>; 2]> =
        sizes.iter().map(|[m, n, k]| [numbers(random, m * k), numbers(random, k * n)]).collect();
    let upload = |which: usize| numbers.iter().map(|of| device.buffer_from(&of[which])).collect::<Result<Vec<_>, _>>();
    let (a, b) = (upload(0)?, upload(1)?);
    let mut c: Vec<Buffer<f16, D>> = sizes.iter().map(|[m, n, _]| device.poisoned(m * n)).collect::<Result<_, _>>()?;
    let problems: Vec<Problem> = sizes.iter().enumerate().map(|(at, sizes)| Problem::dense(*sizes, at)).collect();
    let mut group = ProductGroup::<f16, f16, ByRows, ByRows, D>::new(&timer.module, &a, &b, &mut c, &problems)?;
    let milliseconds = timer.sustained(|| group.launch(&timer.module, [1.0, 0.0]))?;
    let mut checked = true;
    for ((sizes, [a, b]), c) in sizes.iter().zip(&numbers).zip(&c) {
        checked &= is_right(a, b, &c.read()?, *sizes);
    }
    let (case, kernel) = (case.to_owned(), "matrix_product_group_f16_f16_nn");
    emit(Row { bench: "group_gemm", case, kernel, milliseconds, bytes: bytes(sizes), checked: Some(checked) });
    Ok(())
}

/// The time of a batch of square products.
fn time_batch<D: Backend>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    case: &str,
    side: usize,
    count: usize,
) -> Result<(), Error> {
    let (device, random, area) = (timer.device(), &mut Random::new(1), side * side);
    let (a, b) = (numbers(random, count * area), numbers(random, count * area));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut c = device.poisoned::<f16>(count * area)?;
    let problem = Problem::new([side; 3], [Matrices::of(0); 3]).times(count);
    let milliseconds = timer.sustained(|| {
        matrix_product_batched::<f16, f16, ByRows, ByRows, D>(&timer.module, &left, &right, &mut c, problem, [1.0, 0.0])
    })?;
    let found = c.read()?;
    let all = a.chunks(area).zip(b.chunks(area)).zip(found.chunks(area));
    let checked = all.into_iter().all(|((a, b), c)| is_right(a, b, c, [side; 3]));
    let (case, kernel) = (case.to_owned(), "matrix_product_group_f16_f16_nn");
    let bytes = bytes(&vec![[side; 3]; count]);
    emit(Row { bench: "group_gemm", case, kernel, milliseconds, bytes, checked: Some(checked) });
    Ok(())
}
