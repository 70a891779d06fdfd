//! `AntiDiag`: the elements of a square in the order of its anti-diagonals (LEGO, fig. 8).

use crate::chain::argument::Arguments;
use crate::chain::triangle::Triangle;
use crate::chain::{Named, Parameter, Parameters, Permutation, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "AntiDiag",
    parameters: Parameters::Exactly(&[Parameter::Size("n")]),
    about: "an n×n square, one anti-diagonal after the other, each by growing i",
    position: "the n×n elements in the order of the anti-diagonals, each by growing i: with a = i+j+1, a ≤ n: i + a(a-1)/2; else, with a' = 2n-a, n² - n + i - a'(a'-1)/2",
    condition: "",
    example: "AntiDiag(5)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(AntiDiag::new(a.size(0)?)))
}

/// The anti-diagonals of an n×n square, each by growing i.
///
/// With t = i + j the number of the anti-diagonal: in the upper left half (t < n) t·(t+1)/2 elements come before it; the
/// lower right half is the upper left one turned by 180 degrees, so there the elements that come after are counted.
#[derive(Clone, Debug)]
pub struct AntiDiag<I> {
    dims: [I; 2],
}

impl<I: Scalar> AntiDiag<I> {
    /// The anti-diagonals of an n×n square.
    pub fn new(n: I) -> Self {
        Self { dims: [n, n] }
    }
}

impl<I: Scalar> Permutation<I> for AntiDiag<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let [n, _] = self.dims;
        let (i, j) = (index[0], index[1]);
        let k = |value| n.lift(value);
        let t = i + j;
        let upper = t.less(n);
        // Anti-diagonals before this one, or after it: the lower right half counts from the other end.
        let rest = I::choose(upper, || t, || n * k(2) - k(2) - t);
        let elements = rest * (rest + k(1)) / k(2);
        i + I::choose(upper, || elements, || n * n - n - elements)
    }

    fn inv(&self, position: I) -> Vec<I> {
        let [n, _] = self.dims;
        let k = |value| n.lift(value);
        let upper = position.less(n * (n + k(1)) / k(2));
        let last = n * n - k(1);
        // In the lower half count from the other end and turn the result back.
        let x = I::choose(upper, || position, || last - position);
        // Anti-diagonal t of the upper half is row t of a triangle.
        let t = Triangle::new(n).row(x);
        let i = x - t * (t + k(1)) / k(2);
        let j = t - i;
        let turn = |c: I| I::choose(upper, || c, || n - k(1) - c);
        alloc::vec![turn(i), turn(j)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index_for_small_n() {
        for n in 1..24 {
            exhaustive(&AntiDiag::new(n), |index| {
                let (i, j) = (index[0], index[1]);
                let a = i + j + 1;
                if a <= n {
                    i + a * (a - 1) / 2
                } else {
                    let b = 2 * n - a;
                    n * n - n + i - b * (b - 1) / 2
                }
            });
        }
    }

    #[test]
    fn the_inverse_is_exact_where_floats_are_not() {
        let n = u64::from(u32::MAX);
        let piece = AntiDiag::new(n);
        for index in [[0, 0], [n / 2, n / 2 - 1], [n / 2, n / 2], [0, n - 1], [n - 1, 0], [n - 1, n - 1], [n - 2, 1]] {
            assert_eq!(piece.inv(piece.apply(&index)), index);
        }
    }
}
