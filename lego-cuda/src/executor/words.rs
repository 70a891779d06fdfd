//! Aligned values of up to 16 bytes in memory that is made of 8-byte words.
//!
//! Every access does this, often where nothing is optimized: so these are shifts and masks, and no iterators.

/// The bytes of a word.
pub(super) const WORD: usize = 8;

/// So many bytes of a word from one of them on, as the first of a word.
#[inline(always)]
pub(super) fn taken<const N: usize>(word: u64, inside: usize) -> u64 {
    if N >= WORD { word } else { u64::from_le(word.to_le() >> (8 * inside)) }
}

/// A word with so many bytes from one of them on replaced by the first of another.
#[inline(always)]
pub(super) fn put<const N: usize>(old: u64, new: u64, inside: usize) -> u64 {
    if N >= WORD {
        return new;
    }
    let mask = ((1 << (8 * (N % WORD))) - 1) << (8 * inside);
    u64::from_le((new.to_le() << (8 * inside) & mask) | (old.to_le() & !mask))
}

/// A bit for each of so many bytes of a word, at most all, from one of them on.
#[inline(always)]
pub(super) fn bits(inside: usize, bytes: usize) -> u8 {
    (0xff_u8 >> (WORD - bytes)) << inside
}

/// The first bytes of two words.
#[inline(always)]
pub(super) fn first<const N: usize>(words: [u64; 2]) -> [u8; N] {
    const { assert!(N <= 2 * WORD) };
    // SAFETY: two words have as many bytes, and any bytes are an array of them.
    unsafe { *(&raw const words).cast::<[u8; N]>() }
}

/// The bytes of a slice, which has so many.
#[inline(always)]
pub(super) fn array<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    assert!(bytes.len() == N, "as many bytes as the access has");
    // SAFETY: there are so many.
    unsafe { &*bytes.as_ptr().cast() }
}

/// Two words whose first bytes are these.
#[inline(always)]
pub(super) fn of<const N: usize>(bytes: &[u8; N]) -> [u64; 2] {
    const { assert!(N <= 2 * WORD) };
    let mut words = [0; 2];
    // SAFETY: two words have as many bytes, and any bytes are numbers.
    unsafe { *(&raw mut words).cast::<[u8; N]>() = *bytes };
    words
}

/// A slice with more of a value at its end, and so many in all. A boxed slice and no vector: even where nothing is optimized,
/// its elements are found without a call.
pub(super) fn longer<T: Clone>(slice: &mut Box<[T]>, len: usize, value: T) -> Box<[T]> {
    let mut all = std::mem::take(slice).into_vec();
    all.resize(len, value);
    all.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_size<const N: usize>() {
        let bytes: [u8; N] = std::array::from_fn(|byte| byte as u8 + 1);
        assert_eq!(first::<N>(of(&bytes)), bytes);
        for inside in (0..WORD).step_by(N) {
            let old: [u8; WORD] = std::array::from_fn(|byte| 0xf0 + byte as u8);
            let mut expected = old;
            expected[inside..inside + N.min(WORD)].copy_from_slice(&bytes[..N.min(WORD)]);
            let word = put::<N>(u64::from_ne_bytes(old), of(&bytes)[0], inside);
            assert_eq!(word.to_ne_bytes(), expected, "{N} at {inside}");
            let taken = taken::<N>(word, inside).to_ne_bytes();
            assert_eq!(taken[..N.min(WORD)], bytes[..N.min(WORD)], "{N} at {inside}");
            let written: u32 = (inside..inside + N.min(WORD)).map(|byte| 1 << byte).sum();
            assert_eq!(u32::from(bits(inside, N.min(WORD))), written);
        }
    }

    #[test]
    fn bytes_go_to_their_place_and_come_back() {
        try_size::<1>();
        try_size::<2>();
        try_size::<4>();
        try_size::<8>();
        try_size::<16>();
    }
}
