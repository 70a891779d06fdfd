//! Products of matrices that lie in every way, compared with those of the same numbers computed in `f64`; and what is refused.

use super::host::{GemmMemory, Products, gemm};
use super::layouts::{Columns, MatrixLayout, PitchedColumns, PitchedRows, Rows, RowsLayout};
use crate::matrix_product::Tight;
use crate::matrix_product::check::{compare, numbers, values};
use crate::matrix_product_hopper::{Kernels, Output};
use half::{bf16, f16};
use lego::{LayoutError, Mapping};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// A matrix of a check: a layout for these extents, with a pitch of so many elements more than a line where it has one.
trait Made: MatrixLayout {
    fn made(extents: [usize; 2], more: usize) -> Result<Self, LayoutError>;
}

impl Made for Rows {
    fn made([m, n]: [usize; 2], _: usize) -> Result<Self, LayoutError> {
        Self::new(m, n)
    }
}

impl Made for Columns {
    fn made([m, n]: [usize; 2], _: usize) -> Result<Self, LayoutError> {
        Self::new(m, n)
    }
}

impl Made for PitchedRows {
    fn made([m, n]: [usize; 2], more: usize) -> Result<Self, LayoutError> {
        Self::new(m, n, n + more)
    }
}

impl Made for PitchedColumns {
    fn made([m, n]: [usize; 2], more: usize) -> Result<Self, LayoutError> {
        Self::new(m, n, m + more)
    }
}

/// Where element `[i, j]` is.
fn position<L: MatrixLayout>(layout: &L, index: [usize; 2]) -> usize {
    let position: Option<u32> = layout.apply_u32(index.map(|at| at as u32)).into();
    position.map_or(usize::MAX, |at| at as usize)
}

fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    if scale == Scale::Small {
        // Rows that the copy engine takes, rows that begin anywhere, single lines, and primes.
        let mut sizes = vec![[40, 72, 136], [37, 61, 45], [1, 1, 1], [1, 13, 8], [31, 1, 7], [8, 24, 1]];
        sizes.extend((0..4).map(|_| std::array::from_fn(|_| 1 + random.index(60))));
        return sizes;
    }
    // Few blocks of long sums, blocks of each size, and odd extents.
    let mut sizes =
        vec![[16, 1024, 8192], [1000, 777, 515], [2050, 2112, 200], [1536, 1528, 80], [1, 1000, 1], [129, 257, 31]];
    sizes.extend((0..8).map(|_| std::array::from_fn(|_| 1 + random.index(300))));
    sizes.extend((0..8).map(|_| std::array::from_fn(|_| 8 * (1 + random.index(60)))));
    sizes
}

