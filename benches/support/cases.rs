//! Every kernel with every layout, in both forms, ready to run.

use super::kernels::{self, N};
use super::layouts::{Col, Row, Tiled, Z512, col, morton, row, tiled};
use lego::{Arr2D, ArrayLayout};
use std::hint::black_box;

/// The forms in which a kernel is written.
pub(crate) const FORMS: [&str; 2] = ["array", "by hand"];
/// The kernels.
pub(crate) const KERNELS: [&str; 4] = ["sum", "stencil", "matrix-vector", "gather"];
/// The layouts.
pub(crate) const LAYOUTS: [&str; 4] = ["row", "col", "tiled", "morton"];

/// Makes the inputs, calls `with` with a function that runs the kernel once, and returns all that the kernel wrote.
///
/// # Panics
/// If there is no such case.
pub(crate) fn case(kernel: &str, layout: &str, form: &str, with: impl FnOnce(&mut dyn FnMut())) -> Vec<f32> {
    match layout {
        "row" => of_layout(Row::<N, N>, row::<N>, kernel, form, with),
        "col" => of_layout(Col::<N, N>, col::<N>, kernel, form, with),
        "tiled" => of_layout(Tiled::<N, N, 32>, tiled::<N, 32>, kernel, form, with),
        "morton" => of_layout(Z512, morton, kernel, form, with),
        _ => panic!("no layout is called {layout}; there are {LAYOUTS:?}"),
    }
}

fn of_layout<L: ArrayLayout<f32, 2> + Copy>(
    layout: L,
    at: impl Fn(usize, usize) -> usize + Copy,
    kernel: &str,
    form: &str,
    with: impl FnOnce(&mut dyn FnMut()),
) -> Vec<f32> {
    let array: Arr2D<f32, L> = Arr2D::from_fn(layout, |[i, j]| ((i * 31 + j * 17) % 64) as f32);
    let indices: Vec<[usize; 2]> = (0..N * N).map(|k| [k * 7 % N, k * 13 % N]).collect();
    let (a, x) = (array.view(), vec![0.5; N]);
    let slice = a.as_physical();
    let (mut y, mut out) = (vec![0.0; N], Arr2D::filled(layout, 0.0_f32));
    match (kernel, form) {
        ("sum", "array") => with(&mut || y[0] = kernels::sum(black_box(&a))),
        ("sum", _) => with(&mut || y[0] = kernels::sum_by_hand(black_box(slice), at)),
        ("stencil", "array") => with(&mut || kernels::stencil(black_box(&a), black_box(&mut out.view_mut()))),
        ("stencil", _) => {
            with(&mut || kernels::stencil_by_hand(black_box(slice), black_box(out.as_physical_mut()), at));
        }
        ("matrix-vector", "array") => {
            with(&mut || kernels::matrix_vector(black_box(&a), black_box(&x), black_box(&mut y)));
        }
        ("matrix-vector", _) => {
            with(&mut || kernels::matrix_vector_by_hand(black_box(slice), black_box(&x), black_box(&mut y), at));
        }
        ("gather", "array") => with(&mut || y[0] = kernels::gather(black_box(&a), black_box(&indices))),
        ("gather", _) => with(&mut || y[0] = kernels::gather_by_hand(black_box(slice), black_box(&indices), at)),
        _ => panic!("no kernel is called {kernel}; there are {KERNELS:?}"),
    }
    y.extend(out.into_storage());
    y
}

/// Both forms of every case write the same.
///
/// # Panics
/// If they do not.
pub(crate) fn check() {
    for kernel in KERNELS {
        for layout in LAYOUTS {
            let [array, by_hand] = FORMS.map(|form| case(kernel, layout, form, |run| run()));
            assert!(array == by_hand && array.iter().any(|&x| x != 0.0), "{kernel} with {layout} differs by hand");
        }
    }
}
