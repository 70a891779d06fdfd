//! Shifts in closures by as many places as there are bits in the index type, and by more: nothing is left of what is shifted.

use lego::{Layout, Layout32, layout};

layout! {
    type Right = GenP(
        [3, 200],
        |i, j| i * 200 + (j + ((i + 70) >> i * 50)) % 200,
        |p| (p / 200, (p % 200 + 200 - ((p / 200 + 70) >> p / 200 * 50)) % 200)
    );
    // Of 7 bits, of 32, of 41, and of 71.
    type Small = GenP(
        [7, 200],
        |i, j| (i + ((j + 1) >> j)) % 7 * 200 + j,
        |p| ((p / 200 + 7 - ((p % 200 + 1) >> p % 200)) % 7, p % 200)
    );
    type Word = GenP(
        [7, 200],
        |i, j| (i + ((j + 4000000000) >> j)) % 7 * 200 + j,
        |p| ((p / 200 + 7 - ((p % 200 + 4000000000) >> p % 200) % 7) % 7, p % 200)
    );
    type Large = GenP(
        [7, 200],
        |i, j| (i + ((j + 1099511627776) >> j)) % 7 * 200 + j,
        |p| ((p / 200 + 7 - ((p % 200 + 1099511627776) >> p % 200) % 7) % 7, p % 200)
    );
    type Wide = GenP(
        [7, 200],
        |i, j| (i + ((j + 1099511627776 * 1073741824) >> j)) % 7 * 200 + j,
        |p| ((p / 200 + 7 - ((p % 200 + 1099511627776 * 1073741824) >> p % 200) % 7) % 7, p % 200)
    );
    type Left = GenP(
        [7, 200],
        |i, j| (i + ((if j < 20 { j } else { 0 }) << j)) % 7 * 200 + j,
        |p| ((p / 200 + 7 - ((if p % 200 < 20 { p % 200 } else { 0 }) << p % 200) % 7) % 7, p % 200)
    );
    type Both = GenP(
        [7, 200],
        |i, j| (i + (((1 << j % 60) >> j) + ((1 << j % 60) << j / 60))) % 7 * 200 + j,
        |p| ((p / 200 + 700 - (((1 << p % 200 % 60) >> p % 200) + ((1 << p % 200 % 60) << p % 200 / 60)) % 7) % 7, p % 200)
    );
    type Branches = GenP(
        [7, 200],
        |i, j| (i + (if j < 100 { (if j < 3 { 40 } else { j - 3 }) >> j } else { ((j - 100) >> j) + ((j - 100) >> j) })) % 7 * 200 + j,
        |p| (p / 200, p % 200),
        unchecked
    );
}

layout! {
    type ConstRight<const R: usize, const C: usize> = GenP(
        [R, C],
        |i, j| (i + ((j + R * C) >> j)) % R * C + j,
        |p| ((p / C + R - ((p % C + R * C) >> p % C) % R) % R, p % C),
        unchecked
    );
    type ConstLarge<const R: usize, const C: usize> = GenP(
        [R, C],
        |i, j| (i + ((j + 1099511627776) >> j)) % R * C + j,
        |p| ((p / C + R - ((p % C + 1099511627776) >> p % C) % R) % R, p % C),
        unchecked
    );
    type GivenLarge(r, c) = GenP(
        [r, c],
        |i, j| (i + ((j + 1099511627776) >> j)) % r * c + j,
        |p| ((p / c + r - ((p % c + 1099511627776) >> p % c) % r) % r, p % c),
        unchecked
    );
    type ConstLeft<const R: usize, const C: usize> = GenP(
        [R, C],
        |i, j| (i + ((if j < 20 { j } else { 0 }) << j)) % R * C + j,
        |p| ((p / C + R - ((if p % C < 20 { p % C } else { 0 }) << p % C) % R) % R, p % C),
        unchecked
    );
    type GivenRight(r, c) = GenP(
        [r, c],
        |i, j| (i + ((j + r * c) >> j)) % r * c + j,
        |p| ((p / c + r - ((p % c + r * c) >> p % c) % r) % r, p % c),
        unchecked
    );
    // A shift of sizes alone, and by a number that no index type has.
    type GivenStride(r, c) = GenP([r, c], |i, j| i * c + j + (r >> c) + (i * j >> 100), |p| (p / c, p % c), unchecked);
}

/// `x >> k` of integers without a width.
fn right(x: u128, k: usize) -> u128 {
    if k < 128 { x >> k } else { 0 }
}

