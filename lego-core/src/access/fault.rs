//! Why an access is invalid: the vector is not contiguous, or no instruction has that width.

use crate::error::Message;
use core::fmt;

/// Why threads cannot make an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No instruction moves so many bytes at once; it is 1, 2, 4, 8 or 16.
    Width {
        /// The bytes of an element.
        bytes: u32,
        /// The elements of a vector.
        vector: u32,
    },
    /// The tile has so many elements, which vectors of this length do not divide.
    Rest {
        /// The elements that the pattern touches.
        count: u64,
        /// The elements of a vector.
        vector: u32,
    },
    /// The elements of a thread's vector are not neighbours in memory, from a multiple of the vector on.
    Scattered {
        /// The first such thread.
        thread: u64,
        /// The positions of the first element, and of the first that is not in one vector with it.
        positions: [u64; 2],
        /// The elements of a vector.
        vector: u32,
    },
    /// Some elements of a thread's vector exist and some do not.
    Partial {
        /// The first such thread.
        thread: u64,
    },
    /// The pattern is of tiles of another rank or other extents.
    Pattern,
    /// The tile has more elements than are looked at.
    TooLarge {
        /// The elements.
        count: u64,
        /// So many are looked at.
        most: u64,
    },
}

impl Fault {
    /// What is wrong, in words that a constant can panic with.
    #[doc(hidden)]
    #[must_use]
    pub const fn message(&self) -> Message {
        let m = Message::new();
        match *self {
            Self::Width { bytes, vector } => m
                .text("a thread would move ")
                .number(bytes as u128)
                .text(" x ")
                .number(vector as u128)
                .text(" bytes at once, and no instruction does: it is 1, 2, 4, 8 or 16 bytes"),
            Self::Rest { count, vector } => m
                .text("vectors of ")
                .number(vector as u128)
                .text(" do not divide the ")
                .number(count as u128)
                .text(" elements: the last thread would have ")
                .number(count as u128 % if vector == 0 { 1 } else { vector as u128 }),
            Self::Scattered { thread, positions, vector } => m
                .text("thread ")
                .number(thread as u128)
                .text(" cannot move its ")
                .number(vector as u128)
                .text(" elements at once: they are at positions ")
                .number(positions[0] as u128)
                .text(" and ")
                .number(positions[1] as u128)
                .text(", not all in one aligned vector; take a smaller vector or another layout"),
            Self::Partial { thread } => m
                .text("some elements of the vector of thread ")
                .number(thread as u128)
                .text(" are there and some are not: take a smaller vector"),
            Self::Pattern => m.text("the pattern is not one of this tile: their extents differ"),
            Self::TooLarge { count, most } => m
                .text("the tile has ")
                .number(count as u128)
                .text(" elements, and the accesses of at most ")
                .number(most as u128)
                .text(" are looked at"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for Fault {}
