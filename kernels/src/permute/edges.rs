//! Vectors of memory of which a row has some bytes: those at its beginning and at its end.
//!
//! Each row of an output of odd sides begins and ends with such a vector. While a warp stores one, the block waits, and every
//! instruction is fetched: stored element by element, edges took a tenth of the time of a large matrix.

use lego_cuda::device::global;

/// How many bytes a vector has.
pub(super) const BYTES: u32 = 16;

/// Stores the bytes of a vector from `first` to `last`: eight, four, two and one of them, where there are so many.
///
/// # Safety
/// `at` gives the address of each of these bytes, those of a vector of memory, and no other thread has them.
#[inline(always)]
pub(super) unsafe fn store_some(at: impl Fn(u32) -> *mut u8, vector: [u32; 4], first: u32, last: u32) {
    let [w0, w1, w2, w3] = vector;
    if first > 0 && last < BYTES {
        // A row that is shorter than a vector.
        let mut byte = first;
        while byte < last {
            // SAFETY: as the caller promises.
            unsafe { global::store(at(byte), (word(byte / 4, w0, w1, w2, w3) >> (8 * (byte % 4))) as u8) };
            byte += 1;
        }
        return;
    }
    // The largest lie at the vector's beginning, or at its end, where that is a byte of the row: so each begins at a multiple of its size.
    let count = last.saturating_sub(first);
    let place = |size: u32| {
        let larger = count & !(2 * size - 1);
        if first == 0 { larger } else { BYTES - larger - size }
    };
    let (two, one) = (place(2), place(1));
    // SAFETY: as the caller promises.
    unsafe {
        if count & 8 != 0 {
            let pair = [
                word(if first == 0 { 0 } else { 2 }, w0, w1, w2, w3),
                word(if first == 0 { 1 } else { 3 }, w0, w1, w2, w3),
            ];
            global::store(at(place(8)).cast(), pair);
        }
        if count & 4 != 0 {
            global::store(at(place(4)).cast(), word(place(4) / 4, w0, w1, w2, w3));
        }
        if count & 2 != 0 {
            global::store(at(two).cast(), (word(two / 4, w0, w1, w2, w3) >> (8 * (two % 4))) as u16);
        }
        if count & 1 != 0 {
            global::store(at(one), (word(one / 4, w0, w1, w2, w3) >> (8 * (one % 4))) as u8);
        }
    }
}

/// A word of a vector. It gets all of them by value: a choice between places would keep the vector in memory.
#[inline(always)]
fn word(i: u32, w0: u32, w1: u32, w2: u32, w3: u32) -> u32 {
    let (a, b) = (if i & 2 == 0 { w0 } else { w2 }, if i & 2 == 0 { w1 } else { w3 });
    if i & 1 == 0 { a } else { b }
}
