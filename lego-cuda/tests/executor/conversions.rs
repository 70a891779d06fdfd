//! Tiles in registers that are converted from one layout to another: every element arrives, in each of the ways.

use crate::harness::{launch, shape};
use lego::layout;
use lego_core::mapping::{BitColumns, BitSearch};
use lego_core::{Layout32, Mapping, StaticMapping};
use lego_cuda::device::{Element, Warp, lane, linear_thread_idx, shared};
use lego_cuda::executor::{Executor, Options, Row, Space};
use lego_cuda::view::{Conversion, Distributed, Way};

/// A pair of layouts of the recorded cases of linear layouts: the elements to which each bit of a place leads, registers first, then
/// the lane, then the warp.
struct Recorded {
    maps: [&'static [usize]; 2],
    /// The wavefronts of an access through shared memory, of the layout that has no conflicts; 0 for cases of shuffles.
    wavefronts: u64,
}

/// The recorded cases.
const RECORDED: [Recorded; 20] = [
    Recorded { maps: [&[16, 1, 32, 256, 8, 2, 64, 4, 128], &[64, 128, 16, 256, 8, 1, 4, 2, 32]], wavefronts: 0 },
    Recorded {
        maps: [
            &[16, 2, 32, 512, 1, 2048, 1024, 8, 64, 4, 128, 256],
            &[1, 512, 2048, 8, 32, 4, 1024, 16, 64, 2, 128, 256],
        ],
        wavefronts: 0,
    },
    Recorded { maps: [&[2, 32, 64, 16, 1, 8, 4], &[4, 64, 16, 1, 32, 8, 2]], wavefronts: 0 },
    Recorded {
        maps: [&[512, 32, 128, 4, 8, 1, 256, 2, 16, 64], &[8, 512, 16, 128, 32, 4, 256, 1, 2, 64]],
        wavefronts: 0,
    },
    Recorded { maps: [&[128, 1, 2, 64, 32, 4, 16, 256, 8], &[16, 1, 2, 4, 64, 128, 32, 256, 8]], wavefronts: 0 },
    Recorded { maps: [&[1, 32, 64, 16, 4, 2, 8], &[16, 4, 1, 64, 32, 2, 8]], wavefronts: 0 },
    Recorded {
        maps: [&[8, 1, 4, 32, 128, 256, 2, 64, 16, 512], &[4, 64, 512, 256, 128, 32, 8, 2, 16, 1]],
        wavefronts: 0,
    },
    Recorded { maps: [&[1, 2, 64, 16, 4, 32, 8, 128], &[64, 2, 16, 8, 32, 1, 128, 4]], wavefronts: 0 },
    Recorded { maps: [&[32, 128, 16, 256, 4, 2, 64, 8, 1], &[4, 128, 16, 32, 2, 64, 1, 8, 256]], wavefronts: 4 },
    Recorded { maps: [&[2, 32, 64, 16, 8, 1, 4], &[32, 4, 16, 64, 2, 1, 8]], wavefronts: 2 },
    Recorded { maps: [&[1, 32, 8, 128, 64, 4, 2, 16], &[4, 32, 64, 1, 16, 8, 2, 128]], wavefronts: 1 },
    Recorded { maps: [&[4, 2, 64, 1, 16, 32, 8], &[16, 2, 4, 1, 32, 64, 8]], wavefronts: 1 },
    Recorded { maps: [&[128, 4, 8, 32, 2, 64, 1, 16], &[32, 128, 16, 8, 1, 64, 4, 2]], wavefronts: 2 },
    Recorded { maps: [&[128, 64, 8, 2, 256, 4, 16, 32, 1], &[256, 8, 128, 1, 16, 64, 2, 4, 32]], wavefronts: 1 },
    Recorded {
        maps: [&[32, 128, 1, 256, 512, 2, 16, 1024, 4, 8, 64], &[2, 128, 256, 16, 64, 1, 512, 1024, 32, 8, 4]],
        wavefronts: 4,
    },
    Recorded { maps: [&[16, 2, 32, 4, 8, 64, 1], &[64, 2, 4, 1, 8, 32, 16]], wavefronts: 1 },
    Recorded { maps: [&[64, 2, 32, 4, 1, 8, 16], &[4, 1, 2, 8, 32, 16, 64]], wavefronts: 1 },
    Recorded { maps: [&[1, 8, 2, 64, 4, 16, 256, 128, 32], &[4, 256, 64, 8, 128, 1, 32, 2, 16]], wavefronts: 2 },
    Recorded { maps: [&[32, 4, 16, 2, 256, 8, 64, 128, 1], &[1, 2, 256, 32, 8, 16, 4, 128, 64]], wavefronts: 1 },
    Recorded {
        maps: [&[1, 32, 64, 16, 8, 256, 2, 512, 1024, 4, 128], &[4, 512, 1, 2, 32, 8, 256, 64, 1024, 16, 128]],
        wavefronts: 1,
    },
];

/// A layout of a recorded case: that before or that after the conversion.
#[derive(Clone, Copy, Debug, Default)]
struct Case<const NUMBER: usize, const SIDE: usize>;

impl<const NUMBER: usize, const SIDE: usize> Case<NUMBER, SIDE> {
    const IMAGES: &'static [usize] = RECORDED[NUMBER].maps[SIDE];

