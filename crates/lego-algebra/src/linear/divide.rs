//! Division: which layout a product's other factor is, and the identity that a layout begins with.

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::LinearLayout;
use super::space::{Space, shifted};
use lego_core::f2::BITS;

/// Which factor of a product the divisor is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    /// The tile: the low bits of each dim.
    Inner,
    /// What repeats the tile: the high bits.
    Outer,
}

impl LinearLayout {
    /// C with this = `tile` · C: this is the tile, repeated by C. All dims of this stay, those that are used up with size 1.
    ///
    /// The condition: in each dim of the tile the first images are the tile's, and no other image has one of the bits that the
    /// tile has in its out dims.
    ///
    /// # Errors
    /// If the tile has a dim that this has not, or a larger one, or the condition does not hold; the error says where.
    ///
    /// ```
    /// use lego_algebra::linear::{Dim, LinearLayout};
    /// let (register, offset) = (Dim::REGISTER, Dim::OFFSET);
    /// let whole = LinearLayout::identity_1d(8, register, offset).unwrap();
    /// let tile = LinearLayout::identity_1d(4, register, offset).unwrap();
    /// assert_eq!(whole.divide_left(&tile), LinearLayout::identity_1d(2, register, offset));
    /// ```
    pub fn divide_left(&self, tile: &Self) -> Result<Self, Error> {
        divide(self, tile, Factor::Inner)
    }

    /// C with this = C · `outer`: this is C, repeated by `outer`.
    ///
    /// # Errors
    /// As [`divide_left`](Self::divide_left), with the last images and the high bits of each dim.
    pub fn divide_right(&self, outer: &Self) -> Result<Self, Error> {
        divide(self, outer, Factor::Outer)
    }

    /// The largest n such that identity_1d(n) from the first in dim to the first out dim divides this on the left: so many
    /// points that follow each other are mapped to values that do, from every multiple of n on.
    #[must_use]
    pub fn num_consecutive_in_out(&self) -> u64 {
        match (self.ins().dims().first(), self.outs().dims().first()) {
            (Some(&from), Some(&to)) => 1 << self.identity_prefix(from, to),
            _ => 1,
        }
    }

    /// The logarithm of the largest identity between two dims that divides this on the left; 0 where there is no such dim.
    pub(super) fn identity_prefix(&self, from: Dim, to: Dim) -> u32 {
        let Some(place) = self.outs().position(to) else { return 0 };
        let (start, bits) = (self.outs().start_at(place), self.outs().bits_at(place));
        let (basis, columns) = (self.basis(from), self.matrix().columns());
        let units =
            basis.iter().zip(0..bits.min(63)).take_while(|&(&image, k)| image == shifted(1, start + k)).count() as u32;
        // Of all other columns the low bits must be 0, and of more columns than fit also.
        let fits = |n: &u32| {
            let low = shifted((1 << n) - 1, start);
            columns.iter().filter(|&&image| image & low != 0).count() as u32 == *n
        };
        (0..=units).rev().find(fits).unwrap_or(0)
    }

    /// The largest identity of size at most `most` between two dims that divides this on the left, and what is left.
    ///
    /// # Errors
    /// If there is no such dim, or `most` is 0.
    pub fn factor_maximal_identity_prefix(&self, from: Dim, to: Dim, most: u64) -> Result<(u64, Self), Error> {
        self.ins().find(from, Side::In)?;
        self.outs().find(to, Side::Out)?;
        let most = most.checked_ilog2().ok_or(Error::Parameter { name: "most", value: 0, wanted: "1 or more" })?;
        // A smaller identity divides too: the images between have none of its bits.
        let size = 1 << self.identity_prefix(from, to).min(most);
        Ok((size, self.divide_left(&Self::identity_1d(size, from, to)?)?))
    }
}

fn divide(whole: &LinearLayout, factor: &LinearLayout, which: Factor) -> Result<LinearLayout, Error> {
    let ins = quotient_space(whole.ins(), factor.ins(), Side::In)?;
    let outs = quotient_space(whole.outs(), factor.outs(), Side::Out)?;
    // What an image of the whole may have: in each out dim the bits of the quotient, in their place.
    let (mut kept, mut columns) = (0, [0; BITS]);
    for (k, (dim, bits, _)) in outs.iter().enumerate() {
        let by = if which == Factor::Inner { factor.outs().bits(dim).unwrap_or(0) } else { 0 };
        kept |= shifted(lego_core::f2::ones(bits), whole.outs().start_at(k) + by);
    }
    for (k, (dim, bits, start)) in ins.iter().enumerate() {
        let (taken, all) = (factor.basis(dim), whole.basis(dim));
        let first = whole.ins().start_at(k) as usize;
        let (own, rest) = match which {
            Factor::Inner => (0, taken.len()),
            Factor::Outer => (bits as usize, 0),
        };
        for (j, &image) in taken.iter().enumerate() {
            if all[own + j] != lifted(whole, factor, &outs, which, image) {
                return Err(Error::NotDivisible { bit: first + own + j, why: "is not that of the factor" });
            }
        }
        for j in 0..bits as usize {
            let image = all[rest + j];
            if image & !kept != 0 {
                let why = "has a bit that belongs to the factor";
                return Err(Error::NotDivisible { bit: first + rest + j, why });
            }
            columns[start as usize + j] = lowered(whole, factor, &outs, which, image);
        }
    }
    Ok(LinearLayout::of_parts(ins, outs, columns))
}

