//! Vectors of 16 bytes from one buffer to another.

use lego::layout;
use lego_cuda::device::{Element, block_idx, global, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many vectors a thread copies.
const STEPS: usize = 2;
/// How many vectors a block copies.
pub const CHUNK: u32 = THREADS * STEPS as u32;

layout! {
    /// Vector `[step, thread]` of those of a block.
    type Vectors = Row(2, 256);
}

/// Copies the elements that both have, `V` of them by one access of 16 bytes, the last few one by one.
///
/// Launch: a block for each [`CHUNK`] vectors, the last of which may be partial.
#[lego_kernel(
    threads = THREADS,
    instances(
        copy_f32 = <f32, 4>,
        copy_u8 = <u8, 16>,
    ),
)]
pub fn copy_elements<T: Element + Default, const V: usize>(input: Global<'_, T>, output: GlobalMut<'_, T>) {
    const { assert!(T::BYTES * V == 16, "a vector has 16 bytes") };
    let (n, v) = (input.len().min(output.len()), V as u32);
    // As many vectors as are whole: no product of what lies below them leaves 32 bits.
    let (whole, thread) = (n / v, thread_idx().x);
    let vector =
        |step: usize| block_idx().x.saturating_mul(CHUNK).saturating_add(Vectors::apply_u32([step as u32, thread]));
    let mut read = [[T::default(); V]; STEPS];
    unroll!(for step in 0..STEPS {
        if vector(step) < whole {
            // SAFETY: the vector lies below n.
            read[step] = unsafe { input.get_vector_unchecked([vector(step) * v]) };
        }
    });
    unroll!(for step in 0..STEPS {
        if vector(step) < whole {
            // SAFETY: as above, in the output; no other thread has this vector.
            unsafe { global::store(output.at_unchecked([vector(step) * v]).cast(), read[step]) };
        }
    });
    // What is left is less than a vector: an element for each of the first threads.
    let last = whole * v + thread;
    if block_idx().x == 0 && thread < v && last < n {
        // SAFETY: the element lies below n, and no other thread has it.
        unsafe { output.set_unchecked([last], input.get_unchecked([last])) };
    }
}
