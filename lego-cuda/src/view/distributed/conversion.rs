//! What two layouts of a tile make of each other: the plans, computed when a kernel is compiled.

use super::moves::Moves;
use crate::device::Element;
use core::marker::PhantomData;
use lego_algebra::linear::plans::{Exchange, MatrixStaging, Packing, Price, RowAccess, RowsOf, Staging};
use lego_core::StaticMapping;
use lego_core::f2::Matrix;
use lego_machine::limits::WARP;

/// How a tile gets from a layout to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing leaves its lane: registers are numbered in another order, which takes no instruction but moves.
    Registers,
    /// By shuffles within warps.
    Shuffles,
    /// Through shared memory.
    Shared,
}

/// A conversion of tiles of elements T, of R registers a thread, from layout L to layout M.
///
/// ```
/// use lego::layout;
/// use lego_cuda::view::{Conversion, Way};
/// layout! {
///     type Rows = Row(32, 4);
///     type Columns = Col(32, 4);
/// }
/// type Turn = Conversion<f32, Rows, Columns, 4>;
/// assert_eq!((Turn::WAY, Turn::PRICE.shuffles, Turn::PRICE.selects), (Way::Shuffles, 4, 16));
/// ```
#[derive(Debug)]
pub struct Conversion<T, L, M, const R: usize>(PhantomData<fn(T, L) -> M>);

impl<T: Element, L: StaticMapping, M: StaticMapping<Index = L::Index>, const R: usize> Conversion<T, L, M, R> {
    /// The logarithm of the registers.
    const REGISTERS: u32 = {
        assert!(R.is_power_of_two() && R <= MOST, "a thread has 1, 2, 4, …, 256 registers of a tile that is converted");
        R.trailing_zeros()
    };

    /// From places to elements, before and after.
    const MAPS: [Matrix; 2] = {
        let maps = [elements::<L>(), elements::<M>()];
        assert!(same_box::<L, M>(), "the two layouts are of different index boxes");
        maps
    };

    /// The maps of what has a part of shared memory: of a warp alone where elements stay in theirs. Then a warp has its own part of the
    /// memory, the same in every conversion, and warps need not wait for each other.
    const PARTS: [Matrix; 2] = match (&Self::EXCHANGE, of_warp(&Self::MAPS, Self::REGISTERS + WARP.trailing_zeros())) {
        (Some(_), Some(maps)) => maps,
        _ => Self::MAPS,
    };

    /// The plan through shared memory.
    const STAGING: Staging = {
        let bits = (T::BYTES as u32 * 8).trailing_zeros();
        match Staging::new(&Self::PARTS[0], &Self::PARTS[1], Self::REGISTERS, bits) {
            Some(plan) => plan,
            None => panic!("the two layouts have different spans"),
        }
    };

    /// The same by matrices, of numbers of two bytes of which the layouts keep no two together, where the device has the instructions.
    const MATRICES: Option<MatrixStaging> = {
        let is_single = T::BYTES == 2 && T::UNIT == 2 && Self::STAGING.vector() == 0;
        let plan = MatrixStaging::new(&Self::PARTS[0], &Self::PARTS[1], Self::REGISTERS);
        match &plan {
            Some(fits) if is_single && (STORES_MATRICES || matches!(fits.written().access(), RowAccess::Vector)) => {
                plan
            }
            _ => None,
        }
    };

    /// What the way through shared memory takes.
    const STAGED: Price = match &Self::MATRICES {
        Some(plan) => plan.price(),
        None => Self::STAGING.price(),
    };

    /// How many threads share a part of the memory.
    pub(super) const TOGETHER: u32 = if Self::EXCHANGE.is_some() { WARP } else { (L::SPAN / R) as u32 };

    /// Small elements in words.
    const PACKING: Packing = {
        let most = 4_u32.div_ceil(T::BYTES as u32).trailing_zeros();
        match Packing::new(&Self::MAPS[0], &Self::MAPS[1], Self::REGISTERS, most) {
            Some(packing) => packing,
            None => panic!("the two layouts have different spans"),
        }
    };

    /// The exchange of those words within warps, if none leaves its warp.
    pub(super) const EXCHANGE: Option<Exchange> = Exchange::new(Self::PACKING.words(), Self::PACKING.registers());

    /// How [`convert_through`](super::Distributed::convert_through) goes: what takes [less time](Price::half_cycles).
    pub const WAY: Way = match &Self::EXCHANGED {
        Some(price) if price.shuffles == 0 => Way::Registers,
        Some(price) if price.half_cycles() <= Self::STAGED.half_cycles() => Way::Shuffles,
        _ => Way::Shared,
    };

    /// What an exchange within warps takes: a shuffle moves a word of 32 bits.
    const EXCHANGED: Option<Price> = match &Self::EXCHANGE {
        Some(exchange) => {
            let (price, words) = (exchange.price(), (T::BYTES as u64).div_ceil(4));
            Some(Price { shuffles: price.shuffles * words, selects: price.selects * words, ..price })
        }
        None => None,
    };

    /// What [`convert_through`](super::Distributed::convert_through) takes.
    pub const PRICE: Price = match (Self::EXCHANGED, Self::WAY) {
        (Some(price), Way::Registers | Way::Shuffles) => price,
        _ => Self::STAGED,
    };
}

