//! Faults: what can be wrong with a kernel, found while it runs.

use super::site::SourceLocation;
use crate::device::Dim3;
use std::fmt;

/// Something wrong that a thread of a kernel did.
///
/// It prints as what, where and how often; the [`Error`](crate::launch::Error::Kernel) adds the kernel's name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kernel.
    pub kernel: &'static str,
    /// What.
    pub kind: FaultKind,
    /// The index of the block.
    pub block: Dim3,
    /// The index of the thread in its block.
    pub thread: Dim3,
    /// Where in the source of the kernel; `None` for a panic whose site nobody told.
    pub site: Option<SourceLocation>,
    /// How often the same was found at the same place, this time included; each thread counts.
    pub times: u64,
}

/// A kind of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// That of the device.
    Global,
    /// That of a block.
    Shared,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Reads.
    Load,
    /// Reads what is said to be written by nobody during the launch.
    ConstantLoad,
    /// Writes.
    Store,
    /// Copies asynchronously.
    Copy,
    /// Reads atomically.
    AtomicLoad,
    /// Updates or writes atomically.
    Atomic,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// An access to memory that is not the kernel's.
    OutOfBounds {
        /// Which memory.
        space: Space,
        /// What the access does.
        access: Access,
        /// How many bytes it moves.
        bytes: u32,
        /// Where it goes.
        place: String,
    },
    /// An access at an address that is no multiple of its size.
    Unaligned {
        /// Which memory.
        space: Space,
        /// What the access does.
        access: Access,
        /// How many bytes it moves.
        bytes: u32,
        /// The address, or the offset in shared memory.
        address: u64,
    },
    /// A read of memory that nobody wrote.
    Uninitialized {
        /// Which memory.
        space: Space,
        /// What the access does.
        access: Access,
        /// How many bytes it moves.
        bytes: u32,
        /// Where it goes.
        place: String,
    },
    /// Two accesses to one place, one of which writes, with nothing that orders them.
    Race {
        /// Which memory.
        space: Space,
        /// What this access does.
        access: Access,
        /// What the earlier one does.
        other: Access,
        /// The block of the earlier one.
        other_block: Dim3,
        /// The thread of the earlier one.
        other_thread: Dim3,
        /// Where the earlier one is.
        other_site: SourceLocation,
        /// The place that both touch.
        place: String,
    },
    /// A read of shared memory by the copy engine or the tensor cores, of what a thread stored and did not
    /// [fence](crate::device::tensor::fence_proxy) before it was ordered before the read.
    Unfenced {
        /// The thread that stored.
        other_thread: Dim3,
        /// Where it did.
        other_site: SourceLocation,
        /// The place that was stored and is read.
        place: String,
    },
    /// A barrier that not all of its threads reach.
    Barrier {
        /// What waits, and for whom.
        waits: String,
        /// Where the other threads of the block are.
        others: Vec<Standing>,
    },
    /// A shuffle, vote or barrier of a warp that not all of its lanes reach.
    Lanes {
        /// What waits, and for whom.
        waits: String,
        /// Where the other threads of the block are.
        others: Vec<Standing>,
    },
    /// All threads of the block wait, and none for the same.
    Deadlock {
        /// What the first of them waits for.
        waits: String,
        /// Where the other threads of the block are.
        others: Vec<Standing>,
    },
    /// All threads of the launch wait in loops, and memory does not change any more.
    NoProgress {
        /// Where the threads of the block are.
        others: Vec<Standing>,
    },
    /// A call that breaks the law of a primitive.
    Misuse {
        /// What is wrong.
        what: String,
    },
    /// Elements that a kernel was to write and nobody wrote, which the host then reads. No thread did it.
    Unwritten {
        /// The parameter.
        parameter: &'static str,
        /// The type of its layout.
        layout: String,
        /// The logical index of the first.
        index: Vec<u32>,
        /// How many there are in what was read.
        missing: u64,
        /// How many elements the layout has.
        elements: u64,
    },
    /// A call that is right and takes longer than it must: a [warning](super::Executor::warnings), which no launch fails for.
    Slow {
        /// What is slow, and what would not be.
        what: String,
    },
    /// The kernel called `trap`.
    Trap,
    /// The body panicked.
    Panic {
        /// Its words.
        message: String,
    },
}

/// Where some threads of a block are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many.
    pub threads: u32,
    /// The block, if it is another one of the cluster.
    pub block: Option<Dim3>,
    /// The first of them.
    pub first: Dim3,
    /// What they do: `ended`, or what they wait for.
    pub what: String,
    /// Where in the source.
    pub site: Option<SourceLocation>,
}

impl Fault {
    /// Whether both are the same at the same places.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        use FaultKind::{Misuse, Panic, Race, Slow, Unfenced};
        let same_kind = std::mem::discriminant(&self.kind) == std::mem::discriminant(&other.kind);
        same_kind
            && self.site == other.site
            && match (&self.kind, &other.kind) {
                (Race { other_site: a, .. }, Race { other_site: b, .. }) => a == b,
                (Unfenced { other_site: a, .. }, Unfenced { other_site: b, .. }) => a == b,
                (Panic { message: a }, Panic { message: b }) => self.site.is_some() || a == b,
                (Misuse { what: a }, Misuse { what: b }) | (Slow { what: a }, Slow { what: b }) => a == b,
                _ => true,
            }
    }
}

