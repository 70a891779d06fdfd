//! Elements in words of 32 bits, as they are shuffled and stored.

use super::conversion::List;
use crate::device::Element;

/// The words of the widest access.
pub(super) const WORDS: usize = 4;

/// The element's bits, in as many words as it has.
#[inline(always)]
fn words_of<T: Element>(value: T) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    const { assert!(size_of::<T>() <= 16) };
    // SAFETY: an element has no padding, and the words have at least as many bytes; the two do not overlap.
    unsafe { core::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), (&raw mut words).cast(), size_of::<T>()) };
    words
}

/// The element that has these bits.
#[inline(always)]
fn of_words<T: Element>(words: [u32; WORDS]) -> T {
    const { assert!(size_of::<T>() <= 16) };
    // SAFETY: every pattern of bits is an element, and the words have at least as many bytes.
    unsafe { (&raw const words).cast::<T>().read_unaligned() }
}

/// Puts an element into the words of an access, after so many others.
#[inline(always)]
pub(super) fn put<T: Element>(words: &mut [u32; WORDS], number: usize, value: T) {
    let own = words_of(value);
    if T::BYTES < 4 {
        let bits = number * T::BYTES * 8;
        words[bits / 32] |= own[0] << (bits % 32);
    } else {
        let each = T::BYTES / 4;
        let mut word = 0;
        while word < each {
            words[number * each + word] = own[word];
            word += 1;
        }
    }
}

/// The element after so many others of an access.
#[inline(always)]
pub(super) fn get<T: Element>(words: &[u32; WORDS], number: usize) -> T {
    let mut own = [0; WORDS];
    if T::BYTES < 4 {
        let bits = number * T::BYTES * 8;
        own[0] = words[bits / 32] >> (bits % 32);
    } else {
        let each = T::BYTES / 4;
        let mut word = 0;
        while word < each {
            own[word] = words[number * each + word];
            word += 1;
        }
    }
    of_words(own)
}

/// A word of elements, by the registers of its slots.
#[inline(always)]
pub(super) fn packed<T: Element, const R: usize>(registers: &[T; R], slots: &List, vector: u32, word: usize) -> u32 {
    let mut words = [0; WORDS];
    let mut number = 0;
    while number < 1 << vector {
        put(&mut words, number, registers[slots[word << vector | number] as usize]);
        number += 1;
    }
    words[0]
}

/// Puts the elements of a word into the registers of its slots.
#[inline(always)]
pub(super) fn unpack<T: Element, const R: usize>(
    registers: &mut [T; R],
    slots: &List,
    vector: u32,
    word: usize,
    value: u32,
) {
    let mut number = 0;
    while number < 1 << vector {
        registers[slots[word << vector | number] as usize] = get(&[value, 0, 0, 0], number);
        number += 1;
    }
}
