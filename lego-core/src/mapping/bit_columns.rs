//! Maps that are linear over the bits of an index: what each bit does to the position, as a constant.

use super::coord::Coord;
use crate::f2::{BITS, Matrix, ones};

/// Bits of a position: it is kept in 32 bits.
const HEIGHT: usize = 32;

/// Axes of an index at most.
const MOST_AXES: usize = <[usize; 0] as Coord>::MAX_RANK;

/// A map between powers of two in which each bit of the index changes the position by an exclusive or.
///
/// Law: the position of the index with row-major number n is the xor of the columns of the set bits of n. So are permutations of
/// axes and tiles, Morton order and swizzles over sides that are powers of two; plans that move registers between layouts are made of it.
///
/// ```
/// use lego_core::mapping::{BitColumns, BitSearch};
/// // 4 columns of 2 rows, one after another: [i, j] to 2 j + i.
/// const COLUMNS: Option<BitColumns> = {
///     let mut search = BitSearch::new([2, 4]);
///     while let Some([i, j]) = search.next() {
///         search.found(Some(2 * j + i));
///     }
///     search.columns()
/// };
/// assert_eq!(COLUMNS.unwrap().matrix().columns(), [2, 4, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitColumns {
    matrix: Matrix,
    /// The bits of each axis.
    axes: [u8; MOST_AXES],
}

impl BitColumns {
    /// Returns the map from the number of the index to the position, which has 32 bits.
    #[must_use]
    pub const fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Returns what a bit of the index's number does to the position; 0 beyond the bits.
    #[must_use]
    pub const fn column(&self, bit: u32) -> u32 {
        self.matrix.column(bit as usize) as u32
    }

    /// Returns the number of bits of the index's number.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.matrix.width() as u32
    }

    /// How many bits the coordinate on an axis has; 0 where there is no such axis.
    #[must_use]
    pub const fn bits_of_axis(&self, axis: usize) -> u32 {
        if axis < MOST_AXES { self.axes[axis] as u32 } else { 0 }
    }

    /// What a coordinate on an axis does to the position, all others unchanged; bits beyond the axis do nothing.
    ///
    /// Law: the position of an index is the exclusive or of this for each of its axes.
    ///
    /// ```
    /// use lego_core::mapping::BitSearch;
    /// // 4 rows of 8, in which columns change places by the number of the row.
    /// let mut search = BitSearch::new([4, 8]);
    /// while let Some([i, j]) = search.next() {
    ///     search.found(Some(8 * i + (j ^ i)));
    /// }
    /// let columns = search.columns().unwrap();
    /// assert_eq!((columns.along(0, 3), columns.along(1, 5)), (27, 5));
    /// ```
    #[must_use]
    pub const fn along(&self, axis: usize, coordinate: u32) -> u32 {
        let (mut first, mut behind) = (0, MOST_AXES);
        while behind > axis.saturating_add(1) {
            behind -= 1;
            first += self.axes[behind] as u32;
        }
        self.matrix.apply((coordinate as u64 & ones(self.bits_of_axis(axis))) << first) as u32
    }

    /// Whether another map is the same, with the same sides.
    const fn is(&self, other: &Self) -> bool {
        let (mut bit, mut is_same) = (0, self.has_sides_of(other));
        while bit < self.bits() {
            is_same &= self.column(bit) == other.column(bit);
            bit += 1;
        }
        is_same
    }

    /// Whether another map has the same sides.
    #[must_use]
    pub const fn has_sides_of(&self, other: &Self) -> bool {
        let mut axis = 0;
        while axis < self.axes.len() {
            if self.axes[axis] != other.axes[axis] {
                return false;
            }
            axis += 1;
        }
        self.bits() == other.bits()
    }
}

/// The search for the columns of a map, at compile time: each index is asked for once, so that nothing is taken for linear that is
/// not.
///
/// Indices come in an order in which neighbours differ by one bit (a Gray code), so that a step compares one exclusive or.
#[derive(Clone, Copy, Debug)]
pub struct BitSearch<const R: usize> {
    /// How many bits each axis has.
    axes: [u32; R],
    columns: [u64; BITS],
    bits: u32,
    /// The step; the bits come first, one by one, and then all indices.
    step: u64,
    number: u32,
    expected: u64,
    is_linear: bool,
}

impl<const R: usize> BitSearch<R> {
    /// More indices than this are not looked at.
    pub const MOST: usize = 1 << 15;