/// What carrying a conversion out needs to know of it: plans, and what they say as lists, in which a number known when the kernel is
/// compiled finds a number.
pub(super) trait Plan {
    /// Small elements in words.
    const PACKING: Packing;
    /// The exchange of words within warps; [`Exchange::NOTHING`] where elements leave them.
    const EXCHANGE: Exchange;
    /// The way through shared memory.
    const STAGING: Staging;
    /// The same by matrices, where they fit.
    const MATRICES: Option<MatrixStaging>;
    /// Whether elements stay in their warp.
    const STAYS: bool;
    /// Slot to register of elements in words, before and after.
    const PACKED: [List; 2] = [list(Self::PACKING.from_slots()), list(Self::PACKING.to_slots())];
    /// What is sent in a round, and what the round adds to the lane that is read from.
    const ROUNDS: [List; 2] = [list(Self::EXCHANGE.sent()), list(Self::EXCHANGE.step())];
    /// Slot to register of elements in accesses, before and after.
    const SLOTS: [List; 2] = [list(Self::STAGING.written_slots()), list(Self::STAGING.read_slots())];
    /// Slot to the offset that it adds to the thread's, before and after.
    const OFFSETS: [List; 2] = [
        offsets(Self::STAGING.written(), Self::STAGING.written_slots()),
        offsets(Self::STAGING.read(), Self::STAGING.read_slots()),
    ];
    /// Of rows of matrices, before and after: slot to register, access to what it adds to the row, and thread to the row that it gives.
    const MATRIX_SLOTS: [List; 2] = match &Self::MATRICES {
        Some(plan) => [list(plan.written().slots()), list(plan.read().slots())],
        None => [[0; MOST]; 2],
    };
    const MATRIX_ROWS: [List; 2] = match &Self::MATRICES {
        Some(plan) => [rows(plan.written()), rows(plan.read())],
        None => [[0; MOST]; 2],
    };
    const MATRIX_THREADS: [Moves; 2] = match &Self::MATRICES {
        Some(plan) => [Moves::new(&plan.written().row_of_thread(), 0), Moves::new(&plan.read().row_of_thread(), 0)],
        None => [Moves::NOTHING, Moves::NOTHING],
    };
    /// From the lane to that which it reads from before a round adds to it.
    const LANE: Moves = Moves::new(Self::EXCHANGE.lane(), 0);
    /// From the thread to its offset, before and after.
    const THREADS: [Moves; 2] = [
        Moves::new(Self::STAGING.written(), Self::STAGING.registers()),
        Moves::new(Self::STAGING.read(), Self::STAGING.registers()),
    ];
}

/// Registers of a thread at most.
pub(super) const MOST: usize = 256;

/// A number for each register.
pub(super) type List = [u32; MOST];

/// Whether the device stores matrices: from sm_90 on.
const STORES_MATRICES: bool = cfg!(any(not(target_arch = "nvptx64"), target_feature = "sm_90"));

/// What accesses add to a row.
const fn rows(of: &RowsOf) -> List {
    let (mut values, mut access) = ([0; MOST], 0);
    while access < of.accesses() {
        values[access as usize] = of.row_of_access(access);
        access += 1;
    }
    values
}

/// The values of a map.
pub(super) const fn list(map: &Matrix) -> List {
    let (mut values, mut word) = ([0; MOST], 0);
    while word < MOST && word < 1 << map.width() {
        values[word] = map.apply(word as u64) as u32;
        word += 1;
    }
    values
}

/// The offsets of a place's registers, by slot.
const fn offsets(map: &Matrix, slots: &Matrix) -> List {
    let (mut values, mut slot) = (list(slots), 0);
    while slot < MOST {
        values[slot] = map.apply(values[slot] as u64) as u32;
        slot += 1;
    }
    values
}

impl<T: Element, L: StaticMapping, M: StaticMapping<Index = L::Index>, const R: usize> Plan for Conversion<T, L, M, R> {
    const PACKING: Packing = Self::PACKING;
    const EXCHANGE: Exchange = match Self::EXCHANGE {
        Some(exchange) => exchange,
        None => Exchange::NOTHING,
    };
    const STAGING: Staging = Self::STAGING;
    const MATRICES: Option<MatrixStaging> = Self::MATRICES;
    const STAYS: bool = Self::EXCHANGE.is_some();
}

/// From places to elements: a layout's inverse.
pub(super) const fn elements<L: StaticMapping>() -> Matrix {
    assert!(L::COUNT == L::SPAN, "a layout that leaves positions out gives registers nothing to hold");
    match &L::BITS {
        Some(bits) => {
            let places = match Matrix::new(bits.bits() as usize, bits.matrix().columns()) {
                Some(map) => map.inverse(),
                None => None,
            };
            match places {
                Some(places) => places,
                None => panic!("the layout is no bijection"),
            }
        }
        None => panic!(
            "the layout is not linear over the bits of the index: sides are powers of two, at most 16384 elements"
        ),
    }
}

/// Whether two layouts are of one box.
const fn same_box<L: StaticMapping, M: StaticMapping<Index = L::Index>>() -> bool {
    match (&L::BITS, &M::BITS) {
        (Some(one), Some(other)) => one.has_sides_of(other),
        _ => false,
    }
}

/// The two maps of the places of a warp alone, by the elements' places before, where no element leaves its warp.
const fn of_warp(maps: &[Matrix; 2], warp: u32) -> Option<[Matrix; 2]> {
    let Some(places) = maps[0].inverse() else { return None };
    let Some(conversion) = places.product(&maps[1]) else { return None };
    let own = Matrix::new(warp as usize, conversion.first(warp as usize).columns());
    match (Matrix::identity(warp as usize), own) {
        (Some(before), Some(after)) => Some([before, after]),
        _ => None,
    }
}
