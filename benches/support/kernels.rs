//! Each kernel twice: over arrays, and as the same loops over slices with a formula for the position.
//!
//! None is inlined, so that both forms are compiled alike: for all inputs.

use lego::{Layout, View2D, ViewMut2D};

/// Rows and columns of the arrays.
pub(crate) const N: usize = 512;

/// The sum of all elements, row by row.
#[inline(never)]
pub(crate) fn sum<L: Layout<Index = [usize; 2]>>(a: &View2D<'_, f32, L>) -> f32 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += a[[i, j]];
        }
    }
    sum
}

#[inline(never)]
pub(crate) fn sum_by_hand(a: &[f32], at: impl Fn(usize, usize) -> usize) -> f32 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += a[at(i, j)];
        }
    }
    sum
}

/// The mean of each inner element and its four neighbours.
#[inline(never)]
pub(crate) fn stencil<L: Layout<Index = [usize; 2]>>(a: &View2D<'_, f32, L>, out: &mut ViewMut2D<'_, f32, L>) {
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            out[[i, j]] = 0.2 * (a[[i, j]] + a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]);
        }
    }
}

#[inline(never)]
pub(crate) fn stencil_by_hand(a: &[f32], out: &mut [f32], at: impl Fn(usize, usize) -> usize) {
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            out[at(i, j)] = 0.2 * (a[at(i, j)] + a[at(i - 1, j)] + a[at(i + 1, j)] + a[at(i, j - 1)] + a[at(i, j + 1)]);
        }
    }
}

/// `y = a·x`.
#[inline(never)]
pub(crate) fn matrix_vector<L: Layout<Index = [usize; 2]>>(a: &View2D<'_, f32, L>, x: &[f32], y: &mut [f32]) {
    for i in 0..N {
        let mut sum = 0.0;
        for j in 0..N {
            sum += a[[i, j]] * x[j];
        }
        y[i] = sum;
    }
}

#[inline(never)]
pub(crate) fn matrix_vector_by_hand(a: &[f32], x: &[f32], y: &mut [f32], at: impl Fn(usize, usize) -> usize) {
    for i in 0..N {
        let mut sum = 0.0;
        for j in 0..N {
            sum += a[at(i, j)] * x[j];
        }
        y[i] = sum;
    }
}

/// The sum of elements at indices that are data: nothing is known of them, so every check stays.
#[inline(never)]
pub(crate) fn gather<L: Layout<Index = [usize; 2]>>(a: &View2D<'_, f32, L>, indices: &[[usize; 2]]) -> f32 {
    indices.iter().map(|&index| a[index]).sum()
}

#[inline(never)]
pub(crate) fn gather_by_hand(a: &[f32], indices: &[[usize; 2]], at: impl Fn(usize, usize) -> usize) -> f32 {
    indices.iter().map(|&[i, j]| a[at(i, j)]).sum()
}
