//! Layouts that are no bijections: a part is stored, or there are holes.

use crate::laws::check;
use lego::layout;

layout! {
    type Extended = Row(10, 10).ExpandBy([10, 10] => [12, 12]).TileBy([3, 3], [4, 4]);
    type Padded = Row(65, 66).PadBy([65, 65] => [65, 66]);
    type Both = Row(5, 8).PadBy([5, 7] => [5, 8]).ExpandBy([5, 7] => [6, 8]).TileBy([3, 2], [2, 4]);
    type Other = Row(42).ExpandBy([42] => [48]).OrderBy(Col(6, 8)).PadBy([6, 7] => [6, 8]).TileBy([3, 7], [2, 1]);
    type Symbolic<const N: usize, const M: usize> = Col(N, N).ExpandBy([N, N] => [M, M]).TileBy([M/4, M/4], [4, 4]);
}

const NONE: Option<usize> = Extended::apply([2, 2, 3, 3]);
const SOME: Option<usize> = Extended::apply([2, 2, 1, 1]);
const HOLE: Option<[usize; 2]> = Padded::inv(65);

#[test]
fn the_types_say_which_direction_is_partial() {
    assert_eq!((NONE, SOME, HOLE), (None, Some(99), None));
    assert_eq!((Extended::inv(99), Padded::apply([1, 0])), ([2, 2, 1, 1], 66));
    assert_eq!((Extended::apply_u32([2, 2, 3, 3]), Extended::inv_u32(99)), (None, [2, 2, 1, 1]));
    assert_eq!((Padded::inv_u32(65), Padded::apply_u32([1, 0])), (None, 66));
    assert_eq!(Extended::try_apply([3, 0, 0, 0]), None);
    assert_eq!(Padded::try_inv(65 * 66), None);
}

#[test]
fn sizes_of_the_index_space_and_of_the_buffer() {
    assert_eq!((Extended::COUNT, Extended::SPAN), (144, 100));
    assert_eq!((Padded::COUNT, Padded::SPAN), (4225, 4290));
    assert_eq!((Both::COUNT, Both::SPAN), (48, 40));
    assert_eq!((Other::COUNT, Other::SPAN), (42, 42));
}

#[test]
fn every_index_and_position() {
    check(Extended, |[i, j, k, l]| {
        let (row, column) = (i * 4 + k, j * 4 + l);
        (row < 10 && column < 10).then_some(row * 10 + column)
    });
    check(Padded, |[i, j]| Some(i * 66 + j));
    check(Both, |[i, j, k, l]| {
        let (row, column) = (i * 2 + k, j * 4 + l);
        (row < 5 && column < 7).then_some(row * 8 + column)
    });
    check(Other, |[i, j, k, _]| Some(j * 6 + i * 2 + k).filter(|&p| p < 42));
    check(Symbolic::<5, 8>, |[i, j, k, l]| {
        let (row, column) = (i * 4 + k, j * 4 + l);
        (row < 5 && column < 5).then_some(column * 5 + row)
    });
    check(Symbolic::<8, 8>, |[i, j, k, l]| Some((j * 4 + l) * 8 + i * 4 + k));
}
