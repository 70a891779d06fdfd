//! Layouts beyond 32 bits, and index types.

use lego::{Layout, layout};
use random::Random;

layout! {
    type Wide = Row(4294967296, 4294967295);
    type Tall = Col(4294967295, 4294967296);
    type Tiles = OrderBy(Row(1048576, 1048576), Morton(1024, 1024)).TileBy([1048576, 1048576], [1024, 1024]);
    type Whole = Row(4294967296);
    type Diagonals = AntiDiag(65535);
    type Beyond = AntiDiag(4000000000);
    type Generic<const N: usize> = Row(N, N).TileBy([N/8, N/8], [8, 8]);
    type Curve62 = Morton(2147483648, 2147483648);
    type Curve63 = Morton(2147483648, 4294967296);
    type Long63 = Morton(1073741824, 8589934592);
    type Curve40 = Morton(1048576, 1048576);
    type Octree60 = Morton(1048576, 1048576, 1048576);
    type Octree63 = Morton(2097152, 2097152, 2097152);
    type Seven63 = Morton(512, 512, 512, 512, 512, 512, 512);
    type Hilbert40 = Hilbert(1048576, 1048576);
    type Hilbert62 = Hilbert(2147483648, 2147483648);
}

/// Bit by bit, the last axis first, while an axis has bits.
fn interleaved<const R: usize>(dims: [usize; R], index: [usize; R]) -> usize {
    let (mut position, mut place) = (0, 0);
    for bit in 0..64 {
        for axis in (0..R).rev().filter(|&axis| bit < dims[axis].ilog2()) {
            position |= (index[axis] >> bit & 1) << place;
            place += 1;
        }
    }
    position
}

/// The Hilbert curve level by level.
fn hilbert([n, _]: [usize; 2], [mut i, mut j]: [usize; 2]) -> usize {
    let (mut position, mut side) = (0, n / 2);
    while side > 0 {
        let [upper, right] = [i & side > 0, j & side > 0].map(usize::from);
        position += side * side * ((3 * upper) ^ right);
        if right == 0 {
            if upper == 1 {
                (i, j) = (n - 1 - i, n - 1 - j);
            }
            (i, j) = (j, i);
        }
        side /= 2;
    }
    position
}

/// Compares a layout with a formula at the corners and at random indices, in both directions.
fn check<L: Layout<Index = [usize; R], Position = usize, Preimage = [usize; R]>, const R: usize>(
    layout: L,
    formula: fn([usize; R], [usize; R]) -> usize,
) {
    let dims = layout.dims();
    let mut random = Random::new(63);
    for round in 0..3000 {
        let index = dims.map(|extent| match random.below(if round < 2000 { 7 } else { 1 }) {
            1 => 0,
            2 => extent - 1,
            3 => extent / 2,
            4 => extent / 2 - 1,
            5 => 1,
            6 => 1 << random.below(u64::from(extent.ilog2())),
            _ => random.below(extent as u64) as usize,
        });
        let position = formula(dims, index);
        assert_eq!(layout.apply(index), position, "{dims:?} at {index:?}");
        assert_eq!(layout.inv(position), index, "{dims:?} at {position}");
    }
    let last = dims.map(|extent| extent - 1);
    assert_eq!(layout.inv(formula(dims, last)), last);
}

#[test]
fn curves_of_up_to_63_bits() {
    check(Curve40, interleaved);
    check(Curve62, interleaved);
    check(Curve63, interleaved);
    check(Long63, interleaved);
    check(Octree60, interleaved);
    check(Octree63, interleaved);
    check(Seven63, interleaved);
    check(Hilbert40, hilbert);
    check(Hilbert62, hilbert);
    assert_eq!(Octree63::apply([2097151; 3]), i64::MAX as usize);
    assert_eq!(Octree63::inv(i64::MAX as usize), [2097151; 3]);
}

#[test]
fn positions_beyond_32_bits() {
    let last = [4294967295, 4294967294];
    assert_eq!(Wide::SPAN, 4294967296 * 4294967295);
    assert_eq!(Wide::apply(last), Wide::SPAN - 1);
    assert_eq!(Wide::inv(Wide::SPAN - 1), last);
    assert_eq!(Tall::inv(Tall::apply([4294967294, 7])), [4294967294, 7]);
    let index = [1048575, 1048574, 1023, 1];
    assert_eq!(Tiles::apply(index), (((1048575 << 20) + 1048574) << 20) + 0b10101010101010101011);
    assert_eq!(Tiles::inv(Tiles::apply(index)), index);
    const N: usize = 1 << 20;
    assert_eq!(Generic::<N>::apply([1, 2, 3, 4]), 11 * N + 20);
    assert_eq!(Generic::<N>::inv(N * N - 1), [N / 8 - 1, N / 8 - 1, 7, 7]);
}

#[test]
fn narrow_functions_up_to_their_limit() {
    assert_eq!(Whole::apply_u32([u32::MAX]), u32::MAX);
    assert_eq!(Whole::inv_u32(u32::MAX), [u32::MAX]);
    // Intermediate values beyond 32 bits are computed in more.
    let last = (65535_u32 - 1) * (65535 + 1);
    assert_eq!(Diagonals::apply_u32([65534, 65534]), last);
    assert_eq!(Diagonals::inv_u32(last), [65534, 65534]);
    for p in [0, 1, 2, 65534, 1 << 20, 1 << 31, (1 << 31) + 1, last - 1, last] {
        let [i, j] = Diagonals::inv_u32(p);
        assert_eq!(Diagonals::apply_u32([i, j]), p);
        assert_eq!(Diagonals::inv(p as usize), [i as usize, j as usize]);
    }
    let n = 4000000000;
    for p in [0, 1, 2, n * n / 2, n * n / 2 - 1, n * n - 2, n * n - 1] {
        assert_eq!(Beyond::apply(Beyond::inv(p)), p);
    }
    assert_eq!(Generic::<64>::inv_u32(Generic::<64>::apply_u32([7, 6, 5, 4])), [7, 6, 5, 4]);
}
