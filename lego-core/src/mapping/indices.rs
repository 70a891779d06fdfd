//! All indices of a shape, one after the other.

use crate::check::next;
use core::iter::FusedIterator;

/// The indices below some extents in row-major order: the last axis runs fastest.
///
/// ```
/// use lego_core::array::Indices;
/// assert!(Indices::new([2, 2]).eq([[0, 0], [0, 1], [1, 0], [1, 1]]));
/// ```
#[derive(Clone, Debug)]
pub struct Indices<const R: usize> {
    dims: [usize; R],
    next: [usize; R],
    left: usize,
}

impl<const R: usize> Indices<R> {
    /// All indices below some extents; none if an extent is 0, the empty index once if there is no extent.
    #[inline]
    pub fn new(dims: [usize; R]) -> Self {
        Self { dims, next: [0; R], left: volume(&dims) }
    }

    /// The extents below which the indices lie.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn dims(&self) -> [usize; R] {
        self.dims
    }
}

/// The number of indices below some extents, at most `usize::MAX`.
#[inline(always)]
pub(crate) fn volume(extents: &[usize]) -> usize {
    // Extents without elements may multiply to more than a usize before the zero.
    if extents.contains(&0) { 0 } else { extents.iter().fold(1, |volume: usize, &n| volume.saturating_mul(n)) }
}

impl<const R: usize> Iterator for Indices<R> {
    type Item = [usize; R];

    #[inline]
    fn next(&mut self) -> Option<[usize; R]> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let index = self.next;
        self.next = next(self.dims, index);
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    /// A plain inner loop over the last axis, which the compiler can unroll and vectorise; an odometer over the rest.
    #[inline]
    fn fold<A, F: FnMut(A, [usize; R]) -> A>(mut self, start: A, mut f: F) -> A {
        let mut sum = start;
        let Some(last) = R.checked_sub(1) else {
            return if self.left > 0 { f(sum, self.next) } else { sum };
        };
        while self.left > 0 {
            let from = self.next[last];
            for place in from..self.dims[last] {
                let mut index = self.next;
                index[last] = place;
                sum = f(sum, index);
            }
            self.left = self.left.saturating_sub(self.dims[last] - from);
            self.next[last] = self.dims[last] - 1;
            self.next = next(self.dims, self.next);
        }
        sum
    }
}

impl<const R: usize> ExactSizeIterator for Indices<R> {}

impl<const R: usize> FusedIterator for Indices<R> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn run_in_row_major_order_from_every_start() {
        let all: Vec<[usize; 3]> =
            (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| [i, j, k]))).collect();
        for skip in 0..=all.len() {
            let mut indices = Indices::new([2, 3, 4]);
            assert!(indices.by_ref().take(skip).eq(all[..skip].iter().copied()));
            assert_eq!(indices.len(), all.len() - skip);
            let rest = indices.clone().fold(Vec::new(), |mut seen, index| {
                seen.push(index);
                seen
            });
            assert_eq!(rest, all[skip..]);
            assert!(indices.eq(all[skip..].iter().copied()));
        }
    }

    #[test]
    fn empty_shapes_have_none_and_rank_0_has_one() {
        assert_eq!(Indices::new([usize::MAX, usize::MAX, 0]).count(), 0);
        assert_eq!(Indices::new([0, 3]).next(), None);
        assert!(Indices::new([]).eq([[0usize; 0]]));
        assert_eq!(Indices::new([]).fold(0, |n, []| n + 1), 1);
    }
}
