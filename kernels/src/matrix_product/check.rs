//! Products of many sizes, compared with those of the same numbers computed in `f64`.

use super::host::{matrix_product, matrix_product_grouped};
use super::kernel::MatrixProduct;
use super::layouts::{ByColumns, ByRows, Major};
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// A number as `f64` has it, whatever it is stored as.
pub(crate) trait Value: Stored {
    /// Exactly.
    fn value(self) -> f64 {
        f64::from(self.widen())
    }
}

impl<T: Stored> Value for T {}

/// Where element `[i, j]` of a matrix of these extents is stored.
pub(crate) trait Stride: Major {
    fn position(index: [usize; 2], extents: [usize; 2]) -> usize;
}

impl Stride for ByRows {
    fn position([i, j]: [usize; 2], [_, columns]: [usize; 2]) -> usize {
        i * columns + j
    }
}

impl Stride for ByColumns {
    fn position([i, j]: [usize; 2], [rows, _]: [usize; 2]) -> usize {
        j * rows + i
    }
}

/// Element `[i, j]` of the product of two matrices, whose numbers lie as their types say.
pub(crate) fn element<A: Stride, B: Stride>(a: &[f64], b: &[f64], [m, n, k]: [usize; 3], [i, j]: [usize; 2]) -> f64 {
    (0..k).map(|p| a[A::position([i, p], [m, k])] * b[B::position([p, j], [k, n])]).sum()
}

/// Numbers from -1 to 1.
pub(crate) fn numbers<T: Stored>(random: &mut Random, count: usize) -> Vec<T> {
    (0..count).map(|_| T::narrow(random.unit())).collect()
}

pub(crate) fn values<T: Stored>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|x| x.value()).collect()
}

/// The sum of squares of what was found less what is right, relative to that of what is right. A number that is rounded to `digits`
/// behind the point at the end may be off by half of the last of them, and one next to 0 by half of the least `f16`.
pub(crate) fn compare(what: &str, found: &[f64], right: &[f64], digits: i32) -> Result<(), Failure> {
    let squares = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|x| x * x).sum::<f64>();
    let error = squares(&mut found.iter().zip(right).map(|(found, right)| found - right)).sqrt();
    let size = squares(&mut right.iter().copied()).sqrt();
    // Not the other way round: what is no number is not near.
    let near_zero = 3e-8 * (right.len() as f64).sqrt();
    let is_near = error <= (1e-3_f64).max(2_f64.powi(-digits - 1)) * size + near_zero;
    if is_near { Ok(()) } else { Err(Failure::Wrong(format!("{what}: off by {error} of {size}"))) }
}

fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    if scale == Scale::Small {
        let small = |random: &mut Random, below: u64| 1 + random.below(below) as usize;
        // Each block of a product is many instructions, whatever of it there is.
        // The second and the third have more tiles along k than stages, by vectors in all orders and element by element.
        return vec![
            [129, 8, 40],
            [8, 16, 168],
            [3, 5, 133],
            [small(random, 140), small(random, 300), small(random, 70)],
        ];
    }
    let mut sizes = vec![
        [1, 1, 1],
        [1, 1000, 1],
        [128, 256, 32],
        [16, 512, 1024],
        [512, 64, 512],
        [1000, 777, 515],
        [384, 512, 96],
    ];
    sizes.extend((0..12).map(|_| std::array::from_fn(|_| 1 + random.index(300))));
    sizes.extend((0..12).map(|_| std::array::from_fn(|_| 8 * (1 + random.index(40)))));
    sizes
}

fn check<T, O, A, B, D, const DIGITS: i32>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Stride,
    B: Stride,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
{
    let sizes = sizes(random, scale);
    check_products::<T, O, A, B, D>(module, random, &sizes, DIGITS, &mut |number, a, b, c, sizes, factors| {
        let group = [8, 1, 3][number % 3];
        matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, sizes, factors, group)
    })
}

/// What launches the product with a number, from 0.
pub(crate) type Multiply<'a, T, O, D> = &'a mut dyn FnMut(
    usize,
    &Buffer<T, D>,
    &Buffer<T, D>,
    &mut Buffer<O, D>,
    [usize; 3],
    [f32; 2],
) -> Result<(), Error>;

