//! The Hilbert curve of a square whose side is a power of two, or a symbol.

use crate::chain::pieces::interleaved::{gathered, spread};
use crate::chain::{Requirement, Scalar};
use alloc::vec::Vec;

/// The Hilbert curve from \[0, 0\] to \[n-1, 0\].
///
/// Each level splits the square into quarters, visited in the order 00, 01, 11, 10 of the leading bits of (i, j). In
/// the first quarter the curve is transposed, in the last one transposed and turned, so that the ends meet. Where the
/// side is a number, all levels are computed at once ([`Words`]); a symbol's are computed one after the other.
#[derive(Clone, Debug)]
pub(super) struct Square<I> {
    dims: [I; 2],
}

impl<I: Scalar> Square<I> {
    /// The curve on an n×n square.
    pub(super) fn new(n: I, m: I) -> Self {
        Self { dims: [n, m] }
    }

    /// How many levels there are: log2 n, or as many as a symbol can have.
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

/// The levels of a square as words, with a bit for each level: of i and j that of this weight, of a position its two
/// bits.
///
/// In a quarter at a level, the curve may be transposed, and it may be turned by 180° as well: `s` and `f` are 1 then.
/// With the bits i and j and c = i ^ j, the upper bit of the position is r = i ^ f ^ (s & c), and the lower one c. Then
/// s changes where r = c, and f where r & c = 1. As a function of the bits of the index that is
///
/// ```text
/// s' = (!c & s) ^ f ^ !j            f' = (c & s) ^ (!c & f) ^ (i & c)
/// ```
///
/// which is a matrix over the field of two elements and a vector. From a position, s and f at a level are exclusive ors
/// of bits above. From an index, they are what the functions of the levels above give, put together for 2, 4, 8, …
/// levels at once.
#[derive(Clone, Copy, Debug)]
struct Words<I> {
    levels: u64,
    /// A 1 for each level.
    all: I,
}

impl<I: Scalar> Words<I> {
    /// The bits so many levels above those of a word, in their places.
    fn above(word: I, levels: u64) -> I {
        word >> word.lift(levels)
    }

    /// How many levels are put together, one step after the other.
    fn steps(self) -> impl Iterator<Item = u64> {
        (0..6).map(|exponent| 1 << exponent).take_while(move |&step| step + 1 < self.levels)
    }

    /// The position of an index.
    fn position(self, [i, j]: [I; 2]) -> I {
        let c = i ^ j;
        let not_c = self.all ^ c;
        // The vector: what s and f are after a level where they were 0 before.
        let (mut s, mut f) = (self.all ^ j, i & c);
        // The matrix of an even number of levels is [[a, b], [b, a ^ b]].
        let (mut a, mut b) = (i.lift(0), i.lift(0));
        let last = self.steps().last();
        for step in self.steps() {
            let (s_above, f_above) = (Self::above(s, step), Self::above(f, step));
            if step == 1 {
                s = s ^ f_above ^ (not_c & s_above);
                f = f ^ (c & s_above) ^ (not_c & f_above);
                (a, b) = (self.all ^ (c & Self::above(not_c, 1)), c ^ Self::above(c, 1));
            } else {
                s = s ^ (a & s_above) ^ (b & f_above);
                f = f ^ (b & s_above) ^ ((a ^ b) & f_above);
                if Some(step) != last {
                    let (a_above, b_above) = (Self::above(a, step), Self::above(b, step));
                    (a, b) = ((a & a_above) ^ (b & b_above), (a & b_above) ^ (b & (a_above ^ b_above)));
                }
            }
        }
        let r = i ^ Self::above(f, 1) ^ (Self::above(s, 1) & c);
        spread(r, self.levels) * i.lift(2) + spread(c, self.levels)
    }

    /// The index at a position.
    fn index(self, position: I) -> [I; 2] {
        let [r, c] = [gathered(Self::above(position, 1), self.levels), gathered(position, self.levels)];
        let [s, f] = [self.all ^ r ^ c, r & c].map(|word| {
            let all = self.steps().fold(word, |word, step| word ^ Self::above(word, step));
            Self::above(all, 1)
        });
        let i = r ^ f ^ (s & c);
        [i, i ^ c]
    }
}

impl<I: Scalar> Square<I> {
    /// The words of a square whose side is a number.
    fn words(&self) -> Option<Words<I>> {
        let n = self.dims[0];
        Some(Words { levels: self.levels(), all: n.lift(n.number()?.checked_sub(1)?) })
    }

    pub(super) fn apply(&self, index: &[I]) -> I {
        let (mut i, mut j) = (index[0], index[1]);
        if let Some(words) = self.words() {
            return words.position([i, j]);
        }
        let n = self.dims[0];
        let one = n.lift(1);
        let mut position = n.lift(0);
        let mut side = n;
        for _ in 0..self.levels() {
            // A level that n does not have leaves everything as it is.
            let there = one.less(side);
            let half = I::choose(there, || side / one.lift(2), || one);
            let low = (i / half % one.lift(2), j / half % one.lift(2));
            let low = (I::choose(there, || low.0, || one.lift(0)), I::choose(there, || low.1, || one));
            position = position + I::choose(there, || Self::rank(low.0, low.1), || one.lift(0)) * half * half;
            (i, j) = (I::choose(there, || i % half, || i), I::choose(there, || j % half, || j));
            (i, j) = Self::turn(i, j, low, half);
            side = half;
        }
        position
    }

    pub(super) fn inv(&self, position: I) -> Vec<I> {
        if let Some(words) = self.words() {
            return words.index(position).into();
        }
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
            let there = side.less(n);
            let (turned_i, turned_j) = Self::turn(i, j, (bit_i, bit_j), side);
            let (next_i, next_j) = (turned_i + bit_i * side, turned_j + bit_j * side);
            (i, j) = (I::choose(there, || next_i, || i), I::choose(there, || next_j, || j));
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
