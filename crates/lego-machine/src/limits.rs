//! The most that a block, a thread and an access can have, and the sizes in which memory is parted.
//!
//! Where no other source is named, the numbers are those of the table "Technical Specifications per Compute Capability" in
//! NVIDIA's *CUDA C++ Programming Guide*, and hold for every compute capability from 7.5 on. What differs between
//! capabilities is in a module of its own ([`hopper`]), or asked of the device at run time.

/// The threads of a warp, which execute one instruction together; one of them is a *lane*.
pub const WARP: u32 = 32;

/// The blocks of a cluster at most, on every GPU that has clusters: from compute capability 9.0 on.
pub const CLUSTER: u32 = 8;

/// The threads of a block.
pub const THREADS_PER_BLOCK: u32 = 1024;

/// The threads of a block in x, y and z.
pub const BLOCK: [u32; 3] = [1024, 1024, 64];

/// The blocks of a grid in x, y and z.
pub const GRID: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];

/// The 32-bit registers of a multiprocessor, which its blocks share: on every GPU from compute capability 5.0 on (*CUDA C++ Programming
/// Guide*, "Technical Specifications per Compute Capability").
pub const REGISTERS_PER_MULTIPROCESSOR: u32 = 64 << 10;

/// The registers by whose multiples a thread of a block has them.
pub const REGISTER_UNIT: u32 = 8;

/// The 32-bit registers of a thread.
pub const REGISTERS_PER_THREAD: u32 = 255;

/// The bytes of shared memory that a block has without asking: all that tiles declared in a kernel can have. What a launch
/// adds can be more, as much as the device says.
pub const STATIC_SHARED_PER_BLOCK: u32 = 48 << 10;

/// The barriers of a block, numbered from 0 (*PTX ISA*, "bar, barrier").
pub const BARRIERS_PER_BLOCK: u32 = 16;

/// The bytes of the widest access of a thread; an address is a multiple of the width (*PTX ISA*, "ld": vectors of up to 128
/// bits).
pub const WIDEST_ACCESS: u32 = 16;

/// The banks of shared memory: each gives one word to all lanes at once (*CUDA C++ Programming Guide*, "Shared Memory" of
/// compute capability 5.x and later).
pub const BANKS: u32 = 32;

/// The bytes of a word of a bank; the words that follow each other are in neighbouring banks.
pub const BANK_BYTES: u32 = 4;

/// The bytes that all banks give in one wavefront: a line of shared memory.
pub const WAVEFRONT_BYTES: u32 = BANKS * BANK_BYTES;

/// The bytes of a sector, the unit in which global memory moves (*Nsight Compute*, "Memory Tables").
pub const SECTOR_BYTES: u32 = 32;

/// Whether one instruction of a thread can move so many bytes: 1, 2, 4, 8 or 16.
pub const fn is_access_width(bytes: usize) -> bool {
    bytes.is_power_of_two() && bytes <= WIDEST_ACCESS as usize
}

/// Whether a block can have these extents: a thread at least, no more than [`THREADS_PER_BLOCK`], and in each direction no
/// more than [`BLOCK`].
///
/// ```
/// use lego_machine::limits::is_block;
/// assert!(is_block([32, 32, 1]) && is_block([1, 1, 64]));
/// assert!(!is_block([32, 33, 1]) && !is_block([1, 1, 65]) && !is_block([32, 0, 1]));
/// ```
pub const fn is_block(extents: [u32; 3]) -> bool {
    let threads = volume(extents);
    threads >= 1 && threads <= THREADS_PER_BLOCK as u128 && extents[2] <= BLOCK[2]
}

/// The product of extents: the threads of a block, the blocks of a grid.
pub const fn volume([x, y, z]: [u32; 3]) -> u128 {
    x as u128 * y as u128 * z as u128
}

/// What is true of compute capability 9.0 and not of all: H100, H200.
pub mod hopper {
    /// The compute capability.
    pub const CAPABILITY: (u32, u32) = (9, 0);

    /// The threads that a multiprocessor holds at once.
    pub const THREADS_PER_MULTIPROCESSOR: u32 = 2048;

    /// The blocks that a multiprocessor holds at once.
    pub const BLOCKS_PER_MULTIPROCESSOR: u32 = 32;

    /// The bytes of shared memory of a block that asks for them.
    pub const SHARED_PER_BLOCK: u32 = 227 << 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_instructions() {
        let widths = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map(|bytes| (bytes, is_access_width(bytes)));
        let right = widths.into_iter().filter(|(_, is)| *is).map(|(bytes, _)| bytes);
        assert!(right.eq([1, 2, 4, 8, 16]));
    }

    #[test]
    fn blocks_are_those_that_a_launch_may_have() {
        for extents in [[1, 1, 1], [1024, 1, 1], [1, 1024, 1], [1, 16, 64], [32, 8, 4]] {
            assert!(is_block(extents), "{extents:?}");
        }
        for extents in [[1025, 1, 1], [0, 1, 1], [1, 1, 0], [1, 1, 65], [u32::MAX; 3], [33, 32, 1]] {
            assert!(!is_block(extents), "{extents:?}");
        }
    }

    #[test]
    fn a_warp_is_as_wide_as_the_banks() {
        // The counting of wavefronts serves whole warps of words at once.
        assert_eq!(WARP, BANKS);
        assert_eq!(WAVEFRONT_BYTES, 128);
        assert_eq!(BLOCK[0], THREADS_PER_BLOCK);
    }
}
