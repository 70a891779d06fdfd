//! What arrays do, by layouts of every kind, against plain loops over the indices.

use lego::array::{Indices, PartMut, stepped, zip};
use lego::{Arr2D, Array, ArrayLayout, Mapping, View2D, layout};

layout! {
    type Rows = Row(12, 10);
    type Columns = Col(12, 10);
    type Tiles = OrderBy(Row(3, 2), Col(4, 5)).TileBy([12, 10]);
    type Morton = Morton(8, 16);
    type Hilbert = Hilbert(12, 10);
    type Diagonals = AntiDiag(12);
    type Swizzle = SwizzleRows([8, 8], 3);
    type Padded = Row(16, 11).PadBy([12, 10] => [16, 11]);
    type Partial = Row(7, 9).ExpandBy([7, 9] => [12, 10]);
    type Lower = Lower(9);
    type Band = Band(9, 2, 1);
    type Symmetric = Symmetric(9);
    type Sized(m, n) = Row(m, n);
    type SizedTiles(m, n) = OrderBy(Row(m, n), Row(2, 3)).TileBy([2*m, 3*n]);
}

fn number([i, j]: [usize; 2]) -> i64 {
    1 + 100 * i as i64 + j as i64
}

/// Every method that makes something of an array, by the indices that have an element.
fn check<L: ArrayLayout<i64, 2> + PartialEq + 'static>(layout: L) {
    let dims @ [m, n] = layout.dims();
    // Holes hold what would show in a sum.
    let mut a = Array::from_physical(layout.clone(), vec![1 << 40; layout.span()]).unwrap();
    a.for_each_mut(|index, x| *x = number(index));
    let listed: Vec<_> = Indices::new(dims).filter(|&index| layout.try_apply(index).is_some()).collect();
    let numbers = || listed.iter().copied().map(number);
    assert_eq!((a.sum(), a.min(), a.max()), (numbers().sum(), numbers().min(), numbers().max()));
    assert_eq!(a.values().count(), listed.len());
    assert_eq!(a.fold(0, |all, x| all ^ x), numbers().fold(0, |all, x| all ^ x));
    assert!(a.iter().map(|(index, &x)| (index, x)).eq(listed.iter().map(|&index| (index, number(index)))));

    // Beside an array in rows: an operator, three in a zip, and one that is changed.
    let rows = Array::from_fn(Sized::new(m, n).unwrap(), |[i, j]| (i * j) as i64);
    let sum = &a + &rows;
    let mut changed = a.clone();
    changed.zip_apply(&rows, |x, y| *x += y).unwrap();
    for index @ [i, j] in Indices::new(dims) {
        let expected = a.get(index).map(|x| x + (i * j) as i64);
        assert_eq!((sum.get(index).copied(), changed.get(index).copied()), (expected, expected), "{index:?}");
    }
    assert!(zip((&a, &rows, &sum)).unwrap().all(|(_, (a, b, c))| a + b == *c));
    if L::INJECTIVE.is_some() {
        let kept = zip((&mut changed, &a)).unwrap().map(|(_, (x, &y))| *x = y).count();
        assert_eq!((kept, changed == a), (listed.len(), true));
    }
    assert_eq!((&a * 2 - &a).sum(), a.sum());

    // Views: steps, backwards, repeated, windows, transposed.
    let part = a.slice((stepped(.., -1), stepped(1.min(n).., 3))).unwrap();
    for [i, j] in Indices::new(part.dims()) {
        assert_eq!(part.get([i, j]), a.get([m - 1 - i, 1 + 3 * j]));
    }
    assert_eq!(part.sum(), part.iter().map(|(_, x)| x).sum::<i64>());
    let repeated = a.broadcast([2, m, n]).unwrap();
    assert_eq!(repeated.sum(), 2 * a.sum());
    let windows = a.sliding_windows([2, 3]).unwrap();
    for [i, j, k, l] in Indices::new(windows.dims()) {
        assert_eq!(windows.get([i, j, k, l]), a.get([i + k, j + l]));
    }
    assert!(Indices::new([n, m]).all(|[j, i]| a.t().get([j, i]) == a.get([i, j])));

    // Cut and put together again.
    let (left, right) = a.split_at(1, n / 2).unwrap();
    let whole = Array::concat(Sized::new(m, n).unwrap(), 1, &[&left, &right]).unwrap();
    assert!(Indices::new(dims).all(|index| whole[index] == a.get(index).copied().unwrap_or_default()));
    if L::INJECTIVE.is_some() && m > 0 {
        let mut halves = a.clone();
        let (mut upper, lower) = halves.split_at_mut(0, m / 2).unwrap();
        negate(&mut upper);
        lower.into_iter().for_each(|(_, x)| *x = -*x);
        assert_eq!(halves, -&a);
    }

    // Into another layout in the same memory, and back.
    let mirrored = Array::from_physical(layout.clone(), vec![0; layout.span()]).unwrap();
    let mut moved = a.clone().relayout_in_place(mirrored.layout().clone()).unwrap();
    assert_eq!(moved, a);
    if listed.len() == m * n && layout.span() == m * n {
        let columns = moved.relayout_in_place(Sized::new(m, n).unwrap()).unwrap();
        assert_eq!(columns, a);
        moved = columns.relayout_in_place(layout).unwrap();
        assert_eq!(moved.as_physical(), a.as_physical());
        let transposed = moved.transpose_in_place(Sized::new(n, m).unwrap()).unwrap();
        assert_eq!(transposed, a.t());
    }
}

fn negate<M: Mapping<Index = [usize; 2]> + Clone>(part: &mut PartMut<'_, i64, M, 2>) {
    part.iter_mut().for_each(|(_, x)| *x = -*x);
}

#[test]
fn arrays_of_every_kind_of_layout() {
    check(Rows);
    check(Columns);
    check(Tiles);
    check(Morton);
    check(Hilbert);
    check(Diagonals);
    check(Swizzle);
    check(Padded);
    check(Partial);
    check(Lower);
    check(Band);
    check(Sized::new(0, 10).unwrap());
    check(Sized::new(7, 0).unwrap());
    check(Sized::new(1, 1).unwrap());
    check(Sized::new(7, 13).unwrap());
    check(SizedTiles::new(3, 2).unwrap());
}

/// A symmetric matrix is read through its mapping, and written through the triangle that it is stored as.
#[test]
fn symmetric_matrices_are_written_as_a_triangle() {
    let mut lower = Arr2D::from_fn(Lower, |[i, j]| (10 * i + j) as i64);
    lower[[8, 0]] = -1;
    let whole = View2D::from_physical(Symmetric, lower.as_physical()).unwrap();
    for [i, j] in Indices::new([9, 9]) {
        assert_eq!(whole[[i, j]], lower[[i.max(j), i.min(j)]]);
    }
    assert_eq!(whole.sum(), Indices::new([9, 9]).map(|index| whole[index]).sum::<i64>());
    assert_eq!(whole.t(), whole);
    let dense = Arr2D::<i64, Square>::from_fn(Square, |[i, j]| (i + j) as i64);
    assert!((&dense + whole).iter().all(|([i, j], &x)| x == (i + j) as i64 + whole[[i, j]]));
    assert_eq!(Symmetric.dims(), Lower.dims());
}

layout!(type Square = Row(9, 9););
