//! Accesses judged at compile time: what they take as a constant, and the compile error that names two lanes which collide.

use super::fault::Fault;
use super::judge::Judge;
use super::pattern::{Pattern, Walk};
use crate::error::Message;
use crate::mapping::{Coord, StaticMapping};
use lego_machine::Report;
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

/// A layout of which it is known at compile time what an access takes: every type that `layout!` makes without sizes that are
/// given at run time.
///
/// Law: [`VERDICT`](Judged::VERDICT) is what [`judge`](super::judge()) says of the same layout, pattern and widths.
#[diagnostic::on_unimplemented(
    message = "what an access of `{Self}` takes is not known at compile time",
    note = "it is decided for the types of `layout!` that have no sizes at run time; of others `lego check CHAIN --access P` says it"
)]
pub trait Judged<A: Access>: StaticMapping {
    /// What the access takes, and who collides.
    const VERDICT: Verdict;
}

/// What an access takes, and who collides.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// What it takes, or why it is none.
    pub report: Result<Report, Fault>,
    /// Two threads that want different words of one bank, each with the row-major number of the first index that it touches.
    pub pair: Option<[(u64, usize); 2]>,
    rank: usize,
    extents: [usize; MAX_RANK],
}

impl Verdict {
    /// The logical extents of the layout.
    ///
    /// Law: they are its `DIMS`.
    #[must_use]
    pub const fn extents(&self) -> &[usize] {
        let (extents, _) = self.extents.split_at(self.rank);
        extents
    }
}

/// The walk along a pattern by which the code of `layout!` makes a verdict.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Tour<const R: usize> {
    walk: Walk<R>,
    start: Walk<R>,
    dims: [usize; R],
    vector: u32,
    judge: Judge,
    fault: Option<Fault>,
}

impl<const R: usize> Tour<R> {
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
        Self { walk, start: walk, dims, vector: A::VECTOR, judge: Judge::new(A::BYTES, A::VECTOR), fault }
    }

    #[allow(clippy::should_implement_trait, reason = "a method of a trait is no constant function")]
    pub const fn next(&mut self) -> Option<[usize; R]> {
        if self.fault.is_some() { None } else { self.walk.next() }
    }

    pub const fn take(&mut self, position: Option<usize>) {
        self.judge.take(position);
    }

    #[must_use]
    pub const fn verdict(mut self) -> Verdict {
        let report = match self.fault {
            Some(fault) => Err(fault),
            None => self.judge.report(),
        };
        let (mut extents, mut axis) = ([0; MAX_RANK], 0);
        while axis < R {
            extents[axis] = self.dims[axis];
            axis += 1;
        }
        let Ok(Report { worst: Some(worst), .. }) = report else {
            return Verdict { report, pair: None, rank: R, extents };
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
        Verdict { report, pair: Some([(one, touched[0]), (other, touched[1])]), rank: R, extents }
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
pub const fn extra_wavefronts<L: Judged<A>, A: Access>() -> u64 {
    report::<L, A>().extra_wavefronts()
}

/// The sectors above ideal of all warps together.
///
/// # Panics
/// If threads cannot make the access: in a constant, at compile time.
#[must_use]
#[track_caller]
pub const fn extra_sectors<L: Judged<A>, A: Access>() -> u64 {
    report::<L, A>().extra_sectors()
}

#[track_caller]
const fn report<L: Judged<A>, A: Access>() -> Report {
    match L::VERDICT.report {
        Ok(report) => report,
        Err(fault) => panic!("{}", fault.message().as_str()),
    }
}

/// Fails to compile where an access takes more wavefronts of shared memory, or sectors of global memory, above ideal than it may.
///
/// # Panics
/// If it does: in a constant, at compile time, with two lanes that collide and the command that finds a better layout.
#[doc(hidden)]
#[track_caller]
pub const fn enforce<L: Judged<A>, A: Access>(wavefronts: Option<u64>, sectors: Option<u64>, words: Words) {
    let verdict = L::VERDICT;
    let report = match verdict.report {
        Ok(report) => report,
        Err(fault) => panic!("{}", Message::new().text(words.what).text(": ").text(fault.message().as_str()).as_str()),
    };
    if let Some(most) = wavefronts {
        if report.extra_wavefronts() > most {
            let message = above(words.what, report.extra_wavefronts(), "wavefront", report.wavefronts.ideal, most);
            let message = match verdict.pair {
                Some(pair) => collide(message, pair, verdict.extents(), bank(&report)),
                None => message,
            };
            let message = message.text("; a better layout: lego swizzle ");
            let message = command(message, verdict.extents(), words.arguments, A::BYTES);
            panic!("{}", message.as_str());
        }
    }
    if let Some(most) = sectors {
        if report.extra_sectors() > most {
            let message = above(words.what, report.extra_sectors(), "sector", report.sectors.ideal, most);
            let message = message.text("; a warp's threads should access memory that lies together");
            panic!("{}", message.as_str());
        }
    }
}

const fn bank(report: &Report) -> u32 {
    match report.worst {
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
    use super::super::judge;
    use super::*;
    use crate::samples::{Col, Row, Tiled};
    use std::panic::catch_unwind;
    use std::string::String;

    macro_rules! judged {
        ($name:ident<$($size:ident),*>) => {
            impl<A: Access, $(const $size: usize),*> Judged<A> for $name<$($size),*> {
                const VERDICT: Verdict = {
                    let mut tour = Tour::new::<A>(<Self as StaticMapping>::DIMS);
                    while let Some(index) = tour.next() {
                        tour.take(Some(Self::at(index)));
                    }
                    tour.verdict()
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
    judged!(Row<M, N>);
    judged!(Col<M, N>);
    judged!(Tiled<M, N, B>);

    /// That the constant and the function agree, by every named pattern.
    fn agree<L, const BYTES: u32, const VECTOR: u32>()
    where
        L: crate::Mapping<Index = [usize; 2]> + Default,
        L: Judged<By<0, BYTES, VECTOR>> + Judged<By<1, BYTES, VECTOR>>,
        L: Judged<By<2, BYTES, VECTOR>> + Judged<By<3, BYTES, VECTOR>>,
    {
        let verdicts = [
            <L as Judged<By<0, BYTES, VECTOR>>>::VERDICT,
            <L as Judged<By<1, BYTES, VECTOR>>>::VERDICT,
            <L as Judged<By<2, BYTES, VECTOR>>>::VERDICT,
            <L as Judged<By<3, BYTES, VECTOR>>>::VERDICT,
        ];
        for (verdict, (name, pattern)) in verdicts.iter().zip(Pattern::NAMED) {
            let report = judge(&L::default(), pattern, BYTES, VECTOR);
            assert_eq!(verdict.report, report, "{name}");
            let conflicts = report.is_ok_and(|report| report.extra_wavefronts() > 0);
            assert_eq!(verdict.pair.is_some(), conflicts);
        }
    }

    #[test]
    fn a_constant_says_what_the_function_says() {
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
