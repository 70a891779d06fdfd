//! The functions whose instructions are counted: a map's `apply` and `inv` with every index in an argument of its own, as
//! where they are inlined.

use crate::index_map::IndexMap;
use std::hint::black_box;

/// Calls of the functions that are counted, for each rank.
pub(crate) struct Counted;

/// Calls at rank `R`. What is called is not known where the call is compiled, so nothing of the indices is either.
pub(crate) trait Calls<const R: usize> {
    /// The position of an index.
    fn apply<M: IndexMap<usize, R>>(map: &M, index: [usize; R]) -> M::Position;
}

macro_rules! rank {
    ($rank:literal $apply:ident $($i:ident)+) => {
        #[inline(never)]
        fn $apply<M: IndexMap<usize, $rank>>(map: &M, $($i: usize),+) -> M::Position {
            map.apply([$($i),+])
        }

        impl Calls<$rank> for Counted {
            fn apply<M: IndexMap<usize, $rank>>(map: &M, [$($i),+]: [usize; $rank]) -> M::Position {
                let function: fn(&M, $(rank!(@usize $i)),+) -> M::Position = $apply;
                black_box(function)(map, $($i),+)
            }
        }
    };
    (@usize $i:ident) => { usize };
}

rank!(1 counted_apply_1 i);
rank!(2 counted_apply_2 i j);
rank!(3 counted_apply_3 i j k);
rank!(4 counted_apply_4 i j k l);

#[inline(never)]
fn counted_inv<M: IndexMap<usize, R>, const R: usize>(map: &M, position: usize) -> M::Preimage {
    map.inv(position)
}

/// The index at a position.
pub(crate) fn inv<M: IndexMap<usize, R>, const R: usize>(map: &M, position: usize) -> M::Preimage {
    let function: fn(&M, usize) -> M::Preimage = counted_inv;
    black_box(function)(map, position)
}
