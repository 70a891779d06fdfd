//! Tables in which a look-up in a loop checks nothing: their length is a power of two, and the place wraps around it.

use alloc::vec::Vec;

/// The entry of a table whose length is a power of two; beyond it some entry.
///
/// The optimiser knows that the remainder is below the length, so that nothing is checked in a loop but that it is not 0.
#[inline(always)]
pub(crate) fn look_up<T: Copy>(table: &[T], at: usize, none: T) -> T {
    let mask = table.len().wrapping_sub(1);
    table.get(at & mask).copied().unwrap_or(none)
}

/// A table with so many entries more that its length is a power of two.
pub(crate) fn padded<T: Copy + Default>(mut table: Vec<T>) -> Vec<T> {
    table.resize(table.len().next_power_of_two(), T::default());
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_and_nothing_beyond_panics() {
        for len in 0..20 {
            let table = padded((1..=len).collect::<Vec<usize>>());
            assert!(table.len().is_power_of_two() && table.len() < 2 * len.max(1));
            assert!((0..len).all(|at| look_up(&table, at, 0) == at + 1));
            assert!([len, 64, usize::MAX].into_iter().all(|at| look_up(&table, at, 0) <= len));
        }
        assert_eq!(look_up(&[0_u8; 0], 3, 7), 7);
    }
}
