//! The rows of a triangle: row t has t + 1 elements, and t·(t+1)/2 come before it.

use super::scalar::Scalar;
use alloc::vec;
use alloc::vec::Vec;

/// A triangle of `rows` rows, the first of one element.
#[derive(Clone, Copy, Debug)]
pub(in crate::chain) struct Triangle<I> {
    rows: I,
}

impl<I: Scalar> Triangle<I> {
    pub(in crate::chain) fn new(rows: I) -> Self {
        Self { rows }
    }

    /// The number of elements before row `t`.
    pub(in crate::chain) fn before(self, t: I) -> I {
        t * (t + t.lift(1)) / t.lift(2)
    }

    /// The row of the x-th element: the largest t with t·(t+1)/2 <= x.
    pub(in crate::chain) fn row(self, x: I) -> I {
        let k = |value| x.lift(value);
        if self.rows.number().is_some_and(|n| n > 1 << 30) {
            // 8x + 1 could leave 64 bits; isqrt(2x) is t or t + 1.
            let r = (x * k(2)).isqrt();
            return I::choose(x.less(r * (r + k(1)) / k(2)), || r - k(1), || r);
        }
        // t·(t+1)/2 <= x  ⇔  (2t+1)² <= 8x + 1  ⇔  2t + 1 <= isqrt(8x + 1)
        ((x * k(8) + k(1)).isqrt() - k(1)) / k(2)
    }

    /// The number of elements.
    pub(in crate::chain) fn elements(self) -> I {
        self.before(self.rows)
    }

    /// The number of elements as extents, whose product does not fit where that does not.
    pub(in crate::chain) fn stored(self) -> Vec<I> {
        let fits = self.rows.number().is_none_or(|n| n < u64::MAX && n.checked_mul(n + 1).is_some());
        if fits { vec![self.elements()] } else { too_many(self.rows) }
    }
}

/// Extents whose product is known not to fit an index.
pub(in crate::chain) fn too_many<I: Scalar>(number: I) -> Vec<I> {
    vec![number.lift(u64::MAX), number.lift(2)]
}