/// Of random sizes, pitches and factors.
fn check<T, O, A, B, C, D, const DIGITS: i32>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Output,
    A: Made,
    B: Made,
    C: Made + RowsLayout,
    D: Backend,
    Kernels: Products<T, O, A::Major, B::Major, D>,
{
    let (device, memory, wrong) = (module.device(), &mut GemmMemory::new(), Error::layout("a matrix"));
    for (number, [m, n, k]) in sizes(random, scale).into_iter().enumerate() {
        // Lines that begin at multiples of 16 bytes, and lines that begin anywhere.
        let mut more = || if random.index(2) == 0 { 8 * random.index(5) } else { random.index(20) };
        let (of_a, of_b) = (A::made([m, k], more()).map_err(&wrong)?, B::made([k, n], more()).map_err(&wrong)?);
        let of_c = C::made([m, n], more()).map_err(&wrong)?;
        // Nothing is behind the last element.
        let a: Vec<T> = numbers(random, Tight(of_a).span());
        let b: Vec<T> = numbers(random, Tight(of_b).span());
        let before: Vec<O> = numbers(random, Tight(of_c).span());
        let factors @ [alpha, beta] =
            if number % 2 == 0 { [1.0, 0.0] } else { [2.0 * random.unit(), 2.0 * random.unit()] };
        let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
        let mut output = if beta == 0.0 { device.poisoned(before.len())? } else { device.buffer_from(&before)? };
        // What is between the lines stays.
        let untouched = output.read()?;
        gemm(module, (&left, of_a), (&right, of_b), (&mut output, of_c), factors, memory)?;
        let found = output.read()?;
        let (a, b, c) = (values(&a), values(&b), values(&before));
        let mut expected = Vec::with_capacity(m * n);
        let mut of_product = vec![false; found.len()];
        for at in 0..m * n {
            let index @ [i, j] = [at / n, at % n];
            let sum: f64 = (0..k).map(|p| a[position(&of_a, [i, p])] * b[position(&of_b, [p, j])]).sum();
            let added = if beta == 0.0 { 0.0 } else { f64::from(beta) * c[position(&of_c, index)] };
            expected.push(f64::from(alpha) * sum + added);
            of_product[position(&of_c, index)] = true;
        }
        let of_found: Vec<O> = (0..m * n).map(|at| found[position(&of_c, [at / n, at % n])]).collect();
        let pitches = [of_a.pitch(), of_b.pitch(), of_c.pitch()];
        compare(&format!("{m}x{n}x{k}, pitches {pitches:?}"), &values(&of_found), &expected, DIGITS)?;
        let is_changed =
            |at: &usize| !of_product[*at] && found[*at].widen().to_bits() != untouched[*at].widen().to_bits();
        if let Some(at) = (0..found.len()).find(is_changed) {
            return Err(Failure::Wrong(format!(
                "{m}x{n}x{k}: element {at} between the rows of the product has changed"
            )));
        }
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let (device, memory, wrong) = (module.device(), &mut GemmMemory::new(), Error::layout("a matrix"));
    let numbers = device.zeroed::<f16>(64)?;
    let mut launch = |a: [usize; 2], b: [usize; 2], c: [usize; 2], len| {
        let mut output: Buffer<f16, D> = device.zeroed(len)?;
        let (of_a, of_b) = (Rows::new(a[0], a[1]).map_err(&wrong)?, Columns::new(b[0], b[1]).map_err(&wrong)?);
        let of_c = Rows::new(c[0], c[1]).map_err(&wrong)?;
        gemm(module, (&numbers, of_a), (&numbers, of_b), (&mut output, of_c), [1.0, 0.0], memory)
    };
    for (result, words) in [
        (launch([8, 8], [7, 8], [8, 8], 64), "a row of `a` has 8 elements, but a column of `b` has 7"),
        (launch([8, 8], [8, 8], [7, 8], 64), "a column of `a` has 8 elements, but a column of `c` has 7"),
        (launch([8, 8], [8, 8], [8, 7], 64), "a row of `b` has 8 elements, but a row of `c` has 7"),
        (launch([8, 9], [9, 8], [8, 8], 64), "72"),
        (launch([7, 9], [9, 8], [7, 8], 64), "72"),
        (launch([8, 8], [8, 8], [8, 8], 63), "63"),
        // A matrix without elements is none, whatever extent is 0.
        (launch([0, 8], [8, 8], [8, 8], 64), "m >= 1"),
        (launch([8, 0], [0, 8], [8, 8], 64), "n >= 1"),
        (launch([8, 8], [8, 0], [8, 8], 64), "n >= 1"),
        (launch_pitched(module, [8, 8, 8], [8, 8, 9], 8 * 9 - 2), "70"),
        (launch_pitched(module, [8, 8, 8], [9, 8, 8], 64), "71"),
        (launch_pitched(module, [8, 8, 8], [8, 8, 7], 64), "PadBy"),
        (launch_pitched(module, [1, 1 << 16, 1], [8, 1 << 16, 1 << 32], 1 << 16), "4294967296"),
    ] {
        match result {
            Err(error) if error.to_string().contains(words) => {}
            result => return Err(Failure::Wrong(format!("{result:?}, and not {words}"))),
        }
    }
    Ok(())
}

/// The product of matrices by rows with these pitches, the operands in buffers of 70 and of 2^16 zeros, into one of so many.
fn launch_pitched<D: Backend>(
    module: &Module<D>,
    [m, n, k]: [usize; 3],
    [of_a, of_b, of_c]: [usize; 3],
    len: usize,
) -> Result<(), Error> {
    let (device, wrong) = (module.device(), Error::layout("a matrix"));
    let (a, b, mut c) = (device.zeroed::<f16>(70)?, device.zeroed::<f16>(1 << 16)?, device.zeroed::<f16>(len)?);
    let (of_a, of_b) = (PitchedRows::new(m, k, of_a).map_err(&wrong)?, PitchedRows::new(k, n, of_b).map_err(&wrong)?);
    let of_c = PitchedRows::new(m, n, of_c).map_err(&wrong)?;
    gemm(module, (&a, of_a), (&b, of_b), (&mut c, of_c), [1.0, 0.0], &mut GemmMemory::new())
}

macro_rules! checks {
    ($($name:literal: $element:ident, $result:ident, $a:ident, $b:ident, $c:ident, $digits:literal;)*) => {
        pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
            vec![
                $(Check { name: $name, run: check::<$element, $result, $a, $b, $c, D, $digits> },)*
                Check { name: "gemm_refusals", run: check_refusals::<D> },
            ]
        }
    };
}
checks! {
    "gemm_f16_nn": f16, f16, Rows, Rows, Rows, 10;
    "gemm_f16_nt": f16, f16, Rows, Columns, Rows, 10;
    "gemm_f16_tn": f16, f16, Columns, Rows, Rows, 10;
    "gemm_f16_tt": f16, f16, Columns, Columns, Rows, 10;
    "gemm_f16_nn_pitched": f16, f16, PitchedRows, PitchedRows, PitchedRows, 10;
    "gemm_f16_nt_pitched": f16, f16, PitchedRows, PitchedColumns, PitchedRows, 10;
    "gemm_f16_tn_pitched": f16, f16, PitchedColumns, PitchedRows, PitchedRows, 10;
    "gemm_f16_tt_pitched": f16, f16, PitchedColumns, PitchedColumns, Rows, 10;
    "gemm_bf16_nn": bf16, bf16, Rows, Rows, Rows, 7;
    "gemm_bf16_nt_pitched": bf16, bf16, PitchedRows, Columns, PitchedRows, 7;
    "gemm_bf16_tn": bf16, bf16, Columns, Rows, Rows, 7;
    "gemm_bf16_tt": bf16, bf16, Columns, Columns, PitchedRows, 7;
    "gemm_f16_f32_nn": f16, f32, Rows, Rows, Rows, 23;
    "gemm_f16_f32_nt_pitched": f16, f32, PitchedRows, Columns, PitchedRows, 23;
    "gemm_f16_f32_tn": f16, f32, Columns, Rows, Rows, 23;
    "gemm_f16_f32_tt_pitched": f16, f32, PitchedColumns, Columns, Rows, 23;
    "gemm_bf16_f32_nn_pitched": bf16, f32, Rows, PitchedRows, Rows, 23;
    "gemm_bf16_f32_nt": bf16, f32, Rows, Columns, Rows, 23;
    "gemm_bf16_f32_tn_pitched": bf16, f32, Columns, PitchedRows, PitchedRows, 23;
    "gemm_bf16_f32_tt": bf16, f32, Columns, Columns, Rows, 23;
}
