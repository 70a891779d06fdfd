//! Windows of layouts: the same in 32 bits as in `usize`, and none that reaches beyond.

use lego::mapping::Window;
use lego::{Mapping, Mapping32, layout};

layout! {
    type Rows(m, n) = Row(m, n);
    type Columns = Col(5, 7);
    type Tiled = Row(6, 8).TileBy([3, 4], [2, 2]);
    type Swizzled = SwizzleRows([6, 8], 3);
    type Padded = Row(5, 9).PadBy([5, 7] => [5, 9]);
    type Partial(m, n) = Row(m, n).ExpandBy([m, n] => [8, 8]);
    type Line = Reverse(9);
}

/// Every window of a layout, and those that reach beyond by one.
fn all<L, const R: usize>(layout: L)
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: lego::mapping::Coord,
    [u32; R]: lego::mapping::Coord32,
{
    layout.check_u32().unwrap();
    let dims = layout.dims();
    let boxes = lego::mapping::Indices::new(dims.map(|n| (n + 2) * (n + 2)));
    for at in boxes {
        let origin: [usize; R] = std::array::from_fn(|k| at[k] / (dims[k] + 2));
        let extents: [usize; R] = std::array::from_fn(|k| at[k] % (dims[k] + 2));
        let narrow = Window::new_u32(layout, origin.map(|i| i as u32), extents.map(|n| n as u32));
        let inside = (0..R).all(|k| origin[k] + extents[k] <= dims[k]);
        let wide = Window::new(layout, origin, extents).ok();
        assert_eq!((wide.is_some(), narrow.is_some()), (inside, inside), "{origin:?} {extents:?}");
        let Some((wide, narrow)) = wide.zip(narrow) else { continue };
        let again = Window::<L, R>::from_sizes_u32(wide.sizes_u32());
        for window in [wide, narrow, again] {
            assert_eq!((window.check().is_ok(), window.check_u32().is_ok()), (true, true));
            assert_eq!((window.dims(), window.origin(), window.span_u32() as usize), (extents, origin, layout.span()));
            assert_eq!(window.dims_u32(), extents.map(|n| n as u32));
        }
        for index in lego::mapping::Indices::new(extents) {
            let expected: Option<usize> = layout.apply(std::array::from_fn(|k| origin[k] + index[k])).into();
            for window in [wide, narrow, again] {
                let found: Option<u32> = window.apply_u32(index.map(|i| i as u32)).into();
                assert_eq!(found.map(|position| position as usize), expected, "{origin:?} {extents:?} {index:?}");
                assert_eq!(window.apply(index).into(), expected);
            }
        }
    }
}

#[test]
fn windows_are_the_same_in_32_bits() {
    for (m, n) in [(1, 1), (1, 6), (5, 7)] {
        all(Rows::new(m, n).unwrap());
        all(Partial::new(m, n).unwrap());
    }
    all(Columns);
    all(Swizzled);
    all(Padded);
    all(Line);
    // Four axes: the corners.
    let window = Window::new_u32(Tiled, [1, 2, 1, 0], [2, 2, 1, 2]).unwrap();
    assert_eq!(window.apply_u32([1, 1, 0, 1]) as usize, Tiled::apply([2, 3, 1, 1]));
    assert!(Window::new_u32(Tiled, [1, 2, 1, 1], [2, 2, 1, 2]).is_none());
}

#[test]
fn windows_end_where_numbers_do() {
    let most = u32::MAX as usize;
    let line = Rows::new(1, most).unwrap();
    let window = Window::new(line, [0, most - 3], [1, 3]).unwrap();
    assert_eq!((window.apply_u32([0, 2]), window.check_u32()), (u32::MAX - 1, Ok(())));
    assert!(Window::new_u32(line, [0, u32::MAX], [1, 0]).is_some());
    for (origin, extents) in [([0, u32::MAX], [1, 1]), ([0, 1], [1, u32::MAX]), ([u32::MAX, 0], [u32::MAX, 1])] {
        assert!(Window::new_u32(line, origin, extents).is_none(), "{origin:?} {extents:?}");
    }
    // What 32 bits do not hold is said by the check, not cut.
    let large = Rows::new(most, 3).unwrap();
    assert!(Window::new(large, [most - 1, 0], [1, 3]).unwrap().check_u32().is_err());
    // Sizes that do not fit make another layout, and a window outside of it is none.
    let window = Window::new(Rows::new(most + 6, 3).unwrap(), [7, 0], [1, 3]).unwrap();
    assert!(window.check().is_ok() && window.check_u32().is_err());
    let other = Window::<Rows, 2>::from_sizes_u32(window.sizes_u32());
    assert!(other.check().is_err() && other.check_u32().is_err());
}

#[test]
fn windows_of_windows_are_windows() {
    let inner = Window::new(Window::new(Columns, [1, 2], [4, 5]).unwrap(), [2, 1], [2, 3]).unwrap();
    for index in lego::mapping::Indices::new([2, 3]) {
        let [i, j] = index;
        assert_eq!(inner.apply_u32([i as u32, j as u32]) as usize, Columns::apply([3 + i, 3 + j]));
    }
    assert!(inner.check_u32().is_ok());
}

#[test]
fn windows_that_overlap_are_named() {
    let says = |boxes| Window::disjoint(Columns, boxes).err().map(|error: lego::LayoutError| error.to_string());
    assert_eq!(says([([0, 0], [2, 7]), ([2, 0], [3, 4]), ([2, 4], [3, 3])]), None);
    let words = "window 1 from [2, 0] of [3, 5] and window 2 from [2, 4] of [3, 3] overlap: [2, 4] is in both";
    assert_eq!(says([([0, 0], [2, 7]), ([2, 0], [3, 5]), ([2, 4], [3, 3])]).as_deref(), Some(words));
    let words = "the end of a window of 4 from 4 on, on axis 1, is 8, but may be at most 7";
    assert_eq!(says([([0, 0], [2, 7]), ([0, 0], [2, 7]), ([2, 4], [3, 4])]).as_deref(), Some(words));
    // Windows without elements are in nobody's way.
    assert_eq!(says([([0, 0], [5, 7]), ([2, 3], [0, 2]), ([5, 7], [0, 0])]), None);
}