/// `x << k` where that is not more than 128 bits hold.
fn left(x: u128, k: usize) -> u128 {
    if x == 0 { 0 } else { x << k }
}

/// Every index has the position that a formula says, in both widths, and the position that index.
#[track_caller]
fn every_index<L>(layout: L, formula: impl Fn(usize, usize) -> u128)
where
    L: Layout<Index = [usize; 2], Preimage = [usize; 2], Position = usize>,
    L: Layout32<Index32 = [u32; 2], Position32 = u32, Preimage32 = [u32; 2]>,
{
    assert_eq!(layout.check_u32(), Ok(()));
    every_position(layout, &formula);
    for index in indices(layout.dims()) {
        let position = layout.inv_u32(layout.apply_u32(index.map(|i| i as u32)));
        assert_eq!(position.map(|i| i as usize), index);
        assert_eq!(layout.inv(layout.apply(index)), index);
    }
}

/// Only the way there.
#[track_caller]
fn every_position<L>(layout: L, formula: &impl Fn(usize, usize) -> u128)
where
    L: Layout<Index = [usize; 2], Position = usize> + Layout32<Index32 = [u32; 2], Position32 = u32>,
{
    for [i, j] in indices(layout.dims()) {
        assert_eq!(layout.apply([i, j]) as u128, formula(i, j), "at [{i}, {j}]");
        assert_eq!(u128::from(layout.apply_u32([i as u32, j as u32])), formula(i, j), "at [{i}, {j}]");
    }
}

fn indices([rows, columns]: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    (0..rows).flat_map(move |i| (0..columns).map(move |j| [i, j]))
}

/// Rows that turn by a number of their own for each column.
fn turned(rows: usize, columns: usize, by: impl Fn(usize) -> u128) -> impl Fn(usize, usize) -> u128 {
    move |i, j| (i as u128 + by(j)) % rows as u128 * columns as u128 + j as u128
}

/// A row's own number, below 20 and 0 from there.
fn few(j: usize) -> u128 {
    if j < 20 { j as u128 } else { 0 }
}

#[test]
fn static_sizes() {
    every_index(Right, |i, j| i as u128 * 200 + (j as u128 + right(i as u128 + 70, i * 50)) % 200);
    every_index(Small, turned(7, 200, |j| right(j as u128 + 1, j)));
    every_index(Word, turned(7, 200, |j| right(j as u128 + 4_000_000_000, j)));
    every_index(Large, turned(7, 200, |j| right(j as u128 + (1 << 40), j)));
    every_index(Wide, turned(7, 200, |j| right(j as u128 + (1 << 70), j)));
    every_index(Left, turned(7, 200, |j| left(few(j), j)));
    every_index(Both, turned(7, 200, |j| right(1 << (j % 60), j) + left(1 << (j % 60), j / 60)));
    every_position(
        Branches,
        &turned(7, 200, |j| match j {
            0..3 => right(40, j),
            3..100 => right(j as u128 - 3, j),
            _ => 2 * right(j as u128 - 100, j),
        }),
    );
}

#[test]
fn sizes_that_are_symbols() {
    every_index(ConstRight::<7, 200>, turned(7, 200, |j| right(j as u128 + 1400, j)));
    every_index(ConstRight::<40, 31>, turned(40, 31, |j| right(j as u128 + 1240, j)));
    every_index(ConstLarge::<7, 200>, turned(7, 200, |j| right(j as u128 + (1 << 40), j)));
    every_index(GivenLarge::new(7, 200).unwrap(), turned(7, 200, |j| right(j as u128 + (1 << 40), j)));
    every_index(ConstLeft::<7, 200>, turned(7, 200, |j| left(few(j), j)));
    for (r, c) in [(7, 200), (3, 64), (5, 33), (70, 3)] {
        every_index(GivenRight::new(r, c).unwrap(), turned(r, c, |j| right((j + r * c) as u128, j)));
        let stride = |i, j| (i * c + j) as u128 + right(r as u128, c);
        every_position(GivenStride::new(r, c).unwrap(), &stride);
    }
}

/// More than 32 bits in the form for 32 bits.
#[test]
fn sizes_at_the_ends_of_types() {
    let layout = GivenRight::new(1, 4_294_967_295).unwrap();
    for j in [0, 1, 30, 31, 32, 33, 63, 64, 65, 4_294_967_294] {
        assert_eq!(layout.apply([0, j]), j);
        assert_eq!(layout.apply_u32([0, j as u32]), j as u32);
        assert_eq!(layout.inv(j), [0, j]);
    }
}
