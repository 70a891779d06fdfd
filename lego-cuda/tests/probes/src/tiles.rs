//! Tiles in registers: gathers, and conversions between layouts that are equal as maps though they are written in other words, each beside a
//! copy without the conversion.

use lego::{StaticMapping, layout};
use lego_algebra::cute::{IntTuple, Layout};
use lego_core::Mapping;
use lego_core::mapping::{BitColumns, BitSearch};
use lego_cuda::device::{Element, linear_thread_idx};
use lego_cuda::view::{Along, Distributed};

layout! {
    /// Half a row of a lane.
    type Rows = Row(16, 16);
    /// The same, of halves of rows.
    type Halves = Row(16, 2, 8).GroupBy([16, 16]);
    /// The same, by the digits of a blocked layout with 8 neighbours in a thread.
    type Eights = OrderBy(RegP([4, 4, 2, 8], [1, 2, 3, 4])).GroupBy([16, 16]);
    /// Along Morton's curve.
    type Curve = Morton(16, 16);
    /// The same bit by bit.
    type Bits = OrderBy(RegP([2, 2, 2, 2, 2, 2, 2, 2], [1, 5, 2, 6, 3, 7, 4, 8])).GroupBy([16, 16]);
    /// Rows whose columns are exchanged by the row.
    type SwizzledRows = SwizzleRows([16, 16], 4);
    /// The same as the language has CuTe's swizzle.
    type Swizzled = OrderBy(Swizzle(4, 0, 4)).GroupBy([16, 16]);
    /// Tiles of 2×8, and the same by digits.
    type Tiles = OrderBy(Row(8, 2), Row(2, 8)).TileBy([16, 16]);
    type TileDigits = OrderBy(RegP([8, 2, 2, 8], [1, 3, 2, 4])).GroupBy([16, 16]);
    /// The accumulator of `mma.m16n8`: two neighbours in a thread and two rows of it, four threads along a row, eight down a column.
    type Accumulator = OrderBy(RegP([2, 8, 4, 2], [2, 3, 1, 4])).GroupBy([16, 8]);
    /// A column in two lanes.
    type Columns = Col(16, 16);
}

/// A tile by CuTe's layout of its places: thread after value, to row + rows · column.
trait Held {
    const SIDES: [usize; 2];
    const LAYOUT: Result<Layout, lego_algebra::cute::Error>;
}

/// The accumulator of `mma.m16n8`, ((4,8),(2,2)):((32,1),(16,8)), values first.
#[derive(Clone, Copy, Debug, Default)]
struct CuteAccumulator;

impl Held for CuteAccumulator {
    const SIDES: [usize; 2] = [16, 8];
    const LAYOUT: Result<Layout, lego_algebra::cute::Error> =
        match (IntTuple::flat(&[2, 2, 4, 8]), IntTuple::flat(&[16, 8, 32, 1])) {
            (Ok(shape), Ok(stride)) => Layout::new(&shape, &stride),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
}

/// A tile whose layout CuTe's algebra computes.
#[derive(Clone, Copy, Debug, Default)]
struct OfCute<H>(H);

impl<H: Held> OfCute<H> {
    /// By element, row by row, its place.
    const fn place(element: [usize; 2]) -> usize {
        let wanted = (element[0] + element[1] * H::SIDES[0]) as i64;
        let mut place = 0;
        if let Ok(layout) = &H::LAYOUT {
            while place < H::SIDES[0] * H::SIDES[1] {
                match layout.eval(place as i64) {
                    Ok(found) if found == wanted => return place,
                    _ => place += 1,
                }
            }
        }
        place
    }
}

impl<H: Held + Copy + core::fmt::Debug> Mapping for OfCute<H> {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        H::SIDES
    }

    fn span(&self) -> usize {
        H::SIDES[0] * H::SIDES[1]
    }

    fn apply(&self, element: [usize; 2]) -> usize {
        Self::place(element)
    }
}

impl<H: Held + Copy + core::fmt::Debug + Default> StaticMapping for OfCute<H> {
    const DIMS: [usize; 2] = H::SIDES;
    const COUNT: usize = Self::SPAN;
    const SPAN: usize = H::SIDES[0] * H::SIDES[1];
    const BITS: Option<BitColumns> = {
        let mut search = BitSearch::new(Self::DIMS);
        while let Some(element) = search.next() {
            search.found(Some(Self::place(element)));
        }
        search.columns()
    };
}

/// Each thread's registers from memory, one after another.
#[inline(always)]
unsafe fn loaded<T: Element, L: StaticMapping, const R: usize>(from: *const [T; R]) -> Distributed<T, L, R> {
    Distributed::from_registers(unsafe { *from.add(linear_thread_idx() as usize) })
}

#[inline(always)]
unsafe fn stored<T: Element, L: StaticMapping, const R: usize>(to: *mut [T; R], tile: Distributed<T, L, R>) {
    unsafe { *to.add(linear_thread_idx() as usize) = *tile.registers() };
}

/// A conversion between two layouts, and a copy.
macro_rules! equal {
    ($($converted:ident $copied:ident: $element:ty, $registers:literal, $before:ty => $after:ty;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $converted(from: *const [$element; $registers], to: *mut [$element; $registers]) {
                unsafe { stored(to, loaded::<$element, $before, $registers>(from).convert::<$after>()) };
            }

            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $copied(from: *const [$element; $registers], to: *mut [$element; $registers]) {
                unsafe { stored(to, loaded::<$element, $before, $registers>(from)) };
            }
        )*
    };
}
equal! {
    equal_halves copied_halves: u32, 8, Rows => Halves;
    equal_eights copied_eights: u32, 8, Rows => Eights;
    equal_eights_u8 copied_eights_u8: u8, 8, Halves => Eights;
    equal_curve copied_curve: u32, 8, Curve => Bits;
    equal_curve_u16 copied_curve_u16: u16, 8, Bits => Curve;
    equal_swizzled copied_swizzled: u32, 8, SwizzledRows => Swizzled;
    equal_swizzled_u64 copied_swizzled_u64: u64, 8, Swizzled => SwizzledRows;
    equal_tiles copied_tiles: u32, 8, Tiles => TileDigits;
    equal_tiles_u8 copied_tiles_u8: u8, 8, TileDigits => Tiles;
    equal_accumulator copied_accumulator: u32, 4, Accumulator => OfCute<CuteAccumulator>;
    equal_accumulator_u8 copied_accumulator_u8: u8, 4, OfCute<CuteAccumulator> => Accumulator;
}

/// The conversion of what is not equal, which is no copy.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn unequal_columns(from: *const [u32; 8], to: *mut [u32; 8]) {
    unsafe { stored(to, loaded::<u32, Rows, 8>(from).convert::<Columns>()) };
}

/// A gather along an axis, by indices beside the elements.
macro_rules! gathers {
    ($($name:ident: $element:ty, $layout:ty, $registers:literal, $axis:literal;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $name(
                from: *const [$element; $registers],
                index: *const [u32; $registers],
                to: *mut [$element; $registers],
            ) {
                let index = unsafe { loaded::<u32, $layout, $registers>(index) };
                unsafe { stored(to, loaded::<$element, $layout, $registers>(from).gather(&index, Along::<$axis>)) };
            }
        )*
    };
}
gathers! {
    gather_along_lanes: u32, Rows, 8, 0;
    gather_along_both: u32, Curve, 8, 0;
    gather_along_both_u64: u64, Curve, 8, 1;
    gather_along_both_u8: u8, Curve, 8, 1;
    gather_along_both_u16: u16, Curve, 8, 1;
}
