//! Affine maps over F2: a linear layout, then the xor with a constant, so that an index may be flipped or begin elsewhere.

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::{Coordinates, LinearLayout};
use super::space::shifted;
use lego_core::f2::BITS;

/// y = A·x xor b.
///
/// Closed under product, composition and inverse. What depends on differences of addresses alone, as conflicts between the
/// banks of shared memory do, does not depend on b.
///
/// ```
/// use lego_algebra::linear::{AffineLinear, Dim, LinearLayout};
/// let (x, y) = (Dim::named("x"), Dim::named("y"));
/// let row = AffineLinear::from(LinearLayout::identity_1d(8, x, y).unwrap());
/// let reversed = row.flip(y).unwrap();
/// assert_eq!(*reversed.apply(&[2]).unwrap(), [5]);
/// let second_half = reversed.slice(x, 4, 4).unwrap();
/// assert_eq!(*second_half.apply(&[2]).unwrap(), [1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AffineLinear {
    linear: LinearLayout,
    constant: u64,
}

impl From<LinearLayout> for AffineLinear {
    fn from(linear: LinearLayout) -> Self {
        Self { linear, constant: 0 }
    }
}

impl AffineLinear {
    /// A map with the value `constant`, by coordinates, at 0.
    ///
    /// # Errors
    /// If there is not one coordinate below its size for each out dim.
    pub fn new(linear: LinearLayout, constant: &[u64]) -> Result<Self, Error> {
        Ok(Self { linear, constant: linear.outs().flat(constant)? })
    }

    /// A, the linear part.
    #[must_use]
    pub fn linear(&self) -> &LinearLayout {
        &self.linear
    }

    /// b, the value at 0.
    #[must_use]
    pub fn constant(&self) -> Coordinates {
        Coordinates::of(self.linear.outs(), self.constant)
    }

    /// The image of a point as one word.
    #[must_use]
    pub fn apply_flat(&self, point: u64) -> u64 {
        self.linear.apply_flat(point) ^ self.constant
    }

    /// The image of a point.
    ///
    /// # Errors
    /// If there is not one coordinate below its size for each in dim.
    pub fn apply(&self, coordinates: &[u64]) -> Result<Coordinates, Error> {
        let point = self.linear.ins().flat(coordinates)?;
        Ok(Coordinates::of(self.linear.outs(), self.apply_flat(point)))
    }

    /// This as the tile, `outer` as what repeats it, as [`LinearLayout::mul`]; each adds its constant in its bits.
    ///
    /// # Errors
    /// As [`LinearLayout::mul`].
    pub fn mul(&self, outer: &Self) -> Result<Self, Error> {
        let linear = self.linear.mul(&outer.linear)?;
        let (inner_outs, outer_outs, outs) = (self.linear.outs(), outer.linear.outs(), linear.outs());
        let mut constant = inner_outs.carried(self.constant, outs);
        for (k, (dim, ..)) in outer_outs.iter().enumerate() {
            let start = outs.start_at(outs.find(dim, Side::Out)?);
            constant |= shifted(outer_outs.part(outer.constant, k), start + inner_outs.bits(dim).unwrap_or(0));
        }
        Ok(Self { linear, constant })
    }

    /// `then` after this: C·(A·x xor b) xor d = CA·x xor (C·b xor d).
    ///
    /// # Errors
    /// As [`LinearLayout::compose`].
    pub fn compose(&self, then: &Self) -> Result<Self, Error> {
        let linear = self.linear.compose(&then.linear)?;
        let between = self.linear.outs().carried(self.constant, then.linear.ins());
        Ok(Self { linear, constant: then.apply_flat(between) })
    }

    /// The inverse: y to A⁻¹·y xor A⁻¹·b.
    ///
    /// # Errors
    /// As [`LinearLayout::invert`].
    pub fn invert(&self) -> Result<Self, Error> {
        let linear = self.linear.invert()?;
        Ok(Self { linear, constant: linear.apply_flat(self.constant) })
    }