    /// The search over an index box. One whose sides are no powers of two, or that has more than [`MOST`](Self::MOST) indices, has
    /// no columns.
    #[must_use]
    pub const fn new(dims: [usize; R]) -> Self {
        let (mut axes, mut bits, mut is_linear) = ([0; R], 0_u32, true);
        let mut axis = 0;
        while axis < R {
            is_linear &= dims[axis].is_power_of_two();
            axes[axis] = dims[axis].trailing_zeros();
            bits = bits.saturating_add(axes[axis]);
            axis += 1;
        }
        is_linear &= bits <= Self::MOST.trailing_zeros();
        Self { axes, columns: [0; BITS], bits, step: 0, number: 0, expected: 0, is_linear }
    }

    /// The next index whose position has to be told by [`found`](Self::found); `None` when nothing is left to be known.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // no trait has a `const fn`
    pub const fn next(&self) -> Option<[usize; R]> {
        let bits = self.bits as u64;
        // First 0 and the bits, then all others of 2^bits.
        if !self.is_linear || self.step > bits && self.step - bits >= 1 << bits {
            return None;
        }
        let mut number = if self.step == 0 {
            0
        } else if self.step <= bits {
            1 << (self.step - 1)
        } else {
            self.number
        };
        let mut index = [0; R];
        let mut axis = R;
        while axis > 0 {
            axis -= 1;
            index[axis] = (number & ((1 << self.axes[axis]) - 1)) as usize;
            number >>= self.axes[axis];
        }
        Some(index)
    }

    /// Tells the position of the index that [`next`](Self::next) gave, if it has one.
    pub const fn found(&mut self, position: Option<usize>) {
        let bits = self.bits as u64;
        let value = match position {
            Some(position) if position as u64 <= ones(HEIGHT as u32) => position as u64,
            _ => {
                self.is_linear = false;
                return;
            }
        };
        if self.step == 0 {
            self.is_linear = value == 0;
        } else if self.step <= bits {
            self.columns[self.step as usize - 1] = value;
        } else {
            self.is_linear &= value == self.expected;
        }
        self.step += 1;
        if self.step > bits {
            // The step of a Gray code flips the bit that is the lowest of its number.
            let flipped = (self.step - bits).trailing_zeros();
            if flipped < self.bits {
                self.number ^= 1 << flipped;
                self.expected ^= self.columns[flipped as usize];
            }
        }
    }

    /// The columns, if the map is linear; `None` too where an index was not asked for.
    #[must_use]
    pub const fn columns(&self) -> Option<BitColumns> {
        let bits = self.bits as u64;
        if self.is_linear && self.step > bits && self.step - bits >= 1 << bits {
            let (mut axes, mut axis) = ([0; MOST_AXES], 0);
            while axis < R && axis < MOST_AXES {
                axes[axis] = self.axes[axis] as u8;
                axis += 1;
            }
            Some(BitColumns { matrix: Matrix::fitting(HEIGHT, self.bits as usize, self.columns), axes })
        } else {
            None
        }
    }
}

/// A map that is one of [`BitColumns`] again and again: along its first axis, at equal distances.
///
/// Law: where a strip has r rows on the first axis, the position of index `[r·t + i, …]` is `t` times the distance behind that of `[i, …]`.
/// So are tiles of which one side is an odd number times a power of two, as 192 rows of 64 elements with a swizzle are.
///
/// ```
/// use lego_core::mapping::{BitStrips, StripSearch};
/// // 12 rows of 4: three strips of 4 rows.
/// const STRIPS: Option<BitStrips> = {
///     let mut search = StripSearch::new([12, 4]);
///     while let Some([i, j]) = search.next() {
///         search.found(Some(4 * i + j));
///     }
///     search.strips()
/// };
/// let strips = STRIPS.unwrap();
/// assert_eq!((strips.count(), strips.distance()), (3, 16));
/// assert_eq!(strips.columns().matrix().columns(), [1, 2, 4, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitStrips {
    columns: BitColumns,
    count: u32,
    distance: u32,
}

impl BitStrips {
    /// One strip, which is the whole map.
    #[must_use]
    pub const fn one(columns: BitColumns) -> Self {
        Self { columns, count: 1, distance: 0 }
    }

    /// The map of one strip.
    #[must_use]
    pub const fn columns(&self) -> &BitColumns {
        &self.columns
    }

    /// How many strips there are: an odd number.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// By how many positions each lies behind the one before; 0 where there is one.
    #[must_use]
    pub const fn distance(&self) -> u32 {
        self.distance
    }
}

