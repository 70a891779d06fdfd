//! Linear maps over F2, the field of two elements, where addition is xor: bits of a number to bits of a number.
//!
//! | item | what it is |
//! |---|---|
//! | [`image`] | the value of a map at a number, by the images of the number's bits |
//! | [`Matrix`] | a map of up to 64 bits, held in place: values, products, inverses and solutions in constants |
//! | [`Echelon`] | the one elimination: spans, independent vectors, sums that make a vector |
//!
//! `chain::XorMap` is a map of the bits of several numbers, [`BitColumns`](crate::mapping::BitColumns) one of the bits
//! of an index.

mod echelon;
mod matrix;

pub use echelon::Echelon;
pub use matrix::Matrix;

/// Number of columns and rows of a [`Matrix`] at most: the bits of a machine word.
pub const BITS: usize = 64;

/// Returns the xor of the columns whose bit is set in a number; bits beyond the columns do not count.
///
/// Law: image(c, x xor y) = image(c, x) xor image(c, y).
///
/// ```
/// assert_eq!(lego_core::f2::image(&[0b001, 0b011, 0b110], 0b101), 0b111);
/// ```
#[must_use]
pub const fn image(columns: &[u64], mut number: u64) -> u64 {
    number &= ones(if columns.len() < BITS { columns.len() as u32 } else { BITS as u32 });
    let mut image = 0;
    while number != 0 {
        image ^= columns[number.trailing_zeros() as usize];
        number &= number - 1;
    }
    image
}

/// Returns the first place at which a list differs from `constant` xor the [`image`] of the place.
///
/// One comparison an entry: entry 2^b + i is entry i xor column b.
///
/// ```
/// use lego_core::f2::first_difference;
/// assert_eq!(first_difference(4, &[1, 3], &[4, 5, 7, 6]), None);
/// assert_eq!(first_difference(4, &[1, 3], &[4, 5, 7, 7]), Some(3));
/// ```
///
/// # Panics
/// If there are not 2^n entries for n columns.
#[must_use]
pub fn first_difference(constant: u64, columns: &[u64], entries: &[u64]) -> Option<usize> {
    assert!(columns.len() < BITS && entries.len() == 1 << columns.len(), "a list of 2^n entries for n columns");
    if entries[0] != constant {
        return Some(0);
    }
    columns.iter().enumerate().find_map(|(bit, column)| {
        let (before, rest) = entries.split_at(1 << bit);
        before.iter().zip(rest).position(|(one, two)| one ^ column != *two).map(|place| place + (1 << bit))
    })
}

/// Returns a number whose lowest `bits` bits are 1; all are from 64 on.
///
/// ```
/// assert_eq!([0, 3, 64].map(lego_core::f2::ones), [0, 7, u64::MAX]);
/// ```
#[must_use]
pub const fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn the_first_difference_of_a_list_is_the_first_on_every_point() {
        let mut random = Random::fresh();
        for round in 0..400 {
            let columns: Vec<u64> = (0..random.index(7)).map(|_| random.bits()).collect();
            let constant = random.bits();
            let mut entries: Vec<u64> =
                (0..1 << columns.len()).map(|place| constant ^ image(&columns, place)).collect();
            for _ in 0..round % 4 {
                let place = random.index(entries.len());
                entries[place] ^= random.below(2);
            }
            let first = (0..entries.len()).find(|&place| entries[place] != constant ^ image(&columns, place as u64));
            assert_eq!(first_difference(constant, &columns, &entries), first);
        }
    }

    #[test]
    fn bits_beyond_the_columns_do_not_count() {
        assert_eq!([image(&[], u64::MAX), image(&[5, 3], u64::MAX), image(&[1; 64], 1 << 63)], [0, 6, 1]);
        // A longer list has columns for the first 64 bits.
        assert_eq!(image(&[1; 65], u64::MAX), 0);
    }
}
