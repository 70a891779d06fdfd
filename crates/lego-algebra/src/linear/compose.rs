//! One layout after another, and back: composition, inverses, and solving for the layout between two.

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::LinearLayout;
use super::space::DIMS;
use lego_core::f2::{BITS, Echelon, Matrix};

impl LinearLayout {
    /// `then` after this: x to then(this(x)).
    ///
    /// # Errors
    /// If the out dims of this are not the in dims of `then`, in any order, or one is larger than there.
    pub fn compose(&self, then: &Self) -> Result<Self, Error> {
        for &dim in then.ins().dims() {
            self.outs().find(dim, Side::Out)?;
        }
        for (dim, one, _) in self.outs().iter() {
            let other = then.ins().bits_at(then.ins().find(dim, Side::In)?);
            if one > other {
                return Err(Error::Sizes { dim, one, other });
            }
        }
        let mut columns = [0; BITS];
        for (column, &image) in columns.iter_mut().zip(self.matrix().columns()) {
            *column = then.apply_flat(self.outs().carried(image, then.ins()));
        }
        Ok(Self::of_parts(*self.ins(), *then.outs(), columns))
    }

    /// The inverse: back.compose(this) and this.compose(back) change nothing.
    ///
    /// # Errors
    /// If the map is not square, or has not full rank.
    pub fn invert(&self) -> Result<Self, Error> {
        let (ins, outs) = (self.ins().total_bits(), self.outs().total_bits());
        if ins != outs {
            return Err(Error::Square { ins, outs });
        }
        match self.matrix().inverse() {
            Some(matrix) => Ok(Self::of_matrix(*self.outs(), *self.ins(), matrix)),
            None => Err(self.surjective().err().unwrap_or(Error::Square { ins, outs })),
        }
    }

    /// A right inverse of a map that is onto: this(back(y)) = y, where back(y) uses only the leftmost independent bits; all
    /// other bits (those of [`free_variable_masks`](Self::free_variable_masks)) are 0 in it. Of a distributed layout that is
    /// the element's first holder.
    ///
    /// It is not in general the right inverse with the fewest set bits: which columns are leftmost decides.
    ///
    /// # Errors
    /// If the map is not onto.
    pub fn pseudoinvert(&self) -> Result<Self, Error> {
        self.surjective()?;
        let solved = Matrix::identity(self.outs().total_bits()).and_then(|identity| self.matrix().solve(&identity));
        let (rank, outs) = (self.rank(), self.outs().total_bits());
        let matrix = solved.ok_or(Error::NotSurjective { rank, outs })?;
        Ok(Self::of_matrix(*self.outs(), *self.ins(), matrix))
    }

    /// X with this(X(x)) = image(x), X(x) among the leftmost independent bits of this.
    ///
    /// Named after least squares as in Triton; F2 has no norm, and what is small here is the set of bits used.
    ///
    /// # Errors
    /// If the out dims differ in names or sizes, or an image of `image` is none of this.
    pub fn lstsq(&self, image: &Self) -> Result<Self, Error> {
        let outer = self.with_outs_of(image)?;
        let echelon = Echelon::of(outer.matrix().columns());
        let mut columns = [0; BITS];
        for (bit, &column) in image.matrix().columns().iter().enumerate() {
            columns[bit] = echelon.express(column).ok_or(Error::NotInImage { bit, column })?;
        }
        Ok(Self::of_parts(*image.ins(), *outer.ins(), columns))
    }

    /// X with outer(X(x)) = this(x): where `outer` has what this has at x. Conversions between layouts are such X.
    ///
    /// A dim whose images are the same in both maps is mapped to itself, so that elements that several threads hold stay where
    /// they are; everything else is as in [`lstsq`](Self::lstsq). Where that is no solution, because other dims need an image
    /// of such a dim, all dims are as in [`lstsq`](Self::lstsq).
    ///
    /// A dim of `outer` may be larger than it is here: then this is a layout of the slice of a larger buffer that begins at its
    /// first element.
    ///
    /// # Errors
    /// If the out dims differ in names, one is larger here than in `outer`, or `outer` is not onto.
    ///
    /// ```
    /// use lego_algebra::linear::LinearLayout;
    /// let layout = |text| LinearLayout::parse(text).unwrap();
    /// // The corner of 2 by 2 elements of a buffer of 4 by 4, whose rows are 4 apart.
    /// let (part, buffer) = (layout("lane: (1,0) (0,1) -> x: 2, y: 2"), layout("offset: (1,0) (2,0) (0,1) (0,2) -> x: 4, y: 4"));
    /// assert_eq!(part.invert_and_compose(&buffer).unwrap(), layout("lane: (1) (4) -> offset: 16"));
    /// ```
    pub fn invert_and_compose(&self, outer: &Self) -> Result<Self, Error> {
        let outer = outer.transpose_outs(self.outs().dims())?;
        let mut columns = [0; BITS];
        for (column, &image) in columns.iter_mut().zip(self.matrix().columns()) {
            *column = self.outs().carried(image, outer.outs());
        }
        for ((dim, one, _), (_, other, _)) in self.outs().iter().zip(outer.outs().iter()) {
            if one > other {
                return Err(Error::Sizes { dim, one, other });
            }
        }
        outer.surjective()?;
        Self::of_parts(*self.ins(), *outer.outs(), columns).found_in(&outer)
    }

