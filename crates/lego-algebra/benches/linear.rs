//! What plans between linear layouts of 14 bits take: a tensor of 128 × 128 over four warps.

use criterion::{Criterion, criterion_group, criterion_main};
use lego_algebra::linear::LinearLayout;
use lego_algebra::linear::families::{Blocked, MmaVersion, NvidiaMma};
use lego_algebra::linear::plans::{optimal_swizzle, shared_wavefronts, shuffle_plan};
use std::hint::black_box;

const SHAPE: [u64; 2] = [128, 128];

fn blocked(size_per_thread: &[u64], threads_per_warp: &[u64], order: &[usize]) -> LinearLayout {
    let blocked = Blocked { size_per_thread, threads_per_warp, warps_per_cta: &[4, 1], order, cluster: None };
    blocked.to_linear_layout(&SHAPE).expect("a layout")
}

fn plans(criterion: &mut Criterion) {
    let rows = blocked(&[1, 8], &[2, 16], &[1, 0]);
    let columns = blocked(&[8, 1], &[4, 8], &[0, 1]);
    let mma = NvidiaMma { version: MmaVersion::Two, warps_per_cta: &[4, 1], instr_shape: &[16, 8], cluster: None };
    let mma = mma.to_linear_layout(&SHAPE).expect("a layout");
    // Both with the same elements in a warp: the accumulator and 16 rows of 8 lanes.
    let spread = Blocked {
        size_per_thread: &[1, 4],
        threads_per_warp: &[16, 2],
        warps_per_cta: &[4, 1],
        order: &[1, 0],
        cluster: None,
    };
    let spread = spread.to_linear_layout(&SHAPE).expect("a layout");
    for (name, write, read) in [("rows to columns", rows, columns), ("mma to rows", mma, rows)] {
        criterion.bench_function(&format!("optimal swizzle, {name}"), |bencher| {
            bencher.iter(|| optimal_swizzle(black_box(&write), black_box(&read), 16));
        });
    }
    shuffle_plan(&mma, &spread, 16).expect("a plan");
    criterion.bench_function("shuffle plan, mma to rows of a warp", |bencher| {
        bencher.iter(|| shuffle_plan(black_box(&mma), black_box(&spread), 16));
    });
    let memory = optimal_swizzle(&rows, &columns, 16).and_then(|plan| plan.memory()).expect("a layout");
    criterion.bench_function("wavefronts of an access", |bencher| {
        bencher.iter(|| shared_wavefronts(black_box(&columns), black_box(&memory), 16));
    });
    criterion.bench_function("conversion", |bencher| {
        bencher.iter(|| black_box(&rows).invert_and_compose(black_box(&columns)));
    });
}

criterion_group!(benches, plans);
criterion_main!(benches);
