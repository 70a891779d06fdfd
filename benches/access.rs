//! Sum, stencil, matrix-vector product and random reads over `Arr2D` with each layout, beside the same loops by hand;
//! positions along Morton and Hilbert curves at random points and back, beside shifts and masks and the textbook's
//! loops.
//!
//! `cargo bench --bench access`; `cargo bench --bench instructions` counts instructions instead.

mod support;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;
use support::cases::{self, FORMS, KERNELS, LAYOUTS};
use support::curves::{self, CURVES, POINTS, WAYS};
use support::kernels::N;

fn access(criterion: &mut Criterion) {
    cases::check();
    for kernel in KERNELS {
        let mut group = criterion.benchmark_group(format!("access/{kernel}"));
        group.throughput(Throughput::Elements((N * N) as u64));
        group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600));
        for layout in LAYOUTS {
            for form in FORMS {
                cases::case(kernel, layout, form, |run| {
                    group.bench_function(BenchmarkId::new(layout, form), |bencher| bencher.iter(&mut *run));
                });
            }
        }
        group.finish();
    }
}

fn keys(criterion: &mut Criterion) {
    curves::check();
    for way in WAYS {
        let mut group = criterion.benchmark_group(format!("access/{way}"));
        group.throughput(Throughput::Elements(POINTS as u64));
        group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600));
        for curve in CURVES {
            for form in curves::FORMS {
                curves::case(curve, way, form, |run| {
                    group.bench_function(BenchmarkId::new(curve, form), |bencher| bencher.iter(&mut *run));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, access, keys);
criterion_main!(benches);
