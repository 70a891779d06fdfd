//! Maps of the bits of several numbers: the exclusive or of a number for each bit that is 1.

use super::Scalar;
use crate::f2::{Echelon, image};
use alloc::vec;
use alloc::vec::Vec;

/// `F(x)` = `constant` xor the exclusive or of `columns[k][b]` over the bits b of the values `x[k]` that are 1: affine
/// over [F2](crate::f2), its columns grouped by value.
///
/// Law: F(x xor y) = F(x) xor F(y) xor F(0).
///
/// ```
/// use lego_core::chain::XorMap;
/// // i·4 + (i xor j) for i and j below 4.
/// let map = XorMap { columns: vec![vec![5, 10], vec![1, 2]], constant: 0 };
/// assert_eq!((map.apply(&[3, 1]), map.write(&[3_u64, 1], 0)), (14, 14));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XorMap {
    /// For each value the numbers of its bits, that of the lowest bit first.
    pub columns: Vec<Vec<u64>>,
    /// The result where all values are 0.
    pub constant: u64,
}

/// The columns after elimination.
struct Eliminated {
    /// The span of the independent columns, which alone are added to it: there are at most 64.
    span: Echelon,
    /// The value and the bit of each of them.
    independent: Vec<(usize, usize)>,
    /// The first values in row-major order that have the result of 0, if they are not 0 themselves.
    kernel: Option<Vec<u64>>,
}

impl Eliminated {
    /// The values of which those independent bits are 1 that a number names.
    fn values(&self, count: usize, combination: u64) -> Vec<u64> {
        let mut values = vec![0; count];
        for (number, &(value, bit)) in self.independent.iter().enumerate() {
            values[value] |= (combination >> number & 1) << bit;
        }
        values
    }
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
    /// Returns the map without a constant that has these columns.
    #[must_use]
    pub const fn linear(columns: Vec<Vec<u64>>) -> Self {
        Self { columns, constant: 0 }
    }

    /// Returns the result for some values; bits beyond the columns do not count.
    #[must_use]
    pub fn apply(&self, values: &[u64]) -> u64 {
        self.columns.iter().zip(values).fold(self.constant, |sum, (images, &value)| sum ^ image(images, value))
    }

