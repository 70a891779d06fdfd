//! Products of matrices of any size over padded panels, beside the crate `matrixmultiply`.
//!
//! `cargo bench --bench gemm` prints the table of `benches/results/gemm.md`; after `--` may stand the number of rounds. Both take
//! turns; what they compute is compared with plain loops first.

mod support;

use std::cell::RefCell;
use std::hint::black_box;
use support::alternate::{Peer, medians};
use support::gemm::product;

const SIZES: [[usize; 3]; 7] = [
    [1, 1, 1],
    [7, 300, 33],
    [127, 127, 127],
    [128, 128, 128],
    [1000, 513, 777],
    [1024, 1024, 1024],
    [2047, 2047, 2047],
];

fn matrixmultiply([m, k, n]: [usize; 3], a: &[f32], b: &[f32], c: &mut [f32]) {
    assert!(a.len() == m * k && b.len() == k * n && c.len() == m * n);
    let [ka, nb, nc] = [k, n, n].map(|stride| stride as isize);
    // SAFETY: the three buffers have the sizes of the matrices, row by row, and `c` is borrowed mutably.
    #[allow(unsafe_code)]
    unsafe {
        matrixmultiply::sgemm(m, k, n, 1.0, a.as_ptr(), ka, 1, b.as_ptr(), nb, 1, 0.0, c.as_mut_ptr(), nc, 1);
    }
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(15);
    println!("Ratios above 1: matrixmultiply takes longer than lego.\n");
    println!("| m×k×n | lego, ms | Gflop/s | matrixmultiply / lego |\n|---|---|---|---|");
    for size in SIZES {
        let [m, k, n] = size;
        let number = |i: usize| ((i * 7 + i / 13) % 17) as f32 - 8.0;
        let a: Vec<f32> = (0..m * k).map(number).collect();
        let b: Vec<f32> = (0..k * n).map(|i| number(i + 3)).collect();
        let c = RefCell::new(vec![0.0; m * n]);
        product(size, &a, &b, &mut c.borrow_mut()).expect("the buffers have the sizes of the matrices");
        // Whole numbers so small that sums in any order are exact; some rows, so that it does not take long.
        for i in (0..m).step_by(m / 16 + 1).chain([m - 1]) {
            for j in 0..n {
                let sum: f32 = (0..k).map(|x| a[i * k + x] * b[x * n + j]).sum();
                assert!(c.borrow()[i * n + j] == sum, "{size:?} at [{i}, {j}]");
            }
        }
        let own = c.borrow().clone();
        matrixmultiply(size, &a, &b, &mut c.borrow_mut());
        assert!(own == *c.borrow(), "{size:?}: matrixmultiply computes something else");
        let flops = 2.0 * (m * k * n) as f64;
        let times = ((2e8 / flops) as usize).clamp(1, 1000);
        let mut peers: Vec<Peer<'_>> = vec![
            (
                "lego",
                Box::new(|| {
                    for _ in 0..times {
                        product(size, black_box(&a), black_box(&b), &mut c.borrow_mut()).expect("as above");
                    }
                }),
            ),
            (
                "matrixmultiply",
                Box::new(|| {
                    for _ in 0..times {
                        matrixmultiply(size, black_box(&a), black_box(&b), &mut c.borrow_mut());
                    }
                }),
            ),
        ];
        let medians = medians(&mut peers, rounds);
        let own = medians[0] / times as f64;
        println!("| {m}×{k}×{n} | {:.4} | {:.1} | {:.2} |", own * 1e3, flops / own * 1e-9, medians[1] / medians[0]);
    }
}
