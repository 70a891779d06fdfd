//! Linear layouts as pieces: `Linear([4, 4], [[0, 1], [0, 2], [1, 1], [2, 2]])`.

mod recorded;

use lego::array::Indices;
use lego::{Arr2D, Coord, Layout, layout, layout_eq};

layout! {
    const N: usize = 4;
    /// Each row of four xor'ed with its number.
    type Swizzled = Linear([N, N], [[0, 1], [0, N/2], [1, 1], [2, 2]]);
    /// The registers, lanes and warps of a thread block on a 16×16 tile, as in the paper on linear layouts, fig. 1.
    type Fig1 = Linear([16, 16], [[0, 1], [1, 0], [0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [8, 0]]);
    type Gray = Linear([256], [[1], [3], [6], [12], [24], [48], [96], [192]]);
    type Dense = Linear([8, 4], [[3, 1], [5, 2], [6, 2], [1, 0], [7, 1]]);
    type Tiles<const M: usize> = OrderBy(Row(M, 1), Swizzled).TileBy([M, 1], [4, 4]);
    type Sized(m) = OrderBy(Row(m), Dense).GroupBy([m, 32]);
    type Partial = Gray.ExpandBy([256] => [260]).GroupBy([10, 26]);
    type Padded = Swizzled.PadBy([3, 4] => [4, 4]);
    type Composed = compose(Gray, Linear([2, 128], [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [1, 127]]));
    type One = Linear([1, 1], []);
}

layout_eq!(Swizzled, SwizzleRows([4, 4], 2));
layout_eq!(Linear([2, 4], [[1, 0], [0, 1], [0, 2]]), Col(2, 4));
layout_eq!(Linear([4, 4], [[0, 1], [1, 0], [0, 2], [2, 0]]), Morton(4, 4));
layout_eq!(Linear([64], [[1], [2], [4], [9], [18], [36]]), Swizzle(3, 0, 3));
layout_eq!(
    OrderBy(Linear([256], [[1], [3], [6], [12], [24], [48], [96], [192]]))
        .OrderBy(Linear([256], [[1], [2], [4], [8], [16], [32], [64], [128]])),
    Gray
);
layout_eq!(One, Row(1, 1));

/// The index that the bits of a position stand for.
fn index<const R: usize>(images: &[[usize; R]], position: usize) -> [usize; R] {
    let mut index = [0; R];
    for (bit, image) in images.iter().enumerate() {
        for (component, part) in index.iter_mut().zip(image) {
            *component ^= (position >> bit & 1) * part;
        }
    }
    index
}

#[track_caller]
fn is<L: Layout<Index = [usize; R]>, const R: usize>(layout: &L, images: &[[usize; R]])
where
    [usize; R]: Coord,
{
    assert_eq!(layout.span(), 1 << images.len());
    for position in 0..layout.span() {
        let index = index(images, position);
        assert_eq!((layout.try_inv(position), layout.try_apply(index)), (Some(index), Some(position)));
    }
    assert_eq!(Indices::new(layout.dims()).count(), layout.span());
}

const SWIZZLED: [[usize; 2]; 4] = [[0, 1], [0, 2], [1, 1], [2, 2]];
const FIG1: [[usize; 2]; 8] = [[0, 1], [1, 0], [0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [8, 0]];
const GRAY: [[usize; 1]; 8] = [[1], [3], [6], [12], [24], [48], [96], [192]];
const DENSE: [[usize; 2]; 5] = [[3, 1], [5, 2], [6, 2], [1, 0], [7, 1]];

const AT_COMPILE_TIME: usize = Swizzled::apply([3, 1]);
const BACK: [usize; 2] = Dense::inv(31);

#[test]
fn positions_are_by_the_inverse_matrix() {
    assert_eq!((AT_COMPILE_TIME, BACK), (14, index(&DENSE, 31)));
    is(&Swizzled, &SWIZZLED);
    is(&Fig1, &FIG1);
    is(&Gray, &GRAY);
    is(&Dense, &DENSE);
    is(&One, &[]);
    for position in 0..32 * 5 {
        let [i, j] = index(&DENSE, position % 32);
        assert_eq!(Sized::new(5).unwrap().apply([position / 32, i * 4 + j]), position);
        assert_eq!(Sized::new(5).unwrap().inv(position), [position / 32, i * 4 + j]);
    }
    for position in 0..16 * 3 {
        let [i, j] = index(&SWIZZLED, position % 16);
        assert_eq!(Tiles::<3>::apply([position / 16, 0, i, j]), position);
        assert_eq!(Tiles::<3>::inv(position), [position / 16, 0, i, j]);
    }
    for (i, j) in (0..10).flat_map(|i| (0..26).map(move |j| (i, j))) {
        let flat = i * 26 + j;
        assert_eq!(Partial::apply([i, j]), (flat < 256).then(|| Gray::apply([flat])));
    }
    for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(Padded::apply([i, j]), Swizzled::apply([i, j]));
    }
    for position in 0..256 {
        let [flat] = Gray::inv(position);
        let outer = index(&[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [1, 127]], flat);
        assert_eq!((Composed::apply(outer), Composed::inv(position)), (position, outer));
    }
}

#[test]
fn in_32_bits_and_in_arrays_too() {
    for position in 0..256 {
        let [i, j] = index(&FIG1, position).map(|component| component as u32);
        assert_eq!((Fig1::apply_u32([i, j]), Fig1::inv_u32(position as u32)), (position as u32, [i, j]));
    }
    let mut tile = Arr2D::<u32, Fig1>::from_fn(Fig1, |[i, j]| (100 * i + j) as u32);
    tile[[5, 9]] = 7;
    let position = Fig1::apply([5, 9]);
    assert_eq!((tile.as_physical()[position], tile.as_physical()[0], tile.as_physical()[1]), (7, 0, 1));
}

#[test]
fn what_lies_outside_is_refused() {
    assert_eq!((Dense::try_apply([8, 0]), Dense::try_apply([0, 4]), Dense::try_inv(32)), (None, None, None));
}