/// The dims of the whole with the bits that the factor leaves.
fn quotient_space(whole: &Space, factor: &Space, side: Side) -> Result<Space, Error> {
    for (dim, bits, _) in factor.iter() {
        match whole.bits(dim) {
            None => return Err(Error::NoFactor { dim, side, why: "is none of the dividend" }),
            Some(own) if bits > own => {
                return Err(Error::NoFactor { dim, side, why: "is larger than that of the dividend" });
            }
            Some(_) => {}
        }
    }
    let mut quotient = Space::EMPTY;
    for (dim, bits, _) in whole.iter() {
        quotient.push(dim, bits - factor.bits(dim).unwrap_or(0))?;
    }
    Ok(quotient)
}

/// An image of the factor where it stands in the whole.
fn lifted(whole: &LinearLayout, factor: &LinearLayout, rest: &Space, which: Factor, image: u64) -> u64 {
    factor.outs().iter().enumerate().fold(0, |flat, (k, (dim, ..))| {
        let by = if which == Factor::Outer { rest.bits(dim).unwrap_or(0) } else { 0 };
        let start = whole.outs().position(dim).map_or(0, |place| whole.outs().start_at(place));
        flat | shifted(factor.outs().part(image, k), start + by)
    })
}

/// An image of the whole without the bits of the factor.
fn lowered(whole: &LinearLayout, factor: &LinearLayout, rest: &Space, which: Factor, image: u64) -> u64 {
    rest.iter().enumerate().fold(0, |flat, (k, (dim, _, start))| {
        let by = if which == Factor::Inner { factor.outs().bits(dim).unwrap_or(0) } else { 0 };
        flat | shifted(whole.outs().part(image, k).checked_shr(by).unwrap_or(0), start)
    })
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;

    #[test]
    fn division_is_the_inverse_of_the_product() {
        let mut random = Random::fresh();
        for _ in 0..400 {
            let (names, outs) = (["i", "j", "k"], ["x", "y", "z"]);
            let (s, t) = (any_space(&mut random, &names, 8), any_space(&mut random, &outs, 8));
            let a = any_layout(&mut random, s, t);
            let (s, t) = (any_space(&mut random, &names, 8), any_space(&mut random, &outs, 8));
            let b = any_layout(&mut random, s, t);
            let whole = a.mul(&b).unwrap();
            assert_eq!(whole.divide_left(&a), Ok(b));
            assert_eq!(whole.divide_right(&b), Ok(a));
        }
    }

    #[test]
    fn what_divides_makes_the_product_again() {
        let mut random = Random::fresh();
        let mut found = 0;
        for _ in 0..4000 {
            let (s, t) = (any_space(&mut random, &["i"], 4), any_space(&mut random, &["x"], 3));
            let whole = any_layout(&mut random, s, t);
            let (s, t) = (any_space(&mut random, &["i"], 2), any_space(&mut random, &["x"], 2));
            let factor = any_layout(&mut random, s, t);
            if let Ok(rest) = whole.divide_left(&factor) {
                found += 1;
                assert_eq!(factor.mul(&rest), Ok(whole));
            }
            if let Ok(rest) = whole.divide_right(&factor) {
                found += 1;
                assert_eq!(rest.mul(&factor), Ok(whole));
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn the_identity_prefix_is_the_largest_that_divides() {
        let mut random = Random::fresh();
        let (i, x) = (Dim::new("i").unwrap(), Dim::new("x").unwrap());
        let mut long = 0;
        for _ in 0..2000 {
            let mut images: Vec<u64> = (0..5).map(|k| 1 << k).collect();
            if random.one_in(2) {
                let (k, l) = (random.index(5), random.index(5));
                images.swap(k, l);
            }
            images.push(random.below(32));
            let (s, t) = (Space::new(&[(i, 6)]).unwrap(), Space::new(&[(x, 5)]).unwrap());
            let layout = LinearLayout::new(s, t, &images).unwrap();
            let divides = |n: u32| layout.divide_left(&LinearLayout::identity_1d(1 << n, i, x).unwrap()).is_ok();
            let wanted = (0..=5).rev().find(|&n| divides(n)).unwrap();
            long += u32::from(wanted > 1);
            assert_eq!(layout.num_consecutive_in_out(), 1 << wanted, "{layout}");
            let (size, rest) = layout.factor_maximal_identity_prefix(i, x, 4).unwrap();
            assert_eq!(size, 1 << wanted.min(2));
            assert_eq!(LinearLayout::identity_1d(size, i, x).unwrap().mul(&rest), Ok(layout));
        }
        assert!(long > 100);
    }

    #[test]
    fn what_stands_against_a_division_is_named() {
        let (i, x) = (Dim::new("i").unwrap(), Dim::new("x").unwrap());
        let layout = LinearLayout::from_bases(&[(i, &[&[1], &[2], &[4], &[9]])], &[(x, 16)]).unwrap();
        let error = layout.divide_left(&LinearLayout::identity_1d(2, i, x).unwrap()).unwrap_err();
        assert_eq!(error, Error::NotDivisible { bit: 3, why: "has a bit that belongs to the factor" });
        assert_eq!(layout.num_consecutive_in_out(), 1);
        let error = layout.divide_left(&LinearLayout::strided_1d(2, 2, i, x).unwrap()).unwrap_err();
        assert_eq!(error, Error::NotDivisible { bit: 0, why: "is not that of the factor" });
        let error = layout.divide_left(&LinearLayout::identity_1d(2, x, x).unwrap()).unwrap_err();
        assert_eq!(error, Error::NoFactor { dim: x, side: Side::In, why: "is none of the dividend" });
        let error = layout.divide_right(&LinearLayout::identity_1d(32, i, x).unwrap()).unwrap_err();
        assert_eq!(error, Error::NoFactor { dim: i, side: Side::In, why: "is larger than that of the dividend" });
    }

    extern crate std;
    use std::vec::Vec;
}