impl FaultKind {
    /// The words about where it is in memory, if it is.
    fn place(&mut self) -> Option<&mut String> {
        match self {
            Self::OutOfBounds { place, .. }
            | Self::Uninitialized { place, .. }
            | Self::Race { place, .. }
            | Self::Unfenced { place, .. } => Some(place),
            _ => None,
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Global => "global memory",
            Self::Shared => "shared memory",
        })
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "a load",
            Self::ConstantLoad => "a load of constant memory",
            Self::Store => "a store",
            Self::Copy => "an asynchronous copy",
            Self::AtomicLoad => "an atomic load",
            Self::Atomic => "an atomic update",
        })
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, block, first, what, site } = self;
        let of_block = block.map(|block| format!(" of block {block}")).unwrap_or_default();
        match threads {
            1 => write!(f, "thread {first}{of_block} {what}")?,
            _ => write!(f, "{threads} threads from {first}{of_block} on {what}")?,
        }
        site.as_ref().map_or(Ok(()), |site| write!(f, " at {site}"))
    }
}

/// Several standings in one sentence.
struct All<'a>(&'a [Standing]);

impl fmt::Display for All<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, standing) in self.0.iter().enumerate() {
            write!(f, "{}{standing}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds { space, access, bytes, place } => {
                write!(f, "{access} of {bytes} bytes outside of {space}: {place}")
            }
            Self::Unaligned { space, access, bytes, address } => {
                write!(f, "{access} of {bytes} bytes in {space} at {address:#x}, which is no multiple of {bytes}")
            }
            Self::Uninitialized { space, access, bytes, place } => {
                write!(f, "{access} of {bytes} bytes in {space} that nobody wrote: {place}")
            }
            Self::Race { space, access, other, other_block, other_thread, other_site, place } => write!(
                f,
                "{access} in {space} races with {other} of block {}, thread {} at {other_site}: {place}; {}",
                other_block,
                other_thread,
                match (other, access) {
                    // What reads races with what writes, and no other copy writes global memory.
                    (Access::Copy, Access::Load | Access::ConstantLoad | Access::AtomicLoad)
                        if *space == Space::Global =>
                        "the store by TMA was not waited for: `tensor::wait` waits until it has written, `tensor::wait_read` only until it has read",
                    (Access::Copy, _) => "the copy was not waited for",
                    (Access::ConstantLoad, _) | (_, Access::ConstantLoad) => "constant memory is written by nobody",
                    (Access::Atomic | Access::AtomicLoad, Access::Atomic | Access::AtomicLoad) =>
                        "one is atomic for its block alone",
                    _ => "no barrier orders them, and no release that was acquired",
                }
            ),
            Self::Unfenced { other_thread, other_site, place } => write!(
                f,
                "an engine reads in shared memory what thread {other_thread} stored at {other_site}: {place}; no `fence_proxy` of that \
                 thread came between"
            ),
            Self::Barrier { waits, others } => write!(f, "{waits}, which others do not reach: {}", All(others)),
            Self::Lanes { waits, others } => write!(f, "{waits}, where others do not take part: {}", All(others)),
            Self::Deadlock { waits, others } => write!(f, "all threads wait: {waits}; {}", All(others)),
            Self::NoProgress { others } => {
                write!(f, "the launch does not end, all wait for each other: {}", All(others))
            }
            Self::Misuse { what } | Self::Slow { what } => f.write_str(what),
            Self::Unwritten { parameter, layout, index, missing, elements } => write!(
                f,
                "{missing} of {elements} elements of `{parameter}` were written by nobody and are read, first \
                 {index:?} of `{layout}`: a grid, a block or a loop is too small, or a condition is wrong"
            ),
            Self::Trap => f.write_str("trap"),
            Self::Panic { message } => write!(f, "panic: {message}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let FaultKind::Unwritten { .. } = self.kind {
            return self.kind.fmt(f);
        }
        write!(f, "block {}, thread {}", self.block, self.thread)?;
        if let Some(site) = &self.site {
            write!(f, ", {site}")?;
        }
        write!(f, ": {}", self.kind)?;
        match self.times {
            1 => Ok(()),
            2 => f.write_str(" (and once more)"),
            times => write!(f, " (and {} times more)", times - 1),
        }
    }
}

/// The faults of a launch: the first of each kind and place, up to a number.
pub(super) struct Faults {
    described: Vec<Fault>,
    most: usize,
    others: u64,
}

impl Faults {
    pub(super) fn new(most: usize) -> Self {
        Self { described: Vec::new(), most, others: 0 }
    }

    /// Adds a fault; its place is asked for if it is a new one.
    pub(super) fn add(&mut self, mut fault: Fault, place: impl FnOnce() -> String) {
        if let Some(other) = self.described.iter_mut().find(|other| other.is_like(&fault)) {
            other.times += 1;
        } else if self.described.len() < self.most {
            if let Some(empty) = fault.kind.place() {
                *empty = place();
            }
            self.described.push(fault);
        } else {
            self.others += 1;
        }
    }

    pub(super) fn described(&self) -> &[Fault] {
        &self.described
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.described {
            [one] if self.others == 0 => write!(f, "{one}"),
            all => {
                write!(f, "{} faults", all.len())?;
                all.iter().try_for_each(|fault| write!(f, "\n  {fault}"))?;
                if self.others > 0 {
                    write!(f, "\n  and {} more", self.others)?;
                }
                Ok(())
            }
        }
    }
}
