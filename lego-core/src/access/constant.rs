//! Costs of accesses at compile time: as constants, and as the compile error that names two lanes which collide.

use super::cost::{AccessCost, AccessCounter};
use super::fault::Fault;
use super::pattern::{Pattern, Walk};
use crate::error::Message;
use crate::mapping::{Coord, StaticMapping};
use lego_machine::limits::WARP;

/// The largest rank that a layout can have.
const MAX_RANK: usize = <[usize; 0] as Coord>::MAX_RANK;

/// Of a tile of so many indices every access is looked at while a program compiles: some seconds at most.
const MOST: usize = 1 << 16;

/// An access of a tile that is known at compile time.
pub trait Access {
    /// The order in which threads touch the indices.
    const PATTERN: Pattern;
    /// The bytes of an element.
    const BYTES: u32;
    /// The elements that a thread moves at once.
    const VECTOR: u32;
}

/// An access by one of the [named patterns](Pattern::NAMED), by its number.
///
/// ```
/// use lego_core::access::{Access, By, Pattern};
/// assert_eq!(<By<1, 4, 2> as Access>::PATTERN, Pattern::Column);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct By<const PATTERN: usize, const BYTES: u32, const VECTOR: u32>;

impl<const PATTERN: usize, const BYTES: u32, const VECTOR: u32> Access for By<PATTERN, BYTES, VECTOR> {
    const PATTERN: Pattern = Pattern::NAMED[PATTERN].1;
    const BYTES: u32 = BYTES;
    const VECTOR: u32 = VECTOR;
}

/// A layout with a cost of the access A that is known at compile time: every type that `layout!` makes without sizes
/// that are given at run time.
///
/// Law: [`ACCESS_COST`](HasAccessCost::ACCESS_COST) is what [`access_cost`](super::access_cost()) returns for the same
/// layout, pattern and widths.
#[diagnostic::on_unimplemented(
    message = "what an access of `{Self}` takes is not known at compile time",
    note = "it is decided for the types of `layout!` that have no sizes at run time; of others `lego check CHAIN --access P` says it"
)]
pub trait HasAccessCost<A: Access>: StaticMapping {
    /// The cost of the access, and who collides.
    const ACCESS_COST: ConstantCost;
}

/// The cost of an access at compile time, and who collides.
#[derive(Clone, Copy, Debug)]
pub struct ConstantCost {
    /// The cost, or why the access is invalid.
    pub cost: Result<AccessCost, Fault>,
    /// Two threads that want different words of one bank, each with the row-major number of the first index that it touches.
    pub pair: Option<[(u64, usize); 2]>,
    rank: usize,
    extents: [usize; MAX_RANK],
}

impl ConstantCost {
    /// The logical extents of the layout.
    ///
    /// Law: they are its `DIMS`.
    #[must_use]
    pub const fn extents(&self) -> &[usize] {
        let (extents, _) = self.extents.split_at(self.rank);
        extents
    }
}

/// The walk along a pattern by which the code of `layout!` counts the cost of an access.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct CostWalk<const R: usize> {
    walk: Walk<R>,
    start: Walk<R>,
    dims: [usize; R],
    vector: u32,
    counter: AccessCounter,
    fault: Option<Fault>,
}

impl<const R: usize> CostWalk<R> {
    #[must_use]
    pub const fn new<A: Access>(dims: [usize; R]) -> Self {
        let (mut count, mut axis) = (1_usize, 0);
        while axis < R {
            count = count.saturating_mul(dims[axis]);
            axis += 1;
        }
        let fault = if !A::PATTERN.suits(&dims) {
            Some(Fault::Pattern)
        } else if count > MOST {
            Some(Fault::TooLarge { count: count as u64, most: MOST as u64 })
        } else {
            None
        };
        let walk = A::PATTERN.walk(dims);
        Self { walk, start: walk, dims, vector: A::VECTOR, counter: AccessCounter::new(A::BYTES, A::VECTOR), fault }
    }

    #[allow(clippy::should_implement_trait, reason = "a method of a trait is no constant function")]
    pub const fn next(&mut self) -> Option<[usize; R]> {
        if self.fault.is_some() { None } else { self.walk.next() }
    }

    pub const fn add(&mut self, position: Option<usize>) {
        self.counter.add(position);
    }

    #[must_use]
    pub const fn cost(mut self) -> ConstantCost {
        let cost = match self.fault {
            Some(fault) => Err(fault),
            None => self.counter.cost(),
        };
        let (mut extents, mut axis) = ([0; MAX_RANK], 0);
        while axis < R {
            extents[axis] = self.dims[axis];
            axis += 1;
        }
        let Ok(AccessCost { worst: Some(worst), .. }) = cost else {
            return ConstantCost { cost, pair: None, rank: R, extents };
        };
        let [one, other] = worst.collision.pair();
        let warp = worst.warp * WARP as u64;
        let (one, other) = (warp + one as u64, warp + other as u64);
        let (mut touched, mut at) = ([0; 2], 0);
        while let Some(index) = self.start.next() {
            if at == one * self.vector as u64 {
                touched[0] = number(self.dims, index);
            }
            if at == other * self.vector as u64 {
                touched[1] = number(self.dims, index);
            }
            at += 1;
        }
        ConstantCost { cost, pair: Some([(one, touched[0]), (other, touched[1])]), rank: R, extents }
    }
}

