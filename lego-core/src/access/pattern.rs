//! Access patterns: the order in which the threads of a block touch the indices of a tile.

/// Which index thread t touches, of a tile of any extents: the t-th in an order of all of them.
///
/// ```
/// use lego_core::access::Pattern;
/// let order = |pattern: Pattern| {
///     let mut walk = pattern.walk([2, 3]);
///     core::iter::from_fn(move || walk.next()).collect::<Vec<_>>()
/// };
/// assert_eq!(order(Pattern::Row), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
/// assert_eq!(order(Pattern::Column), [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]]);
/// assert_eq!(order(Pattern::AntiDiagonal), [[0, 0], [0, 1], [1, 0], [0, 2], [1, 1], [1, 2]]);
/// assert_eq!(order(Pattern::Diagonal), [[0, 2], [0, 1], [1, 2], [0, 0], [1, 1], [1, 0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The last axis fastest: `Row(…)`.
    Row,
    /// The first axis fastest: `Col(…)`.
    Column,
    /// Diagonal after diagonal of a matrix, from its corner [0, n-1] on, along each with growing row.
    Diagonal,
    /// Anti-diagonal after anti-diagonal of a matrix, from its corner [0, 0] on, along each with growing row: of a square
    /// `AntiDiag(n)`.
    AntiDiagonal,
    /// As a list says: row-major numbers of indices, of a tile of these extents.
    Listed {
        /// The extents of the tile.
        dims: &'static [usize],
        /// The numbers, in the order of the threads.
        indices: &'static [usize],
    },
}

impl Pattern {
    /// The patterns with a name, as the macros and the command know them.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("Row", Self::Row),
        ("Column", Self::Column),
        ("Diagonal", Self::Diagonal),
        ("AntiDiagonal", Self::AntiDiagonal),
    ];

    /// The name; `None` of a list.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Row => Some("Row"),
            Self::Column => Some("Column"),
            Self::Diagonal => Some("Diagonal"),
            Self::AntiDiagonal => Some("AntiDiagonal"),
            Self::Listed { .. } => None,
        }
    }

    /// Whether a tile of these extents has this order: diagonals are of matrices, and a list is of its own extents.
    #[must_use]
    pub const fn suits(self, dims: &[usize]) -> bool {
        match self {
            Self::Row | Self::Column => true,
            Self::Diagonal | Self::AntiDiagonal => dims.len() == 2,
            Self::Listed { dims: own, .. } => {
                let mut is_same = own.len() == dims.len();
                let mut axis = 0;
                while is_same && axis < dims.len() {
                    is_same = own[axis] == dims[axis];
                    axis += 1;
                }
                is_same
            }
        }
    }

    /// The indices in their order; none where the pattern does not [suit](Pattern::suits) the extents.
    #[must_use]
    pub const fn walk<const R: usize>(self, dims: [usize; R]) -> Walk<R> {
        let (mut count, mut axis) = (1_usize, 0);
        while axis < R {
            count = count.saturating_mul(dims[axis]);
            axis += 1;
        }
        if let Self::Listed { indices, .. } = self {
            count = indices.len();
        }
        let left = if self.suits(&dims) { count } else { 0 };
        Walk { pattern: self, dims, next: [0; R], done: 0, left }
    }
}

/// The indices of a tile in the order of a pattern. No `Iterator`, so that constants can walk.
#[derive(Clone, Copy, Debug)]
pub struct Walk<const R: usize> {
    pattern: Pattern,
    dims: [usize; R],
    next: [usize; R],
    done: usize,
    left: usize,
}

impl<const R: usize> Walk<R> {
    /// The next index.
    #[allow(clippy::should_implement_trait, reason = "a method of a trait is no constant function")]
    pub const fn next(&mut self) -> Option<[usize; R]> {
        if self.left == 0 {
            return None;
        }
        let mut index = self.next;
        match self.pattern {
            Pattern::Row => self.step(true),
            Pattern::Column => self.step(false),
            Pattern::AntiDiagonal => self.step_along_anti_diagonal(),
            Pattern::Diagonal => {
                self.step_along_anti_diagonal();
                index[1] = self.dims[1] - 1 - index[1];
            }
            Pattern::Listed { indices, .. } => {
                let (mut rest, mut axis) = (indices[self.done], R);
                while axis > 0 {
                    axis -= 1;
                    index[axis] = rest % self.dims[axis];
                    rest /= self.dims[axis];
                }
            }
        }
        self.done += 1;
        self.left -= 1;
        Some(index)
    }

    /// One index on, the last axis fastest or the first.
    const fn step(&mut self, last_first: bool) {
        let mut k = 0;
        while k < R {
            let axis = if last_first { R - 1 - k } else { k };
            self.next[axis] += 1;
            if self.next[axis] < self.dims[axis] {
                return;
            }
            self.next[axis] = 0;
            k += 1;
        }
    }

    /// One index on along the anti-diagonal, or to the beginning of the next one.
    const fn step_along_anti_diagonal(&mut self) {
        let ([i, j], columns) = ([self.next[0], self.next[1]], self.dims[1]);
        if j > 0 && i + 1 < self.dims[0] {
            (self.next[0], self.next[1]) = (i + 1, j - 1);
            return;
        }
        let sum = i + j + 1;
        let row = if sum < columns { 0 } else { sum - (columns - 1) };
        (self.next[0], self.next[1]) = (row, sum - row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn order<const R: usize>(pattern: Pattern, dims: [usize; R]) -> Vec<[usize; R]> {
        let mut walk = pattern.walk(dims);
        core::iter::from_fn(move || walk.next()).collect()
    }

    #[test]
    fn orders_of_matrices_are_those_of_sorted_indices() {
        for rows in 1..9 {
            for columns in 1..9 {
                let dims = [rows, columns];
                let sorted = |key: fn([usize; 2], usize) -> [usize; 2]| {
                    let mut all: Vec<_> = (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])).collect();
                    all.sort_by_key(|index| key(*index, columns));
                    all
                };
                assert_eq!(order(Pattern::Row, dims), sorted(|[i, j], _| [i, j]));
                assert_eq!(order(Pattern::Column, dims), sorted(|[i, j], _| [j, i]));
                assert_eq!(order(Pattern::AntiDiagonal, dims), sorted(|[i, j], _| [i + j, i]));
                assert_eq!(order(Pattern::Diagonal, dims), sorted(|[i, j], n| [i + n - j, i]));
            }
        }
    }

    #[test]
    fn orders_of_other_ranks() {
        assert_eq!(order(Pattern::Row, [3]), [[0], [1], [2]]);
        assert_eq!(order(Pattern::Column, [2, 1, 2]), [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]]);
        assert_eq!(order(Pattern::Diagonal, [4]), [[0; 1]; 0]);
        assert_eq!(order(Pattern::Row, [0, 3]), [[0; 2]; 0]);
        let listed = Pattern::Listed { dims: &[2, 3], indices: &[5, 0, 4] };
        assert_eq!(order(listed, [2, 3]), [[1, 2], [0, 0], [1, 1]]);
        assert_eq!(order(listed, [3, 2]), [[0; 2]; 0]);
    }
}
