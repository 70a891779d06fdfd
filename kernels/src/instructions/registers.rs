//! Registers that one warpgroup gives back and another takes.

use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::wgmma::{self, WARPGROUP};
use lego_cuda::device::{block_idx, global, opaque, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many values a thread has at once: more than there are registers for each thread of two blocks of two warpgroups, which are 128.
pub const VALUES: usize = 160;

/// The registers of a thread while it waits, and while it computes: together those of two threads.
const FEW: u32 = 40;
const MANY: u32 = 216;

/// The step from one value of a thread to its next.
const APART: u32 = 2 * WARPGROUP;

/// Mixes values round after round, of two warpgroups: first of the second one, which takes the registers that the first one gives back, then of the
/// first one, which gets them back with as many of the second one. Each thread has a number in a register all the while.
///
/// Value k of a thread is `[k, thread]` of its block, by rows. A sum begins with the thread's number times 0x9e3779b9. Of each value, round after round
/// and in their order, it becomes the sum with the value, and the value turned by five bits to the left becomes its exclusive or with the sum. So
/// all values are there at once, and without the registers of the others there is no room for them.
///
/// # Safety
/// `from` and `to` have 256·[`VALUES`] elements for each block.
#[lego_kernel(threads = 2 * WARPGROUP, grid = x, min_blocks = 2)]
pub unsafe fn instruction_registers(from: Global<'_, u32>, rounds: u32, to: GlobalMut<'_, u32>) {
    let thread = thread_idx().x;
    let first = APART * VALUES as u32 * block_idx().x + thread;
    let handed = NamedBarrier::new(1, 2 * WARPGROUP);
    // Nothing computes it anew.
    let number = opaque(thread.wrapping_mul(0x9e37_79b9));
    if thread < WARPGROUP {
        wgmma::fewer_registers::<FEW>();
        handed.sync();
        wgmma::more_registers::<MANY>();
        // SAFETY: the caller vouches for the lengths, and each element is one thread's.
        unsafe { mix(from, rounds, number, first, &to) };
    } else {
        wgmma::more_registers::<MANY>();
        // SAFETY: as above.
        unsafe { mix(from, rounds, number, first, &to) };
        // All its warps have taken the registers before one gives some back, as the instruction asks for.
        NamedBarrier::new(2, WARPGROUP).sync();
        wgmma::fewer_registers::<FEW>();
        handed.arrive();
    }
}

/// What a thread does with its values, the first of which is at a place.
///
/// # Safety
/// Both views have all values, which no other thread writes.
#[inline(always)]
unsafe fn mix(from: Global<'_, u32>, rounds: u32, number: u32, first: u32, to: &GlobalMut<'_, u32>) {
    // Addresses at constant distances, which take no registers.
    // SAFETY: as the caller promises.
    let (from, to) = unsafe { (from.at_unchecked([first]), to.at_unchecked([first])) };
    let mut values = [0_u32; VALUES];
    unroll!(for k in 0..VALUES {
        // SAFETY: as above.
        values[k] = unsafe { global::load(from.add(APART as usize * k)) };
    });
    let (mut round, mut sum) = (0, number);
    while round < rounds {
        unroll!(for k in 0..VALUES {
            sum = sum.wrapping_add(values[k]);
            values[k] = values[k].rotate_left(5) ^ sum;
        });
        round += 1;
    }
    unroll!(for k in 0..VALUES {
        // SAFETY: as above.
        unsafe { global::store(to.add(APART as usize * k), values[k]) };
    });
}