/// The words of a compile error that only its place knows.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is accessed and how, as `tile, by Column`.
    pub what: &'static str,
    /// The accesses of the tile as arguments of the command, as `--access Column --vector 1`.
    pub arguments: &'static str,
}

/// The wavefronts above ideal of all warps together.
///
/// # Panics
/// If threads cannot make the access: in a constant, at compile time.
#[must_use]
#[track_caller]
pub const fn extra_wavefronts<L: HasAccessCost<A>, A: Access>() -> u64 {
    cost::<L, A>().extra_wavefronts()
}

/// The sectors above ideal of all warps together.
///
/// # Panics
/// If threads cannot make the access: in a constant, at compile time.
#[must_use]
#[track_caller]
pub const fn extra_sectors<L: HasAccessCost<A>, A: Access>() -> u64 {
    cost::<L, A>().extra_sectors()
}

#[track_caller]
const fn cost<L: HasAccessCost<A>, A: Access>() -> AccessCost {
    match L::ACCESS_COST.cost {
        Ok(cost) => cost,
        Err(fault) => panic!("{}", fault.message().as_str()),
    }
}

/// Fails to compile where an access takes more wavefronts of shared memory, or sectors of global memory, above ideal than it may.
///
/// # Panics
/// If it does: in a constant, at compile time, with two lanes that collide and the command that finds a better layout.
#[doc(hidden)]
#[track_caller]
pub const fn enforce<L: HasAccessCost<A>, A: Access>(wavefronts: Option<u64>, sectors: Option<u64>, words: Words) {
    let constant = L::ACCESS_COST;
    let cost = match constant.cost {
        Ok(cost) => cost,
        Err(fault) => panic!("{}", Message::new().text(words.what).text(": ").text(fault.message().as_str()).as_str()),
    };
    if let Some(most) = wavefronts {
        if cost.extra_wavefronts() > most {
            let message = above(words.what, cost.extra_wavefronts(), "wavefront", cost.wavefronts.ideal, most);
            let message = match constant.pair {
                Some(pair) => collide(message, pair, constant.extents(), bank(&cost)),
                None => message,
            };
            let message = message.text("; a better layout: lego swizzle ");
            let message = command(message, constant.extents(), words.arguments, A::BYTES);
            panic!("{}", message.as_str());
        }
    }
    if let Some(most) = sectors {
        if cost.extra_sectors() > most {
            let message = above(words.what, cost.extra_sectors(), "sector", cost.sectors.ideal, most);
            let message = message.text("; a warp's threads should access memory that lies together");
            panic!("{}", message.as_str());
        }
    }
}

const fn bank(cost: &AccessCost) -> u32 {
    match cost.worst {
        Some(worst) => worst.collision.bank,
        None => 0,
    }
}

const fn above(what: &str, extra: u64, unit: &str, ideal: u64, most: u64) -> Message {
    let message = Message::new().text(what).text(": ").counted(extra as u128, unit);
    let message = message.text(" more than the ideal ").number(ideal as u128);
    message.text(", where ").number(most as u128).text(" may be")
}

const fn collide(message: Message, pair: [(u64, usize); 2], extents: &[usize], bank: u32) -> Message {
    let [(one, first), (other, second)] = pair;
    let message = message.text("; threads ").number(one as u128).text(" and ").number(other as u128);
    let message = index(message.text(", at "), first, extents);
    let message = index(message.text(" and "), second, extents);
    message.text(", want different words of bank ").number(bank as u128)
}

/// The index with a row-major number.
const fn index(message: Message, mut number: usize, extents: &[usize]) -> Message {
    let (mut all, mut axis) = ([0; MAX_RANK], extents.len());
    while axis > 0 {
        axis -= 1;
        all[axis] = number % extents[axis];
        number /= extents[axis];
    }
    let (index, _) = all.split_at(extents.len());
    message.list(index)
}

/// `32,32 --access Column --vector 1 --bytes 4`.
const fn command(mut message: Message, extents: &[usize], arguments: &str, bytes: u32) -> Message {
    let mut axis = 0;
    while axis < extents.len() {
        message = if axis > 0 { message.text(",") } else { message };
        message = message.number(extents[axis] as u128);
        axis += 1;
    }
    message.text(" ").text(arguments).text(" --bytes ").number(bytes as u128)
}