    /// An out dim from its other end: c to size - 1 - c.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn flip(&self, dim: Dim) -> Result<Self, Error> {
        let outs = self.linear.outs();
        Ok(Self { constant: self.constant ^ outs.mask(outs.find(dim, Side::Out)?), ..*self })
    }

    /// An in dim from `start` on, `size` of it: x to this(start + x).
    ///
    /// # Errors
    /// If the size is no power of two, `start` is no multiple of it, or the slice ends beyond the dim.
    pub fn slice(&self, dim: Dim, start: u64, size: u64) -> Result<Self, Error> {
        let ins = self.linear.ins();
        let place = ins.find(dim, Side::In)?;
        let (bits, whole) = (super::space::log2(dim, size)?, ins.bits_at(place));
        if bits > whole {
            return Err(Error::Sizes { dim, one: whole, other: bits });
        }
        if start % size != 0 {
            let value = i64::try_from(start).unwrap_or(i64::MAX);
            return Err(Error::Parameter { name: "start", value, wanted: "a multiple of the size of the slice" });
        }
        if start & !lego_core::f2::ones(whole) != 0 {
            return Err(Error::Value { dim, bits: whole, value: start });
        }
        let first = self.apply_flat(shifted(start, ins.start_at(place)));
        Ok(Self { linear: self.linear.resize_in_dim(dim, size)?, constant: first })
    }

    /// The affine map of a table over the in dims of a layout, if it is one: what the map gives at each flat point.
    ///
    /// # Errors
    /// If the map is not affine; the error names the point.
    pub fn from_map(ins: super::Space, outs: super::Space, mut value: impl FnMut(u64) -> u64) -> Result<Self, Error> {
        let constant = value(0);
        let mut columns = [0; BITS];
        let width = ins.total_bits();
        columns.iter_mut().enumerate().take(width).for_each(|(k, column)| *column = value(1 << k) ^ constant);
        let linear = LinearLayout::new(ins, outs, &columns[..width])?;
        let map = Self { linear, constant };
        // Affine on every point, or it is none.
        if width >= 32 {
            return Err(Error::Form { wanted: "a table of 2^32 points or more is not looked at" });
        }
        let points = 1 << width;
        match (0..points).all(|point| value(point) == map.apply_flat(point)) {
            true => Ok(map),
            false => Err(Error::Form { wanted: "no affine map over F2: a value is not the xor of the bits' values" }),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::Space;
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;

    fn any(random: &mut Random, ins: Space, outs: Space) -> AffineLinear {
        let constant = random.bits() & lego_core::f2::ones(outs.total_bits() as u32);
        AffineLinear { linear: any_layout(random, ins, outs), constant }
    }

    #[test]
    fn products_compositions_and_inverses_are_those_of_the_functions() {
        let mut random = Random::fresh();
        let mut inverted = 0;
        for _ in 0..300 {
            let spaces = [&["a", "b"][..], &["x", "y"], &["z"]].map(|names| any_space(&mut random, names, 7));
            let (f, g) = (any(&mut random, spaces[0], spaces[1]), any(&mut random, spaces[1], spaces[2]));
            let both = f.compose(&g).unwrap();
            for point in 0..1 << spaces[0].total_bits() {
                assert_eq!(both.apply_flat(point), g.apply_flat(f.apply_flat(point)));
            }
            let h = any(&mut random, spaces[0], spaces[1]);
            let product = f.mul(&h).unwrap();
            let [(a, b), (x, y)] = [(0, 1); 2].map(|_| (random.bits(), random.bits())).map(|(p, q)| {
                let mask = |k: usize| (1u64 << spaces[0].iter().nth(k).unwrap().1) - 1;
                (p & mask(0), q & mask(1))
            });
            let (one, two) = (f.apply(&[a, b]).unwrap(), h.apply(&[x, y]).unwrap());
            let bits = |space: &Space, k: usize| space.iter().nth(k).unwrap().1;
            let whole = product.apply(&[a | x << bits(&spaces[0], 0), b | y << bits(&spaces[0], 1)]).unwrap();
            let wanted = [one[0] | two[0] << bits(&spaces[1], 0), one[1] | two[1] << bits(&spaces[1], 1)];
            assert_eq!(*whole, wanted);
            let square = any(&mut random, spaces[0], spaces[0]);
            if let Ok(back) = square.invert() {
                inverted += 1;
                for point in 0..1 << spaces[0].total_bits() {
                    assert_eq!(back.apply_flat(square.apply_flat(point)), point);
                    assert_eq!(square.apply_flat(back.apply_flat(point)), point);
                }
            }
        }
        assert!(inverted > 30);
    }

    #[test]
    fn a_flip_and_a_slice_are_what_they_say() {
        let mut random = Random::fresh();
        for _ in 0..100 {
            let (ins, outs) = (any_space(&mut random, &["a", "b"], 8), any_space(&mut random, &["x", "y"], 8));
            let map = any(&mut random, ins, outs);
            let (b, y) = (ins.dims()[1], outs.dims()[1]);
            let (flipped, last) = (map.flip(y).unwrap(), (1 << outs.bits(y).unwrap()) - 1);
            let whole = 1u64 << ins.bits(b).unwrap();
            let size = 1 << random.below(u64::from(ins.bits(b).unwrap()) + 1);
            let start = random.below(whole / size) * size;
            let slice = map.slice(b, start, size).unwrap();
            for point in 0..1 << ins.total_bits() {
                let (i, j) = (ins.part(point, 0), ins.part(point, 1));
                let image = map.apply(&[i, j]).unwrap();
                assert_eq!(*flipped.apply(&[i, j]).unwrap(), [image[0], last - image[1]]);
                if j < size {
                    assert_eq!(slice.apply(&[i, j]), map.apply(&[i, start + j]));
                }
            }
            assert!(map.slice(b, whole, 1).is_err() && map.slice(b, 0, 2 * whole).is_err());
            if whole > 1 {
                assert!(map.slice(b, 1, 2).is_err());
            }
        }
    }

    /// Wavefronts of the accesses of 32 lanes by counting: the most words that one of 32 banks has to give.
    fn wavefronts(map: &AffineLinear, elements_of_a_word: u64) -> usize {
        let words: std::collections::BTreeSet<u64> =
            (0..32).map(|lane| map.apply_flat(lane) / elements_of_a_word).collect();
        (0..32).map(|bank| words.iter().filter(|&&word| word % 32 == bank).count()).max().unwrap_or(0)
    }

    #[test]
    fn conflicts_do_not_depend_on_where_a_map_begins() {
        let mut random = Random::fresh();
        let (lane, offset) = (Space::new(&[(Dim::LANE, 5)]).unwrap(), Space::new(&[(Dim::OFFSET, 11)]).unwrap());
        let mut conflicts = 0;
        for round in 0..300 {
            let linear = any_layout(&mut random, lane, offset);
            let elements_of_a_word = 1 << (round % 3);
            let of = |b: u64| wavefronts(&AffineLinear::new(linear, &[b]).unwrap(), elements_of_a_word);
            let least = of(0);
            assert_eq!(of(random.below(1 << 11)), least, "{linear}");
            conflicts += usize::from(least > 1);
        }
        assert!(conflicts > 100, "{conflicts}");
    }

    #[test]
    fn a_table_is_affine_or_not() {
        let mut random = Random::fresh();
        let (ins, outs) = (any_space(&mut random, &["a"], 6), any_space(&mut random, &["x"], 6));
        let map = any(&mut random, ins, outs);
        assert_eq!(AffineLinear::from_map(ins, outs, |point| map.apply_flat(point)), Ok(map));
        let space = Space::new(&[(Dim::OFFSET, 3)]).unwrap();
        assert!(AffineLinear::from_map(space, space, |point| (5 * point + 1) % 8).is_err());
    }
}
