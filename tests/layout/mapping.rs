//! `Mapping`: what is read through a map that is neither injective nor onto, and what such a map may not do.

use lego::mapping::Tabulated;
use lego::{AntiDiagonals, Arr2D, Array, Columns, Layout, LayoutError, Line, Mapping, Rows, Stack2D, View2D, layout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

layout! {
    type Square = Row(4, 4);
    type Turned = Col(4, 4);
    type Padded = Row(4, 5).PadBy([4, 4] => [4, 5]);
    type Fringe(n) = Row(2*n, n).PadBy([n, n] => [2*n, n]);
    type Stored = Row(3, 3).ExpandBy([3, 3] => [4, 4]);
    type Both = Row(3, 4).PadBy([3, 3] => [3, 4]).ExpandBy([3, 3] => [4, 4]);
}

/// One row, seen as four: the stride of the first axis is 0. Positions 1, 3, 5, 7 belong to no index.
#[derive(Debug)]
struct Broadcast;

impl Mapping for Broadcast {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        [4, 4]
    }

    fn span(&self) -> usize {
        8
    }

    fn apply(&self, [_, j]: [usize; 2]) -> usize {
        2 * j
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        [Some(0), Some(2)][axis]
    }

    fn anti_diagonal_stride(&self) -> Option<isize> {
        Some(-2)
    }
}

const ROW: [i32; 8] = [10, -1, 20, -1, 30, -1, 40, -1];

#[test]
fn a_broadcast_is_read_like_any_array() {
    // A layout that cannot be copied is lent.
    let view = View2D::from_physical(&Broadcast, &ROW[..]).unwrap();
    let copied = Arr2D::from_fn(Turned, |[_, j]| 10 * (j as i32 + 1));
    assert_eq!(view, copied);
    assert_eq!((view[[3, 2]], view.get([0, 3]), view.get([4, 0])), (30, Some(&40), None));
    assert_eq!(format!("{view:?}"), format!("{copied:?}"));
    assert_eq!(view.to_row_major(), [10, 20, 30, 40].repeat(4));
    assert!(view.iter().eq(copied.iter()));
    assert_eq!(view.relayout::<Turned>().unwrap(), copied);
    let mut target = Arr2D::<i32, Padded>::default();
    target.assign(&view).unwrap();
    assert_eq!(target, copied);
    assert!(view.slice((.., 2)).unwrap().iter().all(|(_, &element)| element == 30));
    assert!(view.slice((1, ..)).unwrap().iter().map(|(_, &element)| element).eq([10, 20, 30, 40]));
    for k in 0..4 {
        assert!(view.lines(Rows).line(k).items().eq([10, 20, 30, 40]));
        assert!(view.lines(Columns).line(k).items().eq([10 * (k as i32 + 1); 4]));
    }
    for k in 0..7 {
        assert!(view.lines(AntiDiagonals).line(k).items().eq(copied.lines(AntiDiagonals).line(k).items()));
    }
}

#[test]
fn a_broadcast_is_refused_as_a_layout_at_run_time() {
    let error = Tabulated::new(Broadcast).unwrap_err();
    assert_eq!(error.to_string(), "no two indices may share a position: [0, 0] and [1, 0] both go to position 0");
}

#[test]
fn a_mapping_that_turns_out_injective_is_written_through_its_table() {
    let sub = lego::array::slice(&Broadcast, (0, ..)).unwrap();
    let layout = Tabulated::new(sub).unwrap();
    assert_eq!((layout.try_inv(6), layout.try_inv(7)), (Some([3]), None));
    assert!(layout.is_unique() && !layout.is_exhaustive() && layout.is_strided());
    let mut elements = ROW;
    let mut row = Array::<_, _, 1>::from_physical(&layout, &mut elements[..]).unwrap();
    row[[2]] = 33;
    row.for_each_mut(|[j], element| *element += j as i32);
    assert_eq!(elements, [10, -1, 21, -1, 35, -1, 43, -1]);
}

/// What a mapping says of itself, against every index.
fn check<M: Mapping<Index = [usize; 2]>>(mapping: M, expected: [bool; 3]) {
    let [m, n] = mapping.dims();
    let all = (0..m).flat_map(|i| (0..n).map(move |j| [i, j])).filter_map(|index| mapping.try_apply(index));
    let (mut hits, mut count) = (vec![0; mapping.span()], 0);
    all.for_each(|position| (hits[position] += 1, count += 1).0);
    let (unique, exhaustive) = (hits.iter().all(|&hits| hits < 2), hits.iter().all(|&hits| hits > 0));
    assert!(unique || !mapping.is_unique());
    assert!(exhaustive || !mapping.is_exhaustive());
    assert_eq!([mapping.is_unique(), mapping.is_exhaustive(), mapping.is_strided()], expected);
}

#[test]
fn mappings_say_what_holds_of_them() {
    check(Square, [true, true, true]);
    check(Turned, [true, true, true]);
    check(Padded, [true, false, true]);
    check(Fringe::new(3).unwrap(), [true, false, true]);
    check(Stored, [true, true, false]);
    check(Both, [true, false, false]);
    check(Broadcast, [false, false, true]);
}

/// A mapping that says something else at each call: what it breaks is its own arrays, by a panic or a wrong element.
#[test]
fn a_mapping_that_changes_its_mind_reads_nonsense_or_panics() {
    struct Fickle(AtomicUsize);
    impl Mapping for Fickle {
        type Index = [usize; 2];
        type Position = usize;

        fn dims(&self) -> [usize; 2] {
            [self.0.fetch_add(1, Relaxed) % 5, 4]
        }

        fn span(&self) -> usize {
            16
        }

        fn apply(&self, [i, j]: [usize; 2]) -> usize {
            (4 * i + j) * self.0.fetch_add(1, Relaxed) % 40
        }

        fn stride(&self, axis: usize) -> Option<isize> {
            [None, Some(1), Some(-7)][(self.0.fetch_add(1, Relaxed) + axis) % 3]
        }
    }
    for start in 0..40 {
        let fickle = Fickle(AtomicUsize::new(start));
        let view = View2D::from_physical(&fickle, &[7_u8; 16][..]).unwrap();
        let mut target = Stack2D::<u8, Square, 16>::default();
        let _ = catch_unwind(AssertUnwindSafe(|| assert!(view.iter().all(|(_, &element)| element == 7))));
        let _ = catch_unwind(AssertUnwindSafe(|| target.assign(&view)));
        assert!(target.as_physical().iter().all(|&element| element == 0 || element == 7));
        let _ = catch_unwind(AssertUnwindSafe(|| view.as_slice().map(<[u8]>::len)));
        let lines = catch_unwind(AssertUnwindSafe(|| {
            (0..view.lines(Rows).len()).all(|k| view.lines(Rows).line(k).items().all(|element| element == 7))
        }));
        assert!(lines.unwrap_or(true));
        if let Ok(Ok(table)) = catch_unwind(AssertUnwindSafe(|| Tabulated::new(&fickle))) {
            let mut elements = [7_u8; 16];
            let _ = catch_unwind(AssertUnwindSafe(|| {
                Array::<_, _, 2>::from_physical(&table, &mut elements[..]).unwrap().fill(9);
            }));
            assert!(elements.iter().all(|&element| element == 7 || element == 9));
        }
    }
}

#[test]
fn a_buffer_of_another_length_than_the_span_is_an_error() {
    let error = View2D::from_physical(Broadcast, &ROW[..7]).unwrap_err();
    assert_eq!(error, LayoutError::WrongLength { expected: 8, found: 7 });
}
