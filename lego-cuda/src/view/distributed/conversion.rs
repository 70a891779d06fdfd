//! What two layouts of a tile make of each other: the plans, computed when a kernel is compiled.

use crate::device::Element;
use core::marker::PhantomData;
use lego_algebra::linear::plans::{BitMap, Exchange, Packing, Price, Staging};
use lego_core::StaticMapping;
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

/// What instructions of a warp take of a multiprocessor's time, in half cycles: the throughput of an H100, with which the times of
/// DESIGN.md ("Tiles in registers are layouts too") agree. A barrier costs little where other warps have work.
const SHUFFLE: u64 = 2;
const SELECT: u64 = 1;
const WAVEFRONT: u64 = 2;
const BARRIER: u64 = 8;

impl<T: Element, L: StaticMapping, M: StaticMapping<Index = L::Index>, const R: usize> Conversion<T, L, M, R> {
    /// The logarithm of the registers.
    const REGISTERS: u32 = {
        assert!(R.is_power_of_two() && R <= MOST, "a thread has 1, 2, 4, …, 256 registers of a tile that is converted");
        R.trailing_zeros()
    };

    /// From places to elements, before and after.
    const MAPS: [BitMap; 2] = {
        let maps = [elements::<L>(), elements::<M>()];
        assert!(same_box::<L, M>(), "the two layouts are of different index boxes");
        maps
    };

    /// The plan through shared memory: of a warp alone where elements stay in theirs. Then a warp has its own part of the memory,
    /// the same in every conversion, and warps need not wait for each other.
    const STAGING: Staging = {
        let bits = (T::BYTES as u32 * 8).trailing_zeros();
        let plan = match (&Self::EXCHANGE, Self::MAPS[0].inverse()) {
            (Some(_), Some(place)) => {
                let warp = Self::REGISTERS + WARP.trailing_zeros();
                let conversion = place.after(&Self::MAPS[1]);
                Staging::new(&BitMap::identity(warp), &conversion.first(warp), Self::REGISTERS, bits)
            }
            _ => Staging::new(&Self::MAPS[0], &Self::MAPS[1], Self::REGISTERS, bits),
        };
        match plan {
            Some(plan) => plan,
            None => panic!("the two layouts have different spans"),
        }
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

    /// How [`convert_through`](super::Distributed::convert_through) goes: what takes less time by the instructions' throughput.
    pub const WAY: Way = match &Self::EXCHANGE {
        Some(exchange) => {
            let (price, words) = (exchange.price(), Self::WORDS);
            let time = words * (SHUFFLE * price.shuffles + SELECT * price.selects);
            let staging = Self::STAGING.price();
            if price.shuffles == 0 {
                Way::Registers
            } else if time <= WAVEFRONT * staging.wavefronts + BARRIER {
                Way::Shuffles
            } else {
                Way::Shared
            }
        }
        None => Way::Shared,
    };

    /// Words of 32 bits of what a shuffle moves at once.
    const WORDS: u64 = (T::BYTES as u64).div_ceil(4);

    /// What [`convert_through`](super::Distributed::convert_through) takes.
    pub const PRICE: Price = match (&Self::EXCHANGE, Self::WAY) {
        (Some(exchange), Way::Registers | Way::Shuffles) => {
            let price = exchange.price();
            Price { shuffles: price.shuffles * Self::WORDS, selects: price.selects * Self::WORDS, ..price }
        }
        _ => Self::STAGING.price(),
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
    /// Whether elements stay in their warp.
    const STAYS: bool;
    /// Slot to register of elements in words, before and after.
    const PACKED: [List; 2] = [list(Self::PACKING.from_slots()), list(Self::PACKING.to_slots())];
    /// What is sent in a round, and what the round adds to the lane that is read from.
    const ROUNDS: [List; 2] = [list(Self::EXCHANGE.sent_map()), list(Self::EXCHANGE.step_map())];
    /// Slot to register of elements in accesses, before and after.
    const SLOTS: [List; 2] = [list(Self::STAGING.written_slots()), list(Self::STAGING.read_slots())];
    /// Slot to the offset that it adds to the thread's, before and after.
    const OFFSETS: [List; 2] = [
        list(&Self::STAGING.written().after(Self::STAGING.written_slots())),
        list(&Self::STAGING.read().after(Self::STAGING.read_slots())),
    ];
    /// By distance the bits of the thread that are moved by it to make its offset, before and after.
    const DISTANCES: [[u32; DISTANCES]; 2] = [
        distances(Self::STAGING.written(), Self::STAGING.registers()),
        distances(Self::STAGING.read(), Self::STAGING.registers()),
    ];
}

/// Registers of a thread at most.
const MOST: usize = 256;

/// A number for each register.
pub(super) type List = [u32; MOST];

/// Distances by which a bit of a word can be moved: from 31 places down to 31 up.
pub(super) const DISTANCES: usize = 63;

/// The values of a map.
const fn list(map: &BitMap) -> List {
    let (mut values, mut word) = ([0; MOST], 0);
    while word < MOST && (word as u32) < 1 << map.bits() {
        values[word] = map.apply(word as u32);
        word += 1;
    }
    values
}

/// By distance the bits after those of registers that are moved by it.
const fn distances(map: &BitMap, registers: u32) -> [u32; DISTANCES] {
    let (mut masks, mut bit) = ([0; DISTANCES], 0);
    while bit + registers < map.bits() {
        let mut rest = map.image(bit + registers);
        while rest != 0 {
            masks[(rest.trailing_zeros() + 31 - bit) as usize] |= 1 << bit;
            rest &= rest - 1;
        }
        bit += 1;
    }
    masks
}

impl<T: Element, L: StaticMapping, M: StaticMapping<Index = L::Index>, const R: usize> Plan for Conversion<T, L, M, R> {
    const PACKING: Packing = Self::PACKING;
    const EXCHANGE: Exchange = match Self::EXCHANGE {
        Some(exchange) => exchange,
        None => Exchange::NOTHING,
    };
    const STAGING: Staging = Self::STAGING;
    const STAYS: bool = Self::EXCHANGE.is_some();
}

/// From places to elements: a layout's inverse.
const fn elements<L: StaticMapping>() -> BitMap {
    assert!(L::COUNT == L::SPAN, "a layout that leaves positions out gives registers nothing to hold");
    match &L::BITS {
        Some(columns) => match BitMap::new(columns.as_slice()).inverse() {
            Some(inverse) => inverse,
            None => panic!("the layout is no bijection"),
        },
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
