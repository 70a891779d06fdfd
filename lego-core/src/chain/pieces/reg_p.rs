//! `RegP`: permutations of whole axes.

use crate::LayoutError;
use crate::chain::{Permutation, Scalar, flatten, unflatten};
use alloc::vec::Vec;

/// Reorders axes: physical axis p is logical axis s\[p\] (LEGO, fig. 6).
#[derive(Clone, Debug)]
pub struct RegP<I> {
    dims: Vec<I>,
    /// s, counted from 0.
    axes: Vec<usize>,
}

impl<I: Scalar> RegP<I> {
    /// The permutation with the list `s` of the paper, counted from 1.
    ///
    /// ```
    /// use lego_core::chain::{Permutation, RegP};
    /// let piece = RegP::new(vec![2, 3, 4_u64], &[2, 3, 1]).unwrap();
    /// assert_eq!(piece.apply(&[1, 2, 3]), (2 * 4 + 3) * 2 + 1);
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::WrongRank`] if `s` has another length than `dims`, [`LayoutError::NotAPermutation`] if it repeats
    /// or misses a value.
    pub fn new(dims: Vec<I>, s: &[i128]) -> Result<Self, LayoutError> {
        let rank = dims.len();
        if s.len() != rank {
            return Err(LayoutError::WrongRank {
                what: "the list s of RegP".into(),
                expected: rank as u128,
                found: s.len() as u128,
            });
        }
        let mut axes: Vec<usize> = Vec::with_capacity(rank);
        for &value in s {
            let axis = value.checked_sub(1).and_then(|axis| usize::try_from(axis).ok()).filter(|&axis| axis < rank);
            match axis {
                Some(axis) if !axes.contains(&axis) => axes.push(axis),
                _ => {
                    let missing = (1..=rank as i128).find(|v| !s.contains(v)).unwrap_or_default();
                    return Err(LayoutError::NotAPermutation {
                        rank: rank as u128,
                        wrong: value,
                        repeats: axis.is_some(),
                        missing: missing.unsigned_abs(),
                    });
                }
            }
        }
        Ok(Self { dims, axes })
    }

    /// Row-major order.
    pub fn row(dims: Vec<I>) -> Self {
        let axes = (0..dims.len()).collect();
        Self { dims, axes }
    }

    /// Column-major order.
    pub fn col(dims: Vec<I>) -> Self {
        let axes = (0..dims.len()).rev().collect();
        Self { dims, axes }
    }

    fn physical(&self, logical: &[I]) -> Vec<I> {
        self.axes.iter().map(|&axis| logical[axis]).collect()
    }
}

impl<I: Scalar> Permutation<I> for RegP<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        flatten(&self.physical(&self.dims), &self.physical(index))
    }

    fn inv(&self, position: I) -> Vec<I> {
        let physical = unflatten(&self.physical(&self.dims), position);
        let mut index = physical.clone();
        for (&axis, component) in self.axes.iter().zip(physical) {
            index[axis] = component;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use alloc::vec;

    #[test]
    fn a_permutation_that_is_not_its_own_inverse() {
        exhaustive(&RegP::new(vec![2, 3, 4], &[2, 3, 1]).unwrap(), |i| (i[1] * 4 + i[2]) * 2 + i[0]);
        exhaustive(&RegP::new(vec![2, 3, 4], &[3, 1, 2]).unwrap(), |i| (i[2] * 2 + i[0]) * 3 + i[1]);
    }

    #[test]
    fn row_and_col() {
        exhaustive(&RegP::row(vec![4, 8]), |i| i[0] * 8 + i[1]);
        exhaustive(&RegP::col(vec![4, 8, 2]), |i| i[0] + 4 * i[1] + 32 * i[2]);
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        let error = |s: &[i128]| RegP::new(vec![2, 2, 2_u64], s).unwrap_err().to_string();
        use alloc::string::ToString;
        assert_eq!(error(&[1, 1, 3]), "not a permutation of 1 to 3: 1 repeats and 2 is missing");
        assert_eq!(error(&[0, 1, 2]), "not a permutation of 1 to 3: 0 is out of range and 3 is missing");
        assert_eq!(error(&[1, 2]), "the list s of RegP has rank 2, but rank 3 is needed");
    }
}
