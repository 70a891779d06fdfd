//! Layouts of every kind that an array can meet, for the tests of mappings and arrays.

mod broken;
mod proved;
mod runs;
mod strided;
mod table;

pub(crate) use broken::Broken;
pub(crate) use proved::{Lying, Proved};
pub(crate) use runs::{Blocked, Partial, Ragged};
pub(crate) use strided::Strided;
pub(crate) use table::Table;

use crate::array::{Array, Indices, Storage};
use crate::mapping::{Mapping, Runs};
use std::vec::Vec;

pub(crate) use example::{Col, Row, Strides, Tiled};

/// The layouts of the examples.
mod example {
    use crate as lego_core;
    include!("by_hand.rs");
}

/// The row-major position of an index.
pub(crate) fn flat<const R: usize>(index: [usize; R], dims: [usize; R]) -> usize {
    index.iter().zip(dims).fold(0, |flat, (place, extent)| flat * extent + place)
}

/// An array whose elements are the numbers of their positions.
pub(crate) fn numbered<L: Mapping<Index = [usize; R]>, const R: usize>(layout: L) -> Array<Vec<usize>, L, R> {
    let elements = (0..layout.span()).collect();
    Array::from_physical(layout, elements).unwrap()
}

/// What an array holds, as its own row-major list, by nothing but the layout's formula.
pub(crate) fn listed<S: Storage<Elem: Clone>, L: Mapping<Index = [usize; R]>, const R: usize>(
    array: &Array<S, L, R>,
) -> Vec<Option<S::Elem>> {
    let layout = array.layout();
    let at = |index| layout.try_apply(index).map(|position| array.as_physical()[position].clone());
    Indices::new(layout.dims()).map(at).collect()
}

/// That the runs along every axis obey their law, those that begin with the axis and the others.
#[track_caller]
pub(crate) fn runs_obey_their_law<M: Mapping<Index = [usize; R]>, const R: usize>(mapping: &M) {
    let dims = mapping.dims();
    for axis in 0..R {
        let told = mapping.run(axis).map(|(len, step)| Runs { len, phase: 0, step });
        let all = mapping.runs(axis);
        assert!(all.is_some() || told.is_none(), "there are runs along {axis} that `runs` does not tell");
        assert!(all.is_none_or(|runs| runs.phase < runs.len), "{all:?}");
        for runs in told.into_iter().chain(all) {
            for index in Indices::new(dims).filter(|index| index[axis] + 1 < dims[axis]) {
                let is_border = (runs.phase + index[axis] + 1) % runs.len == 0;
                assert_eq!(is_border, runs.rest(index[axis]) == 1, "{runs:?} {index:?}");
                let mut next = index;
                next[axis] += 1;
                match (mapping.try_apply(index), mapping.try_apply(next)) {
                    _ if is_border => {}
                    (Some(a), Some(b)) => assert_eq!(b as isize - a as isize, runs.step, "{runs:?} {index:?}"),
                    (None, Some(_)) => panic!("{index:?} has no position, but what comes after it in its run has one"),
                    (_, None) => {}
                }
            }
        }
    }
}

/// Calls a function with layouts of every kind and of ranks 0 to 4, some of them without elements.
macro_rules! of_every_kind {
    ($check:ident) => {{
        use $crate::samples::{Col, Row, Strided, Table, Tiled};
        $check(Row::<3, 4>);
        $check(Col::<3, 4>);
        $check(Col::<3, 5>);
        $check(Tiled::<4, 6, 2>);
        $check(Table::shuffled([]));
        $check(Table::shuffled([7]));
        $check(Table::shuffled([5, 3]));
        $check(Table::shuffled([2, 3, 4]));
        $check(Table::shuffled([0, 7]));
        $check(Table::shuffled([7, 0]));
        $check(Table::shuffled([1, 0, 2]));
        $check(Table::padded([3, 3], [4, 5]));
        $check(Table::padded([2, 2, 2, 2], [2, 3, 2, 3]));
        $check(Table::expanded([3, 4], [2, 3]));
        $check(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]));
    }};
}
pub(crate) use of_every_kind;
