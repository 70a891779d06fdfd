//! What the search for the least layout of a tile takes, on one core: sides that are powers of two, and others.

use criterion::{Criterion, criterion_group, criterion_main};
use lego_algebra::shared::{Kind, Tile, TileAccess, least};
use std::hint::black_box;

fn order(rows: u32, columns: u32, key: impl Fn(u32, u32) -> u32) -> Vec<Option<[u32; 2]>> {
    let mut all: Vec<[u32; 2]> = (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])).collect();
    all.sort_by_key(|[i, j]| key(*i, *j));
    all.into_iter().map(Some).collect()
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("shared");
    group.sample_size(10);
    let tiles = [
        (32, 32, 4),
        (24, 48, 4),
        (24, 48, 2),
        (56, 56, 4),
        (56, 56, 2),
        (56, 56, 1),
        (96, 96, 4),
        (112, 48, 4),
        (40, 72, 8),
        (128, 128, 4),
    ];
    for (rows, columns, bytes) in tiles {
        let tile = Tile::new(rows.into(), columns.into(), bytes).expect("a tile");
        let by_row = order(rows, columns, |i, j| i * columns + j);
        let by_column = order(rows, columns, |i, j| j * rows + i);
        let accesses = [&by_row, &by_column].map(|elements| TileAccess::new(&tile, elements, 1).expect("an access"));
        group.bench_function(format!("{rows} x {columns} of {bytes} bytes, rows and columns"), |bencher| {
            bencher.iter(|| least(black_box(&tile), black_box(&accesses), &Kind::ALL, u64::MAX));
        });
    }
    let tile = Tile::new(24, 24, 4).expect("a tile");
    let keys: [fn(u32, u32) -> u32; 4] =
        [|i, j| i * 24 + j, |i, j| j * 24 + i, |i, j| (j + 24 - i) * 24 + i, |i, j| (i + j) * 24 + i];
    let orders = keys.map(|key| order(24, 24, key));
    let accesses = orders.each_ref().map(|elements| TileAccess::new(&tile, elements, 1).expect("an access"));
    group.bench_function("24 x 24 of 4 bytes, four accesses", |bencher| {
        bencher.iter(|| least(black_box(&tile), black_box(&accesses), &Kind::ALL, u64::MAX));
    });
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
