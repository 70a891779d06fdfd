//! A matrix over F2, the field of two elements, where addition is xor: up to 64 columns, each a machine word.

use super::space::{BITS, ones};
use core::fmt;

/// A linear map from words of `width` bits to words of `height` bits: the image of a word is the xor of the columns of its
/// set bits, so that apply(x xor y) = apply(x) xor apply(y).
///
/// ```
/// use lego_algebra::linear::Matrix;
/// let gray = Matrix::new(3, &[0b001, 0b011, 0b110]).unwrap();
/// assert_eq!(gray.apply(0b101), 0b111);
/// assert_eq!(gray.rank(), 3);
/// let back = gray.inverse().unwrap();
/// assert_eq!(back.product(&gray).unwrap(), Matrix::identity(3).unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Matrix {
    columns: [u64; BITS],
    width: u8,
    height: u8,
}

impl Matrix {
    /// A matrix by its columns; none if there are more than 64, if `height` is more than 64, or if a column has a bit from
    /// `height` on.
    #[must_use]
    pub const fn new(height: usize, columns: &[u64]) -> Option<Self> {
        if columns.len() > BITS || height > BITS {
            return None;
        }
        let mut held = [0; BITS];
        let mut k = 0;
        while k < columns.len() {
            if columns[k] & !ones(height as u32) != 0 {
                return None;
            }
            held[k] = columns[k];
            k += 1;
        }
        Some(Self { columns: held, width: columns.len() as u8, height: height as u8 })
    }

    /// Zeros; none beyond 64.
    #[must_use]
    pub const fn zeros(height: usize, width: usize) -> Option<Self> {
        if height > BITS || width > BITS {
            return None;
        }
        Some(Self { columns: [0; BITS], width: width as u8, height: height as u8 })
    }

    /// The map that changes nothing; none beyond 64.
    #[must_use]
    pub const fn identity(size: usize) -> Option<Self> {
        if size > BITS {
            return None;
        }
        let mut columns = [0; BITS];
        let mut k = 0;
        while k < size {
            columns[k] = 1 << k;
            k += 1;
        }
        Some(Self { columns, width: size as u8, height: size as u8 })
    }

    /// From columns that are known to fit.
    pub(super) const fn fitting(height: usize, width: usize, columns: [u64; BITS]) -> Self {
        Self { columns, width: width as u8, height: height as u8 }
    }

    /// The number of columns: bits that go in.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// The number of rows: bits that come out.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The columns, the image of bit 0 first.
    #[must_use]
    pub const fn columns(&self) -> &[u64] {
        self.columns.split_at(self.width()).0
    }

    /// The map of words that have no bits but the first so many.
    #[must_use]
    pub const fn first(&self, width: usize) -> Self {
        let mut columns = [0; BITS];
        let width = if width < self.width() { width } else { self.width() };
        let mut k = 0;
        while k < width {
            columns[k] = self.columns[k];
            k += 1;
        }
        Self { columns, width: width as u8, height: self.height }
    }

    /// The image of a bit; 0 beyond the width.
    #[must_use]
    pub const fn column(&self, index: usize) -> u64 {
        if index < BITS { self.columns[index] } else { 0 }
    }

    /// The image of a word; bits from the width on do not count.
    #[must_use]
    pub const fn apply(&self, mut word: u64) -> u64 {
        word &= ones(self.width as u32);
        let mut image = 0;
        while word != 0 {
            image ^= self.columns[word.trailing_zeros() as usize];
            word &= word - 1;
        }
        image
    }

    /// Rows as columns.
    #[must_use]
    pub const fn transposed(&self) -> Self {
        let mut columns = [0; BITS];
        let mut k = 0;
        while k < self.width() {
            let mut column = self.columns[k];
            while column != 0 {
                columns[column.trailing_zeros() as usize] |= 1 << k;
                column &= column - 1;
            }
            k += 1;
        }
        Self { columns, width: self.height, height: self.width }
    }

