//! What a gather along an axis takes: the plan, computed when a kernel is compiled.

use super::conversion::{List, MOST, elements, list};
use super::moves::Moves;
use crate::device::Element;
use core::marker::PhantomData;
use lego_algebra::linear::plans::{AxisGather, Price};
use lego_core::StaticMapping;
use lego_core::f2::Matrix;
use lego_machine::limits::WARP;

/// Along the axis of this number: the direction of a [gather](super::Distributed::gather).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Along<const NUMBER: usize>;

/// A gather along an axis from a tile of elements T of layout L, R registers a thread, by indices of layout M, Q registers a thread.
///
/// ```
/// use lego::layout;
/// use lego_cuda::view::Gather;
/// layout! {
///     /// 32 rows of 4 columns: a lane has a row.
///     type Rows = Row(32, 4);
/// }
/// // In a row of a lane nothing is shuffled, down its columns every element needs a shuffle.
/// assert_eq!(Gather::<f32, Rows, Rows, 4, 4, 1>::PRICE.to_string(), "12 selects");
/// assert_eq!(Gather::<f32, Rows, Rows, 4, 4, 0>::PRICE.to_string(), "4 shuffles");
/// ```
#[derive(Debug)]
pub struct Gather<T, L, M, const R: usize, const Q: usize, const AXIS: usize>(PhantomData<fn(T, L) -> M>);

impl<T: Element, L, M, const R: usize, const Q: usize, const AXIS: usize> Gather<T, L, M, R, Q, AXIS>
where
    L: StaticMapping,
    M: StaticMapping<Index = L::Index>,
{
    /// The bits of a coordinate on the axis, in the source and for the indices; and those of the axes after it.
    const EXTENTS: ([u32; 2], u32) = match (&L::BITS, &M::BITS) {
        (Some(source), Some(result)) => {
            let (mut below, mut before, mut axis) = (0, 0, 0);
            while axis < 32 {
                let bits = source.bits_of_axis(axis);
                assert!(
                    axis == AXIS || bits == result.bits_of_axis(axis),
                    "the boxes of the tile and of the indices differ in more than the axis"
                );
                if axis > AXIS {
                    below += bits;
                }
                before += bits;
                axis += 1;
            }
            assert!(before == source.bits(), "the tile has too many axes");
            ([source.bits_of_axis(AXIS), result.bits_of_axis(AXIS)], below)
        }
        _ => ([0, 0], 0),
    };

    /// The extent of the axis in the tile: indices are below it.
    pub const EXTENT: u32 = 1 << Self::EXTENTS.0[0];

    /// Where elements are.
    pub(super) const PLAN: AxisGather = {
        assert!(
            R.is_power_of_two() && Q.is_power_of_two() && R <= MOST && Q <= MOST,
            "a thread has 1, 2, 4, …, 256 registers of a tile that is gathered from"
        );
        let (source, result) = (elements::<L>().inverse(), elements::<M>().inverse());
        let plan = match (source, result) {
            (Some(source), Some(result)) => AxisGather::new(
                [&source, &result],
                [R.trailing_zeros(), Q.trailing_zeros()],
                Self::EXTENTS.1,
                Self::EXTENTS.0,
            ),
            _ => None,
        };
        match plan {
            Some(plan) => plan,
            None => panic!("the tile and its indices are not of equally many threads"),
        }
    };

    /// Whether every element comes from its own warp, so that [`gather`](super::Distributed::gather) does it.
    pub const STAYS: bool = Self::PLAN.stays();

    /// How many threads share a part of the memory, where it goes through that.
    pub(super) const TOGETHER: u32 = {
        let threads = (L::SPAN / R) as u32;
        if Self::STAYS && threads > WARP { WARP } else { threads }
    };

    /// What [`gather`](super::Distributed::gather) takes.
    pub const PRICE: Price = Self::PLAN.price(T::BYTES as u32);
}

