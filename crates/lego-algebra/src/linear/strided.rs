//! Linear layouts that are CuTe's too, and the way between the two.
//!
//! A strided layout adds multiples of strides where a linear one takes the xor of images: they are the same where no two images
//! have a bit in common, and only there, for a + b = (a xor b) + 2 (a and b).

use super::affine::AffineLinear;
use super::dim::Dim;
use super::error::Error;
use super::layout::LinearLayout;
use super::space::{DIMS, Space};
use crate::cute::{ComposedLayout, IntTuple, Layout, Swizzle};
use lego_core::f2::BITS;

impl LinearLayout {
    /// The layout of CuTe with the same values: one mode for each in dim, and as value the flat point of the out dims, the first
    /// with the lowest bits.
    ///
    /// # Errors
    /// If two images have a bit in common, which no shape and stride has; if a value has 63 bits or more, or it takes more
    /// than 32 leaves.
    ///
    /// ```
    /// use lego_algebra::linear::families::Fragment;
    /// let accumulator = Fragment::named("mma_m16n8_f32_C").unwrap().linear().unwrap();
    /// let cute = accumulator.to_cute().unwrap();
    /// // (register, lane) to row + 16 · column.
    /// assert_eq!(cute.to_string(), "((2,2),(4,8)):((16,8),(32,1))");
    /// ```
    pub fn to_cute(&self) -> Result<Layout, Error> {
        let mut seen = 0;
        for (bit, &image) in self.matrix().columns().iter().enumerate() {
            if seen & image != 0 {
                return Err(Error::NotStrided { bit });
            }
            seen |= image;
        }
        if seen >> 62 != 0 {
            return Err(Error::Bits { bits: 63 });
        }
        let wide = Error::Form { wanted: "more than 32 leaves of shape and stride" };
        let mut modes = [Layout::ONE; DIMS];
        for (mode, &dim) in modes.iter_mut().zip(self.ins().dims()) {
            let mut leaves = [(1i64, 0i64); BITS];
            let mut count = 0;
            for &image in self.basis(dim) {
                let stride = image as i64;
                // A leaf goes on where the next image is the next multiple of its stride.
                match leaves[..count].last_mut() {
                    Some((size, step)) if *size * *step == stride => *size *= 2,
                    _ => {
                        leaves[count] = (2, stride);
                        count += 1;
                    }
                }
            }
            *mode = of_leaves(&leaves[..count]).map_err(|_| wide)?;
        }
        Layout::join(&modes[..self.ins().len()]).map_err(|_| wide)
    }

    /// The linear layout with the values of a layout of CuTe: one in dim for each mode, in their order, and one out dim, as large
    /// as the values need.
    ///
    /// # Errors
    /// If there are not as many names as modes, an extent is no power of two, or the strides carry into each other: then it is not
    /// linear over F2.
    pub fn from_cute(layout: &Layout, ins: &[Dim], out: Dim) -> Result<Self, Error> {
        if ins.len() != layout.rank() {
            return Err(Error::Count { wanted: layout.rank(), found: ins.len() });
        }
        let mut space = Space::EMPTY;
        let mut columns = [0; BITS];
        let (mut seen, mut bit) = (0, 0);
        for (k, &dim) in ins.iter().enumerate() {
            let mode = layout.mode(k).ok_or(Error::Count { wanted: layout.rank(), found: k })?;
            let first = bit;
            for (&size, &stride) in mode.shape().leaves().iter().zip(mode.stride().leaves()) {
                let size = size.unsigned_abs();
                let bits = super::space::log2(dim, size)?;
                // Of size 1 the stride does not count.
                if bits > 0 && stride < 0 {
                    return Err(Error::Parameter { name: "a stride", value: stride, wanted: "0 or more over F2" });
                }
                for digit in 0..bits {
                    let image = (stride as u64).checked_mul(1 << digit).filter(|_| bit < BITS);
                    let image = image.ok_or(Error::Bits { bits: BITS + 1 })?;
                    if seen & image != 0 {
                        return Err(Error::NotStrided { bit });
                    }
                    seen |= image;
                    columns[bit] = image;
                    bit += 1;
                }
            }
            space.push(dim, (bit - first) as u32)?;
        }
        let outs = Space::new(&[(out, u64::BITS - seen.leading_zeros())])?;
        Self::new(space, outs, &columns[..bit])
    }

    /// A swizzle of CuTe on so many bits.
    ///
    /// # Errors
    /// If it changes bits beyond them.
    pub fn from_swizzle(swizzle: &Swizzle, bits: u32, from: Dim, to: Dim) -> Result<Self, Error> {
        if swizzle.width() as u32 > bits || bits > 62 {
            let value = i64::from(bits);
            return Err(Error::Parameter {
                name: "the number of bits",
                value,
                wanted: "those of the swizzle, up to 62",
            });
        }
        let mut columns = [0; BITS];
        (0..bits).for_each(|k| columns[k as usize] = swizzle.apply(1 << k) as u64);
        Self::new(Space::new(&[(from, bits)])?, Space::new(&[(to, bits)])?, &columns[..bits as usize])
    }
}