    /// X with outer(X(x)) = this(x), of one tensor, where `outer` is onto.
    fn found_in(&self, outer: &Self) -> Result<Self, Error> {
        let mut same = [Dim::REGISTER; DIMS];
        let mut count = 0;
        for (dim, bits, _) in outer.ins().iter() {
            if self.ins().bits(dim) == Some(bits) && self.basis(dim) == outer.basis(dim) {
                same[count] = dim;
                count += 1;
            }
        }
        let same = &same[..count];
        match self.solved_with(outer, same) {
            // The other dims may need an image of a dim that was put aside: then nothing is put aside.
            Some(solved) if solved.compose(outer).as_ref() == Ok(self) => Ok(solved),
            _ => outer.lstsq(self),
        }
    }

    /// The solution that maps some dims to themselves.
    fn solved_with(&self, outer: &Self, same: &[Dim]) -> Option<Self> {
        let mut kept = Echelon::EMPTY;
        // The numbers in combinations are those of all columns; a column of a dim that is put aside adds nothing.
        for (dim, ..) in outer.ins().iter() {
            let aside = same.contains(&dim);
            outer.basis(dim).iter().for_each(|&column| {
                kept.add(if aside { 0 } else { column });
            });
        }
        let mut columns = [0; BITS];
        for (dim, bits, start) in self.ins().iter() {
            let there = outer.ins().position(dim).map(|k| outer.ins().start_at(k)).filter(|_| same.contains(&dim));
            for k in 0..bits {
                let bit = (start + k) as usize;
                columns[bit] = match there {
                    Some(start) => 1 << (start + k),
                    None => kept.express(self.matrix().column(bit))?,
                };
            }
        }
        Some(Self::of_parts(*self.ins(), *outer.ins(), columns))
    }

    /// This with the out dims in the order of another layout: two layouts of one tensor, whose images can be compared.
    ///
    /// Law: it gives every point the images that it had, dim by dim.
    ///
    /// # Errors
    /// If the other has other out dims, or a dim of another size.
    ///
    /// ```
    /// use lego_algebra::linear::LinearLayout;
    /// let layout = |text| LinearLayout::parse(text).unwrap();
    /// let (one, other) = (layout("lane: (1,0) (0,1) -> x: 2, y: 2"), layout("lane: (1,0) (0,1) -> y: 2, x: 2"));
    /// assert_eq!(other.with_outs_of(&one).unwrap(), layout("lane: (0,1) (1,0) -> x: 2, y: 2"));
    /// assert!(one.with_outs_of(&layout("lane: (1,0) (0,1) -> x: 2, z: 2")).is_err());
    /// ```
    pub fn with_outs_of(&self, other: &Self) -> Result<Self, Error> {
        let ordered = self.transpose_outs(other.outs().dims())?;
        for ((dim, one, _), (_, two, _)) in ordered.outs().iter().zip(other.outs().iter()) {
            if one != two {
                return Err(Error::Sizes { dim, one, other: two });
            }
        }
        Ok(ordered)
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_distributed, any_layout, any_space, any_surjective};
    use super::*;
    use random::Random;