/// What carrying a gather out needs to know of it: the plan, and what it says as lists.
pub(super) trait Plan {
    /// The plan.
    const GATHER: AxisGather;
    /// Indices are below it.
    const EXTENT: u32;
    /// The threads of a tile.
    const THREADS: u32;
    /// How many threads share a part of the memory.
    const TOGETHER: u32;
    /// The bytes of an element.
    const BYTES: u32;
    /// The logarithm of the elements in a word.
    const PACKED: u32 = Self::GATHER.packed(Self::BYTES);
    /// The bits of a place of the source that are the register.
    const OWN: u32 = Self::GATHER.registers();
    /// Register of the result to register of the source, of coordinate 0.
    const REGISTERS: List = list(&part(&of_registers(&Self::GATHER), 0, Self::OWN));
    /// Register of the result to what it adds to the lane of the source.
    const LANES: List = list(&part(&of_registers(&Self::GATHER), Self::OWN, LANE_BITS));
    /// Round to what it adds to the register.
    const ROUNDS: List = list(Self::GATHER.rounds());
    /// From the thread, and from an index, to the lane of the source.
    const LANE: [Moves; 2] = [
        Moves::new(&part(Self::GATHER.base(), Self::OWN, LANE_BITS), Self::GATHER.result_registers()),
        Moves::new(&part(Self::GATHER.along(), Self::OWN, LANE_BITS), 0),
    ];
    /// From the thread, and from an index, to the round that has the element.
    const KEY: [Moves; 2] = [
        Moves::new(Self::GATHER.key_of_place(), Self::GATHER.result_registers()),
        Moves::new(Self::GATHER.key_of_index(), 0),
    ];
    /// The logarithm of the elements of the widest access, of 16 bytes at most.
    const VECTOR: u32 = {
        let most = (16 / Self::BYTES).trailing_zeros();
        if most < Self::OWN { most } else { Self::OWN }
    };
    /// From the thread, and from an index, to the offset in shared memory.
    const OFFSET: [Moves; 2] = [
        Moves::new(
            &stored(Self::GATHER.base(), Self::OWN, Self::VECTOR, Self::TOGETHER),
            Self::GATHER.result_registers(),
        ),
        Moves::new(&stored(Self::GATHER.along(), Self::OWN, Self::VECTOR, Self::TOGETHER), 0),
    ];
    /// Register of the result to what it adds to the offset in shared memory.
    const OFFSETS: List = list(&stored(&of_registers(&Self::GATHER), Self::OWN, Self::VECTOR, Self::TOGETHER));
}

impl<T: Element, L, M, const R: usize, const Q: usize, const AXIS: usize> Plan for Gather<T, L, M, R, Q, AXIS>
where
    L: StaticMapping,
    M: StaticMapping<Index = L::Index>,
{
    const GATHER: AxisGather = Self::PLAN;
    const EXTENT: u32 = Self::EXTENT;
    const THREADS: u32 = (L::SPAN / R) as u32;
    const TOGETHER: u32 = Self::TOGETHER;
    const BYTES: u32 = T::BYTES as u32;
}

/// The bits of a lane's number.
const LANE_BITS: u32 = WARP.trailing_zeros();

/// What a register of the result says of the place of the source.
const fn of_registers(gather: &AxisGather) -> Matrix {
    gather.base().first(gather.result_registers() as usize)
}

/// So many bits of the images of a map, from one on.
const fn part(map: &Matrix, first: u32, bits: u32) -> Matrix {
    let (mut columns, mut bit) = ([0; 64], 0);
    while bit < map.width() {
        columns[bit] = map.column(bit).unbounded_shr(first) & ((1 << bits) - 1);
        bit += 1;
    }
    Matrix::fitting(bits as usize, bit, columns)
}

/// The images of a map, which are places, as offsets in a part of shared memory: a thread's vectors are as far apart as the threads that
/// share it reach, so that threads write side by side.
const fn stored(map: &Matrix, registers: u32, vector: u32, together: u32) -> Matrix {
    let threads = together.trailing_zeros();
    let (mut columns, mut bit) = ([0; 64], 0);
    while bit < map.width() {
        let place = map.column(bit);
        let register = place & ((1 << registers) - 1);
        let thread = place.unbounded_shr(registers) & (together as u64 - 1);
        let (number, access) = (register & ((1 << vector) - 1), register >> vector);
        columns[bit] = number | thread << vector | access << (vector + threads);
        bit += 1;
    }
    Matrix::fitting((registers + threads) as usize, bit, columns)
}
