//! The canonical bijections B and B⁻¹ between indices and row-major flat positions (LEGO, fig. 3, eq. 1 and 2).

use super::scalar::Scalar;
use alloc::vec::Vec;

/// `B(dims; index)`: the row-major flat index, the last index fastest.
///
/// ```
/// use lego_core::chain::flatten;
/// assert_eq!(flatten(&[2, 3, 4_u64], &[1, 2, 3]), 23);
/// ```
///
/// # Panics
/// If `index` is empty.
pub fn flatten<I: Scalar>(dims: &[I], index: &[I]) -> I {
    let mut flat = index[0];
    for (&n, &i) in dims.iter().zip(index).skip(1) {
        flat = flat * n + i;
    }
    flat
}

/// `B⁻¹(dims; flat)`: the index at a flat position. Law: `flatten(dims, unflatten(dims, f)) == f`.
///
/// The first component takes what is left, as in the paper, so that nothing is reduced that is in range anyway.
///
/// ```
/// use lego_core::chain::unflatten;
/// assert_eq!(unflatten(&[2, 3, 4_u64], 23), [1, 2, 3]);
/// ```
pub fn unflatten<I: Scalar>(dims: &[I], flat: I) -> Vec<I> {
    let mut rest = flat;
    let mut index: Vec<I> = Vec::with_capacity(dims.len());
    for (k, &n) in dims.iter().enumerate().rev() {
        if k == 0 {
            index.push(rest);
        } else {
            index.push(rest % n);
            rest = rest / n;
        }
    }
    index.reverse();
    index
}

/// Steps to the next index in row-major order; from the last one to the first.
///
/// ```
/// use lego_core::chain::advance;
/// let mut index = [0, 2];
/// advance(&[2, 3], &mut index);
/// assert_eq!(index, [1, 0]);
/// ```
pub fn advance(dims: &[u64], index: &mut [u64]) {
    // A plain loop: where nothing is inlined, calls of iterators cost more than the step.
    let mut axis = index.len();
    while axis > 0 {
        axis -= 1;
        index[axis] += 1;
        if index[axis] < dims[axis] {
            return;
        }
        index[axis] = 0;
    }
}

/// The number of indices in a box: the product of its extents, `None` where it is known not to fit.
pub fn volume<I: Scalar>(dims: &[I]) -> Option<I> {
    let (&first, rest) = dims.split_first()?;
    rest.iter().try_fold(first, |product, &n| product.product(n))
}

/// The product of extents that are known to fit.
pub(crate) fn product<I: Scalar>(dims: &[I]) -> I {
    let mut total = dims[0];
    for &n in &dims[1..] {
        total = total * n;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flat_index_comes_back() {
        let dims = [3, 1, 4, 2];
        for flat in 0..24_u64 {
            let index = unflatten(&dims, flat);
            assert_eq!(flatten(&dims, &index), flat);
            assert_eq!(index, [flat / 8, 0, flat / 2 % 4, flat % 2]);
        }
        assert_eq!(volume(&dims), Some(24));
        assert_eq!(volume(&[1 << 40, 1 << 40_u64]), None);
    }
}
