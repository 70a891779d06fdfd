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
use crate::mapping::Mapping;
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
