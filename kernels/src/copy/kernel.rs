//! Vectors of 16 bytes from one buffer to another.

use lego_cuda::device::{Element, block_idx, global, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

/// How many threads a block has, each of which copies a vector: with two a copy of gigabytes takes 4 % longer, with four 5 %.
pub const THREADS: u32 = 256;

/// Copies the elements that both have, `V` of them by one access of 16 bytes, the last few one by one.
///
/// Launch: a block for each [`THREADS`] vectors, the last of which may be partial.
#[lego_kernel(
    threads = THREADS,
    instances(
        copy_f32 = <f32, 4>,
        copy_u8 = <u8, 16>,
    ),
)]
pub fn copy_elements<T: Element, const V: usize>(input: Global<'_, T>, output: GlobalMut<'_, T>) {
    const { assert!(T::BYTES * V == 16, "a vector has 16 bytes") };
    let (n, v, block, thread) = (input.len().min(output.len()), V as u32, block_idx().x, thread_idx().x);
    // Vectors are counted, not elements: no number leaves 32 bits, however large the grid.
    let whole = n / v;
    let vector = block.saturating_mul(THREADS).saturating_add(thread);
    if vector < whole {
        // SAFETY: the vector lies below n, and no other thread has it.
        unsafe {
            let elements: [T; V] = input.get_vector_unchecked([vector * v]);
            global::store(output.at_unchecked([vector * v]).cast(), elements);
        }
    }
    // What is left is less than a vector: an element for each of the first threads.
    if block == 0 && thread < v {
        let last = whole * v + thread;
        if last < n {
            // SAFETY: the element lies below n, and no other thread has it.
            unsafe { output.set_unchecked([last], input.get_unchecked([last])) };
        }
    }
}