    /// Returns the first values, in row-major order, for which another map of as many bits has another result.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<Vec<u64>> {
        let mut values = vec![0; self.columns.len()];
        if self.constant != other.constant {
            return Some(values);
        }
        // Where all bits before make no difference, a bit alone is the first value of which it may be 1.
        for (value, (one, two)) in self.columns.iter().zip(&other.columns).enumerate().rev() {
            if let Some(bit) = one.iter().zip(two).position(|(a, b)| a != b) {
                values[value] = 1 << bit;
                return Some(values);
            }
        }
        None
    }

    /// Returns the number of independent columns: the map has 2^rank results.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.eliminated().span.rank()
    }

    /// Returns the first values in row-major order, but for 0, that have the result of 0; `None` if no others have it.
    ///
    /// ```
    /// use lego_core::chain::XorMap;
    /// assert_eq!(XorMap::linear(vec![vec![4, 3], vec![1, 2]]).kernel(), Some(vec![2, 3]));
    /// assert_eq!(XorMap::linear(vec![vec![4, 3], vec![1]]).kernel(), None);
    /// ```
    #[must_use]
    pub fn kernel(&self) -> Option<Vec<u64>> {
        self.eliminated().kernel
    }

    /// Returns numbers whose exclusive ors, with the constant, are all results, the greatest first; each has a leading
    /// bit that no other has.
    #[must_use]
    pub fn basis(&self) -> Vec<u64> {
        let span = self.eliminated().span;
        (0..u64::BITS).rev().filter_map(|top| span.vector(top)).collect()
    }

    /// Returns the first values in row-major order that have a result; `None` if no values have it.
    #[must_use]
    pub fn first(&self, result: u64) -> Option<Vec<u64>> {
        let eliminated = self.eliminated();
        // Bits that are sums of bits before them are 0, so nothing that has the same result comes first.
        let combination = eliminated.span.express(result ^ self.constant)?;
        Some(eliminated.values(self.columns.len(), combination))
    }

    /// Returns for each of the lowest bits of the result the values that change it alone; `None` if some result of so
    /// many bits is missed.
    ///
    /// Law: if there is no [`kernel`](Self::kernel), the values of a result are the exclusive or of these over the bits
    /// of the result xor the constant.
    #[must_use]
    pub fn inverse(&self, bits: u32) -> Option<Vec<Vec<u64>>> {
        let eliminated = self.eliminated();
        let of_bit = |bit: u32| Some(eliminated.values(self.columns.len(), eliminated.span.express(1_u64 << bit)?));
        (0..bits).map(of_bit).collect()
    }

    /// Eliminates the columns from the last bit in row-major order on.
    fn eliminated(&self) -> Eliminated {
        let mut all = Eliminated { span: Echelon::EMPTY, independent: Vec::new(), kernel: None };
        for (value, images) in self.columns.iter().enumerate().rev() {
            for (bit, &image) in images.iter().enumerate() {
                match all.span.express(image) {
                    None => {
                        all.span.add(image);
                        all.independent.push((value, bit));
                    }
                    Some(combination) if all.kernel.is_none() => {
                        let mut kernel = all.values(self.columns.len(), combination);
                        kernel[value] |= 1 << bit;
                        all.kernel = Some(kernel);
                    }
                    Some(_) => {}
                }
            }
        }
        all
    }

    /// Writes the result for values, each below two to the number of its columns: as digits with strides wherever no
    /// two of them come to stand at one place, which is what sums of products simplify; what is left comes to that by
    /// exclusive or. Where that were many digits for each bit, each bit is one, times its number.
    pub fn write<I: Scalar>(&self, values: &[I], zero: I) -> I {
        match self.written(values) {
            Some(result) if self.constant != 0 => result ^ zero.lift(self.constant),
            Some(result) => result,
            None => zero.lift(self.constant),
        }
    }

    /// What the columns add to the constant; `None` if that is nothing.
    fn written<I: Scalar>(&self, values: &[I]) -> Option<I> {
        let mut fields = self.fields();
        if fields.len() > 3 * self.columns.iter().map(Vec::len).sum::<usize>() {
            return self.bit_by_bit(values);
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
        result
    }

    fn bit_by_bit<I: Scalar>(&self, values: &[I]) -> Option<I> {
        let mut result: Option<I> = None;
        for (value, images) in self.columns.iter().enumerate() {
            for (from, &image) in images.iter().enumerate().filter(|(_, image)| **image != 0) {
                let digit = self.digit(Field { value, from, width: 1, to: 0 }, values[value]);
                let term = digit * digit.lift(image);
                result = Some(result.map_or(term, |result| result ^ term));
            }
        }
        result
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
    use crate::chain::unflatten;
    use random::Random;

    /// A map of up to three values of few bits, and the numbers below which they are.
    fn any(random: &mut Random) -> (XorMap, Vec<u64>) {
        let bits: Vec<usize> = (0..1 + random.index(3)).map(|_| random.index(5)).collect();
        let mask = u64::MAX >> random.index(64);
        let columns = bits.iter().map(|&bits| (0..bits).map(|_| random.bits() & mask).collect()).collect();
        let constant = if random.index(2) == 0 { 0 } else { random.bits() };
        (XorMap { columns, constant }, bits.iter().map(|bits| 1 << bits).collect())
    }

    #[test]
    fn what_is_written_is_the_map() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let (map, extents) = any(&mut random);
            let values: Vec<u64> = extents.iter().map(|&extent| random.below(extent)).collect();
            assert_eq!(map.write(&values, 0), map.apply(&values), "{map:?} at {values:?}");
        }
        let whole = XorMap::linear(vec![(0..64).map(|bit| 1 << (63 - bit)).collect()]);
        assert_eq!(whole.write(&[1_u64], 0), 1 << 63);
    }

    #[test]
    fn what_elimination_says_is_so_on_every_point() {
        let mut random = Random::fresh();
        let (mut inverses, mut kernels) = (0, 0);
        for _ in 0..400 {
            let (mut map, extents) = any(&mut random);
            // Of few bits, so that columns depend on each other, and some maps reach all results.
            let height = random.index(7) as u32;
            map.columns.iter_mut().flatten().for_each(|column| *column &= (1 << height) - 1);
            let points: Vec<Vec<u64>> = (0..extents.iter().product()).map(|flat| unflatten(&extents, flat)).collect();
            let mut results: Vec<u64> = points.iter().map(|point| map.apply(point)).collect();
            let same = points[1..].iter().find(|point| map.apply(point) == map.constant);
            assert_eq!(map.kernel().as_ref(), same, "{map:?}");
            for result in 0..1 << height {
                let result = result ^ (map.constant & !((1 << height) - 1));
                assert_eq!(map.first(result).as_ref(), points.iter().find(|point| map.apply(point) == result));
            }
            results.sort_unstable();
            results.dedup();
            assert_eq!(1 << map.rank(), results.len());
            let basis = map.basis();
            assert!(basis.len() == map.rank() && basis.is_sorted_by(|one, two| one > two));
            let mut made: Vec<u64> = (0..1 << basis.len()).map(|set| map.constant ^ image(&basis, set)).collect();
            made.sort_unstable();
            assert_eq!(made, results);
            match map.inverse(height) {
                Some(back) => {
                    inverses += 1;
                    for (bit, values) in back.iter().enumerate() {
                        assert_eq!(map.apply(values), map.constant ^ 1 << bit);
                    }
                }
                None => assert!(map.rank() < height as usize),
            }
            kernels += usize::from(same.is_some());
        }
        assert!(inverses > 50 && kernels > 50, "{inverses} {kernels}");
    }

    #[test]
    fn the_first_difference_is_the_first() {
        let mut random = Random::fresh();
        for _ in 0..2000 {
            let extents = [4, 8, 2];
            let mut map = || {
                let columns = [2, 3, 1].map(|bits| (0..bits).map(|_| random.below(2)).collect()).to_vec();
                XorMap { columns, constant: random.below(8) / 7 }
            };
            let (one, two) = (map(), map());
            let first =
                (0..64).map(|flat| unflatten(&extents, flat)).find(|values| one.apply(values) != two.apply(values));
            assert_eq!(one.first_difference(&two), first);
        }
    }

    #[test]
    fn more_than_64_bits_are_no_limit() {
        let unit = |bit: usize| 1 << (bit % 64);
        let map = XorMap::linear(vec![(0..60).map(unit).collect(), (60..124).map(unit).collect(), vec![7; 50]]);
        assert_eq!((map.rank(), map.kernel()), (64, Some(vec![0, 0, 3])));
        let back = map.inverse(64).unwrap();
        assert!((0..64).all(|bit| map.apply(&back[bit]) == 1 << bit));
        let none = XorMap { columns: vec![], constant: 3 };
        assert_eq!((none.rank(), none.kernel(), none.first(3), none.first(0)), (0, None, Some(vec![]), None));
        assert_eq!((none.inverse(0), none.inverse(1), none.write(&[], 0_u64)), (Some(vec![]), None, 3));
    }
}
