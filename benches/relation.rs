//! Questions about relations: by form, at rank 6 with four levels of tiles (24 variables, 2^30 points), and point by point, of
//! 2^26 points; a swizzle compared with its table.
//!
//! What isl takes for the same questions is in `results/relation.md`.

use criterion::{Criterion, criterion_group, criterion_main};
use lego_algebra::cute::ComposedLayout;
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Effort, Relation};
use std::hint::black_box;
use std::time::Duration;

/// Rows of a six-dimensional array seen as tiles of four levels.
const TILES: &str = "Row(32, 32, 32, 32, 32, 32).TileBy([2, 2, 2, 2, 2, 2], [4, 2, 2, 4, 2, 2], [2, 4, 2, 2, 4, 2], [2, 2, 4, 2, 2, 4])";

/// The same by one permutation of the digits.
fn permuted() -> String {
    let levels = [[2, 2, 2, 2, 2, 2], [4, 2, 2, 4, 2, 2], [2, 4, 2, 2, 4, 2], [2, 2, 4, 2, 2, 4]];
    let sizes: Vec<String> = levels.iter().flatten().map(ToString::to_string).collect();
    let order: Vec<String> = (0..24).map(|k| (k % 4 * 6 + k / 4 + 1).to_string()).collect();
    format!("RegP([{}], [{}])", sizes.join(", "), order.join(", "))
}

fn chain<'a>(arena: &'a Arena, text: &str) -> Relation<'a> {
    match Relation::of_chain(arena, text, &Options::default()) {
        Ok(relation) => relation,
        Err(errors) => panic!("{text}: {errors:?}"),
    }
}

/// The tiles without the inverse that the chain brings along.
fn plain(arena: &Arena) -> Relation<'_> {
    let tiles = chain(arena, TILES);
    Relation::new(arena, tiles.map(), tiles.order())
}

fn by_form(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("24 variables, 2^30 points");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    let effort = Effort::default();
    let other = permuted();
    group.bench_function("equality", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let (left, right) = (chain(&arena, black_box(TILES)), chain(&arena, black_box(&other)));
            assert_eq!(left.is_equal(&right, &effort), Ok(Answer::Yes));
        });
    });
    group.bench_function("inverse", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            plain(&arena).inverse(&effort).map(|inverse| inverse.rank())
        });
    });
    group.bench_function("composition and where it is out of bounds", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let outer = chain(&arena, "Col(64, 64, 512, 511)").layout_map();
            let inner = plain(&arena);
            let both = inner.then(&outer).map(|both| both.rank());
            let outside = inner.out_of_bounds(&outer).map(|outside| outside.predicate());
            (both, outside).0
        });
    });
    group.bench_function("first and last point, least and greatest value", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let tiles = plain(&arena);
            [tiles.first(&effort), tiles.last(&effort), tiles.least(&effort), tiles.greatest(&effort)]
        });
    });
    group.bench_function("image and holes", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let tiles = plain(&arena);
            (tiles.image(&effort).map(|image| image.size()), tiles.holes(&effort).map(|holes| holes.size()))
        });
    });
    group.finish();
}

/// A map with no form: one to one, of 2^26 points.
const SCATTERED: &str = "{ [i, j] -> [8192*((5i) mod 8192) + (3j + i) mod 8192] : 0 <= i, j < 8192 }";

/// The same map, written so that no rule shows it.
const AGAIN: &str =
    "{ [i, j] -> [8192*((5*((i) mod 4096) + 4096*floor(i/4096)) mod 8192) + (3j + i) mod 8192] : 0 <= i, j < 8192 }";

fn by_points(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("2^26 points");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    // No steps: nothing is decided by form.
    let effort = Effort { points: 1 << 26, steps: 0, ..Effort::default() };
    let arena = Arena::new();
    let [scattered, again] = [SCATTERED, AGAIN].map(|text| match Relation::of_isl(&arena, text) {
        Ok(relation) => relation,
        Err(error) => panic!("{text}: {error}"),
    });
    group.bench_function("injectivity", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&scattered).is_injective(&effort), Answer::Yes));
    });
    group.bench_function("image", |bencher| {
        bencher.iter(|| black_box(&scattered).image(&effort).map(|image| image.size()));
    });
    group.bench_function("least and greatest value", |bencher| {
        bencher.iter(|| [black_box(&scattered).least(&effort), scattered.greatest(&effort)]);
    });
    group.bench_function("equality", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&scattered).is_equal(&again, &effort), Ok(Answer::Yes)));
    });
    group.finish();
}

fn swizzle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Sw<3,4,3> on 14 bits");
    let Ok(layout) = ComposedLayout::parse("Sw<3,4,3> o 0 o 16384:1") else { panic!() };
    let effort = Effort::default();
    fn relation<'a>(arena: &'a Arena, layout: &ComposedLayout) -> Relation<'a> {
        match Relation::of_cute(arena, layout, Coordinates::TopLevel) {
            Ok(relation) => relation,
            Err(error) => panic!("{error}"),
        }
    }
    let table: Vec<u64> = (0..1 << 14).filter_map(|c| layout.eval(c).ok()?.try_into().ok()).collect();
    group.bench_function("bijective", |bencher| {
        bencher.iter(|| assert_eq!(relation(&Arena::new(), black_box(&layout)).is_bijective(&effort), Answer::Yes));
    });
    group.bench_function("its own inverse", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let swizzle = relation(&arena, black_box(&layout));
            let Ok(twice) = swizzle.then(&swizzle) else { panic!() };
            assert_eq!(twice.is_equal(&twice.coordinate_map(), &effort), Ok(Answer::Yes));
        });
    });
    group.bench_function("equal to its table", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            assert_eq!(relation(&arena, black_box(&layout)).is_list(black_box(&table), &effort), Ok(Answer::Yes));
        });
    });
    group.bench_function("equal to its table, which becomes a relation", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            let table = Relation::of_table(&arena, black_box(&table));
            assert_eq!(relation(&arena, black_box(&layout)).is_equal(&table, &effort), Ok(Answer::Yes));
        });
    });
    group.finish();
}

criterion_group!(benches, by_form, by_points, swizzle);
criterion_main!(benches);
