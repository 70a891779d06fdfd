//! Parts of a layout: some dims in, some dims out; layouts side by side; where a layout is the identity on a dim.

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::LinearLayout;
use super::space::{DIMS, shifted};
use lego_core::f2::BITS;

impl LinearLayout {
    /// Only some in dims, and of the images only some out dims, both in the order that they have here.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn sublayout(&self, ins: &[Dim], outs: &[Dim]) -> Result<Self, Error> {
        let (ins, outs) = (self.ins().only(ins, Side::In)?, self.outs().only(outs, Side::Out)?);
        let mut columns = [0; BITS];
        for (dim, _, start) in ins.iter() {
            let images = self.basis(dim).iter().enumerate();
            images.for_each(|(k, &image)| columns[start as usize + k] = self.outs().carried(image, &outs));
        }
        Ok(Self::of_parts(ins, outs, columns))
    }

    /// Whether no image of some in dims has a part in some out dims.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn sublayout_is_zero(&self, ins: &[Dim], outs: &[Dim]) -> Result<bool, Error> {
        let mask = self.out_mask(outs)?;
        let mut all = 0;
        for &dim in ins {
            self.ins().find(dim, Side::In)?;
            self.basis(dim).iter().for_each(|image| all |= image);
        }
        Ok(all & mask == 0)
    }

    /// Whether the part from some dims to the dims of the same names maps each to itself, in the same size.
    ///
    /// # Errors
    /// If a dim is not on both sides.
    pub fn square_sublayout_is_identity(&self, dims: &[Dim]) -> Result<bool, Error> {
        let mask = self.out_mask(dims)?;
        for &dim in dims {
            let bits = self.ins().bits_at(self.ins().find(dim, Side::In)?);
            let place = self.outs().find(dim, Side::Out)?;
            let start = self.outs().start_at(place);
            let units = self.basis(dim).iter().zip(0..).all(|(image, k)| image & mask == shifted(1, start + k));
            if bits != self.outs().bits_at(place) || !units {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the value of an out dim is the coordinate of the in dim of its name, in the same size, whatever the others are.
    ///
    /// # Errors
    /// If the dim is not on both sides.
    pub fn is_identity_on_out_dim(&self, dim: Dim) -> Result<bool, Error> {
        self.ins().find(dim, Side::In)?;
        let (others, count) = without(self.ins().dims(), &[dim]);
        Ok(self.square_sublayout_is_identity(&[dim])? && self.sublayout_is_zero(&others[..count], &[dim])?)
    }

    /// Whether this is the identity on some dims and something else on the others, with nothing in between.
    ///
    /// # Errors
    /// If a dim is not on both sides.
    pub fn is_trivial_over(&self, dims: &[Dim]) -> Result<bool, Error> {
        match self.trivial_over(dims) {
            Ok(()) => Ok(true),
            Err(Error::NotTrivial { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn trivial_over(&self, dims: &[Dim]) -> Result<(), Error> {
        let (ins, ins_count) = without(self.ins().dims(), dims);
        let (outs, outs_count) = without(self.outs().dims(), dims);
        for &dim in dims {
            let why = |why| Err(Error::NotTrivial { dim, why });
            if !self.square_sublayout_is_identity(&[dim])? {
                return why("it is not mapped to itself in the same size");
            }
            if !self.sublayout_is_zero(&ins[..ins_count], &[dim])? {
                return why("another dim is mapped to it too");
            }
            if !self.sublayout_is_zero(&[dim], &outs[..outs_count])? {
                return why("it is mapped to another dim too");
            }
        }
        if self.square_sublayout_is_identity(dims)? {
            return Ok(());
        }
        Err(Error::NotTrivial { dim: dims[0], why: "the dims are mapped to each other" })
    }

    /// What is left without dims on which this is the identity.
    ///
    /// # Errors
    /// If it is not the identity on them alone, or they are not on both sides.
    pub fn quotient(&self, dims: &[Dim]) -> Result<Self, Error> {
        self.trivial_over(dims)?;
        let (ins, ins_count) = without(self.ins().dims(), dims);
        let (outs, outs_count) = without(self.outs().dims(), dims);
        self.sublayout(&ins[..ins_count], &outs[..outs_count])
    }

    /// The in dims of both, one after the other, into the same out dims: x and y to this(x) xor other(y).
    ///
    /// # Errors
    /// If they have a dim of one name, or other out dims.
    pub fn concat_ins(&self, other: &Self) -> Result<Self, Error> {
        let other = other.with_outs_of(self)?;
        let mut ins = *self.ins();
        other.ins().iter().try_for_each(|(dim, bits, _)| ins.push(dim, bits))?;
        let mut columns = [0; BITS];
        let images = self.matrix().columns().iter().chain(other.matrix().columns());
        columns.iter_mut().zip(images).for_each(|(column, &image)| *column = image);
        Ok(Self::of_parts(ins, *self.outs(), columns))
    }

    /// The out dims of both, one after the other, from the same in dims: x to (this(x), other(x)).
    ///
    /// # Errors
    /// If they have a dim of one name, or other in dims.
    pub fn concat_outs(&self, other: &Self) -> Result<Self, Error> {
        let other = other.transpose_ins(self.ins().dims())?;
        for ((dim, one, _), (_, two, _)) in self.ins().iter().zip(other.ins().iter()) {
            if one != two {
                return Err(Error::Sizes { dim, one, other: two });
            }
        }
        let mut outs = *self.outs();
        other.outs().iter().try_for_each(|(dim, bits, _)| outs.push(dim, bits))?;
        let mut columns = [0; BITS];
        let images = self.matrix().columns().iter().zip(other.matrix().columns());
        for (column, (&one, &two)) in columns.iter_mut().zip(images) {
            *column = self.outs().carried(one, &outs) | other.outs().carried(two, &outs);
        }
        Ok(Self::of_parts(*self.ins(), outs, columns))
    }

    /// Without an in dim of size 1.
    ///
    /// # Errors
    /// If there is no such dim, or it has another size.
    pub fn squeeze_in(&self, dim: Dim) -> Result<Self, Error> {
        let other = self.ins().bits_at(self.ins().find(dim, Side::In)?);
        if other != 0 {
            return Err(Error::Sizes { dim, one: 0, other });
        }
        let (ins, count) = without(self.ins().dims(), &[dim]);
        self.sublayout(&ins[..count], self.outs().dims())
    }

    /// Without an out dim of size 1.
    ///
    /// # Errors
    /// If there is no such dim, or it has another size.
    pub fn squeeze_out(&self, dim: Dim) -> Result<Self, Error> {
        let other = self.outs().bits_at(self.outs().find(dim, Side::Out)?);
        if other != 0 {
            return Err(Error::Sizes { dim, one: 0, other });
        }
        let (outs, count) = without(self.outs().dims(), &[dim]);
        self.sublayout(self.ins().dims(), &outs[..count])
    }
}

/// The dims that are none of some others.
fn without(dims: &[Dim], others: &[Dim]) -> ([Dim; DIMS], usize) {
    let mut left = [Dim::REGISTER; DIMS];
    let mut count = 0;
    for &dim in dims.iter().filter(|dim| !others.contains(dim)) {
        left[count] = dim;
        count += 1;
    }
    (left, count)
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;

    fn dim(name: &str) -> Dim {
        Dim::new(name).unwrap()
    }

    #[test]
    fn a_part_has_the_values_at_zero_elsewhere_and_two_parts_make_the_whole() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (ins, outs) = (any_space(&mut random, &["a", "b"], 8), any_space(&mut random, &["x", "y"], 8));
            let layout = any_layout(&mut random, ins, outs);
            let (a, b, x, y) = (dim("a"), dim("b"), dim("x"), dim("y"));
            let part = layout.sublayout(&[a], &[y]).unwrap();
            for k in 0..1 << ins.bits(a).unwrap() {
                assert_eq!(part.apply(&[k]).unwrap()[0], layout.apply(&[k, 0]).unwrap()[1]);
            }
            let (left, right) = (layout.sublayout(&[a], &[x, y]).unwrap(), layout.sublayout(&[b], &[x, y]).unwrap());
            assert_eq!(left.concat_ins(&right), Ok(layout));
            let (low, high) = (layout.sublayout(&[a, b], &[x]).unwrap(), layout.sublayout(&[a, b], &[y]).unwrap());
            assert_eq!(low.concat_outs(&high), Ok(layout));
            assert_eq!(
                layout.sublayout_is_zero(&[a], &[y]),
                Ok((0..1 << ins.bits(a).unwrap()).all(|k| part.apply_flat(k) == 0))
            );
        }
    }

    #[test]
    fn a_quotient_takes_away_what_a_product_with_an_identity_added() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (ins, outs) = (any_space(&mut random, &["a", "b"], 8), any_space(&mut random, &["x", "y"], 8));
            let layout = any_layout(&mut random, ins, outs);
            let block = LinearLayout::identity_1d(1 << random.below(4), Dim::BLOCK, Dim::BLOCK).unwrap();
            let whole = layout.mul(&block).unwrap();
            assert_eq!(whole.is_trivial_over(&[Dim::BLOCK]), Ok(true));
            assert_eq!(whole.is_identity_on_out_dim(Dim::BLOCK), Ok(true));
            assert_eq!(whole.quotient(&[Dim::BLOCK]), Ok(layout));
            assert_eq!(whole.quotient(&[]), Ok(whole));
        }
        let (a, b) = (dim("a"), dim("b"));
        let swapped = LinearLayout::from_bases(&[(a, &[&[0, 1]]), (b, &[&[1, 0]])], &[(a, 2), (b, 2)]).unwrap();
        assert!(matches!(swapped.quotient(&[a, b]), Err(Error::NotTrivial { .. })));
        let mixed = LinearLayout::from_bases(&[(a, &[&[1, 1]]), (b, &[&[0, 1]])], &[(a, 2), (b, 2)]).unwrap();
        assert_eq!(mixed.square_sublayout_is_identity(&[a]), Ok(true));
        assert_eq!(mixed.is_trivial_over(&[a]), Ok(false));
        assert_eq!(mixed.is_trivial_over(&[a, b]), Ok(false));
        assert_eq!(mixed.is_trivial_over(&[dim("c")]), Err(Error::Unknown { dim: dim("c"), side: Side::Out }));
    }

    #[test]
    fn only_dims_of_size_one_are_squeezed() {
        let (a, x, y) = (dim("a"), dim("x"), dim("y"));
        let layout = LinearLayout::from_bases(&[(a, &[&[1, 0]])], &[(x, 2), (y, 1)]).unwrap();
        assert_eq!(layout.squeeze_out(y), LinearLayout::identity_1d(2, a, x));
        assert_eq!(layout.squeeze_out(x), Err(Error::Sizes { dim: x, one: 0, other: 1 }));
        assert!(layout.squeeze_in(a).is_err());
    }
}
