//! The times of groups, under the names that `benches/peers/peers.py` has for its own.

use super::host::{MajorGroup, ProductGroup, matrix_product_batched};
use super::kernel::MatrixProductGroup;
use super::problem::{Matrices, Problem};
use crate::matrix_product::check::{Stride, Value};
use crate::matrix_product::{ByColumns, ByRows};
use crate::matrix_product_hopper::{BlockSize, Output};
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

pub(super) fn benches<D: Backend>() -> Vec<Bench<D>> {
    vec![Bench { name: "group_gemm", run }, Bench { name: "group_gemm_tile_sizes", run: run_tile_sizes }]
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
            time_list::<f16, ByRows, ByRows, D>(
                timer,
                emit,
                &format!("f16 {count} of {side}"),
                &vec![[side; 3]; count],
            )?;
            let case = format!("f16 {count} of {side}, batched");
            time_batch::<f16, ByRows, ByRows, D>(timer, emit, &case, side, count, None)?;
        }
    }
    time_list::<f16, ByRows, ByRows, D>(timer, emit, "f16 64 of 1024", &[[1024; 3]; 64])?;
    time_list::<f16, ByRows, ByRows, D>(timer, emit, "f16 64 mixed", &mixed())?;
    time_type::<f16, ByRows, ByColumns, D>(timer, emit, "f16", "NT")?;
    time_type::<f16, ByColumns, ByRows, D>(timer, emit, "f16", "TN")?;
    time_type::<f16, ByColumns, ByColumns, D>(timer, emit, "f16", "TT")?;
    time_type::<bf16, ByRows, ByRows, D>(timer, emit, "bf16", "NN")?;
    time_type::<bf16, ByRows, ByColumns, D>(timer, emit, "bf16", "NT")
}

/// Times lists and batches by tiles of every size. `block_size` holds its rule to the recorded rows.
fn run_tile_sizes<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let counts = [(128, 4), (128, 16), (256, 4), (256, 16), (512, 4), (512, 16), (768, 16), (1024, 4), (1024, 16)];
    for size in BlockSize::ALL {
        let mut emit = |row| emit(Row { bench: "tile_sizes", ..row });
        for (side, count) in counts {
            let case = format!("f16 {count} of {side}");
            let list = vec![[side; 3]; count];
            time::<f16, ByRows, ByRows, D>(timer, &mut emit, &format!("{case}, {size}"), &list, Some(size))?;
            let case = format!("{case} batched, {size}");
            time_batch::<f16, ByRows, ByRows, D>(timer, &mut emit, &case, side, count, Some(size))?;
        }
        time::<f16, ByRows, ByRows, D>(timer, &mut emit, &format!("f16 64 mixed, {size}"), &mixed(), Some(size))?;
    }
    Ok(())
}

/// The times of some lists and batches whose operands have these types.
fn time_type<T, A, B, D>(timer: &Timer<D>, emit: &mut Emit<'_>, element: &str, major: &str) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored + Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    for side in [256, 512, 1024] {
        let case = format!("{element} 16 of {side} {major}");
        time_list::<T, A, B, D>(timer, emit, &case, &[[side; 3]; 16])?;
        time_batch::<T, A, B, D>(timer, emit, &format!("{case}, batched"), side, 16, None)?;
    }
    time_list::<T, A, B, D>(timer, emit, &format!("{element} 64 mixed {major}"), &mixed())
}

fn numbers<T: Stored>(random: &mut Random, count: usize) -> Vec<T> {
    let some: Vec<T> = (0..count.min(1_000_003)).map(|_| T::narrow(random.unit())).collect();
    some.iter().copied().cycle().take(count).collect()
}

/// Whether some elements of a product are right.
fn is_right<T: Stored, A: Stride, B: Stride>(a: &[T], b: &[T], c: &[T], [m, n, k]: [usize; 3]) -> bool {
    let rounding = if T::narrow(1.0 + 1.0 / 512.0).value() > 1.0 { 1.0 / 2048.0 } else { 1.0 / 256.0 };
    (0..m * n).step_by(10_007).all(|at| {
        let [i, j] = [at / n, at % n];
        let products = (0..k).map(|p| a[A::position([i, p], [m, k])].value() * b[B::position([p, j], [k, n])].value());
        let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        (c[at].value() - sum).abs() <= sum.abs() * rounding + size * 1e-5
    })
}