    /// The element at a place.
    const fn element(place: usize) -> usize {
        let (mut element, mut bit) = (0, 0);
        while bit < Self::IMAGES.len() {
            element ^= (place >> bit & 1) * Self::IMAGES[bit];
            bit += 1;
        }
        element
    }

    /// The place of an element: its images are units.
    const fn place(element: usize) -> usize {
        let (mut place, mut bit) = (0, 0);
        while bit < Self::IMAGES.len() {
            place |= ((element & Self::IMAGES[bit] != 0) as usize) << bit;
            bit += 1;
        }
        place
    }
}

impl<const NUMBER: usize, const SIDE: usize> Mapping for Case<NUMBER, SIDE> {
    type Index = [usize; 1];
    type Position = usize;

    fn dims(&self) -> [usize; 1] {
        Self::DIMS
    }

    fn span(&self) -> usize {
        Self::SPAN
    }

    fn apply(&self, [element]: [usize; 1]) -> usize {
        Self::place(element)
    }
}

impl<const NUMBER: usize, const SIDE: usize> StaticMapping for Case<NUMBER, SIDE> {
    const DIMS: [usize; 1] = [Self::SPAN];
    const COUNT: usize = Self::SPAN;
    const SPAN: usize = 1 << Self::IMAGES.len();
    const BITS: Option<BitColumns> = {
        let mut search = BitSearch::new(Self::DIMS);
        while let Some([element]) = search.next() {
            search.found(Some(Self::place(element)));
        }
        search.columns()
    };
}

/// An element that tells its number, as far as its bits go, and never is 0.
fn told<T: Element>(number: usize) -> T {
    let bits = (number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let bytes = bits.to_be_bytes();
    assert!(T::BYTES <= 16);
    // SAFETY: every pattern of bits is an element, and there are at least as many bytes.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}

/// Converts a tile as is chosen and through shared memory, and looks at every register of every thread. No access has a conflict
/// between banks; the wavefronts of one.
fn converted<T: Element + PartialEq + std::fmt::Debug, L, M, const R: usize>(
    before: impl Fn(usize) -> usize + Sync,
    after: impl Fn(usize) -> usize + Sync,
) -> u64
where
    L: StaticMapping,
    M: StaticMapping<Index = L::Index>,
{
    let tiles = 2;
    let holders = Distributed::<T, L, R>::THREADS;
    let of_block = shape(1, tiles * holders).dynamic(tiles * (L::SPAN * T::BYTES) as u32);
    let run = |is_staged: bool| {
        let executor = Executor::with(Options::new().profile(true));
        launch(&executor, of_block, || {
            let thread = (linear_thread_idx() % holders) as usize;
            let registers = std::array::from_fn(|register| told(before(thread * R + register)));
            let tile = Distributed::<T, L, R>::from_registers(registers);
            let memory = shared::dynamic::<T>(0, tiles * L::SPAN as u32);
            let found = if is_staged { tile.stage::<M>(memory) } else { tile.convert_through::<M>(memory) };
            for (register, &found) in found.registers().iter().enumerate() {
                let element = after(thread * R + register);
                assert_eq!(found, told(element), "staged: {is_staged}, register {register} of thread {thread}");
            }
        });
        executor.take_profile()
    };
    let (staged, chosen) = (run(true), run(false));
    let rows: Vec<_> = staged.rows().iter().filter(|row| row.space == Space::Shared).collect();
    let total = |of: &dyn Fn(&Row) -> u64| rows.iter().map(|row| of(row)).sum::<u64>();
    let (measured, requests) = (total(&|row| row.measured), total(&|row| row.requests));
    assert_eq!(measured, total(&|row| row.ideal), "a conflict between banks");
    let is_shared = Conversion::<T, L, M, R>::WAY == Way::Shared;
    assert_eq!(chosen.rows().iter().any(|row| row.space == Space::Shared), is_shared);
    if is_shared {
        let warps = u64::from(tiles * holders / 32);
        assert_eq!(Conversion::<T, L, M, R>::PRICE.wavefronts * warps, measured);
    }
    measured / requests
}

/// Each recorded case as a kernel, with its registers and elements of its width.
macro_rules! recorded {
    ($($number:literal: $element:ty, $registers:literal;)*) => {
        #[test]
        fn recorded_conversions_arrive() {
            $({
                type Before = Case<$number, 0>;
                type After = Case<$number, 1>;
                let wavefronts = converted::<$element, Before, After, $registers>(Before::element, After::element);
                let expected = RECORDED[$number].wavefronts;
                assert!(expected == 0 || wavefronts == expected, "case {}: {wavefronts} wavefronts", $number);
            })*
        }
    };
}
recorded! {
    0: u32, 16;
    1: u16, 32;
    2: u32, 4;
    3: u16, 16;
    4: u32, 4;
    5: u16, 2;
    6: u16, 32;
    7: u16, 8;
    8: u32, 8;
    9: u32, 4;
    10: u16, 8;
    11: u8, 4;
    12: u32, 4;
    13: u8, 16;
    14: u64, 16;
    15: u8, 4;
    16: u32, 4;
    17: u64, 4;
    18: u8, 8;
    19: u16, 16;
}

layout! {
    /// A row of a lane.
    type Rows = Row(32, 32);
    /// A column of a lane.
    type Columns = Col(32, 32);
    /// Tiles of 4 by 8.
    type Tiles = OrderBy(Row(8, 4), Row(4, 8)).TileBy([32, 32]);
    /// Along Morton's curve.
    type Curve = Morton(32, 32);
    /// Rows whose columns are swizzled by the row.
    type Swizzled = SwizzleRows([32, 32], 5);
    /// Of four warps, each with 32 rows.
    type Tall = Row(128, 32);
    /// Of four warps, each with 8 columns.
    type Wide = Col(128, 32);
}

/// The element number at a place of a layout.
fn element_of<L: StaticMapping + Layout32<Index32 = [u32; 2]>>(columns: u32) -> impl Fn(usize) -> usize + Sync {
    move |place| {
        let index: Option<[u32; 2]> = L::default().inv_u32(place as u32).into();
        let [i, j] = index.unwrap();
        (i * columns + j) as usize
    }
}

/// Each pair of some layouts, with elements of some widths.
macro_rules! pairs {
    ($columns:literal, $registers:literal; [$($before:ident)*] $afters:tt $widths:tt) => {
        $(pairs!(@after $columns, $registers; $before $afters $widths);)*
    };
    (@after $columns:literal, $registers:literal; $before:ident [$($after:ident)*] $widths:tt) => {
        $(pairs!(@width $columns, $registers; $before $after $widths);)*
    };
    (@width $columns:literal, $registers:literal; $before:ident $after:ident [$($element:ty),*]) => {
        $(
            converted::<$element, $before, $after, $registers>(
                element_of::<$before>($columns),
                element_of::<$after>($columns),
            );
        )*
    };
}

#[test]
fn every_pair_of_layouts_of_a_warp() {
    pairs!(32, 32; [Rows Columns Tiles Curve Swizzled] [Rows Columns Curve] [u8, u32]);
}

#[test]
fn layouts_of_several_warps_and_wide_elements() {
    pairs!(32, 32; [Tall Wide] [Tall Wide] [u8, u16, u32, u64, [u32; 4]]);
    pairs!(32, 16; [Tall Wide] [Tall Wide] [u8, u32]);
    pairs!(32, 8; [Rows Curve] [Columns Tiles] [u8, u16, [u32; 2]]);
    pairs!(32, 2; [Rows] [Columns] [u8, u32]);
}

#[test]
fn numbers_of_two_bytes_without_neighbours_in_common_move_as_matrices() {
    layout! {
        // 256 elements of a warp: a lane has neighbours of a row, and then a column.
        type Low = Row(8, 32);
        type LowColumns = Col(8, 32);
        // Columns of four lanes.
        type High = Row(32, 8);
        type HighColumns = Col(32, 8);
        // Four warps with matrices of their own.
        type Four = Row(32, 64);
        type FourColumns = OrderBy(RegP([4, 8, 64], [1, 3, 2])).GroupBy([32, 64]);
    }
    pairs!(32, 8; [Low LowColumns] [Low LowColumns] [u16, i16]);
    pairs!(8, 8; [High HighColumns] [High HighColumns] [u16, i16]);
    pairs!(64, 16; [Four FourColumns] [Four FourColumns] [u16]);
    // An instruction to write and one to read, instead of eight each.
    assert_eq!(Conversion::<u16, Low, LowColumns, 8>::PRICE.accesses, 2);
    assert_eq!(Conversion::<u16, High, HighColumns, 8>::PRICE.accesses, 2);
    assert_eq!(Conversion::<u8, Low, LowColumns, 8>::PRICE.accesses, 16);
}

#[test]
fn equal_maps_take_no_instruction_and_lanes_that_stay_no_shuffle() {
    layout! {
        type Same = Row(32, 2, 16).GroupBy([32, 32]);
        // In a lane the columns are turned around.
        type Around = OrderBy(Row(32), RegP([4, 8], [2, 1])).GroupBy([32, 32]);
    }
    assert_eq!(Conversion::<f32, Rows, Same, 32>::WAY, Way::Registers);
    assert_eq!(Conversion::<f32, Rows, Same, 32>::PRICE.instructions(), 0);
    assert_eq!(Conversion::<u8, Rows, Around, 32>::WAY, Way::Registers);
    assert_eq!(Conversion::<f32, Rows, Around, 32>::PRICE.instructions(), 0);
}

#[test]
fn a_tile_is_told_by_its_indices() {
    launch(&Executor::new(), shape(1, 32), || {
        let rows = Distributed::<u32, Rows, 32>::from_fn(|[i, j]| 100 * i + j);
        assert_eq!(rows.registers()[7], 100 * lane() + 7);
        let mut count = 0;
        rows.convert::<Columns>().for_each(|[i, j], value| {
            assert_eq!((j, value), (lane(), 100 * i + j));
            count += 1;
        });
        assert_eq!(count, 32);
    });
}

#[test]
fn the_largest_tile_is_looked_at_when_it_is_compiled() {
    layout! {
        type Curve = Morton(128, 128);
        type Bands = OrderBy(Row(16, 16), Row(8, 8)).TileBy([128, 128]);
    }
    const CURVE: BitColumns = <Curve as StaticMapping>::BITS.unwrap();
    assert_eq!(CURVE.bits(), 14);
    assert_eq!(CURVE.matrix().columns()[..3], [1, 4, 16]);
    assert_eq!(Conversion::<u8, Curve, Bands, 32>::PRICE.barriers, 1);
}

#[test]
fn warps_need_not_wait_for_each_other_where_elements_stay_in_theirs() {
    layout! {
        type ByColumns = OrderBy(RegP([4, 16, 64], [1, 3, 2])).GroupBy([64, 64]);
        type ByRows = Row(64, 64);
    }
    launch(&Executor::new(), shape(1, 256).dynamic(2 * 64 * 64 * 4), || {
        let memory = shared::dynamic::<u32>(0, 2 * 64 * 64);
        let mut columns = Distributed::<u32, ByColumns, 32>::from_fn(|[i, j]| 64 * i + j);
        for _ in 0..3 {
            let rows = columns.stage::<ByRows>(memory);
            Warp::ALL.sync();
            rows.for_each(|[i, j], value| assert_eq!(value, 64 * i + j));
            columns = rows.stage(memory);
            Warp::ALL.sync();
        }
        columns.for_each(|[i, j], value| assert_eq!(value, 64 * i + j));
    });
}
