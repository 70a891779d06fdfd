//! Products: one layout beside another, the second with the higher bits.

use super::error::Error;
use super::layout::LinearLayout;
use super::space::{Space, shifted};
use lego_core::f2::BITS;

impl LinearLayout {
    /// This as the tile, `outer` as what repeats it: in a dim that both have, the bits of `outer` follow those of this, on both
    /// sides.
    ///
    /// `a.mul(b)` at (x + a's size · y) is a(x) + a's size · b(y), dim by dim. Associative, with [`EMPTY`](Self::EMPTY) as the
    /// neutral element. The order of the dims is one in which both orders are kept.
    ///
    /// # Errors
    /// If there is no such order, or a side has too many bits.
    ///
    /// ```
    /// use lego_algebra::linear::{Dim, LinearLayout};
    /// let (lane, row, column) = (Dim::LANE, Dim::named("row"), Dim::named("column"));
    /// let columns = LinearLayout::identity_1d(4, lane, column).unwrap();
    /// let rows = LinearLayout::identity_1d(8, lane, row).unwrap();
    /// let warp = columns.mul(&rows).unwrap();
    /// assert_eq!(*warp.apply(&[4 * 5 + 3]).unwrap(), [3, 5]);
    /// ```
    pub fn mul(&self, outer: &Self) -> Result<Self, Error> {
        let ins = self.ins().joined(outer.ins())?;
        let outs = self.outs().joined(outer.outs())?;
        let mut columns = [0; BITS];
        for (dim, _, start) in ins.iter() {
            let inner = self.basis(dim);
            let images = inner.iter().map(|&image| self.outs().carried(image, &outs));
            let further = outer.basis(dim).iter().map(|&image| above(self, outer, &outs, image));
            images.chain(further).enumerate().for_each(|(k, image)| columns[start as usize + k] = image);
        }
        Ok(Self::of_parts(ins, outs, columns))
    }

    /// The layouts one after the other, each as what repeats those before.
    ///
    /// # Errors
    /// As [`mul`](Self::mul).
    pub fn product(factors: &[Self]) -> Result<Self, Error> {
        factors.iter().try_fold(Self::EMPTY, |product, factor| product.mul(factor))
    }
}

/// An image of the outer factor, shifted above what the inner has in each dim.
fn above(inner: &LinearLayout, outer: &LinearLayout, outs: &Space, image: u64) -> u64 {
    outer.outs().iter().enumerate().fold(0, |flat, (k, (dim, ..))| {
        let place = outs.position(dim).unwrap_or(0);
        let by = outs.start_at(place) + inner.outs().bits(dim).unwrap_or(0);
        flat | shifted(outer.outs().part(image, k), by)
    })
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use crate::linear::Dim;
    use random::Random;

    fn any(random: &mut Random, ins: &[&str], outs: &[&str]) -> LinearLayout {
        let (ins, outs) = (any_space(random, ins, 6), any_space(random, outs, 6));
        any_layout(random, ins, outs)
    }

    #[test]
    fn a_product_is_digit_by_digit() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let a = any(&mut random, &["i", "j"], &["x", "y"]);
            let b = any(&mut random, &["j", "k"], &["y", "z"]);
            let product = a.mul(&b).unwrap();
            let dim = |name| Dim::new(name).unwrap();
            let size = |layout: &LinearLayout, name| 1u64 << layout.ins().bits(dim(name)).unwrap();
            let y = a.outs().bits(dim("y")).unwrap();
            for _ in 0..100 {
                let (i, j) = (random.below(size(&a, "i")), random.below(size(&a, "j")));
                let (j2, k) = (random.below(size(&b, "j")), random.below(size(&b, "k")));
                let (one, two) = (a.apply(&[i, j]).unwrap(), b.apply(&[j2, k]).unwrap());
                let both = product.apply(&[i, j + size(&a, "j") * j2, k]).unwrap();
                assert_eq!(*both, [one[0], one[1] | two[0] << y, two[1]]);
            }
        }
    }

    #[test]
    fn a_product_is_associative_and_has_a_neutral_element() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let a = any(&mut random, &["i", "j"], &["x", "y"]);
            let b = any(&mut random, &["i", "j", "k"], &["x", "y", "z"]);
            let c = any(&mut random, &["j", "k"], &["y", "z"]);
            let (left, right) = (a.mul(&b).unwrap().mul(&c), a.mul(&b.mul(&c).unwrap()));
            assert_eq!(left.unwrap(), right.unwrap());
            assert_eq!(a.mul(&LinearLayout::EMPTY), Ok(a));
            assert_eq!(LinearLayout::EMPTY.mul(&a), Ok(a));
            assert_eq!(a.mul(&b).unwrap().rank(), a.rank() + b.rank());
            assert_eq!(LinearLayout::product(&[a, b, c]), left);
        }
    }

    #[test]
    fn orders_that_disagree_have_no_product() {
        let mut random = Random::fresh();
        let (a, b) = (any(&mut random, &["i", "j"], &["x"]), any(&mut random, &["j", "i"], &["x"]));
        let (one, other) = (Dim::new("i").unwrap(), Dim::new("j").unwrap());
        assert_eq!(a.mul(&b), Err(Error::Order { one, other }));
    }
}
