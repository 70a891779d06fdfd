//! Entries of a list: what a kernel is told of products of equal sizes, in words.

/// The words of an entry, in vectors of four:
///
/// | | | | | |
/// |---|---|---|---|---|
/// | 0 | the number of its first block | rows of blocks | columns of blocks | steps along k, and flags |
/// | 1 | address of `c` | its upper half | bytes from one `c` to the next | their upper half |
/// | 2 | m | n | elements from a row of `c` to the next | k |
/// | 3, 4 | as 1, of `a` and of `b` | | | |
/// | 5 | elements from a line of `a` to the next | the same of `b` | | |
pub(super) const VECTORS: usize = 6;

/// As many entries are parameters of a launch, which are there when it begins: those of longer lists come from memory.
pub(super) const FEW: usize = 16;
/// The vectors of these.
pub(super) const FEW_VECTORS: usize = FEW * VECTORS;

/// Where the vector of an entry is among those of a few: the first ones of all entries lie together, since each block of threads looks through them.
#[inline(always)]
pub(super) const fn few_vector(entry: u32, vector: usize) -> u32 {
    match vector {
        0 => entry,
        _ => (FEW + vector - 1) as u32 + (VECTORS - 1) as u32 * entry,
    }
}

/// The bits of the last word of vector 0 that are the steps.
pub(super) const STEPS: u32 = (1 << 28) - 1;
/// Whether `a` comes by boxes; of `b` the next bit.
pub(super) const BOXED: u32 = 28;
/// Whether each product has an `a` of its own; of `b` the next bit.
pub(super) const MOVES: u32 = 30;

/// Two words of an address, or of a distance.
pub(super) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of two words.
#[inline(always)]
pub(super) fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