/// The row-major number of an index, as lists of [`Pattern::Listed`] have it.
#[doc(hidden)]
#[must_use]
pub const fn number<const R: usize>(dims: [usize; R], index: [usize; R]) -> usize {
    let (mut number, mut axis) = (0, 0);
    while axis < R {
        number = number * dims[axis] + index[axis];
        axis += 1;
    }
    number
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::super::access_cost;
    use super::*;
    use crate::samples::{Col, Row, Tiled};
    use std::panic::catch_unwind;
    use std::string::String;

    macro_rules! has_access_cost {
        ($name:ident<$($size:ident),*>) => {
            impl<A: Access, $(const $size: usize),*> HasAccessCost<A> for $name<$($size),*> {
                const ACCESS_COST: ConstantCost = {
                    let mut walk = CostWalk::new::<A>(<Self as StaticMapping>::DIMS);
                    while let Some(index) = walk.next() {
                        walk.add(Some(Self::at(index)));
                    }
                    walk.cost()
                };
            }
        };
    }
    impl<const M: usize, const N: usize> Row<M, N> {
        const fn at([i, j]: [usize; 2]) -> usize {
            i * N + j
        }
    }
    impl<const M: usize, const N: usize> Col<M, N> {
        const fn at([i, j]: [usize; 2]) -> usize {
            i + j * M
        }
    }
    impl<const M: usize, const N: usize, const B: usize> Tiled<M, N, B> {
        const fn at([i, j]: [usize; 2]) -> usize {
            ((i / B) * (N / B) + j / B) * B * B + i % B * B + j % B
        }
    }
    has_access_cost!(Row<M, N>);
    has_access_cost!(Col<M, N>);
    has_access_cost!(Tiled<M, N, B>);

    /// That the constant and the function agree, by every named pattern.
    fn agree<L, const BYTES: u32, const VECTOR: u32>()
    where
        L: crate::Mapping<Index = [usize; 2]> + Default,
        L: HasAccessCost<By<0, BYTES, VECTOR>> + HasAccessCost<By<1, BYTES, VECTOR>>,
        L: HasAccessCost<By<2, BYTES, VECTOR>> + HasAccessCost<By<3, BYTES, VECTOR>>,
    {
        let constants = [
            <L as HasAccessCost<By<0, BYTES, VECTOR>>>::ACCESS_COST,
            <L as HasAccessCost<By<1, BYTES, VECTOR>>>::ACCESS_COST,
            <L as HasAccessCost<By<2, BYTES, VECTOR>>>::ACCESS_COST,
            <L as HasAccessCost<By<3, BYTES, VECTOR>>>::ACCESS_COST,
        ];
        for (constant, (name, pattern)) in constants.iter().zip(Pattern::NAMED) {
            let cost = access_cost(&L::default(), pattern, BYTES, VECTOR);
            assert_eq!(constant.cost, cost, "{name}");
            let conflicts = cost.is_ok_and(|cost| cost.extra_wavefronts() > 0);
            assert_eq!(constant.pair.is_some(), conflicts);
        }
    }

    #[test]
    fn the_constant_is_what_the_function_returns() {
        agree::<Row<32, 32>, 4, 1>();
        agree::<Row<24, 20>, 2, 4>();
        agree::<Row<7, 13>, 8, 1>();
        agree::<Col<5, 40>, 1, 1>();
        agree::<Col<16, 12>, 4, 4>();
        agree::<Tiled<16, 16, 4>, 4, 4>();
        agree::<Tiled<20, 30, 10>, 16, 1>();
    }

    fn says(check: impl FnOnce() + std::panic::UnwindSafe) -> String {
        *catch_unwind(check).unwrap_err().downcast::<String>().unwrap()
    }

    const WORDS: Words = Words { what: "tile, by Column", arguments: "--access Column --vector 1" };

    #[test]
    fn what_is_wrong_names_two_lanes_and_the_command() {
        enforce::<Row<32, 33>, By<1, 4, 1>>(Some(0), None, WORDS);
        enforce::<Row<32, 32>, By<1, 4, 1>>(Some(992), None, WORDS);
        assert_eq!(
            says(|| enforce::<Row<32, 32>, By<1, 4, 1>>(Some(991), None, WORDS)),
            "tile, by Column: 992 wavefronts more than the ideal 32, where 991 may be; threads 0 and 1, at [0, 0] and [1, 0], want \
             different words of bank 0; a better layout: lego swizzle 32,32 --access Column --vector 1 --bytes 4"
        );
        assert_eq!(
            says(|| enforce::<Row<32, 32>, By<1, 4, 1>>(None, Some(0), WORDS)),
            "tile, by Column: 896 sectors more than the ideal 128, where 0 may be; a warp's threads should access memory that lies \
             together"
        );
        assert_eq!(
            says(|| enforce::<Row<32, 32>, By<1, 4, 2>>(None, Some(0), WORDS)),
            "tile, by Column: thread 0 cannot move its 2 elements at once: they are at positions 0 and 32, not all in one aligned \
             vector; take a smaller vector or another layout"
        );
        assert!(
            says(|| enforce::<Row<1024, 1024>, By<1, 4, 1>>(Some(0), None, WORDS))
                .contains("at most 65536 are looked at")
        );
        assert_eq!(extra_wavefronts::<Row<32, 32>, By<1, 4, 1>>(), 992);
        assert_eq!(extra_sectors::<Row<32, 32>, By<1, 4, 1>>(), 896);
    }
}
