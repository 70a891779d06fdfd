//! The kernels: one that keeps a row in registers, one for rows that are longer than that.

use crate::rows::{self, OfRotatedRow, OfRow, RotatedRows, Rows};
use lego::layout;
use lego_cuda::device::{BlockWide, Element, Stored, math};
use lego_cuda::view::{Global, Split};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Element `[row, step, thread]` of m rows of n elements, in as many steps as that takes.
    pub type LongRows(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 1024)*1024])
        .GroupBy([m, ceil_div(n, 1024), 1024]);
}

/// Each row becomes numbers above 0 that add up to 1; a row is read once, `V` numbers at a time, and kept in registers.
#[lego_kernel(
    threads = [THREADS as u32],
    spills = 4,
    stack = 8,
    instances(
        softmax_f32_vectors_256 = <f32, 4, 1, 64>,
        softmax_f32_vectors_512 = <f32, 4, 1, 128>,
        softmax_f32_vectors_1024 = <f32, 4, 1, 256>,
        softmax_f32_vectors_2048 = <f32, 4, 2, 256>,
        softmax_f32_vectors_4096 = <f32, 4, 4, 256>,
        softmax_f32_vectors_8192 = <f32, 4, 8, 256>,
        softmax_f32_vectors_16384 = <f32, 4, 8, 512>,
        softmax_f32_vectors_32768 = <f32, 4, 8, 1024>,
        softmax_f16_vectors_256 = <half::f16, 8, 1, 32>,
        softmax_f16_vectors_512 = <half::f16, 8, 1, 64>,
        softmax_f16_vectors_2048 = <half::f16, 8, 1, 256>,
        softmax_f16_vectors_4096 = <half::f16, 8, 2, 256>,
        softmax_f16_vectors_8192 = <half::f16, 8, 4, 256>,
        softmax_f16_vectors_16384 = <half::f16, 8, 4, 512>,
        softmax_f16_vectors_32768 = <half::f16, 8, 4, 1024>,
    ),
)]
pub fn softmax<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, [T; V], Rows<STEPS, THREADS>>,
    output: Split<'_, [T; V], Rows<STEPS, THREADS>, OfRow>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let row = normalized(rows::read(input, &output, f32::NEG_INFINITY), &all);
    unroll!(for step in 0..STEPS {
        output.try_set([step as u32], T::narrow_all(row[step]));
    });
}

/// The same of rows whose length no vector divides.
#[lego_kernel(
    threads = [THREADS as u32],
    spills = 20,
    stack = 8,
    instances(
        softmax_f32_rotated_256 = <f32, 4, 1, 64>,
        softmax_f32_rotated_512 = <f32, 4, 1, 128>,
        softmax_f32_rotated_1024 = <f32, 4, 1, 256>,
        softmax_f32_rotated_2048 = <f32, 4, 2, 256>,
        softmax_f32_rotated_4096 = <f32, 4, 4, 256>,
        softmax_f32_rotated_5120 = <f32, 4, 5, 256>,
        softmax_f32_rotated_6144 = <f32, 4, 6, 256>,
        softmax_f32_rotated_8192 = <f32, 4, 8, 256>,
        softmax_f32_rotated_16384 = <f32, 4, 8, 512>,
        softmax_f32_rotated_32768 = <f32, 4, 8, 1024>,
        softmax_f16_rotated_256 = <half::f16, 8, 1, 32>,
        softmax_f16_rotated_512 = <half::f16, 8, 1, 64>,
        softmax_f16_rotated_1024 = <half::f16, 8, 1, 128>,
        softmax_f16_rotated_2048 = <half::f16, 8, 2, 128>,
        softmax_f16_rotated_4096 = <half::f16, 8, 4, 128>,
        softmax_f16_rotated_5120 = <half::f16, 8, 5, 128>,
        softmax_f16_rotated_6144 = <half::f16, 8, 3, 256>,
        softmax_f16_rotated_8192 = <half::f16, 8, 4, 256>,
        softmax_f16_rotated_16384 = <half::f16, 8, 4, 512>,
        softmax_f16_rotated_32768 = <half::f16, 8, 4, 1024>,
    ),
)]
pub fn softmax_rotated<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, RotatedRows<V, STEPS, THREADS>>,
    output: Split<'_, T, RotatedRows<V, STEPS, THREADS>, OfRotatedRow>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let row = normalized(rows::read_rotated(input, &output, f32::NEG_INFINITY), &all);
    unroll!(for step in 0..STEPS {
        output.try_set_vector([step as u32, 0], T::narrow_all(row[step]));
    });
}

/// The softmax of a row that the threads of a block have together.
#[inline(always)]
fn normalized<const V: usize, const STEPS: usize>(mut row: [[f32; V]; STEPS], all: &BlockWide<'_, f32>) -> [[f32; V]; STEPS] {
    let mut most = f32::NEG_INFINITY;
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..V {
            most = most.max(row[step][k]);
        });
    });
    let most = all.max(most);
    let mut sum = 0.0;
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..V {
            row[step][k] = math::exp(row[step][k] - most);
            sum += row[step][k];
        });
    });
    let scale = 1.0 / all.sum(sum);
    unroll!(for step in 0..STEPS {
        row[step] = row[step].map(|x| x * scale);
    });
    row
}

/// The same of rows of any length, which are read twice: for the largest number and the sum, and for the result.
#[lego_kernel(threads = 1024, instances(softmax_f32_long = <f32>, softmax_f16_long = <half::f16>))]
pub fn softmax_long<T: Stored>(
    input: Global<'_, T, LongRows>,
    output: Split<'_, T, LongRows, OfRow>,
    #[shared] all: BlockWide<'_, f32>,
) {
    let [_, steps, _] = input.dims();
    let number = |step| input.try_get(output.index([step])).map_or(f32::NEG_INFINITY, T::widen);
    // A sum over what a thread has seen, each number less the largest so far.
    let (mut most, mut sum) = (f32::NEG_INFINITY, 0.0);
    for step in 0..steps {
        let x = number(step);
        if x > most {
            sum *= math::exp(most - x);
            most = x;
        }
        if x > f32::NEG_INFINITY {
            sum += math::exp(x - most);
        }
    }
    let largest = all.max(most);
    let part = if most > f32::NEG_INFINITY { sum * math::exp(most - largest) } else { 0.0 };
    let scale = 1.0 / all.sum(part);
    for step in 0..steps {
        output.try_set([step], T::narrow(math::exp(number(step) - largest) * scale));
    }
}