/// The search for the strips of a map, at compile time: like [`BitSearch`], it asks for each index once.
#[derive(Clone, Copy, Debug)]
pub struct StripSearch<const R: usize> {
    /// The extents of a strip.
    dims: [usize; R],
    count: u32,
    /// The search of the strip whose turn it is, and its number.
    search: BitSearch<R>,
    strip: u32,
    /// The position of its first index.
    begin: usize,
    columns: Option<BitColumns>,
    distance: usize,
    is_repeated: bool,
}

impl<const R: usize> StripSearch<R> {
    /// More indices than this are not looked at.
    pub const MOST: usize = 1 << 16;

    /// The search over an index box. One whose sides are no powers of two, but for the first, or that has more than
    /// [`MOST`](Self::MOST) indices, has no strips.
    #[must_use]
    pub const fn new(mut dims: [usize; R]) -> Self {
        let mut count = 1;
        if R > 0 && dims[0] > 0 {
            count = dims[0] >> dims[0].trailing_zeros();
            dims[0] /= count;
        }
        let (mut indices, mut axis) = (count, 0);
        while axis < R {
            indices = indices.saturating_mul(dims[axis]);
            axis += 1;
        }
        let is_repeated = indices <= Self::MOST;
        Self {
            dims,
            count: if is_repeated { count as u32 } else { 0 },
            search: BitSearch::new(dims),
            strip: 0,
            begin: 0,
            columns: None,
            distance: 0,
            is_repeated,
        }
    }

    /// The next index whose position has to be told by [`found`](Self::found); `None` when nothing is left to be known.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // no trait has a `const fn`
    pub const fn next(&mut self) -> Option<[usize; R]> {
        while self.is_repeated && self.strip < self.count {
            if let Some(mut index) = self.search.next() {
                if R > 0 {
                    index[0] += self.strip as usize * self.dims[0];
                }
                return Some(index);
            }
            match (self.search.columns(), self.columns) {
                (Some(columns), None) => self.columns = Some(columns),
                (Some(columns), Some(first)) => self.is_repeated = columns.is(&first),
                _ => self.is_repeated = false,
            }
            self.search = BitSearch::new(self.dims);
            self.strip += 1;
        }
        None
    }

    /// Tells the position of the index that [`next`](Self::next) gave, if it has one.
    pub const fn found(&mut self, position: Option<usize>) {
        let Some(position) = position else {
            self.is_repeated = false;
            return;
        };
        if self.search.step == 0 {
            self.begin = position;
            if self.strip == 1 {
                self.distance = position;
            }
            self.is_repeated = match self.distance.checked_mul(self.strip as usize) {
                Some(begin) => begin == position && self.distance as u64 <= u32::MAX as u64,
                None => false,
            };
        }
        self.search.found(position.checked_sub(self.begin));
    }

