//! The Hilbert curve of a square whose side is a power of two, or a symbol.

use crate::chain::{Requirement, Scalar};
use alloc::vec::Vec;

/// The Hilbert curve from \[0, 0\] to \[n-1, 0\].
///
/// Each level splits the square into quarters, visited in the order 00, 01, 11, 10 of the leading bits of (i, j). In the
/// first quarter the curve is transposed, in the last one transposed and turned, so that the ends meet.
#[derive(Clone, Debug)]
pub(super) struct Square<I> {
    dims: [I; 2],
}

impl<I: Scalar> Square<I> {
    /// The curve on an n×n square.
    pub(super) fn new(n: I, m: I) -> Self {
        Self { dims: [n, m] }
    }

    /// How many levels to unroll: log2 n, or as many as a symbol can have.
    fn levels(&self) -> u64 {
        self.dims[0].number().map_or(32, |n| u64::from(n.max(1).ilog2()))
    }

    /// The quarter's map of (i, j) within a square of side `side`; it is its own inverse.
    fn turn(i: I, j: I, low: (I, I), side: I) -> (I, I) {
        let one = side.lift(1);
        // low = the leading bits of (i, j). Where that of j is 0, transpose, and also turn where that of i is 1.
        let (bit_i, bit_j) = low;
        let turned = |c: I| I::choose(bit_i.less(one), || c, || side - one - c);
        let stay = bit_j.less(one);
        (I::choose(stay, || turned(j), || i), I::choose(stay, || turned(i), || j))
    }

    /// The position of a quarter on the curve: 00, 01, 11, 10.
    fn rank(bit_i: I, bit_j: I) -> I {
        (bit_i * bit_i.lift(3)) ^ bit_j
    }
}

impl<I: Scalar> Square<I> {
    pub(super) fn apply(&self, index: &[I]) -> I {
        let (mut i, mut j) = (index[0], index[1]);
        let n = self.dims[0];
        let one = n.lift(1);
        let mut position = n.lift(0);
        let mut side = n;
        for _ in 0..self.levels() {
            if n.number().is_none() {
                // A level that a symbolic n does not have leaves everything as it is.
                let there = one.less(side);
                let half = I::choose(there, || side / one.lift(2), || one);
                let low = (i / half % one.lift(2), j / half % one.lift(2));
                let low = (I::choose(there, || low.0, || one.lift(0)), I::choose(there, || low.1, || one));
                position = position + I::choose(there, || Self::rank(low.0, low.1), || one.lift(0)) * half * half;
                (i, j) = (I::choose(there, || i % half, || i), I::choose(there, || j % half, || j));
                (i, j) = Self::turn(i, j, low, half);
                side = half;
                continue;
            }
            let half = side / one.lift(2);
            let low = (i / half, j / half);
            position = position + Self::rank(low.0, low.1) * half * half;
            (i, j) = Self::turn(i % half, j % half, low, half);
            side = half;
        }
        position
    }

    pub(super) fn inv(&self, position: I) -> Vec<I> {
        let n = self.dims[0];
        let k = |value| n.lift(value);
        let (mut i, mut j) = (k(0), k(0));
        let mut side = k(1);
        let mut rest = position;
        for _ in 0..self.levels() {
            // Build the curve from the smallest square outwards.
            let quarter = rest % k(4);
            let bit_i = quarter / k(2);
            let bit_j = (quarter ^ bit_i) % k(2);
            let there = n.number().is_none().then(|| side.less(n));
            let (turned_i, turned_j) = Self::turn(i, j, (bit_i, bit_j), side);
            let (next_i, next_j) = (turned_i + bit_i * side, turned_j + bit_j * side);
            match there {
                None => (i, j) = (next_i, next_j),
                Some(there) => {
                    (i, j) = (I::choose(there, || next_i, || i), I::choose(there, || next_j, || j));
                }
            }
            rest = rest / k(4);
            side = side * k(2);
        }
        alloc::vec![i, j]
    }

    pub(super) fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let [n, m] = self.dims;
        let equal = Requirement::Equal {
            left: "the first axis of Hilbert".into(),
            left_size: n,
            right: "the second".into(),
            right_size: m,
        };
        alloc::vec![
            (0, None, Requirement::PowerOfTwo { what: "the size of Hilbert".into(), value: n }),
            (1, None, equal)
        ]
    }
}
