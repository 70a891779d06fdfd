//! Gathers along an axis of a tile in registers, by shuffles and through shared memory, against the formula.

use crate::harness::{launch, shape, try_launch};
use lego::layout;
use lego_core::{Layout32, StaticMapping};
use lego_cuda::device::{Element, Warp, linear_thread_idx, shared, sync_threads};
use lego_cuda::executor::{Executor, Options, Space};
use lego_cuda::view::{Along, Distributed, Gather};
use random::Random;
use std::fmt::Debug;

/// A layout of two axes.
trait Plane: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]> {
    /// The number of an element, row by row.
    fn number([i, j]: [u32; 2]) -> usize {
        i as usize * Self::DIMS[1] + j as usize
    }
}

impl<L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>> Plane for L {}

/// An element that tells its number, as far as its bits go.
fn told<T: Element>(number: usize) -> T {
    let bits = (number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let bytes = bits.to_be_bytes();
    assert!(T::BYTES <= 16);
    // SAFETY: every pattern of bits is an element, and there are at least as many bytes.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}

/// Random indices of a tile, and the threads of a block of whole warps that holds two tiles at least.
fn of_tile<L: Plane, M: Plane, const R: usize, const AXIS: usize>(random: &mut Random) -> (Vec<u32>, u32) {
    let indices = (0..M::SPAN).map(|_| random.below(L::DIMS[AXIS] as u64) as u32).collect();
    (indices, (2 * Distributed::<u32, L, R>::THREADS).next_multiple_of(32))
}

/// Gathers within a block's tiles, by a way, and looks at every element.
#[inline(always)]
fn looked_at<T, L, M, const R: usize, const Q: usize, const AXIS: usize>(
    indices: &[u32],
    gather: impl Fn(&Distributed<T, L, R>, &Distributed<u32, M, Q>) -> Distributed<T, M, Q>,
) where
    T: Element + PartialEq + Debug,
    L: Plane,
    M: Plane,
{
    let first = (linear_thread_idx() / Distributed::<T, L, R>::THREADS) as usize * L::SPAN;
    let source = Distributed::from_fn(|index| told(first + L::number(index)));
    let index = Distributed::from_fn(|index| indices[M::number(index)]);
    gather(&source, &index).for_each(|index, element| {
        let mut from = index;
        from[AXIS] = indices[M::number(index)];
        assert_eq!(element, told(first + L::number(from)), "the result at {index:?}");
    });
}

/// Through shared memory.
fn through<T, L, M, const R: usize, const Q: usize, const AXIS: usize>(random: &mut Random)
where
    T: Element + PartialEq + Debug,
    L: Plane,
    M: Plane,
{
    let (indices, threads) = of_tile::<L, M, R, AXIS>(random);
    let elements = threads * R as u32;
    launch(&Executor::new(), shape(1, threads).dynamic(elements * T::BYTES as u32), || {
        let memory = shared::dynamic::<T>(0, elements);
        // The memory is used again.
        for _ in 0..2 {
            looked_at::<T, L, M, R, Q, AXIS>(&indices, |source, index| {
                source.gather_through(index, Along::<AXIS>, memory)
            });
            if Gather::<T, L, M, R, Q, AXIS>::STAYS { Warp::ALL.sync() } else { sync_threads() }
        }
    });
}

/// By shuffles and through shared memory; the shuffles are as many as the price says.
fn within<T, L, M, const R: usize, const Q: usize, const AXIS: usize>(random: &mut Random)
where
    T: Element + PartialEq + Debug,
    L: Plane,
    M: Plane,
{
    let (indices, threads) = of_tile::<L, M, R, AXIS>(random);
    let executor = Executor::with(Options::new().profile(true));
    launch(&executor, shape(1, threads), || {
        looked_at::<T, L, M, R, Q, AXIS>(&indices, |source, index| source.gather(index, Along::<AXIS>));
    });
    assert!(executor.take_profile().rows().iter().all(|row| row.space != Space::Shared));
    through::<T, L, M, R, Q, AXIS>(random);
}

/// Each element type, for each tile, indices and axis.
macro_rules! gathers {
    ($random:ident: $($way:ident $source:ty, $registers:literal by $index:ty, $own:literal along $axis:literal: $types:tt;)*) => {
        $(gathers!(@types $random $way [$source] $registers [$index] $own $axis $types);)*
    };
    (@types $random:ident $way:ident [$source:ty] $registers:literal [$index:ty] $own:literal $axis:literal [$($element:ty),*]) => {
        $($way::<$element, $source, $index, $registers, $own, $axis>(&mut $random);)*
    };
}

layout! {
    /// A row of a lane.
    type Rows = Row(32, 32);
    /// A column of a lane.
    type Columns = Col(32, 32);
    /// Along Morton's curve: both axes are registers and lanes.
    type Curve = Morton(32, 32);
    /// Rows whose columns are swizzled by the row: the lane's number chooses the register.
    type Swizzled = SwizzleRows([32, 32], 5);
    /// Tiles of 4 by 8.
    type Tiles = OrderBy(Row(8, 4), Row(4, 8)).TileBy([32, 32]);
    /// Four warps, each with 32 rows.
    type Tall = Row(128, 32);
    /// Four warps, each with 8 columns.
    type Wide = Col(128, 32);
    /// Half as many columns, a row of a lane.
    type Half = Row(32, 16);
    /// Half as many rows, for as many threads.
    type Low = Row(16, 32);
    /// One column of a lane.
    type Thin = Row(32, 1);
    /// Of a quarter of a warp.
    type Small = Row(8, 4);
    type SmallColumns = Col(8, 4);
}

#[test]
fn every_element_is_that_of_its_index() {
    let mut random = Random::fresh();
    gathers! { random:
        within Rows, 32 by Rows, 32 along 1: [u8, u16, u32, u64, [u32; 4]];
        within Rows, 32 by Rows, 32 along 0: [u8, u32];
        within Columns, 32 by Columns, 32 along 1: [u8, u64];
        within Columns, 32 by Columns, 32 along 0: [u16, u32];
        within Curve, 32 by Curve, 32 along 0: [u8, u16, u32, u64];
        within Curve, 32 by Curve, 32 along 1: [u8, u32];
        within Swizzled, 32 by Swizzled, 32 along 0: [u8, u32];
        within Swizzled, 32 by Swizzled, 32 along 1: [u16, u32];
        within Tiles, 32 by Tiles, 32 along 0: [u8, u32, u64];
        within Tiles, 8 by Tiles, 8 along 1: [u8, u16, u32];
        through Rows, 8 by Rows, 8 along 0: [u8, u16, u32, u64, [u32; 4]];
        within Rows, 2 by Rows, 2 along 1: [u8, u16, u32];
        within Tall, 32 by Tall, 32 along 1: [u8, u32];
        through Tall, 32 by Tall, 32 along 0: [u8, u16, u32, u64];
        through Wide, 32 by Wide, 32 along 1: [u8, u32];
        within Wide, 32 by Wide, 32 along 0: [u16, u32];
        through Tall, 16 by Tall, 16 along 0: [u8, u32];
    }
}

#[test]
fn indices_have_a_layout_and_an_extent_of_their_own() {
    let mut random = Random::fresh();
    gathers! { random:
        within Rows, 32 by Columns, 32 along 1: [u8, u32];
        within Columns, 32 by Curve, 32 along 0: [u8, u16, u64];
        within Curve, 32 by Swizzled, 32 along 1: [u8, u32];
        within Rows, 32 by Half, 16 along 1: [u8, u32];
        within Half, 16 by Rows, 32 along 1: [u16, u32];
        within Rows, 32 by Thin, 1 along 1: [u8, u64];
        within Thin, 1 by Rows, 32 along 1: [u8, u32];
        within Rows, 32 by Low, 16 along 0: [u8, u32];
        through Tall, 32 by Wide, 32 along 0: [u8, u32];
        through Tall, 32 by Wide, 32 along 1: [u16, u32];
        within Small, 4 by Small, 4 along 0: [u8, u16, u32, u64];
        within Small, 4 by Small, 4 along 1: [u8, u32];
        within Small, 1 by SmallColumns, 1 along 0: [u8, u32];
        within Small, 32 by SmallColumns, 32 along 0: [u8, u32];
    }
}

#[test]
fn what_it_takes() {
    macro_rules! price {
        ($element:ty, $layout:ty, $registers:literal, $axis:literal) => {
            Gather::<$element, $layout, $layout, $registers, $registers, $axis>::PRICE.to_string()
        };
    }
    // Along lanes each element is a shuffle, along registers each of 32 is looked at.
    assert_eq!(price!(f32, Rows, 32, 0), "32 shuffles");
    assert_eq!(price!(f32, Rows, 32, 1), "992 selects");
    assert_eq!(price!(u64, Rows, 32, 0), "64 shuffles");
    // Four bytes in a word.
    assert_eq!(price!(u8, Rows, 32, 1), "256 selects");
    // Two of the axis' five bits are registers, or three.
    assert_eq!(price!(f32, Curve, 32, 0), "128 shuffles, 96 selects");
    assert_eq!(price!(u8, Curve, 32, 0), "32 shuffles, 32 selects");
    assert_eq!(price!(u16, Curve, 32, 0), "64 shuffles, 64 selects");
}

#[test]
fn a_map_after_itself() {
    launch(&Executor::new(), shape(1, 32), || {
        // Powers of a permutation of the columns, another in each row.
        let mut map = Distributed::<u32, Curve, 32>::from_fn(|[i, j]| (5 * j + i) % 32);
        let mut expected: Vec<u32> = (0..32 * 32).map(|n| (5 * (n % 32) + n / 32) % 32).collect();
        for _ in 0..3 {
            map = map.gather(&map, Along::<1>);
            expected = (0..32 * 32).map(|n| expected[n / 32 * 32 + expected[n] as usize]).collect();
            map.for_each(|[i, j], value| assert_eq!(value, expected[(32 * i + j) as usize]));
        }
    });
}

#[test]
fn an_index_that_is_not_on_the_axis_ends_the_launch() {
    let run = |wrong: u32, is_staged: bool| {
        try_launch(&Executor::new(), shape(1, 32).dynamic(32 * 32 * 4), |_| {
            let tile = Distributed::<u32, Rows, 32>::from_fn(|[i, j]| 32 * i + j);
            let index = Distributed::<u32, Rows, 32>::from_fn(|[i, j]| if [i, j] == [7, 9] { wrong } else { j });
            let found = if is_staged {
                tile.gather_through(&index, Along::<1>, shared::dynamic(0, 32 * 32))
            } else {
                tile.gather(&index, Along::<1>)
            };
            found.for_each(|[i, j], value| {
                assert_eq!(value, if [i, j] == [7, 9] { 32 * i + wrong } else { 32 * i + j })
            });
        })
    };
    for is_staged in [false, true] {
        run(31, is_staged).unwrap();
        for wrong in [32, 33, 1 << 31, u32::MAX] {
            let words = run(wrong, is_staged).unwrap_err().to_string();
            assert!(
                words.contains(&format!("{wrong}")) && words.contains("is not on the axis, whose extent is 32"),
                "{words}"
            );
        }
    }
}