    /// This after another: product(B).apply(x) = apply(B.apply(x)); none if B's height is not this width.
    #[must_use]
    pub const fn product(&self, first: &Self) -> Option<Self> {
        if first.height != self.width {
            return None;
        }
        let mut columns = [0; BITS];
        let mut k = 0;
        while k < first.width() {
            columns[k] = self.apply(first.columns[k]);
            k += 1;
        }
        Some(Self { columns, width: first.width, height: self.height })
    }

    /// The number of independent columns.
    #[must_use]
    pub const fn rank(&self) -> usize {
        Echelon::of(self).rank()
    }

    /// The two-sided inverse; none if the matrix is not square or has not full rank.
    #[must_use]
    pub const fn inverse(&self) -> Option<Self> {
        if self.width != self.height {
            return None;
        }
        match Self::identity(self.height()) {
            Some(identity) => self.solve(&identity),
            None => None,
        }
    }

    /// X with this product X equal to `image`, free variables 0: X uses only the leftmost independent columns. None if a
    /// column of `image` is no sum of columns of this, or the heights differ.
    #[must_use]
    pub const fn solve(&self, image: &Self) -> Option<Self> {
        if self.height != image.height {
            return None;
        }
        let echelon = Echelon::of(self);
        let mut columns = [0; BITS];
        let mut k = 0;
        while k < image.width() {
            match echelon.express(image.columns[k]) {
                Some(combination) => columns[k] = combination,
                None => return None,
            }
            k += 1;
        }
        Some(Self { columns, width: image.width, height: self.width })
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows, columns {:x?}", self.height, self.columns())
    }
}

/// The space that some vectors span, by vectors whose highest bits all differ, each with the vectors that it is the sum of.
///
/// Vectors are numbered in the order in which they come. One that is a sum of those before it adds nothing: those that add
/// are the *leftmost independent* ones.
///
/// ```
/// use lego_algebra::linear::Echelon;
/// let mut span = Echelon::EMPTY;
/// assert_eq!([0b011, 0b110, 0b101].map(|vector| span.add(vector)), [true, true, false]);
/// assert_eq!((span.rank(), span.pivots()), (2, 0b011));
/// assert_eq!((span.express(0b101), span.express(0b001)), (Some(0b011), None));
/// ```
#[derive(Clone, Copy)]
pub struct Echelon {
    /// By the highest bit.
    vectors: [u64; BITS],
    combinations: [u64; BITS],
    pivots: u64,
    count: u32,
}

impl Echelon {
    /// Of no vectors: only 0.
    pub const EMPTY: Self = Self { vectors: [0; BITS], combinations: [0; BITS], pivots: 0, count: 0 };

    /// Of the columns of a matrix.
    #[must_use]
    pub const fn of(matrix: &Matrix) -> Self {
        let mut echelon = Self::EMPTY;
        let mut k = 0;
        while k < matrix.width() {
            echelon.add(matrix.columns[k]);
            k += 1;
        }
        echelon
    }

    /// Of some vectors.
    #[must_use]
    pub const fn of_vectors(vectors: &[u64]) -> Self {
        let mut echelon = Self::EMPTY;
        let mut k = 0;
        while k < vectors.len() {
            echelon.add(vectors[k]);
            k += 1;
        }
        echelon
    }

    /// A vector more: whether it is independent of those before it. Only the first 64 vectors are named in combinations.
    pub const fn add(&mut self, vector: u64) -> bool {
        let number = self.count;
        self.count += 1;
        let (rest, combination) = self.reduced(vector);
        if rest == 0 {
            return false;
        }
        let bit = if number < 64 { 1 << number } else { 0 };
        let top = rest.ilog2() as usize;
        self.vectors[top] = rest;
        self.combinations[top] = combination | bit;
        self.pivots |= bit;
        true
    }

    const fn reduced(&self, mut vector: u64) -> (u64, u64) {
        let mut combination = 0;
        let mut left = vector;
        while left != 0 {
            let top = left.ilog2() as usize;
            if self.vectors[top] != 0 {
                vector ^= self.vectors[top];
                combination ^= self.combinations[top];
            }
            left = vector & ones(top as u32);
        }
        (vector, combination)
    }

