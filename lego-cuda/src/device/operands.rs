//! Operands of a kernel's primitives as plain data: extents, scopes, cache hints, shuffles, votes, atomic operations, tiles.
//!
//! On the GPU they choose the instruction, and on the host a [`Machine`](super::host::Machine) gets them. The modules whose
//! functions take them have them under their names too.

use core::fmt;
use lego_machine::limits::WARP;

/// An index or an extent in three dimensions; x grows fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// The fastest.
    pub x: u32,
    /// The middle one.
    pub y: u32,
    /// The slowest.
    pub z: u32,
}

/// `(x, y, z)`.
impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, z } = self;
        write!(f, "({x}, {y}, {z})")
    }
}

impl Dim3 {
    /// Three numbers, x first.
    pub const fn new(x: u32, y: u32, z: u32) -> Self {
        Self { x, y, z }
    }

    /// The product, as the number of threads or blocks of these extents.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.x * self.y * self.z
    }

    /// The row-major number of an index inside these extents, x fastest.
    ///
    /// ```
    /// use lego_cuda::device::Dim3;
    /// assert_eq!(Dim3::new(32, 4, 2).linear(Dim3::new(3, 2, 1)), 3 + 32 * (2 + 4));
    /// ```
    #[inline(always)]
    pub const fn linear(self, index: Dim3) -> u32 {
        index.x + self.x * (index.y + self.y * index.z)
    }
}

/// The threads among which an operation is atomic, or a fence orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those of the block (`.cta`).
    Block,
    /// Those of the device (`.gpu`).
    Gpu,
    /// Those of all devices, and of the host (`.sys`).
    System,
}

/// What an atomic operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Adds; integers wrap.
    Add,
    /// Keeps the smaller.
    Min,
    /// Keeps the larger.
    Max,
    /// Keeps the bits that both have.
    And,
    /// Keeps the bits that one has.
    Or,
    /// Keeps the bits that just one has.
    Xor,
    /// Puts the new value in.
    Exchange,
    /// Puts the new value in if the old one has the bits expected.
    CompareExchange,
    /// Only reads, before everything that comes after.
    LoadAcquire,
    /// Only writes, after everything that comes before.
    StoreRelease,
    /// Only reads, and orders nothing else.
    LoadRelaxed,
    /// Only writes, and orders nothing else.
    StoreRelaxed,
}

/// The type of a number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Kind {
    U32,
    I32,
    F32,
    U64,
    I64,
    F64,
}

/// An atomic operation as a machine of the host gets it; bits of 32-bit numbers are in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomic {
    /// What to do.
    pub operation: Operation,
    /// With what type.
    pub kind: Kind,
    /// The operand's bits.
    pub value: u64,
    /// The bits expected, for a compare-exchange.
    pub expected: u64,
    /// Among which threads.
    pub scope: Scope,
}

/// What an access asks of the caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cache {
    /// Nothing special.
    Default,
    /// The memory is not written during the launch (`ld.global.nc`).
    ReadOnly,
    /// It is used once: the first to leave the cache (`.cs`).
    Streaming,
    /// Not written during the launch, and used once: the first to leave both caches (`.cs.nc`).
    ReadOnlyOnce,
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceLane {
    /// This lane of the segment.
    Idx(u32),
    /// So many lanes below.
    Up(u32),
    /// So many lanes above.
    Down(u32),
    /// The lane whose number differs in these bits.
    Xor(u32),
}

/// A shuffle as a machine of the host gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shuffle {
    /// Which lane to read.
    pub source: SourceLane,
    /// The lanes that take part.
    pub mask: u32,
    /// The lanes of a segment: 1, 2, 4, 8, 16 or 32.
    pub width: u32,
}

impl Shuffle {
    /// The lane that a lane reads; its own where the source lies outside of the segment.
    ///
    /// ```
    /// use lego_cuda::device::warp::{Shuffle, SourceLane};
    /// let shuffle = |source| Shuffle { source, mask: !0, width: 8 };
    /// assert_eq!(shuffle(SourceLane::Idx(3)).lane(21), 19);
    /// assert_eq!(shuffle(SourceLane::Up(2)).lane(21), 19);
    /// assert_eq!(shuffle(SourceLane::Up(6)).lane(21), 21);
    /// assert_eq!(shuffle(SourceLane::Down(2)).lane(21), 23);
    /// assert_eq!(shuffle(SourceLane::Down(3)).lane(21), 21);
    /// assert_eq!(shuffle(SourceLane::Xor(4)).lane(21), 17);
    /// ```
    pub const fn lane(self, lane: u32) -> u32 {
        let first = lane & !(self.width - 1);
        let last = first + self.width - 1;
        // Bits 5 and above of an operand do not reach the instruction.
        let (source, inside) = match self.source {
            SourceLane::Idx(index) => (first | (index & (self.width - 1)), true),
            SourceLane::Up(delta) => (lane.wrapping_sub(delta % WARP), delta % WARP <= lane - first),
            SourceLane::Down(delta) => (lane + delta % WARP, lane + delta % WARP <= last),
            SourceLane::Xor(bits) => (lane ^ (bits % WARP), (lane ^ (bits % WARP)) <= last),
        };
        if inside { source } else { lane }
    }
}

/// What is asked of all predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    /// Whether all hold.
    All,
    /// Whether one holds.
    Any,
    /// Which hold, one bit a lane.
    Ballot,
}

/// What a lane gives to a matrix instruction: at most ten registers.
pub type LaneWords = [u32; 10];

/// What each of the 32 lanes of a warp gives to a matrix instruction.
pub type WarpWords = [LaneWords; WARP as usize];

/// What one instruction makes of a number of each lane of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The sum, which wraps.
    Add,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The smallest as `i32`.
    MinSigned,
    /// The largest as `i32`.
    MaxSigned,
    /// The bits that all have.
    And,
    /// The bits that one has.
    Or,
    /// The bits that an odd number of them have.
    Xor,
}

impl Reduction {
    /// What it makes of two numbers.
    ///
    /// Law: associative and commutative, and [`neutral`](Reduction::neutral) changes nothing.
    ///
    /// ```
    /// use lego_cuda::device::warp::Reduction;
    /// assert_eq!(Reduction::Add.of(3, 4), 7);
    /// assert_eq!(Reduction::MinSigned.of(3, !0), !0);
    /// assert_eq!(Reduction::Min.of(3, Reduction::Min.neutral()), 3);
    /// ```
    #[inline(always)]
    pub const fn of(self, a: u32, b: u32) -> u32 {
        let is_less = match self {
            Self::Add => return a.wrapping_add(b),
            Self::And => return a & b,
            Self::Or => return a | b,
            Self::Xor => return a ^ b,
            Self::Min => a < b,
            Self::Max => a > b,
            Self::MinSigned => (a as i32) < b as i32,
            Self::MaxSigned => a as i32 > b as i32,
        };
        if is_less { a } else { b }
    }

    /// The number that changes nothing.
    #[inline(always)]
    pub const fn neutral(self) -> u32 {
        match self {
            Self::Add | Self::Or | Self::Xor | Self::Max => 0,
            Self::Min | Self::And => !0,
            Self::MinSigned => i32::MAX as u32,
            Self::MaxSigned => i32::MIN as u32,
        }
    }
}

/// A tile as a machine of the host knows it; what tells two apart is their address.
#[derive(Debug)]
pub struct Tile {
    /// The name of the function that gives it.
    pub name: &'static str,
    /// Its size.
    pub bytes: u32,
    /// Its alignment in bytes.
    pub align: u32,
}