/// Compares products of these sizes with those of the same numbers computed in `f64`.
pub(crate) fn check_products<T, O, A, B, D>(
    module: &Module<D>,
    random: &mut Random,
    sizes: &[[usize; 3]],
    digits: i32,
    multiply: Multiply<'_, T, O, D>,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Stride,
    B: Stride,
    D: Backend,
{
    check_products_ending::<T, O, A, B, D>(module, random, sizes, digits, multiply, &|value, _| value)
}

/// The same where something is done with each element in the end: `end` gives it from its value and where it
/// is by rows.
pub(crate) fn check_products_ending<T, O, A, B, D>(
    module: &Module<D>,
    random: &mut Random,
    sizes: &[[usize; 3]],
    digits: i32,
    multiply: Multiply<'_, T, O, D>,
    end: &dyn Fn(f64, usize) -> f64,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Stride,
    B: Stride,
    D: Backend,
{
    let device = module.device();
    for (number, &[m, n, k]) in sizes.iter().enumerate() {
        let (a, b): (Vec<T>, Vec<T>) = (numbers(random, m * k), numbers(random, k * n));
        let before: Vec<O> = numbers(random, m * n);
        let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
        let (a, b, c) = (values(&a), values(&b), values(&before));
        // Beta is 0 once, over what nobody wrote; the order of blocks is another each time.
        let [alpha, beta] = if number % 2 == 0 { [1.0, 0.0] } else { [-0.75, 0.5] };
        let mut output = if beta == 0.0 { device.poisoned(m * n)? } else { device.buffer_from(&before)? };
        multiply(number, &left, &right, &mut output, [m, n, k], [alpha, beta])?;
        let product = |at: usize| {
            let sum = element::<A, B>(&a, &b, [m, n, k], [at / n, at % n]);
            end(f64::from(alpha) * sum + if beta == 0.0 { 0.0 } else { f64::from(beta) * c[at] }, at)
        };
        let right: Vec<f64> = (0..m * n).map(product).collect();
        compare(&format!("{m}x{n}x{k}"), &values(&output.read()?), &right, digits)?;
    }
    Ok(())
}

/// Sums of nothing: `c` is multiplied by beta, and is not read where that is 0; of no rows or columns nothing is written.
pub(crate) fn check_empty<D: Backend>(module: &Module<D>, multiply: Multiply<'_, f16, f16, D>) -> Result<(), Failure> {
    let device = module.device();
    let none = device.buffer_from::<f16>(&[])?;
    let before: Vec<f16> = (0..35).map(|at| f16::from_f32(at as f32)).collect();
    for (number, (sizes, beta)) in
        [([5, 7, 0], 0.5), ([5, 7, 0], 0.0), ([0, 7, 3], 0.5), ([5, 0, 3], 0.5), ([0, 0, 0], 0.5)]
            .into_iter()
            .enumerate()
    {
        let mut c = if beta == 0.0 { device.poisoned(35)? } else { device.buffer_from(&before)? };
        multiply(number, &none, &none, &mut c, sizes, [f32::NAN, beta])?;
        let is_empty = sizes[0] == 0 || sizes[1] == 0;
        let right = before.iter().map(|x| if is_empty { x.to_f32() } else { beta * x.to_f32() });
        let found: Vec<f32> = c.read()?.into_iter().map(f16::to_f32).collect();
        if !right.eq(found.iter().copied()) {
            return Err(Failure::Wrong(format!("{sizes:?}, beta {beta}: {found:?}")));
        }
    }
    Ok(())
}

fn check_nothing<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    check_empty(module, &mut |_, a, b, c, sizes, factors| {
        matrix_product::<f16, f16, ByRows, ByColumns, D>(module, a, b, c, sizes, factors)
    })
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (numbers, mut output) = (device.zeroed::<f16>(64)?, device.zeroed::<f16>(64)?);
    let mut launch = |sizes| {
        matrix_product::<f16, f16, ByRows, ByColumns, D>(module, &numbers, &numbers, &mut output, sizes, [1.0, 0.0])
    };
    let refused = [
        launch([8, 8, 9]),
        launch([9, 8, 8]),
        launch([8, 9, 7]),
        launch([9, 8, 7]),
        launch([1 << 16, 1, 1 << 16]),
        launch([1 << 16, 1 << 16, 0]),
    ];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

macro_rules! checks {
    ($($name:literal: $from:ident, $to:ident, $a:ident, $b:ident, $digits:literal;)*) => {
        pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
            vec![
                $(Check { name: $name, run: check::<$from, $to, $a, $b, D, $digits> },)*
                Check { name: "matrix_product_of_nothing", run: check_nothing::<D> },
                Check { name: "matrix_product_refusals", run: check_refusals::<D> },
            ]
        }
    };
}
checks! {
    "matrix_product_f16_f16_nn": f16, f16, ByRows, ByRows, 10;
    "matrix_product_f16_f16_nt": f16, f16, ByRows, ByColumns, 10;
    "matrix_product_f16_f16_tn": f16, f16, ByColumns, ByRows, 10;
    "matrix_product_f16_f16_tt": f16, f16, ByColumns, ByColumns, 10;
    "matrix_product_bf16_f32_nt": bf16, f32, ByRows, ByColumns, 23;
}

/// Compares what launches give with the names of the errors that are right.
pub(crate) fn check_refused<const N: usize>(refused: [(Result<(), Error>, &str); N]) -> Result<(), Failure> {
    for (i, (result, right)) in refused.into_iter().enumerate() {
        let found = match &result {
            Err(Error::Layout { .. }) => "Layout",
            Err(Error::TensorMap { .. }) => "TensorMap",
            Err(Error::Length { .. }) => "Length",
            _ => "another",
        };
        if found != right {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}