    /// The vectors whose sum this is, as bits, among the leftmost independent ones; none if there are none.
    #[must_use]
    pub const fn express(&self, vector: u64) -> Option<u64> {
        let (rest, combination) = self.reduced(vector);
        if rest == 0 { Some(combination) } else { None }
    }

    /// Whether a vector is a sum of these.
    #[must_use]
    pub const fn contains(&self, vector: u64) -> bool {
        self.reduced(vector).0 == 0
    }

    /// The dimension.
    #[must_use]
    pub const fn rank(&self) -> usize {
        let mut rank = 0;
        let mut k = 0;
        while k < BITS {
            rank += (self.vectors[k] != 0) as usize;
            k += 1;
        }
        rank
    }

    /// The leftmost independent vectors, as bits.
    #[must_use]
    pub const fn pivots(&self) -> u64 {
        self.pivots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    fn any(random: &mut Random, height: usize, width: usize) -> Matrix {
        let columns: [u64; BITS] = core::array::from_fn(|_| random.bits() & ones(height as u32));
        Matrix::new(height, &columns[..width]).unwrap()
    }

    #[test]
    fn applying_is_linear_and_a_product_is_one_after_the_other() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let (h, m, w) = (random.index(65), random.index(65), random.index(65));
            let (a, b) = (any(&mut random, h, m), any(&mut random, m, w));
            let (x, y) = (random.bits(), random.bits());
            assert_eq!(b.apply(x ^ y), b.apply(x) ^ b.apply(y));
            assert_eq!(a.product(&b).unwrap().apply(x), a.apply(b.apply(x)));
            assert_eq!(b.transposed().transposed(), b);
            assert_eq!(a.product(&b).unwrap().transposed(), b.transposed().product(&a.transposed()).unwrap());
            assert_eq!(b.rank(), b.transposed().rank());
        }
    }

    #[test]
    fn the_rank_is_the_logarithm_of_the_number_of_images() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (h, w) = (random.index(7), random.index(7));
            let matrix = any(&mut random, h, w);
            let mut seen = [false; 64];
            (0..1u64 << w).for_each(|x| seen[matrix.apply(x) as usize] = true);
            assert_eq!(seen.iter().filter(|&&seen| seen).count(), 1 << matrix.rank());
        }
    }

    #[test]
    fn an_inverse_goes_back_and_a_solution_solves_with_the_leftmost_columns() {
        let mut random = Random::fresh();
        let mut inverted = 0;
        for _ in 0..400 {
            let n = random.index(65);
            let matrix = any(&mut random, n, n);
            match matrix.inverse() {
                Some(inverse) => {
                    inverted += 1;
                    assert_eq!(inverse.product(&matrix), Matrix::identity(n));
                    assert_eq!(matrix.product(&inverse), Matrix::identity(n));
                }
                None => assert!(matrix.rank() < n),
            }
            let (h, w, k) = (random.index(20), random.index(20), random.index(20));
            let (a, x) = (any(&mut random, h, w), any(&mut random, w, k));
            let image = a.product(&x).unwrap();
            let solved = a.solve(&image).unwrap();
            assert_eq!(a.product(&solved).unwrap(), image);
            // A leftmost independent column is no sum of those to its left.
            let pivots = Echelon::of(&a).pivots();
            for c in 0..w {
                let left = Echelon::of_vectors(&a.columns()[..c]);
                assert_eq!(pivots >> c & 1 == 1, !left.contains(a.column(c)));
            }
            assert!(solved.columns().iter().all(|column| column & !pivots == 0));
        }
        assert!(inverted > 50);
    }

    #[test]
    fn sixty_four_bits_are_no_limit_that_overflows() {
        let all = Matrix::identity(64).unwrap();
        assert_eq!(all.apply(u64::MAX), u64::MAX);
        assert_eq!(all.inverse(), Some(all));
        assert_eq!((Matrix::identity(65), Matrix::zeros(65, 1), Matrix::new(3, &[8])), (None, None, None));
        let empty = Matrix::zeros(0, 0).unwrap();
        assert_eq!((empty.inverse(), empty.rank()), (Some(empty), 0));
    }
}
