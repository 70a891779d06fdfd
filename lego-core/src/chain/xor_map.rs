//! Maps of bits: a number that is the exclusive or of numbers, one for each bit of some values that is 1.

use super::Scalar;
use alloc::vec::Vec;

/// `F(x)` = exclusive or of `columns[k][b]` over the bits b of the values `x[k]` that are 1: a matrix over the field of two
/// elements, its columns grouped by value.
///
/// Law: F(x xor y) = F(x) xor F(y).
///
/// ```
/// use lego_core::chain::XorMap;
/// // i·4 + (i xor j) for i and j below 4.
/// let map = XorMap { columns: vec![vec![5, 10], vec![1, 2]] };
/// assert_eq!((map.apply(&[3, 1]), map.write(&[3_u64, 1], 0)), (14, 14));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XorMap {
    /// For each value the numbers of its bits, that of the lowest bit first.
    pub columns: Vec<Vec<u64>>,
}

/// Neighbouring bits of a value that stand side by side in the result, too.
#[derive(Clone, Copy, Debug)]
struct Field {
    value: usize,
    from: usize,
    width: usize,
    to: usize,
}

impl Field {
    fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.to
    }
}

impl XorMap {
    /// The result for some values; bits beyond the columns do not count.
    #[must_use]
    pub fn apply(&self, values: &[u64]) -> u64 {
        let of_one = |(images, value): (&Vec<u64>, &u64)| {
            let set = images.iter().enumerate().filter(|(bit, _)| value >> bit & 1 != 0);
            set.fold(0, |sum, (_, image)| sum ^ image)
        };
        self.columns.iter().zip(values).fold(0, |sum, one| sum ^ of_one(one))
    }

    /// It computed from values, each below two to the number of its columns: as digits with strides wherever no two of them
    /// come to stand at one place, which is what sums of products simplify; what is left comes to that by exclusive or. Where
    /// that were many digits for each bit, each bit is one, times its number.
    pub fn write<I: Scalar>(&self, values: &[I], zero: I) -> I {
        let mut fields = self.fields();
        if fields.len() > 3 * self.columns.iter().map(Vec::len).sum::<usize>() {
            return self.bit_by_bit(values, zero);
        }
        // The longest first: they are what a reader would call the map itself.
        fields.sort_by_key(|field| core::cmp::Reverse(field.width));
        let mut result: Option<I> = None;
        while !fields.is_empty() {
            let (mut taken, mut left, mut sum) = (0, Vec::new(), None);
            for field in fields {
                if field.mask() & taken != 0 {
                    left.push(field);
                    continue;
                }
                taken |= field.mask();
                let term = self.digit(field, values[field.value]);
                sum = Some(sum.map_or(term, |sum: I| sum + term));
            }
            result = match (result, sum) {
                (Some(result), Some(sum)) => Some(result ^ sum),
                (result, sum) => result.or(sum),
            };
            fields = left;
        }
        result.unwrap_or(zero)
    }

    fn bit_by_bit<I: Scalar>(&self, values: &[I], zero: I) -> I {
        let mut result: Option<I> = None;
        for (value, images) in self.columns.iter().enumerate() {
            for (from, &image) in images.iter().enumerate().filter(|(_, image)| **image != 0) {
                let digit = self.digit(Field { value, from, width: 1, to: 0 }, values[value]);
                let term = digit * digit.lift(image);
                result = Some(result.map_or(term, |result| result ^ term));
            }
        }
        result.unwrap_or(zero)
    }

    fn digit<I: Scalar>(&self, field: Field, value: I) -> I {
        let mut digit = value;
        if field.from > 0 {
            digit = digit / digit.lift(1 << field.from);
        }
        if field.from + field.width < self.columns[field.value].len() {
            digit = digit % digit.lift(1 << field.width);
        }
        if field.to > 0 { digit * digit.lift(1 << field.to) } else { digit }
    }

    /// The fields of all values, each as wide as it can be.
    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for (value, images) in self.columns.iter().enumerate() {
            let first = fields.len();
            for (from, &image) in images.iter().enumerate() {
                for to in (0..64).filter(|to| image >> to & 1 != 0) {
                    let goes_on = |field: &&mut Field| (field.from + field.width, field.to + field.width) == (from, to);
                    match fields[first..].iter_mut().find(goes_on) {
                        Some(field) => field.width += 1,
                        None => fields.push(Field { value, from, width: 1, to }),
                    }
                }
            }
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use random::Random;

    #[test]
    fn what_is_written_is_the_map() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let bits: Vec<usize> = (0..1 + random.index(3)).map(|_| random.index(5)).collect();
            let mask = u64::MAX >> random.index(64);
            let columns = bits.iter().map(|&bits| (0..bits).map(|_| random.bits() & mask).collect()).collect();
            let map = XorMap { columns };
            let values: Vec<u64> = bits.iter().map(|&bits| random.below(1 << bits)).collect();
            assert_eq!(map.write(&values, 0), map.apply(&values), "{map:?} at {values:?}");
        }
        let whole = XorMap { columns: vec![(0..64).map(|bit| 1 << (63 - bit)).collect()] };
        assert_eq!(whole.write(&[1_u64], 0), 1 << 63);
    }
}
