//! Sums of two arrays of one layout, beside the same loops over two slices: `&a + &b`, `a += &b`, `zip_map`.
//!
//! `cargo bench --bench elementwise`. What is compared runs in turn, many times; the ratio is of the fastest of each, of the
//! time that the thread ran, so that what else the machine does falls on both. Above 1 the arrays are faster. The sizes are in
//! cache and beyond it.

use cpu_time::ThreadTime;
use lego::{Arr2D, Bijection, layout};
use std::hint::black_box;
use std::time::Duration;

layout! {
    type Rows<const N: usize> = Row(N, N);
    type Columns<const N: usize> = Col(N, N);
    type Tiles<const N: usize> = OrderBy(Row(N/32, N/32), Row(32, 32)).TileBy([N, N]);
    type Curve<const N: usize> = Morton(N, N);
    type Sized(n) = Row(n, n);
}

/// How long each of two takes, the fastest of many runs in turn.
fn in_turn(mut one: impl FnMut(), mut other: impl FnMut(), elements: usize) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    let calls = ((1 << 20) / elements).max(1);
    for _ in 0..60 {
        let mut timed = |which: usize, run: &mut dyn FnMut()| {
            let start = ThreadTime::now();
            (0..calls).for_each(|_| run());
            best[which] = best[which].min(start.elapsed() / calls as u32);
        };
        timed(0, &mut one);
        timed(1, &mut other);
    }
    best
}

fn report(name: &str, what: &str, n: usize, [array, slices]: [Duration; 2]) {
    let ratio = slices.as_secs_f64() / array.as_secs_f64();
    println!("{name:10} {what:8} {n:5}²  arrays {array:>10.2?}  slices {slices:>10.2?}  ratio {ratio:.2}");
}

fn compare<L: Bijection<2> + PartialEq + 'static>(name: &str, layout: L) {
    let n = layout.dims()[0];
    let value = |factor: usize| move |[i, j]: [usize; 2]| ((i * factor + j) % 64) as f32;
    let a = Arr2D::from_fn(layout.clone(), value(31));
    let b = Arr2D::from_fn(layout.clone(), value(17));
    let (x, y) = (a.as_physical(), b.as_physical());

    let by_hand: Vec<f32> = x.iter().zip(y).map(|(x, y)| x + y).collect();
    assert_eq!((&a + &b).as_physical(), by_hand);
    let sum = || drop(black_box(black_box(&a) + black_box(&b)));
    let loop_sum = || drop(black_box(black_box(x).iter().zip(black_box(y)).map(|(x, y)| x + y).collect::<Vec<f32>>()));
    report(name, "&a + &b", n, in_turn(sum, loop_sum, n * n));

    let mixed = || drop(black_box(black_box(&a).zip_map(black_box(&b), |x, y| x.max(*y) * 2.0)));
    let loop_mixed =
        || drop(black_box(black_box(x).iter().zip(black_box(y)).map(|(x, y)| x.max(*y) * 2.0).collect::<Vec<f32>>()));
    report(name, "zip_map", n, in_turn(mixed, loop_mixed, n * n));

    let (mut c, mut z) = (a.clone(), x.to_vec());
    let add = || *black_box(&mut c) += black_box(&b);
    let loop_add = || black_box(&mut z[..]).iter_mut().zip(black_box(y)).for_each(|(z, y)| *z += y);
    report(name, "a += &b", n, in_turn(add, loop_add, n * n));
    assert_eq!(c.as_physical(), z, "as often in turn");
}

fn of_size<const N: usize>() {
    compare("row", Rows::<N>);
    compare("col", Columns::<N>);
    compare("tiled", Tiles::<N>);
    compare("morton", Curve::<N>);
    if let Ok(layout) = Sized::new(N) {
        compare("run time", layout);
    }
}

fn main() {
    of_size::<64>();
    of_size::<512>();
    of_size::<2048>();
}
