//! What an operation of CuTe's algebra takes: on fixed layouts of depth 2 and four modes, and a swizzle against its table.

use criterion::{Criterion, criterion_group, criterion_main};
use lego_algebra::cute::{Layout, Swizzle};
use std::hint::black_box;

/// Depth 2, four modes: stored tiles, a column-major view, a padded tile, a permuted one.
const LAYOUTS: [&str; 4] = [
    "((8,4),(16,2)):((16,1024),(1,512))",
    "((4,8),(4,8)):((1,4),(32,128))",
    "((2,8),(4,8)):((4,80),(1,8))",
    "((4,4),(8,2)):((32,2),(256,1))",
];

/// What each is composed with and divided by.
const TILES: [&str; 4] =
    ["((2,2),(2,2)):((1,4),(32,128))", "((4,2),(2,2)):((1,8),(4,32))", "(4,8):(16,1)", "((2,2),(4,2)):((1,4),(16,2))"];

fn operations(criterion: &mut Criterion) {
    let layouts = LAYOUTS.map(|text| Layout::parse(text).expect("a layout"));
    let tiles = TILES.map(|text| Layout::parse(text).expect("a layout"));
    // Each over all four: the time is that of four operations.
    let mut group = criterion.benchmark_group("four layouts of depth 2 and four modes");
    group.throughput(criterion::Throughput::Elements(4));
    let mut each = |name: &str, operation: &dyn Fn(&Layout, &Layout)| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| layouts.iter().zip(&tiles).for_each(|(a, b)| operation(black_box(a), black_box(b))));
        });
    };
    each("composition", &|a, b| {
        let _ = black_box(a.composition(b));
    });
    each("complement", &|a, _| {
        let _ = black_box(a.complement(1 << 20));
    });
    each("left inverse", &|a, _| {
        let _ = black_box(a.left_inverse());
    });
    each("right inverse", &|a, _| {
        let _ = black_box(a.right_inverse());
    });
    each("logical divide", &|a, b| {
        let _ = black_box(a.logical_divide(b));
    });
    each("logical product", &|a, b| {
        let _ = black_box(a.logical_product(b));
    });
    each("equality", &|a, b| {
        let _ = black_box(a.eq_as_function(b));
    });
    each("equality of the same", &|a, _| {
        let _ = black_box(a.eq_as_function(&a.flatten()));
    });
    group.finish();

    let swizzle = Swizzle::new(3, 4, 3).expect("a swizzle");
    let table: Vec<i64> = (0..1 << 14).map(|c| swizzle.apply(c)).collect();
    criterion.bench_function("Sw<3,4,3> with its table of 14 bits", |bencher| {
        bencher.iter(|| black_box(&swizzle).differs_from_table(black_box(&table)));
    });
    criterion.bench_function("Sw<3,4,3> from its table of 14 bits", |bencher| {
        bencher.iter(|| Swizzle::from_table(black_box(&table)));
    });
}

criterion_group!(benches, operations);
criterion_main!(benches);