    /// The strips, if the map has some; `None` too where an index was not asked for.
    #[must_use]
    pub const fn strips(&self) -> Option<BitStrips> {
        match self.columns {
            Some(columns) if self.is_repeated && self.strip == self.count => {
                Some(BitStrips { columns, count: self.count, distance: self.distance as u32 })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// The columns of a map, and how many indices were asked for.
    fn search<const R: usize>(dims: [usize; R], map: impl Fn([usize; R]) -> Option<usize>) -> Option<BitColumns> {
        let mut search = BitSearch::new(dims);
        while let Some(index) = search.next() {
            search.found(map(index));
        }
        search.columns()
    }

    #[test]
    fn what_is_linear_is_found_with_its_columns() {
        let columns = search([4, 8], |[i, j]| Some((i * 8 + j) ^ (i << 1))).unwrap();
        assert_eq!(columns.matrix().columns(), [1, 2, 4, 8 ^ 2, 16 ^ 4]);
        for number in 0..32_u32 {
            let value = (0..5).filter(|bit| number >> bit & 1 == 1).fold(0, |sum, bit| sum ^ columns.column(bit));
            let [i, j] = [number as usize / 8, number as usize % 8];
            assert_eq!(value as usize, (i * 8 + j) ^ (i << 1));
            assert_eq!(columns.along(0, i as u32) ^ columns.along(1, j as u32), value);
        }
        assert_eq!(search([1, 1], |_| Some(0)).unwrap().matrix().columns(), [0; 0]);
        let turned = search([8, 4], |[i, j]| Some(i + 8 * j)).unwrap();
        assert!(columns.has_sides_of(&columns) && !columns.has_sides_of(&turned));
        assert_eq!([0, 1, 2, 99].map(|axis| columns.bits_of_axis(axis)), [2, 3, 0, 0]);
        assert_eq!(
            [[0, 4], [1, 8], [2, 1], [99, 1]].map(|[axis, beyond]| columns.along(axis as usize, beyond)),
            [0; 4]
        );
        assert_eq!(search([], |[]| Some(0)).unwrap().bits(), 0);
    }

    #[test]
    fn one_point_that_is_not_linear_is_seen_wherever_it_is() {
        for wrong in 0..64 {
            let found = search([8, 8], |[i, j]| {
                let number = i * 8 + j;
                Some(number ^ usize::from(number == wrong))
            });
            // Of a bit alone the column would be another one, and then its sums are wrong.
            assert_eq!(found, None, "{wrong}");
            assert_eq!(search([8, 8], |[i, j]| (i * 8 + j != wrong).then_some(i * 8 + j)), None);
        }
    }

    /// The strips of a map, and how many indices were asked for.
    fn strips<const R: usize>(
        dims: [usize; R],
        map: impl Fn([usize; R]) -> Option<usize>,
    ) -> (Option<BitStrips>, usize) {
        let (mut search, mut asked) = (StripSearch::new(dims), 0);
        while let Some(index) = search.next() {
            search.found(map(index));
            asked += 1;
        }
        (search.strips(), asked)
    }

    #[test]
    fn what_is_repeated_is_found_with_its_distance() {
        for odd in [1, 3, 5, 7, 9, 15] {
            // Of each 8 rows of 8 a swizzled tile, and one unused element behind each.
            let map = |[i, j]: [usize; 2]| i / 8 * 65 + (i % 8 * 8 + (j ^ (i % 8)));
            let (found, asked) = strips([8 * odd, 8], |index| Some(map(index)));
            let found = found.unwrap();
            assert_eq!((found.count() as usize, found.distance()), (odd, if odd == 1 { 0 } else { 65 }));
            assert_eq!(asked, odd * (6 + 64), "the bits of each strip, and all of its indices");
            assert_eq!(Some(*found.columns()), search([8, 8], |index| Some(map(index))));
        }
        assert_eq!(strips([], |[]| Some(0)).0.unwrap(), BitStrips::one(search([], |[]| Some(0)).unwrap()));
        assert_eq!(strips([3], |[i]| Some(5 * i)).0.unwrap().distance(), 5);
    }

    #[test]
    fn one_point_that_is_not_repeated_is_seen_wherever_it_is() {
        for wrong in 0..24 * 8 {
            let map = |[i, j]: [usize; 2]| i * 8 + j;
            let found = |position: Option<usize>| {
                strips([24, 8], |index| if map(index) == wrong { position } else { Some(map(index)) }).0
            };
            assert_eq!([found(Some(wrong ^ 1)), found(Some(wrong + 512)), found(None)], [None; 3], "{wrong}");
        }
        // Distances that are not equal, no first strip at 0, and strips in another direction.
        assert_eq!(strips([3, 2], |[i, j]| Some([0, 2, 6][i] + j)).0, None);
        assert_eq!(strips([3, 2], |[i, j]| Some(1 + 2 * i + j)).0, None);
        assert_eq!(strips([3, 2], |[i, j]| Some(2 * (2 - i) + j)).0, None);
    }

    #[test]
    fn boxes_without_strips_are_not_looked_at() {
        for dims in [[4, 3], [0, 4], [3 << 15, 1], [usize::MAX, 2], [3, 1 << 15]] {
            assert_eq!(strips(dims, |_| panic!("asked")), (None, 0));
        }
        assert_eq!(StripSearch::new([6, 2]).strips(), None, "nothing was asked");
    }

    #[test]
    fn other_sides_and_large_boxes_have_no_columns_and_are_not_looked_at() {
        for dims in [[3, 4], [0, 4], [1 << 16, 1], [usize::MAX, 2], [1 << 15, 2]] {
            assert_eq!(search(dims, |_| panic!("asked")), None);
        }
        let mut asked = Vec::new();
        let mut search = BitSearch::new([1 << 8, 1 << 7]);
        while let Some([i, j]) = search.next() {
            asked.push(i << 7 | j);
            search.found(Some(i << 7 | j));
        }
        assert_eq!(search.columns().unwrap().bits(), 15);
        assert_eq!(asked.len(), 15 + (1 << 15));
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked.len(), 1 << 15);
        assert_eq!(BitSearch::new([2, 2]).columns(), None, "nothing was asked");
    }
}
