//! The traits: one for all layouts, one for those whose sizes are constants.

use lego::{Layout, Mapping, StaticLayout, layout};

layout! {
    type Static = Col(4, 8);
    type Runtime(m, k) = Col(m, k);
    type Generic<const N: usize> = Col(N, N);
    type Diagonals = AntiDiag(9);
    type Skewed = Row(9, 8).PadBy([8, 8] => [9, 8]);
    type Expanded = Row(5, 8).ExpandBy([5, 8] => [6, 8]);
}

fn positions<L: Layout<Index = [usize; 2]>>(layout: L) -> Vec<Option<usize>> {
    let [n, m] = layout.dims();
    (0..n).flat_map(|i| (0..m).map(move |j| [i, j])).map(|index| layout.try_apply(index)).collect()
}

fn constants<L: StaticLayout>() -> (L::Index, usize, usize, usize) {
    assert_eq!((L::default().dims(), L::default().count(), L::default().span()), (L::DIMS, L::COUNT, L::SPAN));
    (L::DIMS, L::COUNT, L::SPAN, L::RANK)
}

#[test]
fn generic_code_takes_both_kinds() {
    let runtime = Runtime::new(4, 8).unwrap();
    assert_eq!(positions(Static), positions(runtime));
    assert_eq!(positions(Static), positions(layout!(Col(4, 8))));
    assert_eq!(positions(Generic::<4>), positions(Runtime::new(4, 4).unwrap()));
    assert_eq!(positions(Expanded)[40..], [None; 8]);
}

#[test]
fn constants_equal_what_methods_say() {
    assert_eq!(constants::<Static>(), ([4, 8], 32, 32, 2));
    assert_eq!(constants::<Generic<5>>(), ([5, 5], 25, 25, 2));
    assert_eq!(constants::<Skewed>(), ([8, 8], 64, 72, 2));
    assert_eq!(constants::<Expanded>(), ([6, 8], 48, 40, 2));
    assert_eq!((Static::RANK, Static::DIMS, Static::COUNT, Static::SPAN), (2, [4, 8], 32, 32));
}

#[test]
fn strides_are_known_where_the_map_is_affine() {
    assert_eq!((Static.stride(0), Static.stride(1), Static.stride(2)), (Some(1), Some(4), None));
    let runtime = Runtime::new(3, 8).unwrap();
    assert_eq!((runtime.stride(0), runtime.stride(1)), (Some(1), Some(3)));
    assert_eq!(Generic::<7>.stride(1), Some(7));
    assert_eq!((Diagonals.stride(0), Diagonals.stride(1)), (None, None));
    assert_eq!(Diagonals.anti_diagonal_stride(), Some(1));
    assert_eq!(Static.anti_diagonal_stride(), Some(-3));
    assert_eq!(Skewed.anti_diagonal_stride(), Some(7));
    assert_eq!((Expanded.stride(0), Expanded.anti_diagonal_stride()), (None, None));
    for i in 0..8 {
        for j in 1..9 {
            assert_eq!(Diagonals::apply([i + 1, j - 1]), Diagonals::apply([i, j]) + 1);
        }
    }
}
