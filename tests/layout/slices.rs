//! `slice`: some indices fixed, the others ranging, wholly or in part.

use lego::{Arr2D, Layout, Mapping, layout};

layout! {
    type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
    type Diagonals = AntiDiag(6);
    type Matrix(m, k) = Col(m, k);
    type Extended = Row(5).ExpandBy([5] => [8]).TileBy([2], [4]);
    #[allow(non_upper_case_globals)]
    type Named<const Spec: usize> = Row(Spec, 2);
}

#[test]
fn a_tile_of_a_matrix() {
    let tile = Tiled::<128, 64>::slice((1, 0, .., ..)).unwrap();
    assert_eq!(tile.dims(), [64, 32]);
    for i in 0..64 {
        for j in 0..32 {
            assert_eq!(tile.apply([i, j]), (64 + i) * 64 + j);
        }
    }
    assert_eq!((tile.stride(0), tile.stride(1)), (Some(64), Some(1)));
    let positions: Vec<usize> = tile.positions().collect();
    assert_eq!((positions.len(), positions[0], positions[33]), (64 * 32, 64 * 64, 65 * 64 + 1));
    assert_eq!(tile.inv(65 * 64 + 1), Some([1, 1]));
    assert_eq!(tile.inv(0), None);
}

#[test]
fn a_part_of_a_tile() {
    let part = Tiled::<128, 64>::slice((1, 0, .., 4..12)).unwrap();
    assert_eq!(part.dims(), [64, 8]);
    for i in 0..64 {
        for j in 0..8 {
            let position = (64 + i) * 64 + j + 4;
            assert_eq!((part.apply([i, j]), part.inv(position)), (position, Some([i, j])));
        }
    }
    let affine = part.affine().unwrap();
    assert_eq!((affine.base, affine.strides), (64 * 64 + 4, [64, 1]));
    assert_eq!((part.inv(64 * 64 + 3), part.inv(64 * 64 + 12)), (None, None));
    let error = Tiled::<128, 64>::slice((1, 0, .., 4..33)).unwrap_err();
    assert_eq!(error.to_string(), "the end of axis 3 is 33, but may be at most 32");
}

#[test]
fn where_nothing_is_affine() {
    let row = Diagonals::slice((2, ..)).unwrap();
    assert!(row.positions().eq((0..6).map(|j| Diagonals::apply([2, j]))));
    assert_eq!(row.stride(0), None);
    let part = Diagonals::slice((1..4, 2..=3)).unwrap();
    let expected = (1..4).flat_map(|i| (2..4).map(move |j| Diagonals::apply([i, j])));
    assert!(part.positions().eq(expected) && part.affine().is_none());
}

#[test]
fn as_a_method() {
    let matrix = Matrix::new(4, 8).unwrap();
    let column = matrix.slice((.., 3)).unwrap();
    assert!(column.positions().eq(12..16));
    let row = layout!(Col(4, 8)).slice((1, ..)).unwrap();
    assert!(row.positions().eq((0..8).map(|j| j * 4 + 1)));
    assert_eq!(Named::<3>::slice((.., 1)).unwrap().dims(), [3]);
}

#[test]
fn partial_layouts_leave_out_what_is_not_stored() {
    assert!(Extended::slice((1, ..)).unwrap().positions().eq([4]));
}

#[test]
fn outside_is_an_error() {
    let error = Tiled::<128, 64>::slice((2, 0, .., ..)).unwrap_err();
    assert_eq!(error.to_string(), "the index of axis 0 is 2, but may be at most 1");
    let array = Arr2D::<u8, Diagonals>::default();
    assert!(array.slice((.., 6)).is_err());
}
