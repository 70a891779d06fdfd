//! A matrix over F2 held in place: up to 64 columns, each a machine word.

use super::{BITS, Echelon, ones};
use core::fmt;

/// A linear map from words of `width` bits to words of `height` bits: the image of a word is the xor of the columns of
/// its set bits.
///
/// Law: apply(x xor y) = apply(x) xor apply(y).
///
/// ```
/// use lego_core::f2::Matrix;
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
    /// Returns the matrix of some columns; `None` if there are more than 64, if `height` is more than 64, or if a
    /// column has a bit from `height` on.
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

    /// Returns a matrix of zeros; `None` beyond 64.
    #[must_use]
    pub const fn zeros(height: usize, width: usize) -> Option<Self> {
        if height > BITS || width > BITS {
            return None;
        }
        Some(Self { columns: [0; BITS], width: width as u8, height: height as u8 })
    }

    /// Returns the map that changes nothing; `None` beyond 64.
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

    /// Returns the matrix of the first `width` columns of an array.
    ///
    /// # Panics
    /// If `width` or `height` is more than 64, or a column has a bit from `height` on.
    #[must_use]
    pub const fn fitting(height: usize, width: usize, columns: [u64; BITS]) -> Self {
        match Self::new(height, columns.split_at(width).0) {
            Some(matrix) => matrix,
            None => panic!("a column has more bits than its matrix has rows"),
        }
    }

    /// Returns the number of columns: bits that go in.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows: bits that come out.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// Returns the columns, the image of bit 0 first.
    #[must_use]
    pub const fn columns(&self) -> &[u64] {
        self.columns.split_at(self.width()).0
    }

    /// Returns the map of words that have the first `width` bits alone.
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

    /// Returns the image of a bit; 0 beyond the width.
    #[must_use]
    pub const fn column(&self, index: usize) -> u64 {
        if index < BITS { self.columns[index] } else { 0 }
    }

    /// Returns the image of a word; bits from the width on do not count.
    #[must_use]
    pub const fn apply(&self, mut word: u64) -> u64 {
        // As `image`, without a test of each place, which an array of 64 does not need.
        word &= ones(self.width as u32);
        let mut image = 0;
        while word != 0 {
            image ^= self.columns[word.trailing_zeros() as usize];
            word &= word - 1;
        }
        image
    }

    /// Returns the transposed matrix: rows as columns.
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

    /// Returns this map after another; `None` if the height of the other is not this width.
    ///
    /// Law: a.product(b).apply(x) = a.apply(b.apply(x)).
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

    /// Returns a basis of the words whose image is 0, as columns, the one with the lowest highest bit first.
    ///
    /// Each of them has its highest bit alone: it is 0 in all others.
    ///
    /// ```
    /// use lego_core::f2::Matrix;
    /// let map = Matrix::new(2, &[1, 0, 1, 2]).unwrap();
    /// assert_eq!(map.kernel().columns(), [0b0010, 0b0101]);
    /// ```
    #[must_use]
    pub const fn kernel(&self) -> Self {
        let (mut span, mut columns, mut width, mut k) = (Echelon::EMPTY, [0; BITS], 0, 0);
        while k < self.width() {
            // What is not independent of the columns before is the sum of some of these.
            if let Some(combination) = span.express(self.columns[k]) {
                columns[width] = combination | 1 << k;
                width += 1;
            }
            span.add(self.columns[k]);
            k += 1;
        }
        Self { columns, width: width as u8, height: self.width }
    }

    /// Returns the number of independent columns.
    #[must_use]
    pub const fn rank(&self) -> usize {
        Echelon::of(self.columns()).rank()
    }

    /// Returns the inverse from both sides; `None` if the matrix is not square or its rank is less than its width.
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

    /// Returns the X with a.product(X) = `image` that uses only the leftmost independent columns; `None` if a column of
    /// `image` is no sum of columns of this matrix, or the heights differ.
    #[must_use]
    pub const fn solve(&self, image: &Self) -> Option<Self> {
        if self.height != image.height {
            return None;
        }
        let echelon = Echelon::of(self.columns());
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
            let pivots = Echelon::of(a.columns()).pivots();
            for c in 0..w {
                let left = Echelon::of(&a.columns()[..c]);
                assert_eq!(pivots >> c & 1 == 1, !left.contains(a.column(c)));
            }
            assert!(solved.columns().iter().all(|column| column & !pivots == 0));
        }
        assert!(inverted > 50);
    }

    #[test]
    fn the_kernel_has_all_words_without_an_image_and_no_others() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (h, w) = (random.index(6), random.index(9));
            let matrix = any(&mut random, h, w);
            let kernel = matrix.kernel();
            assert_eq!((kernel.height(), kernel.rank(), kernel.width()), (w, w - matrix.rank(), w - matrix.rank()));
            let span = Echelon::of(kernel.columns());
            assert!((0..1 << w).all(|x| (matrix.apply(x) == 0) == span.contains(x)));
            for column in kernel.columns() {
                let top = column.ilog2();
                assert_eq!(kernel.columns().iter().filter(|other| *other >> top & 1 != 0).count(), 1);
            }
        }
        assert_eq!(Matrix::identity(64).unwrap().kernel(), Matrix::zeros(64, 0).unwrap());
        assert_eq!(Matrix::zeros(0, 64).unwrap().kernel(), Matrix::identity(64).unwrap());
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
