//! Closures whose inverse is derived, in generated code.

use lego::{Layout, layout};

layout! {
    const BANK: usize = 8;

    type Swizzled = GenP([8, 32], |i, j| i*32 + (j ^ (i % BANK * 4)));
    type Rotated<const N: usize, const C: usize> = GenP([N], |i| (i + C) % N);
    type Serpent<const N: usize, const M: usize> = GenP([N, M], |i, j| i*M + if i % 2 == 0 { j } else { M - 1 - j });
    type Skewed(n, m) = GenP([n, m], |i, j| i*m + (i + j) % m);
    type Large = GenP([4096, 4096], |i, j| i*4096 + (j ^ i));
    type Blocks<const B: usize> = OrderBy(Row(2, 2), Serpent<B, B>).TileBy([2*B, 2*B]);
}

fn is<L: Layout<Index = [usize; R], Preimage = [usize; R], Position = usize>, const R: usize>(
    layout: &L,
    indices: impl Iterator<Item = [usize; R]>,
    position: impl Fn([usize; R]) -> usize,
) {
    let mut count = 0;
    for index in indices {
        let expected = position(index);
        assert_eq!((layout.apply(index), layout.inv(expected)), (expected, index));
        count += 1;
    }
    assert_eq!((count, layout.span()), (layout.count(), layout.count()));
}

fn square(n: usize, m: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |i| (0..m).map(move |j| [i, j]))
}

#[test]
fn every_index_of_sizes_of_each_kind() {
    is(&Swizzled, square(8, 32), |[i, j]| i * 32 + (j ^ (i % 8 * 4)));
    is(&Rotated::<10, 3>, (0..10).map(|i| [i]), |[i]| (i + 3) % 10);
    is(&Rotated::<7, 23>, (0..7).map(|i| [i]), |[i]| (i + 23) % 7);
    is(&Rotated::<1, 1>, [[0]].into_iter(), |_| 0);
    is(&Serpent::<4, 5>, square(4, 5), |[i, j]| i * 5 + if i % 2 == 0 { j } else { 4 - j });
    is(&Serpent::<1, 1>, square(1, 1), |_| 0);
    for (n, m) in [(1, 1), (3, 8), (9, 4), (5, 7)] {
        is(&Skewed::new(n, m).unwrap(), square(n, m), |[i, j]| i * m + (i + j) % m);
    }
    is(&Blocks::<3>, square(6, 6), |[i, j]| {
        let (k, l) = (i % 3, j % 3);
        (i / 3 * 2 + j / 3) * 9 + k * 3 + if k % 2 == 0 { l } else { 2 - l }
    });
    assert_eq!(Large::inv(Large::apply([4095, 77])), [4095, 77]);
    const HERE: [usize; 2] = Large::inv(5 * 4096 + (9 ^ 5));
    assert_eq!(HERE, [5, 9]);
}
