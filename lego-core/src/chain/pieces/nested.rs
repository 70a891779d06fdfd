//! A whole chain as a piece of another one.

use crate::chain::{Chain, Permutation, Scalar};
use alloc::vec::Vec;

/// A chain that is a bijection, as a permutation of the box in which it is seen.
///
/// What the chain demands of its sizes is [`Chain::demands`]; it is no requirement of the piece.
///
/// ```
/// use lego_core::chain::pieces::Nested;
/// use lego_core::chain::{Chain, OrderBy, Permutation, RegP, Stage};
/// let order = OrderBy::new(vec![Box::new(RegP::col(vec![4, 8_u64]))]);
/// let chain = Chain::new(vec![Stage::OrderBy(order), Stage::GroupBy(vec![vec![32]])]).map_err(|(_, error)| error)?;
/// let piece = Nested::new(chain);
/// assert_eq!((piece.dims(), piece.apply(&[10]), piece.inv(9)), (&[32][..], 9, vec![10]));
/// # Ok::<(), lego_core::LayoutError>(())
/// ```
#[derive(Debug)]
pub struct Nested<'a, I> {
    chain: Chain<'a, I>,
    dims: Vec<I>,
}

impl<'a, I: Scalar> Nested<'a, I> {
    /// The chain as a piece. It must be a bijection: where it has no value, the piece gives a wrong one.
    pub fn new(chain: Chain<'a, I>) -> Self {
        Self { dims: chain.dims(), chain }
    }
}

impl<I: Scalar> Permutation<I> for Nested<'_, I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        self.chain.apply(index).value
    }

    fn inv(&self, position: I) -> Vec<I> {
        self.chain.inv(position).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use crate::chain::{OrderBy, RegP, Stage};
    use alloc::boxed::Box;
    use alloc::vec;

    #[test]
    fn a_chain_is_a_permutation_of_its_dims() {
        let nested = |view| {
            let order = OrderBy::new(vec![Box::new(RegP::col(vec![3, 4_u64])) as Box<_>]);
            Nested::new(Chain::new(vec![Stage::OrderBy(order), Stage::GroupBy(view)]).unwrap())
        };
        let by_columns = |flat: u64| flat % 4 * 3 + flat / 4;
        exhaustive(&nested(vec![vec![12]]), |i| by_columns(i[0]));
        exhaustive(&nested(vec![vec![2, 6]]), |i| by_columns(i[0] * 6 + i[1]));
        exhaustive(&nested(vec![vec![1], vec![3, 2], vec![2]]), |i| by_columns((i[1] * 2 + i[2]) * 2 + i[3]));
    }
}