/// The row of a list or a batch, by the name of the kernel of wide blocks.
fn row<K: Instance>(case: &str, milliseconds: f32, sizes: &[[usize; 3]], checked: bool) -> Row {
    let bytes = sizes.iter().map(|[m, n, k]| 2.0 * (m * k + k * n + m * n) as f64).sum();
    Row { bench: "group_gemm", case: case.to_owned(), kernel: K::ENTRY, milliseconds, bytes, checked: Some(checked) }
}

/// The time of a list of products, whose matrices have a buffer each.
fn time_list<T, A, B, D>(timer: &Timer<D>, emit: &mut Emit<'_>, case: &str, sizes: &[[usize; 3]]) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored + Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    time::<T, A, B, D>(timer, emit, case, sizes, None)
}

/// The same by blocks of this size, or of that which the rule says.
fn time<T, A, B, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    case: &str,
    sizes: &[[usize; 3]],
    size: Option<BlockSize>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored + Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    let (device, random) = (timer.device(), &mut Random::new(1));
    let numbers: Vec<[Vec<T>; 2]> =
        sizes.iter().map(|[m, n, k]| [numbers(random, m * k), numbers(random, k * n)]).collect();
    let upload = |which: usize| numbers.iter().map(|of| device.buffer_from(&of[which])).collect::<Result<Vec<_>, _>>();
    let (a, b) = (upload(0)?, upload(1)?);
    let mut c: Vec<Buffer<T, D>> = sizes.iter().map(|[m, n, _]| device.poisoned(m * n)).collect::<Result<_, _>>()?;
    let problems: Vec<Problem> = sizes.iter().enumerate().map(|(at, sizes)| Problem::dense(*sizes, at)).collect();
    let (lefts, rights): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
    let products = c.iter_mut().collect();
    let mut group = ProductGroup::<T, T, A, B, D>::by(&timer.module, &lefts, &rights, products, &problems, size)?;
    let milliseconds = timer.sustained(|| group.launch(&timer.module, [1.0, 0.0]))?;
    let mut checked = true;
    for ((sizes, [a, b]), c) in sizes.iter().zip(&numbers).zip(&c) {
        checked &= is_right::<T, A, B>(a, b, &c.read()?, *sizes);
    }
    emit(row::<MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>>(case, milliseconds, sizes, checked));
    Ok(())
}

/// The time of a batch of square products, by tiles of this size or of that which the rule says.
fn time_batch<T, A, B, D>(
    timer: &Timer<D>,
    emit: &mut Emit<'_>,
    case: &str,
    side: usize,
    count: usize,
    size: Option<BlockSize>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored + Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    let (device, random, area) = (timer.device(), &mut Random::new(1), side * side);
    let (a, b) = (numbers::<T>(random, count * area), numbers::<T>(random, count * area));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut c = device.poisoned::<T>(count * area)?;
    let problem = Problem::new([side; 3], [Matrices::of(0); 3]).times(count);
    let milliseconds = match size {
        None => timer.sustained(|| {
            matrix_product_batched::<T, T, A, B, D>(&timer.module, &left, &right, &mut c, problem, [1.0, 0.0])
        })?,
        size => {
            let (module, problems) = (&timer.module, &[problem]);
            let mut batch =
                ProductGroup::<T, T, A, B, D>::by(module, &[&left], &[&right], vec![&mut c], problems, size)?;
            timer.sustained(|| batch.launch(module, [1.0, 0.0]))?
        }
    };
    let found = c.read()?;
    let all = a.chunks(area).zip(b.chunks(area)).zip(found.chunks(area));
    let checked = all.into_iter().all(|((a, b), c)| is_right::<T, A, B>(a, b, c, [side; 3]));
    let sizes = vec![[side; 3]; count];
    emit(row::<MatrixProductGroup<T, T, A::LeftGroup, B::RightGroup, 2, 4, 128>>(case, milliseconds, &sizes, checked));
    Ok(())
}
