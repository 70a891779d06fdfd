//! Factors of many sizes, multiplied in `f64` and compared with the matrix.

use super::host::{Blocking, Coarsening, Lud};
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, near, random};

/// Half of the distance from 1 to the next number: what one rounding may add, relative to a result.
pub(super) const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// A matrix that needs no pivoting: in each row and each column the diagonal is at least twice what all others are together.
pub(super) fn dominant(mut numbers: Vec<f32>, n: usize) -> Vec<f32> {
    for i in 0..n {
        let number = &mut numbers[i * n + i];
        *number = (2 * n) as f32 * if *number < 0.0 { -1.0 } else { 1.0 } + *number;
    }
    numbers
}

/// The products of the factors `[L·U, |L|·|U|]` of a matrix.
fn products(factors: &[f32], n: usize) -> [Vec<f64>; 2] {
    let (mut sums, mut sizes) = (vec![0.0; n * n], vec![0.0; n * n]);
    for i in 0..n {
        for k in 0..=i {
            let l = if k == i { 1.0 } else { f64::from(factors[i * n + k]) };
            for j in k..n {
                let product = l * f64::from(factors[k * n + j]);
                sums[i * n + j] += product;
                sizes[i * n + j] += product.abs();
            }
        }
    }
    [sums, sizes]
}

/// How far each element of L·U may be from the matrix, `side` being that of a diagonal block.
///
/// Elimination and the sums of products give `(min(i, j) + 1)·u·|L|·|U|` (Higham, theorem 9.3). A panel is a product with a
/// computed inverse X, whose own error is another `side·u·|X|·|U|` or `side·u·|L|·|X|` times as large: of these matrices, where
/// the diagonal is twice the rest, the sums of their columns and rows are below 3 (the geometric series of 1/2, its first term
/// once more), of a block at most 3 times the largest of `|L|·|U|` in the element's row or column of the block.
fn tolerances(sizes: &[f64], n: usize, side: usize) -> Vec<f64> {
    let largest = |from: usize, at: &dyn Fn(usize) -> usize| {
        let first = from / side * side;
        (first..(first + side).min(n)).map(|k| sizes[at(k)]).fold(0.0, f64::max)
    };
    let of = |element: usize| {
        let (i, j) = (element / n, element % n);
        let beside = match (i / side).cmp(&(j / side)) {
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => largest(j, &|k| i * n + k),
            std::cmp::Ordering::Less => largest(i, &|k| k * n + j),
        };
        ROUNDING * ((i.min(j) + side + 2) as f64 * sizes[element] + 3.0 * (2 * side) as f64 * beside)
    };
    (0..n * n).map(of).collect()
}

fn check<B: Backend>(module: &Module<B>, source: &mut Random, scale: Scale, blocking: Blocking) -> Result<(), Failure> {
    let sizes = match scale {
        Scale::Small => {
            let mut sizes = vec![1, 2, 31, 37, 64, 131];
            if blocking.group > 1 {
                // Where there is room for it, a group and a bit of the next.
                sizes.push((blocking.group * blocking.coarsening.side() + 4).min(260));
            }
            sizes
        }
        Scale::Full => vec![1, 3, 32, 127, 128, 129, 257, 509, 512, 777, 1021, 1284],
    };
    for n in sizes {
        let numbers = dominant(random::<f32>(source, n * n), n);
        let mut matrix = module.device().buffer_from(&numbers)?;
        let mut lud = Lud::new(module, n, blocking)?;
        lud.factor(module, &mut matrix)?;
        let factors = matrix.read()?;
        let [product, sizes] = products(&factors, n);
        let tolerances = tolerances(&sizes, n, blocking.coarsening.side());
        let product: Vec<_> = numbers.iter().map(|&x| f64::from(x)).zip(product).zip(tolerances).collect();
        for (at, &((value, found), tolerance)) in product.iter().enumerate() {
            // Not the other way round: what is no number is near nothing.
            let is_near = (value - found).abs() <= tolerance;
            if !is_near {
                let [i, j] = [at / n, at % n];
                return Err(Failure::Wrong(format!(
                    "{n}: L·U at {i}, {j} is {found} and not {value} within {tolerance:e}"
                )));
            }
        }
        // Once more: nothing of the first matrix is left in what it needs.
        let mut again = module.device().buffer_from(&numbers)?;
        lud.factor(module, &mut again)?;
        near("again", &again.read()?, factors.iter().map(|&x| (f64::from(x), 0.0)))?;
    }
    Ok(())
}

/// What does not fit is refused with words.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let mut small = module.device().zeroed::<f32>(8)?;
    let refused = [
        Lud::new(module, 0, Blocking::fastest(0)).map(|_| ()),
        Lud::new(module, 1 << 16, Blocking::fastest(1 << 16)).map(|_| ()),
        Lud::new(module, 3, Blocking::fastest(3))?.factor(module, &mut small),
    ];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("call {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! blockings {
        ($($name:literal: $coarsening:ident, $group:literal;)*) => {
            vec![$(Check {
                name: $name,
                run: |module, source, scale| {
                    check(module, source, scale, Blocking { coarsening: Coarsening::$coarsening, group: $group })
                },
            }),*]
        };
    }
    let mut checks = blockings! {
        "lud_2": Two, 1;
        "lud_2_by_4": Two, 4;
        "lud_4": Four, 1;
        "lud_4_by_3": Four, 3;
        "lud_8": Eight, 1;
        "lud_8_by_2": Eight, 2;
        "lud_16": Sixteen, 1;
        "lud_16_by_4": Sixteen, 4;
    };
    checks.push(Check { name: "lud_refusals", run: check_refusals::<B> });
    checks
}
