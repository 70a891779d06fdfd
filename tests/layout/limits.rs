//! Layouts beyond 32 bits, and index types.

use lego::layout;

layout! {
    type Wide = Row(4294967296, 4294967295);
    type Tall = Col(4294967295, 4294967296);
    type Tiles = OrderBy(Row(1048576, 1048576), Morton(1024, 1024)).TileBy([1048576, 1048576], [1024, 1024]);
    type Whole = Row(4294967296);
    type Diagonals = AntiDiag(65535);
    type Beyond = AntiDiag(4000000000);
    type Generic<const N: usize> = Row(N, N).TileBy([N/8, N/8], [8, 8]);
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
