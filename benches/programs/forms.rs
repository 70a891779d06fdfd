//! The sum of all elements of an array, by each form of access.

use super::Bench;
use crate::support::alternate::{Peer, medians};
use lego::{Arr2D, Bijection, layout};
use std::hint::black_box;

const N: usize = 2048;

layout! {
    type Rows = Row(N, N);
    type Columns = Col(N, N);
    type Tiles = OrderBy(Row(N/32, N/32), Row(32, 32)).TileBy([N, N]);
    type Curve = Morton(N, N);
}

/// Functions that add up with wrapping, each compiled for itself.
macro_rules! forms {
    ($($(#[$attribute:meta])* $form:ident($a:ident) $body:expr;)*) => {$(
        $(#[$attribute])*
        #[inline(never)]
        fn $form<L: Bijection<2>>($a: &Arr2D<u32, L>) -> u32 {
            $body
        }
    )*};
}

/// The sum of a value in two loops, the first index outside.
macro_rules! loops {
    ($a:ident, [$i:ident, $j:ident], $value:expr) => {{
        let dims = $a.dims();
        let mut sum = 0u32;
        for $i in 0..dims[0] {
            for $j in 0..dims[1] {
                sum = sum.wrapping_add($value);
            }
        }
        sum
    }};
}

forms! {
    index(a) loops!(a, [i, j], a[[i, j]]);
    get(a) loops!(a, [i, j], a.get([i, j]).copied().unwrap_or(0));
    /// The loops the other way round.
    across(a) loops!(a, [j, i], a[[i, j]]);
    iter(a) a.iter().fold(0, |sum: u32, (_, x)| sum.wrapping_add(*x));
    values(a) a.values().fold(0, |sum: u32, x| sum.wrapping_add(*x));
    physical(a) a.iter_physical().fold(0, |sum: u32, (_, x)| sum.wrapping_add(*x));
}

/// Rows, where each is a slice.
#[inline(never)]
fn rows<L: Bijection<2>>(a: &Arr2D<u32, L>) -> Option<u32> {
    let rows = a.rows().into_slices().ok()?;
    Some(rows.flat_map(|(_, row)| row).fold(0, |sum, x| sum.wrapping_add(*x)))
}

/// Blocks of 32×32, where each is a slice.
#[inline(never)]
fn blocks<L: Bijection<2>>(a: &Arr2D<u32, L>) -> Option<u32> {
    let blocks = a.blocks([32, 32]).ok()?.into_slices().ok()?;
    let sum = |block: &[u32]| block.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x));
    Some(blocks.fold(0, |all, (_, block)| all.wrapping_add(sum(block))))
}

fn row<L: Bijection<2> + Copy>(bench: &Bench, name: &str, layout: L, elements: &[u32]) {
    let a = &Arr2D::from_row_major(layout, elements).unwrap();
    let right = elements.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x));
    let check = move |sum: u32| assert_eq!(sum, right);
    let slices = |sum: fn(&Arr2D<u32, L>) -> Option<u32>| move || _ = sum(black_box(a)).map(check);
    let mut ways: [Peer<'_>; 8] = [
        ("index", Box::new(move || check(index(black_box(a))))),
        ("get", Box::new(move || check(get(black_box(a))))),
        ("across", Box::new(move || check(across(black_box(a))))),
        ("iter", Box::new(move || check(iter(black_box(a))))),
        ("iter_physical", Box::new(move || check(physical(black_box(a))))),
        ("values", Box::new(move || check(values(black_box(a))))),
        ("rows", Box::new(slices(rows))),
        ("blocks", Box::new(slices(blocks))),
    ];
    let mut times =
        medians(&mut ways, bench.rounds).into_iter().map(|time| format!("{:.2}", time * 1e9 / (N * N) as f64));
    let six: Vec<String> = times.by_ref().take(6).collect();
    let [lines, tiles] = [rows(a), blocks(a)].map(|sum| match sum {
        Some(_) => times.next().unwrap(),
        None => times.next().map(|_| "–".to_owned()).unwrap(),
    });
    println!("| {name} | {} | {lines} | {tiles} |", six.join(" | "));
}

pub(crate) fn run(bench: &mut Bench) {
    if !bench.is_wanted("forms") {
        return;
    }
    let elements: Vec<u32> = (0..N * N).map(|_| bench.random.bits() as u32).collect();
    println!("\nThe sum of {N}×{N} u32, nanoseconds an element.\n");
    println!(
        "| layout | `a[[i, j]]` | `get` | `a[[i, j]]`, j outside | `iter` | `iter_physical` | `values` | rows as slices | blocks as slices |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    row(bench, "`Row(n, n)`", Rows, &elements);
    row(bench, "`Col(n, n)`", Columns, &elements);
    row(bench, "tiles of `Row(32, 32)`", Tiles, &elements);
    row(bench, "`Morton(n, n)`", Curve, &elements);
}