impl AffineLinear {
    /// The affine map with the values of a swizzle after an offset after a layout of CuTe.
    ///
    /// # Errors
    /// As [`LinearLayout::from_cute`], and if the offset has a bit that a value of the layout has too: then adding it carries, and
    /// the whole is not affine over F2.
    pub fn from_cute(composed: &ComposedLayout, ins: &[Dim], out: Dim) -> Result<Self, Error> {
        let inner = LinearLayout::from_cute(&composed.layout, ins, out)?;
        let offset = u64::try_from(composed.offset).map_err(|_| Error::Parameter {
            name: "the offset",
            value: composed.offset,
            wanted: "0 or more over F2",
        })?;
        if let Some(bit) = inner.matrix().columns().iter().position(|image| image & offset != 0) {
            return Err(Error::NotStrided { bit });
        }
        let values = u64::BITS - offset.leading_zeros();
        let bits = (inner.outs().total_bits() as u32).max(values).max(composed.swizzle.width() as u32);
        let wide = LinearLayout::of_parts(*inner.ins(), Space::new(&[(out, bits)])?, {
            let mut columns = [0; BITS];
            columns.iter_mut().zip(inner.matrix().columns()).for_each(|(column, &image)| *column = image);
            columns
        });
        let swizzle = LinearLayout::from_swizzle(&composed.swizzle, bits, out, out)?;
        Self::new(wide, &[offset])?.compose(&swizzle.into())
    }
}

/// One mode: a leaf, or a tuple of them.
fn of_leaves(leaves: &[(i64, i64)]) -> Result<Layout, crate::cute::Error> {
    match leaves {
        [] => Ok(Layout::ONE),
        [(size, stride)] => Layout::mode_of(*size, *stride),
        leaves => {
            let (mut sizes, mut strides) = ([1; BITS], [0; BITS]);
            for ((size, stride), leaf) in sizes.iter_mut().zip(&mut strides).zip(leaves) {
                (*size, *stride) = *leaf;
            }
            Layout::new(&IntTuple::flat(&sizes[..leaves.len()])?, &IntTuple::flat(&strides[..leaves.len()])?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_distributed, any_layout, any_space};
    use super::*;
    use random::Random;

    #[test]
    fn both_have_the_same_values_there_and_back() {
        let mut random = Random::fresh();
        let mut refused = 0;
        for round in 0..600 {
            let (ins, outs) = (any_space(&mut random, &["a", "b"], 8), any_space(&mut random, &["x", "y"], 9));
            let layout =
                if round % 3 == 0 { any_layout(&mut random, ins, outs) } else { any_distributed(&mut random, outs) };
            match layout.to_cute() {
                Ok(cute) => {
                    for point in 0..1 << layout.ins().total_bits() {
                        // The integer coordinate has the first mode fastest, as a flat point has the first dim.
                        assert_eq!(cute.eval(point), Ok(layout.apply_flat(point as u64) as i64), "{layout}");
                    }
                    let back = LinearLayout::from_cute(&cute, layout.ins().dims(), Dim::OFFSET).unwrap();
                    assert_eq!(back.matrix().columns(), layout.matrix().columns());
                }
                Err(Error::NotStrided { bit }) => {
                    refused += 1;
                    let columns = layout.matrix().columns();
                    assert!(columns[..bit].iter().any(|image| image & columns[bit] != 0));
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert!(refused > 50);
    }

    #[test]
    fn strided_layouts_are_linear_exactly_where_their_values_are() {
        let mut random = Random::fresh();
        let (mut linear, mut other) = (0, 0);
        for _ in 0..2000 {
            let count = 1 + random.index(3);
            let leaves: [(i64, i64); 3] = core::array::from_fn(|_| {
                (1 << random.below(3), if random.one_in(3) { 3 } else { 1 << random.below(7) })
            });
            let layout = of_leaves(&leaves[..count]).unwrap();
            let ins = if layout.rank() == 1 {
                &[Dim::REGISTER][..]
            } else {
                &[Dim::REGISTER, Dim::LANE, Dim::WARP][..layout.rank()]
            };
            let value = |c: i64| layout.eval(c).unwrap();
            let is_linear = (0..layout.size()).all(|a| (0..layout.size()).all(|b| value(a ^ b) == value(a) ^ value(b)));
            match LinearLayout::from_cute(&layout, ins, Dim::OFFSET) {
                Ok(found) => {
                    linear += 1;
                    assert!(is_linear);
                    assert!((0..layout.size()).all(|c| found.apply_flat(c as u64) as i64 == value(c)));
                }
                Err(error) => {
                    other += 1;
                    assert!(!is_linear && matches!(error, Error::NotStrided { .. }), "{layout} {error}");
                }
            }
        }
        assert!(linear > 300 && other > 300, "{linear} {other}");
        let odd = Layout::parse("(3,4):(1,4)").unwrap();
        let error = LinearLayout::from_cute(&odd, &[Dim::REGISTER, Dim::LANE], Dim::OFFSET).unwrap_err();
        assert_eq!(error, Error::PowerOfTwo { dim: Dim::REGISTER, size: 3 });
        assert!(LinearLayout::from_cute(&Layout::parse("4:-1").unwrap(), &[Dim::LANE], Dim::OFFSET).is_err());
        assert!(LinearLayout::from_cute(&odd, &[Dim::LANE], Dim::OFFSET).is_err());
    }

    #[test]
    fn a_swizzle_after_an_offset_is_affine_where_nothing_carries() {
        let layout = Layout::parse("(8,8):(8,1)").unwrap();
        let ins = [Dim::named("row"), Dim::named("column")];
        for (offset, fits) in [(0, true), (64, true), (192, true), (1, false), (8, false), (-1, false)] {
            let composed = ComposedLayout { swizzle: Swizzle::new(3, 0, 3).unwrap(), offset, layout };
            let found = AffineLinear::from_cute(&composed, &ins, Dim::OFFSET);
            assert_eq!(found.is_ok(), fits);
            if let Ok(map) = found {
                assert!((0..64).all(|c| map.apply_flat(c as u64) as i64 == composed.eval(c).unwrap()));
            }
        }
        assert!(LinearLayout::from_swizzle(&Swizzle::new(3, 4, 3).unwrap(), 9, Dim::OFFSET, Dim::OFFSET).is_err());
    }
}
