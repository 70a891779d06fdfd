//! Triangles and bands: parts of a square that are stored without the rest.

use crate::laws::{check, indices};
use lego::array::View2D;
use lego::{Arr2D, Mapping, layout};

layout! {
    type Lower = Lower(9);
    type Upper = Upper(9);
    type Band = Band(9, 2, 1);
    type Symmetric = Symmetric(9);
    type Diagonal = Band(1, 0, 0);
    type Above = Band(7, 0, 3);
    type LowerOf<const N: usize> = Lower(N);
    type UpperOf<const N: usize> = Upper(N);
    type BandOf<const N: usize, const B: usize, const A: usize> = Band(N, B, A);
    type SymmetricOf<const N: usize> = Symmetric(N);
    type RunLower(n) = Lower(n);
    type RunUpper(n) = Upper(n);
    type RunBand(n, b, a) = Band(n, b, a);
    type RunSymmetric(n) = Symmetric(n);
    type Tiles<const N: usize> = Lower(N).TileBy([N/4, N/4], [4, 4]);
    type Grouped = Upper(6).GroupBy([4, 9]);
    type Partial = Lower(10).ExpandBy([10, 10] => [12, 12]).TileBy([3, 3], [4, 4]);
    type Stored = Col(5, 11).Lower(10);
    type Padded = Row(64).PadBy([55] => [64]).Lower(10);
    type Only = OrderBy(Upper(5)).GroupBy([25]);
}

fn lower(i: usize, j: usize) -> Option<usize> {
    (i >= j).then(|| i * (i + 1) / 2 + j)
}

fn upper(n: usize, i: usize, j: usize) -> Option<usize> {
    (i <= j).then(|| (0..i).map(|row| n - row).sum::<usize>() + j - i)
}

fn band(below: usize, above: usize, i: usize, j: usize) -> Option<usize> {
    (i <= j + below && j <= i + above).then(|| i * (below + above + 1) + j + below - i)
}

#[test]
fn every_index_and_position() {
    check(Lower, |[i, j]| lower(i, j));
    check(Upper, |[i, j]| upper(9, i, j));
    check(Band, |[i, j]| band(2, 1, i, j));
    check(LowerOf::<1>, |[i, j]| lower(i, j));
    check(LowerOf::<13>, |[i, j]| lower(i, j));
    check(UpperOf::<1>, |[i, j]| upper(1, i, j));
    check(UpperOf::<13>, |[i, j]| upper(13, i, j));
    check(Diagonal, |[i, j]| band(0, 0, i, j));
    check(Above, |[i, j]| band(0, 3, i, j));
    check(BandOf::<7, 1, 3>, |[i, j]| band(1, 3, i, j));
    check(BandOf::<7, 9, 8>, |[i, j]| band(9, 8, i, j));
    for n in [1, 2, 3, 8, 17] {
        check(RunLower::new(n).unwrap(), |[i, j]| lower(i, j));
        check(RunUpper::new(n).unwrap(), |[i, j]| upper(n, i, j));
        check(RunBand::new(n, 2, 3).unwrap(), |[i, j]| band(2, 3, i, j));
    }
    check(Tiles::<12>, |[i, j, k, l]| lower(4 * i + k, 4 * j + l));
    check(Grouped, |[i, j]| upper(6, (i * 9 + j) / 6, (i * 9 + j) % 6));
    check(Partial, |[i, j, k, l]| {
        let (row, column) = (4 * i + k, 4 * j + l);
        if row < 10 && column < 10 { lower(row, column) } else { None }
    });
    check(Stored, |[i, j]| lower(i, j).map(|p| p % 11 * 5 + p / 11));
    check(Padded, |[i, j]| lower(i, j));
    check(Only, |[i]| upper(5, i / 5, i % 5));
}

#[test]
fn thirty_two_bits_are_the_same() {
    for [i, j] in indices([9, 9]) {
        let index = [i as u32, j as u32];
        let narrow = |position: Option<usize>| position.map(|p| p as u32);
        assert_eq!(Lower::apply_u32(index), narrow(lower(i, j)));
        assert_eq!(Upper::apply_u32(index), narrow(upper(9, i, j)));
        assert_eq!(Band::apply_u32(index), narrow(band(2, 1, i, j)));
        assert_eq!(Some(Symmetric::apply_u32(index)), narrow(lower(i.max(j), i.min(j))));
    }
    // The largest square with twins of 32 bits: on the way to the index more is needed.
    layout! {
        type Wide = Lower(65535);
        type WideUpper = Upper(65535);
    }
    let n = 65_535_u64;
    assert_eq!((Wide::SPAN as u64, WideUpper::SPAN as u64), (n * (n + 1) / 2, n * (n + 1) / 2));
    for (i, j) in
        [(0, 0), (1, 1), (23_170, 7), (46_340, 46_340), (46_341, 1), (65_533, 0), (65_534, 0), (65_534, 65_534)]
    {
        let p = i * (i + 1) / 2 + j;
        assert_eq!(Wide::apply_u32([i as u32, j as u32]), Some(p as u32), "[{i}, {j}]");
        assert_eq!(Wide::inv_u32(p as u32), [i as u32, j as u32]);
        assert_eq!(Wide::inv(p as usize), [i as usize, j as usize]);
        // The upper triangle is the lower one turned.
        let (turned, index) = (n * (n + 1) / 2 - 1 - p, [n - 1 - i, n - 1 - j]);
        assert_eq!(WideUpper::apply_u32(index.map(|x| x as u32)), Some(turned as u32), "{index:?}");
        assert_eq!(WideUpper::inv_u32(turned as u32), index.map(|x| x as u32));
    }
}

#[test]
fn a_symmetric_map_is_read() {
    fn reads<M: Mapping<Index = [usize; 2]>>(map: M, n: usize) {
        assert_eq!((map.dims(), map.span()), ([n, n], n * (n + 1) / 2));
        assert!(n == 1 || !map.is_unique());
        assert!(map.is_exhaustive() && M::INJECTIVE.is_none());
        for [i, j] in indices([n, n]) {
            assert_eq!(map.try_apply([i, j]), lower(i.max(j), i.min(j)), "at [{i}, {j}]");
        }
    }
    reads(Symmetric, 9);
    reads(SymmetricOf::<1>, 1);
    reads(SymmetricOf::<14>, 14);
    for n in [1, 2, 15] {
        reads(RunSymmetric::new(n).unwrap(), n);
    }
    let stored: Vec<usize> = (0..Symmetric::SPAN).collect();
    let view = View2D::from_physical(Symmetric, &stored[..]).unwrap();
    assert_eq!((view[[7, 2]], view[[2, 7]]), (30, 30));
}

#[test]
fn an_array_stores_the_triangle_alone() {
    let mut array: Arr2D<u32, Lower> = Arr2D::default();
    array[[8, 3]] = 5;
    assert_eq!((array.as_physical().len(), array.get([8, 3]), array.get([3, 8])), (45, Some(&5), None));
}