    #[test]
    fn composition_is_one_after_the_other_and_associative() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let spaces =
                [&["a", "b"][..], &["c", "d"], &["e"], &["f", "g"]].map(|names| any_space(&mut random, names, 9));
            let f = any_layout(&mut random, spaces[0], spaces[1]);
            let g = any_layout(&mut random, spaces[1], spaces[2]);
            let h = any_layout(&mut random, spaces[2], spaces[3]);
            let (fg, gh) = (f.compose(&g).unwrap(), g.compose(&h).unwrap());
            assert_eq!(fg.compose(&h), f.compose(&gh));
            for x in 0..1 << spaces[0].total_bits() {
                assert_eq!(fg.apply_flat(x), g.apply_flat(f.apply_flat(x)));
            }
            let swapped = f.transpose_outs(&[spaces[1].dims()[1], spaces[1].dims()[0]]).unwrap();
            assert_eq!(swapped.compose(&g), Ok(fg));
        }
    }

    #[test]
    fn an_inverse_is_one_on_both_sides() {
        let mut random = Random::fresh();
        let mut found = 0;
        for _ in 0..300 {
            let bits = random.below(10) as u32;
            let cut = random.below(u64::from(bits) + 1) as u32;
            let space = |a, b| super::super::Space::new(&[(a, cut), (b, bits - cut)]).unwrap();
            let (ins, outs) = (space(Dim::REGISTER, Dim::LANE), space(Dim::OFFSET, Dim::BLOCK));
            let layout = any_layout(&mut random, ins, outs);
            match layout.invert() {
                Ok(back) => {
                    found += 1;
                    for x in 0..1 << bits {
                        assert_eq!(back.apply_flat(layout.apply_flat(x)), x);
                        assert_eq!(layout.apply_flat(back.apply_flat(x)), x);
                    }
                    assert_eq!(back.invert(), Ok(layout));
                    assert_eq!(layout.pseudoinvert(), Ok(back));
                }
                Err(Error::NotSurjective { rank, .. }) => assert!(rank < bits as usize),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(found > 50);
    }

    #[test]
    fn a_pseudo_inverse_is_a_right_inverse_among_the_leftmost_bits() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (ins, outs) = (any_space(&mut random, &["a", "b"], 12), any_space(&mut random, &["x", "y"], 5));
            let Some(layout) = any_surjective(&mut random, ins, outs) else { continue };
            let back = layout.pseudoinvert().unwrap();
            let free = layout.free_variable_masks().enumerate();
            let free = free.fold(0, |all, (k, (_, mask))| all | mask << ins.start_at(k));
            for y in 0..1 << outs.total_bits() {
                assert_eq!(layout.apply_flat(back.apply_flat(y)), y);
                assert_eq!(back.apply_flat(y) & free, 0);
            }
        }
    }

    #[test]
    fn a_conversion_finds_what_the_first_layout_has() {
        let mut random = Random::fresh();
        for _ in 0..400 {
            let outs = any_space(&mut random, &["x", "y"], 8);
            let (a, b) = (any_distributed(&mut random, outs), any_distributed(&mut random, outs));
            let conversion = a.invert_and_compose(&b).unwrap();
            assert_eq!(conversion.compose(&b), Ok(a));
            let solved = b.lstsq(&a).unwrap();
            assert_eq!(solved.compose(&b), Ok(a));
            // To itself, every dim stays where it is, broadcast or not.
            let itself = a.invert_and_compose(&a).unwrap();
            assert_eq!(itself.matrix(), &Matrix::identity(a.ins().total_bits()).unwrap());
        }
    }

    /// Every element of a part of a buffer is read where the buffer has the element of the same coordinates.
    #[test]
    fn a_slice_of_a_larger_buffer_finds_its_elements() {
        let mut random = Random::fresh();
        let mut larger = 0;
        for _ in 0..400 {
            let small = any_space(&mut random, &["x", "y"], 6);
            let more: [u32; 2] = core::array::from_fn(|_| random.below(3) as u32);
            let sizes = [0, 1].map(|k| (small.dims()[k], small.bits_at(k) + more[k]));
            let whole = super::super::Space::new(&sizes).unwrap();
            let (part, buffer) = (any_distributed(&mut random, small), any_distributed(&mut random, whole));
            let conversion = part.invert_and_compose(&buffer).unwrap();
            for x in 0..1u64 << part.ins().total_bits() {
                let there = buffer.apply_flat(conversion.apply_flat(x));
                let here = part.apply_flat(x);
                for k in 0..2 {
                    assert_eq!(buffer.outs().part(there, k), part.outs().part(here, k), "{part} in {buffer}");
                }
            }
            if more != [0, 0] {
                larger += 1;
                assert!(matches!(buffer.invert_and_compose(&part), Err(Error::Sizes { .. })), "{part} {buffer}");
            }
        }
        assert!(larger > 200, "{larger}");
    }

    #[test]
    fn a_conversion_that_a_fixed_dim_would_make_wrong_is_solved_without_it() {
        // Both have lane ↦ 1; the register of the first needs the lane of the second.
        let (x, one) = (Dim::named("x"), &[1][..]);
        let a = LinearLayout::from_bases(&[(Dim::REGISTER, &[one]), (Dim::LANE, &[one])], &[(x, 2)]).unwrap();
        let b = LinearLayout::from_bases(&[(Dim::REGISTER, &[]), (Dim::LANE, &[one])], &[(x, 2)]).unwrap();
        let conversion = a.invert_and_compose(&b).unwrap();
        assert_eq!(conversion.compose(&b), Ok(a));
    }

    #[test]
    fn what_is_no_image_is_named() {
        let (x, y) = (Dim::named("x"), Dim::named("y"));
        let a = LinearLayout::from_bases(&[(x, &[&[1]])], &[(y, 4)]).unwrap();
        let b = LinearLayout::from_bases(&[(x, &[&[1], &[2]])], &[(y, 4)]).unwrap();
        assert_eq!(a.lstsq(&b), Err(Error::NotInImage { bit: 1, column: 2 }));
        assert_eq!(b.invert_and_compose(&a), Err(Error::NotSurjective { rank: 1, outs: 2 }));
        assert_eq!(a.invert(), Err(Error::Square { ins: 1, outs: 2 }));
        let smaller = LinearLayout::identity_1d(2, x, y).unwrap();
        assert_eq!(b.lstsq(&smaller), Err(Error::Sizes { dim: y, one: 2, other: 1 }));
        assert_eq!(b.compose(&smaller), Err(Error::Unknown { dim: x, side: Side::Out }));
    }
}
